//! A pipeline is a list of stages with loops. It holds no state: where a run stands is the name of
//! the stage that ran last, so a run taken up by a newer program goes on at the same place.

use ruminate_types::Run;

use crate::stage::Stage;

type Boxed = Box<dyn Stage + Send>;

pub(crate) struct Pipeline {
    parts: Vec<Part>,
}

enum Part {
    Once(Boxed),
    Repeat { until: fn(&Run) -> bool, body: Vec<Boxed> },
}

pub(crate) struct Round(Vec<Boxed>);

impl Round {
    pub(crate) fn stage(mut self, stage: impl Stage + Send + 'static) -> Self {
        self.0.push(Box::new(stage));
        self
    }
}

impl Pipeline {
    pub(crate) fn new() -> Self {
        Self { parts: Vec::new() }
    }

    pub(crate) fn stage(mut self, stage: impl Stage + Send + 'static) -> Self {
        self.parts.push(Part::Once(Box::new(stage)));
        self
    }

    /// Rounds of these stages. The loop is left between two stages as soon as `until` holds, and
    /// after a round in which no stage had anything to do.
    pub(crate) fn repeat_until(
        mut self,
        until: fn(&Run) -> bool,
        round: impl FnOnce(Round) -> Round,
    ) -> Self {
        self.parts.push(Part::Repeat { until, body: round(Round(Vec::new())).0 });
        self
    }

    /// The stage that comes next for this run; none when it has been through everything.
    pub(crate) fn after(&self, last: Option<&str>, run: &Run) -> Option<&dyn Stage> {
        let start = last.and_then(|name| self.parts.iter().position(|part| part.has(name)));
        let rest = match start {
            Some(index) => {
                if let Some(stage) = self.parts[index].following(last, run) {
                    return Some(stage);
                }
                &self.parts[index + 1..]
            }
            None => &self.parts[..],
        };
        rest.iter().find_map(|part| part.first(run))
    }

    pub(crate) fn named(&self, name: &str) -> Option<&dyn Stage> {
        self.parts.iter().flat_map(Part::stages).find(|stage| stage.name() == name)
    }
}

impl Part {
    fn stages(&self) -> impl Iterator<Item = &dyn Stage> {
        let stages = match self {
            Self::Once(stage) => std::slice::from_ref(stage),
            Self::Repeat { body, .. } => &body[..],
        };
        stages.iter().map(|stage| &**stage as &dyn Stage)
    }

    fn has(&self, name: &str) -> bool {
        self.stages().any(|stage| stage.name() == name)
    }

    fn is_over(&self, run: &Run) -> bool {
        matches!(self, Self::Repeat { until, .. } if until(run))
    }

    fn first(&self, run: &Run) -> Option<&dyn Stage> {
        if self.is_over(run) {
            return None;
        }
        self.stages().find(|stage| stage.when(run))
    }

    /// The next stage after `last` within this part, around the loop if need be.
    fn following(&self, last: Option<&str>, run: &Run) -> Option<&dyn Stage> {
        if matches!(self, Self::Once(_)) || self.is_over(run) {
            return None;
        }
        self.stages()
            .skip_while(|stage| Some(stage.name()) != last)
            .skip(1)
            .find(|stage| stage.when(run))
            .or_else(|| self.first(run))
    }
}

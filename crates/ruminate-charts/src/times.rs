//! Times on an axis: which moments get a mark, and what is written there. All in UTC.

use jiff::civil::Date;
use jiff::{Timestamp, Zoned};

use crate::when::{midnight, utc};

#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeScale {
    first: i64,
    last: i64,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Seconds(i64),
    Days(i64),
    Months(i64),
}

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

const STEPS: [Step; 25] = [
    Step::Seconds(1),
    Step::Seconds(5),
    Step::Seconds(15),
    Step::Seconds(30),
    Step::Seconds(MINUTE),
    Step::Seconds(5 * MINUTE),
    Step::Seconds(15 * MINUTE),
    Step::Seconds(30 * MINUTE),
    Step::Seconds(HOUR),
    Step::Seconds(3 * HOUR),
    Step::Seconds(6 * HOUR),
    Step::Seconds(12 * HOUR),
    Step::Days(1),
    Step::Days(2),
    Step::Days(7),
    Step::Months(1),
    Step::Months(3),
    Step::Months(6),
    Step::Months(12),
    Step::Months(24),
    Step::Months(60),
    Step::Months(120),
    Step::Months(600),
    Step::Months(1200),
    Step::Months(12_000),
];

impl Step {
    fn seconds(self) -> i64 {
        match self {
            Self::Seconds(seconds) => seconds,
            Self::Days(days) => days * DAY,
            Self::Months(months) => months * 30 * DAY,
        }
    }
}

impl TimeScale {
    /// From the first of these times to the last; a single one gets a day around it.
    pub(crate) fn around(times: impl Iterator<Item = Timestamp>) -> Self {
        let seconds = times.map(Timestamp::as_second);
        let (first, last) = seconds.fold((i64::MAX, i64::MIN), |(f, l), s| (f.min(s), l.max(s)));
        if first > last {
            return Self { first: 0, last: DAY };
        }
        let room = if first == last { DAY / 2 } else { 0 };
        Self { first: first - room, last: last + room }
    }

    /// Wider by so many seconds at both ends, for what has a width of its own.
    pub(crate) fn widened(self, seconds: i64) -> Self {
        Self { first: self.first - seconds, last: self.last + seconds }
    }

    pub(crate) fn seconds(&self) -> i64 {
        self.last - self.first
    }

    pub(crate) fn share(&self, time: Timestamp) -> f64 {
        (time.as_second() - self.first) as f64 / self.seconds() as f64
    }

    /// At most about `wanted` moments, each with what is written there.
    pub(crate) fn ticks(&self, wanted: usize) -> Vec<(Timestamp, String)> {
        let least = self.seconds() / wanted.max(1) as i64;
        let step = STEPS.into_iter().find(|step| step.seconds() >= least).unwrap_or(STEPS[24]);
        let moments = self.moments(step);
        let mut before: Option<Zoned> = None;
        let mut ticks = Vec::new();
        for moment in moments {
            let now = utc(moment);
            ticks.push((moment, label(&now, before.as_ref(), step)));
            before = Some(now);
        }
        ticks
    }

    fn moments(&self, step: Step) -> Vec<Timestamp> {
        match step {
            Step::Seconds(seconds) => self.regular(seconds, 0),
            // Days count from 1970, which began on a Thursday: weeks begin on Mondays.
            Step::Days(7) => self.regular(7 * DAY, 4 * DAY),
            Step::Days(days) => self.regular(days * DAY, 0),
            Step::Months(months) => self.months(months),
        }
    }

    fn regular(&self, step: i64, offset: i64) -> Vec<Timestamp> {
        let first = (self.first - offset).div_euclid(step) * step + offset;
        let seconds = (0..200).map(|nth| first + nth * step);
        let inside = seconds.filter(|second| (self.first..=self.last).contains(second));
        inside.filter_map(|second| Timestamp::from_second(second).ok()).collect()
    }

    fn months(&self, step: i64) -> Vec<Timestamp> {
        let Ok(first) = Timestamp::from_second(self.first) else { return Vec::new() };
        let start = utc(first).date();
        let month = i64::from(start.year()) * 12 + i64::from(start.month()) - 1;
        let first = month.div_euclid(step) * step;
        let moments = (0..200).filter_map(|nth| {
            let month = first + nth * step;
            let year = i16::try_from(month.div_euclid(12)).ok()?;
            midnight(Date::new(year, month.rem_euclid(12) as i8 + 1, 1).ok()?)
        });
        moments.filter(|time| (self.first..=self.last).contains(&time.as_second())).collect()
    }
}

/// The year is told where it is new, and the day where the hour does not say it.
fn label(now: &Zoned, before: Option<&Zoned>, step: Step) -> String {
    let is_new_year = before.is_none_or(|before| before.year() != now.year());
    let is_new_day = before.is_none_or(|before| before.date() != now.date());
    let pattern = match step {
        Step::Months(months) if months >= 12 => "%Y",
        Step::Months(_) if is_new_year && now.month() == 1 => "%Y",
        Step::Months(_) if is_new_year => "%b %Y",
        Step::Months(_) => "%b",
        Step::Days(_) if is_new_year => "%-d %b %Y",
        Step::Days(_) => "%-d %b",
        Step::Seconds(_) if is_new_day => "%-d %b %H:%M",
        Step::Seconds(seconds) if seconds < MINUTE => "%H:%M:%S",
        Step::Seconds(_) => "%H:%M",
    };
    now.strftime(pattern).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::when::parse;

    fn check(from: &str, to: &str, wanted: usize, labels: &[&str]) {
        let scale = TimeScale::around([parse(from).unwrap(), parse(to).unwrap()].into_iter());
        let found: Vec<String> = scale.ticks(wanted).into_iter().map(|(_, label)| label).collect();
        assert_eq!(found, labels);
    }

    #[test]
    fn marks_stand_at_round_moments() {
        check("2000-01-03", "2010-03-01", 6, &["2002", "2004", "2006", "2008", "2010"]);
        check("2019-10-15", "2020-04-17", 7, &["Nov 2019", "Dec", "2020", "Feb", "Mar", "Apr"]);
        check("2020-03-02", "2020-03-20", 4, &["2 Mar 2020", "9 Mar", "16 Mar"]);
        let hours = ["2 Mar 09:00", "12:00", "15:00"];
        check("2020-03-02T08:30:00Z", "2020-03-02T16:00:00Z", 4, &hours);
        check("2020-03-02", "2020-03-02", 2, &["1 Mar 12:00", "2 Mar 00:00", "12:00"]);
    }

    #[test]
    fn the_ends_of_time_are_no_trouble() {
        let scale = TimeScale::around([Timestamp::MIN, Timestamp::MAX].into_iter());
        assert!(!scale.ticks(8).is_empty());
        assert!(scale.widened(DAY * 400).ticks(8).len() < 200);
        assert!(TimeScale::around([Timestamp::MAX].into_iter()).share(Timestamp::MAX).is_finite());
    }
}

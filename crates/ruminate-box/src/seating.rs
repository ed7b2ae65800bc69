//! Which seat a request gets, what gives way to it, and where it begins to read. Decided here; done by the
//! desk.

use std::cmp::Reverse;

/// What two prompts have in common by chance, and copying it gains nothing.
const LEAST_COMMON: usize = 8;

/// A seat, as far as it matters here.
#[derive(Debug)]
pub(crate) struct View<'a, T> {
    /// What the model has in mind there.
    pub(crate) kept: &'a [T],
    /// The memory that the request there needs until it is done, in tokens; none if nobody sits there.
    pub(crate) busy: Option<usize>,
    /// When its last request came.
    pub(crate) used: u64,
}

/// Who wants to sit down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guest<'a, T> {
    pub(crate) prompt: &'a [T],
    /// The memory it needs until it is done.
    pub(crate) room: usize,
}

/// What the model can keep in mind, over all seats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    pub(crate) cells: usize,
    /// A model that does not keep tokens one by one shares all or nothing.
    pub(crate) can_share: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) seat: usize,
    /// Seats that nobody sits at, and that forget what they keep.
    pub(crate) give_way: Vec<usize>,
    pub(crate) begin: Begin,
}

/// What of the prompt need not be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    /// So much of what the seat keeps itself.
    Own(usize),
    Copied {
        from: usize,
        tokens: usize,
    },
}

impl<T> View<'_, T> {
    fn room(&self) -> usize {
        self.busy.unwrap_or(self.kept.len())
    }
}

/// None while there is no free seat, or those who are at work need the memory.
pub(crate) fn plan<T: PartialEq>(
    seats: &[View<'_, T>],
    guest: Guest<'_, T>,
    memory: Memory,
) -> Option<Plan> {
    let common = |seat: &usize| in_common(seats[*seat].kept, guest.prompt);
    let free = || (0..seats.len()).filter(|&seat| seats[seat].busy.is_none());
    let alike = free().max_by_key(common)?;
    // Most of what it keeps would be lost to a prompt that only begins like it: that one goes to the seat
    // that was not used for longest.
    let seat = match common(&alike) * 2 >= seats[alike].kept.len() {
        true => alike,
        false => free().min_by_key(|&seat| seats[seat].used)?,
    };

    let others = || (0..seats.len()).filter(|&other| other != seat);
    let mut taken = guest.room + others().map(|other| seats[other].room()).sum::<usize>();
    let mut idle: Vec<usize> =
        free().filter(|&other| other != seat && !seats[other].kept.is_empty()).collect();
    idle.sort_by_key(|&other| Reverse(seats[other].used));
    let mut give_way = Vec::new();
    while taken > memory.cells {
        let oldest = idle.pop()?;
        taken -= seats[oldest].room();
        give_way.push(oldest);
    }

    let own = common(&seat);
    let from = others().filter(|other| !give_way.contains(other)).max_by_key(common);
    let begin = match from.map(|from| (from, common(&from))) {
        Some((from, tokens)) if memory.can_share && tokens >= own + LEAST_COMMON => {
            Begin::Copied { from, tokens }
        }
        _ => Begin::Own(own),
    };
    Some(Plan { seat, give_way, begin })
}

/// How many tokens of a prompt need not be read again. The last one always is: what follows it is known only
/// after reading it.
fn in_common<T: PartialEq>(kept: &[T], prompt: &[T]) -> usize {
    let alike = kept.iter().zip(prompt).take_while(|(kept, new)| kept == new).count();
    alike.min(prompt.len().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MEMORY: Memory = Memory { cells: 100, can_share: true };

    fn free(kept: &str, used: u64) -> View<'_, u8> {
        View { kept: kept.as_bytes(), busy: None, used }
    }

    fn guest(prompt: &str, room: usize) -> Guest<'_, u8> {
        Guest { prompt: prompt.as_bytes(), room }
    }

    #[test]
    fn who_goes_on_sits_where_it_sat() {
        let seats = [free("another story", 2), free("once upon a time", 1)];
        let plan = plan(&seats, guest("once upon a time there was", 50), MEMORY).unwrap();
        assert_eq!((plan.seat, plan.begin), (1, Begin::Own(16)));
    }

    #[test]
    fn who_only_begins_alike_leaves_the_other_its_place_and_copies() {
        let seats = [free("", 1), free("the same beginning, then a long story of its own", 2)];
        let plan = plan(&seats, guest("the same beginning, and an end", 40), MEMORY).unwrap();
        assert_eq!((plan.seat, plan.begin), (0, Begin::Copied { from: 1, tokens: 20 }));
    }

    #[test]
    fn a_model_that_cannot_share_reads_for_itself() {
        let seats = [free("", 1), free("the same beginning, then a long story of its own", 2)];
        let memory = Memory { can_share: false, ..MEMORY };
        let plan = plan(&seats, guest("the same beginning, and an end", 40), memory).unwrap();
        assert_eq!(plan.begin, Begin::Own(0));
    }

    #[test]
    fn the_oldest_gives_way_and_nobody_at_work_does() {
        let busy = View { kept: b"at work", busy: Some(50), used: 1 };
        let seats = [busy, free("oldest of the idle", 2), free("newest", 4), free("", 3)];
        let plan = plan(&seats, guest("x", 44), MEMORY).unwrap();
        assert_eq!((plan.seat, plan.give_way), (3, vec![1]));
        assert_eq!(super::plan(&seats, guest("x", 51), MEMORY), None);
    }

    #[test]
    fn the_whole_prompt_is_never_known() {
        let plan = plan(&[free("again", 1)], guest("again", 10), MEMORY).unwrap();
        assert_eq!(plan.begin, Begin::Own(4));
    }

    proptest! {
        #[test]
        fn a_plan_can_be_done(
            kept in prop::collection::vec(("[ab]{0,40}", prop::option::of(0..40_usize), 0..9_u64), 1..6),
            prompt in "[ab]{1,40}",
            reply in 1..40_usize,
        ) {
            let seats: Vec<View<'_, u8>> = kept
                .iter()
                .map(|(kept, more, used)| {
                    let busy = more.map(|more| kept.len() + more);
                    View { kept: kept.as_bytes(), busy, used: *used }
                })
                .collect();
            let guest = guest(&prompt, prompt.len() + reply);
            let at_work: usize = seats.iter().filter_map(|seat| seat.busy).sum();
            let has_place = seats.iter().any(|seat| seat.busy.is_none())
                && at_work + guest.room <= MEMORY.cells;
            let planned = plan(&seats, guest, MEMORY);
            prop_assert_eq!(planned.is_some(), has_place);
            let Some(Plan { seat, give_way, begin }) = planned else { return Ok(()) };

            prop_assert!(seats[seat].busy.is_none());
            prop_assert!(give_way.iter().all(|&idle| idle != seat && seats[idle].busy.is_none()));
            let stay = (0..seats.len()).filter(|other| *other != seat && !give_way.contains(other));
            prop_assert!(guest.room + stay.map(|other| seats[other].room()).sum::<usize>() <= MEMORY.cells);
            let (from, tokens) = match begin {
                Begin::Own(tokens) => (seat, tokens),
                Begin::Copied { from, tokens } => (from, tokens),
            };
            prop_assert!(!give_way.contains(&from) && tokens < prompt.len());
            prop_assert_eq!(&seats[from].kept[..tokens], &guest.prompt[..tokens]);
        }
    }
}

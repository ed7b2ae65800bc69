//! The passages as the outside knows them, and the conversations that some of them belong to.

use rustc_hash::FxHashMap;

use super::passage::Passage;
use crate::arrays::{NONE, Strings};
use crate::text::words::folded;

const NO_TURN: [u32; 3] = [NONE, NONE, 0];

#[derive(Clone, Default)]
pub(crate) struct Passages {
    pub(super) ids: Strings,
    pub(super) titles: Vec<String>,
    pub(super) silos: Strings,
    /// The silo of each passage.
    pub(super) silo_of: Vec<u32>,
    /// The row of each passage, or `NONE` once it is forgotten.
    pub(super) rows: Vec<u32>,
    /// The session and the speaker of each passage that is a turn, else `NONE`; and whether it asks something.
    pub(super) turns: Vec<[u32; 3]>,
    pub(super) sessions: Strings,
    pub(super) speakers: Strings,
    /// The turns of each session in the order in which they were learned.
    members: Vec<Vec<u32>>,
    /// Of each turn its place in its session.
    places: Vec<u32>,
    /// How many turns each speaker has.
    spoken: Vec<u32>,
    /// How many passages are turns.
    living_turns: usize,
}

impl Passages {
    pub(super) fn from_parts(
        ids: Strings,
        titles: Vec<String>,
        [silos, sessions, speakers]: [Strings; 3],
        silo_of: Vec<u32>,
        rows: Vec<u32>,
        turns: Vec<[u32; 3]>,
        order: &[u32],
    ) -> Self {
        let mut members = vec![Vec::new(); sessions.len()];
        let mut places = vec![NONE; turns.len()];
        let mut spoken = vec![0; speakers.len()];
        for passage in order {
            let [session, speaker, _] = turns[*passage as usize];
            spoken[speaker as usize] += 1;
            let session: &mut Vec<u32> = &mut members[session as usize];
            places[*passage as usize] = session.len() as u32;
            session.push(*passage);
        }
        let living_turns = order.len();
        Self {
            ids,
            titles,
            silos,
            silo_of,
            rows,
            turns,
            sessions,
            speakers,
            members,
            places,
            spoken,
            living_turns,
        }
    }

    /// All turns, session by session, in their order.
    pub(super) fn order(&self) -> Vec<u32> {
        self.members.concat()
    }

    pub(crate) fn find(&self, id: &str) -> Option<u32> {
        self.ids.find(id).filter(|passage| self.rows[*passage as usize] != NONE)
    }

    /// Notes a passage, with no row yet, and tells its number.
    pub(crate) fn enter(&mut self, passage: &Passage) -> u32 {
        let (number, is_new) = self.ids.intern(&passage.id);
        if is_new {
            self.titles.push(String::new());
            self.silo_of.push(NONE);
            self.rows.push(NONE);
            self.turns.push(NO_TURN);
            self.places.push(NONE);
        }
        let at = number as usize;
        self.titles[at].clone_from(&passage.title);
        (self.silo_of[at], _) = self.silos.intern(&passage.silo);
        if let Some(turn) = &passage.turn {
            let (session, is_new) = self.sessions.intern(&turn.session);
            if is_new {
                self.members.push(Vec::new());
            }
            let (speaker, _) = self.speakers.intern(&folded(&turn.speaker));
            self.spoken.resize(self.speakers.len(), 0);
            self.spoken[speaker as usize] += 1;
            let asks = passage.text.trim_end().ends_with('?');
            self.turns[at] = [session, speaker, u32::from(asks)];
            self.places[at] = self.members[session as usize].len() as u32;
            self.members[session as usize].push(number);
            self.living_turns += 1;
        }
        number
    }

    pub(crate) fn leave(&mut self, passage: u32) {
        let at = passage as usize;
        self.rows[at] = NONE;
        let [session, speaker, _] = std::mem::replace(&mut self.turns[at], NO_TURN);
        if session != NONE {
            self.spoken[speaker as usize] -= 1;
            let members = &mut self.members[session as usize];
            members.remove(self.places[at] as usize);
            for (member, place) in members.iter().zip(0..) {
                self.places[*member as usize] = place;
            }
            self.living_turns -= 1;
        }
    }

    pub(crate) fn living_turns(&self) -> usize {
        self.living_turns
    }

    /// How many silos have passages.
    pub(crate) fn living_silos(&self) -> usize {
        let mut is_used = vec![false; self.silos.len()];
        for (silo, row) in self.silo_of.iter().zip(&self.rows) {
            if *row != NONE {
                is_used[*silo as usize] = true;
            }
        }
        is_used.into_iter().filter(|is_used| *is_used).count()
    }

    /// The turn that comes so many turns after another in the same session, or before it.
    pub(crate) fn neighbour(&self, passage: u32, offset: isize) -> Option<u32> {
        let [session, ..] = self.turns[passage as usize];
        let place = (self.places[passage as usize] as usize).checked_add_signed(offset)?;
        self.members[session as usize].get(place).copied()
    }

    /// Speakers of turns that are still there, by the first word of their names; of several, the one whose name comes
    /// first.
    pub(crate) fn speakers(&self) -> FxHashMap<&str, u32> {
        let living = self.spoken.iter().zip(0..).filter(|(turns, _)| **turns > 0);
        let mut named: Vec<(&str, u32)> =
            living.map(|(_, id)| (self.speakers.get(id), id)).collect();
        named.sort_unstable_by(|a, b| b.cmp(a));
        named
            .into_iter()
            .filter_map(|(name, id)| Some((name.split_whitespace().next()?, id)))
            .collect()
    }
}

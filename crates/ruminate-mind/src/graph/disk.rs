//! A graph in a file.

use std::io::{Read, Write};

use super::chains::Chains;
use super::{Graph, Row};
use crate::arrays::{In, IndexError, Out, Strings};

const MAGIC: &[u8; 8] = b"RUMIFACT";
/// Changes whenever the arrays do, or what is read out of a text.
const VERSION: u32 = 3;

impl Graph {
    pub(crate) fn save(&mut self, to: &mut impl Write) -> Result<(), IndexError> {
        self.compact();
        let mut out = Out::begin(to, MAGIC, VERSION)?;
        for strings in self.strings() {
            out.strings(strings)?;
        }
        out.array(&self.spelling_of)?;
        out.array(&self.silo_of)?;
        out.array(&self.belief_of)?;
        out.array(&self.text_of)?;
        out.array(&self.facts)?;
        out.array(&self.grounded)?;
        out.array(&self.grounds.iter().map(packed).collect::<Vec<_>>())?;
        for chains in
            [&self.of_subject, &self.of_object, &self.of_fact, &self.of_lesson, &self.of_word]
        {
            out.array(&chains.heads)?;
            out.array(&chains.items)?;
        }
        out.end()
    }

    fn strings(&self) -> [&Strings; 7] {
        [
            &self.concepts,
            &self.spellings,
            &self.relations,
            &self.lessons,
            &self.silos,
            &self.times,
            &self.words,
        ]
    }

    pub(crate) fn load(from: &mut impl Read) -> Result<Self, IndexError> {
        let mut from = In::begin(from, MAGIC, VERSION)?;
        let [concepts, spellings, relations, lessons] =
            [from.strings()?, from.strings()?, from.strings()?, from.strings()?];
        let [silos, times, words] = [from.strings()?, from.strings()?, from.strings()?];
        let [spelling_of, silo_of] = [from.array()?, from.array()?];
        let [belief_of, text_of] = [from.array()?, from.array()?];
        let facts: Vec<[u32; 4]> = from.array()?;
        let grounded: Vec<u32> = from.array()?;
        let grounds = from.array()?.into_iter().map(unpacked).collect();
        let mut chains = || -> Result<Chains, IndexError> {
            Ok(Chains { heads: from.array()?, items: from.array()? })
        };
        let [of_subject, of_object] = [chains()?, chains()?];
        let [of_fact, of_lesson, of_word] = [chains()?, chains()?, chains()?];
        from.end()?;
        let numbers = facts.iter().copied().zip(0..).collect();
        let living = grounded.iter().filter(|grounds| **grounds > 0).count();
        Ok(Self {
            concepts,
            spellings,
            spelling_of,
            relations,
            lessons,
            silos,
            silo_of,
            belief_of,
            text_of,
            times,
            facts,
            grounded,
            grounds,
            of_subject,
            of_object,
            of_fact,
            of_lesson,
            words,
            of_word,
            living,
            gone: 0,
            numbers,
        })
    }
}

fn packed(row: &Row) -> [u32; 7] {
    let is_over = u32::from(row.is_over);
    [row.fact, row.lesson, row.start, row.end, row.when, row.confidence.to_bits(), is_over]
}

fn unpacked([fact, lesson, start, end, when, confidence, is_over]: [u32; 7]) -> Row {
    let confidence = f32::from_bits(confidence);
    Row { fact, lesson, start, end, when, confidence, is_over: is_over != 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::statements;

    #[test]
    fn what_is_over_is_over_when_it_is_opened_again() {
        let mut graph = Graph::default();
        let said = statements("", "Ann Lee lived in Oslo until 1990. Bob Ott lived in Oslo.");
        graph.learn("a", "general", 1.0, &said);
        let mut file = Vec::new();
        graph.save(&mut file).unwrap();
        let opened = Graph::load(&mut file.as_slice()).unwrap();
        let ended: Vec<_> = opened.facts().map(|fact| opened.ended(fact)).collect();
        assert_eq!(ended, [Some("until 1990"), None]);
    }
}

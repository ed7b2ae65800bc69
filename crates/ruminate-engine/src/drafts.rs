//! Several drafts of one answer. They differ by chance, so what most of them say is likelier than what one of
//! them says; and a model that is sure says the same every time, whatever number it gives. What follows from facts
//! is likelier still.

use ruminate_types::{Confidence, Recollection};

use crate::reply::ReadSynthesis;
use crate::sentence;
use crate::words::Gist;

pub(crate) struct Chosen {
    pub(crate) draft: ReadSynthesis,
    /// How far the others begin with the same answer; none when there are no others.
    pub(crate) agreement: Option<Confidence>,
}

/// The draft whose answer the others give too; the first of those that are equal.
pub(crate) fn choose(question: &str, drafts: Vec<ReadSynthesis>) -> Option<Chosen> {
    let question = Gist::of(question);
    let answers: Vec<Given> =
        drafts.iter().map(|draft| Given::of(sentence::first(&draft.text), &question)).collect();
    let support = |at: usize| -> f64 {
        let others = answers.iter().enumerate().filter(|(other, _)| *other != at);
        others.map(|(_, other)| answers[at].likeness(other)).sum()
    };
    let supports: Vec<f64> = (0..answers.len()).map(support).collect();
    let best = (0..supports.len()).rev().max_by(|a, b| supports[*a].total_cmp(&supports[*b]))?;
    let others = drafts.len() - 1;
    let agreement = (others > 0).then(|| Confidence::new(supports[best] / others as f64));
    let draft = drafts.into_iter().nth(best)?;
    Some(Chosen { draft, agreement })
}

/// The draft that gives the answer which follows from facts, or from the small questions of which the question is made;
/// without one, that answer, and the model's beside it.
pub(crate) fn settle(
    question: &str,
    drafts: Vec<ReadSynthesis>,
    known: &Recollection,
) -> ReadSynthesis {
    /// Of the shorter answer's words, so many are in the longer one.
    const SAME_ANSWER: f64 = 0.6;
    let question = Gist::of(question);
    let answer = Given::of(&known.text, &question);
    let likeness = |draft: &ReadSynthesis| {
        answer.likeness(&Given::of(sentence::first(&draft.text), &question))
    };
    let agreeing = drafts.iter().find(|draft| likeness(draft) >= SAME_ANSWER);
    if let Some(draft) = agreeing {
        let confidence = Some(confirmed(known.confidence));
        return ReadSynthesis { confidence, ..draft.clone() };
    }
    let mut text = known.text.trim_end().to_owned();
    if !known.chain.is_empty() {
        text.push_str(&format!(
            "\n\nIt follows from what is known:\n\n- {}",
            known.chain.join("\n- ")
        ));
    }
    if let Some(draft) = drafts.first() {
        text.push_str(&format!("\n\nThe model says otherwise: {}", draft.text.trim()));
    }
    ReadSynthesis {
        text,
        key_insights: known.chain.clone(),
        confidence: Some(known.confidence),
        remaining_questions: Vec::new(),
    }
}

/// To what two ways lead, half of the doubt is left.
fn confirmed(confidence: Confidence) -> Confidence {
    Confidence::new(confidence.get().midpoint(Confidence::CERTAIN.get()))
}

/// An answer. Most of its words may be the question's, which all answers share: "the spouse of the director is …".
struct Given {
    whole: Gist,
    beyond_question: Gist,
}

impl Given {
    fn of(answer: &str, question: &Gist) -> Self {
        let whole = Gist::of(answer);
        Self { beyond_question: whole.beyond(question), whole }
    }

    /// Of "A or B?" the answer is in the question.
    fn likeness(&self, other: &Self) -> f64 {
        match self.beyond_question.len().min(other.beyond_question.len()) {
            0 => self.whole.likeness(&other.whole),
            _ => self.beyond_question.likeness(&other.beyond_question),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(text: &str) -> ReadSynthesis {
        ReadSynthesis {
            text: text.into(),
            key_insights: vec![],
            confidence: None,
            remaining_questions: vec![],
        }
    }

    fn chosen(texts: &[&str]) -> (String, Option<f64>) {
        chosen_for("", texts)
    }

    fn chosen_for(question: &str, texts: &[&str]) -> (String, Option<f64>) {
        let chosen = choose(question, texts.iter().map(|text| draft(text)).collect()).unwrap();
        (chosen.draft.text, chosen.agreement.map(|agreement| agreement.get()))
    }

    #[test]
    fn the_answer_that_most_give_is_chosen() {
        let (text, agreement) = chosen(&[
            "Paris. It is the seat of the government.",
            "Lyon. It is older.",
            "It is Paris, as everybody knows.",
        ]);
        assert!(text.starts_with("Paris"), "{text}");
        assert_eq!(agreement, Some(0.5));
    }

    #[test]
    fn yes_and_no_do_not_agree() {
        assert_eq!(chosen(&["No.", "Yes."]).1, Some(0.0));
        assert_eq!(chosen(&["No. It is not.", "No."]).1, Some(1.0));
        assert_eq!(chosen(&["It is safe.", "It is not safe."]).1, Some(0.0));
    }

    #[test]
    fn one_draft_agrees_with_nobody() {
        assert_eq!(chosen(&["Paris."]), ("Paris.".to_owned(), None));
        assert!(choose("", vec![]).is_none());
    }

    #[test]
    fn the_words_of_the_question_are_no_agreement() {
        let who = "Who is the spouse of the director of Jump for Glory?";
        let ruth = "The spouse of the director of Jump for Glory is Ruth Walsh.";
        let miriam = "The spouse of the director of Jump for Glory is Miriam Cooper.";
        assert_eq!(chosen_for(who, &[ruth, miriam]).1, Some(0.0));
        assert_eq!(chosen_for(who, &[ruth, miriam, "Miriam Cooper."]).0, miriam);

        let which = "Who died first, Ada Berg or Tom Cole?";
        let texts = ["Ada Berg died first.", "Ada Berg.", "Tom Cole died first."];
        assert_eq!(chosen_for(which, &texts).0, "Ada Berg died first.");
    }

    fn concluded(text: &str) -> Recollection {
        Recollection {
            chain: vec!["Anna founded Acme".into(), "Anna was born in Bern".into()],
            ..Recollection::new(text, Confidence::new(0.8))
        }
    }

    #[test]
    fn what_follows_from_facts_settles_which_draft_is_taken() {
        let drafts = || {
            ["Basel. She lived there.", "Basel.", "Bern. She was born there."].map(draft).to_vec()
        };
        let settled = settle("", drafts(), &concluded("Bern"));
        assert_eq!(settled.text, "Bern. She was born there.");
        assert_eq!(settled.confidence, Some(Confidence::new(0.9)));
    }

    #[test]
    fn against_every_draft_both_are_told() {
        let settled =
            settle("", vec![draft("Basel. She lived there."), draft("Zug.")], &concluded("Bern"));
        assert_eq!(
            settled.text,
            "Bern\n\nIt follows from what is known:\n\n- Anna founded Acme\n- Anna was born in Bern\n\n\
             The model says otherwise: Basel. She lived there."
        );
        assert_eq!(
            settle("", vec![], &Recollection::new("Bern", Confidence::CERTAIN)).text,
            "Bern"
        );
    }
}

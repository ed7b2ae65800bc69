//! What a pick is judged by.

macro_rules! features {
    ($($(#[doc = $doc:literal])+ $feature:ident = $name:literal,)+) => {
        /// One number about a passage, given the question and the passages that were picked before.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Feature { $($(#[doc = $doc])+ $feature,)+ }

        impl Feature {
            pub const ALL: &[Self] = &[$(Self::$feature,)+];

            /// Its name in the file of weights.
            pub fn name(self) -> &'static str {
                match self { $(Self::$feature => $name,)+ }
            }
        }
    };
}

features! {
    /// BM25 as a share of the best passage's.
    WordsOfBest = "words_of_best",
    /// The weight of the question's words that are in it.
    Holds = "holds",
    /// How much of the title is in the question.
    TitleInQuestion = "title_in_question",
    /// How much of the question is in the title.
    QuestionInTitle = "question_in_title",
    /// Whether the question names it.
    Named = "named",
    /// How much of the question its best sentence has, with telling words.
    Sentence = "sentence",
    /// The question's neighbouring words that are neighbours here.
    Pairs = "pairs",
    /// How much activation reached it, by order of magnitude.
    Spread = "spread",
    /// Its place in the order of activation.
    SpreadRank = "spread_rank",
    /// BM25 by what is still unexplained.
    Unexplained = "unexplained",
    /// The same as a share of all that is still unexplained.
    UnexplainedShare = "unexplained_share",
    /// What is still unexplained and in the title.
    UnexplainedTitle = "unexplained_title",
    /// Whether a picked passage mentions it, by its title or by an alias.
    Linked = "linked",
    /// How much of the question the mentioning sentence and its title have.
    LinkSentence = "link_sentence",
    /// The same without the words of the picked title, with telling words.
    LinkRelation = "link_relation",
    /// Whether it is mentioned in the first sentence.
    LinkFirst = "link_first",
    /// How rare the name is by which it is mentioned.
    LinkRarity = "link_rarity",
    /// Whether it mentions a picked passage's title, and how rare that is.
    LinksBack = "links_back",
    /// How much of the question its mentioning sentence has, without the words of the picked title.
    BackSentence = "back_sentence",
    /// The rarest name that it shares with a picked passage.
    Shared = "shared",
    /// How many links there are between it and picked passages.
    Links = "links",
    /// What `words_of_best` loses from pick to pick.
    WordsLater = "words_later",
    /// What `spread` loses from pick to pick.
    SpreadLater = "spread_later",
    /// Telling words in it.
    Telling = "telling",
    /// A name of a picked passage in a sentence that has what is unexplained.
    Bridge = "bridge",
    /// The same, weighed by how well the name was met in the picked passage.
    BridgeMet = "bridge_met",
    /// How well the best such name was met, whatever the sentence has.
    BridgeName = "bridge_name",
    /// How sure the pick was that mentions it.
    LinkSure = "link_sure",
    /// The same, weighed by how much of the question the mentioning sentence has.
    LinkSureSentence = "link_sure_sentence",
    /// How much of the question stands close to the name by which it is mentioned.
    LinkNear = "link_near",
    /// `unexplained` as a share of the best.
    UnexplainedOfBest = "unexplained_of_best",
    /// `sentence` as a share of the best.
    SentenceOfBest = "sentence_of_best",
    /// `bridge` as a share of the best.
    BridgeOfBest = "bridge_of_best",
}

/// How many there are.
pub const FEATURES: usize = Feature::ALL.len();

/// All numbers about one passage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Features(pub [f32; FEATURES]);

impl Default for Features {
    fn default() -> Self {
        Self([0.0; FEATURES])
    }
}

impl std::ops::Index<Feature> for Features {
    type Output = f32;

    fn index(&self, feature: Feature) -> &f32 {
        &self.0[feature as usize]
    }
}

impl std::ops::IndexMut<Feature> for Features {
    fn index_mut(&mut self, feature: Feature) -> &mut f32 {
        &mut self.0[feature as usize]
    }
}

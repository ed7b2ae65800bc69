//! Forms of English words that no ending tells: who asks what somebody bought finds what they buy.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// A word, and its forms.
const FORMS: &str = "be been being; become became; begin began begun; bite bit bitten; blow blew blown;
break broke broken; bring brought; build built; burn burnt; buy bought; catch caught; choose chose chosen;
come came; deal dealt; dig dug; draw drew drawn; dream dreamt; drink drank drunk; drive drove driven;
eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; find found; fly flew flown; forget forgot forgotten;
forgive forgave forgiven; freeze froze frozen; get got gotten; give gave given; go went gone; grow grew grown; hang hung;
hear heard; hide hid hidden; hold held; keep kept; know knew known; lay laid; lead led; learn learnt; leave left; lend lent;
lie lain; lose lost; make made; mean meant; meet met; pay paid; ride rode ridden; ring rang rung; rise rose risen;
run ran; say said; see saw seen; seek sought; sell sold; send sent; shake shook shaken; shine shone; shoot shot;
sing sang sung; sink sank sunk; sit sat; sleep slept; speak spoke spoken; spend spent; stand stood; steal stole stolen;
strike struck; swear swore sworn; sweep swept; swim swam swum; take took taken; teach taught; tear tore torn; tell told;
think thought; throw threw thrown; understand understood; wake woke woken; wear wore worn; weave wove woven; win won;
withdraw withdrew withdrawn; write wrote written; child children; man men; woman women; foot feet; tooth teeth; goose geese;
mouse mice; person people; wife wives; life lives; leaf leaves; knife knives; half halves; wolf wolves; shelf shelves;
thief thieves; die died dying; good better best; bad worse worst";

static BASES: LazyLock<FxHashMap<&str, &str>> = LazyLock::new(|| {
    let words = FORMS.split(';').map(str::split_whitespace);
    let pairs = words.filter_map(|mut forms| Some((forms.next()?, forms)));
    pairs.flat_map(|(base, forms)| forms.map(move |form| (form, base))).collect()
});

/// The word whose form this is, if its ending does not tell.
pub(crate) fn base(word: &str) -> Option<&'static str> {
    BASES.get(word).copied()
}

#[cfg(test)]
mod tests {
    use super::base;

    #[test]
    fn forms_lead_to_their_word() {
        assert_eq!(
            (base("went"), base("written"), base("children")),
            (Some("go"), Some("write"), Some("child"))
        );
        assert_eq!((base("go"), base("worked"), base("")), (None, None, None));
    }
}

//! People and things "from": who reads "Hungarian" has read of Hungary.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

const DEMONYMS: &str = "finnish finland, norwegian norway, swedish sweden, danish denmark, \
    dutch netherlands, belgian belgium, swiss switzerland, austrian austria, polish poland, \
    czech czech republic, hungarian hungary, romanian romania, bulgarian bulgaria, greek greece, \
    turkish turkey, russian russia, ukrainian ukraine, spanish spain, portuguese portugal, \
    italian italy, french france, german germany, irish ireland, scottish scotland, welsh wales, \
    icelandic iceland, serbian serbia, croatian croatia, slovenian slovenia, slovak slovakia, \
    bosnian bosnia, albanian albania, estonian estonia, latvian latvia, lithuanian lithuania, \
    chinese china, japanese japan, korean south korea, vietnamese vietnam, thai thailand, \
    indonesian indonesia, malaysian malaysia, filipino philippines, philippine philippines, \
    indian india, pakistani pakistan, bangladeshi bangladesh, nepali nepal, nepalese nepal, \
    iranian iran, iraqi iraq, israeli israel, egyptian egypt, moroccan morocco, algerian algeria, \
    tunisian tunisia, nigerian nigeria, ghanaian ghana, kenyan kenya, ethiopian ethiopia, \
    somali somalia, ugandan uganda, tanzanian tanzania, canadian canada, mexican mexico, \
    brazilian brazil, argentine argentina, argentinian argentina, chilean chile, peruvian peru, \
    colombian colombia, venezuelan venezuela, cuban cuba, jamaican jamaica, haitian haiti, \
    australian australia, american united states, british united kingdom, soviet soviet union, \
    lebanese lebanon, syrian syria, armenian armenia, georgian georgia, azerbaijani azerbaijan, \
    kazakh kazakhstan, mongolian mongolia, cambodian cambodia, burmese myanmar, \
    afghan afghanistan, bolivian bolivia, ecuadorian ecuador, uruguayan uruguay, \
    paraguayan paraguay, maltese malta, cypriot cyprus, african africa, european europe, asian asia";

static PLACES: LazyLock<FxHashMap<&str, &str>> =
    LazyLock::new(|| DEMONYMS.split(", ").filter_map(|pair| pair.trim().split_once(' ')).collect());

/// The name of the place, in small letters.
pub(crate) fn place_of(word: &str) -> Option<&'static str> {
    PLACES.get(word).copied()
}

/// A place that people are said to be from, by its name in small letters.
pub(crate) fn place_named(name: &str) -> Option<&'static str> {
    PLACES.values().find(|place| **place == name).copied()
}

#[cfg(test)]
mod tests {
    use super::place_of;

    #[test]
    fn demonyms_lead_to_places() {
        assert_eq!(place_of("hungarian"), Some("hungary"));
        assert_eq!(place_of("czech"), Some("czech republic"));
        assert_eq!(place_of("finnish"), Some("finland"));
        assert_eq!(place_of("asian"), Some("asia"));
        assert_eq!(place_of("hungry"), None);
    }
}

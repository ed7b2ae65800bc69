//! Numbers and kinds as models write them.

use ruminate_types::ThoughtType;

use super::super::numbers::{confidence, id, priority};
use super::super::thoughts::kind;

#[test]
fn confidences() {
    for (said, read) in [
        ("0.8", 0.8),
        ("80%", 0.8),
        ("80 %", 0.8),
        ("80 percent", 0.8),
        ("0,8", 0.8),
        (".8", 0.8),
        ("8/10", 0.8),
        ("4 / 5", 0.8),
        ("8 out of 10", 0.8),
        ("0.8/1.0", 0.8),
        ("0.8 (high)", 0.8),
        ("high (0.8)", 0.8),
        ("**0.8**", 0.8),
        ("[0.8]", 0.8),
        ("\"0.8\"", 0.8),
        ("~0.8", 0.8),
        ("≈ 0.8", 0.8),
        ("about 0.8.", 0.8),
        ("0.8, since sources agree", 0.8),
        ("0.8-0.9", 0.8),
        ("8e-1", 0.8),
        ("1", 1.0),
        ("1.", 1.0),
        ("0", 0.0),
        ("1.0", 1.0),
        ("1.3", 1.0),
        ("-0.2", 0.0),
        ("−0.2", 0.0),
        ("150%", 1.0),
        ("85", 0.85),
        ("7", 0.7),
        ("7.5", 0.75),
        ("2", 0.2),
        ("10", 1.0),
        ("100", 1.0),
        ("1000", 1.0),
        ("high", 0.8),
        ("**High**", 0.8),
        ("Medium", 0.5),
        ("moderate", 0.5),
        ("low", 0.2),
        ("very high", 0.9),
        ("Very low.", 0.1),
        ("High: 3 sources agree", 0.8),
    ] {
        let value = confidence(said).map(|c| c.get());
        assert!(value.is_some_and(|v| (v - read).abs() < 1e-9), "{said}: {value:?} is not {read}");
    }
    for said in ["", "NaN", "inf", "-Infinity", "unknown", "0.", "1e999", "3/0", "[confidence]"] {
        assert_eq!(confidence(said), None, "{said}");
    }
}

#[test]
fn priorities() {
    for (said, read) in [
        ("8", 8),
        ("8/10", 8),
        ("4/5", 8),
        ("**9**", 9),
        ("9 - essential", 9),
        ("7.5", 8),
        ("0.9", 9),
        ("80%", 8),
        ("high", 8),
        ("Medium", 5),
        ("low", 2),
        ("critical", 10),
        ("0", 1),
        ("-3", 1),
        ("42", 10),
        ("99999999999999999999", 10),
    ] {
        assert_eq!(priority(said), Some(read), "{said}");
    }
    for said in ["", "who knows", "NaN"] {
        assert_eq!(priority(said), None, "{said}");
    }
}

#[test]
fn names_of_thoughts_and_questions() {
    for (said, read) in
        [("3", 3), ("Q3", 3), ("#3", 3), ("[Q12]", 12), ("thought 4", 4), ("3.0", 3)]
    {
        assert_eq!(id(said), Some(read), "{said}");
    }
    for said in ["", "none", "-1", "99999999999"] {
        assert_eq!(id(said), None, "{said}");
    }
}

#[test]
fn kinds() {
    use ThoughtType::*;
    for (said, read) in [
        ("exploration", Exploration),
        ("**Insight**.", Insight),
        ("exploration/critique", Exploration),
        ("critique/exploration", Critique),
        ("[connection]", Connection),
        ("CRITICAL", Critique),
        ("a new insight", Insight),
        ("Exploratory", Exploration),
        ("counter-argument", Critique),
        ("insight → connection", Insight),
    ] {
        assert_eq!(kind(said), Some(read), "{said}");
    }
    assert_eq!(kind("prophecy"), None);
    assert_eq!(kind("洞察"), None);
}

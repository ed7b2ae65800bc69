//! JSON as its schemas mean it, for `deserialize_with`: `3.0` is a whole number, which programs that keep
//! every number as a fraction write so; a list of the fields' values is no object; and where a field says
//! something by being there, null is not the same as nothing.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};

/// An object, where the field may be absent or null.
pub(crate) fn object<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let Some(fields) = Option::<Map<String, Value>>::deserialize(deserializer)? else {
        return Ok(None);
    };
    T::deserialize(Value::Object(fields)).map(Some).map_err(D::Error::custom)
}

/// A value, where the field may be absent but not null.
pub(crate) fn some<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Objects, where the field may be absent but not null.
pub(crate) fn some_objects<'de, D, T>(deserializer: D) -> Result<Option<Vec<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    objects(deserializer).map(Some)
}

/// A whole number, where the field may be absent but not null.
pub(crate) fn some_whole<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    match whole(deserializer)? {
        Some(number) => Ok(Some(number)),
        None => Err(D::Error::custom("invalid type: null, expected a whole number")),
    }
}

/// Objects.
pub(crate) fn objects<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let all = Vec::<Map<String, Value>>::deserialize(deserializer)?;
    let read = |fields| T::deserialize(Value::Object(fields)).map_err(D::Error::custom);
    all.into_iter().map(read).collect()
}

/// A whole number, where the field may be absent or null.
pub(crate) fn whole<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let Some(number) = Option::<Number>::deserialize(deserializer)? else { return Ok(None) };
    let number = without_fraction(&number).unwrap_or(number);
    T::deserialize(Value::Number(number)).map(Some).map_err(D::Error::custom)
}

/// The same number without its fraction, if that is nothing.
fn without_fraction(number: &Number) -> Option<Number> {
    // Beyond this a fraction does not tell whole numbers apart any more.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let value = number.as_f64().filter(|_| number.is_f64())?;
    (value.fract() == 0.0 && value.abs() <= EXACT).then(|| Number::from(value as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Asked {
        #[serde(deserialize_with = "object")]
        inner: Option<Box<Asked>>,
        #[serde(deserialize_with = "objects")]
        several: Vec<Asked>,
        #[serde(deserialize_with = "whole")]
        count: Option<u32>,
    }

    fn count(json: &str) -> Option<Option<u32>> {
        serde_json::from_str(json).ok().map(|asked: Asked| asked.count)
    }

    #[test]
    fn a_list_is_no_object() {
        let takes = |json: &str| serde_json::from_str::<Asked>(json).is_ok();
        assert!(takes(r#"{"inner": {}, "several": [{}, {"count": 1}]}"#));
        assert!(takes(r#"{"inner": null}"#));
        assert!(!takes(r#"{"inner": []}"#) && !takes(r#"{"inner": [null, [], 3]}"#));
        assert!(!takes(r#"{"several": [[]]}"#) && !takes(r#"{"several": [null]}"#));
    }

    #[test]
    fn a_fraction_of_nothing_is_whole() {
        assert_eq!(count(r#"{"count": 3}"#), Some(Some(3)));
        assert_eq!(count(r#"{"count": 3.0}"#), Some(Some(3)));
        assert_eq!(count(r#"{"count": 3e2}"#), Some(Some(300)));
        assert_eq!(count(r#"{"count": null}"#), Some(None));
        assert_eq!(count("{}"), Some(None));
        for wrong in ["3.5", "-1", "-1.0", "1e30", "4294967296", "\"3\"", "true", "[3]"] {
            assert_eq!(count(&format!(r#"{{"count": {wrong}}}"#)), None, "{wrong}");
        }
    }
}

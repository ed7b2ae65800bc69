//! Whole numbers as JSON and its schemas mean them: `3.0` is one. Programs that keep every number as a
//! fraction write it so.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Number, Value};

/// For `deserialize_with`, where the field may be absent or null.
pub(crate) fn optional<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let Some(number) = Option::<Number>::deserialize(deserializer)? else { return Ok(None) };
    let number = whole(&number).unwrap_or(number);
    T::deserialize(Value::Number(number)).map(Some).map_err(D::Error::custom)
}

/// The same number without its fraction, if that is nothing.
fn whole(number: &Number) -> Option<Number> {
    // Beyond this a fraction does not tell whole numbers apart any more.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let value = number.as_f64().filter(|_| number.is_f64())?;
    (value.fract() == 0.0 && value.abs() <= EXACT).then(|| Number::from(value as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Asked {
        #[serde(default, deserialize_with = "optional")]
        count: Option<u32>,
    }

    fn count(json: &str) -> Option<Option<u32>> {
        serde_json::from_str(json).ok().map(|asked: Asked| asked.count)
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

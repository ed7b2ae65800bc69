//! Vectors as servers send them, and what they must be before anybody reckons with them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// A list of numbers.
pub(crate) fn numbers(list: &Value) -> Result<Vec<f32>, String> {
    let list = list.as_array().ok_or("a vector is not a list")?;
    let number = |number: &Value| number.as_f64().map(|number| number as f32);
    let numbers: Option<Vec<f32>> = list.iter().map(number).collect();
    numbers.ok_or_else(|| "a vector holds something that is not a number".into())
}

/// Numbers of single precision, as their bytes in base64.
pub(crate) fn packed_numbers(packed: &str) -> Result<Vec<f32>, String> {
    let bytes = STANDARD.decode(packed).map_err(|error| format!("not base64: {error}"))?;
    let (numbers, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return Err("a vector ends in the middle of a number".into());
    }
    Ok(numbers.iter().map(|four| f32::from_le_bytes(*four)).collect())
}

/// As many vectors as there were texts, all of them of the same space and of unit length.
pub(super) fn checked(
    vectors: Vec<Vec<f32>>,
    texts: usize,
    dimensions: Option<u32>,
) -> Result<Vec<Vec<f32>>, String> {
    if vectors.len() != texts {
        return Err(format!("{} vectors for {texts} texts", vectors.len()));
    }
    let first = vectors.first().map_or(0, Vec::len);
    let expected = dimensions.map_or(first, |dimensions| dimensions as usize);
    if let Some(other) = vectors.iter().find(|vector| vector.len() != expected) {
        return Err(format!("a vector of {} dimensions instead of {expected}", other.len()));
    }
    vectors.into_iter().map(unit).collect()
}

fn unit(vector: Vec<f32>) -> Result<Vec<f32>, String> {
    if !vector.iter().all(|number| number.is_finite()) {
        return Err("a vector holds something that is not a number".into());
    }
    // In double precision no square overflows and none vanishes.
    let length = vector.iter().map(|number| f64::from(*number).powi(2)).sum::<f64>().sqrt();
    if length == 0.0 {
        return Err("a vector points nowhere".into());
    }
    Ok(vector.into_iter().map(|number| (f64::from(number) / length) as f32).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn base64_and_lists_give_the_same_numbers() {
        let bytes: Vec<u8> = [0.5_f32, -2.0].iter().flat_map(|n| n.to_le_bytes()).collect();
        assert_eq!(packed_numbers(&STANDARD.encode(bytes)), Ok(vec![0.5, -2.0]));
        assert_eq!(numbers(&json!([0.5, -2])), Ok(vec![0.5, -2.0]));
    }

    #[test]
    fn what_is_no_vector_is_told() {
        assert!(numbers(&json!("x")).unwrap_err().contains("list"));
        assert!(numbers(&json!([1.0, null])).unwrap_err().contains("not a number"));
        assert!(packed_numbers("AAA").unwrap_err().contains("base64"));
        assert!(packed_numbers("AAAAAAA=").unwrap_err().contains("middle of a number"));
    }

    fn refused(vectors: &[&[f32]], texts: usize, dimensions: Option<u32>, told: &str) {
        let vectors = vectors.iter().map(|vector| vector.to_vec()).collect();
        let error = checked(vectors, texts, dimensions).unwrap_err();
        assert!(error.contains(told), "{error}");
    }

    #[test]
    fn vectors_that_cannot_be_compared_are_refused() {
        refused(&[&[1.0]], 2, None, "1 vectors for 2 texts");
        refused(&[&[1.0, 0.0], &[1.0]], 2, None, "1 dimensions instead of 2");
        refused(&[&[1.0, 0.0]], 1, Some(3), "2 dimensions instead of 3");
        refused(&[&[f32::NAN, 1.0]], 1, None, "not a number");
        refused(&[&[1e39_f64 as f32, 1.0]], 1, None, "not a number");
        refused(&[&[0.0, -0.0]], 1, None, "nowhere");
        refused(&[&[]], 1, None, "nowhere");
    }

    proptest! {
        #[test]
        fn every_vector_has_unit_length(vector in prop::collection::vec(any::<f32>(), 1..40)) {
            match unit(vector.clone()) {
                Ok(unit) => {
                    let length: f64 = unit.iter().map(|n| f64::from(*n).powi(2)).sum();
                    prop_assert!((length - 1.0).abs() < 1e-5, "{}", length);
                }
                Err(_) => prop_assert!(
                    vector.iter().any(|n| !n.is_finite()) || vector.iter().all(|n| *n == 0.0)
                ),
            }
        }
    }
}

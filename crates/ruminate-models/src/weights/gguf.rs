//! Writes GGUF, the format of weights that llama.cpp reads: version 3, little-endian, aligned to 32 bytes.
//!
//! Only what a converter needs: the head at once, then the tensors one after the other, in the order in
//! which the head named them. Nothing in it depends on time or place, so that the same weights give the
//! same bytes.

use std::io::{self, Write};

const MAGIC: &[u8; 4] = b"GGUF";
const VERSION: u32 = 3;
const ALIGNMENT: u64 = 32;

/// A value of the metadata.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    U32(u32),
    F32(f32),
    Bool(bool),
    Text(String),
    Texts(Vec<String>),
    I32s(Vec<i32>),
}

/// How a tensor's numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    F32,
    F16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    pub name: String,
    /// Rows before columns, as a matrix is spoken of. The file has it the other way round.
    pub shape: Vec<u64>,
    pub precision: Precision,
}

impl Tensor {
    fn bytes(&self) -> u64 {
        let size = match self.precision {
            Precision::F32 => 4,
            Precision::F16 => 2,
        };
        self.shape.iter().product::<u64>() * size
    }
}

/// Everything before the tensors' numbers.
pub fn write_head(
    to: &mut impl Write,
    metadata: &[(&str, Value)],
    tensors: &[Tensor],
) -> io::Result<()> {
    let mut head = Vec::new();
    head.extend_from_slice(MAGIC);
    head.extend(VERSION.to_le_bytes());
    put_length(&mut head, tensors.len());
    put_length(&mut head, metadata.len());
    for (key, value) in metadata {
        put_text(&mut head, key);
        put_value(&mut head, value);
    }
    let mut offset: u64 = 0;
    for tensor in tensors {
        put_text(&mut head, &tensor.name);
        head.extend((tensor.shape.len() as u32).to_le_bytes());
        for length in tensor.shape.iter().rev() {
            head.extend(length.to_le_bytes());
        }
        let precision: u32 = match tensor.precision {
            Precision::F32 => 0,
            Precision::F16 => 1,
        };
        head.extend(precision.to_le_bytes());
        head.extend(offset.to_le_bytes());
        offset += tensor.bytes().next_multiple_of(ALIGNMENT);
    }
    let length = head.len() as u64;
    to.write_all(&head)?;
    pad(to, length)
}

/// A part of a tensor's numbers.
pub fn write_numbers(
    to: &mut impl Write,
    precision: Precision,
    numbers: impl Iterator<Item = f32>,
) -> io::Result<()> {
    let mut bytes = Vec::new();
    for number in numbers {
        match precision {
            Precision::F32 => bytes.extend(number.to_le_bytes()),
            Precision::F16 => bytes.extend(half(number).to_le_bytes()),
        }
    }
    to.write_all(&bytes)
}

/// What comes after the last number of a tensor.
pub fn end_tensor(to: &mut impl Write, tensor: &Tensor) -> io::Result<()> {
    pad(to, tensor.bytes())
}

fn pad(to: &mut impl Write, after: u64) -> io::Result<()> {
    let missing = after.next_multiple_of(ALIGNMENT) - after;
    to.write_all(&[0; ALIGNMENT as usize][..missing as usize])
}

fn put_length(head: &mut Vec<u8>, length: usize) {
    head.extend((length as u64).to_le_bytes());
}

fn put_text(head: &mut Vec<u8>, text: &str) {
    put_length(head, text.len());
    head.extend_from_slice(text.as_bytes());
}

fn put_value(head: &mut Vec<u8>, value: &Value) {
    const U32: u32 = 4;
    const I32: u32 = 5;
    const F32: u32 = 6;
    const BOOL: u32 = 7;
    const TEXT: u32 = 8;
    const ARRAY: u32 = 9;
    let put_kind = |head: &mut Vec<u8>, kind: u32| head.extend(kind.to_le_bytes());
    match value {
        Value::U32(number) => {
            put_kind(head, U32);
            head.extend(number.to_le_bytes());
        }
        Value::F32(number) => {
            put_kind(head, F32);
            head.extend(number.to_le_bytes());
        }
        Value::Bool(flag) => {
            put_kind(head, BOOL);
            head.push(u8::from(*flag));
        }
        Value::Text(text) => {
            put_kind(head, TEXT);
            put_text(head, text);
        }
        Value::Texts(texts) => {
            put_kind(head, ARRAY);
            put_kind(head, TEXT);
            put_length(head, texts.len());
            texts.iter().for_each(|text| put_text(head, text));
        }
        Value::I32s(numbers) => {
            put_kind(head, ARRAY);
            put_kind(head, I32);
            put_length(head, numbers.len());
            numbers.iter().for_each(|number| head.extend(number.to_le_bytes()));
        }
    }
}

/// The nearest number of half precision, as its bits; of two that are as near, the even one. What is
/// too large for it becomes infinite.
pub fn half(number: f32) -> u16 {
    let bits = number.to_bits();
    let sign = (bits >> 16) as u16 & 0x8000;
    let mantissa = bits & 0x007f_ffff;
    let exponent = (bits >> 23 & 0xff) as i32 - 127 + 15;
    if bits & 0x7fff_ffff > 0x7f80_0000 {
        return sign | 0x7e00;
    }
    if exponent >= 31 {
        return sign | 0x7c00;
    }
    if exponent < -10 {
        return sign;
    }
    // Below the smallest normal number the leading one is written out, further to the right.
    let (whole, shift) = match exponent {
        ..=0 => (mantissa | 0x0080_0000, (14 - exponent) as u32),
        _ => (mantissa | (exponent as u32) << 23, 13),
    };
    let kept = (whole >> shift) as u16;
    let rest = whole & ((1 << shift) - 1);
    let middle = 1 << (shift - 1);
    let up = rest > middle || (rest == middle && kept & 1 == 1);
    // A carry goes into the exponent, where it belongs.
    sign | (kept + u16::from(up))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the bits of a finite number of half precision stand for.
    fn single(half: u16) -> f32 {
        let sign = if half & 0x8000 == 0 { 1.0 } else { -1.0 };
        let exponent = i32::from(half >> 10 & 0x1f);
        let mantissa = f32::from(half & 0x3ff);
        match exponent {
            0 => sign * mantissa * 2f32.powi(-24),
            _ => sign * (1024.0 + mantissa) * 2f32.powi(exponent - 25),
        }
    }

    #[test]
    fn every_half_is_its_own_nearest_and_the_middle_goes_to_the_even_one() {
        for bits in (0..0x7c00).chain(0x8000..0xfc00) {
            assert_eq!(half(single(bits)), bits, "{bits:#06x}");
        }
        for bits in 0..0x7bff_u16 {
            let (here, next) = (single(bits), single(bits + 1));
            let middle = (here + next) / 2.0;
            let even = if bits % 2 == 0 { bits } else { bits + 1 };
            assert_eq!(half(middle), even, "{bits:#06x}");
            assert_eq!(half(middle.next_down()), bits, "{bits:#06x}");
            assert_eq!(half(middle.next_up()), bits + 1, "{bits:#06x}");
        }
        assert_eq!(half(65_520.0), 0x7c00);
        assert_eq!(half(f32::NEG_INFINITY), 0xfc00);
        assert_eq!(half(f32::NAN) & 0x7fff, 0x7e00);
        assert_eq!(half(-1e-30), 0x8000);
    }

    #[test]
    fn the_head_is_laid_out_as_the_format_says() {
        let tensors = [
            Tensor { name: "a".into(), shape: vec![3, 5], precision: Precision::F16 },
            Tensor { name: "b".into(), shape: vec![7], precision: Precision::F32 },
        ];
        let mut head = Vec::new();
        write_head(&mut head, &[("k", Value::Bool(true))], &tensors).unwrap();
        let mut expected = b"GGUF\x03\0\0\0\x02\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0".to_vec();
        expected.extend(b"\x01\0\0\0\0\0\0\0k\x07\0\0\0\x01");
        expected.extend(b"\x01\0\0\0\0\0\0\0a\x02\0\0\0\x05\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0");
        expected.extend(b"\x01\0\0\0\0\0\0\0\0\0\0\0");
        expected.extend(b"\x01\0\0\0\0\0\0\0b\x01\0\0\0\x07\0\0\0\0\0\0\0");
        expected.extend(b"\0\0\0\0\x20\0\0\0\0\0\0\0");
        expected.resize(expected.len().next_multiple_of(32), 0);
        assert_eq!(head, expected);
    }

    #[test]
    fn a_tensor_ends_where_the_next_may_begin() {
        let tensor = Tensor { name: "a".into(), shape: vec![3, 5], precision: Precision::F16 };
        let mut file = Vec::new();
        write_numbers(&mut file, tensor.precision, (0..15).map(|n| n as f32)).unwrap();
        end_tensor(&mut file, &tensor).unwrap();
        assert_eq!(file.len(), 32);
        assert_eq!(file[2..4], 0x3c00_u16.to_le_bytes());
        assert_eq!(file[30..], [0, 0]);
    }
}

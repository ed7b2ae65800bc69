//! Reads safetensors: the length of a header, the header in JSON, then the numbers of all tensors.
//!
//! By hand, because it is this little, and because the format's own crate wants the whole file in memory.

use std::io::{ErrorKind, Read, Seek, SeekFrom};

use serde_json::Value;

use super::ConversionError;

/// MiniLM's has 11 KB. A longer one is not believed, and not read.
const LONGEST_HEADER: u64 = 1024 * 1024;
/// No weight is near it, and half precision cannot hold more.
const LARGEST: f32 = 65_504.0;
/// What is read at once.
const CHUNK: usize = 64 * 1024;

#[derive(Debug)]
pub(super) struct Safetensors<R> {
    from: R,
    header: Value,
    /// Where the numbers begin, and how many bytes of them there are.
    start: u64,
    length: u64,
}

/// A tensor that is there and has the right shape.
#[derive(Debug)]
pub(super) struct Found {
    name: String,
    position: u64,
    bytes: u64,
}

impl<R: Read + Seek> Safetensors<R> {
    pub(super) fn open(mut from: R) -> Result<Self, ConversionError> {
        let malformed = |what: String| Err(ConversionError::NotSafetensors(what));
        let file_length = from.seek(SeekFrom::End(0))?;
        from.rewind()?;
        let mut length = [0; 8];
        match from.read_exact(&mut length) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                return malformed("the file is too short".into());
            }
            read => read?,
        }
        let header_length = u64::from_le_bytes(length);
        if header_length > LONGEST_HEADER || header_length > file_length - 8 {
            return malformed(format!("its header would have {header_length} bytes"));
        }
        let mut header = vec![0; header_length as usize];
        from.read_exact(&mut header)?;
        let header = match serde_json::from_slice::<Value>(&header) {
            Ok(header) if header.is_object() => header,
            Ok(_) => return malformed("its header is not an object".into()),
            Err(error) => return malformed(format!("its header is not JSON: {error}")),
        };
        let start = 8 + header_length;
        Ok(Self { from, header, start, length: file_length - start })
    }

    /// Looks a tensor of single-precision numbers up.
    pub(super) fn find(&self, name: &str, shape: &[u64]) -> Result<Found, ConversionError> {
        let Some(about) = self.header.get(name) else {
            return Err(ConversionError::MissingTensor(name.to_owned()));
        };
        let wrong = |what: String| ConversionError::WrongTensor { name: name.to_owned(), what };
        if about["dtype"] != "F32" {
            return Err(wrong(format!("its numbers are {}, not F32", about["dtype"])));
        }
        if about["shape"] != Value::from(shape.to_vec()) {
            return Err(wrong(format!("its shape is {}, not {shape:?}", about["shape"])));
        }
        let offsets = about["data_offsets"].as_array().map(Vec::as_slice);
        let Some([Some(begin), Some(end)]) =
            offsets.map(|o| [0, 1].map(|at| o.get(at).and_then(Value::as_u64)))
        else {
            return Err(wrong("it does not say where it is".into()));
        };
        let bytes = 4 * shape.iter().product::<u64>();
        if end > self.length || end.checked_sub(begin) != Some(bytes) {
            return Err(wrong(format!("it cannot be at {begin} to {end}")));
        }
        Ok(Found { name: name.to_owned(), position: self.start + begin, bytes })
    }

    /// Hands a tensor's numbers over, part by part.
    pub(super) fn read(
        &mut self,
        tensor: &Found,
        mut take: impl FnMut(&[f32]) -> Result<(), ConversionError>,
    ) -> Result<(), ConversionError> {
        self.from.seek(SeekFrom::Start(tensor.position))?;
        let mut left = tensor.bytes;
        let mut bytes = vec![0; CHUNK];
        while left > 0 {
            let part = left.min(CHUNK as u64) as usize;
            self.from.read_exact(&mut bytes[..part])?;
            let (numbers, _) = bytes[..part].as_chunks::<4>();
            let numbers: Vec<f32> = numbers.iter().map(|four| f32::from_le_bytes(*four)).collect();
            if let Some(odd) = numbers.iter().find(|number| !(-LARGEST..=LARGEST).contains(*number))
            {
                return Err(ConversionError::WrongTensor {
                    name: tensor.name.clone(),
                    what: format!("it holds the number {odd}"),
                });
            }
            take(&numbers)?;
            left -= part as u64;
        }
        Ok(())
    }
}

//! Bodies, unpacked up to a limit. By hand and not by the client, which would unpack without one.

use std::io::{self, Read};

use brotli_decompressor::Decompressor;
use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;

/// How often a body may be packed.
const LAYERS: usize = 3;
/// What a sender of zstd may ask of whoever unpacks it (RFC 9659).
const ZSTD_WINDOW: u64 = 8 * 1024 * 1024;

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unpacking {
    TooLarge,
    Broken(String),
}

/// Unpacks what `encodings` says was packed, the last one first. What is too large or breaks off is cut there
/// if it `is_cut`.
pub(crate) fn unpacked(
    mut bytes: Vec<u8>,
    encodings: &str,
    limit: u64,
    is_cut: bool,
) -> Result<Vec<u8>, Unpacking> {
    let names: Vec<String> = encodings
        .split(',')
        .map(|name| name.trim().to_ascii_lowercase())
        .filter(|name| !name.is_empty() && name != "identity")
        .collect();
    if names.len() > LAYERS {
        return Err(Unpacking::Broken(format!("it is packed {} times", names.len())));
    }
    for name in names.iter().rev() {
        bytes = layer(&bytes, name, limit, is_cut)?;
    }
    Ok(bytes)
}

fn layer(packed: &[u8], name: &str, limit: u64, is_cut: bool) -> Result<Vec<u8>, Unpacking> {
    if packed.is_empty() {
        return Ok(Vec::new());
    }
    match name {
        "gzip" | "x-gzip" => taken(MultiGzDecoder::new(packed), limit, is_cut),
        "deflate" if is_zlib(packed) => taken(ZlibDecoder::new(packed), limit, is_cut),
        // Some servers leave the wrapping out.
        "deflate" => taken(DeflateDecoder::new(packed), limit, is_cut),
        "br" if is_large_window(packed) => {
            Err(Unpacking::Broken("its window is larger than brotli's may be".into()))
        }
        "br" => taken(Decompressor::new(packed, 16 * 1024), limit, is_cut),
        "zstd" => taken(Zstd { rest: packed, frame: None }, limit, is_cut),
        _ => Err(Unpacking::Broken(format!("nobody knows {name:?}"))),
    }
}

fn taken(reader: impl Read, limit: u64, is_cut: bool) -> Result<Vec<u8>, Unpacking> {
    let mut bytes = Vec::new();
    let read = reader.take(limit + 1).read_to_end(&mut bytes);
    let is_larger = bytes.len() as u64 > limit;
    if is_cut {
        bytes.truncate(limit as usize);
        return Ok(bytes);
    }
    match read {
        _ if is_larger => Err(Unpacking::TooLarge),
        Err(error) => Err(Unpacking::Broken(error.to_string())),
        Ok(_) => Ok(bytes),
    }
}

fn is_zlib(packed: &[u8]) -> bool {
    let head = |high: u8, low: u8| (u16::from(high) << 8) | u16::from(low);
    matches!(packed, [high, low, ..] if high & 0x0f == 8 && head(*high, *low).is_multiple_of(31))
}

/// An extension of brotli that no browser takes: its windows go up to a gigabyte.
fn is_large_window(packed: &[u8]) -> bool {
    packed.first().is_some_and(|first| first & 0x7f == 0x11)
}

/// Frames of zstd, one after the other.
struct Zstd<'a> {
    rest: &'a [u8],
    frame: Option<StreamingDecoder<&'a [u8], ruzstd::decoding::FrameDecoder>>,
}

impl Read for Zstd<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                match frame.read(into)? {
                    0 => {
                        self.rest = self.frame.take().map_or(&[][..], StreamingDecoder::into_inner)
                    }
                    read => return Ok(read),
                }
            }
            if self.rest.is_empty() {
                return Ok(0);
            }
            let frame = StreamingDecoder::new_with_max_window_size(self.rest, ZSTD_WINDOW);
            self.frame = Some(frame.map_err(io::Error::other)?);
        }
    }
}

//! Bytes of tokens, as text: a letter may be cut between two tokens.

use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;

#[derive(Default)]
pub(crate) struct Writing {
    text: String,
    /// The beginning of a letter that is not whole yet: at most three bytes.
    cut: Vec<u8>,
}

impl Writing {
    /// The text that became whole with this token.
    pub(crate) fn push(&mut self, model: &LlamaModel, token: LlamaToken) -> &str {
        model.vocab().token_to_piece_into(token, &mut self.cut, false, None);
        let begin = self.text.len();
        let mut rest = &self.cut[..];
        loop {
            match std::str::from_utf8(rest) {
                Ok(whole) => {
                    self.text.push_str(whole);
                    rest = &[];
                    break;
                }
                Err(error) => {
                    let (whole, after) = rest.split_at(error.valid_up_to());
                    self.text.push_str(&String::from_utf8_lossy(whole));
                    let Some(bad) = error.error_len() else {
                        rest = after;
                        break;
                    };
                    self.text.push(char::REPLACEMENT_CHARACTER);
                    rest = &after[bad..];
                }
            }
        }
        self.cut = rest.to_vec();
        &self.text[begin..]
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

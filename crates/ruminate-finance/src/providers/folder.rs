//! Files of prices in a folder, one for each symbol: `AAPL.csv`.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use async_trait::async_trait;

use crate::{FinanceError, MarketData, Quote, SeriesRequest, Symbol, TimeSeries, read_csv};

/// Enough to list, and to look a name up in.
const MOST_FILES: usize = 10_000;

#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    name: String,
}

impl Folder {
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let name = path.display().to_string();
        Self { path, name }
    }

    /// The file of a symbol, whether its name is in capitals or not. Only files that lie in the folder are
    /// looked at, so no symbol leads out of it.
    fn file_of(&self, symbol: &Symbol) -> Result<PathBuf, FinanceError> {
        let wanted = symbol.file_stem();
        let is_it =
            |path: &PathBuf| stem(path).is_some_and(|stem| stem.eq_ignore_ascii_case(&wanted));
        self.files()?.into_iter().find(is_it).ok_or_else(|| FinanceError::UnknownSymbol {
            provider: self.name.clone(),
            symbol: symbol.to_string(),
        })
    }

    fn files(&self) -> Result<Vec<PathBuf>, FinanceError> {
        let failed = |error: std::io::Error| FinanceError::Io {
            file: self.name.clone(),
            why: error.to_string(),
        };
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&self.path).map_err(failed)?.take(MOST_FILES) {
            let path = entry.map_err(failed)?.path();
            let is_csv =
                path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
            if is_csv && path.is_file() {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    fn read(&self, symbol: &Symbol) -> Result<TimeSeries, FinanceError> {
        let path = self.file_of(symbol)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let file = File::open(&path)
            .map_err(|error| FinanceError::Io { file: name.clone(), why: error.to_string() })?;
        read_csv(&name, symbol, BufReader::with_capacity(256 * 1024, file))
    }
}

fn stem(path: &Path) -> Option<&str> {
    path.file_stem()?.to_str()
}

/// Off the async threads, since disks take their time.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, FinanceError> + Send + 'static,
) -> Result<T, FinanceError> {
    let failed = |error: tokio::task::JoinError| FinanceError::Io {
        file: "a file".into(),
        why: error.to_string(),
    };
    tokio::task::spawn_blocking(work).await.map_err(failed)?
}

#[async_trait]
impl MarketData for Folder {
    fn name(&self) -> &str {
        &self.name
    }

    async fn series(&self, request: &SeriesRequest) -> Result<TimeSeries, FinanceError> {
        let (folder, request) = (self.clone(), request.clone());
        blocking(move || folder.read(&request.symbol)?.for_request(&request)).await
    }

    async fn quote(&self, symbol: &Symbol) -> Result<Quote, FinanceError> {
        let (folder, symbol) = (self.clone(), symbol.clone());
        blocking(move || Quote::of(&folder.read(&symbol)?)).await
    }

    async fn symbols(&self) -> Result<Option<Vec<Symbol>>, FinanceError> {
        let folder = self.clone();
        let symbols = move || {
            let files = folder.files()?;
            Ok(Some(files.iter().filter_map(|path| Symbol::parse(stem(path)?).ok()).collect()))
        };
        blocking(symbols).await
    }
}

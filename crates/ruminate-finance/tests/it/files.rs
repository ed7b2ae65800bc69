//! Files of prices, as they are found.

use std::io::{BufReader, Read, Write};

use ruminate_finance::{
    FinanceError, Folder, Interval, MarketData, OhlcPoint, SeriesRequest, Symbol, TimeSeries,
    read_csv,
};

use crate::sample::{at, request};

fn symbol() -> Symbol {
    Symbol::parse("ABC").unwrap()
}

fn read(text: &str) -> Result<TimeSeries, FinanceError> {
    read_csv("abc.csv", &symbol(), text.as_bytes())
}

fn check(text: &str) {
    let wanted = [
        OhlcPoint {
            time: at("2020-01-30"),
            open: 1000.5,
            high: 1300.0,
            low: 900.0,
            close: 1200.25,
            volume: Some(1_500_000.0),
        },
        OhlcPoint {
            time: at("2020-01-31"),
            open: 1200.0,
            high: 1250.0,
            low: 1100.0,
            close: 1150.0,
            volume: Some(2_000_000.0),
        },
    ];
    assert_eq!(read(text).unwrap().points, wanted, "{text}");
}

#[test]
fn columns_are_known_by_their_names_in_any_order() {
    check(
        "Date,Open,High,Low,Close,Volume\n2020-01-30,1000.5,1300,900,1200.25,1500000\n2020-01-31,1200,1250,1100,1150,2000000\n",
    );
    // Newest first, as exchanges have it, with signs of currency and thousands.
    check(
        "Date,Close/Last,Volume,Open,High,Low\n01/31/2020,$1150.00,2000000,$1200.00,$1250.00,$1100.00\n01/30/2020,\"$1,200.25\",\"1,500,000\",\"$1,000.50\",\"$1,300\",$900\n",
    );
    // As spreadsheets in Europe save it.
    check(
        "\u{feff}date;open;high;low;close;volume\r\n30.01.2020;1.000,50;1.300,00;900,00;1.200,25;1.500.000\r\n31.01.2020;1.200,00;1.250,00;1.100,00;1.150,00;2.000.000\r\n",
    );
    check(
        "timestamp\tOPEN\tHIGH\tLOW\tCLOSE\tVOL.\n1580342400\t1000.5\t1300\t900\t1200.25\t1.5M\n1580428800\t1200\t1250\t1100\t1150\t2M",
    );
    // Yahoo's, with its adjusted close and a holiday.
    check(
        "Date,Open,High,Low,Close,Adj Close,Volume\n2020-01-30,1000.5,1300,900,1200.25,1.0,1500000\n2020-01-31,1200,1250,1100,1150,1.0,2000000\n2020-02-01,null,null,null,null,null,null\n",
    );
}

#[test]
fn a_file_of_closes_makes_no_candles() {
    let series = read("date,price\nJan 1 2000,10\nFeb 1 2000,20\nMar 1 2000,15\n").unwrap();
    assert!(series.close_only);
    assert_eq!((series.interval, series.points[1].high), (Interval::Month, 20.0));
}

#[test]
fn a_file_of_several_symbols_gives_the_one_that_is_asked_for() {
    let text = "symbol,date,price\nXYZ,2020-01-01,1\nabc,2020-01-01,2\nABC,2020-01-02,3\n";
    let closes: Vec<f64> = read(text).unwrap().closes().collect();
    assert_eq!(closes, [2.0, 3.0]);
    let error = read("symbol,date,price\nXYZ,2020-01-01,1\n").unwrap_err();
    assert_eq!(error.to_string(), "abc.csv knows no ABC");
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let header = "Date,Open,High,Low,Close,Volume\n2020-01-30,1,2,0.5,1.5,10\n\n";
    let told = |line: &str| {
        let error = read(&format!("{header}{line}\n")).unwrap_err();
        assert_eq!(error.code(), "finance_bad_line");
        error.to_string()
    };
    assert_eq!(told("soon,1,2,0.5,1.5,10"), "abc.csv, line 4: \"soon\" is no date");
    assert_eq!(
        told("2020-01-31,1,2,0.5,x,10"),
        "abc.csv, line 4: close is \"x\", which is no number"
    );
    assert_eq!(
        told("2020-01-31,1,inf,0.5,1,10"),
        "abc.csv, line 4: high is \"inf\", which is no number"
    );
    assert_eq!(
        told("2020-01-31,1,0.1,0.5,1,10"),
        "abc.csv, line 4: the high, 0.1, is below the low, 0.5"
    );
    assert_eq!(told("2020-01-31,1,2,0.5,1,-10"), "abc.csv, line 4: the volume, -10, is below zero");
    assert_eq!(
        told("13/02/2020,1,2,0.5,1,1\n02/13/2020,1,2,0.5,1,1"),
        "abc.csv, line 5: the month comes first here, and the day in line 4"
    );
    assert_eq!(told(&"x".repeat(100_000)), "abc.csv, line 4: it is longer than 65536 bytes");
    assert_eq!(told("PK\u{3}\u{4}\0\0"), "abc.csv, line 4: it is not text");
}

#[test]
fn a_file_that_is_none_of_prices_is_told() {
    let told = |text: &str| read(text).unwrap_err().to_string();
    assert_eq!(told(""), "abc.csv: it is empty");
    assert_eq!(
        told("name,age\nAda,36\n"),
        "abc.csv: it has no column for dates; its columns are name, age"
    );
    assert_eq!(
        told("date,age\n2020-01-01,36\n"),
        "abc.csv: it has no column for closes; its columns are date, age"
    );
    assert_eq!(told("date,close\n"), "abc.csv: it has no prices");
    assert_eq!(told("date,close\n2020-01-01,null\n"), "abc.csv: it has no prices");
}

#[test]
fn what_was_put_right_is_noted() {
    let text = "Date,Close\n02/03/2020,2\n02/01/2020,1\n02/03/2020,3\n02/04/2020,-\n";
    let series = read(text).unwrap();
    assert_eq!(series.closes().collect::<Vec<_>>(), [1.0, 3.0]);
    let notes = [
        "1 lines without prices were left out",
        "dates such as 01/02/2020 were read with the month first",
        "1 times were there twice; the later entry was taken",
    ];
    assert_eq!(series.notes, notes);
}

#[tokio::test]
async fn a_folder_has_a_file_for_each_symbol() {
    let dir = tempfile::tempdir().unwrap();
    let text = "Date,Close\n2020-01-01,1\n2020-01-02,2\n";
    for name in ["abc.csv", "EUR-USD.CSV", "notes.txt"] {
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    std::fs::create_dir(dir.path().join("sub.csv")).unwrap();
    let folder = Folder::new(dir.path());
    let symbols = folder.symbols().await.unwrap().unwrap();
    assert_eq!(symbols.iter().map(Symbol::as_str).collect::<Vec<_>>(), ["EUR-USD", "abc"]);
    for symbol in ["ABC", "abc", "EUR/USD"] {
        assert_eq!(folder.series(&request(symbol)).await.unwrap().points.len(), 2, "{symbol}");
    }
    assert_eq!(folder.quote(&symbol()).await.unwrap().change, Some(1.0));
    for unknown in ["notes", "sub", "XYZ"] {
        assert_eq!(
            folder.series(&request(unknown)).await.unwrap_err().code(),
            "finance_unknown_symbol"
        );
    }
    let nowhere = Folder::new(dir.path().join("nowhere"));
    assert_eq!(nowhere.series(&request("ABC")).await.unwrap_err().code(), "finance_io");
}

/// A file without an end, made as it is read.
struct Endless {
    line: u64,
    rest: Vec<u8>,
}

impl Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            let name = if self.line == 0 {
                "symbol,date,close".into()
            } else {
                format!("XYZ,2020-01-01,{}", self.line)
            };
            self.rest = if self.line == 300_000 {
                b"ABC,2020-01-02,7".to_vec()
            } else {
                (name + "\n").into_bytes()
            };
            if self.line > 300_000 {
                return Ok(0);
            }
            self.line += 1;
        }
        let count = self.rest.len().min(into.len());
        into[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

#[test]
fn a_large_file_is_read_line_by_line() {
    let endless = BufReader::new(Endless { line: 0, rest: Vec::new() });
    let series = read_csv("large.csv", &symbol(), endless).unwrap();
    assert_eq!(series.closes().collect::<Vec<_>>(), [7.0]);
}

#[tokio::test]
async fn a_line_without_an_end_takes_no_memory() {
    let dir = tempfile::tempdir().unwrap();
    let mut file = std::fs::File::create(dir.path().join("abc.csv")).unwrap();
    file.write_all(b"Date,Close\n\"").unwrap();
    file.set_len(8 << 30).unwrap();
    let all = SeriesRequest::of("abc").unwrap();
    let error = Folder::new(dir.path()).series(&all).await.unwrap_err();
    assert_eq!(error.to_string(), "abc.csv, line 2: it is longer than 65536 bytes");
}

//! What tools tell about their input and output.

use ruminate_charts::{ChartBlock, DiagramOptions, TableBlock};
use ruminate_finance::{Quote, SeriesRequest, SummaryOptions, TimeSeries};
use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};

fn schema<T: JsonSchema>() -> Value {
    schema_for!(T).to_value()
}

fn names(schema: &Value) -> Vec<&str> {
    schema["properties"].as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn names_are_those_of_the_json() {
    assert_eq!(names(&schema::<ChartBlock>()), ["kind", "title", "spec", "notes"]);
    assert_eq!(names(&schema::<TableBlock>()), ["title", "columns", "rows", "notes"]);
    let column = &schema::<TableBlock>()["$defs"]["Column"];
    assert_eq!(names(column), ["name", "type", "unit", "format"]);
    let series = ["symbol", "interval", "currency", "source", "closeOnly", "points", "notes"];
    assert_eq!(names(&schema::<TimeSeries>()), series);
    assert!(names(&schema::<Quote>()).contains(&"previousClose"));
    assert!(names(&schema::<DiagramOptions>()).contains(&"valueTitle"));
    assert_eq!(names(&schema::<SummaryOptions>()), ["averages"]);
}

#[test]
fn only_the_symbol_must_be_given_and_a_date_is_a_time() {
    let schema = schema::<SeriesRequest>();
    assert_eq!(schema["required"], json!(["symbol"]));
    assert_eq!(schema["$defs"]["Symbol"]["type"], "string");
    // A validator that looks at formats would refuse a date alone.
    assert_eq!(schema["properties"]["from"]["format"], Value::Null);
    let intervals = &schema["$defs"]["Interval"]["enum"];
    assert_eq!(*intervals, json!(["1m", "5m", "15m", "30m", "1h", "1d", "1wk", "1mo"]));
}

//! Settings as a section of a file.

use ruminate_web::WebSettings;

#[test]
fn settings_are_read_from_a_file() {
    let settings: WebSettings = toml::from_str(
        r#"
        allow = ["127.0.0.1:8888", "wiki.lan"]
        page_seconds = 5
        [search.searxng]
        url = "http://127.0.0.1:8888"
        [search.brave]
        per_minute = 30
        [search.folder]
        path = "/pages"
        "#,
    )
    .unwrap();
    assert_eq!(settings.allow.len(), 2);
    let brave = settings.search.brave.unwrap();
    assert_eq!((brave.url, brave.per_minute, brave.seconds), (None, 30.0, 10.0));
    assert_eq!(settings.search.folder.unwrap().files, 20_000);
    assert_eq!(settings.redirects, WebSettings::default().redirects);
    assert!(toml::from_str::<WebSettings>("pages = 3").is_err());
}

"""The texts that libraries from PyPI find, and how fast, written like `bench-read extract` writes its own."""

import gzip
import json
import sys
import time
from pathlib import Path

import html_text
import readability
import trafilatura

PASSES = 3


def by_readability(page):
    return html_text.extract_text(readability.Document(page).summary())


ENGINES = {
    f"trafilatura {trafilatura.__version__} (Python)": lambda page: trafilatura.extract(page) or "",
    "readability-lxml (Python)": by_readability,
}


def measure(name, find, pages):
    texts, best = {}, float("inf")
    for _ in range(PASSES):
        begun = time.process_time()
        for page_name, page in pages.items():
            try:
                texts[page_name] = find(page)
            except Exception:  # A page that breaks a library is one that it does not read.
                texts[page_name] = ""
        best = min(best, time.process_time() - begun)
    return {"engine": name, "pages_per_second": len(pages) / best, "texts": texts}


def main(folder, out):
    names = json.loads((folder / "ground-truth.json").read_text())
    pages = {
        name: gzip.decompress((folder / f"html/{name}.html.gz").read_bytes()).decode("utf-8", "replace")
        for name in names
    }
    for number, (name, find) in enumerate(ENGINES.items()):
        (out / f"peer-{number}.json").write_text(json.dumps(measure(name, find, pages)))


main(Path(sys.argv[1]), Path(sys.argv[2]))

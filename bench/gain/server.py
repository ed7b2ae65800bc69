"""A server of its own for one measurement, and asking it."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 3_600
CONFIG = """
# What binds is the budget of tokens, however busy the machine is.
[think]
call_limit_seconds = 1800

[limits]
requests_per_second = 1000
request_burst = 1000

[telemetry]
log = "warn"
"""


@dataclass(frozen=True)
class Run:
    answer: str
    confidence: float
    calls: int
    tokens: int
    seconds: float
    events: list[dict]


class Server:
    """Ends with the `with` that it is used in; what it knows ends with it."""

    def __init__(self, program: str, model: str) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="ruminate-gain-"))
        (self.home / "config.toml").write_text(CONFIG)
        hidden = ("RUMINATE_CONFIG", "RUMINATE_MODEL", "RUMINATE_MODEL_URL", "RUMINATE_SERVER")
        environment = {name: value for name, value in os.environ.items() if name not in hidden}
        environment |= {"RUMINATE_HOME": str(self.home), "RUMINATE_OFFLINE": "1"}
        self.log = self.home / "log"
        command = [program, "serve", "--listen", "127.0.0.1:0", "--model", model]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        self.address = self.listening()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.home)

    def listening(self) -> str:
        for _ in range(300):
            if found := re.search(r"Listening at (http://\S+)", self.log.read_text()):
                return found[1]
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise SystemExit(f"the server does not start:\n{self.log.read_text()}")

    def request(self, method: str, path: str, body: dict | None = None, accept: str = "application/json") -> bytes:
        request = urllib.request.Request(
            self.address + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"content-type": "application/json", "accept": accept},
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                return response.read()
        except urllib.error.HTTPError as error:
            said = f"{error.code} {error.read().decode(errors='replace')}"
            raise SystemExit(f"{method} {path}: {said}\n{self.log.read_text()[-2000:]}") from error

    def think(self, question: str, mode: str, **limits: int) -> Run:
        """One run to its end. It is deleted afterwards, so that no other one can remember it."""
        asked = {"question": question, "mode": mode, **limits}
        path = f"/api/runs/{json.loads(self.request('POST', '/api/runs', asked))['session_id']}"
        # The stream ends when the run does.
        stream = self.request("GET", f"{path}/events", accept="text/event-stream").decode()
        events = [json.loads(line[6:]) for line in stream.splitlines() if line.startswith("data: ")]
        run = json.loads(self.request("GET", path))
        if run["status"] != "completed":
            raise SystemExit(f"the run is {run['status']} instead of completed: {run['reason']}")
        self.request("DELETE", path)
        spent = run["spent"]
        return Run(
            run["final_synthesis"],
            run["final_confidence"],
            spent["calls"],
            spent["tokens"],
            spent["elapsed_ms"] / 1_000,
            events,
        )

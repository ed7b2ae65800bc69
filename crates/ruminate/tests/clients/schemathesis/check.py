"""Holds a served Ruminate against its own description with Schemathesis: no 5xx, no status, content type or
body that /openapi.json does not tell of, what is described is taken, and what is not is refused.

    python check.py PATH-OF-RUMINATE

The server is fresh, thinks without a model, and has runs in every state, a conversation, and something learned. The seed and the
number of examples are fixed, so that a failure is the same the next time.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
SEED = "20260"
EXAMPLES = "20"

# Schemathesis is far quicker than anybody may be by default.
CONFIG = """
[limits]
requests_per_second = 100000
request_burst = 100000
runs_per_owner = 1000000
[server]
require_keys = true
[telemetry]
log = "warn"
"""


class Server:
    def __init__(self, ruminate: str, home: pathlib.Path) -> None:
        environment = {"PATH": os.environ["PATH"], "HOME": str(home), "RUMINATE_HOME": str(home)}
        (home / "config.toml").write_text(CONFIG)
        made = subprocess.run(
            [ruminate, "keys", "create", "ada", "--json"], env=environment, check=True, capture_output=True
        )
        self.key = json.loads(made.stdout)["key"]
        self.log = home / "log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [ruminate, "serve", "--listen", "127.0.0.1:0", "--model", "none"], env=environment, stderr=log
            )
        self.url = ""
        while not self.url:
            if self.process.poll() is not None:
                sys.exit(f"the server ended: {self.log.read_text()}")
            found = re.search(r"Listening at (http://\S+) ", self.log.read_text())
            self.url = found.group(1) if found else ""

    def post(self, path: str, body: dict | None = None) -> dict:
        data = json.dumps(body or {}).encode()
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.url + path, data, headers)
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    def seed(self) -> dict:
        """Something of everything there is."""
        conversation = self.post("/api/conversations")["conversation_id"]

        def begin(**body: object) -> str:
            return self.post("/api/runs", {"question": "Why is the sky dark at night?", **body})["session_id"]

        answered = begin(conversation_id=conversation)
        thought = begin(mode="extended", max_calls=5)
        created = begin(mode="extended", start=False)
        paused = begin(mode="extended", start=False)
        self.post(f"/api/runs/{paused}/pause")
        cancelled = begin(start=False)
        self.post(f"/api/runs/{cancelled}/cancel")
        self.post("/api/memory", {"source": "notes", "silo": "sky", "text": "The sky is dark at night."})
        return {
            "over": [answered, thought, cancelled],
            "open": [created, paused],
            "conversations": [conversation],
        }

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)


def main() -> int:
    with tempfile.TemporaryDirectory() as directory:
        home = pathlib.Path(directory)
        server = Server(sys.argv[1], home)
        seeds = {"url": server.url, "key": server.key, **server.seed()}
        command = [
            str(pathlib.Path(sys.executable).with_name("schemathesis")),
            "run",
            f"{server.url}/openapi.json",
            f"--header=Authorization: Bearer {server.key}",
            f"--seed={SEED}",
            f"--max-examples={EXAMPLES}",
            "--generation-database=none",
            "--request-timeout=10",
            "--continue-on-failure",
            "--no-color",
            *sys.argv[2:],
        ]
        environment = {
            **os.environ,
            "SCHEMATHESIS_HOOKS": "hooks",
            "PYTHONPATH": str(HERE),
            "PYTHONDONTWRITEBYTECODE": "1",
            "RUMINATE_SEEDS": json.dumps(seeds),
        }
        checked = subprocess.run(command, env=environment, cwd=home).returncode
        ended = server.end()
        log = server.log.read_text()
        if "ERROR" in log or "panicked" in log or ended != 0:
            print(f"the server ended with {ended} and said:\n{log}")
            return 1
        return checked


if __name__ == "__main__":
    sys.exit(main())

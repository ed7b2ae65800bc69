"""One call of the bare model: llama.cpp's server on the same weights, no prompt of Ruminate's.

Sampling is that of the models in the box (crates/ruminate-box/src/pick.rs, the engine's temperature).
"""

import json
import math
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from statistics import mean

from server import PATIENCE, Run

SAMPLING = {
    "temperature": 0.7,
    "top_k": 40,
    "top_p": 0.95,
    "min_p": 0.05,
    "samplers": ["top_k", "top_p", "min_p", "temperature"],
    "max_tokens": 1024,
    "logprobs": True,
}


def probability(words: list[dict]) -> float:
    """How likely the model found its own words: the geometric mean over its tokens. What it says about itself when
    it is asked to is worth less, and a small model that is asked to often says nothing else.

    >>> round(probability([{"logprob": -0.1}, {"logprob": -0.3}]), 3), probability([])
    (0.819, 0.0)
    """
    return math.exp(mean(word["logprob"] for word in words)) if words else 0.0


class Raw:
    """Ends with the `with` that it is used in."""

    def __init__(self, program: str, weights: str, seats: int = 1) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.log = tempfile.NamedTemporaryFile("w+", prefix="ruminate-gain-")
        command = [program, "-m", weights, "--port", str(port), "-c", str(4096 * seats), "-t", "1"]
        command += ["--parallel", str(seats)]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log)

    def __enter__(self) -> "Raw":
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.address}/health", timeout=5)
                return self
            except (urllib.error.URLError, ConnectionError):
                if self.process.poll() is not None:
                    break
                time.sleep(0.2)
        self.__exit__()
        raise SystemExit("llama-server does not start")

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()
        self.log.close()

    def ask(self, question: str) -> Run:
        message = {"role": "user", "content": question}
        body = json.dumps({"messages": [message], **SAMPLING}).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(f"{self.address}/v1/chat/completions", body, headers)
        since = time.monotonic()
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            reply = json.load(response)
        choice, seconds = reply["choices"][0], time.monotonic() - since
        confidence = probability(choice["logprobs"]["content"])
        return Run(choice["message"]["content"].strip(), confidence, 1, reply["usage"]["total_tokens"], seconds, [])

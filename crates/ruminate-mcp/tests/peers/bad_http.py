"""HTTP servers that go wrong, one for each name; prints where it serves."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

how = sys.argv[1]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def send(self, status, kind, body, **headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def endless(self, kind, piece):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        while True:
            self.wfile.write(piece)

    def do_GET(self):
        self.send(405, "text/plain", b"")

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if how == "html":
            return self.send(200, "text/html", b"<h1>Welcome</h1>")
        if how == "refuses":
            return self.send(401, "text/plain", b"no")
        if how == "redirects":
            return self.send(307, "text/plain", b"", Location="http://127.0.0.1:9/stolen")
        if how == "endless_json":
            return self.endless("application/json", b" " * 100_000)
        if how == "endless_event":
            return self.endless("text/event-stream", b"data: " + b"x" * 100_000 + b"\n")
        if how == "half_json":
            return self.send(200, "application/json", b'{"jsonrpc": "2.0", "id"')
        self.send(500, "application/json", json.dumps({"asked": asked}).encode())


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}/mcp", flush=True)
server.serve_forever()

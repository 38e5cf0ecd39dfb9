# SPDX-License-Identifier: Apache-2.0
"""A web server of a folder, with ranges, and with the troubles of servers on request."""

import hashlib
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit


class RangeServer:
    """Serves the files of `folder` at `address` within `with`. `trouble` is called with (method, name, first byte) of every
    request, and may return "drop" (the connection ends in the middle), a status, or None. `headers` are sent with every
    answer, and `etag` makes the checksum in it."""

    def __init__(self, folder, ranges=True, etag=hashlib.sha1):
        self.folder, self.ranges, self.etag = folder, ranges, etag
        self.trouble = lambda method, name, first: None
        self.headers = {}
        self.requests = []

    def __enter__(self):
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                outer.answer(self)

            do_GET = do_HEAD = answer

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, request):
        name = unquote(urlsplit(request.path).path).lstrip("/")
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", request.headers.get("Range", "")) if self.ranges else None
        first = int(asked[1]) if asked else 0
        self.requests.append((request.command, name, first))
        trouble = self.trouble(request.command, name, first)
        file = self.folder / name
        status = trouble if isinstance(trouble, int) else 404 if not file.is_file() else 206 if asked else 200
        whole = file.read_bytes() if status in (200, 206) else b""
        last = min(int(asked[2] or len(whole)), len(whole) - 1) if asked else len(whole) - 1
        body = whole[first : last + 1]
        request.send_response(status)
        request.send_header("Content-Length", str(len(body)))
        request.send_header("ETag", f'"{self.etag(whole).hexdigest()}"')
        for header, value in self.headers.items():
            request.send_header(header, value)
        if self.ranges:
            request.send_header("Accept-Ranges", "bytes")
        if status == 206:
            request.send_header("Content-Range", f"bytes {first}-{last}/{len(whole)}")
        request.end_headers()
        if request.command == "HEAD":
            return
        if trouble == "drop":
            request.wfile.write(body[: len(body) // 2])
            request.close_connection = True
            return
        request.wfile.write(body)

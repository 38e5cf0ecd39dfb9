# SPDX-License-Identifier: Apache-2.0
"""A file of an S3 store by one request over a connection that stays open, to an address that the store's library has signed.

The library itself asks for the size first, and takes four times the processor time for a file of 2 MB. Whatever is out of the
ordinary (a large file, an answer other than the file, no connection) is left to it, with its attempts and its messages.
"""

from __future__ import annotations

import hashlib
import http.client
import os
import re
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

_AT_ONCE = 2**18
_SECONDS = 15.0
# An ETag that is the MD5 of an object: it was written in one piece, and is not encrypted with a key of the customer.
MD5 = re.compile(r'"?([0-9a-f]{32})"?')
_PLAIN_ENCRYPTION = (None, "AES256")
_RANGE = re.compile(r"bytes 0-\d+/(\d+)")
_MISSING = 404

Connection = http.client.HTTPConnection
Key = tuple[int, str, str]


class _Open(threading.local):
    """Connections of this thread that wait for a request. (A process that was forked has none.)"""

    def __init__(self) -> None:
        self.idle: dict[Key, list[Connection]] = {}


_OPEN = _Open()


class Answer:
    """What a store said of a file, before the bytes are read. `md5` is None if the store gives none."""

    def __init__(self, key: Key, connection: Connection, response: http.client.HTTPResponse):
        self._key, self._connection, self._response = key, connection, response
        whole = _RANGE.fullmatch(response.getheader("Content-Range") or "")
        length = whole[1] if whole else response.getheader("Content-Length")
        encryption = response.getheader("x-amz-server-side-encryption")
        is_of_store = response.getheader("x-amz-server-side-encryption-customer-algorithm") is None
        found = MD5.fullmatch(response.getheader("ETag") or "")
        self.is_missing = response.status == _MISSING
        is_file = response.status in (200, 206) and length is not None and length.isdigit()
        self.size = int(length or 0) if is_file else 0
        self.md5 = found[1] if is_file and found and is_of_store and encryption in _PLAIN_ENCRYPTION else None
        #: The ETag looks like an MD5, but is none.
        self.is_encrypted = is_file and found is not None and self.md5 is None

    def pieces(self) -> Iterator[memoryview]:
        """The bytes, in a buffer that is used again; @throws OSError, HTTPException if they do not come."""
        buffer = memoryview(bytearray(_AT_ONCE))
        left = self.size
        while left > 0:
            n = self._response.readinto(buffer[: min(left, _AT_ONCE)])
            if n == 0:
                raise ConnectionError("the connection ended")
            left -= n
            yield buffer[:n]
        self._done()

    def _done(self) -> None:
        """Keep the connection, if nothing is left to be read on it."""
        self._response.read(_AT_ONCE)
        if self._response.isclosed() and not self._response.will_close:
            _OPEN.idle.setdefault(self._key, []).append(self._connection)
        else:
            self._connection.close()

    def leave(self) -> None:
        """Read no bytes, or no more; after the last one this does nothing."""
        if self.is_missing:
            self._done()  # a few words say so
        elif not self._response.isclosed():
            self._connection.close()


def _connection(key: Key) -> Connection:
    _, scheme, host = key
    if scheme in urllib.request.getproxies() and not urllib.request.proxy_bypass(host):
        raise ConnectionError(f"{host} is reached through a proxy; the library of the store asks it")
    kind = http.client.HTTPSConnection if scheme == "https" else http.client.HTTPConnection
    return kind(host, timeout=_SECONDS)


def _asked(key: Key, target: str, largest: int) -> tuple[Connection, http.client.HTTPResponse]:
    """The response to a request on a connection that is open, or on a new one if the server has closed that."""
    idle = _OPEN.idle.get(key, [])
    while True:
        was_open = bool(idle)
        connection = idle.pop() if idle else _connection(key)
        try:
            connection.request("GET", target, headers={"Range": f"bytes=0-{largest - 1}"})
            return connection, connection.getresponse()
        except (OSError, http.client.HTTPException):
            connection.close()
            if not was_open:
                raise


def ask(system: Any, path: str, largest: int) -> Answer | None:
    """The answer of the store to the request of a file of at most `largest` bytes; None if its library has to ask."""
    try:
        url = urlsplit(system.sign(path))
        key = (os.getpid(), url.scheme, url.netloc)
        answer = Answer(key, *_asked(key, f"{url.path}?{url.query}" if url.query else url.path, largest))
    except Exception:  # every store has its own exceptions, and the library meets them again
        return None
    if answer.md5 is not None and answer.size <= largest:
        return answer
    answer.leave()
    return answer if answer.is_missing or answer.is_encrypted else None


def save(answer: Answer, to: Path) -> str | None:
    """Write the bytes, and return their SHA-256; None if they did not come, or are not those of the MD5."""
    md5, sha256 = hashlib.md5(usedforsecurity=False), hashlib.sha256()
    to.parent.mkdir(parents=True, exist_ok=True)
    with to.open("wb") as stream:
        pieces = answer.pieces()
        while True:
            try:
                piece = next(pieces, None)
            except (OSError, http.client.HTTPException):
                return None
            if piece is None:
                break
            md5.update(piece)
            sha256.update(piece)
            stream.write(piece)
    return sha256.hexdigest() if md5.hexdigest() == answer.md5 else None

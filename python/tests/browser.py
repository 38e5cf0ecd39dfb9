# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium that opens HTML files, moves the mouse, and reports texts, requests and errors.

It is controlled by the DevTools protocol over two pipes (``--remote-debugging-pipe``): messages of JSON that end with a
zero byte, commands with a number that their answer repeats, and events in between.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_SECONDS = 600.0
# Pipes have numbers above those that the browser takes, 3 and 4, so that moving one cannot cover the other.
_FIRST_NUMBER = 10


def find_browser() -> str | None:
    """Path of the browser, or None; the variable BIOTROPY_BROWSER can name another."""
    named = os.environ.get("BIOTROPY_BROWSER")
    return named if named else next((path for path in map(shutil.which, _NAMES) if path), None)


def _pipe() -> tuple[int, int]:
    ends = os.pipe()
    moved = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, _FIRST_NUMBER) for end in ends)
    for end in ends:
        os.close(end)
    return moved


class Browser:
    """One browser with one page at a time, without a network."""

    def __init__(self, program: str, profile: Path) -> None:
        commands, self._commands = _pipe()
        self._answers, answers = _pipe()
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                   "--disable-background-networking", "--hide-scrollbars", f"--user-data-dir={profile}",
                   "--window-size=1300,1000", "--remote-debugging-pipe", "about:blank"]  # fmt: skip
        script = f'exec "$0" "$@" 3<&{commands} 4>&{answers} {commands}<&- {answers}>&-'
        self._process = subprocess.Popen(
            ["bash", "-c", script, program, *options],
            pass_fds=(commands, answers),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(commands)
        os.close(answers)
        self._received = b""
        self._next_number = 0
        self._session: str | None = None
        self.requests: list[str] = []  # addresses that the page asked for
        self.problems: list[str] = []  # errors and warnings of the page

    def _receive(self, deadline: float) -> dict[str, Any]:
        while b"\0" not in self._received:
            ready, _, _ = select.select([self._answers], [], [], max(0.0, deadline - time.monotonic()))
            part = os.read(self._answers, 1 << 20) if ready else b""
            if not part:
                raise AssertionError("the browser does not answer" if ready == [] else "the browser has ended")
            self._received += part
        message, self._received = self._received.split(b"\0", 1)
        return json.loads(message)

    def _note(self, event: dict[str, Any]) -> None:
        """Store requests and errors of an event."""
        method, told = event.get("method"), event.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning", "assert"):
            self.problems.append(" ".join(str(one.get("value", one.get("description"))) for one in told["args"]))
        elif method == "Log.entryAdded" and told["entry"]["level"] in ("error", "warning"):
            self.problems.append(told["entry"]["text"])

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Sends a command and waits for its answer."""
        self._next_number += 1
        message = {"id": self._next_number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._commands, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + _SECONDS
        while (answer := self._receive(deadline)).get("id") != self._next_number:
            self._note(answer)
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def open(self, path: Path, width: int | None = None) -> None:
        """Open a file in a new tab, of the given size in pixels, and wait until its scripts have run."""
        self.open_address(path.as_uri(), width, offline=True)

    def open_address(self, address: str, width: int | None = None, offline: bool = False) -> None:
        """Open the page of an address as open() does a file."""
        self._session = None
        self.requests, self.problems = [], []
        tab = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=tab, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        if offline:
            nothing = {"latency": 0, "downloadThroughput": 0, "uploadThroughput": 0}
            self.call("Network.emulateNetworkConditions", offline=True, **nothing)
        if width is not None:
            self.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=True)
        self.call("Page.navigate", url=address)
        self.wait_for(f"document.readyState === 'complete' && location.href === {json.dumps(address)}")

    def evaluate(self, expression: str) -> Any:
        """The value of an expression of JavaScript in the page."""
        done = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in done:
            raise AssertionError(done["exceptionDetails"].get("exception", {}).get("description"))
        return done["result"].get("value")

    def wait_for(self, expression: str) -> Any:
        """The value of an expression, after waiting until it is true."""
        deadline = time.monotonic() + _SECONDS
        while not (value := self.evaluate(expression)):
            assert time.monotonic() < deadline, f"the page never had: {expression}"
            time.sleep(0.02)
        return value

    def move_mouse(self, x: float, y: float) -> None:
        """Move the mouse to a position in the window, in pixels."""
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def screenshot(self) -> bytes:
        """A screenshot as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def close(self) -> None:
        """End the browser and its child processes."""
        self._session = None
        try:
            self.call("Browser.close")
        except (AssertionError, OSError):
            self._process.kill()
        self._process.wait(timeout=_SECONDS)
        os.close(self._commands)
        os.close(self._answers)

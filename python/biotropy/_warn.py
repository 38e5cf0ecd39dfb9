# SPDX-License-Identifier: Apache-2.0
"""Notices: warnings with the line of the caller, and notes for the logger."""

from __future__ import annotations

import logging
import os
import sys
import threading
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from .errors import BiotropyWarning, Notice, UnfamiliarRecording, in_python

_HERE = os.path.dirname(__file__) + os.sep
_log = logging.getLogger("biotropy")
_thread = threading.local()


@contextmanager
def collected() -> Iterator[list[Notice]]:
    """The notices of this thread, which are not issued, for a caller on another machine."""
    before, notices = getattr(_thread, "notices", None), list[Notice]()
    _thread.notices = notices
    try:
        yield notices
    finally:
        _thread.notices = before


def issue(notices: Iterable[tuple[str, str, str]], where: str = "") -> list[Notice]:
    """Pass notices of the library on, warnings with the line outside this package that called it. `where` stands in front of them."""
    made = [Notice(level, code, in_python(text)) for level, code, text in notices]
    for notice in made:
        text = f"{where}: {notice.text}" if where else notice.text
        if getattr(_thread, "notices", None) is not None:
            _thread.notices.append(notice._replace(text=text))
        elif notice.level == "note":
            _log.info(text)
        else:
            frame, level = sys._getframe(1), 2
            while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
                frame, level = frame.f_back, level + 1
            kind = UnfamiliarRecording if notice.code == "unfamiliar" else BiotropyWarning
            warnings.warn(kind(text, notice.code), stacklevel=level)
    return made


def warn(code: str, text: str) -> None:
    """Issue a warning of this package."""
    issue([("warning", code, text)])


def warn_of_bad_channels(name: str, bads: list[str], way: str = "") -> None:
    """Warn of channels marked as bad that are measured, and that `way` leaves out; without it, of those that have no value."""
    if bads:
        listed = ", ".join(bads[:3]) + (", ..." if len(bads) > 3 else "")
        what = f"measured as all others; {way} leaves them out" if way else "without values; bads='keep' measures them"
        warn("channels_bad", f"{name} has channels marked as bad ({len(bads)}: {listed}), {what}")

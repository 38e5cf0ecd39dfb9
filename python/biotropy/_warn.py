# SPDX-License-Identifier: Apache-2.0
"""Warnings with the line of the caller."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .errors import UnfamiliarRecording

_HERE = os.path.dirname(__file__) + os.sep
_thread = threading.local()


@contextmanager
def collected() -> Iterator[list[str]]:
    """The warnings of this thread, which are not issued, for a caller on another machine."""
    before, texts = getattr(_thread, "texts", None), list[str]()
    _thread.texts = texts
    try:
        yield texts
    finally:
        _thread.texts = before


def warn(text: str, category: type[RuntimeWarning] = RuntimeWarning) -> None:
    """Issue a warning with the line outside this package that called it."""
    if getattr(_thread, "texts", None) is not None:
        _thread.texts.append(text)
        return
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, category, stacklevel=level)


def warn_of_bad_channels(name: str, bads: list[str], way: str = "") -> None:
    """Warn of channels marked as bad that are measured, and that `way` leaves out; without it, of those that have no value."""
    if bads:
        listed = ", ".join(bads[:3]) + (", ..." if len(bads) > 3 else "")
        what = f"measured as all others: {way} leaves them out" if way else "which have no value: bads='keep' measures them"
        warn(f"{name} has {len(bads)} channels marked as bad ({listed}), {what}")


def warn_of(found: dict[str, Any]) -> None:
    """Issue the warnings of a classification."""
    for text in found["warnings"]:
        warn(text)
    if found["unfamiliar"]:
        warn(found["unfamiliar"], UnfamiliarRecording)

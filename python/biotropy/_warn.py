# SPDX-License-Identifier: Apache-2.0
"""Warnings with the line of the caller."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Any

from .errors import UnfamiliarRecording

_HERE = os.path.dirname(__file__) + os.sep


def warn(text: str, category: type[RuntimeWarning] = RuntimeWarning) -> None:
    """Issue a warning with the line outside this package that called it."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, category, stacklevel=level)


def warn_of(found: dict[str, Any]) -> None:
    """Issue the warnings of a classification."""
    for text in found["warnings"]:
        warn(text)
    if found["unfamiliar"]:
        warn(found["unfamiliar"], UnfamiliarRecording)

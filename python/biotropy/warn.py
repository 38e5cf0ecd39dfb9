# SPDX-License-Identifier: Apache-2.0
"""Warnings that point to the line of the caller."""

from __future__ import annotations

import os
import sys
import warnings

_HERE = os.path.dirname(__file__) + os.sep


def warn(text: str) -> None:
    """A `RuntimeWarning` at the line that called this package, however deep in it the reason was found."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, RuntimeWarning, stacklevel=level)

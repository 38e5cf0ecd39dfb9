# SPDX-License-Identifier: Apache-2.0
"""Units of results beside numbers and names. A number without a unit has none, where a file says 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def unit_in(attributes: Mapping[str, Any]) -> str:
    """The unit that attributes of a variable give; empty for numbers without one."""
    unit = str(attributes.get("units") or "")
    return "" if unit == "1" else unit


def with_unit(words: str, unit: str) -> str:
    """Words with the unit in parentheses, if there is one."""
    return f"{words} ({unit})" if unit else words


def unit_of_times(data: Any) -> str:
    """The unit of the starts of windows, 's' or 'samples'; empty if `data` has no times."""
    if "time" not in data.coords:
        return ""
    return "s" if data["time"].attrs.get("units", "s") == "s" else "samples"

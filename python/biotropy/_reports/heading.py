# SPDX-License-Identifier: Apache-2.0
"""The beginning of a report: what was measured, of whom, and how it was cut."""

from __future__ import annotations

import os
import time
from typing import Any

import numpy as np

from .._plots.electrodes import dataset_name
from .._plots.study_results import StudyResult
from .findings import listed

_MOST_GROUPS = 4


def _rates(table: Any) -> list[float]:
    """The sampling rates of the recordings, each once."""
    given = table["sampling_rate"].values if "sampling_rate" in table.variables else table.attrs.get("sampling_rate", [])
    rates = np.ravel(np.asarray(given, dtype=float)) if np.asarray(given).dtype.kind in "fiu" else np.empty(0)
    return sorted({float(one) for one in rates if np.isfinite(one) and one > 0})


def _whole(table: Any, name: str) -> int:
    given = table.attrs.get(name, 0)
    return int(given) if isinstance(given, int | float | np.number) and np.isfinite(given) else 0


def _length(table: Any, name: str) -> str:
    """Seconds such as "2 s" as they were given, and a number of samples with the seconds at the rates of the recordings; empty if
    there is none."""
    if isinstance(given := table.attrs.get(name), str):
        return given
    samples, decimate = _whole(table, name), _whole(table, "decimate") or 1
    if samples == 0:
        return ""
    seconds = [f"{samples * decimate / rate:.4g}" for rate in _rates(table)]
    return f"{samples} samples" + (f" ({listed(list(dict.fromkeys(seconds)))} s)" if seconds else "")


def _epochs(table: Any) -> str:
    if window := _length(table, "window"):
        return f"{window}, a new one every {_length(table, 'step')}"
    return _length(table, "epoch") or ("each recording is one" if "epoch" in table.attrs else "")


def written() -> str:
    """The day on which the page is written, or that of SOURCE_DATE_EPOCH."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    return time.strftime("%Y-%m-%d", time.gmtime(int(given) if given.isdecimal() else None))


def about(table: Any, result: StudyResult | None = None) -> list[tuple[str, str]]:
    """Names and values of what a reader has to know first."""
    rates = [f"{rate:g}" for rate in _rates(table)]
    groups = [f"{group} ({n})" for group, n in zip(result.groups, result.sizes, strict=True)] if result else []
    recordings = str(table.sizes["file"]) if "file" in table.dims else os.path.basename(str(table.attrs.get("file", "")))
    rows = [
        ("Dataset", dataset_name(table)),
        ("Groups", listed(groups) if groups else ""),
        ("Recordings", "" if result else recordings),
        ("Windows" if _length(table, "window") else "Epochs", _epochs(table)),
        ("Sampling rate", f"{listed(rates)} Hz" if rates else ""),
        ("Report written", written()),
    ]
    return [(name, value) for name, value in rows if value]


def title_of(measure: str, result: StudyResult | None) -> str:
    """The title of a page: the measure, and the groups if they are few."""
    few = result is not None and 1 < len(result.groups) <= _MOST_GROUPS
    return f"{measure}: {listed(result.groups)}" if result is not None and few else measure

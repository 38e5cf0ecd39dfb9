# SPDX-License-Identifier: Apache-2.0
"""Channels that MNE, or the attribute `bads` of a `DataArray`, marks as bad: they keep their place and have no value."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._arguments import one_of
from ._dimensions import bad_channels, is_xarray
from ._mne_data import channels, is_mne
from ._warn import warn_of_bad_channels

REASON = "the channel is marked as bad"
BADS = (None, "reject", "keep")


def _bad(data: Any, picks: Any) -> tuple[dict[int, str], Any]:
    """Names of the bad channels by their place, and in a `DataArray` their dimension."""
    if is_mne(data):
        marked = data.info["bads"]
        return {place: name for place, name in enumerate(channels(data, picks) if marked else ()) if name in marked}, None
    channel = data.coords.get("channel") if is_xarray(data) else None
    if channel is None or channel.ndim != 1:
        return {}, None
    marked = bad_channels(data)
    return {place: name for place, name in enumerate(channel.values.tolist()) if name in marked}, channel.dims[0]


def without_bad(array: Any, data: Any, picks: Any, bads: str | None, name: str, axis: int | None = None) -> Any:
    """The samples of `data`, with NaN in channels marked as bad if `bads` is 'reject', and a warning that names them. None is for
    functions without that option, which take them as all others. `axis` is that of the channels, if it is not as in `data`."""
    one_of("bads", bads, BADS)
    marked, dim = ({}, None) if bads == "keep" else _bad(data, picks)
    if not marked:
        return array
    warn_of_bad_channels(name, list(marked.values()), "" if bads else "pick()" if dim is None else "drop_sel")
    if bads is None:
        return array
    is_own = is_mne(data) and array.dtype == np.float64 and array.flags.writeable
    samples = array if is_own else np.array(array, dtype=np.float64)
    place = -2 if dim is None else data.dims.index(dim)
    np.moveaxis(samples, place if axis is None else axis, 0)[list(marked)] = np.nan
    return samples


def name_bad(reasons: list[str] | None, data: Any, picks: Any, bads: str, n_channels: int, times: int = 1) -> None:
    """Give series of bad channels their reason, which needs no second warning, and so do those of a `DataArray` that says why they were
    not measured or prepared. The channel is the last axis of the series, each of which has `times` reasons."""
    if reasons is None or bads != "reject" or type(data) is np.ndarray:
        return
    marked, dim = _bad(data, picks)
    if dim is not None and "reason" in data.coords and data["reason"].dims == (dim,):
        marked |= {place: str(name) for place, name in enumerate(data["channel"].values) if data["reason"].values[place]}
    is_last = dim is None or [one for one in data.dims if one != "time"][-1] == dim
    for i in range(len(reasons) if marked and is_last else 0):
        if i // times % n_channels in marked:
            reasons[i] = REASON


def others(reasons: list[str]) -> list[int]:
    """Places of reasons that a warning has to name: not those of bad channels."""
    return [i for i, reason in enumerate(reasons) if reason and reason != REASON]


def valid_but_bad(valid: np.ndarray, reasons: list[str], n_channels: int, n_epochs: int) -> np.ndarray:
    """How many values of each pair of channels are finite, as if those of bad channels were."""
    bad = [i for i, reason in enumerate(reasons[:n_channels]) if reason == REASON]
    counted = np.array(valid)
    counted[bad] = counted[:, bad] = n_epochs
    return counted

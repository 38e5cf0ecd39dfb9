# SPDX-License-Identifier: Apache-2.0
"""Samples of objects of MNE: the channels that are chosen, as MNE chooses them, and NaN in time that is bad."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from . import bad_time
from .errors import InvalidInput
from .warn import warn


def is_mne(data: Any) -> bool:
    """Whether this is `mne.Epochs`, `mne.io.Raw` or `mne.Evoked`, found without importing MNE."""
    return any(cls.__module__.split(".")[0] == "mne" for cls in type(data).__mro__) and hasattr(data, "ch_names")


def is_raw(data: Any) -> bool:
    """Whether this is a continuous recording of MNE."""
    return is_mne(data) and hasattr(data, "n_times")


def require_samples(data: Any, name: str) -> None:
    """An object of MNE that has samples in time; spectra have powers in their place."""
    has_samples = hasattr(data, "times") and not hasattr(data, "freqs")
    if not has_samples or not hasattr(data, "get_data") or not hasattr(data, "info"):
        raise InvalidInput(f"{name} is a {type(data).__name__} of MNE: Raw, Epochs, Evoked or an array is needed")


def channels(data: Any, picks: Any, name: str = "data") -> list[str]:
    """Names of the channels that `picks` chooses by name, type or number; None and 'data' are all channels of data (EEG,
    MEG, ...), those marked as bad among them."""
    mne = sys.modules["mne"]
    # Choosing is a method of recordings; this one is as small as one can be.
    stub = mne.EvokedArray(np.empty((len(data.ch_names), 1)), data.info, verbose="ERROR")
    try:
        return list(stub.pick("data" if picks is None else picks, verbose="ERROR").ch_names)
    except (ValueError, TypeError, IndexError) as error:
        types = ", ".join(sorted(set(data.get_channel_types())))
        allowed = f"names, numbers or types of channels, 'data' or 'all' is needed, and {name} has channels of type {types}"
        raise InvalidInput(f"picks = {picks!r} is not allowed: {allowed} ({error})") from None


def samples(data: Any, picks: Any, name: str, gap: int) -> np.ndarray:
    """The chosen channels; of a continuous recording, NaN where an annotation says that it is bad."""
    require_samples(data, name)
    names = channels(data, picks, name)
    bads = [channel for channel in names if channel in data.info["bads"]]
    if bads:
        listed = ", ".join(bads[:3]) + (", ..." if len(bads) > 3 else "")
        warn(f"{name} has {len(bads)} channels marked as bad ({listed}), measured as all others: pick() leaves them out")
    if is_raw(data):
        return bad_time.samples(data, names, gap=gap)
    return data.get_data(picks=[data.ch_names.index(channel) for channel in names])

# SPDX-License-Identifier: Apache-2.0
"""Samples of objects of MNE: channels selected as in MNE, and NaN in bad segments."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from . import _bad_segments, _core, _edf_checks
from .errors import InvalidInput, in_python


_OF_VOLT = {"mV": 1e3, "uV": 1e6, "nV": 1e9}


def _is_of_mne(data: Any) -> bool:
    return any(cls.__module__.split(".")[0] == "mne" for cls in type(data).__mro__)


def is_mne(data: Any) -> bool:
    """Whether this is `mne.Epochs`, `mne.io.Raw` or `mne.Evoked`, found without importing MNE."""
    return _is_of_mne(data) and hasattr(data, "ch_names")


def is_raw(data: Any) -> bool:
    """Whether this is a continuous recording of MNE."""
    return is_mne(data) and hasattr(data, "n_times")


def refuse_other_objects(data: Any, name: str, *, evoked: bool = True) -> None:
    """Refuse objects of MNE without samples of channels in time, such as spectra and a SourceEstimate, and a Dataset or DataTree of
    xarray."""
    has_samples = all(hasattr(data, one) for one in ("times", "get_data", "info", "ch_names")) and not hasattr(data, "freqs")
    is_recording = hasattr(data, "n_times") or hasattr(data, "drop_bad")
    xarray = sys.modules.get("xarray")
    if _is_of_mne(data) and not (has_samples and (evoked or is_recording)):
        package, allowed = "MNE", "Raw, Epochs, Evoked or an array" if evoked else "Raw, Epochs or an array"
    elif xarray is not None and isinstance(data, xarray.Dataset | xarray.DataTree):
        package, allowed = "xarray", f"one of its variables ({', '.join(map(repr, data.data_vars)) or 'none'})"
    else:
        return
    raise InvalidInput(f"{name} is a {type(data).__name__} of {package}; it must be {allowed}", name)


def channels(data: Any, picks: Any, name: str = "data") -> list[str]:
    """Names of the channels that `picks` selects by name, type or number; None and 'data' are all data channels (EEG, MEG,
    ...), including those marked as bad."""
    mne = sys.modules["mne"]
    # pick() is a method of recordings: this one has the least size.
    stub = mne.EvokedArray(np.empty((len(data.ch_names), 1)), data.info, verbose="ERROR")
    try:
        return list(stub.pick("data" if picks is None else picks, verbose="ERROR").ch_names)
    except (ValueError, TypeError, IndexError) as error:
        types = sorted(set(data.get_channel_types()))
        listed = ", ".join(types)
        if picks is None or (isinstance(picks, str) and picks == "data"):
            chosen = repr(types[0] if len(types) == 1 else types)
            text = f"{name} has no channels of data (EEG, MEG, ...), only {listed}; give picks = {chosen}"
            raise InvalidInput(text) from None
        allowed = f"names, numbers or types of channels of {name} ({listed}), 'data' or 'all'"
        raise InvalidInput(f"picks is {picks!r}; it must be {allowed} ({error})") from None


def bad_channels(data: Any, names: list[str]) -> list[str]:
    """Those of the channels that are marked as bad."""
    return [name for name in names if name in data.info["bads"]]


def mne_units(data: Any, names: list[str]) -> list[str]:
    """The unit of each channel: that of its type."""
    codes = sys.modules["mne"]._fiff.constants.FIFF
    words = {codes.FIFF_UNIT_V: "V", codes.FIFF_UNIT_T: "T", codes.FIFF_UNIT_T_M: "T/m", codes.FIFF_UNIT_NONE: ""}
    held = {one["ch_name"]: words.get(one["unit"], str(int(one["unit"]))) for one in data.info["chs"]}
    return [held[name] for name in names]


def file_units(raw: Any, names: list[str]) -> tuple[list[str], np.ndarray]:
    """Units of channels in the file that MNE has opened, empty where it does not say, and what its samples, which are in volts, are
    multiplied with to be in them."""
    held = [raw._orig_units.get(name, "n/a") for name in names]
    of_mne = mne_units(raw, names)
    units = [unit if one == "n/a" else _core.usual_unit(one) for one, unit in zip(held, of_mne, strict=True)]
    return units, np.array([_OF_VOLT.get(unit, 1.0) if one == "V" else 1.0 for unit, one in zip(units, of_mne, strict=True)])


def samples(data: Any, names: list[str], name: str, bads: str | None = None) -> np.ndarray:
    """Samples of these channels; NaN in bad segments of a continuous recording, unless `bads` is 'keep'. Those of Epochs are not to be written to: they
    may be the memory of the object."""
    if is_raw(data):
        _edf_checks.warn_of_interpolated(data, names, name)
        return _bad_segments.samples(data, names, bads=bads)
    places = [data.ch_names.index(channel) for channel in names]
    if not getattr(data, "preload", False) or not hasattr(data, "selection"):
        return data.get_data(picks=places)
    held = data.get_data(copy=False)
    if len(places) < len(data.ch_names) or places != sorted(places):
        return held.take(places, axis=1)  # contiguous, as a selection by MNE is not
    held = held.view()
    held.flags.writeable = False
    return held


def seams(data: Any) -> list[int]:
    """The first samples behind the seams of a continuous recording."""
    return _bad_segments.seams(_bad_segments.marks(data), data.n_times) if is_raw(data) else []


def _annotated(data: Any) -> str:
    found = _bad_segments.first_mark(data) if is_raw(data) else None
    return "" if found is None else f"the annotation {found[0]!r} at {found[1]:g} s"


def of_annotation(data: Any) -> str:
    """Which annotation makes samples missing first, for the end of a message; empty if none does."""
    annotated = _annotated(data)
    return annotated and f" (missing for {annotated})"


def explained(reason: str, data: Any = None) -> str:
    """A reason for a value that is not finite, with the argument that helps, and what makes samples of `data` missing."""
    text = in_python(reason)
    return reason if text == reason else text + of_annotation(data)


def refuse_annotated(data: Any, array: np.ndarray, name: str, remedy: str = "") -> None:
    """Refuse a continuous recording of MNE in which annotations make samples missing, where none may be, with a first `remedy`."""
    annotated = _annotated(data)
    if annotated and np.isnan(array).any():
        raise InvalidInput(f"{name} has missing samples for {annotated}; {remedy}give a part without it ({name}.copy().crop) or, "
                           f"if nothing is wrong there, {name}.get_data()")  # fmt: skip


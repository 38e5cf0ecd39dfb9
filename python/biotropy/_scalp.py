# SPDX-License-Identifier: Apache-2.0
"""Positions of channels and mixing matrices, for maps of the scalp.

A sample of class k is x = A_k s + b_k, where A_k is the inverse of the unmixing matrix W_k of a model (Salazar et al.
2010). Column j of A_k is the pattern of source j on the channels; the signs of column and source are arbitrary, as only
their product is determined.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core
from ._electrodes import read_electrodes
from ._inputs import numeric
from ._mne_data import is_mne
from ._packages import needed
from .errors import InvalidInput

# Channels closer than this (m) have the same position on a map.
_SAME_POSITION = 1e-6


@dataclass(frozen=True)
class ClassesOf:
    """A model of the C++ library, and the names of its channels (None if they are numbers) and classes."""

    core: Any
    channels: list[str] | None
    classes: list[str]
    n_channels: int

    def mixing(self, which: int) -> np.ndarray:
        """A_k: (channel, component)."""
        return np.linalg.inv(self.core.unmixing(which))


def classes_of(model: Any) -> ClassesOf:
    """The model of a fitted `SICAMM`, or of a file."""
    core = _core.load_model(os.fspath(model)) if isinstance(model, str | os.PathLike) else getattr(model, "_model", None)
    if not isinstance(core, _core.SicammModel):
        raise InvalidInput("model must be a SICAMM that is fitted, or the file of a model")
    channels = list(core.features)
    are_numbers = channels == [str(number) for number in range(len(channels))]
    return ClassesOf(core, None if are_numbers else channels, list(core.classes), len(channels))


def numbers_of(chosen: Any, names: Sequence[str], argument: str) -> list[int]:
    """Indices of classes, selected by name; None selects all."""
    if chosen is None:
        return list(range(len(names)))
    listed = [chosen] if isinstance(chosen, str) or np.ndim(chosen) == 0 else list(chosen)
    for name in listed:
        if str(name) not in names:
            raise InvalidInput(f"{argument} has {name!r}; it must be one of {', '.join(map(repr, names))}")
    if not listed or len(set(map(str, listed))) != len(listed):
        raise InvalidInput(f"{argument} is {listed}; it must be at least one name, and each once")
    return [list(names).index(str(name)) for name in listed]


def components_of(chosen: Any, n_components: int) -> list[int]:
    """Indices of components: the first `chosen` ones, or those listed."""
    if isinstance(chosen, int | np.integer) and not isinstance(chosen, bool):
        if chosen < 1:
            raise InvalidInput(f"components is {chosen}; it must be how many, or a list of numbers")
        return list(range(min(int(chosen), n_components)))
    listed = [] if isinstance(chosen, str | bool) or np.ndim(chosen) != 1 else list(chosen)
    for number in listed:
        if isinstance(number, bool) or not isinstance(number, int | np.integer) or not 0 <= number < n_components:
            raise InvalidInput(f"components has {number!r}; it must be a number from 0 to {n_components - 1}")
    if not listed:
        raise InvalidInput(f"components is {chosen!r}; it must be how many, or a list of numbers")
    return [int(number) for number in listed]


def _positions(info: Any, picks: Sequence[int]) -> Any:
    """The part of an `mne.Info` that a map needs, with a different position for each channel."""
    mne = needed("mne", "mne")
    chosen = mne.pick_info(info, list(picks))
    kinds = sorted(set(chosen.get_channel_types()))
    if len(kinds) > 1 or len(mne.pick_types(chosen, meg=True, eeg=True, seeg=True, ecog=True, dbs=True, exclude=())) != len(picks):
        raise InvalidInput(f"the channels are of the types {', '.join(kinds)}; give one type of EEG or MEG channels")
    positions = np.array([channel["loc"][:3] for channel in chosen["chs"]], dtype=float)
    unknown = ~np.isfinite(positions).all(axis=1) | (positions == 0).all(axis=1)
    if unknown.any():
        names = [chosen["ch_names"][k] for k in np.flatnonzero(unknown)[:3]]
        raise InvalidInput(
            f"{int(unknown.sum())} of {len(picks)} channels have no position ({', '.join(names)}, ...): give an Info "
            "with a montage (info.set_montage), or positions (n_channels, 2)"
        )
    _refuse_pairs(positions, chosen["ch_names"])
    return chosen


def _refuse_pairs(positions: np.ndarray, names: Sequence[str]) -> None:
    for first in range(len(positions) - 1):
        apart = np.linalg.norm(positions[first + 1 :] - positions[first], axis=1)
        if apart.min() < _SAME_POSITION:
            second = first + 1 + int(apart.argmin())
            raise InvalidInput(f"the channels {names[first]} and {names[second]} are at one place: a map needs different ones")


def _of_table(path: str | os.PathLike[str], names: Sequence[str]) -> np.ndarray:
    """Positions in space from a table of electrodes, different ones for all channels."""
    positions = read_electrodes(path).of(names)
    unknown = [name for name, place in zip(names, positions, strict=True) if not np.isfinite(place).all()]
    if unknown:
        raise InvalidInput(
            f"{os.fspath(path)}: no position of {len(unknown)} of {len(names)} channels ({', '.join(unknown[:3])}, ...)"
        )
    _refuse_pairs(positions, names)
    return positions


def info_positions(pos: Any, names: Sequence[str]) -> np.ndarray:
    """Positions of channels: in space from an object of MNE or a table of electrodes, or the given ones in the plane."""
    if isinstance(pos, str | os.PathLike):
        return _of_table(pos, names)
    if is_mne(pos) and hasattr(pos, "info"):
        pos = pos.info
    if not is_mne(pos):
        plane = numeric(pos, "pos").astype(np.float64)
        if plane.shape != (len(names), 2) or not np.isfinite(plane).all():
            raise InvalidInput(f"pos has the shape {plane.shape}; it must be an mne.Info, or finite positions ({len(names)}, 2)")
        return plane
    if not isinstance(pos, dict):
        raise InvalidInput(f"pos is a {type(pos).__name__}; it must be an mne.Info with positions, or positions in the plane")
    missing = [name for name in names if name not in pos["ch_names"]]
    if missing:
        raise InvalidInput(f"pos has no channel {missing[0]!r}; it must have all channels of the network")
    chosen = _positions(pos, [pos["ch_names"].index(name) for name in names])
    return np.array([channel["loc"][:3] for channel in chosen["chs"]], dtype=float)


def _info_of_table(path: str | os.PathLike[str]) -> Any:
    """An `mne.Info` with the electrodes of a table that have a position."""
    mne = needed("mne", "mne")
    electrodes = read_electrodes(path)
    known = np.isfinite(electrodes.positions).all(axis=1)
    places = {name: place for name, place, there in zip(electrodes.names, electrodes.positions, known, strict=True) if there}
    montage = mne.channels.make_dig_montage(places, coord_frame="head")
    return mne.create_info(list(places), 1.0, "eeg").set_montage(montage)


def positions_of(pos: Any, of: ClassesOf, ch_names: Sequence[str] | None) -> Any:
    """Positions for maps of MNE, in the order of the channels of the model."""
    if of.n_channels < 2:
        raise InvalidInput("the model has a single channel: a map needs two or more")
    if isinstance(pos, str | os.PathLike):
        pos = _info_of_table(pos)
    if is_mne(pos) and hasattr(pos, "info"):
        pos = pos.info
    if is_mne(pos) and not isinstance(pos, dict):
        raise InvalidInput(f"pos is a {type(pos).__name__}; it must be an mne.Info with positions, or positions in the plane")
    if not is_mne(pos):
        plane = numeric(pos, "pos").astype(np.float64)
        if plane.shape != (of.n_channels, 2) or not np.isfinite(plane).all():
            raise InvalidInput(
                f"pos has the shape {plane.shape}; it must be an mne.Info, or finite positions ({of.n_channels}, 2)"
            )
        _refuse_pairs(plane, [str(number) for number in range(of.n_channels)])
        return plane
    names = list(ch_names) if ch_names is not None else of.channels
    if names is None:
        if len(pos["ch_names"]) != of.n_channels:
            raise InvalidInput(
                f"pos has {len(pos['ch_names'])} channels and the model {of.n_channels} without names: "
                "give ch_names, or the Info of just these channels"
            )
        names = list(pos["ch_names"])
    if len(names) != of.n_channels:
        raise InvalidInput(f"ch_names has {len(names)} names: {of.n_channels} channels need as many")
    missing = [name for name in names if name not in pos["ch_names"]]
    if missing:
        raise InvalidInput(f"pos has no channel {missing[0]!r}; it must have all channels of the model")
    return _positions(pos, [pos["ch_names"].index(name) for name in names])

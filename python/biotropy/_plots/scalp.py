# SPDX-License-Identifier: Apache-2.0
"""Positions of channels and mixing matrices, for maps of the scalp.

A sample of class k is x = A_k s + b_k, where A_k is the inverse of the unmixing matrix W_k of a model (Salazar et al.
2010). Column j of A_k is the pattern of source j on the channels; the signs of column and source are arbitrary, as only
their product is determined.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from .._arguments import different, one_each, one_of, shaped, whole
from .._inputs import numeric
from .._packages import needed
from ..errors import InvalidInput
from .electrodes import read_electrodes

# Channels closer than this (m) have the same position on a map.
_SAME_POSITION = 1e-6


def numbers_of(chosen: Any, names: Sequence[str], argument: str) -> list[int]:
    """Indices of classes, selected by name; None selects all."""
    listed = names if chosen is None else [chosen] if isinstance(chosen, str) or np.ndim(chosen) == 0 else list(chosen)
    return [names.index(one_of(argument, str(name), names)) for name in different(argument, listed)]


def components_of(chosen: Any, n_components: int) -> list[int]:
    """Indices of components: the first `chosen` ones, or those listed."""
    if isinstance(chosen, int | np.integer):
        return list(range(min(whole("components", chosen, 1), n_components)))
    return [whole("components", number, 0, n_components - 1) for number in chosen]


def _require_places(positions: np.ndarray, names: Sequence[str]) -> None:
    """Refuse channels without a position, and two at one place."""
    unknown = [name for name, place in zip(names, positions, strict=True) if not np.isfinite(place).all() or not place.any()]
    if unknown:
        raise InvalidInput(f"{len(unknown)} of {len(names)} channels have no position ({', '.join(unknown[:3])}{', ...' * (len(unknown) > 3)}): give an Info "
                           "with a montage (info.set_montage), or positions (n_channels, 2)")  # fmt: skip
    for first in range(len(positions) - 1):
        apart = np.linalg.norm(positions[first + 1 :] - positions[first], axis=1)
        if apart.min() < _SAME_POSITION:
            second = first + 1 + int(apart.argmin())
            raise InvalidInput(f"the channels {names[first]} and {names[second]} have the same position; a map needs different ones")


def _places(pos: Any, names: Sequence[str]) -> Any:
    """Positions in the plane, or the part of an `mne.Info` that a map needs."""
    if not isinstance(pos, dict):
        plane = shaped("pos", numeric(pos, "pos").astype(np.float64), len(names), 2)
        _require_places(np.column_stack([plane, np.ones(len(plane))]), names)
        return plane
    mne = needed("mne", "mne")
    chosen = mne.pick_info(pos, [pos["ch_names"].index(one_of("a channel", name, pos["ch_names"])) for name in names])
    kinds = sorted(set(chosen.get_channel_types()))
    if len(kinds) > 1 or len(mne.pick_types(chosen, meg=True, eeg=True, seeg=True, ecog=True, dbs=True, exclude=())) != len(names):
        raise InvalidInput(f"the channels are of the types {', '.join(kinds)}; give one type of EEG or MEG channels")
    _require_places(_of_info(chosen), names)
    return chosen


def _of_info(info: Any) -> np.ndarray:
    return np.array([channel["loc"][:3] for channel in info["chs"]], dtype=float)


def info_positions(pos: Any, names: Sequence[str]) -> np.ndarray:
    """Positions of channels: in space from an object of MNE or a table of electrodes, or the given ones in the plane."""
    if isinstance(pos, str | os.PathLike):
        positions = read_electrodes(pos).of(names)
        _require_places(positions, names)
        return positions
    found = _places(getattr(pos, "info", pos), names)
    return found if isinstance(found, np.ndarray) else _of_info(found)


def _info_of_table(path: str | os.PathLike[str]) -> Any:
    """An `mne.Info` with the electrodes of a table that have a position."""
    mne = needed("mne", "mne")
    electrodes = read_electrodes(path)
    known = np.isfinite(electrodes.positions).all(axis=1)
    places = {name: place for name, place, there in zip(electrodes.names, electrodes.positions, known, strict=True) if there}
    montage = mne.channels.make_dig_montage(places, coord_frame="head")
    return mne.create_info(list(places), 1.0, "eeg").set_montage(montage)


def _info_or_plane(pos: Any) -> Any:
    """The `mne.Info` of an object of MNE, a montage or a table of electrodes; other positions as they are."""
    if hasattr(pos, "get_positions"):
        return needed("mne", "mne").create_info(list(pos.ch_names), 1.0, "eeg").set_montage(pos)
    return _info_of_table(pos) if isinstance(pos, str | os.PathLike) else getattr(pos, "info", pos)


def positions_at(pos: Any, names: Sequence[str]) -> Any:
    """Positions for maps of MNE, in the order of the names."""
    if len(names) < 2:
        raise InvalidInput(f"there are values of {len(names)} channels; a map needs two or more")
    return _places(_info_or_plane(pos), names)


def positions_of(pos: Any, channels: list[str], ch_names: Sequence[str] | None) -> Any:
    """Positions for maps of MNE, in the order of the channels of a model, which may be but numbers."""
    pos = _info_or_plane(pos)
    are_numbers = channels == [str(number) for number in range(len(channels))]
    names = ch_names if ch_names is not None else pos["ch_names"] if are_numbers and isinstance(pos, dict) else channels
    return positions_at(pos, one_each("ch_names", names, len(channels), "channel of the model"))

# SPDX-License-Identifier: Apache-2.0
"""Order in which the channels of a matrix are drawn: that of the data, of a list, of groups or of clusters."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._arguments import different, finite, one_each, one_of, whole
from .._packages import needed
from ..errors import InvalidInput

# Types of MNE, and types with which labels begin (EDF+, section 2.1.3.4), that are excluded from the colour scale and drawn last.
_AUXILIARY = {
    "bio", "chpi", "dipole", "ecg", "eda", "ekg", "emg", "eog", "erg", "event", "exci", "eyegaze", "gof", "gsr", "ias", "light",
    "marker", "misc", "ppg", "pupil", "resp", "respiration", "sao", "sound", "spo", "status", "sti", "stim", "syst",
    "temperature", "trigger",
}  # fmt: skip
SIGNALS = "signals"


def auxiliary_types(names: Sequence[str], ch_types: Any = None) -> list[str]:
    """The type of each auxiliary channel, and `SIGNALS` for all others; `SIGNALS` for all channels if all are auxiliary. By default
    types are those with which names begin ("ECG", "EOG left", "EMG1")."""
    if isinstance(ch_types, Mapping):
        for name in ch_types:
            one_of("a channel of ch_types", name, names)
        given = [str(ch_types.get(name, "")) for name in names]
    elif ch_types is not None:
        given = [str(one) for one in one_each("ch_types", ch_types, len(names), "channel")]
    else:
        given = [re.split("[^A-Za-z]", name)[0] for name in names]
    found = [one.lower() if one.lower() in _AUXILIARY else SIGNALS for one in given]
    return found if SIGNALS in found else [SIGNALS] * len(found)


@dataclass(frozen=True)
class Arrangement:
    """Indices of the channels in the order of drawing, and their blocks: (name, number of channels).

    `is_signal` says for each drawn channel whether its entries determine the colour scale.
    """

    order: np.ndarray
    blocks: list[tuple[str, int]]
    is_signal: np.ndarray

    def drawn(self, values: np.ndarray) -> np.ndarray:
        """A copy of matrices (..., n_channels, n_channels) in the order of drawing."""
        return values[..., self.order, :][..., self.order]

    def shown(self, values: np.ndarray, diagonal: bool) -> np.ndarray:
        """The same, with NaN on a diagonal that is not drawn."""
        drawn = self.drawn(values)
        if not diagonal:
            drawn[..., np.eye(len(self.order), dtype=bool)] = np.nan
        return drawn

    @property
    def counted(self) -> np.ndarray:
        """The drawn entries that determine the colour scale."""
        return np.logical_and.outer(self.is_signal, self.is_signal)


def _indices(channels: Any, names: list[str], argument: str) -> list[int]:
    """Indices of channels, selected by name or number, each once."""
    is_number = [isinstance(channel, int | np.integer) for channel in channels]
    known = names if all(is_number) else different("ch_names", names)
    return list(different(argument, [
        whole(argument, channel, 0, len(names) - 1) if number else known.index(one_of(argument, channel, names))
        for channel, number in zip(channels, is_number, strict=True)
    ]))  # fmt: skip


def _members(groups: Any, names: list[str]) -> dict[str, list[int]]:
    """Indices of the channels of each group, from a mapping or from one label for each channel."""
    if isinstance(groups, Mapping):
        members = {str(name): _indices(channels, names, f"groups[{name!r}]") for name, channels in groups.items()}
    else:
        labels = [str(label) for label in one_each("groups", groups, len(names), "channel")]
        members = {label: [i for i, own in enumerate(labels) if own == label] for label in dict.fromkeys(labels)}
    listed = different("groups", [names[index] for indices in members.values() for index in indices])
    one_each("groups", listed, len(names), "channel")
    return {name: indices for name, indices in members.items() if indices}


def _clusters(values: np.ndarray, names: list[str], n_clusters: int) -> tuple[list[int], list[tuple[str, int]]]:
    """Average linkage of the mean of both directions, with the leaf order that makes neighbours most similar."""
    hierarchy = needed("scipy.cluster.hierarchy", "plot")
    distance = needed("scipy.spatial.distance", "plot")
    n = len(names)
    whole("clusters", n_clusters, 1, n)
    if n == 1:
        return [0], [("1", 1)]
    apart = (values + values.T) / 2
    np.fill_diagonal(apart, 0.0)
    finite("the matrix of clusters", apart)
    pairs = distance.squareform(apart, checks=False)
    tree = hierarchy.linkage(pairs - min(pairs.min(), 0.0), "average", optimal_ordering=True)
    order = hierarchy.leaves_list(tree)
    labels = hierarchy.fcluster(tree, n_clusters, "maxclust")[order]
    sizes = [int(np.sum(labels == label)) for label in dict.fromkeys(labels.tolist())]
    return order.tolist(), [(str(number), size) for number, size in enumerate(sizes, 1)]


def _blocks(
    names: list[str], members: Mapping[str, list[int]], order: Sequence[Any] | None
) -> tuple[list[int], list[tuple[str, int]]]:
    """Groups as blocks, with their members in the order of the data or in `order`."""
    drawn = list(range(len(names))) if order is None else _indices(order, names, "order")
    blocks, indices = [], []
    for name, own in members.items():
        kept = own if order is None else [index for index in drawn if index in own]
        if kept:
            blocks.append((name, len(kept)))
            indices += kept
    return indices, blocks


def is_symmetric(values: np.ndarray) -> bool:
    """Whether matrices, of the last two dimensions, are the same for both directions."""
    return bool(np.array_equal(values, np.swapaxes(values, -1, -2), equal_nan=True))


def arrange(values: np.ndarray, names: list[str], order: Sequence[Any] | None = None, groups: Any = None,
            clusters: int | None = None, ch_types: Any = None) -> Arrangement:  # fmt: skip
    """The order of drawing.

    `values` are distances for clustering: smaller means more similar. `order` are the channels to draw, each once; with `groups`, the
    order within each group. Unless it is given, auxiliary channels, by their names or `ch_types`, are at the end.
    """
    if clusters is not None and (groups is not None or order is not None):
        raise InvalidInput("clusters order the channels; leave out order and groups")
    types = auxiliary_types(names, ch_types)
    if clusters is not None:
        indices, blocks = _clusters(values, names, clusters)
    elif groups is not None:
        indices, blocks = _blocks(names, _members(groups, names), order)
    elif order is not None:
        indices, blocks = _indices(order, names, "order"), []
    else:
        kinds = sorted(dict.fromkeys(types), key=lambda kind: kind != SIGNALS)
        indices, blocks = _blocks(names, {kind: [k for k, own in enumerate(types) if own == kind] for kind in kinds}, None)
        blocks = blocks if len(kinds) > 1 else []
    signals = np.array([types[index] == SIGNALS for index in indices])
    # A single signal has but its entry with itself, which gives no scale for its entries with the others.
    return Arrangement(np.array(indices, dtype=int), blocks, signals if signals.sum() > 1 else np.ones_like(signals))

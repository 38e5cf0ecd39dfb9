# SPDX-License-Identifier: Apache-2.0
"""Networks of a result in the form that plots and reports need, and positions of channels in the plane."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._network_test import NetworkTest
from .._packages import needed
from ..errors import InvalidInput, MissingPackage
from .electrodes import positions_in_dataset
from .study_results import compared_in, labels_of, numbers

_REFERENCES = ("a1", "a2", "m1", "m2")
_LABEL = re.compile(rf"(?:eeg[ :_-]?)?(.+?)(?:-(?:ref|le|avg|{'|'.join(_REFERENCES)}))?")


def counted_edges(n: float) -> str:
    """A number of edges in words.

    >>> counted_edges(1.0), counted_edges(2.0)
    ('1 edge', '2 edges')
    """
    return "1 edge" if n == 1 else f"{n:.0f} edges"


@dataclass(frozen=True)
class Network:
    """A comparison of groups as networks; arrays as of `NetworkTest`."""

    title: str
    groups: list[str]
    names: list[str]
    kind: str
    directed: bool
    threshold: float
    statistic: np.ndarray
    component: np.ndarray
    n_channels: np.ndarray
    extent: np.ndarray
    intensity: np.ndarray
    p_extent: np.ndarray
    p_intensity: np.ndarray
    score: np.ndarray | None
    score_p: np.ndarray | None

    @property
    def n_components(self) -> int:
        """How many components there are."""
        return len(self.extent)

    @classmethod
    def of_test(cls, test: NetworkTest, names: list[str]) -> Network:
        """The network of `network_test`."""
        groups = [str(group) for group in test.groups]
        own = {name: getattr(test, name) for name in cls.__dataclass_fields__ if name not in ("title", "groups", "names")}
        return cls(title=" - ".join(reversed(groups)) if len(groups) == 2 else "all groups", groups=groups, names=names, **own)


_OF_COMPONENT = ("n_channels", "extent", "intensity", "p_extent", "p_intensity")


def has_networks(table: Any) -> bool:
    """Whether the result of a study has networks."""
    return "network" in table.sizes and "network_component" in table


def networks_of(table: Any) -> list[Network]:
    """The networks of a result of `open_results`."""
    if not hasattr(table, "data_vars") or not has_networks(table):
        raise InvalidInput("results has no networks; give a NetworkTest, or a study with a table [networks]")
    every = ("network", "channel", "partner")
    parts = {"statistic": numbers(table, "network_statistic", every),
             "component": numbers(table, "network_component", every).astype(np.int64)}  # fmt: skip
    for name in ("score", "score_p"):
        held = f"network_{name}" in table
        parts[name] = numbers(table, f"network_{name}", every) if held else [None] * table.sizes["network"]
    of_network = {name: numbers(table, f"network_{name}", ("network",)) for name in ("threshold", "directed")}
    at = numbers(table, "component_network", ("component",)) if "component" in table.sizes else np.empty(0)
    components = {name: numbers(table, f"component_{name}", ("component",)) if at.size else at for name in _OF_COMPONENT}
    groups = labels_of(table, "group")
    return [
        Network(
            title=title,
            groups=[groups[one] for one in compared_in(groups, title)],
            names=labels_of(table, "channel"),
            kind=str(table["network_kind"].values[k]),
            directed=bool(of_network["directed"][k]),
            threshold=float(of_network["threshold"][k]),
            **{name: values[k] for name, values in parts.items()},
            **{name: values[at == k] for name, values in components.items()},
        )
        for k, title in enumerate(labels_of(table, "network"))
    ]


def projected(positions: np.ndarray, radius: float = 1.0) -> np.ndarray:
    """Positions around the origin in the plane, as MNE draws them: distance from the middle is the angle from above."""
    angle = np.arctan2(np.hypot(positions[:, 0], positions[:, 1]), positions[:, 2])
    turn = np.arctan2(positions[:, 1], positions[:, 0])
    return np.column_stack([np.cos(turn), np.sin(turn)]) * (angle / (np.pi / 2) * radius)[:, np.newaxis]


def places_of(table: Any, names: list[str], every: bool = True) -> tuple[np.ndarray | None, str, list[str]]:
    """Places of the channels of a study in the plane: those of its dataset, or else those that their names have; what they
    are, in words; and why those of the dataset are not taken. Without `every`, a channel without a place has NaN."""
    positions, reasons = positions_in_dataset(table, names)
    if positions is not None:
        return projected(positions), "at the electrodes of the dataset", []
    places = by_name(names)
    if places is not None and every and not np.isfinite(places).all():
        places = None
    said = "on a circle, in their order" if places is None else "electrodes of the 10-05 system"
    return places, said, [f"positions of the dataset are not taken: {reason}" for reason in reasons]


def on_circle(n: int) -> np.ndarray:
    """Places on a circle, clockwise from the top."""
    turn = np.pi / 2 - 2 * np.pi * np.arange(n) / max(n, 1)
    return np.column_stack([np.cos(turn), np.sin(turn)])


def by_name(names: list[str]) -> np.ndarray | None:
    """Places of electrodes with names of the 10-05 system, NaN for other names; None without any, or without MNE."""
    try:
        mne = needed("mne", "mne")
    except MissingPackage:
        return None
    # The second is its name before MNE 1.13.
    names_of_it = [name for name in ("colin27_1005", "standard_1005") if name in mne.channels.get_builtin_montages()]
    montage = mne.channels.make_standard_montage(names_of_it[0])
    known = {name.lower(): name for name in montage.ch_names}
    electrodes = [known.get(_electrode(name, known)) for name in names]
    found = list(dict.fromkeys(name for name in electrodes if name is not None))
    if not found:
        return None
    info = mne.create_info(found, 1.0, "eeg").set_montage(montage)
    at = dict(zip(found, projected(np.array([channel["loc"][:3] for channel in info["chs"]])), strict=True))
    return np.array([at.get(str(name), np.full(2, np.nan)) for name in electrodes])


def _electrode(name: str, known: Container[str]) -> str:
    """The electrode in a label as of EDF, "EEG Fp1-REF"; not of an ear with the other one."""
    name = name.lower()
    inner = _LABEL.fullmatch(name)
    return inner[1] if inner and name not in known and inner[1] not in _REFERENCES else name

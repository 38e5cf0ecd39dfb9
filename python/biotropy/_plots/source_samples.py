# SPDX-License-Identifier: Apache-2.0
"""Histograms of samples of the sources of a class, and the kernel densities of the model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from .._arguments import finite, shaped
from .._inputs import numeric
from ..errors import InvalidInput

# Share of the samples left out at both ends of the drawn range, as outliers would compress the rest to a single bar.
_TAIL = 0.0005
_CURVE_POINTS = 400


@dataclass(frozen=True)
class Compared:
    """Histogram of the samples, and density of the model."""

    edges: np.ndarray
    heights: np.ndarray  # the area of a bar is its share of all samples, including those outside the edges
    points: np.ndarray
    density: np.ndarray  # at the points
    outside: float  # share of the samples below the first edge and above the last


#: Samples with the names of their classes; None: the training samples of the model.
Given: TypeAlias = tuple[np.ndarray, np.ndarray] | None


def given_samples(X: Any, y: Any, n_channels: int) -> Given:
    """Samples and labels that fit the model."""
    if X is None and y is None:
        return None
    if X is None or y is None:
        raise InvalidInput("X and y go together; give samples and their classes, or neither")
    samples = finite("X", shaped("X", numeric(X, "X").astype(np.float64), "n_samples", n_channels))
    labels = shaped("y", np.asarray(y), len(samples))
    found, numbers = np.unique(labels, return_inverse=True)
    return samples, np.array([str(label) for label in found])[numbers]


def _sources(model: Any, which: int, component: int, given: Given) -> tuple[np.ndarray, np.ndarray]:
    """Samples of one source and their weights."""
    if given is None:
        points, weights, _ = model.kernels(which, component)
        return points, weights
    (X, y), name = given, model.classes[which]
    own = X[y == name]
    if len(own) == 0:
        raise InvalidInput(f"y has no sample of the class {name!r}: choose classes that it has")
    sources = (own - model.bias(which)) @ model.unmixing(which)[component]
    return sources, np.ones(len(sources))


def weighted_quantiles(values: np.ndarray, weights: np.ndarray, shares: tuple[float, ...]) -> np.ndarray:
    """For each share, the smallest value at or below which the points have at least this share of the total weight. (Points
    that the model merged have the sum of their weights.)"""
    order = np.argsort(values)
    below = np.cumsum(weights[order])
    return values[order[np.searchsorted(below, np.array(shares) * below[-1])]]


def compared(model: Any, which: int, component: int, given: Given, bins: int) -> Compared:
    """Histogram and density of one source of one class of a model of the C++ library."""
    sources, weights = _sources(model, which, component, given)
    bandwidth = model.kernels(which, component)[2]
    low, high = weighted_quantiles(sources, weights, (_TAIL, 1 - _TAIL))
    edges = np.linspace(low - bandwidth, high + bandwidth, bins + 1)
    counts, _ = np.histogram(sources, edges, weights=weights)
    shares = counts / weights.sum()
    points = np.linspace(edges[0], edges[-1], _CURVE_POINTS)
    density = np.exp(model.log_density(which, component, points))
    return Compared(edges, shares / np.diff(edges), points, density, max(0.0, 1 - float(shares.sum())))

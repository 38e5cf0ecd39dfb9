# SPDX-License-Identifier: Apache-2.0
"""Histograms of samples of the sources of a class, and the kernel densities of the model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .._arguments import finite, shaped
from .._inputs import numeric
from ..errors import InvalidInput
from .scalp import ClassesOf

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


@dataclass(frozen=True)
class GivenSamples:
    """Samples with the names of their classes, to be used instead of the training samples of the model."""

    X: np.ndarray
    y: np.ndarray


def given_samples(X: Any, y: Any, of: ClassesOf) -> GivenSamples | None:
    """Samples and labels that fit the model, or None for its training samples."""
    if X is None and y is None:
        return None
    if X is None or y is None:
        raise InvalidInput("X and y go together; give samples and their classes, or neither")
    samples = finite("X", shaped("X", numeric(X, "X").astype(np.float64), "n_samples", of.n_channels))
    labels = shaped("y", np.asarray(y), len(samples))
    found, numbers = np.unique(labels, return_inverse=True)
    return GivenSamples(samples, np.array([str(label) for label in found])[numbers])


def _sources(of: ClassesOf, which: int, component: int, given: GivenSamples | None) -> tuple[np.ndarray, np.ndarray]:
    """Samples of one source and their weights."""
    if given is None:
        points, weights, _ = of.core.kernels(which, component)
        return points, weights
    own = given.X[given.y == of.classes[which]]
    if len(own) == 0:
        raise InvalidInput(f"y has no sample of the class {of.classes[which]!r}: choose classes that it has")
    sources = (own - of.core.bias(which)) @ of.core.unmixing(which)[component]
    return sources, np.ones(len(sources))


def weighted_quantiles(values: np.ndarray, weights: np.ndarray, shares: tuple[float, ...]) -> np.ndarray:
    """For each share, the smallest value at or below which the points have at least this share of the total weight. (Points
    that the model merged have the sum of their weights.)"""
    order = np.argsort(values)
    below = np.cumsum(weights[order])
    return values[order[np.searchsorted(below, np.array(shares) * below[-1])]]


def compared(of: ClassesOf, which: int, component: int, given: GivenSamples | None, bins: int) -> Compared:
    """Histogram and density of one source of one class."""
    sources, weights = _sources(of, which, component, given)
    bandwidth = of.core.kernels(which, component)[2]
    low, high = weighted_quantiles(sources, weights, (_TAIL, 1 - _TAIL))
    edges = np.linspace(low - bandwidth, high + bandwidth, bins + 1)
    counts, _ = np.histogram(sources, edges, weights=weights)
    shares = counts / weights.sum()
    points = np.linspace(edges[0], edges[-1], _CURVE_POINTS)
    density = np.exp(of.core.log_density(which, component, points))
    return Compared(edges, shares / np.diff(edges), points, density, max(0.0, 1 - float(shares.sum())))

# SPDX-License-Identifier: Apache-2.0
"""Samples of the sources of a class as a histogram, beside the kernel density that the model has for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import InvalidInput
from .inputs import numeric
from .scalp import ClassesOf

# Of the samples, left out at either end of the range that is drawn: a few outliers would make the rest a single bar.
_TAIL = 0.0005
_CURVE_POINTS = 400


@dataclass(frozen=True)
class Compared:
    """Heights of a histogram over all samples, those outside its edges included, and the density at places in it.

    Attributes
    ----------
    edges, heights : array, shape (n_bins + 1,) and (n_bins,)
        A bar has the area of its share of all samples.
    places, density : array, shape (n_places,)
        Of the model.
    outside : float
        The share of the samples below the first edge and above the last.
    """

    edges: np.ndarray
    heights: np.ndarray
    places: np.ndarray
    density: np.ndarray
    outside: float


@dataclass(frozen=True)
class GivenSamples:
    """Samples with the names of their classes, in place of those that the model was trained on."""

    X: np.ndarray
    y: np.ndarray


def given_samples(X: Any, y: Any, of: ClassesOf) -> GivenSamples | None:
    """Samples and labels that fit the model, or None for those that it keeps."""
    if X is None and y is None:
        return None
    if X is None or y is None:
        raise InvalidInput("X and y go together: samples and their classes are needed, or neither")
    samples = numeric(X, "X").astype(np.float64)
    if samples.ndim != 2 or samples.shape[1] != of.n_channels or not np.isfinite(samples).all():
        raise InvalidInput(f"X has the shape {samples.shape}: finite samples (n_samples, {of.n_channels}) are needed")
    labels = np.asarray(y)
    if labels.shape != samples.shape[:1]:
        raise InvalidInput(f"y has the shape {labels.shape}: {len(samples)} samples need as many classes")
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
    """The smallest value that has at least this share of the whole weight at or below it. Points that the model merged
    weigh as much as all of them did, and others next to nothing."""
    order = np.argsort(values)
    below = np.cumsum(weights[order])
    return values[order[np.searchsorted(below, np.array(shares) * below[-1])]]


def compared(of: ClassesOf, which: int, component: int, given: GivenSamples | None, bins: int) -> Compared:
    """One source of one class."""
    sources, weights = _sources(of, which, component, given)
    bandwidth = of.core.kernels(which, component)[2]
    low, high = weighted_quantiles(sources, weights, (_TAIL, 1 - _TAIL))
    edges = np.linspace(low - bandwidth, high + bandwidth, bins + 1)
    counts, _ = np.histogram(sources, edges, weights=weights)
    shares = counts / weights.sum()
    places = np.linspace(edges[0], edges[-1], _CURVE_POINTS)
    density = np.exp(of.core.log_density(which, component, places))
    return Compared(edges, shares / np.diff(edges), places, density, max(0.0, 1 - float(shares.sum())))

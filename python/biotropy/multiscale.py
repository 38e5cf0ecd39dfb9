# SPDX-License-Identifier: Apache-2.0
"""Multiscale entropy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _core
from .bad_time import gap_width
from .errors import InvalidInput
from .heartbeats import RRIntervals, with_gaps
from .inputs import Progress, reporter, series, threads


@dataclass(frozen=True)
class MultiscaleResult:
    """Curves in the shape of the input without its time axis, the scales last.

    Attributes
    ----------
    scales : array of int, shape (n_scales,)
    value : array, shape (..., n_scales)
        In nats; NaN or infinite where `reason` says why.
    complexity_index : float or array, shape (...)
        Sum of the values of a curve; NaN unless all of them are finite.
    matches_m, matches_m1, samples : array of int, shape (..., n_scales)
        Matching pairs, and the length of the series that was compared.
    reason : list of str or None
        One for each value, in the order of ``value.ravel()``; None where all of them are finite.
    """

    scales: np.ndarray
    value: np.ndarray
    complexity_index: Any
    matches_m: np.ndarray
    matches_m1: np.ndarray
    samples: np.ndarray
    reason: list[str] | None


def scale_list(scales: int | Iterable[int]) -> list[int]:
    """The scales of a list, or from 1 to a number."""
    if isinstance(scales, int | np.integer):
        return list(range(1, int(scales) + 1))
    listed = [int(scale) for scale in scales]
    if any(scale != given for scale, given in zip(listed, scales, strict=True)):
        raise InvalidInput(f"scales = {list(scales)} is not allowed: integers of at least 1 are needed")
    return listed


def multiscale_entropy(
    x: Any,
    scales: int | Iterable[int] = 20,
    *,
    method: str = "mse",
    measure: str = "sampen",
    grain: str = "mean",
    axis: int | str = -1,
    n_jobs: int | None = None,
    progress: Progress = False,
    full_output: bool = False,
    **parameters: Any,
) -> Any:
    """Entropy at many time scales.

    Parameters
    ----------
    x : array-like, shape (..., n_times), mne object, xarray.DataArray or RRIntervals
        The series.
    scales : int or list of int, default 20
        The scales, or how many of them from 1 on.
    method : {'mse', 'rmse', 'cmse', 'rcmse'}, default 'mse'
        Costa et al. 2002, Valencia et al. 2009, Wu et al. 2013, Wu et al. 2014.
    measure : {'sampen', 'apen', 'fuzzyen'}, default 'sampen'
        The entropy at every scale.
    grain : {'mean', 'variance'}, default 'mean'
        What a window of samples becomes.
    axis, n_jobs, progress
        As for `sample_entropy`.
    full_output : bool, default False
        Return a `MultiscaleResult`.
    **parameters
        Of the measure: `m`, `r`, `tau`, ..., as for `sample_entropy`.

    Returns
    -------
    array, shape (..., n_scales), or MultiscaleResult
        What is too short or undefined at some scale is NaN or infinite, and the others are found.

    Raises
    ------
    BiotropyError
        As `sample_entropy`.
    """
    listed = scale_list(scales)
    given = {name: value for name, value in parameters.items() if value is not None}
    # A seam of a recording of MNE is as wide as the largest scale needs; gaps of intervals are widened at each scale.
    of_x = series(with_gaps(x, given), axis, gap=gap_width(given, max(listed, default=1)))
    rows, single, gaps = np.atleast_2d(of_x.rows), of_x.shape == (), isinstance(x, RRIntervals)
    core = _core.multiscale(
        rows, measure, method, grain, listed, given, gaps, single, threads(n_jobs), reporter(progress)
    )
    table = {
        name: of_x.reshape(core[name], (len(listed),)) for name in ("value", "matches_m", "matches_m1", "samples")
    }
    if not full_output:
        return table["value"]
    return MultiscaleResult(
        scales=np.array(listed),
        complexity_index=of_x.reshape(core["complexity_index"]),
        reason=core["reason"],
        **table,
    )

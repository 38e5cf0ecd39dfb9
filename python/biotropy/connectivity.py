# SPDX-License-Identifier: Apache-2.0
"""Matrices of a cross measure between all channels."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from .bad_time import gap_width
from .errors import InvalidInput
from .inputs import Progress, doubles, is_mne, is_xarray, numeric, reporter, threads


def _names(data: Any, ch_names: Any, n_channels: int) -> list[str]:
    if ch_names is None and is_mne(data):
        ch_names = data.ch_names
    if ch_names is None and is_xarray(data) and data.dims[-2] in data.coords:
        ch_names = [str(name) for name in data.coords[data.dims[-2]].values]
    if ch_names is None:
        return [str(channel) for channel in range(n_channels)]
    if len(ch_names) != n_channels:
        raise InvalidInput(f"ch_names has {len(ch_names)} names: {n_channels} channels need as many")
    return list(ch_names)


def _to_xarray(values: np.ndarray, names: list[str], measure: str, options: dict[str, Any]) -> Any:
    import xarray

    dims = ("epoch", "channel", "partner")[3 - values.ndim :]
    attributes = {name: value for name, value in options.items() if value is not None}
    return xarray.DataArray(values, dims=dims, coords={"channel": names, "partner": names}, name=measure,
                            attrs={"units": "nat", **attributes})  # fmt: skip


def _to_mne(values: np.ndarray, names: list[str], measure: str) -> Any:
    import mne_connectivity

    n = len(names)
    if values.ndim == 2:
        return mne_connectivity.Connectivity(values.ravel(), n_nodes=n, names=names, indices="all", method=measure)
    flat = values.reshape(len(values), -1)
    return mne_connectivity.EpochConnectivity(flat, n_nodes=n, names=names, indices="all", method=measure)


def pairwise(
    data: Any,
    measure: str = "cross-apen",
    *,
    average: bool = False,
    output: str = "array",
    ch_names: Any = None,
    n_jobs: int | None = None,
    progress: Progress = False,
    **parameters: Any,
) -> Any:
    """A cross measure between all ordered pairs of channels, diagonal included.

    Parameters
    ----------
    data : array-like, shape (n_epochs, n_channels, n_times) or (n_channels, n_times), mne object or xarray.DataArray
        The recording. Channels are z-scored in every epoch unless `r` is absolute.
    measure : {'cross-apen', 'cross-sampen', 'cross-fuzzyen'}, default 'cross-apen'
        Entry (channel, partner) has its templates from `channel` and is matched in `partner`.
    average : bool, default False
        Return the mean over the epochs whose value is finite, in memory that does not grow with their number.
    output : {'array', 'xarray', 'mne', 'dict'}, default 'array'
        An array; an `xarray.DataArray` with the names of the channels; an `mne_connectivity` object; or a dict that has
        counts, templates, valid epochs and reasons beside the values.
    ch_names : list of str, optional
        By default those of the object, or numbers.
    n_jobs : int, optional
        Threads: None is 1, -1 all cores.
    progress : bool or callable, default False
        Report to the standard error stream, or call ``progress(done, total)``.
    **parameters
        As for `cross_approximate_entropy`: `m`, `r`, `tau`, `bias`, ...

    Returns
    -------
    array, DataArray, Connectivity or dict
        Shape (n_epochs, n_channels, n_channels); without the first axis for a single epoch or a mean. An entry that
        cannot be computed (a constant channel, say) is NaN.

    Raises
    ------
    BiotropyError
        Also a `ValueError`, for a parameter outside what is allowed or an array of another shape.
    """
    if output not in ("array", "xarray", "mne", "dict"):
        raise InvalidInput(f"output = {output!r} is not allowed: one of 'array', 'xarray', 'mne', 'dict' is needed")
    array = numeric(data, "data", gap_width(parameters))
    if array.ndim not in (2, 3):
        raise InvalidInput(f"data has the shape {array.shape}: (n_epochs, n_channels, n_times) is needed")
    names = _names(data, ch_names, array.shape[-2])
    epochs = doubles(array if array.ndim == 3 else array[np.newaxis])
    options = {name: value for name, value in parameters.items() if value is not None}
    core = _core.pairwise(measure, epochs, options, average, threads(n_jobs), reporter(progress))
    if output == "dict":
        return core
    values = core["mean"] if average else core["value"] if array.ndim == 3 else core["value"][0]
    if output == "xarray":
        return _to_xarray(values, names, measure, options)
    return _to_mne(values, names, measure) if output == "mne" else values

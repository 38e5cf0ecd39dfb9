# SPDX-License-Identifier: Apache-2.0
"""Samples in the order of time, a channel in each column, from an `xarray.DataArray`: its dimensions are found by their names,
its channels by their labels, and what it says of its rate and times must fit. So must the index of a data frame that goes to a
stream; scikit-learn gives a classifier parts of a frame, whose index then has gaps."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from ._arguments import require_channels
from ._dimensions import bad_channels, channel_names, in_order, is_xarray
from ._inputs import filled
from ._labels import with_numbers
from ._mne_data import refuse_other_objects
from ._rates import agreed_rate, uneven_times
from ._time_labels import LastLabel, refuse_missing_time
from ._warn import warn_of_bad_channels
from .errors import InvalidInput


def _require_times(X: Any, samples: np.ndarray, name: str, axis: Any, remedy: str | None, last: LastLabel | None,
                   rate: float | None = None) -> None:  # fmt: skip
    if remedy is not None:
        refuse_missing_time(X, name, axis, remedy, samples=samples)
    if last is None:
        return
    if remedy is None:
        last.forget()
    else:  # with a rate missing samples take as much time as others, and stand for no gap
        last.require_next(X, name, axis, remedy, samples if rate is None else np.zeros(samples.shape, dtype=bool))


def _refuse_uneven(X: Any, name: str, rate: float | None, remedy: str | None) -> None:
    """Refuse labels that step over more time than the missing samples (NaN) between them would take."""
    dimension = "time" if "time" in X.dims else X.dims[0]
    if remedy is not None and uneven_times(X, rate, dimension) is not None:
        raise InvalidInput(f"{name}: its coordinate {dimension!r} steps over more time than the samples between take. {remedy}")


def samples_by_time(X: Any, sfreq: Any, remedy: str | None, last: LastLabel | None = None, name: str = "X",
                    of_channels: Callable[[Any], Any] = filled) -> tuple[Any, Any]:  # fmt: skip
    """Samples in the shape (n_samples, n_channels) and their rate, which must be `sfreq` if both are known.

    A `DataArray` with labels of its channels becomes a data frame, whose columns have their names. Labels of time must show
    no gap unless `remedy`, what to do about one, is None; nor must they behind the `last` label. Other data are returned as they
    are, but for masks. A stream has but some of the channels: `of_channels` makes its samples, where missing ones may stand in a
    gap.
    """
    refuse_other_objects(X, name)
    if not is_xarray(X) or X.ndim != 2:
        samples = of_channels(filled(X))
        if not is_xarray(X) and last is not None:
            _require_times(X, np.asarray(samples), name, -1, remedy, last)
        return samples, sfreq
    rate = agreed_rate("sfreq", sfreq, X)
    ordered = in_order(X, name, ("time", "channel"))
    samples = filled(ordered.values)
    if "channel" in ordered.coords:
        samples = sys.modules["pandas"].DataFrame(samples, columns=channel_names(ordered))
    samples = of_channels(samples)
    _require_times(ordered, np.asarray(samples), name, "time", remedy, last, rate)
    _refuse_uneven(ordered, name, rate, remedy)
    warn_of_bad_channels(name, bad_channels(ordered), "drop_sel")
    return samples, rate


def of_numbered_channels(samples: Any, channels: list[str]) -> Any:
    """Samples for a model whose channels have numbers in place of names. Names that are these numbers must be in their order;
    of others scikit-learn warns, as the channels of the model may have had them."""
    names = list(getattr(samples, "columns", ()))
    if names == channels:
        return samples.to_numpy()
    if set(names) == set(channels):
        require_channels("X", names, channels)
    return samples


def units_of_channels(X: Any) -> list[str]:
    """Units of the channels of a `DataArray` from its coordinate `unit`, in the order of the channels; none if they are unknown."""
    if not is_xarray(X) or X.ndim != 2 or "unit" not in X.coords:
        return []
    units = in_order(X, "X", ("time", "channel")).coords["unit"]
    named = [str(unit) for unit in units.values] if units.dims == ("channel",) else []
    return named if any(named) else []


def require_units(model: Any, X: Any) -> None:
    """Refuse a `DataArray` whose channels have other units than those that the model was trained in, where both are known."""
    units = units_of_channels(X)
    names = channel_names(in_order(X, "X", ("time", "channel"))) if units else []
    if units and set(model.channels) <= set(names):
        model.find_channels(names, "X", units)


def one_channel_by_time(x: Any, sfreq: Any, remedy: str | None, last: LastLabel) -> None:
    """The same checks of the labels of a series."""
    rate = agreed_rate("sfreq", sfreq, x, x.dims[0]) if is_xarray(x) else None
    _require_times(x, with_numbers(np.asarray(filled(x))), "samples", 0, remedy, last, rate)
    if is_xarray(x):
        _refuse_uneven(x, "samples", rate, remedy)


def as_row(x: Any) -> Any:
    """A sample as samples, with the names of its channels."""
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(x, pandas.Series):
        return x.to_frame().T
    if is_xarray(x) and x.ndim == 1:
        return x.rename({x.dims[0]: "channel"}).expand_dims("time")
    return np.asarray(filled(x))[np.newaxis]

# SPDX-License-Identifier: Apache-2.0
"""Conversion of Python results to tables like those of the program, for reports."""

from __future__ import annotations

from typing import Any

from ._dimensions import is_xarray
from ._packages import needed
from .errors import InvalidInput

_PLAIN = (str, int, float)
# Attributes of a variable that are not parameters of the result.
_OF_VARIABLES = ("units", "long_name")


def _is_connectivity(results: Any) -> bool:
    return type(results).__module__.split(".")[0] == "mne_connectivity" and hasattr(results, "get_data")


def _of_connectivity(results: Any) -> Any:
    """Matrices of `mne_connectivity`, for one or several epochs, as a `DataArray`."""
    values, names = results.get_data("dense"), [str(name) for name in results.names]
    if values.ndim != 2 and (values.ndim != 3 or "epochs" not in results.dims):
        raise InvalidInput(f"results has the dimensions {', '.join(results.dims)}: matrices, or one for each epoch, are needed")
    attributes = {name: value for name, value in results.attrs.items() if isinstance(value, _PLAIN)}
    dims = ("epoch", "channel", "partner")[3 - values.ndim :]
    made = needed("xarray", "xarray").DataArray
    return made(values, dims=dims, coords={"channel": names, "partner": names}, attrs=attributes)


def _described(table: Any) -> Any:
    """A Dataset with the parameters of its values as attributes."""
    held = next((table[name] for name in ("value", "mean_value") if name in getattr(table, "data_vars", ())), None)
    if held is None:
        return table
    return table.assign_attrs({**{name: one for name, one in held.attrs.items() if name not in _OF_VARIABLES}, **table.attrs})


def table_of(results: Any) -> Any:
    """The results as a Dataset: a labelled array becomes the variable `value`, with its name as the default title."""
    if _is_connectivity(results):
        results = _of_connectivity(results)
    if not is_xarray(results):
        return _described(results)
    if results.name is not None:
        results = results.assign_attrs({"title": str(results.name), **results.attrs})
    # A report needs the dimension channel, and for a single value per channel also epoch.
    for dim in ("channel", "epoch"):
        if dim not in results.dims and (dim == "channel" or results.ndim < 2):
            label = str(results.coords[dim].item()) if dim in results.coords else "0"
            results = results.drop_vars(dim, errors="ignore").expand_dims({dim: [label]})
    return results.rename("value").to_dataset().assign_attrs(results.attrs)

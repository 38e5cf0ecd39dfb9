# SPDX-License-Identifier: Apache-2.0
"""Results of Python as tables like those of the program, for reports."""

from __future__ import annotations

from typing import Any

from .dimensions import is_xarray
from .errors import InvalidInput
from .packages import needed

_PLAIN = (str, int, float)
# What describes a variable, and is no parameter of all of a result.
_OF_VARIABLES = ("units", "long_name")


def _is_connectivity(results: Any) -> bool:
    return type(results).__module__.split(".")[0] == "mne_connectivity" and hasattr(results, "get_data")


def _of_connectivity(results: Any) -> Any:
    """Matrices of `mne_connectivity`, of one or of several epochs, as a `DataArray`."""
    values, names = results.get_data("dense"), [str(name) for name in results.names]
    if values.ndim != 2 and (values.ndim != 3 or "epochs" not in results.dims):
        raise InvalidInput(f"results has the dimensions {', '.join(results.dims)}: matrices, or one for each epoch, are needed")
    attributes = {name: value for name, value in results.attrs.items() if isinstance(value, _PLAIN)}
    dims = ("epoch", "channel", "partner")[3 - values.ndim :]
    made = needed("xarray", "xarray").DataArray
    return made(values, dims=dims, coords={"channel": names, "partner": names}, attrs=attributes)


def _described(table: Any) -> Any:
    """A Dataset with the parameters that only its values have."""
    held = next((table[name] for name in ("value", "mean_value") if name in getattr(table, "data_vars", ())), None)
    if held is None:
        return table
    return table.assign_attrs({**{name: one for name, one in held.attrs.items() if name not in _OF_VARIABLES}, **table.attrs})


def table_of(results: Any) -> Any:
    """What is one labelled array as a table of its values, whose title is its name where it has no other; or a table."""
    if _is_connectivity(results):
        results = _of_connectivity(results)
    if not is_xarray(results):
        return _described(results)
    if results.name is not None:
        results = results.assign_attrs({"title": str(results.name), **results.attrs})
    # A report shows channels, of one epoch at least.
    for dim in ("channel", "epoch"):
        if dim not in results.dims and (dim == "channel" or results.ndim < 2):
            label = str(results.coords[dim].item()) if dim in results.coords else "0"
            results = results.drop_vars(dim, errors="ignore").expand_dims({dim: [label]})
    return results.rename("value").to_dataset().assign_attrs(results.attrs)

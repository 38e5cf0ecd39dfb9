# SPDX-License-Identifier: Apache-2.0
"""Conversion of Python results to tables like those of the program, for reports."""

from __future__ import annotations

from typing import Any

from .._answer import OF_VALUES, as_xarray
from .._dimensions import is_xarray
from .._packages import needed
from ..errors import InvalidInput

_PLAIN = (str, int, float)


def _of_connectivity(results: Any) -> Any:
    """Matrices of `mne_connectivity`, for one or several epochs, as a `DataArray`."""
    values, names = results.get_data("dense"), [str(name) for name in results.names]
    if values.ndim != 2 and (values.ndim != 3 or "epochs" not in results.dims):
        raise InvalidInput(f"results has the dimensions {', '.join(results.dims)}; give matrices, or one for each epoch")
    attributes = {name: value for name, value in results.attrs.items() if isinstance(value, _PLAIN)}
    dims = ("epoch", "channel", "partner")[3 - values.ndim :]
    made = needed("xarray", "xarray").DataArray
    return made(values, dims=dims, coords={"channel": names, "partner": names}, attrs=attributes)


def table_of(results: Any) -> Any:
    """The results as a Dataset with the parameters of its values as attributes: a labelled array becomes the variable `value`, with
    its name as the default title."""
    is_connectivity = type(results).__module__.split(".")[0] == "mne_connectivity" and hasattr(results, "get_data")
    table = as_xarray(_of_connectivity(results) if is_connectivity else results)
    if is_xarray(table):
        title = {} if table.name is None else {"title": str(table.name)}
        table = table.rename("value").to_dataset().assign_attrs({**title, **table.attrs})
    held = next((table[name] for name in ("value", "mean_value") if name in getattr(table, "data_vars", ())), None)
    if held is None:
        return table
    table = table.assign_attrs({**{name: one for name, one in held.attrs.items() if name not in OF_VALUES}, **table.attrs})
    # A report needs the dimension channel, and for a single value per channel also epoch.
    for dim in ("channel", "epoch"):
        if dim not in held.dims and (dim == "channel" or held.ndim < 2):
            label = str(table.coords[dim].item()) if dim in table.coords else "0"
            table = table.drop_vars(dim, errors="ignore").expand_dims({dim: [label]})
            held = table[held.name]
    return table

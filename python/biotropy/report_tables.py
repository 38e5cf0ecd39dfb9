# SPDX-License-Identifier: Apache-2.0
"""The tables of a report: those of a file, or one made of a labelled result of the package."""

from __future__ import annotations

from typing import Any

from .drawn import matrix_of
from .errors import InvalidInput
from .packages import needed

# What describes a variable, and is no parameter.
_OF_VARIABLES = ("units", "long_name")


def _from_connectivity(results: Any) -> Any:
    """An object of mne-connectivity between all channels, with its names and attributes."""
    values = results.get_data("dense")
    dims = ("epoch", "channel", "partner")[3 - values.ndim :]
    names = [str(name) for name in results.names]
    kept = {name: value for name, value in dict(results.attrs).items() if isinstance(value, str | int | float)}
    made = needed("xarray", "report").DataArray
    return made(values, dims=dims, coords={"channel": names, "partner": names}, name=str(results.method), attrs=kept)


def _from_array(data: Any) -> Any:
    """A Dataset like those of the program: a single matrix is a mean over epochs, and other values have an axis beside the channels."""
    if "channel" not in data.dims:
        raise InvalidInput(f"results has the dimensions {tuple(data.dims)}: one of them named channel is needed")
    if set(data.dims) == {"channel", "partner"}:
        matrix_of(data, None)
        return data.to_dataset(name="mean_value")
    return (data.expand_dims("epoch") if data.ndim == 1 else data).to_dataset(name="value")


def _described(table: Any, name: str | None = None) -> Any:
    """With the parameters that only the variable has; without a title the name of the result is one."""
    held = next((table[one] for one in ("value", "mean_value") if one in table), None)
    if held is None:
        return table
    own = {key: value for key, value in held.attrs.items() if key not in _OF_VARIABLES}
    title = name or held.attrs.get("long_name")
    return table.assign_attrs({**({"title": title} if title else {}), **own, **table.attrs})


def tables_of(results: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Attributes for all of the page, and its tables by their titles."""
    if hasattr(results, "children"):
        return dict(results.attrs), {name: child.to_dataset() for name, child in results.children.items()}
    name = None
    if hasattr(results, "n_nodes") and hasattr(results, "get_data"):
        results = _from_connectivity(results)
    if hasattr(results, "dims") and not hasattr(results, "data_vars"):
        name, results = results.name, _from_array(results)
    if not hasattr(results, "data_vars"):
        raise InvalidInput(
            f"results is a {type(results).__name__}: a path, what open_results returns, or a labelled result is needed"
        )
    results = _described(results, None if name is None else str(name))
    return dict(results.attrs), {"": results}

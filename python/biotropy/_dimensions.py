# SPDX-License-Identifier: Apache-2.0
"""Dimensions of an `xarray.DataArray` by name: epoch, channel and time, in any order."""

from __future__ import annotations

import re
import sys
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from ._arguments import one_of, whole
from .errors import InvalidInput

ROLES = ("epoch", "channel", "time")


def is_xarray(data: Any) -> bool:
    """Whether this is an `xarray.DataArray`, found without importing xarray."""
    xarray = sys.modules.get("xarray")
    return xarray is not None and isinstance(data, xarray.DataArray)


def is_pandas(data: Any) -> bool:
    """Whether this is a Series or DataFrame of pandas, found without importing pandas."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(data, pandas.Series | pandas.DataFrame)


def is_frame(data: Any) -> bool:
    """Whether this is a `pandas.DataFrame`."""
    return is_pandas(data) and data.ndim == 2


def _are_default(dims: Iterable[Hashable]) -> bool:
    return all(re.fullmatch(r"dim_\d+", str(dim)) for dim in dims)


def _listed(names: Iterable[Hashable]) -> str:
    return ", ".join(map(repr, names))


def time_axis(data: Any, axis: int | str, name: str) -> int:
    """The time axis of a `DataArray`: the one named by `axis`, or the dimension time for the default -1."""
    if isinstance(axis, str):
        return int(data.dims.index(one_of("axis", axis, data.dims)))
    if axis == -1 and "time" in data.dims:
        return int(data.dims.index("time"))
    if axis == -1 and data.ndim > 1 and not _are_default(data.dims):
        raise InvalidInput(f"{name} has the dimensions {_listed(data.dims)}; it must have one called 'time', or axis with a name")
    return whole("axis", axis, -data.ndim, data.ndim - 1) % data.ndim


def channels_behind_epochs(data: Any, axis: Any, measure: str, options: dict[str, Any]) -> Any:
    """A `DataArray` with its dimension channel behind all others but that of time, and epoch in front of it, if series are taken
    together: all channels, all epochs, or those of an epoch in a test. One of both may have another name."""
    is_together = measure.startswith("mv") or options.get("surrogates") or options.get("pool_epochs") not in (None, "no")
    if not is_together or not is_xarray(data):
        return data
    place = time_axis(data, -1 if axis is None else axis, "x")
    dims = [dim for dim in data.dims if dim != data.dims[place]]
    if "channel" in dims:
        dims.sort(key=lambda dim: {"epoch": 1, "channel": 2}.get(str(dim), 0))
    elif len(dims) == 2:
        dims.sort(key=lambda dim: dim != "epoch")
    dims.insert(place, data.dims[place])
    return data.transpose(*dims)


def in_order(data: Any, name: str, roles: tuple[str, ...] | None = None) -> Any:
    """A `DataArray` of two or three dimensions as (channel, time) or (epoch, channel, time), under these names."""
    if data.ndim not in (2, 3):
        return data
    roles = roles or ROLES[-data.ndim :]
    found = zip(data.dims, roles_of(data.dims, name, roles), strict=True)
    return data.rename({dim: role for dim, role in found if dim != role}).transpose(*roles)


def roles_of(dims: Sequence[Hashable], name: str, roles: tuple[str, ...], in_order: bool = False) -> Sequence[Hashable]:
    """The dimensions under these names. One may have another one; without names they are in this order."""
    if _are_default(dims):
        return roles
    missing = [role for role in roles if role not in dims]
    unknown = [dim for dim in dims if dim not in ROLES]
    found = [missing[0] if missing and dim in unknown else dim for dim in dims]
    if len(missing) > 1 or len(unknown) != len(missing) or (in_order and found != list(roles)):
        raise InvalidInput(f"{name} has the dimensions {_listed(dims)}; it must have {_listed(roles)}{', in this order' * in_order}", name)
    return found


def without(data: Any, *dims: Hashable) -> dict[Hashable, Any]:
    """The coordinates that do not depend on these dimensions."""
    return {name: value for name, value in data.coords.items() if not set(dims) & set(value.dims)}


def bad_channels(data: Any) -> list[str]:
    """Channels of a `DataArray` that its attribute `bads`, as `read_signals` makes it, lists."""
    bads = data.attrs.get("bads", ())
    listed = [bads] if isinstance(bads, str) else list(bads) if isinstance(bads, Iterable) else []
    names = data.coords["channel"].values.ravel().tolist() if listed and "channel" in data.coords else []
    return [name for name in names if name in listed]


def channel_names(data: Any) -> list[str]:
    """Names of the channels of a `DataArray` from `in_order`: their coordinate, or numbers from 0."""
    names = data.coords["channel"].values if "channel" in data.coords else range(data.sizes["channel"])
    return [str(name) for name in names]

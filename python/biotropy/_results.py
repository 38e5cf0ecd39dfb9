# SPDX-License-Identifier: Apache-2.0
"""Reading of results of the program."""

from __future__ import annotations

import os
from typing import Any

from ._inputs import file_name
from ._packages import needed
from ._work.stores import is_address, local
from .errors import file_errors


def open_results(path: str | os.PathLike[str]) -> Any:
    """Open NetCDF results of the program `biotropy` as an `xarray.Dataset`.

    Parameters
    ----------
    path : path-like
        A file of ``biotropy ... -o FILE.nc``.

    Returns
    -------
    xarray.Dataset or xarray.DataTree
        Dimensions epoch, channel, partner, ... with their coordinates; parameters and provenance as attributes. If
        recordings have different channels, a tree with the parameters as attributes of its root, the recordings with the
        channels of the first one in `recordings`, and others in `other_channels_1`, ...

    Examples
    --------
    >>> import biotropy, numpy as np, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "entropies.nc")
    >>> x = np.random.default_rng(0).standard_normal((2, 300))
    >>> biotropy.sample_entropy(x, output="xarray", full_output=True).to_netcdf(path)
    >>> biotropy.open_results(path)["value"].dims
    ('channel',)

    Raises
    ------
    FileMissing
        The file does not exist.
    FileFailed
        It is not a NetCDF file.
    MissingPackage
        xarray or netCDF4 is not installed.
    """
    name = file_name(path, addresses=True)
    xarray = needed("xarray", "xarray")
    needed("netCDF4", "xarray")
    if is_address(name):
        with local(name) as (here, _):
            # In memory, as the copy may go.
            groups = {at: one.load() for at, one in _groups(xarray, here).items()}
    else:
        groups = _groups(xarray, name)
    first = groups.pop("/")
    if not groups:
        return first
    # A group of a DataTree must have the channels of its parent, so the first recordings are a group beside the others.
    together = {"/": xarray.Dataset(attrs=first.attrs), "/recordings": first, **groups}
    return xarray.DataTree.from_dict(together)


def _groups(xarray: Any, path: str) -> dict[str, Any]:
    with file_errors(path):
        return dict(xarray.open_groups(path, engine="netcdf4"))

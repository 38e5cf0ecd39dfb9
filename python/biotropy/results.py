# SPDX-License-Identifier: Apache-2.0
"""Results that the program wrote."""

from __future__ import annotations

import os
from typing import Any

from .errors import FileFailed, FileMissing
from .inputs import refuse_address
from .packages import needed


def open_results(path: str | os.PathLike[str]) -> Any:
    """The NetCDF results of the program `biotropy` as an `xarray.Dataset`.

    Parameters
    ----------
    path : path-like
        A file that ``biotropy ... -o FILE.nc`` wrote.

    Returns
    -------
    xarray.Dataset or xarray.DataTree
        Dimensions epoch, channel, partner, ... with their coordinates; parameters and provenance as attributes. Where
        recordings have other channels than the first, a tree with the parameters as attributes of its root, the
        recordings with the channels of the first in `recordings`, and others in `other_channels_1`, ...

    Raises
    ------
    FileMissing
        There is no such file.
    FileFailed
        It is no NetCDF file.
    MissingPackage
        xarray or netCDF4 is not installed.
    """
    refuse_address(path)
    xarray = needed("xarray", "xarray")
    needed("netCDF4", "xarray")
    try:
        groups = xarray.open_groups(path, engine="netcdf4")
    except FileNotFoundError:
        raise FileMissing(f"{os.fspath(path)}: no such file") from None
    except (OSError, ValueError) as error:
        raise FileFailed(f"{os.fspath(path)}: {getattr(error, 'strerror', None) or error}") from None
    first = groups.pop("/")
    if not groups:
        return first
    # A group of a DataTree may not have other channels than the group around it, so that the first stands beside them.
    together = {"/": xarray.Dataset(attrs=first.attrs), "/recordings": first, **groups}
    return xarray.DataTree.from_dict(together)

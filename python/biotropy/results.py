# SPDX-License-Identifier: Apache-2.0
"""Results that the program wrote."""

from __future__ import annotations

import os
from typing import Any

from .errors import FileFailed, FileMissing


def open_results(path: str | os.PathLike[str]) -> Any:
    """The NetCDF results of the program `biotropy` as an `xarray.Dataset`.

    Parameters
    ----------
    path : path-like
        A file that ``biotropy ... -o FILE.nc`` wrote.

    Returns
    -------
    xarray.Dataset or xarray.DataTree
        Dimensions epoch, channel, partner, ... with their coordinates; parameters and provenance as attributes. A tree
        where recordings with other channels stand in groups of their own.

    Raises
    ------
    FileMissing
        There is no such file.
    FileFailed
        It is no NetCDF file.
    """
    import xarray

    try:
        tree = xarray.open_datatree(path)
    except FileNotFoundError:
        raise FileMissing(f"{os.fspath(path)}: no such file") from None
    except (OSError, ValueError) as error:
        raise FileFailed(f"{os.fspath(path)}: {error}") from None
    return tree if tree.children else tree.to_dataset()

# SPDX-License-Identifier: Apache-2.0
"""Axes to draw into: those given, or new ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from .errors import InvalidInput
from .packages import needed


def new_axes(ax: Any, **figure: Any) -> Any:
    """The Axes given, or those of a new figure."""
    return ax if ax is not None else needed("matplotlib.pyplot", "plot").subplots(layout="constrained", **figure)[1]


def grid_of_axes(axes: Any, n_rows: int, n_columns: int, width: float, height: float) -> np.ndarray:
    """Rows of Axes: those given, as many as are needed, or those of a new figure."""
    if axes is None:
        size = (width * n_columns, height * n_rows)
        return new_axes(None, nrows=n_rows, ncols=n_columns, figsize=size, squeeze=False)
    given = np.asarray(axes, dtype=object)
    if given.size != n_rows * n_columns:
        raise InvalidInput(f"axes has {given.size} Axes: {n_rows * n_columns} are needed")
    return given.reshape(n_rows, n_columns)

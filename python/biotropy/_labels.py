# SPDX-License-Identifier: Apache-2.0
"""Labels of samples, and the one that marks samples of unknown class."""

from __future__ import annotations

from typing import Any

import numpy as np

from .errors import InvalidInput

# By the kinds of their arrays; others, of objects, may hold labels of any type.
_TYPES: dict[str, tuple[str, Any]] = {
    **dict.fromkeys("iuf", ("numbers", int | float | np.integer | np.floating)),
    **dict.fromkeys("US", ("text", str | bytes)),
    "b": ("True and False", bool | np.bool_),
}


def is_labelled(y: np.ndarray, unlabelled: Any) -> np.ndarray:
    """Whether each sample has another label than `unlabelled`. One of another type than the labels is refused: it would be equal
    to none of them, and the samples that it stands for would be a class."""
    if unlabelled is None:
        return np.ones(len(y), dtype=bool)
    names, types = _TYPES.get(y.dtype.kind, ("objects", object))
    is_other = isinstance(unlabelled, bool | np.bool_) and y.dtype.kind not in "bO"
    if is_other or not isinstance(unlabelled, types):
        raise InvalidInput(f"unlabelled = {unlabelled!r} is not allowed: the labels in y are {names}, and it must be one of them")
    if unlabelled != unlabelled:  # NaN
        return np.asarray(y == y)
    return np.asarray(y != unlabelled)

# SPDX-License-Identifier: Apache-2.0
"""Labels of samples, and the one that marks samples of unknown class."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from . import _core
from ._arguments import one_of, shaped
from .errors import InvalidInput

# By the kinds of their arrays.
_TYPES: dict[str, tuple[str, Any]] = {
    **dict.fromkeys("iuf", ("numbers", int | float | np.integer | np.floating)),
    **dict.fromkeys("US", ("text", str | bytes)),
    "b": ("True and False", bool | np.bool_),
}


def is_nan(label: Any) -> bool:
    """Whether this is the number NaN."""
    return isinstance(label, float | np.floating) and bool(label != label)


def is_missing(label: Any) -> bool:
    pandas = sys.modules.get("pandas")
    return label is None or is_nan(label) or (pandas is not None and (label is pandas.NA or label is pandas.NaT))


def with_numbers(array: np.ndarray) -> np.ndarray:
    """An array of objects as doubles, NaN if missing, if all of them are numbers, as where other columns of a data frame had text;
    other arrays unchanged."""
    if array.dtype != object:
        return array
    kinds = {type(one) for one in array.flat if not is_missing(one)}
    if bool in kinds or not all(issubclass(kind, int | float | np.integer | np.floating) for kind in kinds):
        return array
    values = [np.nan if is_missing(one) else float(one) for one in array.flat]
    return np.array(values, dtype=np.float64).reshape(array.shape)


def as_written(label: Any, texts: set[str]) -> str:
    """A label as one of these texts writes it: a whole number with or without decimals."""
    text, other = str(label), None
    if isinstance(label, float | np.floating) and label.is_integer():
        other = str(int(label))
    elif isinstance(label, int | np.integer) and not isinstance(label, bool):
        other = str(float(label))
    return other if other in texts and text not in texts else text


def _is_number(text: str) -> bool:
    return text.removeprefix("-").replace(".", "", 1).isdecimal()


def as_texts(labels: np.ndarray, texts: set[str]) -> np.ndarray:
    """Numbers, or True and False, as texts, if these texts have some, as labels of a file do; otherwise unchanged: they would be
    equal to none of the texts."""
    listed = labels.tolist()
    types = {type(one) for one in listed}
    if bool in types:
        has_such = types == {bool} and bool(texts & {"True", "False"})
    else:
        is_of_numbers = all(issubclass(one, int | float | np.integer | np.floating) for one in types)
        has_such = is_of_numbers and any(map(_is_number, texts))
    return np.array([as_written(one, texts) for one in listed], dtype=str) if listed and has_such else labels


def as_classes(y: Any, classes: np.ndarray) -> Any:
    """Labels as they are written, if the classes are texts, as those of a file are; otherwise, and with missing ones, unchanged.
    One that is none of the classes is refused, as it would be equal to nothing that is found."""
    labels, names = np.asarray(y), classes.tolist()
    found, known = labels.ravel().tolist(), set(names)
    if any(map(is_missing, found)):
        return y
    is_number = classes.dtype.kind == "U" and labels.dtype.kind in "iufbO"
    given = [as_written(label, known) for label in found] if is_number else found
    for label in dict.fromkeys(given):
        one_of("a label of y", label, names)
    return np.array(given, dtype=str).reshape(labels.shape) if is_number else y


def refuse_missing_labels(labels: Any, argument: str = "y", unlabelled: Any = None) -> None:
    """Refuse masked labels, None, NaN, and the missing values of pandas: samples of unknown class have the label `unlabelled`,
    which may be NaN, and of the recordings and persons of samples all that are missing would be one."""
    array = np.asarray(labels)
    masked = np.ma.getmaskarray(labels if np.ma.isMaskedArray(labels) else array).ravel()
    may_lack = array.dtype.kind in "fO" and array.ndim > 0 and not is_nan(unlabelled)
    missing = [i for i, one in enumerate(array.ravel()) if masked[i] or (may_lack and is_missing(one))]
    if missing:
        remedy = "put the label `unlabelled` there" if argument in ("y", "y_true") else "give one to all samples"
        raise InvalidInput(f"{argument} has no label for {len(missing)} of {array.size} samples, the first is {missing[0]}; {remedy}")


def recording_lengths(recordings: Any, n_samples: int) -> list[int]:
    """Lengths of consecutive recordings."""
    if recordings is None:
        return [n_samples]
    refuse_missing_labels(recordings, "recordings")
    ids = shaped("recordings", np.asarray(recordings), n_samples)
    return _core.lengths_of(np.unique(ids, return_inverse=True)[1].astype(np.int32))


def is_labelled(y: np.ndarray, unlabelled: Any) -> np.ndarray:
    """Whether each sample has another label than `unlabelled`. NaN marks missing labels of any type. Another mark of another type
    than the labels is refused: it would be equal to none of them, and the samples that it stands for would be a class."""
    if unlabelled is None:
        return np.ones(len(y), dtype=bool)
    if is_nan(unlabelled):
        return np.array([not is_missing(label) for label in y], dtype=bool) if y.dtype == object else np.asarray(y == y)
    if y.dtype == object and any(label is unlabelled or label == unlabelled for label in y):
        return np.array([label is not unlabelled and label != unlabelled for label in y], dtype=bool)
    kind = np.array(y.tolist()).dtype.kind if y.dtype == object else y.dtype.kind
    names, types = _TYPES.get(kind, ("objects", object))
    is_other = isinstance(unlabelled, bool | np.bool_) and kind != "b"
    if is_other or not isinstance(unlabelled, types):
        raise InvalidInput(f"unlabelled is {unlabelled!r}; the labels in y are {names}, and it must be one of them")
    return np.asarray(y != unlabelled)

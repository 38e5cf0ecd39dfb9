# SPDX-License-Identifier: Apache-2.0
"""Checks of arguments, each in one place. They return the argument."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import numpy as np

from . import _core
from .errors import InvalidInput

Listed = TypeVar("Listed", bound=Any)


def whole(argument: str, value: Any, least: int = 0, most: int | None = None) -> int:
    """An integer from `least` to `most`, and no bool."""
    is_whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not is_whole or value < least or (most is not None and value > most):
        allowed = f"of at least {least}" if most is None else f"from {least} to {most}"
        must = "there is none" if most is not None and most < least else f"it must be an integer {allowed}"
        raise InvalidInput(f"{argument} is {value!r}; {must}", argument)
    return int(value)


def is_number(value: Any) -> bool:
    """Whether this is a single number, and no bool."""
    return isinstance(value, int | float | np.number) and not isinstance(value, bool)


def number(argument: str, value: Any, low: float = -np.inf, high: float = np.inf) -> float:
    """A finite number between two others, neither of which it may be."""
    if not is_number(value) or not low < value < high:
        allowed = f" between {low:g} and {high:g}" if high < np.inf else f" above {low:g}" if low > -np.inf else ""
        raise InvalidInput(f"{argument} is {value!r}; it must be a finite number{allowed}", argument)
    return float(value)


def flag(argument: str, value: Any) -> bool:
    """True or False. Other types are refused, as a word such as 'no' would count as True."""
    if not isinstance(value, bool | np.bool_):
        raise InvalidInput(f"{argument} is {value!r}; it must be True or False", argument)
    return bool(value)


def one_of(argument: str, value: Any, allowed: Sequence[Any]) -> Any:
    """One of the allowed values, where None is to leave it out."""
    if value in allowed:
        return value
    texts = [one for one in allowed if isinstance(one, str)] if isinstance(value, str) else []
    words = ["left out" if one is None else repr(one) for one in allowed]
    listed = " or ".join(words) if len(words) < 3 else f"one of {', '.join(words)}"
    near = _core.suggestion(value, texts) if texts else ""
    raise InvalidInput(f"{argument} is {value!r}; it must be {listed}{near}", argument)


def word_of(argument: str, value: Any, allowed: Sequence[Any]) -> Any:
    """The same for words, which have several spellings ("cross_sampen")."""
    same = [one for one in allowed if isinstance(value, str) and isinstance(one, str) and _core.is_same_word(one, value)]
    return one_of(argument, same[0] if same else value, allowed)


def different(argument: str, values: Sequence[Any]) -> Sequence[Any]:
    """Values, none of which is there twice."""
    twice = next((one for place, one in enumerate(values) if one in values[:place]), None)
    if twice is not None:
        raise InvalidInput(f"{argument} has {twice!r} more than once", argument)
    return values


def one_each(argument: str, values: Listed, n: int, of: str) -> Listed:
    """A value for each of `n` things."""
    if len(values) != n:
        raise InvalidInput(f"{argument} has {len(values)} values; it must have {n}, one for each {of}", argument)
    return values


def shaped(argument: str, array: np.ndarray, *axes: str | int, least: int | None = None, empty: bool = False) -> np.ndarray:
    """An array with these axes, or with the last ones, `least` or more of them. A number is a length, and axes of one name have
    one length, but for "..."."""
    lengths: dict[str | int, int] = {one: one for one in axes if isinstance(one, int)}
    is_known = (len(axes) if least is None else least) <= array.ndim <= len(axes)
    pairs = zip(axes[len(axes) - array.ndim :], array.shape, strict=True) if is_known else ()
    fits = is_known and all(axis == "..." or lengths.setdefault(axis, length) == length for axis, length in pairs)
    if not fits or (array.size == 0 and not empty):
        raise InvalidInput(f"{argument} has the shape {array.shape}; it must be ({', '.join(map(str, axes))}{',' * (len(axes) == 1)})", argument)
    return array


def real(argument: str, dtype: Any) -> None:
    """Refuse a type of other than real numbers."""
    if dtype.kind not in "iuf":
        hint = ", as many in each row (read_signals reads files)" if dtype.kind in "OU" else ""
        raise InvalidInput(f"{argument} has the type {dtype}; it must have real numbers{hint}", argument)


def finite(argument: str, array: np.ndarray) -> np.ndarray:
    """An array without missing and infinite numbers."""
    if not np.isfinite(array).all():
        raise InvalidInput(f"{argument} has missing or infinite values; they must be finite", argument)
    return array


def increasing(argument: str, values: np.ndarray) -> np.ndarray:
    """Numbers, each above the one before."""
    if not (np.diff(values) > 0).all():
        raise InvalidInput(f"{argument} does not increase from value to value", argument)
    return values


def probabilities(argument: str, rows: np.ndarray, tolerance: float) -> np.ndarray:
    """Rows of at least 0 with the sum 1."""
    wrong = np.flatnonzero(~((rows >= 0).all(axis=1) & (np.abs(rows.sum(axis=1) - 1) <= tolerance)))
    if len(wrong):
        raise InvalidInput(f"{argument} has the row {rows[wrong[0]].tolist()}; it must be at least 0, with the sum 1", argument)
    return rows


def require_channels(argument: str, names: Sequence[str], known: Sequence[str]) -> None:
    """Refuse channels other than those that were there before, or in another order."""
    if list(names) != list(known):
        raise InvalidInput(f"{argument} has the channels {', '.join(names)}; it must have {', '.join(known)}, in this order", argument)


# Types of a single m or r.
SINGLE = frozenset({int, float, str, type(None), np.float64, np.int64})


def grid_of(options: dict[str, Any]) -> dict[str, list[Any]]:
    """The m and r of which there are several, as lists, which they become in the options too."""
    found = {}
    for key in ("m", "r"):
        value = options.get(key)
        if isinstance(value, list | tuple | range) or (isinstance(value, np.ndarray) and value.ndim == 1):
            numbers = np.asarray(value)
            real(key, numbers.dtype)
            options[key] = found[key] = numbers.tolist()
    return found


def keywords(owner: str, given: dict[str, Any], known: Iterable[str]) -> dict[str, Any]:
    """Keyword arguments by their names, which have several spellings ("normalize")."""
    found = {}
    for name, value in given.items():
        match = [one for one in known if _core.is_same_word(one, name) and name.islower()]
        if not match or match[0] in found:
            raise TypeError(f"{owner} has no keyword argument {name}{_core.suggestion(name, sorted(known))}")
        found[match[0]] = value
    return found

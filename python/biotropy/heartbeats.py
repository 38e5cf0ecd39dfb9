# SPDX-License-Identifier: Apache-2.0
"""RR intervals of heartbeats: from annotations or lists, cleaned, with what was removed."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import numpy as np

from . import _core
from .errors import InvalidInput, from_code
from .inputs import doubles, file_name, numeric
from .options import Function
from .warn import warn

Ectopic = Literal["none", "previous", "neighbours", "median"]
Unit = Literal["auto", "s", "ms"]


class Removal(NamedTuple):
    """An interval that was removed.

    Attributes
    ----------
    position : int
        Among the values of the file, or in the array that was handed in, from 0.
    value : float
        As read, in the unit of the file.
    time : float
        Seconds to the beat that ends it, as in `RRIntervals.times`.
    reason : {'onset', 'missing', 'too_short', 'too_long', 'ectopic'}
    """

    position: int
    value: float
    time: float
    reason: str


@dataclass(frozen=True, eq=False)
class RRIntervals:
    """RR intervals with their times, and what was done to them.

    Functions that take series take it as the array `rr`, and leave out every template that touches or straddles a gap,
    whatever the delay, unless `nan_policy` says otherwise. ``len()``, iteration and ``numpy.asarray`` are those of `rr`.

    Attributes
    ----------
    rr : array, shape (n,)
        Intervals in `unit`; NaN where time is missing between two of them, unless gaps were closed.
    times : array, shape (n,)
        Seconds to the beat that ends each interval: from the start of the record for annotations, and the sum of the
        intervals so far, removed ones among them, for a list. NaN where `rr` is.
    unit : {'s', 'ms'}
        Of `rr`.
    unit_read : {'s', 'ms'}
        Of the file.
    n_read : int
        How many values were read.
    removed : list of Removal
        In the order of time.
    report : list of str
        What was done, one fact each.
    warnings : list of str
        What was wrong with the file; each was a `RuntimeWarning` as well.
    source : str or None
        The file that they stand in; None for an array.
    n_beats, n_others : int or None
        Annotations that are beats, and others; None for a list.
    first_beat : float or None
        Of annotations: seconds from the start of the record.
    """

    rr: np.ndarray
    times: np.ndarray
    unit: str = "s"
    unit_read: str = "s"
    n_read: int = 0
    removed: list[Removal] = field(default_factory=list)
    report: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    source: str | None = None
    n_beats: int | None = None
    n_others: int | None = None
    first_beat: float | None = None

    @property
    def n_gaps(self) -> int:
        """How many gaps `rr` has."""
        return int(np.isnan(self.rr).sum())

    @property
    def seconds(self) -> np.ndarray:
        """The intervals in seconds; `rr` itself where that is its unit."""
        return self.rr if self.unit == "s" else self.rr / 1000

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.rr, dtype=dtype) if copy else np.asarray(self.rr, dtype=dtype)

    def __len__(self) -> int:
        return len(self.rr)

    def __getitem__(self, position: Any) -> Any:
        return self.rr[position]

    def __repr__(self) -> str:
        kept = len(self.rr) - self.n_gaps
        gaps = f"{self.n_gaps} gap{'' if self.n_gaps == 1 else 's'}"
        return f"<RRIntervals: {kept} intervals ({self.unit}), {gaps}; {'; '.join(self.report)}>"


def _rows_with_gaps(x: Any, tau: Any) -> np.ndarray | None:
    """RR intervals as the core takes them, where their gaps must be wider than one sample; None where not."""
    wide = isinstance(x, RRIntervals) and isinstance(tau, int | np.integer) and tau > 1
    return doubles(x.rr)[np.newaxis] if wide else None


def with_gaps(x: Any, options: dict[str, Any]) -> Any:
    """RR intervals as an array with a NaN for each gap, which the options then allow; others as is."""
    if not isinstance(x, RRIntervals):
        return x
    if options.get("nan_policy") is None:
        options["nan_policy"] = "omit"
    return x.rr


def leaving_out_gaps(x: Any, options: dict[str, Any]) -> Any:
    """RR intervals as an array in which no template of a measure with these options reaches over a gap; others as is."""
    array, tau = with_gaps(x, options), options.get("tau")
    rows = _rows_with_gaps(x, tau)
    return array if rows is None else _core.with_wide_gaps(rows, tau)


def at_intervals(x: Any, counts: np.ndarray, tau: int) -> np.ndarray:
    """The counts of templates of `leaving_out_gaps(x)` that begin at a sample of `x`, one for each template of `x`."""
    rows = _rows_with_gaps(x, tau)
    if rows is None:
        return counts
    n_templates = max(0, len(counts) - (tau - 1) * x.n_gaps)
    return counts[_core.indices_with_wide_gaps(rows, tau)[:n_templates]]


def require_no_missing(x: Any, rows: np.ndarray, name: str) -> None:
    """What `nan_policy` does for RR intervals by default is not done to the NaN of another series beside them."""
    if not isinstance(x, RRIntervals) and np.isnan(rows).any():
        text = f"{name} has missing samples (NaN) and is no RRIntervals: remove them, or ask for nan_policy='omit'"
        raise from_code("missing_values", text)


_OPTIONS = """min, max : float, default 0.3 and 1.5
        Seconds; shorter and longer intervals are removed. `max` may be infinite.
    ectopic : {'none', 'previous', 'neighbours', 'median'}, default 'none'
        Remove intervals too different from the one before (Malik et al. 1989), the mean of both neighbours (Karlsson et
        al. 2012), or the median of the 11 around.
    ectopic_change : float, default 0.2
        The relative difference that is too much.
    policy : {'gap', 'close'}, default 'gap'
        Where intervals were removed: a gap, NaN, which no template straddles, or nothing, so that both sides become
        neighbours.
    unit : {'auto', 's', 'ms'}, default 'auto'
        Of the intervals in a list; milliseconds where the median is above 10. Annotations are seconds.
    output : {'auto', 's', 'ms'}, default 'auto'
        Of the result; as read. Intervals are multiples of a recorder's step, and a conversion rounds them apart.
    values : {'detect', 'intervals', 'times'}, default 'detect'
        What a list holds: RR intervals, or the times of beats. 'detect' takes them for intervals, and raises where five or
        more values rise nine times of ten, as times do. Of times, the first is that of the first beat.
    first : {'detect', 'interval', 'onset'}, default 'detect'
        What the first value of a list is: an interval, or the time to the first beat, which it is taken for where it is
        above 3 times the median."""


def _document(function: Function) -> Function:
    if function.__doc__:  # not under -OO
        function.__doc__ = function.__doc__.replace("{options}", _OPTIONS)
    return function


def _given(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in ("path", "x")}


def _made(core: dict[str, Any], path: str | None = None) -> RRIntervals:
    for text in core.get("warnings", ()):
        warn(f"{path}: {text}")
    return RRIntervals(**{**core, "removed": [Removal(*one) for one in core.get("removed", ())]})


@_document
def read_rr(
    path: str | os.PathLike[str],
    *,
    min: float | None = None,
    max: float | None = None,
    ectopic: Ectopic | None = None,
    ectopic_change: float | None = None,
    policy: Literal["gap", "close"] | None = None,
    unit: Unit | None = None,
    output: Unit | None = None,
    values: Literal["detect", "intervals", "times"] | None = None,
    first: Literal["detect", "interval", "onset"] | None = None,
    consecutive: bool | None = None,
    rate: float | None = None,
    columns: str | int | None = None,
    annotator: str | None = None,
) -> RRIntervals:
    """The RR intervals of a file, cleaned: those that `biotropy rr` writes.

    Parameters
    ----------
    path : path-like
        A WFDB annotation file (``.atr``, ``.qrs``, ``.wqrs``, ...), the header or the record's name beside it, or a list
        of intervals as text, NPY or MAT.
    {options}
    consecutive : bool, default False
        Of annotations: leave out intervals with an annotation inside that is no beat (``ann2rr -c``).
    rate : float, optional
        Samples per second of annotations that do not say.
    columns : str or int, optional
        The name or number (from 1) of the column of a text.
    annotator : str, optional
        The ending of the annotation file beside a header, such as ``"wqrs"``; by default the first of atr, ecg and qrs, or
        the only other one there is. A file with this ending is read as annotations whatever it holds.

    Returns
    -------
    RRIntervals

    Raises
    ------
    FileMissing
        There is no such file.
    FileFailed
        It is not what its format says, is empty, has words between its numbers, or no annotations beside its header.
    InvalidInput
        A parameter outside what is allowed, more than one column, or no interval left.

    Examples
    --------
    >>> import biotropy, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "rr.txt")
    >>> _ = path.write_text("225.8\\n0.80\\n0.81\\n2.60\\n0.79\\n")
    >>> rr = biotropy.read_rr(path)
    >>> rr.rr.tolist(), [(one.position, one.reason) for one in rr.removed]
    ([0.8, 0.81, nan, 0.79], [(0, 'onset'), (3, 'too_long')])
    """
    options = _given(locals())
    name = file_name(path)
    if isinstance(columns, int | np.integer) and not isinstance(columns, bool):
        options["columns"] = str(columns)
    return _made(_core.read_rr(name, options), name)


def ann2rr(
    path: str | os.PathLike[str],
    *,
    consecutive: bool | None = None,
    rate: float | None = None,
    annotator: str | None = None,
) -> RRIntervals:
    """The times between beats as PhysioNet's program ``ann2rr`` gives them: nothing is judged or removed.

    Parameters
    ----------
    path : path-like
        A WFDB annotation file (``.atr``, ``.qrs``, ``.wqrs``, ...), the header or the record's name beside it.
    consecutive, rate, annotator
        As for `read_rr`.

    Returns
    -------
    RRIntervals
        In seconds, with gaps where `consecutive` left intervals out. What `ann2rr` prints first, the time to the first
        beat, is `first_beat`.

    Raises
    ------
    FileMissing, FileFailed
        As `read_rr`.
    InvalidInput
        The file is no annotation file, or has fewer than two beats.
    """
    options = _given(locals())
    name = file_name(path)
    return _made(_core.read_beats(name, options), name)


@_document
def clean_rr(
    x: Any,
    *,
    min: float | None = None,
    max: float | None = None,
    ectopic: Ectopic | None = None,
    ectopic_change: float | None = None,
    policy: Literal["gap", "close"] | None = None,
    unit: Unit | None = None,
    output: Unit | None = None,
    values: Literal["detect", "intervals", "times"] | None = None,
    first: Literal["detect", "interval", "onset"] | None = None,
) -> RRIntervals:
    """RR intervals that are there already, cleaned as `read_rr` does.

    Parameters
    ----------
    x : array-like, shape (n,)
        Intervals, or times of beats (`values`). NaN marks a gap, and is no interval that was read.
    {options}

    Returns
    -------
    RRIntervals
        Positions of removed intervals are those in `x`.

    Raises
    ------
    InvalidInput
        Another shape, a parameter outside what is allowed, or no interval left.

    Examples
    --------
    >>> import biotropy
    >>> biotropy.clean_rr([0.8, 0.82, 2.4, 0.79], policy="close").rr.tolist()
    [0.8, 0.82, 0.79]
    """
    options = _given(locals())
    array = doubles(numeric(x, "x"))
    if array.ndim != 1 or array.size == 0:
        raise InvalidInput(f"x has the shape {array.shape}: one axis of at least one interval is needed")
    return _made(_core.clean_rr(array[np.newaxis], options))

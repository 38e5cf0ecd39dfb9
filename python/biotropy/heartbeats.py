# SPDX-License-Identifier: Apache-2.0
"""RR intervals of heartbeats from annotations or lists, their cleaning, and the removed intervals."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Unpack

import numpy as np

from . import _core
from ._arguments import shaped
from ._inputs import file_name
from ._options import CleanOptions, ReadRrOptions, explicit
from ._signal import read
from ._warn import issue
from ._work.stores import local
from .errors import Notice

__all__ = ["RRIntervals", "Removal", "ann2rr", "clean_rr", "read_rr"]
__dir__ = __all__.copy


class Removal(NamedTuple):
    """An interval that was removed.

    Attributes
    ----------
    position : int
        Index among the values of the file, or in the given array.
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
    """RR intervals with their times and a report of the cleaning.

    Functions of series use the array `rr`, and leave out every template that touches or spans a gap, at any delay, unless
    `nan_policy` is given. ``len()``, iteration and ``numpy.asarray`` are those of `rr`.

    Attributes
    ----------
    rr : array, shape (n,)
        Intervals in `unit`; a NaN for each gap (missing time between two intervals), unless gaps were closed.
    times : array, shape (n,)
        Time in seconds of the beat that ends each interval: from the start of the record for annotations, the sum of
        the intervals up to it, including removed ones, for a list. NaN where `rr` is NaN.
    unit : {'s', 'ms'}
        Unit of `rr`.
    unit_read : {'s', 'ms'}
        Unit of the file.
    n_read : int
        Number of values that were read.
    removed : list of Removal
        Removed intervals, in the order of time.
    report : str
        Sentences about the cleaning.
    notices : list of Notice
        Of reading the file.
    source : str or None
        The file; None for an array.
    n_beats, n_others : int or None
        Numbers of annotations that are beats, and of others; None for a list.
    first_beat : float or None
        Time of the first beat in seconds from the start of the record; None for a list.
    """

    rr: np.ndarray
    times: np.ndarray
    unit: str = "s"
    unit_read: str = "s"
    n_read: int = 0
    removed: list[Removal] = field(default_factory=list)
    report: str = ""
    notices: list[Notice] = field(default_factory=list)
    source: str | None = None
    n_beats: int | None = None
    n_others: int | None = None
    first_beat: float | None = None

    @property
    def n_gaps(self) -> int:
        """Number of gaps in `rr`."""
        return int(np.isnan(self.rr).sum())

    @property
    def seconds(self) -> np.ndarray:
        """The intervals in seconds; `rr` itself if that is its unit."""
        return self.rr if self.unit == "s" else self.rr / 1000

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.rr, dtype=dtype) if copy else np.asarray(self.rr, dtype=dtype)

    def __len__(self) -> int:
        return len(self.rr)

    def __getitem__(self, index: Any) -> Any:
        return self.rr[index]

    def __repr__(self) -> str:
        kept = len(self.rr) - self.n_gaps
        gaps = f"{self.n_gaps} gap{'' if self.n_gaps == 1 else 's'}"
        return f"<RRIntervals: {kept} intervals ({self.unit}), {gaps}; {self.report}>"


def _made(core: dict[str, Any], path: str | None = None) -> RRIntervals:
    notices = issue(core.get("notices", ()), str(path or ""))
    return RRIntervals(**{**core, "notices": notices, "removed": [Removal(*one) for one in core.get("removed", ())]})


@explicit(ReadRrOptions)
def read_rr(path: str | os.PathLike[str], **options: Unpack[ReadRrOptions]) -> RRIntervals:
    """RR intervals of a file, cleaned as by `biotropy rr`.

    Parameters
    ----------
    path : path-like
        A WFDB annotation file (``.atr``, ``.qrs``, ``.wqrs``, ...), the header or the record's name beside it, a file of
        a Polar monitor (``.hrm``), a table of physiology (``*_physio.tsv.gz``) or, with `beats`, of events (``*_events.tsv``)
        of BIDS, or a list of intervals as text, NPY or MAT.
    {options}

    Returns
    -------
    RRIntervals

    Raises
    ------
    FileMissing
        The file does not exist.
    FileFailed
        The file violates its format, is empty, has words between its numbers, or no annotations beside its header.
    InvalidInput
        A parameter that is not allowed, more than one column, or no interval left.

    See Also
    --------
    clean_rr : The same for intervals or times of beats in an array.
    sample_entropy : With ``nan_policy="omit"``, where gaps are missing samples.

    Examples
    --------
    >>> import biotropy, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "rr.txt")
    >>> _ = path.write_text("225.8\\n0.80\\n0.81\\n2.60\\n0.79\\n")
    >>> rr = biotropy.read_rr(path)
    >>> rr.rr.tolist(), [(one.position, one.reason) for one in rr.removed]
    ([0.8, 0.81, nan, 0.79], [(0, 'onset'), (3, 'too_long')])
    """
    name = file_name(path, addresses=True)
    with local(name) as (here, _):
        return _made(_core.read_rr(here, dict(options)), name)


def ann2rr(path: str | os.PathLike[str], *, consecutive: bool | None = None, rate: float | None = None,
           annotator: str | None = None) -> RRIntervals:  # fmt: skip
    """Intervals between beats as from PhysioNet's program ``ann2rr``, without cleaning.

    Parameters
    ----------
    path : path-like
        A WFDB annotation file (``.atr``, ``.qrs``, ``.wqrs``, ...), the header or the record's name beside it.
    consecutive, rate, annotator
        As for `read_rr`.

    Returns
    -------
    RRIntervals
        In seconds, with gaps where `consecutive` left intervals out. The first number printed by `ann2rr`, the time to the
        first beat, is `first_beat`.

    Examples
    --------
    >>> import biotropy, numpy as np, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "beats.atr")
    >>> np.array([1 << 10 | 80, 1 << 10 | 82, 1 << 10 | 79, 0], dtype="<u2").tofile(path)
    >>> biotropy.ann2rr(path, rate=100).rr.tolist()
    [0.82, 0.79]

    Raises
    ------
    FileMissing, FileFailed
        As `read_rr`.
    InvalidInput
        The file is not an annotation file, or has fewer than two beats.
    """
    name = file_name(path, addresses=True)
    with local(name) as (here, _):
        return _made(_core.read_beats(here, {"consecutive": consecutive, "rate": rate, "annotator": annotator}), name)


@explicit(CleanOptions)
def clean_rr(x: Any, **options: Unpack[CleanOptions]) -> RRIntervals:
    """Clean RR intervals as `read_rr` does.

    Parameters
    ----------
    x : array-like, shape (n,)
        Intervals, or times of beats (`values`). NaN marks a gap, and does not count as an interval. So does a pause in the
        labels of a Series or `DataArray`, such as the times of the beats; they must not go back.
    {options}

    Returns
    -------
    RRIntervals
        Positions of removed intervals are indices of `x`.

    Raises
    ------
    InvalidInput
        Another shape, a parameter that is not allowed, or no interval left.

    See Also
    --------
    read_rr : The same for a file.

    Examples
    --------
    >>> import biotropy
    >>> biotropy.clean_rr([0.8, 0.82, 2.4, 0.79], policy="close").rr.tolist()
    [0.8, 0.82, 0.79]
    """
    of = read(x)
    array, gaps = shaped("x", of.array(), "n_intervals"), [] if of.held is None else of.held.gaps
    return _made(_core.clean_rr(array[np.newaxis], gaps, dict(options)))

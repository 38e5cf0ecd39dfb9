# SPDX-License-Identifier: Apache-2.0
"""Counts of matching pairs of templates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._answer import Answer, Labels, Output, output_of
from ._arguments import flag, number, shaped, whole
from ._inputs import taken_run
from ._options import CountOptions, Real, Signal, explicit
from ._signal import signal

Totals: TypeAlias = NDArray[np.uint64]


@overload
def count_matches(x: Signal, y: Signal | None = None, *, lengths: Sequence[int] = (2, 3), r: Real,
                  per_template: Literal[False] = False, output: Literal["array"] | None = None,
                  **options: Unpack[CountOptions]) -> Totals: ...
@overload
def count_matches(x: Signal, y: Signal | None = None, *, lengths: Sequence[int] = (2, 3), r: Real,
                  per_template: Literal[True], output: Literal["array"] | None = None,
                  **options: Unpack[CountOptions]) -> tuple[Totals, list[NDArray[np.uint32]]]: ...
@overload
def count_matches(x: Signal, y: Signal | None = None, *, lengths: Sequence[int] = (2, 3), r: Real, per_template: bool = False,
                  output: Output, **options: Unpack[CountOptions]) -> Any: ...
@explicit(CountOptions, ("output",), tau=1, boundary="closed", templates="all", theiler=-1)
def count_matches(x: Any, y: Any = None, *, lengths: Sequence[int] = (2, 3), r: Real, per_template: bool = False,
                  output: Output | None = None, **options: Unpack[CountOptions]) -> Any:
    """Number of matching pairs of templates: all pairs of their samples differ by at most r.

    Parameters
    ----------
    x : array-like, shape (n_times,)
        The series of the templates; NaN matches nothing. No template of `RRIntervals` spans a gap.
    y : array-like, shape (n_times,), optional
        The series with which they are compared, in the same unit; by default `x` itself.
    lengths : sequence of int, default (2, 3)
        Lengths of templates, increasing.
    r : float
        Tolerance in the unit of the samples.
    templates : {'all', 'common'}, default 'all'
        All templates of each length, or for all lengths those that fit at the longest one, and touch no missing
        sample there.
    theiler : int, default -1
        Exclude pairs whose start times differ by at most this number of samples; -1: none, 0: self matches.
    per_template : bool, default False
        Also return the counts of every template of `x`.
    {options}

    Returns
    -------
    totals : array of uint64, shape (n_lengths,)
        Ordered pairs (template of x, template of y). As a `DataArray` or Series over length, it is called matches.
    counts : list of arrays of uint32
        One count for each template of `x`, for each length; only with `per_template`. In other outputs matches_of_template over
        length and template, -1 where there is no template.

    Examples
    --------
    >>> import biotropy
    >>> biotropy.count_matches([1, 2, 1, 2, 1, 3], lengths=(1, 2), r=0.5).tolist()
    [14, 9]
    """
    given: dict[str, Any] = {**options}
    form = output_of(output, x)
    n_jobs, device, _ = taken_run(given)
    first, second = signal(x, -1, "x"), None if y is None else signal(y, -1, "y")
    for one in filter(None, (first, second)):
        shaped(one.name, one.rows, "n_times", empty=True)
    each = flag("per_template", per_template)
    listed = [whole("lengths", length, 1) for length in np.atleast_1d(np.asarray(lengths, dtype=object))]
    cores = first.core(), second and second.core()
    totals, counts = _core.count_matches(*cores, listed, number("r", r), each, given, n_jobs, device)
    if form == "array":
        return (totals, counts) if per_template else totals
    variables: dict[str, Any] = {}
    if per_template:
        of_each = np.full((len(counts), max(map(len, counts))), -1, dtype=np.int64)
        for row, one in zip(of_each, counts, strict=True):
            row[: len(one)] = one
        variables["matches_of_template"] = (("length", "template"), of_each)
    variables["matches"] = (("length",), totals)
    said = {"biotropy_version": _core.version(), "r": float(r), **{name: one for name, one in given.items() if one is not None}}
    answer = Answer("matches", Labels(()), variables, coords={"length": ("length", listed)}, attrs=said)
    return answer.rendered(form, per_template)

# SPDX-License-Identifier: Apache-2.0
"""Approximate, sample and fuzzy entropy, and their cross forms between two series; permutation entropy."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._bad_channels import name_bad, others
from ._bad_segments import gap_width
from ._dimensions import channels_behind_epochs
from ._inputs import NO_RUN, Run, Series, series, taken_run, together, warn_of_epochs_left_out
from ._mne_data import explained, refuse_other_order
from ._one_unit import require_one_unit, warn_of_tolerance
from ._options import (
    ApproximateOptions,
    CrossApproximateOptions,
    CrossFuzzyOptions,
    CrossSampleOptions,
    FuzzyOptions,
    Integer,
    MultivariateFuzzyOptions,
    MultivariateSampleOptions,
    PermutationOptions,
    Real,
    SampleOptions,
    Signal,
    explicit,
    names_of,
)
from ._provenance import attributes
from ._surrogate_test import SurrogateTest, channels_of, takes_test, test_of
from ._time_labels import refuse_other_labels, refuse_other_samples_of_list
from ._warn import warn
from .errors import InvalidInput
from .heartbeats import leaving_out_gaps, require_no_missing

if TYPE_CHECKING:
    from xarray import DataArray

Values: TypeAlias = float | NDArray[np.float64]


@dataclass(frozen=True)
class EntropyResult:
    """Values and the numbers that they were computed from, each in the shape of the input without its time axis.

    Attributes
    ----------
    value : float or array
        In nats unless `base` or `normalise` is given.
    matches_m, matches_m1 : int or array
        Matching pairs of templates of length m and m + 1: unordered pairs (B and A) for SampEn, ordered ones for the
        others, with self matches for ApEn (and for SampEn with theiler -1); 0 for the fuzzy measures and PermEn.
    membership_m, membership_m1 : float or array
        For the fuzzy measures: sums of membership over ordered pairs.
    templates_m, templates_m1 : int or array
        Templates without missing samples; those of length m + 1 for measures that compare them.
    patterns : int or array
        For permutation entropy: number of different ordinal patterns.
    r : float or array
        Tolerance in the unit of the compared samples.
    reason : str, list of str or None
        Reason why a value is NaN or infinite; None if all values are finite.
    surrogates : SurrogateTest or None
        The test against surrogates, if `surrogates` are given.
    """

    value: Any
    matches_m: Any
    matches_m1: Any
    membership_m: Any
    membership_m1: Any
    templates_m: Any
    templates_m1: Any
    patterns: Any
    r: Any
    reason: Any
    surrogates: SurrogateTest | None = None


def _one(core: _core.Entropy) -> EntropyResult:
    return EntropyResult(
        core.value,
        core.matches_m,
        core.matches_m1,
        core.membership_m,
        core.membership_m1,
        core.templates_m,
        core.templates_m1,
        core.patterns,
        core.r,
        core.reason or None,
    )


def _many(core: dict[str, Any], of: Series, origin: dict[str, Any]) -> EntropyResult:
    apart = ("reason", "surrogates")
    shaped = {name: of.reshape(values, attributes=origin) for name, values in core.items() if name not in apart}
    return EntropyResult(**shaped, reason=core["reason"], surrogates=_test(core, of, origin))


def _test(core: dict[str, Any], of: Series, origin: dict[str, Any]) -> SurrogateTest | None:
    test = core.get("surrogates")
    return None if test is None else test_of(test, lambda values: of.reshape(values, attributes=origin))


def _test_one(name: str, of_x: Series, rows: Any, options: dict[str, Any], run: Run) -> SurrogateTest | None:
    v = None if rows is None else np.atleast_2d(rows)
    return _test(_core.measure_rows(name, np.atleast_2d(of_x.rows), v, options, 1, *run), of_x, {})


def _warn(reasons: list[str] | None, data: Any = None) -> None:
    if reasons is None:
        return
    wrong = others(reasons)
    if wrong:
        warn(f"{len(wrong)} of {len(reasons)} values are not finite; series {wrong[0]}: {explained(reasons[wrong[0]], data)}")


OPTIONS = {
    "apen": frozenset(names_of(ApproximateOptions)),
    "sampen": frozenset(names_of(SampleOptions)),
    "fuzzyen": frozenset(names_of(FuzzyOptions)),
    "permen": frozenset(names_of(PermutationOptions)),
    "mvsampen": frozenset(names_of(MultivariateSampleOptions)),
    "mvfuzzyen": frozenset(names_of(MultivariateFuzzyOptions)),
    "cross-apen": frozenset(names_of(CrossApproximateOptions)),
    "cross-sampen": frozenset(names_of(CrossSampleOptions)),
    "cross-fuzzyen": frozenset(names_of(CrossFuzzyOptions)),
}


def _of_both(x: DataArray, y: DataArray) -> DataArray:
    """x without the coordinates, such as the channel, that are others in y: a value of both is not that of x."""
    both = x.coords.keys() & y.coords.keys()
    return x.drop_vars([name for name in both if not x.coords[name].variable.equals(y.coords[name].variable)])


def _rows(name: str, x: Any, y: Any, axis: int | str, picks: Any, bads: str, options: dict[str, Any]) -> tuple[Series, Any]:
    """The series of x and as many rows of y, with gaps so wide that no template spans one."""
    policy, gap = options.get("nan_policy"), gap_width(options)
    x = channels_behind_epochs(x, axis, name, options)
    of_x = series(leaving_out_gaps(x, options), axis, "x", gap, picks, bads)
    require_one_unit(name, options, picks, x=x, y=y)
    if not name.startswith("cross-"):
        if name.startswith("mv"):
            refuse_other_samples_of_list(x, "x")
        return of_x, None
    if y is None:
        raise InvalidInput("y = None is not allowed: a second series is needed")
    of_y = series(leaving_out_gaps(y, options), axis, "y", gap, picks, bads)
    refuse_other_labels(x, y)
    refuse_other_order(x, y, picks)
    if of_x.labelled is not None and of_y.labelled is not None:
        of_y = series(of_y.labelled.transpose(..., *of_x.labelled.dims, missing_dims="ignore"), axis, "y", gap, None, bads)
        of_x = of_x._replace(labelled=_of_both(of_x.labelled, of_y.labelled))
    if options.get("nan_policy") != policy:
        require_no_missing(x, of_x.rows, "x")
        require_no_missing(y, of_y.rows, "y")
    if of_x.shape != of_y.shape:
        raise InvalidInput(f"x and y hold series in the shapes {of_x.shape} and {of_y.shape}: equal ones are needed")
    return of_x, of_y.rows


def _measure(
    name: str, x: Any, y: Any, m: Integer | None, r: Real | str | None, full_output: bool, given: dict[str, Any]
) -> Any:
    """Measure a single series or many. Options that are None have the value of the convention. (They are a dict because
    matching many keyword arguments to parameters took as long as the rest of this function.)"""
    options = {"m": m, "r": r, **given}
    axis, picks, bads, run, tests = -1, None, "reject", NO_RUN, False
    if given:  # the checks of options cost a short series a tenth of its time
        if not given.keys() <= OPTIONS[name]:
            raise TypeError(
                f"the function of {name} has no keyword argument {', '.join(sorted(given.keys() - OPTIONS[name]))}"
            )
        axis, picks, bads = options.pop("axis", -1), options.pop("picks", None), options.pop("bads", None) or bads
        run, tests = taken_run(options), takes_test(options, full_output, "full_output=True")
    of_x, rows = _rows(name, x, y, axis, picks, bads, options)
    warn_of_tolerance(name, options, picks, of_x.rows, "x", x)
    if rows is not None:
        warn_of_tolerance(name, options, picks, rows, "y", y)
    if name.startswith("mv") or (rows is None and options.get("pool_epochs") not in (None, "no")):
        return _measure_epochs(name, x, of_x, options, run, (picks, bads), full_output)
    is_one, is_labelled = of_x.shape == (), of_x.labelled is not None
    if is_one and not is_labelled:
        core = _core.measure_one(name, of_x.rows, rows, options, *run)
        if core.reason:
            _warn([core.reason])
        if not full_output:
            return core.value
        return replace(_one(core), surrogates=_test_one(name, of_x, rows, options, run) if tests else None)
    u, v = np.atleast_2d(of_x.rows), None if rows is None else np.atleast_2d(rows)
    core = _core.measure_rows(name, u, v, options, channels_of(of_x), *run)
    for one in (x, y):
        name_bad(core["reason"], one, picks, bads, channels_of(of_x))
    _warn(core["reason"], x)
    result = _many(core, of_x, attributes(name, options, u.shape[1]) if is_labelled else {})
    return result if full_output else result.value


def measured(name: str, epochs: np.ndarray, options: dict[str, Any]) -> EntropyResult:
    """Values, counts and reasons of epochs of shape (n_epochs, n_channels, n_times)."""
    result: EntropyResult = _measure(name, epochs, None, options.pop("m", None), options.pop("r", None), True, options)
    return result


def values_of(
    name: str, epochs: np.ndarray, argument: str, options: dict[str, Any], data: Any = None, picks: Any = None, bads: str = "keep"
) -> np.ndarray:
    """Values of the series of an array whose last axis is known to be time, and which the caller calls `argument`; `data`,
    `picks` and `bads` say which of its channels are marked as bad."""
    run, of_epochs = taken_run(options), series(epochs, epochs.ndim - 1, argument)
    warn_of_tolerance(name, options, None, of_epochs.rows, argument)
    core = _core.measure_rows(name, of_epochs.rows, None, options, channels_of(of_epochs), *run)
    name_bad(core["reason"], data, picks, bads, channels_of(of_epochs))
    _warn(core["reason"])
    return np.asarray(of_epochs.reshape(core["value"]))


def _measure_epochs(
    name: str, x: Any, of_x: Series, options: dict[str, Any], run: Run, chosen: tuple[Any, str], full_output: bool
) -> Any:
    """Values of all channels of an epoch together, of all epochs, or of both."""
    is_multivariate = name.startswith("mv")
    of, rows, n_channels = together(of_x, options, channels=is_multivariate), np.atleast_2d(of_x.rows), channels_of(of_x)
    core = _core.measure_epochs(name, rows, options, n_channels, *run)
    warn_of_epochs_left_out(rows.reshape(-1, n_channels, rows.shape[1]), options, "x")
    if not is_multivariate:
        name_bad(core["reason"], x, *chosen, n_channels)
    _warn(core["reason"], x)
    result = _many(core, of, attributes(name, options, of_x.rows.shape[-1]) if of.labelled is not None else {})
    return result if full_output else result.value


_RUN = """{options}
    full_output : bool, default False
        Return an `EntropyResult` with the counts.

    Returns
    -------
    float, array, DataArray or EntropyResult
        In nats (unless `base` is given), in the shape of the input without its time axis; for a `DataArray` with its
        coordinates, and with the parameters and the version as attributes. A value that is not finite has a reason, given in
        a `RuntimeWarning`: nothing matches (such as with r = 0 if all samples differ), or, in arrays of series, an error of
        a single one.

    Raises
    ------
    BiotropyError
        Also a `ValueError`: a parameter that is not allowed; for a single series, too few samples, a constant series with
        `r` in SD units, missing samples, infinite samples."""

_ONE = f"""x : array-like, shape (..., n_times), mne object or xarray.DataArray
        Series of at least m tau + 1 samples, one more for sample and fuzzy entropy, (m - 1) tau + 1 for permutation entropy.
    {_RUN}"""

_CHANNELS = f"""x : array-like, shape (..., n_channels, n_times), mne object or xarray.DataArray
        Channels of at least m tau + 2 samples, z-scored first unless `r` is absolute. The value has the shape (...).
    {_RUN}"""

_TWO = f"""x, y : array-like, shape (..., n_times), mne objects or xarray.DataArray
        Series of at least m tau + 1 samples, z-scored first unless `r` is absolute.
    {_RUN}"""


def _document(text: str, options: type, by_position: tuple[str, ...] = ("m", "r")) -> Any:
    def put(function: Any) -> Any:
        if function.__doc__:  # not under -OO
            function.__doc__ = function.__doc__.replace("{parameters}", text)
        return explicit(options, by_position)(function)

    return put


@overload
def approximate_entropy(x: DataArray, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[False] = False,
                        **options: Unpack[ApproximateOptions]) -> DataArray: ...
@overload
def approximate_entropy(x: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[False] = False,
                        **options: Unpack[ApproximateOptions]) -> Values: ...
@overload
def approximate_entropy(x: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[True],
                        **options: Unpack[ApproximateOptions]) -> EntropyResult: ...
@_document(_ONE, ApproximateOptions)
def approximate_entropy(x: Any, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False,
                        **options: Unpack[ApproximateOptions]) -> Any:
    """Approximate entropy (Pincus 1991): self matches count.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> biotropy.approximate_entropy(np.arange(60) % 3, m=2, r=0.2) < 1e-3
    True
    """
    return _measure("apen", x, None, m, r, full_output, {**options})


@overload
def sample_entropy(x: DataArray, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[False] = False,
                   **options: Unpack[SampleOptions]) -> DataArray: ...
@overload
def sample_entropy(x: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[False] = False,
                   **options: Unpack[SampleOptions]) -> Values: ...
@overload
def sample_entropy(x: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[True],
                   **options: Unpack[SampleOptions]) -> EntropyResult: ...
@_document(_ONE, SampleOptions)
def sample_entropy(x: Any, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False,
                   **options: Unpack[SampleOptions]) -> Any:
    """Sample entropy (Richman and Moorman 2000): the same n - m tau templates at both lengths, self matches excluded.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> result = biotropy.sample_entropy(np.arange(60) % 3, full_output=True)
    >>> result.matches_m, result.matches_m1
    (532, 532)
    """
    return _measure("sampen", x, None, m, r, full_output, {**options})


@overload
def fuzzy_entropy(x: DataArray, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[False] = False,
                  **options: Unpack[FuzzyOptions]) -> DataArray: ...
@overload
def fuzzy_entropy(x: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[False] = False,
                  **options: Unpack[FuzzyOptions]) -> Values: ...
@overload
def fuzzy_entropy(x: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[True],
                  **options: Unpack[FuzzyOptions]) -> EntropyResult: ...
@_document(_ONE, FuzzyOptions)
def fuzzy_entropy(x: Any, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False,
                  **options: Unpack[FuzzyOptions]) -> Any:
    """Fuzzy entropy (Chen et al. 2007): sample entropy with a degree of membership instead of a match.

    Parameters
    ----------
    {parameters}
    """
    return _measure("fuzzyen", x, None, m, r, full_output, {**options})


@overload
def permutation_entropy(x: DataArray, m: Integer = 3, *, full_output: Literal[False] = False,
                        **options: Unpack[PermutationOptions]) -> DataArray: ...
@overload
def permutation_entropy(x: Signal, m: Integer = 3, *, full_output: Literal[False] = False,
                        **options: Unpack[PermutationOptions]) -> Values: ...
@overload
def permutation_entropy(x: Signal, m: Integer = 3, *, full_output: Literal[True],
                        **options: Unpack[PermutationOptions]) -> EntropyResult: ...
@_document(_ONE, PermutationOptions, ("m",))
def permutation_entropy(x: Any, m: Integer = 3, *, full_output: bool = False,
                        **options: Unpack[PermutationOptions]) -> Any:
    """Permutation entropy (Bandt and Pompe 2002): the Shannon entropy of the ordinal patterns of m samples.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> import biotropy
    >>> round(biotropy.permutation_entropy([4, 7, 9, 10, 6, 11, 3], base="2"), 3)
    1.522
    """
    return _measure("permen", x, None, m, None, full_output, {**options})


@overload
def multivariate_sample_entropy(x: DataArray, m: Integer | None = None, r: Real | str | None = None, *,
                                full_output: Literal[False] = False,
                                **options: Unpack[MultivariateSampleOptions]) -> DataArray: ...
@overload
def multivariate_sample_entropy(x: Signal, m: Integer | None = None, r: Real | str | None = None, *,
                                full_output: Literal[False] = False,
                                **options: Unpack[MultivariateSampleOptions]) -> Values: ...
@overload
def multivariate_sample_entropy(x: Signal, m: Integer | None = None, r: Real | str | None = None, *,
                                full_output: Literal[True],
                                **options: Unpack[MultivariateSampleOptions]) -> EntropyResult: ...
@_document(_CHANNELS, MultivariateSampleOptions)
def multivariate_sample_entropy(x: Any, m: Integer | None = None, r: Real | str | None = None, *, full_output: bool = False,
                                **options: Unpack[MultivariateSampleOptions]) -> Any:
    """Multivariate sample entropy (Ahmed and Mandic 2011, 2012): one value for all channels of an epoch together.

    Parameters
    ----------
    {parameters}

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> x = np.array([np.arange(60) % 3, np.arange(60) % 4])
    >>> int(biotropy.multivariate_sample_entropy(x, full_output=True).matches_m)
    112
    """
    return _measure("mvsampen", x, None, m, r, full_output, {**options})


@overload
def multivariate_fuzzy_entropy(x: DataArray, m: Integer | None = None, r: Real | str | None = None, *,
                               full_output: Literal[False] = False,
                               **options: Unpack[MultivariateFuzzyOptions]) -> DataArray: ...
@overload
def multivariate_fuzzy_entropy(x: Signal, m: Integer | None = None, r: Real | str | None = None, *,
                               full_output: Literal[False] = False,
                               **options: Unpack[MultivariateFuzzyOptions]) -> Values: ...
@overload
def multivariate_fuzzy_entropy(x: Signal, m: Integer | None = None, r: Real | str | None = None, *,
                               full_output: Literal[True],
                               **options: Unpack[MultivariateFuzzyOptions]) -> EntropyResult: ...
@_document(_CHANNELS, MultivariateFuzzyOptions)
def multivariate_fuzzy_entropy(x: Any, m: Integer | None = None, r: Real | str | None = None, *, full_output: bool = False,
                               **options: Unpack[MultivariateFuzzyOptions]) -> Any:
    """Multivariate fuzzy entropy (Ahmed et al. 2016): a degree of membership instead of a match.

    Parameters
    ----------
    {parameters}
    """
    return _measure("mvfuzzyen", x, None, m, r, full_output, {**options})


@overload
def cross_approximate_entropy(x: DataArray, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                              full_output: Literal[False] = False,
                              **options: Unpack[CrossApproximateOptions]) -> DataArray: ...
@overload
def cross_approximate_entropy(x: Signal, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                              full_output: Literal[False] = False,
                              **options: Unpack[CrossApproximateOptions]) -> Values: ...
@overload
def cross_approximate_entropy(x: Signal, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                              full_output: Literal[True],
                              **options: Unpack[CrossApproximateOptions]) -> EntropyResult: ...
@_document(_TWO, CrossApproximateOptions)
def cross_approximate_entropy(x: Any, y: Any, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False,
                              **options: Unpack[CrossApproximateOptions]) -> Any:
    """Cross-ApEn(y || x) (Pincus and Singer 1996): templates of `x`, compared with those of `y`. Not symmetric.

    Parameters
    ----------
    {parameters}
    """
    return _measure("cross-apen", x, y, m, r, full_output, {**options})


@overload
def cross_sample_entropy(x: DataArray, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                         full_output: Literal[False] = False,
                         **options: Unpack[CrossSampleOptions]) -> DataArray: ...
@overload
def cross_sample_entropy(x: Signal, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                         full_output: Literal[False] = False,
                         **options: Unpack[CrossSampleOptions]) -> Values: ...
@overload
def cross_sample_entropy(x: Signal, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                         full_output: Literal[True],
                         **options: Unpack[CrossSampleOptions]) -> EntropyResult: ...
@_document(_TWO, CrossSampleOptions)
def cross_sample_entropy(x: Any, y: Any, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False,
                         **options: Unpack[CrossSampleOptions]) -> Any:
    """Cross-SampEn (Richman and Moorman 2000). Symmetric.

    Parameters
    ----------
    {parameters}
    """
    return _measure("cross-sampen", x, y, m, r, full_output, {**options})


@overload
def cross_fuzzy_entropy(x: DataArray, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                        full_output: Literal[False] = False,
                        **options: Unpack[CrossFuzzyOptions]) -> DataArray: ...
@overload
def cross_fuzzy_entropy(x: Signal, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                        full_output: Literal[False] = False,
                        **options: Unpack[CrossFuzzyOptions]) -> Values: ...
@overload
def cross_fuzzy_entropy(x: Signal, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                        full_output: Literal[True],
                        **options: Unpack[CrossFuzzyOptions]) -> EntropyResult: ...
@_document(_TWO, CrossFuzzyOptions)
def cross_fuzzy_entropy(x: Any, y: Any, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False,
                        **options: Unpack[CrossFuzzyOptions]) -> Any:
    """Cross-FuzzyEn (Xie et al. 2010). Symmetric.

    Parameters
    ----------
    {parameters}
    """
    return _measure("cross-fuzzyen", x, y, m, r, full_output, {**options})

# SPDX-License-Identifier: Apache-2.0
"""Approximate, sample and fuzzy entropy, and their cross forms between two series; permutation entropy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._answer import Answer, Output, output_of
from ._bad_channels import name_bad, others
from ._bad_segments import gap_width
from ._dimensions import channels_behind_epochs, is_xarray
from ._inputs import NO_RUN, Run, Series, oriented, series, taken_run, together
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
from ._surrogate_test import SurrogateTest, channels_of, test_in, test_of
from ._time_labels import refuse_other_labels, refuse_other_samples_of_list
from ._warn import warn
from .errors import InvalidInput
from .heartbeats import leaving_out_gaps, require_no_missing

if TYPE_CHECKING:
    from xarray import DataArray, Dataset

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


_FIELDS = ("value", "matches_m", "matches_m1", "membership_m", "membership_m1", "templates_m", "templates_m1", "patterns", "r")


def _result(answer: Answer) -> EntropyResult:
    arrays = answer.arrays()
    return EntropyResult(**{name: arrays[name] for name in _FIELDS}, reason=answer.reasons(), surrogates=test_in(arrays))


def _answer(name: str, core: dict[str, Any], of: Series, options: dict[str, Any], n_times: int, output: str, whole: bool) -> Any:
    if output == "array" and not whole and of.labels is None:  # short calls
        return core["value"].reshape(of.shape)[()]
    fields = {field: core[field] for field in (_FIELDS if whole else _FIELDS[:1])}
    variables = of.variables({**fields, **test_of(core.get("surrogates"))})
    labels, origin = of.labelled(), {} if output == "array" else attributes(name, options, n_times)
    return Answer(name, labels, variables, (labels.dims, core["reason"]), attrs=origin).rendered(output, whole, _result)


def _warn(reasons: list[str] | None, data: Any = None) -> None:
    if reasons is None:
        return
    wrong = others(reasons)
    if wrong:
        warn("not_finite", f"{len(wrong)} of {len(reasons)} values are not finite; series {wrong[0]}: {explained(reasons[wrong[0]], data)}")


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


def _rows(name: str, x: Any, y: Any, axis: Any, picks: Any, bads: str, options: dict[str, Any]) -> tuple[Series, Any]:
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
        raise InvalidInput("y is None; it must be a second series")
    of_y = series(leaving_out_gaps(y, options), axis, "y", gap, picks, bads)
    refuse_other_labels(oriented(x, axis, "x")[0], oriented(y, axis, "y")[0])
    refuse_other_order(x, y, picks)
    if is_xarray(x) and is_xarray(y) and of_x.labelled().dims != of_y.labelled().dims:
        of_y = series(y.transpose(..., *of_x.labelled().dims, missing_dims="ignore"), axis, "y", gap, None, bads)
    if of_x.labels is not None and of_y.labels is not None:
        of_x = of_x._replace(labels=of_x.labels.of_both(of_y.labels))
    if options.get("nan_policy") != policy:
        require_no_missing(x, of_x.rows, "x")
        require_no_missing(y, of_y.rows, "y")
    if of_x.shape != of_y.shape:
        raise InvalidInput(f"x and y hold series in the shapes {of_x.shape} and {of_y.shape}; they must be equal")
    return of_x, of_y.rows


def _measure(
    name: str, x: Any, y: Any, m: Integer | None, r: Real | str | None, full_output: bool, output: Output | None, given: dict[str, Any]
) -> Any:
    """Measure a single series or many. Options that are None have the value of the convention. (They are a dict because
    matching many keyword arguments to parameters took as long as the rest of this function.)"""
    options = {"m": m, "r": r, **given}
    axis, picks, bads, run, tests = None, None, "reject", NO_RUN, False
    if given:  # the checks of options cost a short series a tenth of its time
        if not given.keys() <= OPTIONS[name]:
            raise TypeError(
                f"the function of {name} has no keyword argument {', '.join(sorted(given.keys() - OPTIONS[name]))}"
            )
        axis, picks, bads = options.pop("axis", None), options.pop("picks", None), options.pop("bads", None) or bads
        run, tests = taken_run(options), bool(options.get("surrogates"))
    form = "array" if output is None and type(x) is np.ndarray else output_of(output, x)
    whole = full_output or tests or form == "dict"
    of_x, rows = _rows(name, x, y, axis, picks, bads, options)
    warn_of_tolerance(name, options, picks, of_x.rows, "x", x)
    if rows is not None:
        warn_of_tolerance(name, options, picks, rows, "y", y)
    if name.startswith("mv") or (rows is None and options.get("pool_epochs") not in (None, "no")):
        return _measure_epochs(name, x, of_x, options, run, (picks, bads), (form, whole))
    if of_x.shape == () and of_x.labels is None:
        core = _core.measure_one(name, of_x.rows, rows, options, *run)
        if core.reason:
            _warn([core.reason])
        if not whole and form in ("array", "pandas"):
            return core.value
        found: dict[str, Any] = {**{field: getattr(core, field) for field in _FIELDS}, "reason": core.reason or None}
        if tests:
            v = None if rows is None else np.atleast_2d(rows)
            found["surrogates"] = _core.measure_rows(name, np.atleast_2d(of_x.rows), v, options, 1, *run)["surrogates"]
        if form == "array":  # numbers of Python
            tested = {key: one[0] for key, one in test_of(found.pop("surrogates", None)).items()}
            return EntropyResult(**found, surrogates=test_in(tested))
        return _answer(name, found, of_x, options, len(of_x.rows), form, whole)
    u, v = np.atleast_2d(of_x.rows), None if rows is None else np.atleast_2d(rows)
    columns = _core.measure_rows(name, u, v, options, channels_of(of_x), *run)
    for one in (x, y):
        name_bad(columns["reason"], one, picks, bads, channels_of(of_x))
    _warn(columns["reason"], x)
    return _answer(name, columns, of_x, options, u.shape[1], form, whole)


def measured(name: str, epochs: np.ndarray, options: dict[str, Any]) -> EntropyResult:
    """Values, counts and reasons of epochs of shape (n_epochs, n_channels, n_times)."""
    result: EntropyResult = _measure(name, epochs, None, options.pop("m", None), options.pop("r", None), True, "array", options)
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
    return np.asarray(core["value"]).reshape(of_epochs.shape)


def _measure_epochs(name: str, x: Any, of_x: Series, options: dict[str, Any], run: Run, chosen: tuple[Any, str],
                    shown: tuple[Any, bool]) -> Any:  # fmt: skip
    """Values of all channels of an epoch together, of all epochs, or of both."""
    is_multivariate = name.startswith("mv")
    of, rows, n_channels = together(of_x, options, channels=is_multivariate), np.atleast_2d(of_x.rows), channels_of(of_x)
    core = _core.measure_epochs(name, rows, options, n_channels, *run)
    if not is_multivariate:
        name_bad(core["reason"], x, *chosen, n_channels)
    _warn(core["reason"], x)
    return _answer(name, core, of, options, of_x.rows.shape[-1], *shown)


_RUN = """{options}
    full_output : bool, default False
        Also return the counts: an `EntropyResult`, a Dataset, or a DataFrame with a column for each. A dict, and the result of
        a test against surrogates, has them anyway.

    Returns
    -------
    float, array, EntropyResult, DataArray, Dataset, Series, DataFrame or dict
        In nats (unless `base` is given), in the shape of the input without its time axis, as `output` says. A value that is not
        finite has a reason, given in a `RuntimeWarning` and in labelled outputs: nothing matches (such as with r = 0 if all
        samples differ), or, in arrays of series, an error of a single one.

    Raises
    ------
    BiotropyError
        Also a `ValueError`: a parameter that is not allowed; for a single series, too few samples, a constant series with
        `r` in SD units, missing samples, infinite samples."""

_ONE = f"""x : array-like, shape (..., n_times), DataArray, Series, DataFrame or mne object
        Series of at least m tau + 1 samples, one more for sample and fuzzy entropy, (m - 1) tau + 1 for permutation entropy.
    {_RUN}"""

_CHANNELS = f"""x : array-like, shape (..., n_channels, n_times), DataArray, DataFrame or mne object
        Channels of at least m tau + 2 samples, z-scored first unless `r` is absolute. The value has the shape (...).
    {_RUN}"""

_TWO = f"""x, y : array-like, shape (..., n_times), DataArray, Series, DataFrame or mne object
        Series of at least m tau + 1 samples, z-scored first unless `r` is absolute.
    {_RUN}"""


def _document(text: str, options: type, by_position: tuple[str, ...] = ("m", "r")) -> Any:
    def put(function: Any) -> Any:
        if function.__doc__:  # not under -OO
            function.__doc__ = function.__doc__.replace("{parameters}", text)
        return explicit(options, (*by_position, "output"))(function)

    return put


@overload
def approximate_entropy(x: DataArray, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[False] = False,
                        output: None = None, **options: Unpack[ApproximateOptions]) -> DataArray: ...
@overload
def approximate_entropy(x: DataArray, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[True],
                        output: None = None, **options: Unpack[ApproximateOptions]) -> Dataset: ...
@overload
def approximate_entropy(x: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[False] = False,
                        output: Literal["array"] | None = None, **options: Unpack[ApproximateOptions]) -> Values: ...
@overload
def approximate_entropy(x: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[True],
                        output: Literal["array"] | None = None, **options: Unpack[ApproximateOptions]) -> EntropyResult: ...
@overload
def approximate_entropy(x: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False, output: Output,
                        **options: Unpack[ApproximateOptions]) -> Any: ...
@_document(_ONE, ApproximateOptions)
def approximate_entropy(x: Any, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False,
                        output: Output | None = None, **options: Unpack[ApproximateOptions]) -> Any:
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
    return _measure("apen", x, None, m, r, full_output, output, {**options})


@overload
def sample_entropy(x: DataArray, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[False] = False,
                   output: None = None, **options: Unpack[SampleOptions]) -> DataArray: ...
@overload
def sample_entropy(x: DataArray, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[True],
                   output: None = None, **options: Unpack[SampleOptions]) -> Dataset: ...
@overload
def sample_entropy(x: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[False] = False,
                   output: Literal["array"] | None = None, **options: Unpack[SampleOptions]) -> Values: ...
@overload
def sample_entropy(x: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[True],
                   output: Literal["array"] | None = None, **options: Unpack[SampleOptions]) -> EntropyResult: ...
@overload
def sample_entropy(x: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False, output: Output,
                   **options: Unpack[SampleOptions]) -> Any: ...
@_document(_ONE, SampleOptions)
def sample_entropy(x: Any, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False,
                   output: Output | None = None, **options: Unpack[SampleOptions]) -> Any:
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
    return _measure("sampen", x, None, m, r, full_output, output, {**options})


@overload
def fuzzy_entropy(x: DataArray, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[False] = False,
                  output: None = None, **options: Unpack[FuzzyOptions]) -> DataArray: ...
@overload
def fuzzy_entropy(x: DataArray, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[True],
                  output: None = None, **options: Unpack[FuzzyOptions]) -> Dataset: ...
@overload
def fuzzy_entropy(x: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[False] = False,
                  output: Literal["array"] | None = None, **options: Unpack[FuzzyOptions]) -> Values: ...
@overload
def fuzzy_entropy(x: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[True],
                  output: Literal["array"] | None = None, **options: Unpack[FuzzyOptions]) -> EntropyResult: ...
@overload
def fuzzy_entropy(x: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False, output: Output,
                  **options: Unpack[FuzzyOptions]) -> Any: ...
@_document(_ONE, FuzzyOptions)
def fuzzy_entropy(x: Any, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False,
                  output: Output | None = None, **options: Unpack[FuzzyOptions]) -> Any:
    """Fuzzy entropy (Chen et al. 2007): sample entropy with a degree of membership instead of a match.

    Parameters
    ----------
    {parameters}
    """
    return _measure("fuzzyen", x, None, m, r, full_output, output, {**options})


@overload
def permutation_entropy(x: DataArray, m: Integer = 3, *, full_output: Literal[False] = False, output: None = None,
                        **options: Unpack[PermutationOptions]) -> DataArray: ...
@overload
def permutation_entropy(x: DataArray, m: Integer = 3, *, full_output: Literal[True], output: None = None,
                        **options: Unpack[PermutationOptions]) -> Dataset: ...
@overload
def permutation_entropy(x: Signal, m: Integer = 3, *, full_output: Literal[False] = False,
                        output: Literal["array"] | None = None, **options: Unpack[PermutationOptions]) -> Values: ...
@overload
def permutation_entropy(x: Signal, m: Integer = 3, *, full_output: Literal[True], output: Literal["array"] | None = None,
                        **options: Unpack[PermutationOptions]) -> EntropyResult: ...
@overload
def permutation_entropy(x: Signal, m: Integer = 3, *, full_output: bool = False, output: Output,
                        **options: Unpack[PermutationOptions]) -> Any: ...
@_document(_ONE, PermutationOptions, ("m",))
def permutation_entropy(x: Any, m: Integer = 3, *, full_output: bool = False,
                        output: Output | None = None, **options: Unpack[PermutationOptions]) -> Any:
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
    return _measure("permen", x, None, m, None, full_output, output, {**options})


@overload
def multivariate_sample_entropy(x: DataArray, m: Integer | None = None, r: Real | str | None = None, *,
                                full_output: Literal[False] = False, output: None = None,
                                **options: Unpack[MultivariateSampleOptions]) -> DataArray: ...
@overload
def multivariate_sample_entropy(x: DataArray, m: Integer | None = None, r: Real | str | None = None, *,
                                full_output: Literal[True], output: None = None,
                                **options: Unpack[MultivariateSampleOptions]) -> Dataset: ...
@overload
def multivariate_sample_entropy(x: Signal, m: Integer | None = None, r: Real | str | None = None, *,
                                full_output: Literal[False] = False, output: Literal["array"] | None = None,
                                **options: Unpack[MultivariateSampleOptions]) -> Values: ...
@overload
def multivariate_sample_entropy(x: Signal, m: Integer | None = None, r: Real | str | None = None, *,
                                full_output: Literal[True], output: Literal["array"] | None = None,
                                **options: Unpack[MultivariateSampleOptions]) -> EntropyResult: ...
@overload
def multivariate_sample_entropy(x: Signal, m: Integer | None = None, r: Real | str | None = None, *,
                                full_output: bool = False, output: Output,
                                **options: Unpack[MultivariateSampleOptions]) -> Any: ...
@_document(_CHANNELS, MultivariateSampleOptions)
def multivariate_sample_entropy(x: Any, m: Integer | None = None, r: Real | str | None = None, *, full_output: bool = False,
                                output: Output | None = None, **options: Unpack[MultivariateSampleOptions]) -> Any:
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
    return _measure("mvsampen", x, None, m, r, full_output, output, {**options})


@overload
def multivariate_fuzzy_entropy(x: DataArray, m: Integer | None = None, r: Real | str | None = None, *,
                               full_output: Literal[False] = False, output: None = None,
                               **options: Unpack[MultivariateFuzzyOptions]) -> DataArray: ...
@overload
def multivariate_fuzzy_entropy(x: DataArray, m: Integer | None = None, r: Real | str | None = None, *,
                               full_output: Literal[True], output: None = None,
                               **options: Unpack[MultivariateFuzzyOptions]) -> Dataset: ...
@overload
def multivariate_fuzzy_entropy(x: Signal, m: Integer | None = None, r: Real | str | None = None, *,
                               full_output: Literal[False] = False, output: Literal["array"] | None = None,
                               **options: Unpack[MultivariateFuzzyOptions]) -> Values: ...
@overload
def multivariate_fuzzy_entropy(x: Signal, m: Integer | None = None, r: Real | str | None = None, *,
                               full_output: Literal[True], output: Literal["array"] | None = None,
                               **options: Unpack[MultivariateFuzzyOptions]) -> EntropyResult: ...
@overload
def multivariate_fuzzy_entropy(x: Signal, m: Integer | None = None, r: Real | str | None = None, *,
                               full_output: bool = False, output: Output,
                               **options: Unpack[MultivariateFuzzyOptions]) -> Any: ...
@_document(_CHANNELS, MultivariateFuzzyOptions)
def multivariate_fuzzy_entropy(x: Any, m: Integer | None = None, r: Real | str | None = None, *, full_output: bool = False,
                               output: Output | None = None, **options: Unpack[MultivariateFuzzyOptions]) -> Any:
    """Multivariate fuzzy entropy (Ahmed et al. 2016): a degree of membership instead of a match.

    Parameters
    ----------
    {parameters}
    """
    return _measure("mvfuzzyen", x, None, m, r, full_output, output, {**options})


@overload
def cross_approximate_entropy(x: DataArray, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                              full_output: Literal[False] = False, output: None = None,
                              **options: Unpack[CrossApproximateOptions]) -> DataArray: ...
@overload
def cross_approximate_entropy(x: DataArray, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                              full_output: Literal[True], output: None = None,
                              **options: Unpack[CrossApproximateOptions]) -> Dataset: ...
@overload
def cross_approximate_entropy(x: Signal, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                              full_output: Literal[False] = False, output: Literal["array"] | None = None,
                              **options: Unpack[CrossApproximateOptions]) -> Values: ...
@overload
def cross_approximate_entropy(x: Signal, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                              full_output: Literal[True], output: Literal["array"] | None = None,
                              **options: Unpack[CrossApproximateOptions]) -> EntropyResult: ...
@overload
def cross_approximate_entropy(x: Signal, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                              full_output: bool = False, output: Output,
                              **options: Unpack[CrossApproximateOptions]) -> Any: ...
@_document(_TWO, CrossApproximateOptions)
def cross_approximate_entropy(x: Any, y: Any, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False,
                              output: Output | None = None, **options: Unpack[CrossApproximateOptions]) -> Any:
    """Cross-ApEn(y || x) (Pincus and Singer 1996): templates of `x`, compared with those of `y`. Not symmetric.

    Parameters
    ----------
    {parameters}
    """
    return _measure("cross-apen", x, y, m, r, full_output, output, {**options})


@overload
def cross_sample_entropy(x: DataArray, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                         full_output: Literal[False] = False, output: None = None,
                         **options: Unpack[CrossSampleOptions]) -> DataArray: ...
@overload
def cross_sample_entropy(x: DataArray, y: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[True],
                         output: None = None, **options: Unpack[CrossSampleOptions]) -> Dataset: ...
@overload
def cross_sample_entropy(x: Signal, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                         full_output: Literal[False] = False, output: Literal["array"] | None = None,
                         **options: Unpack[CrossSampleOptions]) -> Values: ...
@overload
def cross_sample_entropy(x: Signal, y: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[True],
                         output: Literal["array"] | None = None, **options: Unpack[CrossSampleOptions]) -> EntropyResult: ...
@overload
def cross_sample_entropy(x: Signal, y: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False,
                         output: Output, **options: Unpack[CrossSampleOptions]) -> Any: ...
@_document(_TWO, CrossSampleOptions)
def cross_sample_entropy(x: Any, y: Any, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False,
                         output: Output | None = None, **options: Unpack[CrossSampleOptions]) -> Any:
    """Cross-SampEn (Richman and Moorman 2000). Symmetric.

    Parameters
    ----------
    {parameters}
    """
    return _measure("cross-sampen", x, y, m, r, full_output, output, {**options})


@overload
def cross_fuzzy_entropy(x: DataArray, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                        full_output: Literal[False] = False, output: None = None,
                        **options: Unpack[CrossFuzzyOptions]) -> DataArray: ...
@overload
def cross_fuzzy_entropy(x: DataArray, y: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[True],
                        output: None = None, **options: Unpack[CrossFuzzyOptions]) -> Dataset: ...
@overload
def cross_fuzzy_entropy(x: Signal, y: Signal, m: Integer = 2, r: Real | str | None = None, *,
                        full_output: Literal[False] = False, output: Literal["array"] | None = None,
                        **options: Unpack[CrossFuzzyOptions]) -> Values: ...
@overload
def cross_fuzzy_entropy(x: Signal, y: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: Literal[True],
                        output: Literal["array"] | None = None, **options: Unpack[CrossFuzzyOptions]) -> EntropyResult: ...
@overload
def cross_fuzzy_entropy(x: Signal, y: Signal, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False,
                        output: Output, **options: Unpack[CrossFuzzyOptions]) -> Any: ...
@_document(_TWO, CrossFuzzyOptions)
def cross_fuzzy_entropy(x: Any, y: Any, m: Integer = 2, r: Real | str | None = None, *, full_output: bool = False,
                        output: Output | None = None, **options: Unpack[CrossFuzzyOptions]) -> Any:
    """Cross-FuzzyEn (Xie et al. 2010). Symmetric.

    Parameters
    ----------
    {parameters}
    """
    return _measure("cross-fuzzyen", x, y, m, r, full_output, output, {**options})

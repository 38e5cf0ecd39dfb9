# SPDX-License-Identifier: Apache-2.0
"""Approximate, sample and fuzzy entropy, and their cross forms between two series; permutation entropy."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._answer import Answer, Output, attributes, output_of
from ._arguments import SINGLE, grid_of, keywords, shaped
from ._dimensions import channels_behind_epochs, is_pandas, is_xarray
from ._inputs import NO_RUN, Run, doubles, taken_run
from ._options import (
    ApproximateOptions,
    CrossApproximateOptions,
    CrossFuzzyOptions,
    CrossSampleOptions,
    FuzzyOptions,
    Integers,
    MultivariateFuzzyOptions,
    MultivariateSampleOptions,
    PermutationOptions,
    Reals,
    SampleOptions,
    Signal,
    explicit,
    names_of,
)
from ._signal import Signal as Series
from ._signal import omit_gaps_of_intervals, require_one_unit, require_same_times, signal, warn_of_values
from ._surrogate_test import SurrogateTest, test_in, test_of
from .errors import from_code

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
    standard_error, lower, upper : float or array
        The standard error of SampEn and the ends of its confidence interval, if `standard_error` is true; otherwise None.
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
    standard_error: Any = None
    lower: Any = None
    upper: Any = None


UNCERTAIN = ("standard_error", "lower", "upper")
_FIELDS = ("value", "matches_m", "matches_m1", "membership_m", "membership_m1", "templates_m", "templates_m1", "patterns", "r")


def _result(answer: Answer) -> EntropyResult:
    arrays = answer.arrays()
    given = {name: arrays[name] for name in (*_FIELDS, *UNCERTAIN) if name in arrays}
    return EntropyResult(**given, reason=answer.reasons(), surrogates=test_in(arrays))


def _answer(name: str, core: dict[str, Any], of: Series, options: dict[str, Any], n_times: int, output: str, whole: bool) -> Any:
    grid = grid_of(options)
    if output == "array" and not whole and of.labels is None:  # short calls
        return core["value"].reshape((*of.shape, *map(len, grid.values())))[()]
    fields = {field: core[field] for field in ((*_FIELDS, *UNCERTAIN) if whole else _FIELDS[:1]) if field in core}
    variables = of.variables({**fields, **test_of(core)}, **{key: len(values) for key, values in grid.items()})
    labels, origin = of.labelled(), {} if output == "array" else attributes(name, options, n_times)
    origin = {key: one for key, one in origin.items() if key not in grid}
    coords = {key: (key, values) for key, values in grid.items()}
    answer = Answer(name, labels, variables, ((*labels.dims, *grid), core["reason"]), coords, origin)
    return answer.rendered(output, whole, _result)


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


_OF_ONE = frozenset({"apen", "sampen", "fuzzyen", "permen"})
_NUMBERS, _DOUBLES = SINGLE - {str}, np.dtype(np.float64)


def by_position(measure: str) -> tuple[str, ...]:
    """The options that its function also takes by their position."""
    return ("m",) if measure == "permen" else ("m", "r")


def _rows(name: str, x: Any, y: Any, axis: Any, picks: Any, bads: str, options: dict[str, Any]) -> tuple[Series, Series | None]:
    """The series of x and, for a measure of two, as many of y."""
    if type(x) is np.ndarray and y is None and not name.startswith("cross-"):
        if isinstance(options["r"], str):
            require_one_unit(name, options)
        return signal(x, axis, "x", picks, bads), None
    policy, of_y = options.get("nan_policy"), None
    omit_gaps_of_intervals(options, x, y)
    of_x = signal(channels_behind_epochs(x, axis, name, options), axis, "x", picks, bads)
    if name.startswith("cross-"):
        if is_pandas(x) and is_pandas(y):  # which may have numbers of rows alone
            require_same_times(x=x, y=y)
        of_y = signal(y, axis, "y", picks, bads)
        if is_xarray(x) and is_xarray(y) and of_x.labelled().dims != of_y.labelled().dims:
            of_y = signal(y.transpose(..., *of_x.labelled().dims, missing_dims="ignore"), axis, "y", None, bads)
        if of_x.labels is not None and of_y.labels is not None:
            of_x = of_x._replace(labels=of_x.labels.of_both(of_y.labels))
        for one, data, argument in ((of_x, x, "x"), (of_y, y, "y")):
            # Only RR intervals have the default `nan_policy` omit.
            if options.get("nan_policy") != policy and not hasattr(data, "n_gaps") and np.isnan(one.rows).any():
                text = f"{argument} has missing samples (NaN) and is no RRIntervals: `missing = omit` leaves out the templates that touch one"
                raise from_code("missing_values", text)
        if of_x.shape != of_y.shape:
            shaped("y", of_y.array(), *of_x.shape, "n_times")
    elif name.startswith("mv") and isinstance(x, list | tuple) and not isinstance(x, Series):
        require_same_times(**{f"x[{number}]": one for number, one in enumerate(x)})
    require_one_unit(name, options, of_x, of_y)
    return of_x, of_y


def _measure(
    name: str, x: Any, y: Any, m: Integers | None, r: Reals | None, full_output: bool, output: Output | None, given: dict[str, Any],
) -> Any:
    """Measure a single series or many. Options that are None have the value of the convention. (They are a dict because
    matching many keyword arguments to parameters took as long as the rest of this function.)"""
    if type(x) is np.ndarray and x.dtype == _DOUBLES and x.ndim == 1 and name in _OF_ONE and not (given or full_output or output):
        if m.__class__ in _NUMBERS and r.__class__ in _NUMBERS and x.flags.c_contiguous and x.size:  # short calls
            core = _core.measure_one(name, x, {"m": m, "r": r}, *NO_RUN)
            if core.reason:
                warn_of_values(f"1 of 1 values are not finite; {core.reason}")
            return core.value
    options = {"m": m, "r": r, **given}
    axis, picks, bads, run, tests = None, None, "reject", NO_RUN, False
    if given:  # the checks of options cost a short series a tenth of its time
        if not given.keys() <= OPTIONS[name]:
            options = {"m": m, "r": r, **keywords(f"the function of {name}", given, {*by_position(name), *OPTIONS[name]})}
        axis, picks, bads = options.pop("axis", None), options.pop("picks", None), options.pop("bads", None) or bads
        run, tests = taken_run(options), bool(options.get("surrogates") or options.get("standard_error"))
    form = "array" if output is None and type(x) is np.ndarray else output_of(output, x)
    whole = full_output or tests or form == "dict"
    listed = {} if m.__class__ in SINGLE and r.__class__ in SINGLE else grid_of(options)
    of_x, of_y = _rows(name, x, y, axis, picks, bads, options)
    if name.startswith("mv") or (of_y is None and options.get("pool_epochs") not in (None, "no")):
        return _measure_epochs(name, of_x, options, run, (form, whole))
    if of_x.shape == () and of_x.labels is None and not tests and not listed:
        is_bare = of_x.held is None and of_y is None
        core = _core.measure_one(name, *((of_x.rows,) if is_bare else (of_x.core(), of_y and of_y.core())), options, *run)
        if core.reason:
            warn_of_values(f"1 of 1 values are not finite; {core.reason}")
        if not whole and form in ("array", "pandas"):
            return core.value
        found: dict[str, Any] = {**{field: getattr(core, field) for field in _FIELDS}, "reason": core.reason or None}
        if form == "array":  # numbers of Python
            return EntropyResult(**found)
        return _answer(name, found, of_x, options, len(of_x.rows), form, whole)
    columns = _asked(name, of_x, of_y, options, run, grid=True)
    warn_of_values(columns.pop("not_finite"), x)
    return _answer(name, columns, of_x, options, of_x.rows.shape[-1], form, whole)


def _asked(name: str, of_x: Series, of_y: Series | None, options: dict[str, Any], run: Run, grid: bool = False) -> dict[str, Any]:
    """The arrays of all series, or of those of x with those of y; with several m and r if there may be a `grid`."""
    raises = of_x.shape == () and of_x.labels is None
    if of_y is not None and of_y.has_epochs_alone() != of_x.has_epochs_alone():
        of_x, of_y = of_x.as_one_epoch(), of_y.as_one_epoch()
    core: dict[str, Any] = _core.answer(name, of_x.core(), of_y and of_y.core(), options, *run, raises=raises, grid=grid)
    return core


def values_of(name: str, epochs: np.ndarray, argument: str, options: dict[str, Any], reasons: Sequence[str] = ()) -> np.ndarray:
    """Values of the series of an array whose last axis is known to be time, and which the caller calls `argument`; `reasons` as of
    a signal."""
    run, rows = taken_run(options), doubles(epochs).reshape(-1, epochs.shape[-1])
    of_epochs = Series(rows, epochs.shape[:-1], reasons=reasons, name=argument)
    core = _asked(name, of_epochs, None, options, run)
    warn_of_values(core["not_finite"])
    return np.asarray(core["value"]).reshape(of_epochs.shape)


def _measure_epochs(name: str, of_x: Series, options: dict[str, Any], run: Run, shown: tuple[Any, bool]) -> Any:
    """Values of all channels of an epoch together, of all epochs, or of both."""
    is_multivariate = name.startswith("mv")
    of, core = of_x.together(options, channels=is_multivariate), _asked(name, of_x, None, options, run, grid=True)
    warn_of_values(core.pop("not_finite"), of_x.data)
    return _answer(name, core, of, options, of_x.rows.shape[-1], *shown)


_ONE = """x : array-like, shape (..., n_times), DataArray, Series, DataFrame, mne object or RRIntervals
    Series of at least {least} samples; of a DataFrame the columns."""
_TWO = _ONE.replace("x :", "x, y :").replace("; of", ", z-scored first unless `r` is absolute; of")
_CHANNELS = """x : array-like, shape (..., n_channels, n_times), DataArray, DataFrame or mne object
    Channels of at least {least} samples, z-scored first unless `r` is absolute."""

_PARAMETERS = """Parameters
----------
{x}
{options}

Returns
-------
float, array, EntropyResult, DataArray, Dataset, Series, DataFrame or dict
    In nats, or by `base`, in the shape of `x` without {axes}. A value that is not finite has a reason in a
    `RuntimeWarning` and in labelled outputs."""

_RAISES = """Raises
------
BiotropyError
    Also a `ValueError`: a parameter that is not allowed, or a single series that is too short, is constant (with `r` in
    SD) or has missing or infinite samples. Of several series such a one is NaN.

See Also
--------
surrogates : Kinds of surrogates and their papers.
multiscale_entropy, sliding_entropy, pairwise : The same at many scales, over time, and between channels."""


def _document(measure: str, x: str, least: str, options: type) -> Any:
    def put(function: Any) -> Any:
        if function.__doc__:  # not under -OO
            axes = "channels and time" if x is _CHANNELS else "time"
            parameters = _PARAMETERS.replace("{x}", x.replace("{least}", least)).replace("{axes}", axes)
            text = inspect.cleandoc(function.__doc__).replace("{parameters}", parameters)
            function.__doc__ = text.replace("{raises}", _RAISES)
        return explicit(options, (*by_position(measure), "output", "full_output"), measures=(measure,))(function)

    return put


@overload
def approximate_entropy(x: DataArray, m: Integers = 2, r: Reals | None = None, *, full_output: Literal[False] = False,
                        output: None = None, **options: Unpack[ApproximateOptions]) -> DataArray: ...
@overload
def approximate_entropy(x: DataArray, m: Integers = 2, r: Reals | None = None, *, full_output: Literal[True],
                        output: None = None, **options: Unpack[ApproximateOptions]) -> Dataset: ...
@overload
def approximate_entropy(x: Signal, m: Integers = 2, r: Reals | None = None, *, full_output: Literal[False] = False,
                        output: Literal["array"] | None = None, **options: Unpack[ApproximateOptions]) -> Values: ...
@overload
def approximate_entropy(x: Signal, m: Integers = 2, r: Reals | None = None, *, full_output: Literal[True],
                        output: Literal["array"] | None = None, **options: Unpack[ApproximateOptions]) -> EntropyResult: ...
@overload
def approximate_entropy(x: Signal, m: Integers = 2, r: Reals | None = None, *, full_output: bool = False, output: Output,
                        **options: Unpack[ApproximateOptions]) -> Any: ...
@_document("apen", _ONE, "m tau + 1", ApproximateOptions)
def approximate_entropy(x: Any, m: Integers = 2, r: Reals | None = None, *, full_output: bool = False,
                        output: Output | None = None, **options: Unpack[ApproximateOptions]) -> Any:
    """Approximate entropy: how irregular a series is.

    It is low where templates that are alike over m samples stay alike at the next one. Every template also matches itself, so
    short series look more regular than they are; `sample_entropy` has no such bias.

    {parameters}

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> biotropy.approximate_entropy(np.arange(60) % 3, m=2, r=0.2) < 1e-3
    True

    {raises}

    Notes
    -----
    ApEn = phi(m) - phi(m + 1), where phi(m) is the mean logarithm of the share of templates that match each template. Pincus
    (1991), https://doi.org/10.1073/pnas.88.6.2297.
    """
    return _measure("apen", x, None, m, r, full_output, output, {**options})


@overload
def sample_entropy(x: DataArray, m: Integers = 2, r: Reals | None = None, *, full_output: Literal[False] = False,
                   output: None = None, **options: Unpack[SampleOptions]) -> DataArray: ...
@overload
def sample_entropy(x: DataArray, m: Integers = 2, r: Reals | None = None, *, full_output: Literal[True],
                   output: None = None, **options: Unpack[SampleOptions]) -> Dataset: ...
@overload
def sample_entropy(x: Signal, m: Integers = 2, r: Reals | None = None, *, full_output: Literal[False] = False,
                   output: Literal["array"] | None = None, **options: Unpack[SampleOptions]) -> Values: ...
@overload
def sample_entropy(x: Signal, m: Integers = 2, r: Reals | None = None, *, full_output: Literal[True],
                   output: Literal["array"] | None = None, **options: Unpack[SampleOptions]) -> EntropyResult: ...
@overload
def sample_entropy(x: Signal, m: Integers = 2, r: Reals | None = None, *, full_output: bool = False, output: Output,
                   **options: Unpack[SampleOptions]) -> Any: ...
@_document("sampen", _ONE, "m tau + 2", SampleOptions)
def sample_entropy(x: Any, m: Integers = 2, r: Reals | None = None, *, full_output: bool = False,
                   output: Output | None = None, **options: Unpack[SampleOptions]) -> Any:
    """Sample entropy: how irregular a series is.

    It is low where templates that are alike over m samples stay alike at the next one: 0 for a periodic series, 2.2 for white
    noise (r = 0.2). Templates do not match themselves, so the value depends little on the length of the series.

    {parameters}

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> noise = np.random.default_rng(0).standard_normal(5000)
    >>> round(biotropy.sample_entropy(noise, m=2, r=0.2), 2)
    2.21
    >>> result = biotropy.sample_entropy(np.arange(60) % 3, full_output=True)
    >>> result.matches_m, result.matches_m1
    (532, 532)

    {raises}

    Notes
    -----
    SampEn = -ln(A / B), where B and A are the pairs among the same n - m tau templates that match over m and over m + 1 samples.
    Richman and Moorman (2000), https://doi.org/10.1152/ajpheart.2000.278.6.H2039.
    """
    return _measure("sampen", x, None, m, r, full_output, output, {**options})


@overload
def fuzzy_entropy(x: DataArray, m: Integers = 2, r: Reals | None = None, *, full_output: Literal[False] = False,
                  output: None = None, **options: Unpack[FuzzyOptions]) -> DataArray: ...
@overload
def fuzzy_entropy(x: DataArray, m: Integers = 2, r: Reals | None = None, *, full_output: Literal[True],
                  output: None = None, **options: Unpack[FuzzyOptions]) -> Dataset: ...
@overload
def fuzzy_entropy(x: Signal, m: Integers = 2, r: Reals | None = None, *, full_output: Literal[False] = False,
                  output: Literal["array"] | None = None, **options: Unpack[FuzzyOptions]) -> Values: ...
@overload
def fuzzy_entropy(x: Signal, m: Integers = 2, r: Reals | None = None, *, full_output: Literal[True],
                  output: Literal["array"] | None = None, **options: Unpack[FuzzyOptions]) -> EntropyResult: ...
@overload
def fuzzy_entropy(x: Signal, m: Integers = 2, r: Reals | None = None, *, full_output: bool = False, output: Output,
                  **options: Unpack[FuzzyOptions]) -> Any: ...
@_document("fuzzyen", _ONE, "m tau + 2", FuzzyOptions)
def fuzzy_entropy(x: Any, m: Integers = 2, r: Reals | None = None, *, full_output: bool = False,
                  output: Output | None = None, **options: Unpack[FuzzyOptions]) -> Any:
    """Fuzzy entropy: sample entropy with degrees of match.

    Pairs of templates count with a membership that falls smoothly with their distance, so the value changes smoothly with `r` and
    is finite in short series. Templates are compared without their mean.

    {parameters}

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> noise = np.random.default_rng(0).standard_normal(500)
    >>> round(biotropy.fuzzy_entropy(noise, m=2, r=0.2), 2)
    2.16

    {raises}

    Notes
    -----
    FuzzyEn is the logarithm of the mean membership over m samples divided by that over m + 1. Chen et al. (2007),
    https://doi.org/10.1109/TNSRE.2007.897025.
    """
    return _measure("fuzzyen", x, None, m, r, full_output, output, {**options})


@overload
def permutation_entropy(x: DataArray, m: Integers = 3, *, full_output: Literal[False] = False, output: None = None,
                        **options: Unpack[PermutationOptions]) -> DataArray: ...
@overload
def permutation_entropy(x: DataArray, m: Integers = 3, *, full_output: Literal[True], output: None = None,
                        **options: Unpack[PermutationOptions]) -> Dataset: ...
@overload
def permutation_entropy(x: Signal, m: Integers = 3, *, full_output: Literal[False] = False,
                        output: Literal["array"] | None = None, **options: Unpack[PermutationOptions]) -> Values: ...
@overload
def permutation_entropy(x: Signal, m: Integers = 3, *, full_output: Literal[True], output: Literal["array"] | None = None,
                        **options: Unpack[PermutationOptions]) -> EntropyResult: ...
@overload
def permutation_entropy(x: Signal, m: Integers = 3, *, full_output: bool = False, output: Output,
                        **options: Unpack[PermutationOptions]) -> Any: ...
@_document("permen", _ONE, "(m - 1) tau + 1", PermutationOptions)
def permutation_entropy(x: Any, m: Integers = 3, *, full_output: bool = False,
                        output: Output | None = None, **options: Unpack[PermutationOptions]) -> Any:
    """Permutation entropy: how evenly the ordinal patterns of a series occur.

    A pattern is the order of m samples by size. The value is 0 for a monotonic series and at most ln m!. It needs no tolerance,
    and no increasing function of the samples changes it. m is 2 to 12; n should be much larger than m!.

    {parameters}

    Examples
    --------
    >>> import biotropy
    >>> round(biotropy.permutation_entropy([4, 7, 9, 10, 6, 11, 3], base="2"), 3)
    1.522

    {raises}

    Notes
    -----
    PermEn is the Shannon entropy of the patterns. Bandt and Pompe (2002), https://doi.org/10.1103/PhysRevLett.88.174102. Equal
    samples: Bian et al. (2012), https://doi.org/10.1103/PhysRevE.85.021906. Weights: Fadlallah et al. (2013),
    https://doi.org/10.1103/PhysRevE.87.022911.
    """
    return _measure("permen", x, None, m, None, full_output, output, {**options})


@overload
def multivariate_sample_entropy(x: DataArray, m: Integers | None = None, r: Reals | None = None, *,
                                full_output: Literal[False] = False, output: None = None,
                                **options: Unpack[MultivariateSampleOptions]) -> DataArray: ...
@overload
def multivariate_sample_entropy(x: DataArray, m: Integers | None = None, r: Reals | None = None, *,
                                full_output: Literal[True], output: None = None,
                                **options: Unpack[MultivariateSampleOptions]) -> Dataset: ...
@overload
def multivariate_sample_entropy(x: Signal, m: Integers | None = None, r: Reals | None = None, *,
                                full_output: Literal[False] = False, output: Literal["array"] | None = None,
                                **options: Unpack[MultivariateSampleOptions]) -> Values: ...
@overload
def multivariate_sample_entropy(x: Signal, m: Integers | None = None, r: Reals | None = None, *,
                                full_output: Literal[True], output: Literal["array"] | None = None,
                                **options: Unpack[MultivariateSampleOptions]) -> EntropyResult: ...
@overload
def multivariate_sample_entropy(x: Signal, m: Integers | None = None, r: Reals | None = None, *,
                                full_output: bool = False, output: Output,
                                **options: Unpack[MultivariateSampleOptions]) -> Any: ...
@_document("mvsampen", _CHANNELS, "m tau + 2", MultivariateSampleOptions)
def multivariate_sample_entropy(x: Any, m: Integers | None = None, r: Reals | None = None, *, full_output: bool = False,
                                output: Output | None = None, **options: Unpack[MultivariateSampleOptions]) -> Any:
    """Multivariate sample entropy: how irregular all channels of an epoch are together.

    Templates are vectors of m samples of every channel, so the value also depends on how channels follow each other.

    {parameters}

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> x = np.array([np.arange(60) % 3, np.arange(60) % 4])
    >>> int(biotropy.multivariate_sample_entropy(x, full_output=True).matches_m)
    112

    {raises}

    Notes
    -----
    MvSampEn is minus the logarithm of the share of matching pairs of extended vectors divided by that of vectors. Ahmed and Mandic
    (2011, 2012), https://doi.org/10.1103/PhysRevE.84.061918 and https://doi.org/10.1109/LSP.2011.2180713 (`approach`).
    """
    return _measure("mvsampen", x, None, m, r, full_output, output, {**options})


@overload
def multivariate_fuzzy_entropy(x: DataArray, m: Integers | None = None, r: Reals | None = None, *,
                               full_output: Literal[False] = False, output: None = None,
                               **options: Unpack[MultivariateFuzzyOptions]) -> DataArray: ...
@overload
def multivariate_fuzzy_entropy(x: DataArray, m: Integers | None = None, r: Reals | None = None, *,
                               full_output: Literal[True], output: None = None,
                               **options: Unpack[MultivariateFuzzyOptions]) -> Dataset: ...
@overload
def multivariate_fuzzy_entropy(x: Signal, m: Integers | None = None, r: Reals | None = None, *,
                               full_output: Literal[False] = False, output: Literal["array"] | None = None,
                               **options: Unpack[MultivariateFuzzyOptions]) -> Values: ...
@overload
def multivariate_fuzzy_entropy(x: Signal, m: Integers | None = None, r: Reals | None = None, *,
                               full_output: Literal[True], output: Literal["array"] | None = None,
                               **options: Unpack[MultivariateFuzzyOptions]) -> EntropyResult: ...
@overload
def multivariate_fuzzy_entropy(x: Signal, m: Integers | None = None, r: Reals | None = None, *,
                               full_output: bool = False, output: Output,
                               **options: Unpack[MultivariateFuzzyOptions]) -> Any: ...
@_document("mvfuzzyen", _CHANNELS, "m tau + 2", MultivariateFuzzyOptions)
def multivariate_fuzzy_entropy(x: Any, m: Integers | None = None, r: Reals | None = None, *, full_output: bool = False,
                               output: Output | None = None, **options: Unpack[MultivariateFuzzyOptions]) -> Any:
    """Multivariate fuzzy entropy: multivariate sample entropy with degrees of match.

    Pairs of vectors count with a membership that falls smoothly with their distance, so the value is finite in short epochs.

    {parameters}

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> x = np.random.default_rng(0).standard_normal((3, 300))
    >>> round(float(biotropy.multivariate_fuzzy_entropy(x)), 2)
    0.62

    {raises}

    Notes
    -----
    MvFuzzyEn replaces the shares of MvSampEn by means of membership. Ahmed et al. (2016), https://doi.org/10.3390/e19010002.
    """
    return _measure("mvfuzzyen", x, None, m, r, full_output, output, {**options})


@overload
def cross_approximate_entropy(x: DataArray, y: Signal, m: Integers = 2, r: Reals | None = None, *,
                              full_output: Literal[False] = False, output: None = None,
                              **options: Unpack[CrossApproximateOptions]) -> DataArray: ...
@overload
def cross_approximate_entropy(x: DataArray, y: Signal, m: Integers = 2, r: Reals | None = None, *,
                              full_output: Literal[True], output: None = None,
                              **options: Unpack[CrossApproximateOptions]) -> Dataset: ...
@overload
def cross_approximate_entropy(x: Signal, y: Signal, m: Integers = 2, r: Reals | None = None, *,
                              full_output: Literal[False] = False, output: Literal["array"] | None = None,
                              **options: Unpack[CrossApproximateOptions]) -> Values: ...
@overload
def cross_approximate_entropy(x: Signal, y: Signal, m: Integers = 2, r: Reals | None = None, *,
                              full_output: Literal[True], output: Literal["array"] | None = None,
                              **options: Unpack[CrossApproximateOptions]) -> EntropyResult: ...
@overload
def cross_approximate_entropy(x: Signal, y: Signal, m: Integers = 2, r: Reals | None = None, *,
                              full_output: bool = False, output: Output,
                              **options: Unpack[CrossApproximateOptions]) -> Any: ...
@_document("cross-apen", _TWO, "m tau + 1", CrossApproximateOptions)
def cross_approximate_entropy(x: Any, y: Any, m: Integers = 2, r: Reals | None = None, *, full_output: bool = False,
                              output: Output | None = None, **options: Unpack[CrossApproximateOptions]) -> Any:
    """Cross-approximate entropy: how asynchronous two series are.

    It is low where the patterns of `x` also occur in `y`. It is not symmetric: templates of `x` are searched in `y`.

    {parameters}

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> x, y = np.random.default_rng(0).standard_normal((2, 1000))
    >>> round(biotropy.cross_approximate_entropy(x, y, m=1), 2)
    2.36

    {raises}

    Notes
    -----
    Cross-ApEn(y || x) = phi(m) - phi(m + 1), where phi(m) is the mean logarithm of the share of templates of `y` that match each
    template of `x`. Pincus and Singer (1996), https://doi.org/10.1073/pnas.93.5.2083. `bias`: Martinez-Zarzuela et al. (2013),
    section 2.1, https://doi.org/10.1016/j.cmpb.2013.07.005.
    """
    return _measure("cross-apen", x, y, m, r, full_output, output, {**options})


@overload
def cross_sample_entropy(x: DataArray, y: Signal, m: Integers = 2, r: Reals | None = None, *,
                         full_output: Literal[False] = False, output: None = None,
                         **options: Unpack[CrossSampleOptions]) -> DataArray: ...
@overload
def cross_sample_entropy(x: DataArray, y: Signal, m: Integers = 2, r: Reals | None = None, *, full_output: Literal[True],
                         output: None = None, **options: Unpack[CrossSampleOptions]) -> Dataset: ...
@overload
def cross_sample_entropy(x: Signal, y: Signal, m: Integers = 2, r: Reals | None = None, *,
                         full_output: Literal[False] = False, output: Literal["array"] | None = None,
                         **options: Unpack[CrossSampleOptions]) -> Values: ...
@overload
def cross_sample_entropy(x: Signal, y: Signal, m: Integers = 2, r: Reals | None = None, *, full_output: Literal[True],
                         output: Literal["array"] | None = None, **options: Unpack[CrossSampleOptions]) -> EntropyResult: ...
@overload
def cross_sample_entropy(x: Signal, y: Signal, m: Integers = 2, r: Reals | None = None, *, full_output: bool = False,
                         output: Output, **options: Unpack[CrossSampleOptions]) -> Any: ...
@_document("cross-sampen", _TWO, "m tau + 1", CrossSampleOptions)
def cross_sample_entropy(x: Any, y: Any, m: Integers = 2, r: Reals | None = None, *, full_output: bool = False,
                         output: Output | None = None, **options: Unpack[CrossSampleOptions]) -> Any:
    """Cross-sample entropy: how asynchronous two series are.

    It is low where templates of `x` and `y` that are alike over m samples stay alike at the next one. It is symmetric.

    {parameters}

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> x, y = np.random.default_rng(0).standard_normal((2, 1000))
    >>> round(biotropy.cross_sample_entropy(x, y), 2)
    2.21

    {raises}

    Notes
    -----
    Cross-SampEn = -ln(A / B), where B and A are the pairs of a template of `x` and one of `y` that match over m and over m + 1
    samples. Richman and Moorman (2000), https://doi.org/10.1152/ajpheart.2000.278.6.H2039.
    """
    return _measure("cross-sampen", x, y, m, r, full_output, output, {**options})


@overload
def cross_fuzzy_entropy(x: DataArray, y: Signal, m: Integers = 2, r: Reals | None = None, *,
                        full_output: Literal[False] = False, output: None = None,
                        **options: Unpack[CrossFuzzyOptions]) -> DataArray: ...
@overload
def cross_fuzzy_entropy(x: DataArray, y: Signal, m: Integers = 2, r: Reals | None = None, *, full_output: Literal[True],
                        output: None = None, **options: Unpack[CrossFuzzyOptions]) -> Dataset: ...
@overload
def cross_fuzzy_entropy(x: Signal, y: Signal, m: Integers = 2, r: Reals | None = None, *,
                        full_output: Literal[False] = False, output: Literal["array"] | None = None,
                        **options: Unpack[CrossFuzzyOptions]) -> Values: ...
@overload
def cross_fuzzy_entropy(x: Signal, y: Signal, m: Integers = 2, r: Reals | None = None, *, full_output: Literal[True],
                        output: Literal["array"] | None = None, **options: Unpack[CrossFuzzyOptions]) -> EntropyResult: ...
@overload
def cross_fuzzy_entropy(x: Signal, y: Signal, m: Integers = 2, r: Reals | None = None, *, full_output: bool = False,
                        output: Output, **options: Unpack[CrossFuzzyOptions]) -> Any: ...
@_document("cross-fuzzyen", _TWO, "m tau + 1", CrossFuzzyOptions)
def cross_fuzzy_entropy(x: Any, y: Any, m: Integers = 2, r: Reals | None = None, *, full_output: bool = False,
                        output: Output | None = None, **options: Unpack[CrossFuzzyOptions]) -> Any:
    """Cross-fuzzy entropy: cross-sample entropy with degrees of match.

    Pairs of templates count with a membership that falls smoothly with their distance, so the value is finite in short series. It
    is symmetric.

    {parameters}

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> x, y = np.random.default_rng(0).standard_normal((2, 500))
    >>> round(biotropy.cross_fuzzy_entropy(x, y), 2)
    2.14

    {raises}

    Notes
    -----
    Cross-FuzzyEn is the logarithm of the mean membership over m samples divided by that over m + 1. Chen et al. (2007) and Xie et
    al. (2010).
    """
    return _measure("cross-fuzzyen", x, y, m, r, full_output, output, {**options})

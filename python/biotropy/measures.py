# SPDX-License-Identifier: Apache-2.0
"""Approximate, sample and fuzzy entropy, and their cross forms between two series."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any


from . import _core
from .bad_time import gap_width
from .errors import InvalidInput
from .heartbeats import leaving_out_gaps, require_no_missing
from .inputs import Progress, Series, reporter, series, threads


@dataclass(frozen=True)
class EntropyResult:
    """Values with everything that they were made from, each in the shape of the input without its time axis.

    Attributes
    ----------
    value : float or array
        In nats.
    matches_m, matches_m1 : int or array
        Matching pairs of templates of length m and m + 1: unordered pairs (B and A) for SampEn, ordered ones for the
        others, with self matches for ApEn (and for SampEn with theiler -1); 0 for the fuzzy measures.
    membership_m, membership_m1 : float or array
        What the fuzzy measures have in their place: sums of membership over ordered pairs.
    templates_m, templates_m1 : int or array
        Templates that touch no missing sample.
    r : float or array
        The tolerance that was applied, in the unit of the compared samples.
    reason : str, list of str or None
        Why a value is NaN or infinite; None where all of them are finite.
    """

    value: Any
    matches_m: Any
    matches_m1: Any
    membership_m: Any
    membership_m1: Any
    templates_m: Any
    templates_m1: Any
    r: Any
    reason: Any


def _one(core: _core.Entropy) -> EntropyResult:
    return EntropyResult(
        core.value,
        core.matches_m,
        core.matches_m1,
        core.membership_m,
        core.membership_m1,
        core.templates_m,
        core.templates_m1,
        core.r,
        core.reason or None,
    )


def _many(core: dict[str, Any], of: Series) -> EntropyResult:
    shaped = {name: of.label(of.reshape(values)) for name, values in core.items() if name != "reason"}
    return EntropyResult(**shaped, reason=core["reason"])


def _warn(reasons: list[str] | None) -> None:
    if reasons is None:
        return
    wrong = [i for i, reason in enumerate(reasons) if reason]
    first = f"{len(wrong)} of {len(reasons)} values are not finite; series {wrong[0]}: {reasons[wrong[0]]}"
    warnings.warn(first, RuntimeWarning, stacklevel=4)


def _measure(
    name: str,
    x: Any,
    y: Any,
    axis: int | str,
    n_jobs: int | None,
    progress: Progress,
    full_output: bool,
    options: dict[str, Any],
) -> Any:
    """Of a single series or of many. Options that are None are those of the convention. (A dict, because Python compares
    the name of each keyword argument with those of all parameters, which took as long as all the rest here.)"""
    policy, gap = options["nan_policy"], gap_width(options)
    wide_x, wide_y = leaving_out_gaps(x, options), leaving_out_gaps(y, options)
    of_x = series(wide_x, axis, "x", gap)
    of_y = None if y is None else series(wide_y, axis, "y", gap)
    if of_y is not None and options["nan_policy"] != policy:
        require_no_missing(x, of_x.rows, "x")
        require_no_missing(y, of_y.rows, "y")
    if of_y is not None and of_x.shape != of_y.shape:
        raise InvalidInput(f"x and y hold series in the shapes {of_x.shape} and {of_y.shape}: equal ones are needed")
    rows = None if of_y is None else of_y.rows
    if of_x.shape == ():
        core = _core.measure_one(name, of_x.rows, rows, options, threads(n_jobs), reporter(progress))
        return _one(core) if full_output else core.value
    core = _core.measure_rows(name, of_x.rows, rows, options, threads(n_jobs), reporter(progress))
    _warn(core["reason"])
    result = _many(core, of_x)
    return result if full_output else result.value


_PARAMETERS = """m : int, default 2
        Length of the templates, at least 1.
    r : float, default 0.2
        Tolerance: a multiple of the standard deviation of each series, or absolute (`r_unit`).
    tau : int, default 1
        Delay between the samples of a template.
    r_unit : {'sd', 'absolute'}, default 'sd'
        Whether `r` is a multiple of the standard deviation or in the unit of the samples.
    ddof : int, default 1
        The standard deviation divides by n - ddof.
    closed : bool, default True
        Whether a distance of exactly r is a match.
    theiler : int, optional
        Pairs of templates at most this many samples apart are not counted. -1: all are, and the matches of sample
        entropy are then ordered pairs.
    nan_policy : {'raise', 'omit'}, default 'raise', of `RRIntervals` 'omit'
        Whether missing samples (NaN) are an error, or every template that touches one is left out. Those of an array
        beside `RRIntervals` are an error unless 'omit' is given.
    {extra}convention : str, optional
        Parameters as another program has them (`biotropy.conventions()`); whatever is given beside it wins.
    counter : str, optional
        The engine that counts (`biotropy.counters()`); by default the fastest.
    axis : int or str, default -1
        The time axis; of a `DataArray`, also by name.
    n_jobs : int, optional
        Threads: None is 1, -1 all cores.
    progress : bool or callable, default False
        Report to the standard error stream, or call ``progress(done, total)``.
    full_output : bool, default False
        Return an `EntropyResult` with the counts.

    Returns
    -------
    float, array, DataArray or EntropyResult
        In nats, in the shape of the input without its time axis. In arrays of series, what cannot be computed is NaN
        and a `RuntimeWarning` says why; for a single series it is an error.

    Raises
    ------
    BiotropyError
        Also a `ValueError`: a parameter outside what is allowed, too few samples, a constant series with `r` in SD
        units, missing samples, infinite samples."""

_UNDEFINED = """undefined : {'natural', 'negative', 'bound'}, default 'natural'
        Where nothing matches: infinite or NaN, the same but minus infinity for NaN, or the largest value possible.
    """
_BIAS = """bias : {'max', 'zero', 'skip', 'none'}, default 'max'
        What stands where a template has no match (Martinez-Zarzuela et al. 2013, section 2.1).
    """
_FUZZY = """membership : str, default 'exponential'
        exp(-(d / r)^n); 'chen' is exp(-d^n / r); others in the documentation of measures.
    n : float, default 2
        The exponent of the membership.
    corner : float, optional
        Of the memberships 'sigmoid' and 'trapezoidal2', in the unit of `r`.
    remove_local_mean : bool, default True
        Whether every template loses its mean.
    """


def _document(extra: str):
    def put(function):
        function.__doc__ = function.__doc__.replace("{parameters}", _PARAMETERS.replace("{extra}", extra))
        return function

    return put


@_document("")
def approximate_entropy(x, m=2, r=None, *, tau=None, r_unit=None, ddof=None, closed=None, theiler=None,
                        nan_policy=None, convention=None, counter=None, axis=-1, n_jobs=None, progress=False,
                        full_output=False):  # fmt: skip
    """Approximate entropy (Pincus 1991): self matches count.

    Parameters
    ----------
    x : array-like, shape (..., n_times), mne object or xarray.DataArray
        Series of at least m tau + 1 samples.
    {parameters}

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> biotropy.approximate_entropy(np.arange(60) % 3, m=2, r=0.2) < 1e-3
    True
    """
    options = {"m": m, "r": r, "tau": tau, "r_unit": r_unit, "ddof": ddof, "closed": closed, "theiler": theiler,
               "nan_policy": nan_policy, "convention": convention, "counter": counter}  # fmt: skip
    return _measure("apen", x, None, axis, n_jobs, progress, full_output, options)


@_document(_UNDEFINED)
def sample_entropy(x, m=2, r=None, *, tau=None, r_unit=None, ddof=None, closed=None, theiler=None, nan_policy=None,
                   undefined=None, convention=None, counter=None, axis=-1, n_jobs=None, progress=False,
                   full_output=False):  # fmt: skip
    """Sample entropy (Richman and Moorman 2000): the same n - m tau templates at both lengths, self matches excluded.

    Parameters
    ----------
    x : array-like, shape (..., n_times), mne object or xarray.DataArray
        Series of at least m tau + 2 samples.
    {parameters}

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> result = biotropy.sample_entropy(np.arange(60) % 3, full_output=True)
    >>> result.matches_m, result.matches_m1
    (532, 532)
    """
    options = {"m": m, "r": r, "tau": tau, "r_unit": r_unit, "ddof": ddof, "closed": closed, "theiler": theiler,
               "nan_policy": nan_policy, "undefined": undefined, "convention": convention, "counter": counter}  # fmt: skip
    return _measure("sampen", x, None, axis, n_jobs, progress, full_output, options)


@_document(_FUZZY + _UNDEFINED)
def fuzzy_entropy(x, m=2, r=None, *, tau=None, r_unit=None, ddof=None, membership=None, n=None, corner=None,
                  remove_local_mean=None, theiler=None, nan_policy=None, undefined=None, convention=None, axis=-1,
                  n_jobs=None, progress=False, full_output=False):  # fmt: skip
    """Fuzzy entropy (Chen et al. 2007): sample entropy with a degree of membership in place of a match.

    Parameters
    ----------
    x : array-like, shape (..., n_times), mne object or xarray.DataArray
        Series of at least m tau + 2 samples.
    {parameters}
    """
    options = {"m": m, "r": r, "tau": tau, "r_unit": r_unit, "ddof": ddof, "membership": membership, "n": n,
               "corner": corner, "remove_local_mean": remove_local_mean, "theiler": theiler,
               "nan_policy": nan_policy, "undefined": undefined, "convention": convention}  # fmt: skip
    return _measure("fuzzyen", x, None, axis, n_jobs, progress, full_output, options)


@_document(_BIAS)
def cross_approximate_entropy(x, y, m=2, r=None, *, tau=None, r_unit=None, ddof=None, closed=None, theiler=None,
                              bias=None, nan_policy=None, convention=None, counter=None, axis=-1, n_jobs=None,
                              progress=False, full_output=False):  # fmt: skip
    """Cross-ApEn(y || x) (Pincus and Singer 1996): templates from `x`, matched in `y`. Not symmetric.

    Parameters
    ----------
    x, y : array-like, shape (..., n_times), mne objects or xarray.DataArray
        Series of at least m tau + 1 samples, z-scored first unless `r` is absolute.
    {parameters}
    """
    options = {"m": m, "r": r, "tau": tau, "r_unit": r_unit, "ddof": ddof, "closed": closed, "theiler": theiler,
               "bias": bias, "nan_policy": nan_policy, "convention": convention, "counter": counter}  # fmt: skip
    return _measure("cross-apen", x, y, axis, n_jobs, progress, full_output, options)


@_document(_UNDEFINED)
def cross_sample_entropy(x, y, m=2, r=None, *, tau=None, r_unit=None, ddof=None, closed=None, theiler=None,
                         nan_policy=None, undefined=None, convention=None, counter=None, axis=-1, n_jobs=None,
                         progress=False, full_output=False):  # fmt: skip
    """Cross-SampEn (Richman and Moorman 2000). Symmetric.

    Parameters
    ----------
    x, y : array-like, shape (..., n_times), mne objects or xarray.DataArray
        Series of at least m tau + 1 samples, z-scored first unless `r` is absolute.
    {parameters}
    """
    options = {"m": m, "r": r, "tau": tau, "r_unit": r_unit, "ddof": ddof, "closed": closed, "theiler": theiler,
               "nan_policy": nan_policy, "undefined": undefined, "convention": convention, "counter": counter}  # fmt: skip
    return _measure("cross-sampen", x, y, axis, n_jobs, progress, full_output, options)


@_document(_FUZZY + _UNDEFINED)
def cross_fuzzy_entropy(x, y, m=2, r=None, *, tau=None, r_unit=None, ddof=None, membership=None, n=None, corner=None,
                        remove_local_mean=None, theiler=None, nan_policy=None, undefined=None, convention=None, axis=-1,
                        n_jobs=None, progress=False, full_output=False):  # fmt: skip
    """Cross-FuzzyEn (Xie et al. 2010). Symmetric.

    Parameters
    ----------
    x, y : array-like, shape (..., n_times), mne objects or xarray.DataArray
        Series of at least m tau + 1 samples, z-scored first unless `r` is absolute.
    {parameters}
    """
    options = {"m": m, "r": r, "tau": tau, "r_unit": r_unit, "ddof": ddof, "membership": membership, "n": n,
               "corner": corner, "remove_local_mean": remove_local_mean, "theiler": theiler,
               "nan_policy": nan_policy, "undefined": undefined, "convention": convention}  # fmt: skip
    return _measure("cross-fuzzyen", x, y, axis, n_jobs, progress, full_output, options)

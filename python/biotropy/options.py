# SPDX-License-Identifier: Apache-2.0
"""The keyword arguments of all measures: their names, types and descriptions stand here and nowhere else.

A function takes those of its measure as ``**options: Unpack[...]``, which type checkers and editors read; `explicit` puts
them into the signature and the documentation that `help` shows.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypedDict, TypeVar

import numpy as np
from numpy.typing import ArrayLike

if TYPE_CHECKING:
    from .heartbeats import RRIntervals

Integer: TypeAlias = int | np.integer[Any]
Real: TypeAlias = float | np.floating[Any] | np.integer[Any]
UnivariateMeasure = Literal["apen", "sampen", "fuzzyen", "permen"]
CrossMeasure = Literal["cross-apen", "cross-sampen", "cross-fuzzyen"]
RUnit = Literal["sd", "absolute"]
NanPolicy = Literal["raise", "omit"]
Base = Literal["e", "2", "10"]
Boundary = Literal["closed", "open"]
Templates = Literal["all", "common"]
LocalMean = Literal["removed", "kept"]
Sign = Literal["kept", "dropped"]
Bias = Literal["max", "zero", "skip", "none"]
Ties = Literal["time", "equal"]
Undefined = Literal["natural", "negative", "bound"]
UndefinedFuzzy = Literal["natural", "negative"]
Progress: TypeAlias = bool | Callable[[int, int], Any]


class Recording(Protocol):
    """Raw, Epochs or Evoked of MNE."""

    ch_names: list[str]

    def get_data(self, *arguments: Any, **options: Any) -> Any: ...


Signal: TypeAlias = "ArrayLike | Recording | RRIntervals"


class Lengths(TypedDict, total=False):
    """Of matrices and curves; functions of one measure take them by position as well."""

    m: Integer | None
    r: Real | None


class Run(TypedDict, total=False):
    """What the values do not depend on."""

    picks: Any
    n_jobs: Integer | None
    progress: Progress


class Every(TypedDict, total=False):
    """Of every measure."""

    base: Base | None
    tau: Integer | None
    nan_policy: NanPolicy | None
    convention: str | None


class Common(Every, total=False):
    """Of measures that compare templates."""

    r_unit: RUnit | None
    ddof: Integer | None
    templates: Templates | None
    theiler: Integer | None


class Counted(TypedDict, total=False):
    """Of measures that count matches."""

    boundary: Boundary | None
    counter: str | None


class Fuzzy(TypedDict, total=False):
    """Of measures that sum memberships."""

    membership: str | None
    fuzzy_power: Real | None
    membership_corner: Real | None
    local_mean: LocalMean | None


class Ratio(TypedDict, total=False):
    """Of measures that are the logarithm of a ratio."""

    undefined: Undefined | None


class FuzzyRatio(TypedDict, total=False):
    """The same without counts, which alone have a bound."""

    undefined: UndefinedFuzzy | None


class Logarithms(TypedDict, total=False):
    """Of measures that are a difference of mean logarithms."""

    sign: Sign | None


class Corrected(TypedDict, total=False):
    """Of Cross-ApEn."""

    bias: Bias | None


class Patterns(TypedDict, total=False):
    """Of measures that count ordinal patterns."""

    ties: Ties | None
    weighted: bool | None
    normalise: bool | None


class Axis(TypedDict, total=False):
    """Of arrays of series."""

    axis: int | str


class ApproximateOptions(Common, Counted, Logarithms, Axis, Run): ...


class SampleOptions(Common, Counted, Ratio, Axis, Run): ...


class FuzzyOptions(Common, Fuzzy, FuzzyRatio, Axis, Run): ...


class PermutationOptions(Every, Patterns, Axis, Run): ...


class CrossApproximateOptions(Common, Counted, Logarithms, Corrected, Axis, Run): ...


class MultiscaleOptions(Lengths, Common, Counted, Logarithms, Fuzzy, Ratio, Patterns, Axis, Run): ...


class PairwiseOptions(Lengths, Common, Counted, Logarithms, Fuzzy, Ratio, Corrected, Run): ...


class CurvesOfRecordings(Lengths, Common, Counted, Logarithms, Fuzzy, Ratio, Patterns): ...


class MatricesOfRecordings(Lengths, Common, Counted, Logarithms, Fuzzy, Ratio, Corrected): ...


DEFAULTS: dict[str, Any] = {"axis": -1, "progress": False}

HELP = {
    "m": """int, default 2, of permutation entropy 3
        Length of the templates, at least 1; of permutation entropy from 2 to 12.""",
    "r": """float, default 0.2
        Tolerance: a multiple of the standard deviation of each series, or absolute (`r_unit`).""",
    "tau": """int, default 1
        Delay between the samples of a template.""",
    "r_unit": """{'sd', 'absolute'}, default 'sd'
        Whether `r` is a multiple of the standard deviation or in the unit of the samples.""",
    "ddof": """int, default 1
        The standard deviation divides by n - ddof.""",
    "templates": """{'all', 'common'}, default 'common', of (cross-)approximate entropy 'all'
        Templates of length m: all that fit, or those that can be one sample longer.""",
    "theiler": """int, optional
        Pairs of templates at most this many samples apart are not counted. -1: all are, and the matches of sample entropy
        are then ordered pairs.""",
    "ties": """{'time', 'equal'}, default 'time'
        Equal samples: the earlier one is the smaller, or their pattern is one of its own (Bian et al. 2012).""",
    "weighted": """bool, default False
        A pattern counts with the variance of each template that has it (Fadlallah et al. 2013).""",
    "normalise": """bool, default False, with the convention 'neurokit' True
        Divide by the largest value, the logarithm of the number of patterns.""",
    "base": """{'e', '2', '10'}, default 'e'
        Base of the logarithm: values in nats, bits or hartleys.""",
    "nan_policy": """{'raise', 'omit'}, default 'raise', of `RRIntervals` 'omit'
        Whether missing samples (NaN, or masked ones of a masked array) are an error, or every template that touches one
        is left out. Those of an array beside `RRIntervals` are an error unless 'omit' is given.""",
    "convention": """str, optional
        Take what is not given from another program's way (`biotropy.conventions()`).""",
    "boundary": """{'closed', 'open'}, default 'closed'
        Whether a distance of exactly r is a match.""",
    "counter": """str, optional
        The engine that counts (`biotropy.counters()`); by default the fastest. Every engine gives the same integers.""",
    "membership": """str, default 'exponential'
        exp(-(d / r)^n); 'chen' is exp(-d^n / r); others in the documentation of measures.""",
    "fuzzy_power": """float, default 2
        The exponent of the membership.""",
    "membership_corner": """float, optional
        Of the memberships 'sigmoid' and 'trapezoidal2', in the unit of `r`.""",
    "local_mean": """{'removed', 'kept'}, default 'removed'
        Whether the mean of a template is removed before it is compared.""",
    "undefined": """{'natural', 'negative', 'bound'}, default 'natural'
        Where nothing matches: infinite or NaN, the same but minus infinity for NaN, or the largest value possible, which
        fuzzy measures do not have.""",
    "sign": """{'kept', 'dropped'}, default 'kept'
        Whether a negative value keeps its sign.""",
    "bias": """{'max', 'zero', 'skip', 'none'}, default 'max'
        What stands where a template has no match (Martinez-Zarzuela et al. 2013, section 2.1).""",
    "axis": """int or str, default -1
        The time axis. Of a `DataArray` also by name; by default its dimension 'time', wherever that stands.""",
    "picks": """str, list or slice, optional
        Channels of an object of MNE by name, type or number, as MNE takes them; by default those of data (EEG, MEG, ...),
        so that ECG, EOG and stimulus channels are measured where they are asked for.""",
    "n_jobs": """int, optional
        Threads: None is 1, -1 all cores.""",
    "progress": """bool or callable, default False
        Report to the standard error stream, or call ``progress(done, total)``.""",
}

Function = TypeVar("Function", bound=Callable[..., Any])


def names_of(options: type) -> list[str]:
    """The names of a class of options, in the order in which they are described."""
    return [name for name in HELP if name in options.__annotations__]


def explicit(options: type, described: tuple[str, ...] = ()) -> Callable[[Function], Function]:
    """Puts the keywords that stand behind ``**options`` into the signature of a function, and `{options}` of its
    documentation becomes their descriptions, after those of arguments that are `described` here as well."""
    names = names_of(options)

    def put(function: Function) -> Function:
        own = inspect.signature(function)
        named = [one for one in own.parameters.values() if one.kind is not one.VAR_KEYWORD]
        hints = options.__annotations__
        added = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=DEFAULTS.get(name),
                              annotation=hints[name].__forward_arg__)
            for name in names
        ]  # fmt: skip
        function.__signature__ = own.replace(parameters=[*named, *added])  # type: ignore[attr-defined]
        if function.__doc__:  # not under -OO
            text = "\n    ".join(f"{name} : {HELP[name]}" for name in (*described, *names))
            function.__doc__ = function.__doc__.replace("{options}", text)
        return function

    return put

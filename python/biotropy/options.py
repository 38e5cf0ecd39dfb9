# SPDX-License-Identifier: Apache-2.0
"""The keyword arguments of functions: those of the measures (`measure_options`, from the table of the library) and those that
only Python has.

A function takes them as ``**options: Unpack[...]``, which type checkers and editors read; `explicit` puts them into the
signature and the documentation that `help` shows.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypedDict, TypeVar

from numpy.typing import ArrayLike

from . import measure_options
from .measure_options import (
    ApenOptions,
    CrossApenOptions,
    CrossFuzzyenOptions,
    CrossMeasure,
    CrossSampenOptions,
    CurveOptions,
    FeatureOptions,
    FuzzyenOptions,
    Integer,
    MatrixOptions,
    PermenOptions,
    Real,
    SampenOptions,
    SurrogateOptions,
    UnivariateMeasure,
)

if TYPE_CHECKING:
    from .heartbeats import RRIntervals

__all__ = ["CrossMeasure", "CurveOptions", "Integer", "MatrixOptions", "Real", "UnivariateMeasure"]

Progress: TypeAlias = bool | Callable[[int, int], Any]


class Recording(Protocol):
    """Raw, Epochs or Evoked of MNE."""

    ch_names: list[str]

    def get_data(self, *arguments: Any, **options: Any) -> Any: ...


Signal: TypeAlias = "ArrayLike | Recording | RRIntervals"


class Machine(TypedDict, total=False):
    """Channels, threads and device."""

    picks: Any
    n_jobs: Integer | None
    device: str | None


class Run(Machine, total=False):
    """What the values do not depend on, and channels."""

    progress: Progress


class Axis(TypedDict, total=False):
    """Of arrays of series."""

    axis: int | str


class ApproximateOptions(ApenOptions, SurrogateOptions, Axis, Run): ...


class SampleOptions(SampenOptions, SurrogateOptions, Axis, Run): ...


class FuzzyOptions(FuzzyenOptions, SurrogateOptions, Axis, Run): ...


class PermutationOptions(PermenOptions, SurrogateOptions, Axis, Run): ...


class CrossApproximateOptions(CrossApenOptions, Axis, Run): ...


class CrossSampleOptions(CrossSampenOptions, Axis, Run): ...


class CrossFuzzyOptions(CrossFuzzyenOptions, Axis, Run): ...


class MultiscaleOptions(CurveOptions, SurrogateOptions, Axis, Run): ...


class PairwiseOptions(MatrixOptions, SurrogateOptions, Run): ...


class FeatureTransformerOptions(FeatureOptions, Machine): ...


class MatrixTransformerOptions(MatrixOptions, Machine): ...


class CountOptions(TypedDict, total=False):
    """Of counts of matches."""

    tau: Integer
    boundary: Literal["closed", "open"]
    templates: Literal["all", "common"]
    theiler: Integer
    engine: str | None
    n_jobs: Integer | None
    device: str | None


DEFAULTS: dict[str, Any] = {"axis": -1, "progress": False}

HELP = {
    **measure_options.HELP,
    "nan_policy": """{'raise', 'omit'}, default 'raise', of `RRIntervals` 'omit'
        Whether missing samples (NaN, or masked ones of a masked array) are an error, or every template that touches one
        is left out. Those of an array beside `RRIntervals` are an error unless 'omit' is given.""",
    "convention": """str, optional
        Take what is not given from another program's way (`biotropy.conventions()`).""",
    "axis": """int or str, default -1
        The time axis. Of a `DataArray` also by name; by default its dimension 'time', wherever that stands.""",
    "picks": """str, list or slice, optional
        Channels of an object of MNE by name, type or number, as MNE takes them; by default those of data (EEG, MEG, ...),
        so that ECG, EOG and stimulus channels are measured where they are asked for.""",
    "n_jobs": """int, optional
        Threads: None is 1, -1 all cores.""",
    "device": """str, default 'auto'
        Where the work is done: 'auto' takes a GPU where that is expected to be faster, 'cpu' never, or a device such as
        'cuda' or 'opencl:1'.""",
    "progress": """bool or callable, default False
        Report to the standard error stream, or call ``progress(done, total)``.""",
}

Function = TypeVar("Function", bound=Callable[..., Any])


def names_of(options: type) -> list[str]:
    """The names of a class of options, in the order in which they are described."""
    return [name for name in HELP if name in options.__annotations__]


def described(names: Iterable[str]) -> str:
    """The descriptions of keywords, for a documentation."""
    return "\n    ".join(f"{name} : {HELP[name]}" for name in names)


def explicit(options: type, documented: tuple[str, ...] = (), **defaults: Any) -> Callable[[Function], Function]:
    """Puts the keywords that stand behind ``**options`` into the signature of a function, and `{options}` of its
    documentation becomes their descriptions, after those of arguments that are `documented` as well. `defaults` are those
    of this function alone."""
    names = names_of(options)

    def put(function: Function) -> Function:
        own = inspect.signature(function)
        named = [one for one in own.parameters.values() if one.kind is not one.VAR_KEYWORD]
        hints = options.__annotations__
        added = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default={**DEFAULTS, **defaults}.get(name),
                              annotation=hints[name].__forward_arg__)
            for name in names
        ]  # fmt: skip
        function.__signature__ = own.replace(parameters=[*named, *added])  # type: ignore[attr-defined]
        if function.__doc__:  # not under -OO
            function.__doc__ = function.__doc__.replace("{options}", described((*documented, *names)))
        return function

    return put

# SPDX-License-Identifier: Apache-2.0
"""Keyword arguments of functions: those of measures (`_measure_options`, from the table of the library) and those of Python
alone.

Functions declare them as ``**options: Unpack[...]`` for type checkers and editors; `explicit` adds them to the signature and
the docstring.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypedDict, TypeVar

from numpy.typing import ArrayLike

from . import _measure_options
from ._measure_options import (
    ApenOptions,
    CleanOptions,
    CrossApenOptions,
    CrossFuzzyenOptions,
    CrossMeasure,
    CrossSampenOptions,
    CurveOptions,
    FeatureOptions,
    FuzzyenOptions,
    Integer,
    MatrixCurveOptions,
    MatrixOptions,
    MultivariateCurveOptions,
    MultivariateMeasure,
    MvfuzzyenOptions,
    MvsampenOptions,
    PermenOptions,
    PrepareOptions,
    ReadOptions,
    Real,
    RrOptions,
    SampenOptions,
    SurrogateOptions,
    UnivariateMeasure,
)

if TYPE_CHECKING:
    from .heartbeats import RRIntervals

__all__ = ["CleanOptions", "CrossMeasure", "Integer", "MultivariateMeasure", "ReadOptions", "Real", "UnivariateMeasure"]

Progress: TypeAlias = bool | Callable[[int, int], Any]


class Recording(Protocol):
    """Raw, Epochs or Evoked of MNE."""

    ch_names: list[str]

    def get_data(self, *arguments: Any, **options: Any) -> Any: ...


Signal: TypeAlias = "ArrayLike | Recording | RRIntervals"


class Machine(TypedDict, total=False):
    """Channels, threads and device."""

    picks: Any
    bads: Literal["reject", "keep"] | None
    n_jobs: Integer | None
    device: str | None


class Run(Machine, total=False):
    """Options without effect on values, and channels."""

    progress: Progress


class Axis(TypedDict, total=False):
    """The time axis of arrays."""

    axis: int | str | None


class ApproximateOptions(ApenOptions, SurrogateOptions, Axis, Run): ...


class SampleOptions(SampenOptions, SurrogateOptions, Axis, Run): ...


class FuzzyOptions(FuzzyenOptions, SurrogateOptions, Axis, Run): ...


class PermutationOptions(PermenOptions, SurrogateOptions, Axis, Run): ...


class CrossApproximateOptions(CrossApenOptions, SurrogateOptions, Axis, Run): ...


class CrossSampleOptions(CrossSampenOptions, SurrogateOptions, Axis, Run): ...


class CrossFuzzyOptions(CrossFuzzyenOptions, SurrogateOptions, Axis, Run): ...


class MultiscaleOptions(CurveOptions, SurrogateOptions, Axis, Run): ...


class MultivariateSampleOptions(MvsampenOptions, SurrogateOptions, Axis, Run): ...


class MultivariateFuzzyOptions(MvfuzzyenOptions, SurrogateOptions, Axis, Run): ...


class MultivariateMultiscaleOptions(MultivariateCurveOptions, SurrogateOptions, Axis, Run): ...


class PairwiseOptions(MatrixOptions, SurrogateOptions, Run): ...


class Tasks(Run, total=False):
    """How recordings are read and divided into tasks."""

    client: Any
    epoch: Integer | None
    read: Callable[[str], Any] | None
    block_size: Integer | None


class RecordingMatrixOptions(MatrixOptions, SurrogateOptions, Tasks): ...


class RecordingCurveOptions(CurveOptions, MultivariateCurveOptions, SurrogateOptions, Tasks): ...


class RecordingOptions(FeatureOptions, MvsampenOptions, MvfuzzyenOptions, Tasks): ...


class RecordingWindowOptions(FeatureOptions, Tasks): ...


class RecordingCubeOptions(MatrixCurveOptions, Tasks): ...


class MultiscalePairwiseOptions(MatrixCurveOptions, SurrogateOptions, Run): ...


class FeatureTransformerOptions(FeatureOptions, Machine): ...


class MatrixTransformerOptions(MatrixOptions, Machine): ...


class ReadRrOptions(CleanOptions, RrOptions, ReadOptions): ...


class PreparationOptions(PrepareOptions, total=False):
    n_jobs: Integer | None


class CountOptions(TypedDict, total=False):
    """Options of counts of matches."""

    tau: Integer
    boundary: Literal["closed", "open"]
    templates: Literal["all", "common"]
    theiler: Integer
    engine: str | None
    n_jobs: Integer | None
    device: str | None


DEFAULTS: dict[str, Any] = {"progress": False}

HELP = {
    **_measure_options.HELP,
    "nan_policy": """{'raise', 'omit'}, default 'raise', for `RRIntervals` 'omit'
        Missing samples (NaN or masked) are an error, or templates that touch one are left out. In an array beside
        `RRIntervals` they are an error unless 'omit' is given.""",
    "convention": """str, optional
        Defaults of another program (`biotropy.conventions()`) for options that are not given.""",
    "axis": """int or str, optional
        The time axis: by default the last one of an array, the dimension 'time' of a `DataArray` (also by its name), and the
        rows of a DataFrame, whose columns are channels (0 or 'index'; 1 or 'columns': its rows are channels).""",
    "output": """{'array', 'xarray', 'pandas', 'dict'}, optional
        By default that of the input: an array, a labelled `DataArray` (with everything a Dataset), a Series or DataFrame of
        pandas (of a single value a number), or a dict of arrays; of objects of MNE an array. All have the channels of the input
        in their order: one that is not measured, by its type or as it is bad, is NaN, with its reason in labelled outputs.""",
    "client": """distributed.Client, optional
        By default a cluster on this machine with one process for each core, for the time of the call.""",
    "epoch": """int, optional
        Samples of an epoch of continuous recordings; by default the whole recording. Incomplete epochs are left out. Recordings
        that have epochs keep theirs, and another length is an error.""",
    "read": """callable, optional
        Function that opens a path and returns an array, `mne.io.Raw`, `mne.Epochs` or `xarray.DataArray`. It is sent to
        the workers. The key of the results covers its code, its arguments, the content of the path, an array that it returns and
        the bad segments of a Raw, but no other files that it reads.""",
    "block_size": """int, optional
        Epochs of one task; by default as many as are measured in two seconds.""",
    "picks": """str, list or slice, optional
        Channels of a recording by name, type or number from 0, as in MNE; by default the data channels (EEG, MEG, ...),
        without ECG, EOG and stimulus channels.""",
    "bads": """{'reject', 'keep'}, default 'reject'
        Channels that MNE, the file or its table of channels, or the attribute `bads` of a `DataArray`, marks as bad have no
        value, or are measured as all others.""",
    "n_jobs": """int, optional
        Threads: None is 1, -1 all cores.""",
    "device": """str, default 'auto'
        Device of the computation: 'auto' uses a GPU if that is expected to be faster, 'cpu' never; or a device such as
        'cuda' or 'opencl:1', or several together: 'cuda:0,cuda:1', 'cuda:all'.""",
    "progress": """bool or callable, default False
        Report on the standard error stream, or call ``progress(done, total)``.""",
}

Function = TypeVar("Function", bound=Callable[..., Any])


def names_of(options: type, without: Iterable[str] = ()) -> list[str]:
    """Names of a class of options, in the order of the documentation."""
    return [name for name in HELP if name in options.__annotations__ and name not in without]


def described(names: Iterable[str]) -> str:
    """Descriptions of keywords, for a docstring."""
    return "\n    ".join(f"{name} : {HELP[name]}" for name in names)


def explicit(options: type, documented: tuple[str, ...] = (), without: Iterable[str] = (), **defaults: Any) -> Callable[[Function], Function]:
    """Replace ``**options`` in the signature of a function by its keywords, and `{options}` in its docstring by their
    descriptions, after those of the arguments `documented` and but for those `without`. `defaults` are those of this function
    alone."""
    names = names_of(options, without)

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

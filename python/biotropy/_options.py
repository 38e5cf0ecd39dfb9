# SPDX-License-Identifier: Apache-2.0
"""Keyword arguments of functions: those of measures (`_measure_options`, from the table of the library) and those of Python
alone.

Functions declare them as ``**options: Unpack[...]`` for type checkers and editors; `explicit` adds them to the signature and
the docstring, which begins with those that most people need and ends with the others.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypedDict, TypeVar

from numpy.typing import ArrayLike

from . import _core
from ._measure_options import (
    COMMON,
    ApenOptions, CleanOptions, CrossApenOptions, CrossFuzzyenOptions, CrossMeasure, CrossSampenOptions, CurveOptions,
    FeatureOptions, FuzzyenOptions, Integer, Integers, MatrixCurveOptions, MatrixOptions, MultivariateCurveOptions,
    MultivariateMeasure, MvfuzzyenOptions, MvsampenOptions, PermenOptions, PrepareOptions, ReadOptions, Real, Reals,
    RrOptions, SampenOptions, SurrogateOptions, UncertaintyOptions, UnivariateMeasure,
)

if TYPE_CHECKING:
    from .heartbeats import RRIntervals

__all__ = ["CleanOptions", "CrossMeasure", "Integer", "MultivariateMeasure", "ReadOptions", "Real", "UnivariateMeasure"]

Progress: TypeAlias = bool | Callable[[int, int], Any]


@cache
def named(*tables: str) -> list[str]:
    """Names of the options of some tables of the library."""
    return [row["name"] for row in _core.option_table() if not row["defaults"].keys().isdisjoint(tables)]


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
class SampleOptions(SampenOptions, UncertaintyOptions, SurrogateOptions, Axis, Run): ...
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
class WindowOptions(MultiscaleOptions, MvsampenOptions, MvfuzzyenOptions): ...
class RecordingOptions(FeatureOptions, MvsampenOptions, MvfuzzyenOptions, UncertaintyOptions, SurrogateOptions, Tasks): ...
class RecordingCubeOptions(MatrixCurveOptions, SurrogateOptions, Tasks): ...
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

_COMMON = {*COMMON, "picks", "client", "n_jobs", "device", "output", "full_output"}
# Options of states and networks, whose functions have signatures of their own.
_OWN = {"features", "training", "folds", "decoding", "networks"}
_FEW = 12  # a function with no more options describes them together

_KINDS = {"flag": "bool", "whole": "int", "real": "float", "length": "int or str", "name": "str", "numbers": "float or list of float"}


def _description(row: dict[str, Any]) -> str:
    """Type, default and meaning of an option of the library."""
    name, words, usual, more = row["name"], row["words"], row["usual"], row["more"] if row["name"] in _COMMON else ""
    kind = f"{{{', '.join(map(repr, words))}}}" if words else _KINDS[row["kind"]]
    kind = f"{kind} or list of {kind}" if name in ("m", "r") else kind
    if name == "r":
        kind, more = f"{kind}, or str", "A text such as '10 uV' is absolute, in the unit of the samples"
    shown = repr(usual) if words and ", " not in usual else usual.capitalize() if row["kind"] == "flag" else usual
    is_number = row["kind"] in ("whole", "real", "numbers") and "(" not in row["allowed"] and not row["help"].endswith(")")
    meaning = f"{row['help']} ({row['allowed']})" if is_number else row["help"]
    text = " ".join(part if part.endswith(".") else f"{part}." for part in (meaning, more) if part)
    return "\n    ".join([f"{kind}, default {shown}" if usual else f"{kind}, optional", *textwrap.wrap(text, 112, break_long_words=False)])


_ROWS = {row["name"]: row for row in _core.option_table() if not _OWN & row["defaults"].keys()}
HELP = {
    **{name: _description(row) for name, row in _ROWS.items()},
    "nan_policy": """{'raise', 'omit'}, default 'raise', for `RRIntervals` 'omit'
    Missing samples (NaN or masked) are an error, or leave out the templates that touch them.""",
    "epoch": """int, optional
    Samples of an epoch of continuous recordings; by default the whole recording. Incomplete epochs are left out. Files with
    epochs keep them, and another length is an error.""",
    "picks": """str, list or slice, optional
    Channels of a recording by name, type or number from 0, as in MNE; by default those of data (EEG, MEG, ...).""",
    "client": """distributed.Client, optional
    By default a cluster on this machine with one process for each core, for the time of the call.""",
    "n_jobs": """int, optional
    Threads: None is 1, -1 all cores.""",
    "device": """str, default 'auto'
    'cpu', 'cuda', 'opencl:1' or several ('cuda:0,cuda:1', 'cuda:all'); 'auto' uses a GPU if it is expected to be faster.""",
    "output": """{'array', 'xarray', 'pandas', 'dict'}, optional
    Form of the result, by default that of the input (arrays for MNE). It has all channels of the input in their order.""",
    "full_output": """bool, default False
    Also return the counts, as an `EntropyResult`, a Dataset or a DataFrame.""",
    "convention": """str, optional
    Defaults of another program, one of `biotropy.conventions()`.""",
    "axis": """int or str, optional
    The time axis: by default the last one of an array, 'time' of a `DataArray`, and the rows of a DataFrame.""",
    "read": """callable, optional
    Function that opens a path and returns an array, `mne.io.Raw`, `mne.Epochs` or `xarray.DataArray`. It is sent to the
    workers. Results are reused unless its code, its arguments, the content of the path or an array that it returns changes.""",
    "block_size": """int, optional
    Epochs of one task; by default as many as are measured in two seconds.""",
    "bads": """{'reject', 'keep'}, default 'reject'
    Channels marked as bad (by MNE, the file, its table of channels or the attribute `bads`) have no value, or are measured.""",
    "progress": """bool or callable, default False
    Report on the standard error stream, or call ``progress(done, total)``.""",
}

Function = TypeVar("Function", bound=Callable[..., Any])


def names_of(options: type, without: Iterable[str] = ()) -> list[str]:
    """Names of a class of options, in the order of the documentation."""
    return [name for name in HELP if name in options.__annotations__ and name not in without]


def described(names: Iterable[str], measures: tuple[str, ...] = ()) -> str:
    """Descriptions of keywords, for a docstring, with the default that all of these measures have."""

    def text(name: str) -> str:
        usual = {repr(value) for word, value in _ROWS[name]["defaults"].items() if word in measures} if name in _ROWS else set()
        return re.sub("default .*", f"default {usual.pop()}", HELP[name], count=1) if len(usual) == 1 else HELP[name]

    return "\n".join(f"{name} : {text(name)}" for name in names)


def with_options(docstring: str, names: list[str], measures: tuple[str, ...] = ()) -> str:
    """The docstring with the options that most people need for `{options}`, and the others at its end, but for those that it
    describes itself."""
    text = inspect.cleandoc(docstring)
    if "{options}" not in text:
        return text
    names = [name for name in names if f"\n{name} : " not in text.partition("{options}")[0]]
    rare = [name for name in names if name not in _COMMON] if len(names) > _FEW else []
    text = text.replace("{options}", described([name for name in names if name not in rare], measures))
    return f"{text}\n\nOther Parameters\n----------------\n{described(rare, measures)}\n" if rare else text


def explicit(options: type, documented: tuple[str, ...] = (), without: Iterable[str] = (),
             measures: tuple[str, ...] = (), **defaults: Any) -> Callable[[Function], Function]:  # fmt: skip
    """Replace ``**options`` in the signature of a function by its keywords, and `{options}` in its docstring by their
    descriptions, with those of the arguments `documented` and but for those `without`. `defaults` are those of this function
    alone."""
    names = names_of(options, without)
    described_names = [name for name in HELP if name in {*names, *documented}]

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
            function.__doc__ = with_options(function.__doc__, described_names, measures)
        return function

    return put

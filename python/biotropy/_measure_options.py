# SPDX-License-Identifier: Apache-2.0
"""Keyword arguments of the measures.

Written by `make options` from the tables of options (biotropy/option.hpp).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, TypedDict

import numpy as np

Integer: TypeAlias = int | np.integer[Any]
Real: TypeAlias = float | np.floating[Any] | np.integer[Any]
# Of m and of r, one or several.
Integers: TypeAlias = Integer | Sequence[Integer] | np.ndarray[Any, np.dtype[np.integer[Any]]]
Reals: TypeAlias = Real | str | Sequence[Real] | np.ndarray[Any, np.dtype[np.floating[Any]]]
UnivariateMeasure = Literal["apen", "sampen", "fuzzyen", "permen"]
MultivariateMeasure = Literal["mvsampen", "mvfuzzyen"]
CrossMeasure = Literal["cross-apen", "cross-sampen", "cross-fuzzyen"]
RUnit = Literal["sd", "absolute", "total-variation"]
Boundary = Literal["closed", "open"]
Approach = Literal["full", "naive"]
Templates = Literal["all", "common"]
Bias = Literal["max", "zero", "skip", "none"]
Undefined = Literal["natural", "negative", "bound"]
Sign = Literal["kept", "dropped"]
Membership = Literal[
    "exponential", "chen", "gaussian", "constant-gaussian", "sigmoid", "bell", "triangular", "trapezoidal1",
    "trapezoidal2", "z-shaped", "gudermannian"
]
LocalMean = Literal["removed", "kept"]
Ties = Literal["time", "equal"]
PoolEpochs = Literal["no", "recording", "epoch"]
Base = Literal["e", "2", "10"]
NanPolicy = Literal["raise", "omit"]
Method = Literal["mse", "rmse", "cmse", "rcmse"]
Grain = Literal["mean", "variance"]
ToleranceOf = Literal["original", "scale"]
Covariance = Literal["centred", "lake", "physionet"]
SurrogateKind = Literal["iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"]
Ectopic = Literal["none", "previous", "neighbours", "median"]
Policy = Literal["gap", "close"]
InputUnit = Literal["auto", "s", "ms"]
OutputUnit = Literal["auto", "s", "ms"]
Values = Literal["detect", "intervals", "times"]
First = Literal["detect", "interval", "onset"]
Orientation = Literal["automatic", "rows", "columns"]
InputFormat = Literal["automatic", "table", "openbci", "empatica", "acqknowledge", "kubios"]
Separator = Literal["comma", "semicolon", "tab", "blank", "none"]
Header = Literal["automatic", "yes", "no"]
Decimal = Literal["point", "comma"]
TimeUnit = Literal["automatic", "s", "ms", "us", "ns", "min", "h", "samples"]
Bads = Literal["reject", "keep"]
Filter = Literal["butterworth", "fir"]
FilterEach = Literal["recording", "epoch"]
AntiAlias = Literal["chebyshev", "fir"]


class ApenOptions(TypedDict, total=False):
    """Options of approximate entropy other than m and r."""

    r_unit: RUnit | None
    tau: Integer | None
    ddof: Integer | None
    boundary: Boundary | None
    templates: Templates | None
    theiler: Integer | None
    sign: Sign | None
    base: Base | None
    nan_policy: NanPolicy | None
    engine: str | None
    convention: str | None


class SampenOptions(TypedDict, total=False):
    """Options of sample entropy other than m and r."""

    r_unit: RUnit | None
    tau: Integer | None
    ddof: Integer | None
    boundary: Boundary | None
    templates: Templates | None
    theiler: Integer | None
    undefined: Undefined | None
    pool_epochs: PoolEpochs | None
    base: Base | None
    nan_policy: NanPolicy | None
    engine: str | None
    convention: str | None


class FuzzyenOptions(TypedDict, total=False):
    """Options of fuzzy entropy other than m and r."""

    r_unit: RUnit | None
    tau: Integer | None
    ddof: Integer | None
    templates: Templates | None
    theiler: Integer | None
    undefined: Undefined | None
    membership: Membership | None
    fuzzy_power: Real | None
    membership_corner: Real | None
    local_mean: LocalMean | None
    pool_epochs: PoolEpochs | None
    base: Base | None
    nan_policy: NanPolicy | None
    convention: str | None


class PermenOptions(TypedDict, total=False):
    """Options of permutation entropy other than m and r."""

    tau: Integer | None
    ties: Ties | None
    weighted: bool | None
    normalise: bool | None
    base: Base | None
    nan_policy: NanPolicy | None
    convention: str | None


class MvsampenOptions(TypedDict, total=False):
    """Options of multivariate sample entropy other than m and r."""

    r_unit: RUnit | None
    tau: Integer | None
    ddof: Integer | None
    boundary: Boundary | None
    approach: Approach | None
    channel_m: str | None
    channel_tau: str | None
    templates: Templates | None
    undefined: Undefined | None
    pool_epochs: PoolEpochs | None
    base: Base | None
    nan_policy: NanPolicy | None
    engine: str | None
    convention: str | None


class MvfuzzyenOptions(TypedDict, total=False):
    """Options of multivariate fuzzy entropy other than m and r."""

    r_unit: RUnit | None
    tau: Integer | None
    ddof: Integer | None
    approach: Approach | None
    channel_m: str | None
    channel_tau: str | None
    templates: Templates | None
    undefined: Undefined | None
    membership: Membership | None
    fuzzy_power: Real | None
    membership_corner: Real | None
    local_mean: LocalMean | None
    pool_epochs: PoolEpochs | None
    base: Base | None
    nan_policy: NanPolicy | None
    convention: str | None


class CrossApenOptions(TypedDict, total=False):
    """Options of cross-approximate entropy other than m and r."""

    r_unit: RUnit | None
    tau: Integer | None
    ddof: Integer | None
    boundary: Boundary | None
    templates: Templates | None
    theiler: Integer | None
    bias: Bias | None
    sign: Sign | None
    base: Base | None
    nan_policy: NanPolicy | None
    engine: str | None
    convention: str | None


class CrossSampenOptions(TypedDict, total=False):
    """Options of cross-sample entropy other than m and r."""

    r_unit: RUnit | None
    tau: Integer | None
    ddof: Integer | None
    boundary: Boundary | None
    templates: Templates | None
    theiler: Integer | None
    undefined: Undefined | None
    pool_epochs: PoolEpochs | None
    base: Base | None
    nan_policy: NanPolicy | None
    engine: str | None
    convention: str | None


class CrossFuzzyenOptions(TypedDict, total=False):
    """Options of cross-fuzzy entropy other than m and r."""

    r_unit: RUnit | None
    tau: Integer | None
    ddof: Integer | None
    templates: Templates | None
    theiler: Integer | None
    undefined: Undefined | None
    membership: Membership | None
    fuzzy_power: Real | None
    membership_corner: Real | None
    local_mean: LocalMean | None
    pool_epochs: PoolEpochs | None
    base: Base | None
    nan_policy: NanPolicy | None
    convention: str | None


class FeatureOptions(TypedDict, total=False):
    """Options of measures of one series."""

    m: Integers | None
    r: Reals | None
    r_unit: RUnit | None
    tau: Integer | None
    ddof: Integer | None
    boundary: Boundary | None
    templates: Templates | None
    theiler: Integer | None
    undefined: Undefined | None
    sign: Sign | None
    membership: Membership | None
    fuzzy_power: Real | None
    membership_corner: Real | None
    local_mean: LocalMean | None
    ties: Ties | None
    weighted: bool | None
    normalise: bool | None
    pool_epochs: PoolEpochs | None
    base: Base | None
    nan_policy: NanPolicy | None
    engine: str | None
    convention: str | None


class CurveOptions(FeatureOptions, total=False):
    """Options of multiscale entropies."""

    method: Method | None
    grain: Grain | None
    tolerance_of: ToleranceOf | None
    cutoff: Real | None


class MultivariateCurveOptions(TypedDict, total=False):
    """Options of multivariate multiscale entropies."""

    m: Integers | None
    r: Reals | None
    r_unit: RUnit | None
    tau: Integer | None
    ddof: Integer | None
    boundary: Boundary | None
    approach: Approach | None
    channel_m: str | None
    channel_tau: str | None
    templates: Templates | None
    undefined: Undefined | None
    membership: Membership | None
    fuzzy_power: Real | None
    membership_corner: Real | None
    local_mean: LocalMean | None
    pool_epochs: PoolEpochs | None
    base: Base | None
    nan_policy: NanPolicy | None
    engine: str | None
    method: Method | None
    grain: Grain | None
    tolerance_of: ToleranceOf | None
    cutoff: Real | None
    convention: str | None


class UncertaintyOptions(TypedDict, total=False):
    """Options of the standard error of sample entropy."""

    standard_error: bool | None
    confidence: Real | None
    covariance: Covariance | None


class SurrogateOptions(TypedDict, total=False):
    """Options of tests against surrogates."""

    surrogates: Integer | None
    surrogate_kind: SurrogateKind | None
    surrogate_seed: Integer | None
    surrogate_stop: Integer | None


class ReadOptions(TypedDict, total=False):
    """Options of reading."""

    rate: Real | None
    orientation: Orientation | None
    variable: str | None
    input_format: InputFormat | None
    skip_lines: Integer | None
    comments: str | None
    separator: Separator | None
    header: Header | None
    decimal: Decimal | None
    missing_words: str | None
    columns: str | None
    time: str | None
    time_unit: TimeUnit | None
    ignore_channel_table: bool | None
    bads: Bads | None
    allow_maxshield: bool | None
    annotator: str | None
    outside_files: bool | None


class PrepareOptions(TypedDict, total=False):
    """Options of preparing."""

    channels: str | None
    band: Real | Sequence[Real] | None
    filter: Filter | None
    order: Integer | None
    taps: Integer | None
    notch: Real | Sequence[Real] | None
    notch_line: bool | None
    notch_quality: Real | None
    filter_each: FilterEach | None
    decimate: Integer | None
    anti_alias: AntiAlias | None
    window: Integer | str | None
    step: Integer | str | None
    epoch: Integer | str | None
    overlap: Real | None
    reject: Real | None
    flat: Real | None
    padding: Integer | None


class CleanOptions(TypedDict, total=False):
    """Options of cleaning RR intervals."""

    min: Real | None
    max: Real | None
    ectopic: Ectopic | None
    ectopic_change: Real | None
    policy: Policy | None
    input_unit: InputUnit | None
    output_unit: OutputUnit | None
    values: Values | None
    first: First | None


class RrOptions(TypedDict, total=False):
    """Options of reading RR intervals."""

    beats: str | None
    consecutive: bool | None


class MatrixOptions(TypedDict, total=False):
    """Options of measures of two series."""

    m: Integers | None
    r: Reals | None
    r_unit: RUnit | None
    tau: Integer | None
    ddof: Integer | None
    boundary: Boundary | None
    templates: Templates | None
    theiler: Integer | None
    bias: Bias | None
    undefined: Undefined | None
    sign: Sign | None
    membership: Membership | None
    fuzzy_power: Real | None
    membership_corner: Real | None
    local_mean: LocalMean | None
    pool_epochs: PoolEpochs | None
    base: Base | None
    nan_policy: NanPolicy | None
    engine: str | None
    convention: str | None


class MatrixCurveOptions(MatrixOptions, total=False):
    """Options of measures of two series at many scales."""

    method: Method | None
    grain: Grain | None
    tolerance_of: ToleranceOf | None
    cutoff: Real | None


# Options that most people need.
COMMON = {
    "band", "channels", "columns", "ectopic", "ectopic_change", "epoch", "first", "input_unit", "m", "max", "min",
    "nan_policy", "notch", "output_unit", "policy", "r", "r_unit", "rate", "step", "surrogates", "tau", "time",
    "values", "window"
}

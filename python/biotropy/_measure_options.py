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
# Defaults of the measures, where they differ.
USUAL = {
    "m": {'apen': '2', 'sampen': '2', 'fuzzyen': '2', 'permen': '3', 'mvsampen': '2', 'mvfuzzyen': '2', 'cross-apen': '2', 'cross-sampen': '2', 'cross-fuzzyen': '2'},
    "r_unit": {'apen': "'sd'", 'sampen': "'sd'", 'fuzzyen': "'sd'", 'mvsampen': "'total-variation'", 'mvfuzzyen': "'total-variation'", 'cross-apen': "'sd'", 'cross-sampen': "'sd'", 'cross-fuzzyen': "'sd'"},
    "templates": {'apen': "'all'", 'sampen': "'common'", 'fuzzyen': "'common'", 'mvsampen': "'common'", 'mvfuzzyen': "'common'", 'cross-apen': "'all'", 'cross-sampen': "'common'", 'cross-fuzzyen': "'common'"},
    "theiler": {'apen': '-1', 'sampen': '0', 'fuzzyen': '0', 'cross-apen': '-1', 'cross-sampen': '-1', 'cross-fuzzyen': '-1'},
}
HELP = {
    "m": """int or list of int, default 2, PermEn 3
    Length of the templates (an integer from 1 to 1000).""",
    "r": """float or list of float, or str, default 0.2
    Tolerance, in units of r_unit (a finite number of at least 0). A text such as '10 uV' is absolute, in the unit
    of the samples.""",
    "r_unit": """{'sd', 'absolute', 'total-variation'}, default sd, MvSampEn and MvFuzzyEn total-variation
    Unit of r: the standard deviation (SD), the unit of the samples, or the sum of the SD of all channels.""",
    "tau": """int, default 1
    Delay between the samples of a template (an integer of at least 1).""",
    "ddof": """int, default 1
    The standard deviation divides by n - ddof (0 or 1).""",
    "boundary": """{'closed', 'open'}, default 'closed'
    Whether a distance of exactly r is a match.""",
    "approach": """{'full', 'naive'}, default 'full'
    Longer templates compared: all with each other, or those of the same extended channel.""",
    "channel_m": """str, optional
    m of each channel, in place of m.""",
    "channel_tau": """str, optional
    tau of each channel, in place of tau.""",
    "templates": """{'all', 'common'}, default common, ApEn and Cross-ApEn all
    Templates of length m: all that fit, or those that can be one sample longer.""",
    "theiler": """int, default -1, SampEn and FuzzyEn 0
    Leave out pairs of templates at most W samples apart in time; -1: none.""",
    "bias": """{'max', 'zero', 'skip', 'none'}, default 'max'
    Treatment of templates without a match.""",
    "undefined": """{'natural', 'negative', 'bound'}, default 'natural'
    Where nothing matches: infinite or NaN, minus infinity for NaN, or the largest value possible.""",
    "sign": """{'kept', 'dropped'}, default 'kept'
    Whether a negative value keeps its sign.""",
    "membership": """{'exponential', 'chen', 'gaussian', 'constant-gaussian', 'sigmoid', 'bell', 'triangular', 'trapezoidal1', 'trapezoidal2', 'z-shaped', 'gudermannian'}, default 'exponential'
    Degree of membership at distance d: exponential exp(-(d/r)^n), chen exp(-d^n/r), and others.""",
    "fuzzy_power": """float, default 2
    The exponent n of the membership (a finite number above 0).""",
    "membership_corner": """float, default 0
    Distance of degree 1/2 (sigmoid) or 0 (trapezoidal2).""",
    "local_mean": """{'removed', 'kept'}, default 'removed'
    Whether the mean of a template is removed before it is compared.""",
    "ties": """{'time', 'equal'}, default 'time'
    Equal samples: the earlier one is the smaller, or their pattern is one of its own.""",
    "weighted": """bool, default False
    A pattern counts with the variance of each template that has it.""",
    "normalise": """bool, default False
    Divided by the largest value, the logarithm of the number of patterns.""",
    "pool_epochs": """{'no', 'recording', 'epoch'}, default 'no'
    One value of all epochs from their summed counts; r in SD of the recording or of each epoch.""",
    "base": """{'e', '2', '10'}, default 'e'
    Base of the logarithm: values in nats, bits or hartleys.""",
    "engine": """str, optional
    The engine that counts; otherwise the fastest.""",
    "method": """{'mse', 'rmse', 'cmse', 'rcmse'}, default 'mse'
    mse: coarse-graining; cmse, rcmse: from every start, values or counts taken together; rmse: low-pass filter and
    thinning.""",
    "grain": """{'mean', 'variance'}, default 'mean'
    Statistic of a window of samples; variance: generalised multiscale entropy.""",
    "tolerance_of": """{'original', 'scale'}, default original; rmse, variance: scale
    The series whose standard deviation r is a multiple of: the original, or that of each scale.""",
    "cutoff": """float, default 0.5
    rmse: edge of the low-pass filter times the scale, in cycles per sample (a number above 0).""",
    "standard_error": """bool, default False
    SampEn: its standard error and a confidence interval too, too narrow for slow series with r in SD.""",
    "confidence": """float, default 0.95
    Share of the normal distribution inside the interval (a number above 0 and below 1).""",
    "covariance": """{'centred', 'lake', 'physionet'}, optional
    Covariances of overlapping pairs: about the mean, with the error of the SD where r is in SD; as Lake et al. or
    PhysioNet's sampen add them up (the convention physionet), which is too much.""",
    "surrogates": """int, default 0
    Surrogates that each value is compared with; 0: none (an integer from 0 to 1000000).""",
    "surrogate_kind": """{'iaaft', 'aaft', 'phases', 'joint-phases', 'shuffle', 'shift', 'epochs'}, default 'iaaft'
    iaaft, aaft: keep values and spectrum; phases: the spectrum; joint-phases: cross-spectra too; shuffle: the
    values; shift, epochs: each channel.""",
    "surrogate_seed": """int, default 1
    Seed of the surrogates: the same one gives the same (an integer of at least 0).""",
    "surrogate_stop": """int, default 0
    No more surrogates for a value that H of them reach, at either end; 0: never stop (an integer of at least 0).""",
    "min": """float, default 0.3
    Shorter RR intervals are removed; 0 keeps them (a number of seconds).""",
    "max": """float, default 1.5
    Longer RR intervals are removed; inf keeps them (a number of seconds).""",
    "ectopic": """{'none', 'previous', 'neighbours', 'median'}, default 'none'
    Remove intervals too different from the one before, the mean of both neighbours, or the median around them.
    Malik et al. (1989), Karlsson et al. (2012).""",
    "ectopic_change": """float, default 0.2
    The relative difference that is too much (a number above 0).""",
    "policy": """{'gap', 'close'}, default 'gap'
    At removed intervals: a gap that no template spans, or nothing.""",
    "input_unit": """{'auto', 's', 'ms'}, default 'auto'
    Unit of intervals in text and arrays; auto: milliseconds if the median is above 10.""",
    "output_unit": """{'auto', 's', 'ms'}, default 'auto'
    Unit of the intervals that are returned; auto: as read.""",
    "values": """{'detect', 'intervals', 'times'}, default 'detect'
    Contents of text and arrays: RR intervals, or the times of beats; detect: intervals, and an error if nine of ten
    rise as times do.""",
    "first": """{'detect', 'interval', 'onset'}, default 'detect'
    First value of text and arrays: an interval, or the time to the first beat (onset); detect: that time if it is
    above 3 times the median.""",
    "beats": """str, optional
    Tables of events of BIDS (_events.tsv): the trial_type whose onsets are the beats.""",
    "consecutive": """bool, default False
    WFDB: leave out intervals with an annotation inside that is no beat (ann2rr -c).""",
    "rate": """float, optional
    Samples per second of files without a rate (text, NPY, MAT, annotations alone).""",
    "orientation": """{'automatic', 'rows', 'columns'}, default 'automatic'
    Dimension of the channels; automatic: the shorter side of an array, the columns of a table.""",
    "variable": """str, optional
    MAT: the variable, or field of a structure (EEG.data); otherwise the only array.""",
    "input_format": """{'automatic', 'table', 'openbci', 'empatica', 'acqknowledge', 'kubios'}, default 'automatic'
    Text: the program or device that wrote it; otherwise by its first line.""",
    "skip_lines": """int, default 0
    Text: lines above the names or samples to leave out (an integer of at least 0).""",
    "comments": """str, default #%
    Text: characters that begin a line without samples.""",
    "separator": """{'comma', 'semicolon', 'tab', 'blank', 'none'}, optional
    Text: separator of columns; otherwise the first of tab, semicolon, comma and blank in the second line.""",
    "header": """{'automatic', 'yes', 'no'}, default 'automatic'
    Text: whether the first line has names; otherwise if it has a word above numbers.""",
    "decimal": """{'point', 'comma'}, default 'point'
    Text: mark before the decimals of numbers.""",
    "missing_words": """str, optional
    Text: further words or numbers for missing samples, such as -999.""",
    "columns": """str, optional
    Text: the columns, by name, number or range (RR,2-9); otherwise all numbers but time.""",
    "time": """str, optional
    Text: the column of time, or none; otherwise by its name.""",
    "time_unit": """{'automatic', 's', 'ms', 'us', 'ns', 'min', 'h', 'samples'}, default 'automatic'
    Text: unit of the column of time; otherwise that in its name.""",
    "ignore_channel_table": """bool, default False
    Take bad channels and types from the file alone, not from the table of channels (BIDS, _channels.tsv) of the
    recording.""",
    "bads": """{'reject', 'keep'}, default 'reject'
    Channels, and spans of time (BAD_...), that are marked as bad: without values, or as all others.""",
    "allow_maxshield": """bool, default False
    FIF: read recordings with internal active shielding (MaxShield) as they are, distorted.""",
    "annotator": """str, optional
    WFDB: the ending of the annotation file; otherwise atr, ecg, qrs or the only one there is.""",
    "outside_files": """bool, default False
    WFDB, BrainVision, EEGLAB and FIF: read files outside the folder of the file that names them.""",
    "channels": """str, optional
    Labels, numbers or ranges (Fp1,O2,5-8); otherwise all channels.""",
    "band": """float or list of float, optional
    Frequencies to keep; LO 0 makes a low-pass, HI inf a high-pass (a pair of frequencies in Hz).""",
    "filter": """{'butterworth', 'fir'}, default 'butterworth'
    Kind of the band filter.""",
    "order": """int, default 4
    Order of the Butterworth filter (a band-pass has twice as many poles).""",
    "taps": """int, default 0
    Taps of the FIR filter, odd; 0: by the width of its transition bands (an odd integer, or 0).""",
    "notch": """float or list of float, optional
    Frequencies to remove, such as that of the mains, with commas (a list of frequencies in Hz).""",
    "notch_line": """bool, default False
    Remove the line frequency that the sidecar of each recording gives (BIDS, PowerLineFrequency).""",
    "notch_quality": """float, default 30
    Frequency of a notch over its width (a number above 0).""",
    "filter_each": """{'recording', 'epoch'}, default 'recording'
    What the band filter and the notches are applied to: the whole recording, before it is decimated and cut, or
    each epoch after that.""",
    "decimate": """int, default 1
    Keep every K-th sample, after an anti-alias filter (an integer of at least 1).""",
    "anti_alias": """{'chebyshev', 'fir'}, default 'chebyshev'
    Kind of that filter.""",
    "window": """int or str, optional
    Length of a window that slides over the recording, in place of epochs, or with pool_epochs over all epochs
    together: samples after decimation, or seconds as "2 s"; results have the start of each.""",
    "step": """int or str, optional
    From one window to the next, in samples, or seconds as "1 s".""",
    "epoch": """int or str, default 0
    Length of an epoch: samples after decimation, or seconds as "2 s"; 0: the whole recording is one.""",
    "overlap": """float, default 0
    Part of an epoch that the next one repeats, from 0 to below 1 (a number from 0 to below 1).""",
    "reject": """float, optional
    Leave out a channel in epochs where its peak-to-peak is above X, in its unit (a number above 0).""",
    "flat": """float, optional
    Leave out a channel in epochs where its peak-to-peak is below X, in its unit (a number above 0).""",
    "padding": """int, default 0
    Runs of at least N equal samples at the ends of a channel are padding; 0: not looked for (an integer of at least
    0).""",
}

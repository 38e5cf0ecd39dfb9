# SPDX-License-Identifier: Apache-2.0
"""What tasks do with recordings: a measure of blocks of epochs, which is sent to the workers."""

from __future__ import annotations

import ctypes
import functools
import hashlib
import inspect
import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, get_args

import numpy as np

from .. import _core, _multiscale, _pairwise
from .._arguments import one_of, whole
from .._inputs import taken_run
from .._measure_options import CrossMeasure, SurrogateKind, UnivariateMeasure
from .._measures import UNCERTAIN
from .._multiscale import scale_list
from .._packages import needed
from .._signal import BADS, Signal, in_one_unit, read
from .._surrogate_test import TESTED
from .._warn import collected
from ..errors import Notice
from .blocks import Described, Opened, opened

# A task measures as many epochs as it has time for, and no more than these bytes of samples.
TASK_SECONDS = 2.0
_TASK_BYTES = 2**26
# Seconds that an epoch took in this process, by all that it depends on, of some kinds of work.
_seconds: dict[Any, float] = {}
_MOST_KINDS = 1000

_COUNTS = ("matches_m", "matches_m1")


class Begun(NamedTuple):
    """A recording, and the values of its first epochs."""

    described: Described
    values: dict[str, np.ndarray] | None
    n_epochs: int
    notices: list[Notice]


@dataclass(frozen=True)
class Work:
    """The computation for every block."""

    kind: str
    measure: str
    parameters: dict[str, Any]
    epoch: int | None
    picks: Any
    read: Callable[[str], Any] | None
    run: dict[str, Any]
    bads: str = "reject"

    def begin(self, path: str, most: int | None) -> Begun:
        """The description, and the values of the first epochs: as many as a task has time for, or `most`. So a recording of one
        block is fetched and opened once, by one worker."""
        _keep_freed_memory()
        with collected() as notices, self.opened(path) as recording:
            described = recording.describe()
            work = self.in_units(described)
            n_epochs = min(described.n_epochs, most if most is not None else work.affordable(recording, described))
            values = work.timed(recording, 0, n_epochs, described) if n_epochs else None
            return Begun(described, values, n_epochs, notices)

    def begin_some(self, asked: list[tuple[str, int | None]]) -> list[Any]:
        """What `begin` returns, or why it failed, of the first recordings: as many as a short task has time for."""
        outcomes: list[Any] = []
        end = time.monotonic() + TASK_SECONDS
        while len(outcomes) < len(asked) and (not outcomes or time.monotonic() < end):
            try:
                outcomes.append(self.begin(*asked[len(outcomes)]))
            except Exception as error:  # of the recording, or of a function of the caller
                outcomes.append(str(error) or type(error).__name__)
        return outcomes

    def measure_block(self, described: Described, first: int, last: int) -> tuple[dict[str, np.ndarray], list[Notice]]:
        """Values, and notices."""
        _keep_freed_memory()
        with collected() as notices, self.opened(described.path, described.version) as recording:
            return self.in_units(described).timed(recording, first, last, described), notices

    def opened(self, path: str, version: str | None = None) -> Any:
        asked = {name: value for name, value in self.options().items() if name != "r"}  # its unit is not yet known
        fill = None if self.kind == "sliding" else _core.gap_fill(self.measure, asked, "scales" in self.parameters)
        return opened(path, self.epoch, self.picks, self.read, fill, version, self.bads)

    def in_units(self, described: Described) -> Work:
        """With an r that is a number, in the one unit of the channels."""
        return self._with_units(zip(described.units, [f"{name} of {described.path}" for name in described.channels], strict=True))

    def _with_units(self, units: Any) -> Work:
        use = "scales" if "scales" in self.parameters else "series"
        return replace(self, parameters={**self.parameters, **in_one_unit(self.measure, self.options(), units, use)})

    def options(self) -> dict[str, Any]:
        """Those of the measure."""
        return {name: value for name, value in self.parameters.items() if name not in ("scales", "window", "step")}

    def affordable(self, recording: Opened, described: Described) -> int:
        """Epochs of the recording that a task has time for. The first epoch of its kind is measured to know."""
        key = self.kind_of(described)
        if described.n_epochs > 1 and key not in _seconds:
            with collected():
                self.timed(recording, 0, 1, described)
        bytes_of_one = 8 * len(described.channels) * described.n_times
        return max(1, min(int(TASK_SECONDS / max(_seconds.get(key, 0), 1e-9)), _TASK_BYTES // bytes_of_one))

    def timed(self, recording: Opened, first: int, last: int, described: Described) -> dict[str, np.ndarray]:
        begin = time.monotonic()
        blocks = [(at, at + 1) for at in range(first, last)] if self.kind == "sliding" else [(first, last)]
        of_blocks = [self.measure_epochs(recording.signal(*block), block[0]) for block in blocks]
        values = {name: np.concatenate([one[name] for one in of_blocks]) for name in of_blocks[0]} if of_blocks[1:] else of_blocks[0]
        if len(_seconds) >= _MOST_KINDS:
            _seconds.clear()
        _seconds[self.kind_of(described)] = (time.monotonic() - begin) / (last - first)
        return values

    def kind_of(self, described: Described) -> Any:
        return self.kind, self.measure, repr(self.parameters), len(described.channels), described.n_times

    def measure_epochs(self, epochs: Signal, first: int) -> dict[str, np.ndarray]:
        """`first` is the number of the first of them in the recording."""
        given = {name: value for name, value in {**self.run, **self.parameters}.items() if value is not None}
        return _MEASURES[self.kind](self.measure, epochs, given, first)

    def check(self) -> None:
        """Refuse parameters that are not allowed before any recording is read."""
        one_of("bads", self.bads, BADS)
        given = self.parameters
        for name in ("average", "output", "ch_names", "axis", "full_output"):
            one_of(name, given.get(name), [None])
        # A task has some epochs alone.
        one_of("pool_epochs", given.get("pool_epochs"), [None, "no"])
        if given.get("surrogates"):
            one_of("surrogate_kind", given.get("surrogate_kind"), [k for k in (None, *get_args(SurrogateKind)) if k != "epochs"])
            one_of("measure with surrogates", self.measure, [*get_args(UnivariateMeasure), *get_args(CrossMeasure)])
        trial = np.random.default_rng(0).standard_normal((1, 2, max(256, self.parameters.get("window", 0))))
        with collected():
            self._with_units([(_core.unit_of_r(str(given.get("r"))), "r")]).measure_epochs(read(trial), 0)

    def attributes(self, described: Described) -> dict[str, Any]:
        recipe = {"epoch": self.epoch, "picks": self.picks, "read": _digest_of(self.read), "bads": self.bads}
        given = {name: value for name, value in self.parameters.items() if value is not None}
        made = {
            "title": "Biotropy results",
            "measure": self.measure,
            "parameters": json.dumps({**given, **recipe}, sort_keys=True, default=repr),
            "biotropy_version": _core.version(),
        }
        if "channel" not in self.coordinates(described):
            made |= {"channels": json.dumps(described.channels), "channel_units": json.dumps(list(described.units))}
        return made

    def coordinates(self, described: Described) -> dict[str, np.ndarray]:
        """Those of the dimensions of values; the first dimension is epoch, which has none."""
        names = np.array(described.channels)
        of_channels = {} if self.measure.startswith("mv") else {"channel": names}
        of_pairs = {"partner": names} if self.measure.startswith("cross-") else {}
        of_scales = {"scale": np.array(self.parameters["scales"])} if "scales" in self.parameters else {}
        if self.kind == "sliding":
            last = described.n_times - self.parameters["window"]
            return {**of_channels, "time": np.arange(0, max(last, 0) + 1, self.parameters["step"])}
        return {**of_channels, **of_pairs, **of_scales}


def _pairs(measure: str, epochs: Signal, given: dict[str, Any], first: int) -> dict[str, np.ndarray]:
    names = [str(channel) for channel in range(epochs.n_channels)]
    matrices = _pairwise.matrices(epochs, names, measure, given, False, taken_run(given), first)
    values = {name: matrices[name] for name in ("value", *_COUNTS)}
    values |= {name: matrices[name] for name in TESTED if name in matrices}
    return {**values, "reason": _reasons(matrices["reason"], epochs.shape)}


def _curves(measure: str, epochs: Signal, given: dict[str, Any], first: int) -> dict[str, np.ndarray]:
    curves = _multiscale.curves(epochs, given.pop("scales"), measure, True, "array", given, first)
    values = {name: getattr(curves, name) for name in ("value", *_COUNTS, "samples")}
    values |= {} if curves.surrogates is None else vars(curves.surrogates)
    return {**values, "reason": _reasons(curves.reason, curves.value.shape)}


def _curves_of_pairs(measure: Any, epochs: Signal, given: dict[str, Any], first: int) -> dict[str, np.ndarray]:
    names, scales, run = [str(channel) for channel in range(epochs.n_channels)], scale_list(given.pop("scales")), taken_run(given)
    cubes = _pairwise.matrices(epochs, names, measure, given, False, run, first, scales=scales)
    reasons = _pairwise.reasons_of(cubes, len(names))
    values = {name: cubes[name] for name in ("value", *_COUNTS, *TESTED) if name in cubes}
    return {**values, "reason": _reasons(reasons, (*epochs.shape, len(scales)))}


def _entropies(measure: str, epochs: Signal, given: dict[str, Any], first: int) -> dict[str, np.ndarray]:
    core = _core.answer(measure, epochs.core(), None, given, *taken_run(given), first_epoch=first)
    counts = ("membership_m", "membership_m1") if "fuzzy" in measure else ("patterns",) if measure == "permen" else _COUNTS
    values = {name: core[name] for name in ("value", *counts, *UNCERTAIN, *TESTED) if name in core}
    return {**values, "reason": _reasons(core["reason"], core["value"].shape)}


def _windows(measure: str, epochs: Signal, given: dict[str, Any], first: int) -> dict[str, np.ndarray]:
    window, step, run = given.pop("window"), given.pop("step"), taken_run(given)
    n_windows = (epochs.rows.shape[-1] - whole("window", window, 1, epochs.rows.shape[-1])) // step + 1
    core = _core.answer(measure, epochs.core(), None, given, *run, window=(window, step), first_epoch=first * n_windows)
    values = {name: core[name].T[np.newaxis] for name in ("value", *UNCERTAIN, *TESTED) if name in core}
    return {**values, "reason": _reasons(core["reason"], core["value"].shape).T[np.newaxis]}


_MEASURES = {
    "pairwise": _pairs,
    "multiscale": _curves,
    "multiscale_pairwise": _curves_of_pairs,
    "entropy": _entropies,
    "sliding": _windows,
}


@functools.cache
def _keep_freed_memory() -> None:
    """Let a process of Dask use its memory again. Dask sets a threshold with which glibc gives every larger array back to the
    system, and the counting then spends a quarter of its time on new pages. At most 64 MiB are kept."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # of glibc alone
    if mallopt is not None and "MALLOC_TRIM_THRESHOLD_" in os.environ:
        trim, map_alone = -1, -3  # M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of malloc.h
        mallopt(trim, 64 * 2**20)
        mallopt(map_alone, 32 * 2**20)


def _digest_of(read: Callable[[str], Any] | None) -> str | None:
    """Checksum of a function: its pickle and, as that may be only a name, its source."""
    if read is None:
        return None
    inner = read.func if isinstance(read, functools.partial) else read
    try:
        source = inspect.getsource(inner)
    except (OSError, TypeError):
        source = ""
    return hashlib.sha256(needed("cloudpickle", "distributed").dumps(read) + source.encode()).hexdigest()


def _reasons(reasons: Any, shape: tuple[int, ...]) -> np.ndarray:
    """Reasons why values are NaN or infinite; empty for finite values."""
    return np.zeros(shape, dtype="U1") if reasons is None else np.array(reasons, dtype=str).reshape(shape)

# SPDX-License-Identifier: Apache-2.0
"""States of samples as they come."""

from __future__ import annotations

import enum
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _core
from .errors import InvalidInput
from .inputs import doubles, file_name, filled
from .options import Integer, Real
from .warn import warn

if TYPE_CHECKING:
    from .states import SICAMM

_NO_TIMES = np.empty(0)


def _channel_names(X: Any, ch_names: Sequence[str] | None) -> list[str] | None:
    """Names that were given, or those of the columns of a data frame; None where there are none."""
    if ch_names is None:
        columns = getattr(X, "columns", None)
        if columns is None or not all(isinstance(name, str) for name in columns):
            return None
        return list(columns)
    if isinstance(ch_names, str) or not all(isinstance(name, str) for name in ch_names):
        raise InvalidInput(f"ch_names = {ch_names!r} is not allowed: a name for each column is needed")
    return list(ch_names)


class Flag(enum.IntFlag):
    """Bits of `States.flags`: what was wrong with a sample."""

    MISSING = 1
    OUTLIER = 2
    UNEXPLAINED = 4
    GAP = 8
    WARM_UP = 16


class States(NamedTuple):
    """States in the order of their samples.

    Attributes
    ----------
    times : array, shape (n_states,)
        Seconds: the time stamps of the samples (with features: of the last sample of each window), or, without stamps,
        their numbers over the sampling rate (over 1 where it is not known).
    labels : array, shape (n_states,)
        The most probable classes.
    posteriors : array, shape (n_states, n_classes)
        The probability of each class.
    log_likelihoods : array, shape (n_states,)
        Of each sample given those before it, with beta; 0 where it did not count.
    flags : array of int, shape (n_states,)
        Bits of `Flag`: 1 missing, 2 outlier, 4 unexplained, 8 gap, 16 warm-up.
    """

    times: np.ndarray
    labels: np.ndarray
    posteriors: np.ndarray
    log_likelihoods: np.ndarray
    flags: np.ndarray


def _count(value: Any, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 0:
        raise InvalidInput(f"{name} = {value!r} is not allowed: an integer of at least 0 is needed")
    return int(value)


def _number(value: Any, name: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise InvalidInput(f"{name} = {value!r} is not allowed: a number or None is needed")
    return float(value)


class StateStream:
    """States of samples as they come: features, gaps, time stamps, and a state that can be saved.

    The states are, bit for bit, those that ``biotropy states stream`` and ``biotropy states classify`` write.

    Parameters
    ----------
    model : SICAMM or path-like
        A trained model, or the file of one, as `SICAMM.save` and ``biotropy states train`` write it. Where that was
        trained on features (``--features tsi``), the stream computes them: samples go in.
    lag : int, default 0
        Each state waits for so many later samples; 0: none.
    warm_up : int, default 1
        States after the start, and after a gap, that are flagged as warming up.
    beta : float, optional
        Power of the densities, in (0, 1], instead of the model's.
    ignore_outliers : bool, default False
        Whether outliers count for no class.
    sfreq : float, optional
        Sampling rate in Hz, where the model does not say. Another one than the model's is an error.
    gap : float, optional
        Seconds between time stamps above which samples are missing; by default 1.5 samples.

    Attributes
    ----------
    classes : array, shape (n_classes,)
        The labels.
    channels : list of str
        Names of the channels, in the order of the columns of samples that have no names.
    sfreq : float or None
        Sampling rate in Hz.
    position : int
        Number of the next sample, those that were lost included.

    Examples
    --------
    >>> import numpy as np
    >>> from biotropy.states import SICAMM
    >>> from biotropy.streams import Flag, StateStream
    >>> rng = np.random.default_rng(0)
    >>> y = np.repeat([0, 1, 0, 1], 500)
    >>> X = rng.laplace(size=(2000, 2)) + 2 * y[:, None]
    >>> stream = StateStream(SICAMM().fit(X, y), sfreq=100)
    >>> int(stream.push(X[:600], times=np.arange(600) / 100).labels[-1])
    1
    >>> states = stream.push(X[600:610], times=8 + np.arange(10) / 100)
    >>> Flag(int(states.flags[0]))
    <Flag.GAP|WARM_UP: 24>
    """

    def __init__(self, model: SICAMM | str | os.PathLike[str], *, lag: Integer = 0, warm_up: Integer = 1,
                 beta: Real | None = None, ignore_outliers: bool = False, sfreq: Real | None = None,
                 gap: Real | None = None) -> None:  # fmt: skip
        if isinstance(model, str | os.PathLike):
            core = _core.load_model(file_name(model))
            self.classes = np.array(core.classes)
        else:
            check_is_fitted(model, "classes_")
            if not hasattr(model, "_model"):
                raise InvalidInput(f"model = {model!r} is not allowed: a SICAMM or the file of a model is needed")
            core, self.classes = model._model, model.classes_
        self.channels: list[str] = core.channels
        self._model = core
        self._stream = core.stream(_count(lag, "lag"), _count(warm_up, "warm_up"), _number(beta, "beta"),
                                   bool(ignore_outliers), _number(sfreq, "sfreq"), _number(gap, "gap"))  # fmt: skip

    @property
    def sfreq(self) -> float | None:
        return self._stream.sampling_rate

    @property
    def position(self) -> int:
        return self._stream.position

    def push(self, X: Any, times: Any = None, ch_names: Sequence[str] | None = None) -> States:
        """Take the next samples, and return the states that are known by now.

        Parameters
        ----------
        X : array-like, shape (n_samples, n_channels)
            Samples in the order of time. NaN, infinite and masked ones are flagged as missing, and count for no class; a
            window of features that holds one is missing. The columns of a data frame are found by their names, as with
            `ch_names`.
        times : array-like, shape (n_samples,), optional
            Time stamps in seconds, NaN where there is none; by default samples are equally spaced. Stamps further apart
            than `gap`, or running backwards, are a gap: the chain and the windows start anew. Stamps that come at another
            rate than `sfreq`, or unevenly, are warned of once.
        ch_names : sequence of str, optional
            A name for each column of `X`. The channels of the model are found by them, in any order; other columns are
            ignored, and missing ones are an error that names them. By default the columns are `channels`, in their
            order.

        Returns
        -------
        States
            One for each sample, or fewer while the first window fills and where states wait for `lag` later samples;
            more where a gap ends the waiting.
        """
        names = _channel_names(X, ch_names)
        samples = np.asarray(filled(X))
        if samples.ndim == 2 and names is not None:
            samples = samples[:, self._indices(names, samples.shape[1])]
        if samples.ndim != 2 or samples.dtype.kind not in "fiu":
            raise InvalidInput(
                f"X has the shape {samples.shape} and the type {samples.dtype}: real numbers of the shape "
                f"(n_samples, {len(self.channels)}) are needed"
            )
        stamps = _NO_TIMES
        if times is not None:
            stamps = np.asarray(filled(times))
            if stamps.shape != (len(samples),) or stamps.dtype.kind not in "fiu":
                raise InvalidInput(
                    f"times has the shape {stamps.shape} and the type {stamps.dtype}: real numbers of the shape "
                    f"({len(samples)},) are needed, one for each sample"
                )
        return self._states(self._stream.push(doubles(samples), doubles(stamps)))

    def mark_gap(self, lost: Integer = 0) -> StateStream:
        """Mark that samples are missing before the next one.

        Parameters
        ----------
        lost : int, default 0
            How many of them count in the times of samples without stamps.

        Returns
        -------
        self
        """
        self._stream.mark_gap(_count(lost, "lost"))
        return self

    def finish(self) -> States:
        """Return the states that wait for later samples: none will come. A sample that is pushed after this follows a gap.

        Returns
        -------
        States
        """
        return self._states(self._stream.finish())

    def reset(self) -> StateStream:
        """Begin a new recording.

        Returns
        -------
        self
        """
        self._stream.reset()
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write what a later stream needs to go on. The file appears whole or not at all, and has a checksum.

        Parameters
        ----------
        path : path-like
            The file, which `resume` and ``biotropy states stream --state`` read.
        """
        self._stream.save(file_name(path))

    def resume(self, path: str | os.PathLike[str]) -> bool:
        """Go on after a stream that was saved: both together give the bits of one that was never interrupted.

        Parameters
        ----------
        path : path-like
            A file of `save`, or of ``biotropy states stream --state`` where its samples came live, but from no stream of
            the Lab Streaming Layer. The state of another model (by its content), of other settings, or of a replay, and
            a file that is damaged, are errors.

        Returns
        -------
        bool
            False where there is no such file: the stream begins.
        """
        return self._stream.resume(file_name(path))

    def _indices(self, names: list[str], n_columns: int) -> list[int]:
        """Columns of the channels of the model."""
        if len(names) != n_columns:
            raise InvalidInput(f"ch_names has {len(names)} names for {n_columns} columns of X")
        return self._model.find_channels(names, "X")

    def _states(self, found: dict[str, Any]) -> States:
        for text in found["warnings"]:
            warn(text)
        return States(
            found["times"],
            self.classes[found["labels"]],
            found["posteriors"],
            found["log_likelihoods"],
            found["flags"].astype(np.int64),
        )

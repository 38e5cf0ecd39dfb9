# SPDX-License-Identifier: Apache-2.0
"""States of live samples."""

from __future__ import annotations

import enum
import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._arguments import one_each, real, shaped, whole
from ._inputs import core_of, doubles, file_name, filled
from ._labels import with_numbers
from ._options import Integer, Real
from ._samples_by_time import as_row, require_units, samples_by_time
from ._signal import positive
from ._warn import issue

if TYPE_CHECKING:
    from .states import SICAMM

__all__ = ["Flag", "StateStream", "States"]
__dir__ = __all__.copy

_NO_TIMES = np.empty(0)
_REMEDY = "Give their times, or call mark_gap between them"


class Flag(enum.IntFlag):
    """Bits of `States.flags`: problems of a sample."""

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
        Time stamps of the samples in seconds (with features: of the last sample of each window); without stamps, their
        indices divided by the sampling rate (by 1 if it is unknown).
    labels : array, shape (n_states,)
        The most probable classes.
    posteriors : array, shape (n_states, n_classes)
        The probability of each class.
    log_likelihoods : array, shape (n_states,)
        Log-likelihood of each sample given earlier ones, with beta; 0 for samples that were ignored.
    flags : array of int, shape (n_states,)
        Bits of `Flag`: 1 missing, 2 outlier, 4 unexplained, 8 gap, 16 warm-up.
    """

    times: np.ndarray
    labels: np.ndarray
    posteriors: np.ndarray
    log_likelihoods: np.ndarray
    flags: np.ndarray


class StateStream:
    """States of live samples, with features, gaps, time stamps, and saving.

    The states are, bit for bit, those of ``biotropy states stream`` and ``biotropy states classify``.

    Parameters
    ----------
    model : SICAMM or path-like
        A trained model, or its file from `SICAMM.save` or ``biotropy states train``. If it was trained on features
        (``--features tsi``), the stream computes them from samples.
    lag : int, default 0
        Number of later samples for which each state waits.
    warm_up : int, default 1
        Number of states after the start, and after a gap, that have the flag for warm-up.
    beta : float, optional
        Power of the densities, in (0, 1]; by default that of the model.
    ignore_outliers : bool, default False
        Outliers have no effect on the probabilities of classes.
    sfreq : float, optional
        Sampling rate in Hz, if the model has none; otherwise it must be that of the model.
    gap : float, optional
        Time between stamps, in seconds, above which samples are missing; by default that of 1.5 samples,
        for which samples with stamps need the rate.

    Attributes
    ----------
    classes : array, shape (n_classes,)
        The labels.
    channels : list of str
        Names of the channels, in the order of the columns of samples that have no names.
    sfreq : float or None
        Sampling rate in Hz.
    position : int
        Index of the next sample, including lost ones.
    missing_share : float
        Share of the vectors so far that are missing, as where a channel is constant; NaN before the first vector.

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
        is_file = isinstance(model, str | os.PathLike)
        if not is_file:
            check_is_fitted(model, "classes_")
        core = core_of(model)
        self.classes = np.array(core.classes) if is_file else model.classes_
        self.channels: list[str] = core.channels
        self._model = core
        self._last = _core.StampFollower()
        self._stream = core.stream({"lag": lag, "warm_up": warm_up, "beta": beta, "ignore_outliers": ignore_outliers,
                                    "rate": positive("sfreq", sfreq), "gap": gap})  # fmt: skip

    @property
    def sfreq(self) -> float | None:
        return self._stream.sampling_rate

    @property
    def position(self) -> int:
        return self._stream.position

    @property
    def missing_share(self) -> float:
        return self._stream.missing_share

    def push(self, X: Any, times: Any = None, ch_names: Sequence[str] | None = None) -> States:
        """Add the next samples, and return the states that are known.

        Parameters
        ----------
        X : array-like, shape (n_samples, n_channels)
            Samples in the order of time. NaN, infinite and masked ones have the flag for missing samples and no effect on
            the probabilities of classes; a window of features that contains one is missing. The columns of a data frame are
            identified by their names, as with `ch_names`, and the dimensions and channels of a `DataArray` by their labels. Labels
            of time that step over samples, also from one call to the next once a hundred are known, are an error without `times`.
        times : array-like, shape (n_samples,), optional
            Time stamps in seconds, NaN for none; by default samples are equally spaced. After stamps further apart than
            `gap`, or decreasing ones, the chain and the windows start anew. Stamps that are uneven or have a rate other
            than `sfreq` cause one warning.
        ch_names : sequence of str, optional
            A name for each column of `X`. The channels of the model are identified by them, in any order; other columns
            are ignored, and missing ones are an error that names them. By default the columns are `channels`, in their
            order.

        Returns
        -------
        States
            One for each sample; fewer while the first window fills or states wait for `lag` later samples; more if a gap
            ends the waiting.
        """
        return self._push(X, times, ch_names, _REMEDY if times is None else None)

    def _step(self, x: Any) -> States:
        """Add the next sample of `SICAMM.step`."""
        return self._push(as_row(x), None, None, "Call reset between them")

    def _push(self, X: Any, times: Any, ch_names: Sequence[str] | None, remedy: str | None) -> States:
        known = samples_by_time(X, self.sfreq, "X", partial(self._of_channels, ch_names=ch_names))
        require_units(self._model, known.units)
        self._last.follow(None if remedy is None else known.stamps, known.missing("X"), "X", remedy or "")
        samples, stamps = known.samples, _NO_TIMES
        if times is not None:
            stamps = np.asarray(filled(times))
            real("times", shaped("times", stamps, len(samples), empty=True).dtype)
        return self._states(self._stream.push(doubles(samples), doubles(stamps)))

    def mark_gap(self, lost: Integer = 0) -> StateStream:
        """Mark that samples are missing before the next one.

        Parameters
        ----------
        lost : int, default 0
            Number of missing samples, for the times of samples without stamps.

        Returns
        -------
        self
        """
        self._stream.mark_gap(whole("lost", lost, 0))
        self._last.forget()
        return self

    def finish(self) -> States:
        """Return the states that wait for later samples. Samples pushed afterwards follow a gap.

        Returns
        -------
        States
        """
        self._last.forget()
        return self._states(self._stream.finish())

    def reset(self) -> StateStream:
        """Begin a new recording.

        Returns
        -------
        self
        """
        self._stream.reset()
        self._last.forget()
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the state of the stream, for `resume`. The file has a checksum, and is written completely or not at all.

        Parameters
        ----------
        path : path-like
            The file, which `resume` and ``biotropy states stream --state`` read.
        """
        self._stream.save(file_name(path))

    def resume(self, path: str | os.PathLike[str]) -> bool:
        """Continue a saved stream: together both have the states of an uninterrupted one, bit for bit.

        Parameters
        ----------
        path : path-like
            A file of `save`, or of ``biotropy states stream --state`` from live samples other than those of the Lab
            Streaming Layer. The state of another model (by its content), of other settings, or of a replay, and a file
            that is damaged, are errors.

        Returns
        -------
        bool
            False if the file does not exist: the stream is new.
        """
        self._last.forget()
        return self._stream.resume(file_name(path))

    def _of_channels(self, X: Any, ch_names: Sequence[str] | None) -> np.ndarray:
        """Samples of the channels of the model, in its order."""
        columns = getattr(X, "columns", None)
        if ch_names is None and columns is not None and all(isinstance(name, str) for name in columns):
            ch_names = columns
        samples = np.asarray(X)
        if samples.shape == (0,):  # a list without samples has no channels
            samples = samples.reshape(0, len(self.channels))
        elif samples.ndim == 2 and ch_names is not None:
            names = one_each("ch_names", [str(name) for name in ch_names], samples.shape[1], "column of X")
            samples = samples[:, self._model.find_channels(names, "X")]
        samples = with_numbers(samples)
        real("X", samples.dtype)
        return shaped("X", samples, "n_samples", "n_channels", empty=True)

    def _states(self, found: dict[str, Any]) -> States:
        issue(found.pop("notices"))
        return States(**{**found, "labels": self.classes[found["labels"]], "flags": found["flags"].astype(np.int64)})

# SPDX-License-Identifier: Apache-2.0
"""Surrogates of series, and tests of values against them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _core
from ._arguments import shaped, whole
from ._dimensions import in_order, is_xarray
from ._inputs import threads
from ._measure_options import Integer, SurrogateKind
from ._mne_data import refuse_annotated
from ._options import Signal
from ._signal import read


@dataclass(frozen=True)
class SurrogateTest:
    """Values among those of surrogates, each number in the shape of the values.

    NaN where a value was not tested: it is NaN itself, its series has no surrogates (missing samples, say), or it is that
    of a channel with itself. A pair of a symmetric measure counts once in `q` and `p_family`.

    Attributes
    ----------
    surrogate_mean, surrogate_sd : array
        Of the surrogates that have a finite value.
    z : array
        (value - surrogate_mean) / surrogate_sd.
    p_lower, p_upper : array
        p of a value so small, and of one so large: (k + 1) / (n + 1) where k of n surrogates are at least as far out
        (Phipson and Smyth 2010); with `surrogate_stop` h, k / n where k reached h (Besag and Clifford 1991).
    p : array
        Two-sided: twice the smaller one, at most 1.
    q : array
        p adjusted for the false discovery rate over the values of an epoch (Benjamini and Hochberg 1995).
    p_family : array
        Two-sided p of the largest deviation among the values of an epoch; NaN with `surrogate_stop`.
    surrogates_drawn : array
        Surrogates that each value was compared with.
    """

    surrogate_mean: Any
    surrogate_sd: Any
    z: Any
    p_lower: Any
    p_upper: Any
    p: Any
    q: Any
    p_family: Any
    surrogates_drawn: Any


TESTED = tuple(one.name for one in fields(SurrogateTest))


def test_of(core: dict[str, Any]) -> dict[str, Any]:
    """The numbers of the test in an answer; none without a test."""
    return {name: core[name] for name in TESTED if name in core}


def test_in(arrays: dict[str, Any]) -> SurrogateTest | None:
    """The test among the arrays of an answer, if there is one."""
    return SurrogateTest(**{name: arrays[name] for name in TESTED}) if TESTED[0] in arrays else None


def surrogates(x: Signal, n: Integer = 1, kind: SurrogateKind = "iaaft", seed: Integer = 1, *,
               n_jobs: Integer | None = None) -> NDArray[np.float64]:
    """Surrogates of series: they keep some properties and are random in all others.

    A surrogate depends on `seed`, its number, and the numbers of its epoch and channel alone: it has the same bits on every
    machine, and is the one that a test with `surrogate_seed` compares with.

    Parameters
    ----------
    x : array-like, shape (n_times,), (n_channels, n_times) or (n_epochs, n_channels, n_times), or xarray.DataArray
        Series without missing samples, none of them constant. Dimensions of a `DataArray` are identified by their names.
    n : int, default 1
        How many surrogates.
    kind : {'iaaft', 'aaft', 'phases', 'joint-phases', 'shuffle', 'shift', 'epochs'}, default 'iaaft'
        'iaaft' and 'aaft' keep the values and, nearly, the spectrum; 'phases' the spectrum; 'joint-phases' spectra and
        cross-spectra; 'shuffle' the values; 'shift' rotates each series by a random number of samples; 'epochs' takes
        each channel from another epoch of those that have the same channels; a series with missing samples, or a
        constant one, is none of its epoch and stays where it is.
    seed : int, default 1
    n_jobs : int, optional
        Threads: None is 1, -1 all cores.

    Returns
    -------
    array, shape (n, *x.shape), with the axes of `x` as above

    Raises
    ------
    BiotropyError
        Also a `ValueError`: a parameter outside what is allowed; missing or infinite samples, a constant series, fewer
        than 4 samples (but for 'epochs'), and for 'epochs' fewer than two epochs.

    Examples
    --------
    >>> import numpy as np, biotropy
    >>> x = np.cumsum(np.sin(np.arange(64.0) ** 2))
    >>> bool((np.sort(biotropy.surrogates(x, kind="shuffle")[0]) == np.sort(x)).all())
    True

    Notes
    -----
    'iaaft': Schreiber and Schmitz (1996); 'aaft' and 'phases': Theiler et al. (1992); 'joint-phases': Prichard and Theiler (1994). In
    tests 'epochs', which changes only how channels stand to each other, is for measures of several series, and 'shift' for
    MvSampEn and MvFuzzyEn.
    """
    array = read(in_order(x, "x") if is_xarray(x) else x).without_gaps().array()
    shaped("x", array, "n_epochs", "n_channels", "n_times", least=1)
    refuse_annotated(x, array, "x")
    shape = array.shape
    epochs = array.reshape((1,) * (3 - array.ndim) + shape)
    options = {"surrogates": whole("n", n, 1), "surrogate_kind": kind, "surrogate_seed": whole("seed", seed, 0)}
    made = _core.surrogates(epochs, options, threads(n_jobs))
    return np.asarray(made).reshape((made.shape[0], *shape))

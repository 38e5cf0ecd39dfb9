# SPDX-License-Identifier: Apache-2.0
"""Entropies as features: scikit-learn transformers."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from .bad_time import gap_width
from .connectivity import pairwise
from .inputs import is_mne, numeric
from .measures import approximate_entropy, fuzzy_entropy, sample_entropy

_MEASURES = {"apen": approximate_entropy, "sampen": sample_entropy, "fuzzyen": fuzzy_entropy}


class _EpochFeatures(TransformerMixin, BaseEstimator):
    """What features of epochs share: nothing is learnt but the shape."""

    def fit(self, X: Any, y: Any = None) -> Any:
        """Take note of channels and samples.

        Parameters
        ----------
        X : array-like, shape (n_epochs, n_times) or (n_epochs, n_channels, n_times), or mne.Epochs
            The epochs.
        y : ignored

        Returns
        -------
        self
        """
        self._epochs(X, reset=True)
        return self

    def _epochs(self, X: Any, *, reset: bool) -> np.ndarray:
        """The epochs as (n_epochs, n_channels, n_times)."""
        names = list(X.ch_names) if is_mne(X) else None
        array = numeric(X, "X", gap_width({"tau": self.tau})) if names is not None else X
        missing = "allow-nan" if self.nan_policy == "omit" else True
        array = validate_data(
            self, array, reset=reset, allow_nd=True, dtype=np.float64, ensure_all_finite=missing, ensure_min_features=1
        )
        if array.ndim > 3:
            raise ValueError(f"X has {array.ndim} axes: (n_epochs, n_times) or (n_epochs, n_channels, n_times) is needed")
        if array.ndim == 2:
            array = self._with_channels(array)
        if reset:
            self.ch_names_ = names or [f"ch{channel}" for channel in range(array.shape[1])]
            self.n_times_ = array.shape[2]
        elif array.shape[1:] != (len(self.ch_names_), self.n_times_):
            raise ValueError(
                f"X has {array.shape[1]} channels of {array.shape[2]} samples: "
                f"{len(self.ch_names_)} of {self.n_times_} were fitted"
            )
        return array

    def _with_channels(self, array: np.ndarray) -> np.ndarray:
        return array[:, np.newaxis, :]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.nan_policy == "omit"
        tags.input_tags.three_d_array = True
        tags.requires_fit = True
        return tags


class EntropyTransformer(_EpochFeatures):
    """One entropy, or several, of every channel of every epoch.

    Parameters
    ----------
    measures : str or sequence of str, default 'sampen'
        Any of 'apen', 'sampen', 'fuzzyen'.
    m, tau : int, default 2 and 1
        Length of the templates and delay between their samples.
    r : float, default 0.2
        Tolerance, as a multiple of the standard deviation of each series, or absolute.
    r_unit : {'sd', 'absolute'}, default 'sd'
        The unit of `r`.
    nan_policy : {'raise', 'omit'}, default 'raise'
        Whether missing samples are an error, or templates that touch one are left out.
    n_jobs : int, optional
        Threads: None is 1, -1 all cores.

    Attributes
    ----------
    ch_names_ : list of str
        Names of the channels.
    n_times_ : int
        Samples of an epoch.

    Notes
    -----
    An epoch in which a measure is undefined (a constant channel, say) has NaN there and a `RuntimeWarning` says why.

    Examples
    --------
    >>> import numpy as np
    >>> from biotropy.estimators import EntropyTransformer
    >>> X = np.random.default_rng(0).standard_normal((4, 2, 300))
    >>> EntropyTransformer(measures=("apen", "sampen")).fit_transform(X).shape
    (4, 4)
    """

    def __init__(self, measures="sampen", *, m=2, tau=1, r=0.2, r_unit="sd", nan_policy="raise", n_jobs=None):
        self.measures = measures
        self.m = m
        self.tau = tau
        self.r = r
        self.r_unit = r_unit
        self.nan_policy = nan_policy
        self.n_jobs = n_jobs

    def _functions(self) -> list[tuple[str, Any]]:
        names = [self.measures] if isinstance(self.measures, str) else list(self.measures)
        for name in names:
            if name not in _MEASURES:
                raise ValueError(f"measures = {name!r} is not allowed: any of {', '.join(_MEASURES)} is needed")
        return [(name, _MEASURES[name]) for name in names]

    def transform(self, X: Any) -> np.ndarray:
        """The entropies.

        Parameters
        ----------
        X : array-like, shape (n_epochs, n_times) or (n_epochs, n_channels, n_times), or mne.Epochs
            As it was fitted.

        Returns
        -------
        array, shape (n_epochs, n_channels * n_measures)
            All channels of the first measure, then those of the next.
        """
        check_is_fitted(self)
        epochs = self._epochs(X, reset=False)
        given = {"tau": self.tau, "r_unit": self.r_unit, "nan_policy": self.nan_policy, "n_jobs": self.n_jobs}
        return np.concatenate([measure(epochs, self.m, self.r, **given) for _, measure in self._functions()], axis=1)

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """Names such as 'sampen_Fp1'.

        Parameters
        ----------
        input_features : ignored

        Returns
        -------
        array of str
        """
        check_is_fitted(self)
        names = [f"{measure}_{channel}" for measure, _ in self._functions() for channel in self.ch_names_]
        return np.array(names, dtype=object)


class PairwiseEntropy(_EpochFeatures):
    """A cross measure between all ordered pairs of channels of every epoch.

    Parameters
    ----------
    measure : {'cross-apen', 'cross-sampen', 'cross-fuzzyen'}, default 'cross-apen'
        Entry (channel, partner) has its templates from `channel` and is matched in `partner`.
    m, tau : int, default 1 and 1
        Length of the templates and delay between their samples.
    r : float, default 0.2
        Tolerance, of z-scored channels, or absolute.
    r_unit : {'sd', 'absolute'}, default 'sd'
        The unit of `r`.
    diagonal : bool, default True
        Whether channels are compared with themselves as well.
    n_channels : int, default 1
        Of epochs that come as rows of a table: each row is (n_channels, n_times), flattened.
    nan_policy : {'raise', 'omit'}, default 'raise'
        Whether missing samples are an error, or templates that touch one are left out.
    n_jobs : int, optional
        Threads: None is 1, -1 all cores.

    Attributes
    ----------
    ch_names_ : list of str
        Names of the channels.
    n_times_ : int
        Samples of an epoch.
    """

    def __init__(self, measure="cross-apen", *, m=1, tau=1, r=0.2, r_unit="sd", diagonal=True, n_channels=1,
                 nan_policy="raise", n_jobs=None):  # fmt: skip
        self.measure = measure
        self.m = m
        self.tau = tau
        self.r = r
        self.r_unit = r_unit
        self.diagonal = diagonal
        self.n_channels = n_channels
        self.nan_policy = nan_policy
        self.n_jobs = n_jobs

    def _with_channels(self, array: np.ndarray) -> np.ndarray:
        if array.shape[1] % self.n_channels != 0:
            raise ValueError(f"n_channels = {self.n_channels} does not divide the {array.shape[1]} columns of X")
        return array.reshape(len(array), self.n_channels, -1)

    def _kept(self) -> np.ndarray:
        n = len(self.ch_names_)
        return np.ones((n, n), dtype=bool) if self.diagonal else ~np.eye(n, dtype=bool)

    def transform(self, X: Any) -> np.ndarray:
        """The matrices, flattened.

        Parameters
        ----------
        X : array-like, shape (n_epochs, n_channels, n_times) or (n_epochs, n_channels * n_times), or mne.Epochs
            As it was fitted.

        Returns
        -------
        array, shape (n_epochs, n_pairs)
            NaN where a channel of an epoch cannot be used.
        """
        check_is_fitted(self)
        epochs = self._epochs(X, reset=False)
        given = {"m": self.m, "tau": self.tau, "r": self.r, "r_unit": self.r_unit, "nan_policy": self.nan_policy}
        return pairwise(epochs, self.measure, n_jobs=self.n_jobs, **given)[:, self._kept()]

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """Names such as 'cross-apen_Fp1_O2': templates from Fp1, matched in O2.

        Parameters
        ----------
        input_features : ignored

        Returns
        -------
        array of str
        """
        check_is_fitted(self)
        kept = self._kept()
        names = [
            f"{self.measure}_{channel}_{partner}"
            for i, channel in enumerate(self.ch_names_)
            for j, partner in enumerate(self.ch_names_)
            if kept[i, j]
        ]
        return np.array(names, dtype=object)

# SPDX-License-Identifier: Apache-2.0
"""Entropies as features: scikit-learn transformers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from . import _core
from .bad_time import gap_width
from .connectivity import pairwise
from .dimensions import channel_names, in_order, is_xarray, refuse_tables
from .errors import InvalidInput
from .inputs import filled, flag, numeric, threads, whole
from .measures import approximate_entropy, fuzzy_entropy, permutation_entropy, sample_entropy
from .mne_data import channels, is_mne
from .options import (
    HELP,
    Base,
    Bias,
    Boundary,
    CrossMeasure,
    CurvesOfRecordings,
    Integer,
    LocalMean,
    MatricesOfRecordings,
    NanPolicy,
    RUnit,
    Real,
    Sign,
    Templates,
    Ties,
    Undefined,
    UnivariateMeasure,
    names_of,
)

_MEASURES: dict[str, Any] = {
    "apen": approximate_entropy,
    "sampen": sample_entropy,
    "fuzzyen": fuzzy_entropy,
    "permen": permutation_entropy,
}


def _document(options: type) -> Any:
    """Puts the descriptions of the options where a class has `{options}`."""

    def put(made: Any) -> Any:
        if made.__doc__:  # not under -OO
            text = "\n    ".join(f"{name} : {HELP[name]}" for name in (*names_of(options), "picks", "n_jobs"))
            made.__doc__ = made.__doc__.replace("{options}", text)
        return made

    return put


class _EpochFeatures(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """What features of epochs share: nothing is learnt but the shape."""

    _options: type
    picks: Any
    n_jobs: Any
    tau: Any
    nan_policy: Any

    def fit(self, X: Any, y: Any = None) -> Any:
        """Check the parameters, and take note of channels and samples.

        Parameters
        ----------
        X : array-like, shape (n_epochs, n_times) or (n_epochs, n_channels, n_times), mne.Epochs or xarray.DataArray
            The epochs. Dimensions of a `DataArray` are found by their names, epoch, channel and time.
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        BiotropyError
            Also a `ValueError`, for a parameter outside what is allowed.
        """
        epochs = self._epochs(X, reset=True)
        threads(self.n_jobs)
        for measure in self._names():
            _core.parameters(measure, self._given(), epochs.shape[2])
        return self

    def _names(self) -> list[str]:
        """The measures."""
        raise NotImplementedError

    def _given(self) -> dict[str, Any]:
        """Parameters of the measures that are not those of the convention."""
        options = {name: getattr(self, name) for name in names_of(self._options)}
        return {name: value for name, value in options.items() if value is not None}

    def _channels(self, X: Any) -> tuple[Any, list[str] | None]:
        """The epochs as an array, and the names of their channels where they have some."""
        if is_mne(X):
            return numeric(X, "X", gap_width({"tau": self.tau}), self.picks), channels(X, self.picks, "X")
        if self.picks is not None:
            raise InvalidInput(f"picks = {self.picks!r} is not allowed: X has no types or names of channels, as MNE has them")
        if not is_xarray(X):
            refuse_tables(X, "X")
            array = filled(X)
            # Exact types of other arrays are what scikit-learn asks for.
            is_whole = isinstance(array, np.ndarray) and array.dtype.kind in "iu"
            return numeric(array, "X") if is_whole else array, None
        if X.ndim == 2 and "channel" not in X.dims:
            return in_order(X, "X", ("epoch", "time")).values, None
        ordered = in_order(X, "X")
        array = ordered.values
        return array[np.newaxis] if X.ndim == 2 else array, channel_names(ordered)

    def _epochs(self, X: Any, *, reset: bool) -> np.ndarray:
        """The epochs as (n_epochs, n_channels, n_times)."""
        array, names = self._channels(X)
        array = validate_data(
            self, array, reset=reset, allow_nd=True, dtype=np.float64, ensure_all_finite="allow-nan", ensure_min_features=1
        )
        if self.nan_policy != "omit" and np.isnan(array).any():
            raise InvalidInput("Input X contains NaN: nan_policy = 'omit' leaves out the templates that touch one")
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
        elif names is not None and names != self.ch_names_:
            raise ValueError(f"X has the channels {', '.join(names)}: {', '.join(self.ch_names_)} were fitted, in this order")
        return np.asarray(array)

    def _with_channels(self, array: np.ndarray) -> np.ndarray:
        return array[:, np.newaxis, :]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.nan_policy == "omit"
        tags.input_tags.three_d_array = True
        tags.requires_fit = True
        return tags


@_document(CurvesOfRecordings)
class EntropyTransformer(_EpochFeatures):
    """One entropy, or several, of every channel of every epoch.

    Parameters
    ----------
    measures : str or sequence of str, default 'sampen'
        Any of 'apen', 'sampen', 'fuzzyen', 'permen'. What one of them has no use for among the parameters below is an error.
    {options}

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

    _options = CurvesOfRecordings

    def __init__(self, measures: UnivariateMeasure | Sequence[UnivariateMeasure] = "sampen", *, m: Integer | None = None,
                 r: Real | None = None, tau: Integer | None = None, r_unit: RUnit | None = None,
                 ddof: Integer | None = None, theiler: Integer | None = None, base: Base | None = None,
                 nan_policy: NanPolicy | None = None, convention: str | None = None,
                 boundary: Boundary | None = None, templates: Templates | None = None, sign: Sign | None = None,
                 counter: str | None = None, membership: str | None = None, fuzzy_power: Real | None = None,
                 membership_corner: Real | None = None, local_mean: LocalMean | None = None,
                 undefined: Undefined | None = None, ties: Ties | None = None, weighted: bool | None = None,
                 normalise: bool | None = None, picks: Any = None, n_jobs: Integer | None = None) -> None:  # fmt: skip
        self.measures = measures
        self.m = m
        self.r = r
        self.tau = tau
        self.r_unit = r_unit
        self.ddof = ddof
        self.theiler = theiler
        self.base = base
        self.nan_policy = nan_policy
        self.convention = convention
        self.boundary = boundary
        self.templates = templates
        self.sign = sign
        self.counter = counter
        self.membership = membership
        self.fuzzy_power = fuzzy_power
        self.membership_corner = membership_corner
        self.local_mean = local_mean
        self.undefined = undefined
        self.ties = ties
        self.weighted = weighted
        self.normalise = normalise
        self.picks = picks
        self.n_jobs = n_jobs

    def _names(self) -> list[str]:
        names: Any = [self.measures] if isinstance(self.measures, str) else self.measures
        is_list = isinstance(names, list | tuple) and all(isinstance(name, str) for name in names)
        if not is_list or not names or not set(names) <= set(_MEASURES) or len(set(names)) < len(names):
            allowed = f"any of {', '.join(map(repr, _MEASURES))} is needed"
            raise InvalidInput(f"measures = {self.measures!r} is not allowed: {allowed}")
        return list(names)

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
        return np.concatenate(
            [_MEASURES[name](epochs, n_jobs=self.n_jobs, **self._given()) for name in self._names()], axis=1
        )

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
        names = [f"{measure}_{channel}" for measure in self._names() for channel in self.ch_names_]
        return np.array(names, dtype=object)


@_document(MatricesOfRecordings)
class PairwiseEntropy(_EpochFeatures):
    """A cross measure between all ordered pairs of channels of every epoch.

    Parameters
    ----------
    measure : {'cross-apen', 'cross-sampen', 'cross-fuzzyen'}, default 'cross-apen'
        Entry (channel, partner) has its templates from `channel` and is matched in `partner`.
    diagonal : bool, default True
        Whether channels are compared with themselves as well.
    n_channels : int, default 1
        Of epochs that come as rows of a table: each row is (n_channels, n_times), flattened.
    {options}

    Attributes
    ----------
    ch_names_ : list of str
        Names of the channels.
    n_times_ : int
        Samples of an epoch.
    """

    _options = MatricesOfRecordings

    def __init__(self, measure: CrossMeasure = "cross-apen", *, diagonal: bool = True, n_channels: int = 1,
                 m: Integer = 2, r: Real | None = None, tau: Integer | None = None, r_unit: RUnit | None = None,
                 ddof: Integer | None = None, theiler: Integer | None = None, base: Base | None = None,
                 nan_policy: NanPolicy | None = None, convention: str | None = None,
                 boundary: Boundary | None = None, templates: Templates | None = None, sign: Sign | None = None,
                 counter: str | None = None, membership: str | None = None, fuzzy_power: Real | None = None,
                 membership_corner: Real | None = None, local_mean: LocalMean | None = None,
                 undefined: Undefined | None = None, bias: Bias | None = None, picks: Any = None,
                 n_jobs: Integer | None = None) -> None:  # fmt: skip
        self.measure = measure
        self.diagonal = diagonal
        self.n_channels = n_channels
        self.m = m
        self.r = r
        self.tau = tau
        self.r_unit = r_unit
        self.ddof = ddof
        self.theiler = theiler
        self.base = base
        self.nan_policy = nan_policy
        self.convention = convention
        self.boundary = boundary
        self.templates = templates
        self.sign = sign
        self.counter = counter
        self.membership = membership
        self.fuzzy_power = fuzzy_power
        self.membership_corner = membership_corner
        self.local_mean = local_mean
        self.undefined = undefined
        self.bias = bias
        self.picks = picks
        self.n_jobs = n_jobs

    def _names(self) -> list[str]:
        if not isinstance(self.measure, str) or not self.measure.startswith("cross-"):
            allowed = "one of 'cross-apen', 'cross-sampen', 'cross-fuzzyen' is needed"
            raise InvalidInput(f"measure = {self.measure!r} is not allowed: {allowed}")
        flag("diagonal", self.diagonal)
        return [self.measure]

    def _with_channels(self, array: np.ndarray) -> np.ndarray:
        if array.shape[1] % whole("n_channels", self.n_channels, 1) != 0:
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
        matrices = pairwise(epochs, self.measure, n_jobs=self.n_jobs, **self._given())
        return matrices[:, self._kept()]

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

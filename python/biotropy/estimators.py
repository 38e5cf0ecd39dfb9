# SPDX-License-Identifier: Apache-2.0
"""Entropies as features: scikit-learn transformers."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Unpack, get_args

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from . import _core
from ._arguments import different, flag, keywords, one_of, require_channels, shaped, whole, word_of
from ._dimensions import in_order, is_xarray
from ._inputs import doubles, filled, numeric, taken_run
from ._measures import OPTIONS, values_of
from ._mne_data import is_mne, of_annotation, refuse_other_objects
from ._options import (
    CrossMeasure, FeatureTransformerOptions, MatrixTransformerOptions, UnivariateMeasure, explicit, names_of,
    with_options,
)
from ._pairwise import matrices
from ._signal import BADS, Signal, in_one_unit, left_out, look_at_list, read, warn_of_orientation
from .errors import InvalidInput

__all__ = ["EntropyTransformer", "PairwiseEntropy"]
__dir__ = __all__.copy

_MEASURES = get_args(UnivariateMeasure)


def _document(made: Any) -> Any:
    """Describe the options of a class in its docstring."""
    if made.__doc__:  # not under -OO
        made.__doc__ = with_options(made.__doc__, names_of(made._options), made._measures)
    return made


class _EpochFeatures(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Base of features of epochs; fitting only stores channels and number of samples."""

    _options: type
    _measures: tuple[str, ...]
    picks: Any
    bads: Any
    n_jobs: Any
    device: Any
    tau: Any
    nan_policy: Any

    def _keep(self, options: Any) -> None:
        """Store each keyword argument as an attribute of its name, as scikit-learn requires."""
        names, signature = names_of(self._options), inspect.signature(type(self)).parameters
        options = keywords(type(self).__name__, options, names)
        for name in names:
            setattr(self, name, options.get(name, signature[name].default))

    def fit(self, X: Any, y: Any = None) -> Any:
        """Check the parameters, and store channels and number of samples.

        Parameters
        ----------
        X : array-like, shape (n_epochs, n_times) or (n_epochs, n_channels, n_times), mne.Epochs or xarray.DataArray
            The epochs. Dimensions of a `DataArray` are identified by their names, epoch, channel and time. `Raw` and `Evoked` of
            MNE are one epoch.
        y : ignored

        Returns
        -------
        self

        Raises
        ------
        BiotropyError
            Also a `ValueError`: a parameter that is not allowed.
        """
        epochs = self._epochs(X, reset=True)[0]
        one_of("pool_epochs", self._given().get("pool_epochs"), (None, "no"))
        word_of("bads", self.bads, BADS)
        for measure in self._names():
            options = self._given_to(measure)
            taken_run(options)
            _core.parameters(measure, options, epochs.shape[2], scales=False, single=True)
            self._require_used(measure, options)
        return self

    def _given_to(self, measure: str) -> dict[str, Any]:
        """The options for a measure."""
        return self._given()

    def _require_used(self, measure: str, options: dict[str, Any]) -> None:
        """Refuse an option that the measure does not have, also where it has the value that would be its default."""

    def _names(self) -> list[str]:
        """The measures."""
        raise NotImplementedError

    def _given(self) -> dict[str, Any]:
        """The options with a value other than None, except those of channels, which are chosen before."""
        options = {name: getattr(self, name) for name in names_of(self._options) if name not in ("picks", "bads")}
        return {name: value for name, value in options.items() if value is not None}

    def _known(self, X: Any, rate: float | None) -> Signal:
        """The epochs, and what is known of them; their rate must be `rate` if both are known, as m, tau and n_times count samples. The
        checks of scikit-learn need the original types of bare arrays."""
        if is_xarray(X):
            X = in_order(X, "X", ("epoch", "time") if X.ndim == 2 and "channel" not in X.dims else None)
        elif not is_mne(X):
            one_of("picks of samples that are not of MNE", self.picks, [None])
            refuse_other_objects(X, "X")
            look_at_list(X, "X")
            array = filled(X)
            is_whole = isinstance(array, np.ndarray) and array.dtype.kind in "iu"
            return Signal(numeric(array, "X") if is_whole else array, ())
        return read(X, None, "X", self.picks, "keep", ("rate", rate), self.bads or "reject").without_gaps()

    def _epochs(self, X: Any, *, reset: bool) -> tuple[np.ndarray, Signal]:
        """The epochs as (n_epochs, n_channels, n_times), and what is known of them."""
        known = self._known(X, None if reset else self._rate)
        is_labelled = known.data is not None and not known.has_epochs_alone()
        array = known.rows if known.data is None else known.array()
        array = array[np.newaxis] if is_labelled and array.ndim == 2 else array
        names = known.labelled().measured_names(known.n_channels) if is_labelled else None
        self._require_known(known, reset)
        array = validate_data(
            self, array, reset=reset, allow_nd=True, dtype=np.float64, ensure_all_finite="allow-nan", ensure_min_features=1
        )
        if self.nan_policy != "omit" and np.isnan(array).any():
            way = "nan_policy = 'omit' leaves out the templates that touch one"
            raise InvalidInput(f"Input X contains NaN: {way}{of_annotation(X)}")
        without: Mapping[int, str] = {}
        if is_labelled and not reset:  # once, as fit measures nothing
            without = left_out(known.marked, names or [], self.bads or "reject", X, "X")
        shaped("X", array, "n_epochs", "n_channels", "n_times", least=2)
        if array.ndim == 2:
            array = self._with_channels(array)
        elif not reset:
            warn_of_orientation(Signal(array, array.shape[:-1], data=X), "X")
        if reset:
            self.ch_names_ = names or [f"ch{channel}" for channel in range(array.shape[1])]
            self.n_times_ = array.shape[2]
        else:
            shaped("X", array, "n_epochs", len(self.ch_names_), self.n_times_)
            require_channels("X", names or self.ch_names_, self.ch_names_)
        of_channels = [without.get(place, "") for place in range(array.shape[1])] if without else []
        return np.asarray(array), known._replace(reasons=of_channels * len(array))

    def _require_known(self, known: Signal, reset: bool) -> None:
        """Refuse several known units, also those of the fitted epochs, where a parameter such as an absolute r is in one of them."""
        options, held = self._given(), known.held
        taken_run(options)
        units = [] if held is None else [(unit, f"{name} of X") for unit, name in zip(held.units, held.channels, strict=False)]
        if reset:
            self._rate = held and held.rate
            self._units = [(unit, f"{name} (fitted)") for unit, name in units]
        in_one_unit(self._names(), options, [*self._units, *units])

    def _with_channels(self, array: np.ndarray) -> np.ndarray:
        return array[:, np.newaxis, :]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.nan_policy == "omit"
        tags.input_tags.three_d_array = True
        tags.requires_fit = True
        return tags


@_document
class EntropyTransformer(_EpochFeatures):
    """One entropy, or several, of every channel of every epoch, as features for scikit-learn.

    Parameters
    ----------
    measures : str or sequence of str, default 'sampen'
        Any of 'apen', 'sampen', 'fuzzyen', 'permen'. A parameter below is for those that have it; one that none has is an error.
    {options}

    Attributes
    ----------
    ch_names_ : list of str
        Names of the channels.
    n_times_ : int
        Samples of an epoch.

    Notes
    -----
    The value of an epoch in which a measure is undefined (such as of a constant channel) is NaN, with the reason in a
    `RuntimeWarning`.

    Examples
    --------
    >>> import numpy as np
    >>> from biotropy.estimators import EntropyTransformer
    >>> X = np.random.default_rng(0).standard_normal((4, 2, 300))
    >>> EntropyTransformer(measures=("apen", "sampen")).fit_transform(X).shape
    (4, 4)
    """

    _options = FeatureTransformerOptions
    _measures = _MEASURES

    @explicit(FeatureTransformerOptions)
    def __init__(self, measures: UnivariateMeasure | Sequence[UnivariateMeasure] = "sampen",
                 **options: Unpack[FeatureTransformerOptions]) -> None:  # fmt: skip
        self.measures = measures
        self._keep(options)

    def _names(self) -> list[str]:
        names: Any = list(self.measures) if isinstance(self.measures, Iterable) and not isinstance(self.measures, str) else [self.measures]
        shaped("measures", np.array(names), "n_measures")
        return [str(word_of("measures", name, _MEASURES)) for name in different("measures", names)]

    @staticmethod
    def _options_of(measure: str) -> set[str]:
        return OPTIONS[measure] | ({"m"} if measure == "permen" else {"m", "r"})

    def _given_to(self, measure: str) -> dict[str, Any]:
        of_others = set[str]().union(*map(self._options_of, self._names())) - self._options_of(measure)
        return {name: value for name, value in self._given().items() if name not in of_others}

    def _require_used(self, measure: str, options: dict[str, Any]) -> None:
        for name in options:
            one_of(f"an option of {measure}", name, sorted(self._options_of(measure)))

    def transform(self, X: Any) -> np.ndarray:
        """The entropies.

        Parameters
        ----------
        X : array-like, shape (n_epochs, n_times) or (n_epochs, n_channels, n_times), or mne.Epochs
            Epochs with the fitted channels and number of samples.

        Returns
        -------
        array, shape (n_epochs, n_channels * n_measures)
            All channels of the first measure, then those of the next.
        """
        check_is_fitted(self)
        epochs, known = self._epochs(X, reset=False)
        return np.concatenate([values_of(name, epochs, "X", self._given_to(name), known.reasons) for name in self._names()], axis=1)

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


@_document
class PairwiseEntropy(_EpochFeatures):
    """A cross measure between all pairs of channels of every epoch, as features for scikit-learn.

    Parameters
    ----------
    measure : {'cross-apen', 'cross-sampen', 'cross-fuzzyen'}, default 'cross-apen'
        Feature (channel, partner) compares templates of `channel` with those of `partner`; of a symmetric measure each pair is one.
    diagonal : bool, default True
        Also compare channels with themselves.
    n_channels : int, default 1
        Number of channels of epochs given as rows of a table: each row is (n_channels, n_times), flattened.
    {options}

    Attributes
    ----------
    ch_names_ : list of str
        Names of the channels.
    n_times_ : int
        Samples of an epoch.

    Examples
    --------
    >>> import numpy as np
    >>> from biotropy.estimators import PairwiseEntropy
    >>> X = np.random.default_rng(0).standard_normal((4, 3, 300))
    >>> PairwiseEntropy(diagonal=False).fit_transform(X).shape
    (4, 6)
    """

    _options = MatrixTransformerOptions
    _measures = get_args(CrossMeasure)

    @explicit(MatrixTransformerOptions, m=2)
    def __init__(self, measure: CrossMeasure = "cross-apen", *, diagonal: bool = True, n_channels: int = 1,
                 **options: Unpack[MatrixTransformerOptions]) -> None:  # fmt: skip
        self.measure = measure
        self.diagonal = diagonal
        self.n_channels = n_channels
        self._keep(options)

    def _names(self) -> list[str]:
        flag("diagonal", self.diagonal)
        return [word_of("measure", self.measure, get_args(CrossMeasure))]

    def _with_channels(self, array: np.ndarray) -> np.ndarray:
        return array.reshape(len(array), whole("n_channels", self.n_channels, 1), -1)

    def _kept(self) -> np.ndarray:
        every = np.ones((len(self.ch_names_),) * 2, dtype=bool)
        pairs = np.triu(every) if _core.is_symmetric(self.measure) else every
        return pairs if self.diagonal else pairs & ~np.eye(len(every), dtype=bool)

    def transform(self, X: Any) -> np.ndarray:
        """The matrices, flattened.

        Parameters
        ----------
        X : array-like, shape (n_epochs, n_channels, n_times) or (n_epochs, n_channels * n_times), or mne.Epochs
            Epochs with the fitted channels and number of samples.

        Returns
        -------
        array, shape (n_epochs, n_pairs)
            NaN if a channel of the epoch cannot be used.
        """
        check_is_fitted(self)
        epochs, known = self._epochs(X, reset=False)
        options = self._given()
        run = taken_run(options)
        units = [] if known.held is None else known.held.units
        held = _core.Signal(doubles(epochs), "X", self.ch_names_, units, reasons=known.reasons)
        known = known._replace(rows=epochs.reshape(-1, epochs.shape[2]), shape=epochs.shape[:-1], labels=None, held=held)
        core = matrices(known, self.ch_names_, self.measure, options, False, run)
        return np.asarray(core["value"][:, self._kept()])

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """Names such as 'cross-apen_Fp1_O2': templates of Fp1, compared with those of O2.

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

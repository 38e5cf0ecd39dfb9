# SPDX-License-Identifier: Apache-2.0
"""Sequential classification by mixtures of independent component analysers (SICAMM)."""

from __future__ import annotations

import copy
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.metrics import accuracy_score
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted, column_or_1d, validate_data

from . import _core
from ._arguments import one_each, one_of, shaped, whole
from ._inputs import doubles, file_name, threads
from ._labels import as_classes, is_labelled, is_nan, recording_lengths, refuse_missing_labels, with_numbers
from ._options import Integer, Real, named
from ._samples_by_time import TimedSamples, of_numbered_channels, require_units, samples_by_time
from ._signal import require_same_times
from ._warn import issue, warn
from ._work.stores import local
from .errors import InvalidInput
from .streams import StateStream

__all__ = ["SICAMM"]
__dir__ = __all__.copy


def bands_text(bands: Any) -> str | None:
    """Pairs of frequencies as the library takes them: ``4-8,8-13``."""
    if bands is None:
        return None
    pairs = shaped("bands", np.asarray(bands, dtype=np.float64), "n_bands", 2)
    return ",".join(f"{low!r}-{high!r}" for low, high in pairs.tolist())


def _trained_with(model: Any, usual: dict[str, Any]) -> dict[str, Any]:
    """The parameters with which a model was trained, of the types of the usual ones."""
    features, training = model.parameters
    made = {**features, "sfreq": model.sampling_rate}
    if "bands" in made:
        made["bands"] = [tuple(map(float, band.split("-"))) for band in made["bands"].split(",")]
    for key, text in training.items():
        name = "random_state" if key == "seed" else key
        if name in usual:
            kind = float if usual[name] is None else type(usual[name])
            made[name] = text == "true" if kind is bool else kind(text)
    return made


def _samples_and_labels(estimator: Any, X: Any, y: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Samples as doubles, their labels, and whether each is another one than `unlabelled` of the estimator."""
    refuse_missing_labels(y, unlabelled=estimator.unlabelled)
    if is_nan(estimator.unlabelled):  # in y scikit-learn refuses NaN
        X = validate_data(estimator, X, dtype=np.float64, ensure_all_finite="allow-nan")
        y = with_numbers(column_or_1d(y, warn=True))
        check_consistent_length(X, y)
    else:
        X, y = validate_data(estimator, X, y, dtype=np.float64, ensure_all_finite="allow-nan")
    known = is_labelled(y, estimator.unlabelled)
    check_classification_targets(y[known])
    return X, y, known


class SICAMM(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Sequential classifier whose classes are mixtures of independent sources (Safont et al.).

    Every class has an unmixing matrix and kernel densities of its sources. The classes are the states of a Markov chain, so
    the posterior of a sample depends on earlier samples. Rows of `X` are samples in the order of time. With `features` or
    `filter` the classifier makes vectors of them first, as ``biotropy states train`` does with the options of these names.

    Parameters
    ----------
    classifier : {'sicamm', 'gaussian', 'logistic'}, default 'sicamm'
        Model of the classes: independent components of each; a normal density of each, with shrunk covariance; logistic
        regression, for many features ('tangent'). `method`, `contrast`, `refine`, `shrinkage` and `bandwidth` are of 'sicamm' alone.
    ridge : float, optional
        Of logistic regression, for independent samples; by default 1, 10, 100 or 1000, chosen by cross-validation.
    pure_windows : bool, default False
        Fit classes to windows of one class alone; those across a change count for the chain and for `beta`.
    method : {'fastica', 'infomax', 'jade', 'whitening'}, default 'fastica'
        Method of independent component analysis.
    contrast : {'logcosh', 'exp', 'cube'}, default 'logcosh'
        Contrast function of FastICA.
    refine : bool, default False
        Refine the unmixing matrices by maximum likelihood.
    rank_tolerance : float, default 1e-9
        A direction counts as one without variance, and is left out for every class, if its eigenvalue in the correlation
        matrix, within classes or of one of them, is at most this. Average references, removed components, and constant
        or copied channels leave such directions.
    shrinkage : float, default 0.0
        Of the covariance of each class to uncorrelated features, from 0 to 1, for classes with few samples; not allowed with
        the methods 'whitening' and 'infomax' or `refine`, which undo it.
    bandwidth : {'blocked', 'leave-one-out', 'silverman'}, default 'blocked'
        Choice of the bandwidths of the densities.
    smoothing : float, default 1.0
        Added to every count of transitions.
    beta : float, optional
        Power of the densities, in (0, 1]; by default chosen by cross-validation, or 1 if labels are missing.
    n_folds : int, default 5
        Number of folds for the cross-validation of bandwidths and beta.
    decoder : {'filter', 'fixed-lag', 'smoother', 'viterbi'}, default 'filter'
        Posteriors from the samples up to now, from `lag` later ones as well, or from all samples; or the most probable path.
    lag : int, default 5
        Lag of the decoder 'fixed-lag' in samples; not allowed with the others.
    features : {'raw', 'tsi', 'dsi', 'asi', 'bands', 'csp', 'tangent'}, default 'raw'
        What is classified: the samples; an index of slow waves of each channel; the logarithms of band powers; common spatial
        patterns; the Riemannian tangent space of covariances. A window has the label of its last sample.
    sfreq : float, optional
        Sampling rate in Hz, which the model keeps; needed for features and filters.
    window : float, optional
        Length of a window in seconds; by default 0.25 for an index of slow waves, 1 for others.
    hop : float, optional
        Seconds from one window to the next; by default one sample for an index of slow waves, 0.1 windows for others.
    filter : pair of float, optional
        Pass band (low, high) in Hz of a Butterworth filter that uses no later samples; low 0 is a low-pass, high infinity a
        high-pass.
    filter_order : int, optional
        Order of that filter, by default 4; a band-pass has twice as many poles.
    notch : float, optional
        Frequency in Hz that is removed, without later samples.
    bands : sequence of pairs of float, optional
        Of 'bands', (low, high) in Hz, without high; by default (4, 8), (8, 13) and (13, 30).
    resolution : float, optional
        Hz between the lines of the transform of 'bands' or an index of slow waves, by default 1.
    log : bool, default False
        The logarithm of an index of slow waves.
    delta, theta, alpha : pair of float, optional
        Bands of an index of slow waves in Hz, by default (0.5, 4), (4, 8) and (8, 13).
    components : int, optional
        Number of common spatial patterns, by default 4: of two classes, or of each of several.
    window_shrinkage : float, optional
        Of the covariance of a window for 'csp' and 'tangent' to the identity, from 0 to 1, by default 0.
    unlabelled : label, optional
        The label of samples of unknown class, of the type of the labels, or NaN. If there are any, the model is fitted by
        expectation maximisation, in which labelled samples keep their class; `classifier`, `ridge`, `pure_windows`, `method`,
        `contrast`, `refine`, `shrinkage`, `bandwidth`, `n_folds`, `max_iter` and `tol` are then not allowed.
    max_iter : int, default 200
        Largest number of iterations of the independent component analysis.
    tol : float, default 1e-6
        Tolerance of the independent component analysis.
    random_state : int, default 1
        Seed.
    n_jobs : int, optional
        Threads: None is 1, -1 all cores.
    device : str, default 'auto'
        Device of the classification, as for `biotropy.pairwise`.

    Attributes
    ----------
    classes_ : array, shape (n_classes,)
        The labels.
    transitions_ : array, shape (n_classes, n_classes)
        Probability of the column's class after the row's class.
    priors_ : array, shape (n_classes,)
        Probability of the class of the first sample.
    rank_ : int
        Number of directions in which every class varies.
    null_space_ : array, shape (n_features - ``rank_``, n_features)
        Orthonormal directions that are left out. What samples have there is ignored; `predict` warns where that is more
        than 1 % of the variance of a feature, and where samples lack directions that the model has.
    unmixing_ : array, shape (n_classes, ``rank_``, n_features)
        Sources of a sample x of class k are ``unmixing_[k] @ (x - bias_[k])``. Here, and in `bias_` and `null_space_`,
        `n_features` is the length of a vector where the model makes features.
    bias_ : array, shape (n_classes, n_features)
        Means of the classes.
    beta_ : float
        Power of the densities.
    n_iter_ : int
        Iterations of the independent component analysis, or rounds of expectation maximisation.
    notices_ : list of Notice
        Of the training.

    Notes
    -----
    scikit-learn's `check_estimator` passes but for `check_methods_sample_order_invariance` and
    `check_methods_subset_invariance`. These ask for the same result of a row in any order and in any part of `X`, and here a
    row is a time: what a sample is depends on the samples before it. So split data by blocks of time or by recordings, and do
    not shuffle them; a `recordings` array says where a chain begins anew.

    Examples
    --------
    >>> import numpy as np
    >>> from biotropy.states import SICAMM
    >>> rng = np.random.default_rng(0)
    >>> y = np.repeat([0, 1, 0, 1], 500)
    >>> X = rng.laplace(size=(2000, 2)) + 2 * y[:, None]
    >>> SICAMM().fit(X, y).score(X, y) > 0.95
    True
    """

    def __init__(self, *, classifier: Literal["sicamm", "gaussian", "logistic"] = "sicamm", ridge: Real | None = None,
                 pure_windows: bool = False, method: Literal["fastica", "infomax", "jade", "whitening"] = "fastica",
                 contrast: Literal["logcosh", "exp", "cube"] = "logcosh", refine: bool = False,
                 rank_tolerance: Real = 1e-9, shrinkage: Real = 0.0,
                 bandwidth: Literal["blocked", "leave-one-out", "silverman"] = "blocked", smoothing: Real = 1.0,
                 beta: Real | None = None, n_folds: Integer = 5,
                 decoder: Literal["filter", "fixed-lag", "smoother", "viterbi"] = "filter", lag: Integer = 5,
                 features: Literal["raw", "tsi", "dsi", "asi", "bands", "csp", "tangent"] = "raw", sfreq: Real | None = None,
                 window: Real | None = None, hop: Real | None = None, filter: Sequence[Real] | None = None,
                 filter_order: Integer | None = None, notch: Real | None = None,
                 bands: Sequence[Sequence[Real]] | None = None, resolution: Real | None = None, log: bool = False,
                 delta: Sequence[Real] | None = None, theta: Sequence[Real] | None = None,
                 alpha: Sequence[Real] | None = None, components: Integer | None = None,
                 window_shrinkage: Real | None = None, unlabelled: Any = None, max_iter: Integer = 200, tol: Real = 1e-6, random_state: Integer = 1,
                 n_jobs: Integer | None = None, device: str | None = None) -> None:  # fmt: skip
        for name, value in locals().items():
            if name != "self":
                setattr(self, name, value)

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())
        state.pop("_stream", None)
        if "_model" in state:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "model.nc"
                state["_model"].save(str(path))
                state["_model"] = path.read_bytes()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        state = dict(state)
        if isinstance(state.get("_model"), bytes):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "model.nc"
                path.write_bytes(state["_model"])
                state["_model"] = _core.load_model(str(path))
            state["_stream"] = None
        super().__setstate__(state)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    def fit(self, X: Any, y: Any, recordings: Any = None) -> SICAMM:
        """Train from labelled samples.

        Parameters
        ----------
        X : array-like, shape (n_samples, n_features)
            Samples of consecutive recordings, each in the order of time. Masked samples are missing, as NaN. A `DataArray` has
            the dimensions time and channel, in any order; its rate, which must be `sfreq` if that is given, and its units are the model's.
        y : array-like, shape (n_samples,)
            The class of each sample. The times of `X` and `y`, or their index, must be the same if both have them.
        recordings : array-like, shape (n_samples,), optional
            The recording of each sample: there is no transition between recordings. By default a single one, but for gaps
            in the labels of time.

        Returns
        -------
        self
        """
        known, labels, self.classes_, lengths = self._labelled(X, y, recordings)
        self._model, notices, self.n_iter_ = _core.fit(
            doubles(known.samples), labels, lengths, self._channels(known), [str(name) for name in self.classes_],
            self._feature_options(), known.rate, self._training_options(), threads(self.n_jobs), [unit for unit, _ in known.units]
        )  # fmt: skip
        self.notices_ = issue(notices)
        self._describe()
        return self

    def _labelled(self, X: Any, y: Any, recordings: Any) -> tuple[TimedSamples, np.ndarray, np.ndarray, list[int]]:
        """Samples, indices of their classes (-1 where they are unlabelled), the classes, and the lengths of recordings."""
        require_same_times(X=X, y=y, recordings=recordings)
        known = samples_by_time(X, self.sfreq)
        X, y, is_known = _samples_and_labels(self, known.samples, y)
        lengths = known.recordings(recording_lengths(recordings, len(X)))
        classes = np.unique(y[is_known])
        if len(classes) < 2:
            raise InvalidInput(f"y has {len(classes)} class; it must have two or more", "y")
        labels = np.full(len(y), -1, dtype=np.int32)
        labels[is_known] = np.searchsorted(classes, y[is_known])
        return known._replace(samples=X), labels, classes, lengths

    def _channels(self, known: TimedSamples) -> list[str]:
        return [str(name) for name in getattr(self, "feature_names_in_", range(known.samples.shape[1]))]

    def _feature_options(self) -> dict[str, Any]:
        options = {name: getattr(self, name) for name in named("features")}
        return options | {"bands": bands_text(self.bands)}

    def _training_options(self) -> dict[str, Any]:
        known = self.get_params(deep=False) | {"seed": self.random_state}
        return {name: known[name] for name in named("training", "folds") if name in known}

    def _describe(self) -> None:
        model, classes = self._model, range(len(self.classes_))
        self.transitions_ = model.transitions
        self.priors_ = model.priors
        self.null_space_ = model.null_space
        self.rank_ = len(model.features) - len(self.null_space_)
        self.unmixing_ = np.stack([model.unmixing(k) for k in classes])
        self.bias_ = np.stack([model.bias(k) for k in classes])
        self.beta_ = model.beta
        self._stream = None

    def _samples(self, X: Any, recordings: Any) -> tuple[np.ndarray, list[int]]:
        """Samples of recordings of the rate, the units and the channels of the model, and the lengths of these."""
        check_is_fitted(self)
        require_same_times(X=X, recordings=recordings)
        known = samples_by_time(X, self._model.sampling_rate)
        require_units(self._model, known.units)
        samples = known.samples if hasattr(self, "feature_names_in_") else of_numbered_channels(known.samples, self._model.channels)
        samples = validate_data(self, samples, reset=False, dtype=np.float64, ensure_all_finite="allow-nan")
        return samples, known.recordings(recording_lengths(recordings, len(samples)))

    def _classify(self, X: Any, recordings: Any) -> dict[str, Any]:
        X, lengths = self._samples(X, recordings)
        options = {"decoder": self.decoder, "lag": self.lag}
        found = self._model.classify(doubles(X), lengths, options, threads(self.n_jobs), self.device)
        if found["unfamiliar"]:
            warn("unfamiliar", found["unfamiliar"])
        return found

    def predict(self, X: Any, recordings: Any = None) -> np.ndarray:
        """The class of each sample.

        A model of features gives the class that is known at each sample: that of the last window that has ended. Before the
        end of the first one it is the class with the largest of the `priors_`.

        Parameters
        ----------
        X : array-like, shape (n_samples, n_features)
            Samples in the order of time; as for `fit`, with the channels of the model in its order.
        recordings : array-like, shape (n_samples,), optional
            As for `fit`.

        Returns
        -------
        array, shape (n_samples,)

        Raises
        ------
        BiotropyError
            Also a `ValueError`: a `DataArray` of another rate than that of the model, or samples in another order than time.
        """
        labels = self._classify(X, recordings)["labels"]
        return self.classes_[labels]

    def predict_proba(self, X: Any, recordings: Any = None) -> np.ndarray:
        """The posterior probability of each class at each sample.

        With features, of the last window that has ended; `priors_` before the end of the first one.

        Parameters
        ----------
        X, recordings
            As for `predict`.

        Returns
        -------
        array, shape (n_samples, n_classes)
        """
        return self._classify(X, recordings)["posteriors"]

    def score_samples(self, X: Any, recordings: Any = None) -> np.ndarray:
        """The log-likelihood of each sample given those before it.

        With features, of each window at the sample where it ends, and 0 at the others.

        Parameters
        ----------
        X, recordings
            As for `predict`.

        Returns
        -------
        array, shape (n_samples,)
        """
        return self._classify(X, recordings)["log_likelihoods"]

    def score(self, X: Any, y: Any, sample_weight: Any = None, recordings: Any = None) -> float:
        """The share of correctly classified samples (accuracy).

        Parameters
        ----------
        X : array-like, shape (n_samples, n_features)
            Samples in the order of time.
        y : array-like, shape (n_samples,)
            The class of each sample. A label that is no class of the model is an error.
        sample_weight : array-like, shape (n_samples,), optional
            Weight of each sample.
        recordings : array-like, shape (n_samples,), optional
            As for `fit`.

        Returns
        -------
        float
        """
        require_same_times(X=X, y=y)
        found = self.predict(X, recordings=recordings)
        return float(accuracy_score(as_classes(y, self.classes_), found, sample_weight=sample_weight))

    def step(self, x: Any) -> np.ndarray | None:
        """The posterior after the next sample of a live recording.

        With the decoder 'fixed-lag' it is that of the sample `lag` before `x`.

        Parameters
        ----------
        x : array-like, shape (n_features,)
            The next sample, with or without the names of channels. Samples that are not finite have no effect on classes.

        Returns
        -------
        array, shape (n_classes,), or None
            Equal, bit for bit, to `predict_proba` with the decoder 'fixed-lag' or, for the others, 'filter'. None while
            there is no such sample yet, and with features where no window ends.
        """
        check_is_fitted(self)
        if self._stream is None:
            self._stream = StateStream(self, lag=self.lag if self.decoder == "fixed-lag" else 0)
        posteriors = self._stream._step(x).posteriors
        return posteriors[0] if len(posteriors) else None

    def adapt(self, X: Any, y: Any = None, recordings: Any = None, unlabelled: Any = None) -> SICAMM:
        """A classifier for a person that this one was not trained on, from few labels or none.

        Without labels the mean of the samples, and their covariance or its size alone, are brought to those of the training;
        with labels the spread within classes and their means are estimated, too. The new model is that of this classifier
        where it would get worse by what can be known: the log-likelihood of blocks that were left out, the familiarity of the
        recording and the shares of the classes; with labels the log loss of those left out.

        Parameters
        ----------
        X : array-like, shape (n_samples, n_features)
            Samples of the person, in the order of time.
        y : array-like, shape (n_samples,), optional
            The class of each sample. By default none is known.
        recordings : array-like, shape (n_samples,), optional
            As for `fit`.
        unlabelled : label, optional
            The label in `y` of samples of unknown class; by default the parameter of this name.

        Returns
        -------
        SICAMM
            A new classifier. Its ``adaptation_`` is a dictionary: whether something was ``adopted``, ``what``, the ``reason``
            if not, and pairs of numbers before and after. A warning says why the model stays.
        """
        require_same_times(X=X, y=y)
        X, lengths = self._samples(X, recordings)
        labels = self._known_labels(y, self.unlabelled if unlabelled is None else unlabelled, len(X))
        found, adaptation, notices = self._model.adapt(doubles(X), labels, lengths, threads(self.n_jobs))
        adapted = copy.copy(self)
        adapted._model, adapted.adaptation_, adapted.notices_ = found, adaptation, issue(notices)
        adapted._describe()
        return adapted

    def _known_labels(self, y: Any, unlabelled: Any, n_samples: int) -> np.ndarray:
        """Indices of the classes of this model, -1 where there is no label."""
        result = np.full(n_samples, -1, dtype=np.int32)
        if y is None:
            return result
        refuse_missing_labels(y, unlabelled=unlabelled)
        y = one_each("y", column_or_1d(y), n_samples, "sample")
        known = is_labelled(y, unlabelled)
        labels, names = as_classes(y[known], self.classes_), self.classes_.tolist()
        result[known] = [names.index(label) for label in labels.tolist()]
        return result

    def sample(self, n_samples: int = 1, random_state: int | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Simulate a sequence of classes from the Markov chain of the model, and their samples.

        Parameters
        ----------
        n_samples : int, default 1
            Length of the sequence.
        random_state : int, optional
            Seed; by default that of the model. The same seed gives the same sequence.

        Returns
        -------
        X : array, shape (n_samples, n_features)
            Mixtures of sources drawn from the densities of the class of each sample, without `beta_`; vectors where the
            model makes features.
        y : array, shape (n_samples,)
            The class of each sample.
        """
        check_is_fitted(self)
        seed = self.random_state if random_state is None else random_state
        X, classes = self._model.sample(whole("n_samples", n_samples, 1), whole("random_state", seed))
        return X, self.classes_[classes]

    def reset(self) -> SICAMM:
        """Begin a new recording with the next `step`.

        Returns
        -------
        self
        """
        self._stream = None
        return self

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model for the program `biotropy states` (NetCDF-4).

        Parameters
        ----------
        path : path-like
            The file.
        """
        check_is_fitted(self)
        self._model.save(file_name(path))

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, verify: bool = True, **parameters: Any) -> SICAMM:
        """A fitted classifier from a file of `save` or ``biotropy states train``.

        Parameters
        ----------
        path : path-like
            The file, also at an address.
        verify : bool
            False reads a file that another program has changed: its checksum is ignored.
        **parameters
            Parameters of the classifier that matter after training: `decoder`, `lag`, `n_jobs`, `device`.

        Returns
        -------
        SICAMM
            With the parameters of its training but for `unlabelled` and options that only the program has. Its `classes_` are the
            names of the classes; `adapt` and `score` take numbers that are so written. `feature_names_in_` are those of the channels,
            unless they are numbers from 0.
        """
        for name in parameters:
            one_of("a parameter after the training", name, ("decoder", "lag", "n_jobs", "device"))
        with local(file_name(path, addresses=True)) as (here, _):
            model = _core.load_model(here, bool(verify))
        self = cls(**parameters, **_trained_with(model, cls().get_params()))
        self._model = model
        self.classes_ = np.array(self._model.classes)
        self.n_features_in_ = len(self._model.channels)
        if self._model.channels != [str(i) for i in range(self.n_features_in_)]:
            self.feature_names_in_ = np.array(self._model.channels, dtype=object)
        self.n_iter_ = 0
        self.notices_ = []
        self._describe()
        return self

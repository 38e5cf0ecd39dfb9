# SPDX-License-Identifier: Apache-2.0
"""Classifiers for persons that they were not trained on."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, column_or_1d, validate_data

from ._arguments import one_each
from ._inputs import doubles, threads
from ._labels import as_classes, is_labelled, is_nan, refuse_missing_labels, with_numbers
from ._signal import require_same_times
from ._warn import issue

if TYPE_CHECKING:
    from .states import SICAMM


def samples_and_labels(estimator: Any, X: Any, y: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
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


class Adaptable:
    """The part of `SICAMM` that makes a classifier for another person."""

    _model: Any
    classes_: np.ndarray
    n_jobs: Any
    unlabelled: Any
    _describe: Any
    _samples: Any

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
        adapted: Any = copy.copy(self)
        adapted._model = found
        adapted.adaptation_ = adaptation
        adapted.notices_ = issue(notices)
        adapted._describe()
        return adapted

    def _known_labels(self, y: Any, unlabelled: Any, n_samples: int) -> np.ndarray:
        """Indices of the classes of this model, -1 where there is no label."""
        if y is None:
            return np.full(n_samples, -1, dtype=np.int32)
        refuse_missing_labels(y, unlabelled=unlabelled)
        y = one_each("y", column_or_1d(y), n_samples, "sample")
        known = is_labelled(y, unlabelled)
        labels = as_classes(y[known], self.classes_)
        index = {name: k for k, name in enumerate(self.classes_.tolist())}
        result = np.full(n_samples, -1, dtype=np.int32)
        result[known] = [index[label] for label in labels.tolist()]
        return result

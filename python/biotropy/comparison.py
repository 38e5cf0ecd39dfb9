# SPDX-License-Identifier: Apache-2.0
"""The sequential classifier beside simple methods, on the same folds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from sklearn.base import clone

from . import _core
from ._inputs import doubles, threads
from ._options import Integer, Real
from ._signal import require_same_times
from ._warn import issue
from .errors import InvalidInput, Notice
from .scores import StateScores, persons_of, result_of

if TYPE_CHECKING:
    from .states import SICAMM

__all__ = ["MethodComparison", "compare_methods"]
__dir__ = __all__.copy

_NO_EVENTS: dict[str, Any] = {"events": [], "persons": [], "person_means": []}
_OF_TABLE = ("accuracy", "balanced_accuracy", "kappa", "log_loss")


@dataclass(frozen=True)
class MethodComparison:
    """Scores of methods on the same samples.

    Attributes
    ----------
    methods : dict of StateScores
        Of 'chance', 'gaussian', 'mixture', 'logistic' and 'sicamm', over all folds that count.
    n_samples : int
        Samples, or vectors of features, that are scored.
    folds : list of int
        Numbers of the folds that every method has a score of, from 1.
    fold_scores : dict of list of StateScores
        For each method, of each of `folds`.
    betas : dict of array
        For each method, the power of its evidence in each of `folds`.
    notices : list of Notice
        Of all methods.
    """

    methods: dict[str, StateScores]
    n_samples: int
    folds: list[int]
    fold_scores: dict[str, list[StateScores]]
    betas: dict[str, np.ndarray]
    notices: list[Notice]

    def table(self) -> list[dict[str, Any]]:
        """The table of ``biotropy states compare``, one dictionary for each method, as `pandas.DataFrame` takes them.

        Returns
        -------
        list of dict
            'method', 'vectors', 'accuracy', 'balanced_accuracy', 'kappa' and 'log_loss', and with intervals 'accuracy_low',
            'accuracy_high' and so on.
        """
        rows = []
        for name, scores in self.methods.items():
            row: dict[str, Any] = {"method": name, "vectors": self.n_samples}
            for one in _OF_TABLE:
                row[one] = getattr(scores, one)
                if one in scores.intervals:
                    row[f"{one}_low"], row[f"{one}_high"] = scores.intervals[one]
            rows.append(row)
        return rows


def _comparison(made: dict[str, Any], names: list[Any]) -> MethodComparison:
    """What the library found, with its notices."""
    methods = made["methods"]
    return MethodComparison(
        methods={name: result_of(found, names, (), True) for name, found in methods.items()},
        n_samples=methods["sicamm"]["n_samples"],
        folds=[fold + 1 for fold in made["folds"]],
        fold_scores={name: [result_of({"labels": one, **_NO_EVENTS}, names, (), True) for one in found["folds"]]
                     for name, found in methods.items()},  # fmt: skip
        betas={name: np.array(found["betas"]) for name, found in methods.items()},
        notices=issue(made["notices"]),
    )


def compare_methods(estimator: SICAMM, X: Any, y: Any, *, recordings: Any = None, persons: Any = None,
                    n_folds: Integer = 5, fold_unit: Literal["automatic", "recordings", "blocks", "persons"] = "automatic",
                    block: Integer = 0, gap: Integer | None = None, mixture_components: Integer = 3,
                    intervals: Literal["persons", "recordings", "time"] | None = None, interval_time: Real = 60.0,
                    n_resamples: Integer = 2000, confidence: Real = 0.95) -> MethodComparison:  # fmt: skip
    """Cross-validation of a `SICAMM` beside chance, Gaussians, mixtures of Gaussians and logistic regression.

    What ``biotropy states compare`` computes, to the last bit: every method has the same folds, directions, chain and decoder,
    and a power of its evidence that is found in the same way.

    Parameters
    ----------
    estimator : SICAMM
        Not fitted, and not changed: its parameters say how vectors are made, how the model is trained, the decoder, the seed
        and the number of threads.
    X, y : array-like, shape (n_samples, n_features) and (n_samples,)
        Samples and classes, as for `SICAMM.fit`. Samples with the estimator's label `unlabelled` are neither trained on nor
        scored.
    recordings, persons : array-like, shape (n_samples,), optional
        Recording and person of each sample; by default one recording, and a person for each recording.
    n_folds : int, default 5
        Parts that are left out in turn.
    fold_unit : {'automatic', 'recordings', 'blocks', 'persons'}, default 'automatic'
        Parts are recordings, blocks of neighbouring samples, or all recordings of some persons; by default recordings if there
        are as many as folds, and persons with intervals of persons, where folds that share a person are an error.
    block : int, default 0
        Samples in a block; 0: every part has four blocks.
    gap : int, optional
        Samples beside a part that are left out of training, too; by default as many as neighbours resemble each other.
    mixture_components : int, default 3
        Gaussians of each class of the method 'mixture'.
    intervals, interval_time, n_resamples, confidence
        As for `biotropy.scores.state_scores`; their seed is that of the estimator.

    Returns
    -------
    MethodComparison

    Examples
    --------
    >>> import numpy as np
    >>> from biotropy.comparison import compare_methods
    >>> from biotropy.states import SICAMM
    >>> rng = np.random.default_rng(0)
    >>> y = np.repeat([0, 1] * 10, 100)
    >>> X = np.where(y[:, None] == 0, rng.laplace(size=(2000, 2)), rng.uniform(-2.5, 2.5, size=(2000, 2)))
    >>> found = compare_methods(SICAMM(bandwidth="silverman"), X, y, n_folds=2)
    >>> found.methods["sicamm"].accuracy > found.methods["logistic"].accuracy
    True
    """
    if not hasattr(estimator, "_training_options"):
        raise InvalidInput(f"estimator is {estimator!r}; it must be a SICAMM")
    require_same_times(X=X, persons=persons)
    fresh = clone(estimator)
    known, labels, classes, lengths = fresh._labelled(X, y, recordings)
    drawn = {"unit": intervals, "interval_time": interval_time, "n_resamples": n_resamples, "confidence": confidence,
             "random_state": estimator.random_state}  # fmt: skip
    options = {"n_folds": n_folds, "fold_unit": fold_unit, "block": block, "gap": gap,
               "mixture_components": mixture_components, "decoder": fresh.decoder, "lag": fresh.lag}  # fmt: skip
    made = _core.compare_methods(
        doubles(known.samples), labels, lengths, fresh._channels(known), [str(name) for name in classes],
        estimator._feature_options(), known.rate, estimator._training_options(), options,
        persons_of(persons, recordings, lengths), None if intervals is None else drawn, threads(estimator.n_jobs),
    )  # fmt: skip
    return _comparison(made, list(classes))

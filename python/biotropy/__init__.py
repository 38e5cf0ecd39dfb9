# SPDX-License-Identifier: Apache-2.0
"""Entropies of biomedical signals and of pairs of them, exact and fast.

The C++ library computes everything; this package converts arguments and results. Functions follow NumPy, MNE and
scikit-learn: the last axis is time, ``(n_epochs, n_channels, n_times)`` is an array of epochs, `n_jobs` is a number of
threads.
"""

import importlib
from typing import TYPE_CHECKING, Any

from . import _core
from ._counts import count_matches
from ._measures import (
    EntropyResult, approximate_entropy, cross_approximate_entropy, cross_fuzzy_entropy, cross_sample_entropy, fuzzy_entropy,
    multivariate_fuzzy_entropy, multivariate_sample_entropy, permutation_entropy, sample_entropy,
)  # fmt: skip
from ._multiscale import MultiscaleResult, multiscale_entropy, multivariate_multiscale_entropy
from ._network_test import NetworkTest, network_test
from ._pairwise import multiscale_pairwise, pairwise
from ._preparation import prepare
from ._results import open_results
from ._signals import read_signals
from ._surrogate_test import SurrogateTest, surrogates
from ._windows import SlidingEntropy, SlidingValues, sliding_entropy
from .errors import BiotropyError
from .heartbeats import RRIntervals, ann2rr, clean_rr, read_rr

if TYPE_CHECKING:
    from . import comparison as comparison, distributed as distributed, estimators as estimators, plot as plot
    from . import report as report, scores as scores, states as states, streams as streams

__version__ = _core.version()
engines = _core.engines
conventions = _core.conventions

__all__ = [
    "BiotropyError", "EntropyResult", "MultiscaleResult", "NetworkTest", "RRIntervals", "SlidingEntropy",
    "SlidingValues", "SurrogateTest", "ann2rr", "approximate_entropy", "clean_rr", "conventions", "count_matches",
    "engines", "cross_approximate_entropy", "cross_fuzzy_entropy", "cross_sample_entropy", "fuzzy_entropy",
    "multiscale_entropy", "multiscale_pairwise", "multivariate_fuzzy_entropy", "multivariate_multiscale_entropy",
    "multivariate_sample_entropy", "network_test", "open_results", "pairwise", "permutation_entropy", "prepare",
    "read_rr", "read_signals", "sample_entropy", "sliding_entropy", "surrogates",
]  # fmt: skip
# Modules that load on first use: they need other packages, or are slow to load.
_LAZY = ("comparison", "distributed", "estimators", "plot", "report", "scores", "states", "streams")

if not TYPE_CHECKING:  # to type checkers it would be an answer to every name

    def __getattr__(name: str) -> Any:
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}{_core.suggestion(name, __dir__())}")
        return importlib.import_module(f".{name}", __name__)


def __dir__() -> list[str]:
    return sorted([*__all__, *_LAZY, "errors", "heartbeats", "__version__"])

# SPDX-License-Identifier: Apache-2.0
"""What people wrote with other packages, and what gives the same value here: the table of docs/python.md.

Both sides are Python text over `x` and `y`, so that the page, the test of equal values and the benchmark are about the same
calls.
"""

import functools
import importlib
import importlib.util
import sys
import types
from dataclasses import dataclass

PACKAGES = ("antropy", "EntropyHub", "mne_features", "neurokit2", "nolds", "pyentrp", "tsfresh")


@dataclass(frozen=True)
class Pair:
    """One line of the table; `longest` is the largest series of the benchmark, or 0 where it is not timed."""

    measure: str
    wrote: str
    write: str
    longest: int = 0
    ties: bool = True  # whether the values agree where samples, or all samples of a scale, are equal

    @property
    def package(self):
        return self.wrote.split(".")[0]


PAIRS = (
    Pair("SampEn", "antropy.sample_entropy(x)", 'biotropy.sample_entropy(x, convention="antropy")', 100_000),
    Pair("SampEn", "antropy.sample_entropy(x, order=3, tolerance=0.5)",
         'biotropy.sample_entropy(x, m=3, r=0.5, r_unit="absolute", convention="antropy")'),
    Pair("PermEn", "antropy.perm_entropy(x)", 'biotropy.permutation_entropy(x, convention="antropy")', 100_000),
    Pair("PermEn", "antropy.perm_entropy(x, order=7, delay=2, normalize=True)",
         'biotropy.permutation_entropy(x, m=7, tau=2, normalise=True, convention="antropy")', 100_000),
    Pair("ApEn", "antropy.app_entropy(x)", 'biotropy.approximate_entropy(x, convention="antropy")', 10_000),
    Pair("SampEn", "EntropyHub.SampEn(x)[0][-1]", 'biotropy.sample_entropy(x, convention="entropyhub")', 10_000),
    Pair("ApEn", "EntropyHub.ApEn(x)[0][-1]", 'biotropy.approximate_entropy(x, convention="entropyhub")', 10_000),
    Pair("FuzzyEn", "EntropyHub.FuzzEn(x)[0][-1]", 'biotropy.fuzzy_entropy(x, convention="entropyhub")', 10_000),
    Pair("Cross-SampEn", "EntropyHub.XSampEn(zscore(x), zscore(y), r=0.2)[0][-1]",
         'biotropy.cross_sample_entropy(x, y, convention="entropyhub")', 10_000),
    Pair("Cross-ApEn", "EntropyHub.XApEn(zscore(x), zscore(y), r=0.2)[0][-1]",
         'biotropy.cross_approximate_entropy(y, x, convention="entropyhub")', 10_000),
    Pair("Cross-FuzzyEn", "EntropyHub.XFuzzEn(x, y)[0][-1]",
         'biotropy.cross_fuzzy_entropy(x, y, convention="entropyhub")', 10_000),
    Pair("PermEn", "EntropyHub.PermEn(x, m=3)[0][-1]",
         'biotropy.permutation_entropy(x, convention="entropyhub")', 10_000, ties=False),
    Pair("PermEn", 'EntropyHub.PermEn(x, m=4, Typex="weighted")[0][-1]',
         'biotropy.permutation_entropy(x, m=4, weighted=True, convention="entropyhub")', ties=False),
    Pair(
        "multiscale Cross-SampEn, scales 1-10",
        'EntropyHub.XMSEn(zscore(x), zscore(y), EntropyHub.MSobject("XSampEn", r=0.2), Scales=10)[0]',
        'biotropy.multiscale_pairwise([x, y], 10, convention="entropyhub")[0, 1]',
        ties=False,
    ),
    Pair("MSE, scales 1-10", 'EntropyHub.MSEn(x, EntropyHub.MSobject("SampEn"), Scales=10)[0]',
         'biotropy.multiscale_entropy(x, 10, convention="entropyhub")', 10_000, ties=False),
    Pair("SampEn", "mne_features.univariate.compute_samp_entropy(x[None])[0]", "biotropy.sample_entropy(x)", 100_000),
    Pair("ApEn", "mne_features.univariate.compute_app_entropy(x[None])[0]", "biotropy.approximate_entropy(x)", 10_000),
    Pair("SampEn", "neurokit2.entropy_sample(x)[0]", 'biotropy.sample_entropy(x, convention="neurokit")', 100_000),
    Pair("ApEn", "neurokit2.entropy_approximate(x)[0]", 'biotropy.approximate_entropy(x, convention="neurokit")', 10_000),
    Pair("FuzzyEn", "neurokit2.entropy_fuzzy(x)[0]", 'biotropy.fuzzy_entropy(x, convention="neurokit")', 10_000),
    Pair("PermEn", "neurokit2.entropy_permutation(x)[0]",
         'biotropy.permutation_entropy(x, convention="neurokit")', 100_000, ties=False),
    Pair("MSE, scales 1-10", 'neurokit2.entropy_multiscale(x, scale=range(1, 11), dimension=2)[1]["Value"]',
         'biotropy.multiscale_entropy(x, 10, convention="neurokit")', 100_000),
    Pair("SampEn", "nolds.sampen(x)", 'biotropy.sample_entropy(x, convention="nolds")', 10_000),
    Pair("SampEn", "nolds.sampen(x, emb_dim=3)", 'biotropy.sample_entropy(x, m=3, convention="nolds")'),
    Pair("SampEn", "pyentrp.entropy.sample_entropy(x, 3, 0.2 * x.std())[-1]",
         "biotropy.sample_entropy(x, ddof=0, boundary='open')", 10_000),
    Pair("PermEn", "pyentrp.entropy.permutation_entropy(x)",
         "biotropy.permutation_entropy(x, base='2')", 10_000, ties=False),
    Pair("PermEn", "pyentrp.entropy.weighted_permutation_entropy(x, order=3)",
         "biotropy.permutation_entropy(x, weighted=True, base='2')", ties=False),
    Pair("MSE, scales 1-10", "pyentrp.entropy.multiscale_entropy(x, 3, 0.2 * x.std(), 10)",
         "biotropy.multiscale_entropy(x, 10, ddof=0, boundary='open')", 10_000),
    Pair("SampEn", "tsfresh.feature_extraction.feature_calculators.sample_entropy(x)",
         'biotropy.sample_entropy(x, convention="tsfresh")', 10_000),
    Pair("ApEn", "tsfresh.feature_extraction.feature_calculators.approximate_entropy(x, 2, 0.2)",
         'biotropy.approximate_entropy(x, convention="tsfresh")', 1_000),
    Pair("PermEn", "tsfresh.feature_extraction.feature_calculators.permutation_entropy(x, 1, 5)",
         'biotropy.permutation_entropy(x, m=5, convention="tsfresh")', 10_000, ties=False),
)  # fmt: skip


@functools.cache
def load(package):
    """A package by its name, or None where it is not installed."""
    found = importlib.util.find_spec(package)
    if found is None:
        return None
    if package == "pyentrp":  # which does not import what it has
        importlib.import_module("pyentrp.entropy")
    if package != "nolds":
        return importlib.import_module(package)
    # The data sets of nolds cannot be loaded by every version of Python, and nothing here needs them.
    bare = types.ModuleType("nolds")
    bare.__path__ = list(found.submodule_search_locations)
    sys.modules["nolds"] = bare
    return importlib.import_module("nolds.measures")


def table():
    """The lines of the page."""
    lines = ["| measure | you wrote | you write |", "|---|---|---|"]
    return lines + [f"| {pair.measure} | `{pair.wrote}` | `{pair.write}` |" for pair in PAIRS]

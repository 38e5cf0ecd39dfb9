# SPDX-License-Identifier: Apache-2.0
"""Writes scipy_fixtures.txt: results of SciPy's tests for values with and without ties and gaps.

To write the file anew, in any folder:

    python3 -m venv scipy && scipy/bin/pip install 'scipy==1.17.1'
    scipy/bin/python tests/groups/scipy_fixtures.py > tests/groups/scipy_fixtures.txt

Each line is `kind : numbers...` with its parts separated by colons: the group of each subject, its value, and the results.
"""

import numpy as np
from scipy import stats

RNG = np.random.default_rng(20131)


def line(kind, *parts):
    print(kind, *(" ".join(repr(float(number)) for number in np.ravel(part)) for part in parts), sep=" : ")


def values_of(n, distinct):
    """Continuous values, or so few distinct ones that ties are everywhere."""
    return RNG.normal(size=n) if distinct is None else RNG.integers(0, distinct, n) / 4


def labels_of(sizes):
    return RNG.permutation(np.repeat(np.arange(len(sizes)), sizes))


def kruskal():
    for sizes in [(10, 10, 10), (5, 7, 12), (1, 2), (2, 2, 2), (40, 60), (3, 3, 3, 3, 3), (200, 150, 100)]:
        for distinct in (None, 20, 3):
            for shift in (0.0, 1.5, 60.0):
                labels = labels_of(sizes)
                values = values_of(sum(sizes), distinct) + shift * labels
                result = stats.kruskal(*(values[labels == group] for group in range(len(sizes))))
                line("kruskal", labels, values, [result.statistic, result.pvalue])


def mann_whitney():
    for sizes in [(10, 10), (1, 1), (2, 5), (8, 3), (20, 30)]:
        for shift in (0.0, 1.0, 4.0):
            labels = labels_of(sizes)
            values = RNG.normal(size=sum(sizes)) + shift * labels
            first, second = values[labels == 0], values[labels == 1]
            exact = stats.mannwhitneyu(first, second, method="exact")
            line("exact", labels, values, [exact.statistic, exact.pvalue])
            tied = np.round(values)
            if len(set(tied)) > 1:
                normal = stats.mannwhitneyu(tied[labels == 0], tied[labels == 1], method="asymptotic", use_continuity=False)
                line("normal", labels, tied, [normal.statistic, normal.pvalue])


def tied_exact():
    """Every way to share the ranks, as SciPy's permutation test looks at them."""

    def away(x, y):
        ranks = stats.rankdata(np.concatenate((x, y)))
        return abs(ranks[: len(x)].mean() - ranks.mean())

    for sizes in [(4, 4), (3, 6), (5, 5)]:
        for distinct in (2, 4):
            labels = labels_of(sizes)
            values = values_of(sum(sizes), distinct)
            if len(set(values)) == 1:
                continue
            samples = values[labels == 0], values[labels == 1]
            result = stats.permutation_test(samples, away, vectorized=False, n_resamples=np.inf, alternative="greater")
            line("tied_exact", labels, values, [result.pvalue])


def false_discovery():
    for n in (1, 2, 10, 137):
        for p in (RNG.uniform(size=n), RNG.uniform(size=n) ** 4, np.round(RNG.uniform(size=n), 1)):
            line("fdr", p, stats.false_discovery_control(p, method="bh"), stats.false_discovery_control(p, method="by"))


if __name__ == "__main__":
    kruskal()
    mann_whitney()
    tied_exact()
    false_discovery()

# SPDX-License-Identifier: Apache-2.0
"""The network test against bctpy at the size of the study of Martinez-Zarzuela et al. 2013: 148 channels, 40 subjects.

Both get the same permutations and must find the same components, extents and largest extents; then they are timed, bctpy
for a few permutations, of which each costs the same. Prints milliseconds of a permutation and what 10,000 take, on one
thread; times are those of the processor.

Usage: networks.py [PERMUTATIONS_OF_BCTPY]
"""

from __future__ import annotations

import contextlib
import io
import sys
import time

import bct
import numpy as np

import biotropy

CHANNELS, IN_GROUP, THRESHOLD, PERMUTATIONS = 148, 20, 3.0, 10_000


def matrices() -> np.ndarray:
    """Symmetric matrices of both groups, which differ in a few edges."""
    upper = np.triu(np.random.default_rng(1).normal(size=(2 * IN_GROUP, CHANNELS, CHANNELS)), 1)
    upper[IN_GROUP:, 0, 1:20] += 1.5
    return upper + upper.transpose(0, 2, 1)


def seconds(run):
    """Result and time of the processor of a call."""
    begin = time.process_time()
    return run(), time.process_time() - begin


def of_bctpy(cube: np.ndarray, n: int):
    """bctpy's p, edges and largest extents."""
    x, y = (part.transpose(1, 2, 0) for part in (cube[:IN_GROUP], cube[IN_GROUP:]))
    with contextlib.redirect_stdout(io.StringIO()):
        return bct.nbs_bct(x, y, THRESHOLD, k=n, seed=1)


def main(n: int) -> None:
    """Compare and print."""
    cube, groups = matrices(), [0] * IN_GROUP + [1] * IN_GROUP
    draw = np.random.RandomState(1)
    orders = np.array([draw.permutation(2 * IN_GROUP) for _ in range(n)])
    (p, edges, null), theirs = seconds(lambda: of_bctpy(cube, n))
    same = biotropy.network_test(cube, groups, threshold=THRESHOLD, permutations=orders)
    assert np.array_equal(same.largest_extent, null), "other largest extents"
    assert sorted(same.extent) == sorted((edges == k + 1).sum() / 2 for k in range(len(p))), "other components"
    assert np.allclose(np.sort(same.p_extent), np.sort((p * n + 1) / (n + 1))), "other p"
    theirs /= n + 1  # the observed arrangement costs the same
    print(f"{'':38}ms a permutation  s for {PERMUTATIONS}    times as fast")
    print(f"{'bctpy ' + bct.__version__:38}{1e3 * theirs:16.4f}{PERMUTATIONS * theirs:14.1f}")
    variants = {
        "network_test": {},
        "network_test, two covariates": {"covariates": np.random.default_rng(2).normal(size=(2 * IN_GROUP, 2))},
        "network_test, pairs": {"subjects": [*range(IN_GROUP), *range(IN_GROUP)]},
        "network_test, threshold-free": {"threshold": None, "threshold_free": True},
        "network_test, directed": {"directed": True},
    }
    for name, options in variants.items():
        given = {"threshold": THRESHOLD, "permutations": PERMUTATIONS, **options}
        own = min(seconds(lambda given=given: biotropy.network_test(cube, groups, **given))[1] for _ in range(3))
        print(f"{name:38}{1e3 * own / PERMUTATIONS:16.4f}{own:14.2f}{theirs * PERMUTATIONS / own:16.0f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)

# SPDX-License-Identifier: Apache-2.0
"""Processor time of calls with short series, where checks of arguments take as long as the measure: of the function, of the
compiled function below it, and what lies between them.

Usage: calls.py [SAMPLES [CALLS]]
"""

import statistics
import sys
import time

import numpy as np

import biotropy
from biotropy import _core

CALLS = {
    "apen": (biotropy.approximate_entropy, 2),
    "sampen": (biotropy.sample_entropy, 2),
    "fuzzyen": (biotropy.fuzzy_entropy, 2),
    "permen": (biotropy.permutation_entropy, 3),
}


def microseconds(call, times):
    start = time.process_time()
    for _ in range(times):
        call()
    return 1e6 * (time.process_time() - start) / times


def main(n_samples=100, times=2000):
    x = np.random.default_rng(1).normal(size=n_samples)
    print(f"{'microseconds':<14} {'call':>8} {'compiled':>9} {'between':>8}   {n_samples} samples")
    for name, (function, m) in CALLS.items():
        options = {"m": m, "r": None}

        def whole(function=function):
            return function(x)

        def compiled(name=name, options=options):
            return _core.measure_one(name, x, options, 1, None, None).value

        if whole() != compiled():
            raise SystemExit(f"{name}: {whole()} from the function, {compiled()} from the compiled one")
        pairs = [(microseconds(whole, times), microseconds(compiled, times)) for _ in range(11)]  # by turns
        call, below = (statistics.median(side) for side in zip(*pairs, strict=True))
        between = statistics.median(one - other for one, other in pairs)
        print(f"{name:<14} {call:8.2f} {below:9.2f} {between:8.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

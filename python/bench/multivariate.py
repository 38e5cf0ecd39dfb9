# SPDX-License-Identifier: Apache-2.0
"""Multivariate sample entropy against EntropyHub, in processor time of one thread, after the values were compared; and a
curve of many channels.

Usage: multivariate.py
"""

import contextlib
import io
import statistics
import time

import EntropyHub
import numpy as np

import biotropy


def seconds(call, times):
    taken = []
    for _ in range(times):
        start = time.process_time()
        call()
        taken.append(time.process_time() - start)
    return statistics.median(taken)


def main():
    rng = np.random.default_rng(1)
    x = rng.normal(size=(8, 2000))
    print(f"{'r':>6} {'EntropyHub':>12} {'biotropy':>12} {'ratio':>8}   8 channels of 2000 samples, m = 2, full")
    for r in (1.0, 1.5):
        def peer(r=r):
            with contextlib.redirect_stdout(io.StringIO()):
                return EntropyHub.MvSampEn(x.T, r=r)

        def own(r=r):
            return biotropy.multivariate_sample_entropy(x, r=r, convention="entropyhub", full_output=True)

        found, (value, at_m, at_m1, _) = own(), peer()
        pairs_m, pairs_m1 = 1999 * 1998 / 2, 8 * 1998 * (8 * 1998 - 1) / 2
        assert found.matches_m == round(at_m * pairs_m) and found.matches_m1 == round(at_m1 * pairs_m1)
        assert found.matches_m1 == 0 or abs(found.value - value) < 1e-12
        slow, fast = seconds(peer, 1), seconds(own, 9)
        print(f"{r:6.1f} {slow:10.3f} s {1e3 * fast:9.3f} ms {slow / fast:8.0f}")
    many = rng.normal(size=(64, 10000)) + rng.normal(size=10000)
    for approach in ("full", "naive"):
        curve = biotropy.multivariate_multiscale_entropy
        taken = seconds(lambda: curve(many, 20, r=0.03, approach=approach), 1)  # noqa: B023
        print(f"64 channels of 10000 samples, scales 1 to 20, {approach}: {taken:.2f} s")


if __name__ == "__main__":
    main()

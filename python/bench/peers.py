# SPDX-License-Identifier: Apache-2.0
"""Times the calls of drop_in.py side by side: values are compared first, then both run in turns, one thread each.

Times are those of the processor: what other work on the machine takes is in neither.

Usage: peers.py [PAGE]

With a page (docs/performance.md) the table there, between its two marks, is replaced.
"""

import importlib.metadata
import statistics
import sys
import time
import warnings
from dataclasses import dataclass
from pathlib import Path

import biotropy
import numpy as np
from drop_in import PACKAGES, PAIRS, Pair, load
from scipy.stats import zscore

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "docs"))
import made_part  # noqa: E402

SIZES = (1_000, 10_000, 100_000)
TOLERANCE = 1e-9
SECONDS_FOR_A_PEER = 6.0
MOST_ROUNDS, CALLS_IN_A_ROUND = 15, 3


@dataclass(frozen=True)
class Timing:
    pair: Pair
    size: int
    peer: float
    ours: float

    @property
    def ratio(self):
        return self.peer / self.ours


def seconds(call):
    started = time.process_time()
    call()
    return time.process_time() - started


def compiled(text, names):
    """The expression as a function: parsing it is not part of the time."""
    code = compile(text, text, "eval")
    return lambda: eval(code, names)


def compare(pair, theirs, ours):
    """Ends the run where the two values differ: then a time would say nothing. The calls warm up what compiles itself."""
    first, second = np.asarray(theirs(), dtype=float), np.asarray(ours(), dtype=float)
    if first.shape != second.shape or not np.allclose(first, second, rtol=TOLERANCE, atol=TOLERANCE, equal_nan=True):
        sys.exit(f"{pair.wrote} is {first}, and {pair.write} is {second}: nothing was timed")


def measure(pair, size, names):
    theirs, ours = compiled(pair.wrote, names), compiled(pair.write, names)
    compare(pair, theirs, ours)
    first = seconds(theirs)
    rounds = min(max(int(SECONDS_FOR_A_PEER / first), 1), MOST_ROUNDS)
    peer_times, our_times = [], []
    for _ in range(rounds):
        peer_times.append(seconds(theirs))
        our_times += [seconds(ours) for _ in range(CALLS_IN_A_ROUND)]
    return Timing(pair, size, statistics.median(peer_times), statistics.median(our_times))


def names_of(size, packages):
    generator = np.random.default_rng(1)
    series = {"x": generator.standard_normal(size), "y": generator.standard_normal(size)}
    return {**packages, **series, "biotropy": biotropy, "zscore": zscore}


def written(value):
    return f"{value * 1000:.3g}" if value < 1 else f"{value * 1000:,.0f}"


def table(timings):
    """One line for each measure, size and package; the fastest package of a measure and size is the one to be ahead of."""
    lines = [
        "| measure | samples | package | its ms | Biotropy, ms | times as fast |",
        "|---|---|---|---|---|---|",
    ]
    order = {measure: k for k, measure in enumerate(dict.fromkeys(timing.pair.measure for timing in timings))}
    for one in sorted(timings, key=lambda one: (order[one.pair.measure], one.size, one.peer)):
        cells = (one.pair.measure, f"{one.size:,}", one.pair.package, written(one.peer), written(one.ours))
        lines.append("| " + " | ".join(cells) + f" | {one.ratio:,.1f} |")
    least = {size: min(one.ratio for one in timings if one.size == size) for size in SIZES}
    said = ", ".join(f"{ratio:.1f} at {size:,} samples" for size, ratio in least.items())
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    return [*lines, "", f"Least of the last column: {said}. Versions: {versions}."]


def main(arguments):
    warnings.simplefilter("ignore")
    packages = {name: load(name) for name in PACKAGES}
    missing = [name for name, package in packages.items() if package is None]
    if missing:
        sys.exit(f"not installed: {', '.join(missing)} (python/requirements-peers.txt)")
    timings = []
    for size in SIZES:
        names = names_of(size, packages)
        for pair in PAIRS:
            if pair.longest >= size:
                timings.append(measure(pair, size, names))
                print(f"{size:>7,} {pair.package:13s}{pair.measure:18s}{timings[-1].ratio:9.1f}", flush=True)
    lines = table(timings)
    print("\n".join(lines))
    if arguments:
        made_part.write(arguments[0], "bench-peers", [f"{made_part.measured()}.", "", *lines])


if __name__ == "__main__":
    main(sys.argv[1:])

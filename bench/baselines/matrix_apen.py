# SPDX-License-Identifier: Apache-2.0
"""ApEn by matrices, as Mullayanov et al. (section IV) has it: the templates are the rows of a matrix; it is shifted row by row, the
largest difference of every row (reduce-max) is held against r, and what passes is summed. Against `biotropy entropy`,
whose value is compared before anything is timed.

Runs on the first tensor library that is installed, on its GPU where it has one: PyTorch, CuPy, or else NumPy.

Usage: matrix_apen.py [--program biotropy] [--samples 10000] [--rounds 3] [--device auto]
"""

import argparse
import csv
import io
import math
import random
import statistics
import subprocess
import sys
import tempfile
import time


class Torch:
    def __init__(self):
        import torch

        self.torch = torch
        self.where = "cuda" if torch.cuda.is_available() else "cpu"
        self.name = f"PyTorch {torch.__version__} on {torch.cuda.get_device_name() if self.where == 'cuda' else 'the processor'}"

    def matrix(self, rows):
        return self.torch.tensor(rows, dtype=self.torch.float64, device=self.where)

    def zeros(self, n):
        return self.torch.zeros(n, dtype=self.torch.int64, device=self.where)

    def shifted(self, matrix, by):
        return self.torch.roll(matrix, by, 0)

    def largest(self, matrix):
        return matrix.abs().amax(1)

    def mean_log(self, counts, n):
        return float(self.torch.log(counts / n).mean())


class Arrays:
    """CuPy and NumPy, whose functions have the same names."""

    def __init__(self, module):
        self.xp = __import__(module)
        self.name = f"{module} {self.xp.__version__}"
        self.xp.zeros(1)  # fails with CuPy if there is no GPU

    def matrix(self, rows):
        return self.xp.asarray(rows, dtype=self.xp.float64)

    def zeros(self, n):
        return self.xp.zeros(n, dtype=self.xp.int64)

    def shifted(self, matrix, by):
        return self.xp.roll(matrix, by, axis=0)

    def largest(self, matrix):
        return self.xp.abs(matrix).max(axis=1)

    def mean_log(self, counts, n):
        return float(self.xp.log(counts / n).mean())


def tensor_library():
    for make in (Torch, lambda: Arrays("cupy"), lambda: Arrays("numpy")):
        try:
            return make()
        except Exception as error:  # a partly installed library can raise any exception
            print(f"matrix_apen: {type(error).__name__}: {error}", file=sys.stderr)
    sys.exit("matrix_apen: none of PyTorch, CuPy and NumPy is installed")


def phi(library, series, m, r):
    n = len(series) - m + 1
    templates = library.matrix([series[i : i + m] for i in range(n)])
    counts = library.zeros(n)
    for shift in range(n):
        counts += library.largest(templates - library.shifted(templates, shift)) <= r
    return library.mean_log(counts, n)


def by_matrices(library, series, m, r):
    return abs(phi(library, series, m, r) - phi(library, series, m + 1, r))


def by_program(program, path, m, r, device):
    words = [program, "entropy", path, "--measure", "apen", "-m", str(m), "-r", repr(r), "--r-unit", "absolute"]
    words += ["--device", device, "-o", "-"]
    started = time.perf_counter()
    found = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    seconds = time.perf_counter() - started
    return float(next(csv.DictReader(io.StringIO(found)))["value"]), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default="biotropy")
    parser.add_argument("--samples", type=int, default=10000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--device", default="auto")
    options = parser.parse_args()
    if options.samples < 10 or options.rounds < 1:
        parser.error("at least 10 samples and 1 round")
    library = tensor_library()
    generator = random.Random(1)
    series = [generator.gauss(0.0, 1.0) for _ in range(options.samples)]
    m, r = 2, 0.2
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines(f"{value!r}\n" for value in series)
        file.flush()
        right, _ = by_program(options.program, file.name, m, r, options.device)
        found = by_matrices(library, series, m, r)
        if not math.isclose(found, right, rel_tol=1e-9, abs_tol=1e-12):
            sys.exit(f"matrix_apen: {library.name} finds {found!r}, biotropy {right!r}")
        ours, theirs = [], []
        for _ in range(options.rounds):
            ours.append(by_program(options.program, file.name, m, r, options.device)[1])
            started = time.perf_counter()
            by_matrices(library, series, m, r)
            theirs.append(time.perf_counter() - started)
    mine, other = statistics.median(ours), statistics.median(theirs)
    print(f"ApEn of {options.samples} samples, m = {m}, r = {r}: {right!r}, the same to 1e-9")
    print(f"{library.name}: {other:.3f} s")
    print(f"biotropy entropy, process and file included: {mine:.3f} s, {other / mine:.1f} times as fast")


if __name__ == "__main__":
    main()

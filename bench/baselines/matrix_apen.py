# SPDX-License-Identifier: Apache-2.0
"""Table 2 and figure 4 of Mullayanov et al.: ApEn over the length of a series, by matrices (section IV) and by plain loops of
Python, against `biotropy entropy`, whose value is compared before anything is timed.

By matrices, the templates are the rows of a matrix; it is shifted row by row, the largest difference of every row
(reduce-max) is held against r, and what passes is summed. It runs on the first tensor library that is installed, on its GPU
where it has one: PyTorch, CuPy, or else NumPy. On the processor times are those of the processor, on a GPU of the wall
clock; the program's time has its start and the file in it. The loop of the paper in C++ is in bench_papers. The paper does
not name its series; white noise with SD 2.2 has about its values.

Usage: matrix_apen.py [--program biotropy] [--samples N ...] [--full] [--rounds 3] [--device cpu]
"""

import argparse
import csv
import io
import math
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

M, R, SD = 2, 2.0, 2.2
SHORT = (1_000, 2_000, 3_000, 4_000, 5_000)
FULL = (*SHORT, 10_000, 15_000, 20_000, 25_000, 30_000, 40_000, 50_000, 60_000, 70_000, 80_000)
LONGEST_LOOP = 4_000  # as in the paper: a loop of Python takes minutes beyond
ENOUGH_SECONDS = 2.0  # a run of so long is not repeated


class Torch:
    def __init__(self):
        import torch

        self.torch = torch
        self.where = "cuda" if torch.cuda.is_available() else "cpu"
        self.on_gpu = self.where == "cuda"
        if not self.on_gpu:
            torch.set_num_threads(1)
        self.name = f"PyTorch {torch.__version__} on {torch.cuda.get_device_name() if self.on_gpu else 'one core'}"

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
        self.on_gpu = module == "cupy"
        self.name = f"{module} {self.xp.__version__} on {'a GPU' if self.on_gpu else 'one core'}"
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


def phi(library, series, m):
    n = len(series) - m + 1
    templates = library.matrix([series[i : i + m] for i in range(n)])
    counts = library.zeros(n)
    for shift in range(n):
        counts += library.largest(templates - library.shifted(templates, shift)) <= R
    return library.mean_log(counts, n)


def by_matrices(library, series):
    return abs(phi(library, series, M) - phi(library, series, M + 1))


def phi_by_loop(series, m):
    n = len(series) - m + 1
    total = 0.0
    for i in range(n):
        count = 0
        for j in range(n):
            if max(abs(series[i + k] - series[j + k]) for k in range(m)) <= R:
                count += 1
        total += math.log(count / n)
    return total / n


def by_loop(series):
    return abs(phi_by_loop(series, M) - phi_by_loop(series, M + 1))


def by_program(program, path, device):
    words = [program, "entropy", path, "--measure", "apen", "-m", str(M), "-r", repr(R), "--r-unit", "absolute"]
    words += ["--device", device, "-o", "-"]
    found = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    return float(next(csv.DictReader(io.StringIO(found)))["value"])


def processor_time():
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def timed(call, clock):
    started = clock()
    value = call()
    return value, clock() - started


def measure(options, library, n, path):
    """A row of the table: the value, and the median seconds of each program."""
    generator = random.Random(1)
    series = [generator.gauss(0.0, SD) for _ in range(n)]
    with open(path, "w") as file:
        file.writelines(f"{value!r}\n" for value in series)
    clock = processor_time if options.device == "cpu" else time.perf_counter
    calls = {
        library.name: (lambda: by_matrices(library, series), time.perf_counter if library.on_gpu else processor_time),
        "loops of Python": (lambda: by_loop(series), processor_time),
        "biotropy": (lambda: by_program(options.program, path, options.device), clock),
    }
    if n > LONGEST_LOOP:
        del calls["loops of Python"]
    right = by_program(options.program, path, options.device)
    seconds = {name: [] for name in calls}
    for _ in range(options.rounds):
        for name, (call, by) in calls.items():
            if seconds[name] and seconds[name][-1] > ENOUGH_SECONDS:
                continue
            value, took = timed(call, by)
            if not math.isclose(value, right, rel_tol=1e-9, abs_tol=1e-12):
                sys.exit(f"matrix_apen: {name} finds {value!r}, biotropy {right!r}")
            seconds[name].append(took)
    return right, {name: statistics.median(of_call) for name, of_call in seconds.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default="biotropy")
    parser.add_argument("--samples", type=int, nargs="+", default=SHORT)
    parser.add_argument("--full", action="store_true", help="the lengths of the paper, up to 80,000")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--device", default="cpu")
    options = parser.parse_args()
    lengths = FULL if options.full else options.samples
    if min(lengths) < 10 or options.rounds < 1:
        parser.error("at least 10 samples and 1 round")
    library = tensor_library()
    names = [library.name, "loops of Python", "biotropy"]
    print(f"ApEn, m = {M}, r = {R}: seconds, values compared to 1e-9")
    print(f"{'N':>8} {'ApEn':>8}" + "".join(f" {name:>28}" for name in names) + f" {'times as fast':>14}")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        for n in lengths:
            value, seconds = measure(options, library, n, file.name)
            cells = [f"{seconds[name]:.4f}" if name in seconds else "-" for name in names]
            ratio = seconds[library.name] / seconds["biotropy"]
            print(f"{n:>8} {value:>8.4f}" + "".join(f" {cell:>28}" for cell in cells) + f" {ratio:>14.1f}", flush=True)


if __name__ == "__main__":
    main()

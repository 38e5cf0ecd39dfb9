# SPDX-License-Identifier: CC0-1.0
"""The series of the suite. Each is given in a file; what made it is stated beside it.

The generator is s <- (1103515245 s + 12345) mod 2^31, x = s / 2^31, which is exact in double precision in any language.
Everything else is made of its values with single IEEE operations in the stated order, or is a recording.
"""

import math
import struct
from pathlib import Path

RECORDINGS = Path(__file__).parents[2] / "tests" / "data"


def portable(seed, n):
    values = []
    for _ in range(n):
        seed = (1103515245 * seed + 12345) % 2**31
        values.append(seed / 2**31)
    return values


def bell(seed, n):
    """The sum of twelve values of the generator less 6: nearly normal, and exact."""
    values = portable(seed, 12 * n)
    return [sum(values[12 * i : 12 * i + 12]) - 6 for i in range(n)]


def autoregressive(seed, n):
    values, last = [], 0.0
    for noise in bell(seed, n):
        last = 0.9 * last + noise
        values.append(last)
    return values


def steps(seed, n, levels):
    return [float(int(levels * value)) for value in portable(seed, n)]


def logistic(n):
    values = [0.3]
    while len(values) < n:
        values.append(3.99 * values[-1] * (1.0 - values[-1]))
    return values


def exact(n):
    """A series whose SD (dividing by n) is exactly 5, so that 0.2 SD is exactly 1, a distance that occurs."""
    block, strides = [10, 4, 2, 2, 1, -10, -4, -2, -2, -1], [1, 3, 7, 9]
    return [float(block[i % 10 * strides[i // 10 % 4] % 10]) for i in range(n)]


def with_gaps(values, places):
    return [math.nan if i in places else value for i, value in enumerate(values)]


def npy(path, columns, column, n):
    """One column of an NPY file of doubles in rows of `columns`."""
    raw = path.read_bytes()
    start = 10 + struct.unpack("<H", raw[8:10])[0]
    is_fortran = b"'fortran_order': True" in raw[:start]
    count = (len(raw) - start) // 8
    at = [column * (count // columns) + i if is_fortran else i * columns + column for i in range(n)]
    return [struct.unpack_from("<d", raw, start + 8 * k)[0] for k in at]


def made():
    """Name: (samples, what made them)."""
    u, v = portable(1, 1000), portable(2, 1000)
    lcg = "portable generator, seed {}"
    found = {
        "lcg1-1000": (u, lcg.format(1)),
        "lcg2-1000": (v, lcg.format(2)),
        "lcg7-1000": (portable(7, 1000), lcg.format(7)),
    }
    for seed in (1, 2, 3, 4):
        found[f"lcg{seed}-200"] = (portable(seed, 200), lcg.format(seed))
    for seed in (11, 12):
        found[f"bell{seed}-200"] = (bell(seed, 200), f"sums of 12 values less 6, seed {seed}")
        found[f"ar{seed}-200"] = (autoregressive(seed, 200), f"x = 0.9 x + noise from 0, noise as bell, seed {seed}")
    found |= {
        "steps21-200": (steps(21, 200, 4), "int(4 x) of seed 21: four values, many ties"),
        "steps22-200": (steps(22, 200, 4), "int(4 x) of seed 22: four values, many ties"),
        "beats-200": ([(96 + k) / 128 for k in steps(23, 200, 12)], "(96 + int(12 x)) / 128 of seed 23: heartbeats in 1/128 s"),
        "beats2-200": ([(96 + k) / 128 for k in steps(24, 200, 12)], "(96 + int(12 x)) / 128 of seed 24"),
        "tenths-200": ([k / 10 for k in steps(25, 200, 10)], "int(10 x) / 10 of seed 25: 0.1, 0.2, 0.3 as doubles"),
        "tenths2-200": ([k / 10 for k in steps(26, 200, 10)], "int(10 x) / 10 of seed 26"),
        "hundredths-150": ([k / 100 for k in steps(27, 150, 30)], "int(30 x) / 100 of seed 27"),
        "exact-100": (exact(100), "a pattern of ten integers whose SD (n) is 5"),
        "exact-200": (exact(200), "a pattern of ten integers whose SD (n) is 5"),
        "exact-200-back": (exact(200)[::-1], "exact-200 from its end"),
        "logistic-200": (logistic(200), "x = 3.99 x (1 - x) from 0.3, from left to right"),
        "ramp-12": ([float(i) for i in range(12)], "0 to 11"),
        "ramp-40": ([float(i) for i in range(40)], "0 to 39"),
        "constant-30": ([0.1] * 30, "0.1, thirty times"),
        "two-levels-40": ([0.1, 0.2] * 20, "0.1 and 0.2 in turn"),
        "period3-60": ([float(i % 3) for i in range(60)], "0, 1, 2, again and again"),
        "impulse-50": ([0.0] * 25 + [1.0] + [0.0] * 24, "zeros with a one in the middle"),
        "no-longer-match-12": ([0, 0, 50, 0, 0, 90, -60, 130, -110, 170, -160, 210.0], "matches at m = 2 that never continue"),
        "tiny-200": ([x * 1e-300 for x in portable(1, 200)], "seed 1 times 1e-300"),
        "subnormal-200": ([k * 5e-324 for k in steps(28, 200, 9)], "int(9 x) of seed 28 times 2^-1074"),
        "huge-200": ([(x - 0.5) * 2e300 for x in portable(3, 200)], "(x - 0.5) 2e300 of seed 3"),
        "huge2-200": ([(x - 0.5) * 2e300 for x in portable(4, 200)], "(x - 0.5) 2e300 of seed 4"),
        "offset9-200": ([1e9 + x for x in portable(1, 200)], "1e9 + x of seed 1"),
        "offset5-200": ([200000.0 + 6.0 * x for x in bell(13, 200)], "200000 + 6 x, x as bell of seed 13"),
        "offset5b-200": ([200000.0 + 6.0 * x for x in bell(14, 200)], "200000 + 6 x, x as bell of seed 14"),
        "mixed-scales-100": ([x * 10.0 ** (40 * (i % 3)) for i, x in enumerate(portable(5, 100))], "seed 5 times 1, 1e40, 1e80"),
        "gaps-200": (with_gaps(portable(1, 200), {17, 18, 60, 103, 150, 199}), "seed 1 with six missing samples"),
        "gaps2-200": (with_gaps(portable(2, 200), {0, 44, 45, 46, 120}), "seed 2 with five missing samples"),
        "gapped-ties-120": (with_gaps(steps(29, 120, 3), {7, 30, 31, 90}), "int(3 x) of seed 29 with four missing samples"),
        "missing-20": ([math.nan] * 20, "nothing but missing samples"),
        "minus-zero-40": ([-0.0 if i % 3 else 0.0 if i % 2 else 1.0 for i in range(40)], "0, -0 and 1"),
        "tau-comb-120": ([float(i % 5 == 0) + 0.001 * (i % 7) for i in range(120)], "a comb of period 5 and a small one of 7"),
    }
    for n in range(1, 7):
        found[f"short-{n}"] = (portable(6, n), f"seed 6, {n} samples")
    found |= published() | recordings()
    return {name: ([float(value) for value in values], origin) for name, (values, origin) in found.items()}


def published():
    from_tests = "of the unit tests of "
    return {
        "nolds-9": ([0.0, 1, 5, 4, 1, 0, 1, 5, 3], from_tests + "nolds"),
        "nolds-6": ([1.0, 2, 1, 2.4, 1, 4], from_tests + "nolds"),
        "mne-features-a": ([1.0, -1, 1, -1, 0, 1, -1, 1], from_tests + "mne-features"),
        "mne-features-b": ([0.0, 0, 2, -2, 0, -1, -1, 0], from_tests + "mne-features"),
        "mne-features-c": ([1.0, 1, -1, -1, 0, 1, 1, 0], from_tests + "mne-features"),
        "bandt-pompe-7": ([4.0, 7, 9, 10, 6, 11, 3], "the example of Bandt and Pompe 2002"),
        "cosine-100": ([math.cos(30.0 * k / 99) for k in range(100)], "cos(30 k / 99), as in the unit tests of pyEntropy"),
    }


def recordings():
    rest = [float(line) for line in (RECORDINGS / "heartbeat/rest_rri.txt").read_text().split()]
    rest_from = "RR intervals in ms, rest_rri.txt of rhenanbartels/hrv (BSD-3-Clause)"
    nn_from = "NN intervals in ms, SampleNNISeriesLong.npy of PGomes92/pyhrv (BSD-3-Clause)"
    artefacts = list(rest[300:500])
    for place, value in ((20, 210.0), (21, 1900.0), (77, 250.0), (78, 1700.0), (140, 1650.0)):
        artefacts[place] = value
    found = {
        "rr-rest-300": (rest[:300], rest_from + ", intervals 0 to 299"),
        "rr-rest-910": (rest[:910], rest_from),
        "rr-nn-300": (npy(RECORDINGS / "heartbeat/SampleNNISeriesLong.npy", 1, 0, 300), nn_from + ", intervals 0 to 299"),
        "rr-artefacts-200": (artefacts, rest_from + ", intervals 300 to 499, five of them replaced by artefacts"),
    }
    for channel in range(3):
        where = f"EEG, eeg_raw.npy of nbara/python-meegkit (BSD-3-Clause), channel {channel}, samples 0 to 299"
        found[f"eeg{channel}-300"] = (npy(RECORDINGS / "eeg/eeg_raw.npy", 8, channel, 300), where)
    return found

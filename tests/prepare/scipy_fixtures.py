# SPDX-License-Identifier: Apache-2.0
"""Writes scipy_fixtures.txt: results of SciPy's filters for a series that the tests rebuild bit for bit.

To write the file anew, in any folder:

    python3 -m venv /tmp/scipy && /tmp/scipy/bin/pip install 'scipy==1.17.1'
    /tmp/scipy/bin/python tests/prepare/scipy_fixtures.py > tests/prepare/scipy_fixtures.txt

Each line is `kind parameters... : values...`; filtered series hold only the samples that stored() names.
"""

import numpy as np
import scipy
from scipy import signal

INF = float("inf")


def series(n):
    """Noise on a random walk. All terms are multiples of 2^-32, so every sum is exact."""
    state, walk, values = 12345, 0.0, []
    for _ in range(n):
        state = (1664525 * state + 1013904223) % 2**32
        noise = state / 2**32 - 0.5
        walk += noise
        values.append(walk + 2.0 * noise)
    return np.array(values)


def stored(values):
    n = len(values)
    return [v for i, v in enumerate(values) if i < 16 or i >= n - 16 or i % 37 == 0]


def line(kind, parameters, values):
    print(kind, *(repr(float(p)) if isinstance(p, float) else p for p in parameters), ":",
          *(repr(float(v)) for v in np.ravel(values)))


def edges(low, high):
    if low == 0.0:
        return high, "lowpass"
    if high == INF:
        return low, "highpass"
    return [low, high], "bandpass"


def fir(x, taps):
    half = (len(taps) - 1) // 2
    left = 2 * x[0] - x[half:0:-1]
    right = 2 * x[-1] - x[-2:-half - 2:-1]
    return np.convolve(np.concatenate((left, x, right)), taps, "valid")


def band_fir(low, high, rate):
    """The filter of mne.filter.create_filter with its defaults, out of SciPy's low-passes."""
    parts = []
    if high != INF:
        transition = min(max(0.25 * high, 2.0), rate / 2 - high)
        parts.append((1, high + transition / 2, transition))
    if low != 0.0:
        transition = min(max(0.25 * low, 2.0), low)
        parts.append((-1, low - transition / 2, transition))
    lengths = [round(3.3 * rate / transition) | 1 for _, _, transition in parts]
    taps = np.zeros(max(lengths))
    if high == INF:
        taps[len(taps) // 2] = 1.0
    for (sign, cutoff, _), length in zip(parts, lengths):
        begin = (len(taps) - length) // 2
        taps[begin:begin + length] += sign * signal.firwin(length, cutoff, window="hamming", fs=rate)
    return taps


def recursive():
    x = series(600)
    cases = [
        (4, 0.5, 40.0, 169.5425), (4, 0.5, 40.0, 500.0), (4, 1.0, 45.0, 250.0), (1, 8.0, 13.0, 128.0),
        (2, 0.1, 0.4, 1.0), (3, 4.0, 8.0, 256.0), (3, 0.5, 60.0, 128.0), (5, 13.0, 30.0, 500.0), (8, 1.0, 80.0, 250.0),
        (4, 0.0, 40.0, 500.0), (6, 0.0, 0.05, 1.0), (6, 0.0, 0.25, 1.0), (1, 0.0, 30.0, 128.0), (7, 0.0, 30.0, 128.0),
        (20, 0.0, 100.0, 256.0), (4, 0.5, INF, 500.0), (4, 1.0, INF, 128.0), (3, 2.0, INF, 250.0), (1, 0.1, INF, 100.0),
        (2, 100.0, INF, 678.17),
    ]
    for order, low, high, rate in cases:
        band, kind = edges(low, high)
        sos = signal.butter(order, band, kind, fs=rate, output="sos")
        if (low, high, rate) != (0.1, 0.4, 1.0):  # symmetric: rounding decides which zeros go with which poles
            line("butterworth", (order, low, high, rate), sos[:, [0, 1, 2, 4, 5]])
        line("butterworth_zero_phase", (order, low, high, rate, len(x)), stored(signal.sosfiltfilt(sos, x)))
    sos = signal.butter(4, [0.5, 40.0], "bandpass", fs=500.0, output="sos")
    for n in (28, 29, 50):  # one more than the padding, and a little more
        line("butterworth_zero_phase", (4, 0.5, 40.0, 500.0, n), stored(signal.sosfiltfilt(sos, x[:n])))
    for order, ripple, low, high in ((8, 0.05, 0.0, 0.2), (5, 1.0, 0.0, 0.3), (4, 0.5, 0.1, 0.4), (3, 0.1, 0.5, INF)):
        band, kind = edges(low, high)
        sos = signal.cheby1(order, ripple, band, kind, fs=2.0, output="sos")
        line("chebyshev", (order, low, high, 2.0, ripple), sos[:, [0, 1, 2, 4, 5]])
    for frequency, quality, rate in ((50.0, 30.0, 500.0), (60.0, 30.0, 678.17), (50.0, 5.0, 128.0), (0.1, 30.0, 1.0)):
        b, a = signal.iirnotch(frequency, quality, fs=rate)
        line("notch", (frequency, quality, rate, len(x)), stored(signal.filtfilt(b, a, x)))


def finite():
    x = series(4000)
    cases = [
        (101, 8.0, 13.0, 128.0), (51, 0.0, 30.0, 128.0), (301, 1.0, INF, 250.0), (1651, 1.0, 40.0, 500.0),
        (3, 0.0, 0.2, 1.0), (1321, 0.5, 40.0, 169.5425),
    ]
    for taps, low, high, rate in cases:
        band, kind = edges(low, high)
        response = signal.firwin(taps, band, window="hamming", pass_zero=kind, fs=rate)
        line("firwin", (taps, low, high, rate), stored(response))
        line("fir_zero_phase", (taps, low, high, rate, len(x)), stored(fir(x, response)))
    for low, high, rate in ((1.0, 40.0, 250.0), (0.5, 40.0, 169.5425), (0.0, 40.0, 500.0), (4.0, INF, 128.0),
                            (8.0, 49.0, 100.0)):
        taps = band_fir(low, high, rate)
        line("band_fir", (low, high, rate, len(taps)), stored(taps))
        line("band_fir_zero_phase", (low, high, rate, len(x)), stored(fir(x, taps)))


def decimation():
    x = series(1500)
    for factor in (2, 3, 4, 5, 13):
        line("decimate", (factor, len(x)), stored(signal.decimate(x, factor)))
        line("decimate_fir", (factor, len(x)), stored(signal.decimate(x, factor, ftype="fir")))
    line("decimate", (4, 1498), stored(signal.decimate(x[:1498], 4)))


print(f"# SciPy {scipy.__version__}; written by scipy_fixtures.py, which says how to write it anew.")
recursive()
finite()
decimation()

# SPDX-License-Identifier: Apache-2.0
"""The picture of the README, from recordings in tests/data: run in the folder of the sources.

Usage: picture.py [FILE]     (docs/_static/picture.png)
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

import biotropy
from biotropy import plot

WINDOW, STEP = 1000, 50  # beats
SCALES = np.arange(1, 21)


def main(path):
    beats = biotropy.read_rr("tests/data/heartbeat/nsr001.ecg", ectopic="median")
    rr = beats.rr[np.isfinite(beats.rr)]
    eeg = biotropy.read_signals("tests/data/eeg/eeg_raw.npy", rate=250)
    figure, (day, scales, matrix) = plt.subplots(
        1, 3, figsize=(11, 2.8), width_ratios=[4, 3, 2.6], layout="constrained"
    )

    # One r for the whole day: 0.2 SD of a quiet hour is about one step of the clock, and rounds up or down with it.
    values = biotropy.sliding_entropy(rr, "sampen", window=WINDOW, step=STEP, r=0.2 * rr.std(), r_unit="absolute")
    plot.time_course(values, np.cumsum(rr)[: rr.size - WINDOW + 1 : STEP], label="SampEn (nat)", ax=day)
    day.set_title("22 hours of heartbeats, over time", fontsize=10)

    shuffled = biotropy.surrogates(rr, 10, kind="shuffle", seed=1)
    plot.curves(
        {
            "heartbeats": biotropy.multiscale_entropy(rr, scales=SCALES),
            "shuffled": biotropy.multiscale_entropy(shuffled, scales=SCALES),
        },
        label="SampEn (nat)",
        ax=scales,
    )
    scales.set_title("and over scales, beside chance", fontsize=10)

    names = [str(name) for name in eeg.channel.values]
    epochs = eeg.values[:, : 14 * 1024].reshape(8, 14, 1024).swapaxes(0, 1)
    mean = biotropy.pairwise(epochs, m=1, average=True, output="xarray", ch_names=names)
    plot.matrix(mean, diagonal=False, label="Cross-ApEn (nat)", ax=matrix)
    matrix.set_title("eight channels of EEG", fontsize=10)
    figure.savefig(path, dpi=100)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "docs/_static/picture.png")

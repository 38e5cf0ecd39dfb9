# SPDX-License-Identifier: Apache-2.0
"""Prints the mean Cross-ApEn of each group of a study: over all pairs of different channels of its recordings.

Usage: group_means.py MEANS.csv PARTICIPANTS.tsv
The first file comes from `biotropy cross ... --mean-only -o MEANS.csv`, the second from `biotropy simulate cohort`.
"""

import csv
import sys
from collections import defaultdict
from pathlib import Path
from statistics import mean, stdev


def recording_means(path):
    """File name of a recording to its mean over pairs of different channels."""
    values = defaultdict(list)
    with open(path, newline="") as table:
        for row in csv.DictReader(table):
            if row["channel"] != row["partner"] and row["value"] not in ("", "NaN"):
                values[Path(row["file"]).name].append(float(row["value"]))
    return {name: mean(of_recording) for name, of_recording in values.items()}


def main(means_path, participants_path):
    means = recording_means(means_path)
    groups = defaultdict(list)
    with open(participants_path, newline="") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            groups[row["group"]].append(means[row["file"]])
    print("   group      recordings   mean Cross-ApEn       SD")
    for group, of_group in groups.items():
        spread = f"{stdev(of_group):8.4f}" if len(of_group) > 1 else f"{'-':>8}"
        print(f"   {group:10} {len(of_group):10}   {mean(of_group):15.4f} {spread}")


if __name__ == "__main__":
    main(*sys.argv[1:])

# SPDX-License-Identifier: Apache-2.0
"""Writes what the benchmarks measured in one run into a page, between two marks: every case beside its baseline.

Usage: table.py FOLDER PAGE.md
FOLDER holds what bench_NAME printed, as NAME.txt; programs that were not run have no table.
"""

import datetime
import os
import re
import subprocess
import sys
from pathlib import Path

BEGIN, END = "<!-- made by make bench -->", "<!-- end of bench -->"
HEADINGS = {
    "pairwise": "A pair of channels, 1024 samples each, in a matrix of 148",
    "windows": "A sample pushed into a sliding window",
    "surrogates": "A matrix and a surrogate of it",
    "groups": "An arrangement of the labels at one entry of a study",
    "long_series": "A long series",
}


def shown(seconds):
    for unit, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "us")):
        if seconds >= unit:
            break
    else:
        unit, name = 1e-9, "ns"
    return f"{seconds / unit:.3g} {name}" if seconds < 1000 else f"{seconds:,.0f} s"


def times(ratio):
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"


def rows_of_ratios(lines):
    """The table of ratio_report.cpp, whose medians, of both clocks, stand above it."""
    medians = {}
    for line in lines:
        if found := re.fullmatch(r"(.+?) {2,}(.+?) +(processor|wall) +([\d.]+) +([\d.]+|-)(?:  MISSED)?", line):
            case, baseline, clock, ratio, wanted = found.groups()
            yield case, medians[case][clock], baseline, medians[baseline][clock], clock, float(ratio), wanted
        elif found := re.fullmatch(r"(.+?) +([\d.]+) +([\d.]+)", line):
            medians[found[1]] = {"wall": float(found[2]) * 1e-6, "processor": float(found[3]) * 1e-6}


def rows_of_sections(lines):
    """The sections of bench_long_series with a baseline in their first row."""
    title, baseline = None, None
    for line in lines:
        found = re.fullmatch(r"(.+?) +([\d.]+) +([\d.]+)(?:  \(.*\))?", line)
        if not found:
            title, baseline = (line if "N = " in line else title), None if not line.strip() else baseline
            continue
        name, seconds, ratio = found[1], float(found[2]) * 1e-3, float(found[3])
        if baseline is None:
            baseline = name, seconds
        elif name == "biotropy" and title:
            yield title, seconds, *baseline, "processor", ratio, "-"


def table(folder):
    for name, heading in HEADINGS.items():
        if not (folder / f"{name}.txt").exists():
            continue
        lines = (folder / f"{name}.txt").read_text().splitlines()
        yield from ("", f"{heading} (`bench_{name}`):", "")
        yield "| case | | baseline | | clock | times as fast | wanted |"
        yield "|---|---:|---|---:|---|---:|---:|"
        rows = rows_of_sections(lines) if name == "long_series" else rows_of_ratios(lines)
        for case, seconds, baseline, of_baseline, clock, ratio, wanted in rows:
            bold = "**" if wanted != "-" and ratio >= float(wanted) else ""
            wanted = "" if wanted == "-" else times(float(wanted))
            yield (f"| {case} | {shown(seconds)} | {baseline} | {shown(of_baseline)} | {clock} "
                   f"| {bold}{times(ratio)}{bold} | {wanted} |")


def measured():
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    model = next((line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), "unknown")
    load = os.getloadavg()[0]
    return (f"Run on {datetime.date.today()}, commit {commit}, on {os.cpu_count()} processors ({model}); "
            f"load at the end {load:.1f}.")


def main():
    folder, page = Path(sys.argv[1]), Path(sys.argv[2])
    before, rest = page.read_text().split(BEGIN)
    page.write_text("\n".join([before + BEGIN, "", measured(), *table(folder), "", END + rest.split(END)[1]]))


if __name__ == "__main__":
    sys.exit(main())

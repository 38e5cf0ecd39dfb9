# SPDX-License-Identifier: Apache-2.0
"""Writes what the benchmarks measured in one run into a page: every case beside its baseline, or what was printed.

Usage: table.py FOLDER PAGE.md [memory]
FOLDER holds what the benchmark NAME printed, as NAME.txt. With `memory` only the table of memory is written.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "docs"))
import made_part  # noqa: E402

TABLES = ("pairwise", "windows", "surrogates", "groups", "long_series")
# What is measured, and by which program; its part is a table, or what it printed.
PARTS = {
    "pairwise": ("A pair of channels, 1024 samples each, in a matrix of 148", "bench_pairwise"),
    "windows": ("A sample pushed into a sliding window", "bench_windows"),
    "surrogates": ("A matrix and a surrogate of it", "bench_surrogates"),
    "groups": ("An arrangement of the labels at one entry of a study", "bench_groups"),
    "long_series": ("A long series", "bench_long_series"),
    "figures": ("Figures 2 to 7 of Dong et al. 2021", "bench_long_series --full --rounds=1 --only=figures"),
    "sicamm": ("The classification of Garcia-Molla et al. 2019, and single samples", "bench_sicamm"),
    "calls": ("Calls from Python, in microseconds", "python/bench/calls.py"),
    "r_calls": ("Calls from R, in microseconds", "bench/r_calls.R"),
    "r_sampen": ("SampEn from R beside other programs", "bench/r_sampen.R"),
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
        elif found := re.fullmatch(r"(.+?) +([\d.]+) +([\d.]+) +-?[\d.]+", line):
            medians[found[1]] = {"wall": float(found[2]) * 1e-6, "processor": float(found[3]) * 1e-6}


def rows_of_sections(lines):
    """The sections of bench_long_series with a baseline in their first row."""
    title, baseline = None, None
    for line in lines:
        found = re.fullmatch(r"(.+?) +([\d.]+) +([\d.]+) +-?[\d.]+(?:  \((?:wanted: ([\d.]+)|.*)\))?", line)
        if not found:
            title, baseline = (line if "N = " in line else title), None if not line.strip() else baseline
            continue
        name, seconds, ratio = found[1], float(found[2]) * 1e-3, float(found[3])
        if baseline is None:
            baseline = name, seconds
        elif name == "biotropy" and title:
            yield title, seconds, *baseline, "processor", ratio, found[4] or "-"


def memory(folder):
    """The most memory that every case takes beyond its input."""
    yield from ("| benchmark | case | MB |", "|---|---|---:|")
    for name in TABLES:
        title, rows = "", []
        for line in (folder / f"{name}.txt").read_text().splitlines():
            title = f"{line}: " if "N = " in line else title
            if found := re.fullmatch(r"(\S.*?) +[\d.]+ +[\d.]+ +(-?[\d.]+)(?:  \(.*\))?", line):
                rows.append(f"| `bench_{name}` | {title}{found[1]} | {max(0.0, float(found[2])):.3g} |")
        yield from sorted(rows)  # as the cases run in random order


def table(name, lines):
    yield "| case | | baseline | | clock | times as fast | wanted |"
    yield "|---|---:|---|---:|---|---:|---:|"
    rows = rows_of_sections(lines) if name == "long_series" else rows_of_ratios(lines)
    for case, seconds, baseline, of_baseline, clock, ratio, wanted in rows:
        bold = "**" if wanted != "-" and ratio >= float(wanted) else ""
        wanted = "" if wanted == "-" else times(float(wanted))
        yield (f"| {case} | {shown(seconds)} | {baseline} | {shown(of_baseline)} | {clock} "
               f"| {bold}{times(ratio)}{bold} | {wanted} |")


def growth(lines):
    """What bench_long_series printed of growth, which has no baseline."""
    begin = next(k for k, line in enumerate(lines) if line.startswith("Growth"))
    end = next(k for k, line in enumerate(lines) if k > begin and line and not line.startswith(("Growth", " ")))
    return [line for line in lines[begin:end] if line]


def parts(folder):
    for name, (heading, program) in PARTS.items():
        lines = (folder / f"{name}.txt").read_text().splitlines()
        yield from ("", f"{heading} (`{program}`):", "")
        if name in TABLES:
            yield from table(name, lines)
        if name == "long_series":
            lines = growth(lines)
            yield ""
        if name not in TABLES or name == "long_series":
            yield from ("```text", *"\n".join(lines).strip("\n").split("\n"), "```")


def main():
    folder, page, *only = sys.argv[1:]
    if not only:
        made_part.write(page, "bench", [f"{made_part.measured()}.", *parts(Path(folder))])
    made_part.write(page, "bench-memory", [f"{made_part.measured()}.", "", *memory(Path(folder))])


if __name__ == "__main__":
    sys.exit(main())

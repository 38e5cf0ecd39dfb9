# SPDX-License-Identifier: CC0-1.0
"""mse of PhysioNet (Costa 2004): SampEn over scales with a tolerance in SD, in three decimals. In the place of an infinite value
it has ln(n (n - 1))."""

from .peers import in_base, need
from .physionet import answers_of, need_plain, source

FILE = "mse.c"
HALF_OF_LAST = 0.5e-3


def name():
    lines = source(FILE).read_text().splitlines()
    revision = next(line for line in lines if "Last revised" in line)
    return f"PhysioNet mse of {' '.join(revision.split()[2:5])}"


def scales_of(case):
    return case["parameters"].get("scales", [1])


def arguments(case):
    need_plain(case)
    p = case["parameters"]
    need(p["r_unit"] == "sd", "a tolerance that is not in SD")
    need(p.get("method", "mse") == "mse", "the method of scales")
    need(p.get("grain", "mean") == "mean", "variances of windows")
    need(p.get("tolerance_of", "original") == "original", "a tolerance of each scale")
    need(p["m"] < 10, "m of 10 or more")
    need(p["r"] > 0, "r = 0")
    m, r = str(p["m"]), p["r"].hex()
    return ["-n", str(max(scales_of(case))), "-m", m, "-M", m, "-r", r, "-R", r]


def values(printed, case):
    """A line for each scale: its number and the value."""
    rows = [line.split() for line in printed.strip().split("\n")]
    by_scale = {int(row[0]): float(row[1]) for row in rows if len(row) == 2}
    p = case["parameters"]
    return [in_base(by_scale[scale], p) for scale in scales_of(case)], in_base(HALF_OF_LAST, p)


def answers(cases, series):
    return answers_of(FILE, cases, arguments, values)

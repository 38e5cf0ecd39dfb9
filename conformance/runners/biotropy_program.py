# SPDX-License-Identifier: CC0-1.0
"""Biotropy through its program: values and counts as CSV. Cases with the same options are measured in one call."""

import csv
import io
import os
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .calls import options
from .suite import HERE, Answer, not_offered

PROGRAM = os.environ.get("BIOTROPY_PROGRAM", "biotropy")
NUMBERS = {"NaN": "nan", "Inf": "inf", "-Inf": "-inf"}
COUNTS = {"matches_m": int, "matches_m1": int, "templates": int, "patterns": int, "membership_m": float, "membership_m1": float}


def version():
    return subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]


def name():
    return f"Biotropy {version()} (program)"


def labels(case):
    return [f"c{k}" for k in range(len(case["series"]))]


def command(case):
    """The program's arguments for a case, without the file."""
    p = options(case)
    is_curve = "scales" in p
    which = "cross" if case["measure"].startswith("cross-") else "multiscale" if is_curve else "entropy"
    arguments = [which, "--measure", case["measure"], "--output", "-", "--quiet"]
    for option, value in p.pop("rr", {}).items():
        if option != "ectopic_change" or case["parameters"]["rr"]["ectopic"] != "none":
            arguments += [f"--rr-{option.replace('_', '-')}", str(value)]
    if "rr" in case["parameters"]:
        arguments += ["--rr", "--rr-input-unit", "ms", "--rr-values", "intervals", "--rr-first", "interval"]
    if len(case["series"]) > 1:  # a column that rises evenly would be taken for the time
        arguments += ["--columns", ",".join(labels(case))]
    if "epoch_length" in p:
        arguments += ["--epoch", str(p.pop("epoch_length"))]
    if len(p.get("scales", [])) == 1:  # a single number is the largest of those from 1 on
        p["scales"] = "{0}-{0}".format(*p["scales"])
    for option, value in p.items():
        dashed = option.replace("_", "-")
        if isinstance(value, bool):
            arguments.append(f"--{'' if value else 'no-'}{dashed}")
        else:
            text = ",".join(map(str, value)) if isinstance(value, list) else repr(value) if isinstance(value, float) else str(value)
            arguments += [f"-{dashed}" if len(dashed) == 1 else f"--{dashed}", text]
    return tuple(arguments)


def file_of(case, series, folder):
    """The file of a series, or one made of several."""
    if len(case["series"]) == 1:
        return str(HERE / "series" / f"{case['series'][0]}.txt")
    path = folder / ("+".join(case["series"]) + ".csv")
    rows = zip(*(series[name] for name in case["series"]), strict=False)
    path.write_text("\n".join([",".join(labels(case)), *(",".join(map(repr, row)) for row in rows)]).replace("nan", "NaN") + "\n")
    return str(path)


def answer_of(rows, case):
    """The answer in the lines of one file."""
    if case["measure"].startswith("cross-"):
        rows = [row for row in rows if (row["channel"], row["partner"]) == ("c0", "c1")]
    if "samples equal" in rows[0]["reason"] and "undefined" not in case["expected"]:
        return not_offered("constant channels, which are rejected before anything is measured")
    values = tuple(float(NUMBERS.get(row["value"], row["value"])) for row in rows)
    counts = [{key: kind(row[key]) for key, kind in COUNTS.items() if row.get(key)} for row in rows]
    for one in counts:
        if "templates" in one:
            one["templates_m"] = one.pop("templates")
    is_plain = "scales" not in case["parameters"] and "epoch_length" not in case["parameters"]
    return Answer(values, tuple(counts) if is_plain and not case["measure"].startswith("mv") else ())


def measured(arguments, files):
    """The lines of the table for each file; None where the program refused all of them."""
    done = subprocess.run([PROGRAM, *arguments, *files], capture_output=True, text=True)
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    by_file = {file: [row for row in rows if row["file"] == file] for file in files}
    return {file: of if of else done.stderr.strip().split("\n")[-1] for file, of in by_file.items()}


def answers(cases, series):
    calls = {}
    with tempfile.TemporaryDirectory() as made:
        files = [file_of(case, series, Path(made)) for case in cases]
        for case, file in zip(cases, files):
            calls.setdefault(command(case), []).append(file)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            tables = dict(zip(calls, pool.map(lambda call: measured(call[0], list(dict.fromkeys(call[1]))), calls.items())))
    found = []
    for case, file in zip(cases, files):
        rows = tables[command(case)][file]
        found.append(Answer(refused=rows or "no output") if isinstance(rows, str) else answer_of(rows, case))
    return found

# SPDX-License-Identifier: CC0-1.0
"""pracma of R: SampEn and ApEn with a tolerance in the unit of the samples. Its delay thins the series first."""

import math
import subprocess
import tempfile
from pathlib import Path

from .peers import in_base
from .suite import HERE, Answer, expected, not_offered

FUNCTIONS = {"sampen": "sample_entropy", "apen": "approx_entropy"}
CALLS = """
suppressPackageStartupMessages(library(pracma))
calls <- read.table(commandArgs(TRUE)[1], stringsAsFactors = FALSE)
for (k in seq_len(nrow(calls))) {
  x <- scan(calls[k, 4], quiet = TRUE)
  value <- tryCatch(as.numeric(get(calls[k, 1])(x, calls[k, 2], as.numeric(calls[k, 3]), 1))[1],
                    error = function(problem) "error")
  cat(format(value, digits = 17), "\\n")
}
"""


def in_r(script, *arguments):
    try:
        done = subprocess.run(["Rscript", "--vanilla", "-e", script, *arguments], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as problem:
        raise ImportError(f"R or its package pracma is not there: {problem}") from None
    return done.stdout


def name():
    return "pracma " + in_r('cat(as.character(packageVersion("pracma")))')


def lacking(case):
    """What pracma has no argument for; empty where it has all."""
    p = case["parameters"]
    if case["measure"] not in FUNCTIONS or "scales" in p:
        return "the measure over scales" if "scales" in p else "the measure"
    lacks = {
        "RR intervals": "rr" in p,
        "pooled epochs": "epoch_length" in p,
        "missing samples": p["missing"] != "raise",
        "a delay, as its own thins the series": p["tau"] != 1,
        "a Theiler window": p["theiler"] > 0,
        "a tolerance in SD where there is none": "undefined" in case["expected"],
    }
    return next((reason for reason, is_lacking in lacks.items() if is_lacking), "")


def answers(cases, series):
    offered = [case for case in cases if not lacking(case)]
    lines = [
        f"{FUNCTIONS[case['measure']]} {case['parameters']['m']} {expected(case)[0]['applied_r'].hex()} "
        f"{HERE / 'series' / case['series'][0]}.txt"
        for case in offered
    ]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "calls").write_text("\n".join(lines) + "\n")
        values = in_r(CALLS, str(Path(folder) / "calls")).split()
    found = {}
    for case, value in zip(offered, values, strict=True):
        number = math.nan if value in ("NA", "NaN") else math.inf * (-1 if value[0] == "-" else 1) if "Inf" in value else value
        found[case["id"]] = (
            Answer(refused="an error of R") if value == "error" else Answer((in_base(float(number), case["parameters"]),))
        )
    return [found[case["id"]] if case["id"] in found else not_offered(lacking(case)) for case in cases]

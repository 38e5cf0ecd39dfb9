# SPDX-License-Identifier: CC0-1.0
"""pracma of R: SampEn and ApEn with a tolerance in the unit of the samples. Its delay thins the series first."""

import math
import subprocess
import tempfile
from pathlib import Path

from .peers import in_base
from .suite import HERE, NOT_OFFERED, Answer, expected

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


def is_offered(case):
    p = case["parameters"]
    plain = not {"scales", "rr", "epoch_length"} & p.keys() and p["missing"] == "raise" and p["tau"] == 1
    return plain and case["measure"] in FUNCTIONS and p["theiler"] <= 0 and "undefined" not in case["expected"]


def answers(cases, series):
    offered = [case for case in cases if is_offered(case)]
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
    return [found.get(case["id"], NOT_OFFERED) for case in cases]

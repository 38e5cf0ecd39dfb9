# SPDX-License-Identifier: CC0-1.0
"""Biotropy through its R package, which R has to find (R_LIBS)."""

import subprocess
from pathlib import Path

from .calls import asked

SCRIPT = Path(__file__).with_name("answer_cases.R")
R = ["Rscript", "--vanilla"]


def name():
    try:
        version = [*R, "-e", "cat(as.character(packageVersion('biotropy')))"]
        found = subprocess.run(version, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as problem:
        raise ImportError(f"R or its package biotropy is not there: {problem}") from None
    return f"Biotropy {found.stdout} (R)"


def answers(cases, series):
    return asked(lambda *files: [*R, str(SCRIPT), *files], cases, series)

# SPDX-License-Identifier: CC0-1.0
"""Biotropy through its functions for MATLAB, in Octave. BIOTROPY_GATEWAY names the folder of the compiled gateway."""

import os
import subprocess
from pathlib import Path

from .calls import asked
from .suite import HERE

FOLDERS = (HERE.parent / "matlab", Path(__file__).parent)


def command(*arguments):
    if "BIOTROPY_GATEWAY" not in os.environ:
        raise ImportError("BIOTROPY_GATEWAY does not name the folder of the compiled gateway")
    paths = [word for folder in (*FOLDERS, os.environ["BIOTROPY_GATEWAY"]) for word in ("--path", str(folder))]
    return ["octave-cli", "--quiet", "--norc", "--no-history", *paths, *arguments]


def name():
    try:
        found = subprocess.run(command("--eval", "printf('%s', biotropy.version())"), capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as problem:
        raise ImportError(f"Octave or the gateway is not there: {problem}") from None
    return f"Biotropy {found.stdout} (Octave)"


def answers(cases, series):
    return asked(lambda requests, answers: command("--eval", f"answer_cases('{requests}', '{answers}')"), cases, series)

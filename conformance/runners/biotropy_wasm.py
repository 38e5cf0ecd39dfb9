# SPDX-License-Identifier: CC0-1.0
"""Biotropy compiled for browsers, in Node. BIOTROPY_PAGE names the folder in which it was built."""

import os
import subprocess
from pathlib import Path

from .calls import asked
from .suite import HERE


def command(*arguments):
    if "BIOTROPY_PAGE" not in os.environ:
        raise ImportError("BIOTROPY_PAGE does not name the folder of the compiled library")
    compiled, binding = Path(os.environ["BIOTROPY_PAGE"]).resolve() / "biotropy.js", HERE.parent / "page" / "library.js"
    return ["node", str(Path(__file__).with_name("answer_cases.js")), str(compiled), str(binding), *arguments]


def name():
    done = subprocess.run(command("--version"), capture_output=True, text=True, check=True)
    return f"Biotropy {done.stdout.strip()} (WebAssembly)"


def answers(cases, series):
    return asked(command, cases, series)

# SPDX-License-Identifier: CC0-1.0
"""What the runners of PhysioNet's C programs share: they are compiled from the folder that PHYSIONET names, and say their values
in a few decimals, at which they are compared."""

import os
import subprocess
import tempfile
from pathlib import Path

from .peers import NotOffered, need
from .suite import HERE, Answer, not_offered


def source(file):
    path = Path(os.environ.get("PHYSIONET", "")) / file
    if "PHYSIONET" not in os.environ or not path.exists():
        raise ImportError(f"PHYSIONET names no folder with {file}")
    return path


def need_plain(case):
    p = case["parameters"]
    need(case["measure"] == "sampen", "the measure")
    need("rr" not in p, "RR intervals")
    need("epoch_length" not in p, "pooled epochs")
    need(p["missing"] == "raise", "missing samples")
    need(p["tau"] == 1, "a delay")
    need(p["theiler"] <= 0, "a Theiler window")


def answers_of(file, cases, arguments, values):
    """@param arguments of the program, by a function of the case. @param values of what it printed, and their precision, by a
    function of the text and the case."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "program")
        subprocess.run(["cc", "-std=gnu89", "-w", "-O", "-o", program, str(source(file)), "-lm"], check=True)
        for case in cases:
            try:
                words = arguments(case)
            except NotOffered as lacking:
                found.append(not_offered(str(lacking)))
                continue
            with (HERE / "series" / f"{case['series'][0]}.txt").open() as samples:
                done = subprocess.run([program, *words], stdin=samples, capture_output=True, text=True, timeout=60)
            if done.returncode != 0:
                found.append(Answer(refused=done.stderr.strip().split("\n")[0] or f"exit status {done.returncode}"))
                continue
            numbers, precision = values(done.stdout, case)
            found.append(Answer(tuple(numbers), precision=precision))
    return found

# SPDX-License-Identifier: CC0-1.0
"""What the runners of one library in several languages share: which parameters of a case are given, and a program that answers
a file of requests.

A request is a line of JSON: the measure, the files of its series (doubles of the machine), the options, those that are real
numbers as decimal and hexadecimal texts (some languages read one of them exactly, some the other), the scales, the length of
an epoch, and the rules for RR intervals. An answer is a line of JSON: values and counts as texts or numbers, or `refused`, or
`not_offered`.
"""

import array
import json
import subprocess
import tempfile
from pathlib import Path

from .suite import Answer, not_offered

OF_SCALES = ("scales", "method", "grain", "tolerance_of")
APART = ("rr", "epoch_length", "scales")
NUMBERS = {"NA": "nan"}
SECONDS = 1200


def without_unused(p):
    """The parameters without m and tau of each channel where all have the same, or without those of all."""
    unused = ("m", "tau") if p.get("channel_m") else ("channel_m", "channel_tau")
    return {name: value for name, value in p.items() if name not in unused}


def options(case):
    """All parameters, or what a convention leaves to be said."""
    p = without_unused(case["parameters"])
    if "convention" in case:
        kept = {key: p[key] for key in ("m", *case["given"], *OF_SCALES) if key in p}
        return kept | {"convention": case["convention"]}
    return p


def request(case, folder):
    given = options(case)
    one = {"measure": case["measure"], "series": [str(folder / f"{name}.bin") for name in case["series"]]}
    one |= {name: given.pop(name) for name in APART if name in given}
    reals = {name: [repr(value), value.hex()] for name, value in given.items() if isinstance(value, float)}
    return one | {"options": {name: value for name, value in given.items() if name not in reals}, "reals": reals}


def number(value):
    return float(NUMBERS.get(value, value))


def counts_of(found):
    """Counts as integers; sums and tolerances as they are."""
    return {name: value if name in ("r", "membership_m", "membership_m1") else round(value)
            for name, value in ((name, number(value)) for name, value in found.items())}  # fmt: skip


def answer_of(line):
    found = json.loads(line)
    if "refused" in found:
        return Answer(refused=found["refused"] or "refused")
    if "not_offered" in found:
        return not_offered(found["not_offered"])
    return Answer(tuple(map(number, found["values"])), (counts_of(found["counts"]),) if found.get("counts") else ())


def asked(command, cases, series):
    """The answers of a program to all cases. @param command its words, by a function of the files of requests and answers."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for name, samples in series.items():
            (folder / f"{name}.bin").write_bytes(array.array("d", samples).tobytes())
        requests, answers = folder / "requests", folder / "answers"
        requests.write_text("".join(json.dumps(request(case, folder)) + "\n" for case in cases))
        words = command(str(requests), str(answers))
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=SECONDS,
                              stdin=subprocess.DEVNULL)  # fmt: skip
        if done.returncode != 0:
            raise RuntimeError(f"{words[0]} ended with {done.returncode}: {done.stdout[-2000:]}")
        return [answer_of(line) for line in answers.read_text().splitlines()]

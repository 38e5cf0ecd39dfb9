# SPDX-License-Identifier: CC0-1.0
"""sampen of PhysioNet (Lake, Moody 2004): SampEn with a tolerance in the unit of the samples, in six decimals."""

from .peers import in_base, need
from .physionet import answers_of, need_plain, source
from .suite import expected

FILE = "sampen.c"
HALF_OF_LAST = 0.5e-6


def name():
    lines = source(FILE).read_text().splitlines()
    revision = next(line for line in lines if "Last revised" in line)
    return f"PhysioNet sampen {revision.split()[-1]}"


def arguments(case):
    need_plain(case)
    need("scales" not in case["parameters"], "the measure over scales")
    need("undefined" not in case["expected"], "a tolerance in SD where there is none")
    return ["-m", str(case["parameters"]["m"]), "-r", expected(case)[0]["applied_r"].hex()]


def values(printed, case):
    """The last line has the largest m: SampEn(2,0.2,100) = 1.234567, or No matches! SampEn((2,0.2,100) = Inf!"""
    nats = float(printed.strip().split("\n")[-1].split("=")[1].strip(" !\n"))
    return [in_base(nats, case["parameters"])], in_base(HALF_OF_LAST, case["parameters"])


def answers(cases, series):
    return answers_of(FILE, cases, arguments, values)

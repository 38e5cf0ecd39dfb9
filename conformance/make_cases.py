# SPDX-License-Identifier: CC0-1.0
"""Makes the series and cases of the suite, and the list of checksums. Needs Python 3.11 and a C compiler, nothing else.

Usage: make_cases.py [GROUP ...]
A case that the two programs do not agree on is not written; its name and the reason are printed.
"""

import math
import sys
from pathlib import Path

from checksums import write_checksums
from equations.scales import is_exact
from generate import (
    of_beats,
    of_channels,
    of_conventions,
    of_degrees,
    of_one_series,
    of_orders,
    of_papers,
    of_scales,
    of_two_series,
)
from generate.mistakes import wrong_answers
from generate.parameters import conventional, usual
from generate.programs import Disagreement, Loops, agreed
from generate.series import made
from generate.writing import case, text

HERE = Path(__file__).parent
GROUPS = {
    "one-series": of_one_series,
    "two-series": of_two_series,
    "degrees": of_degrees,
    "orders": of_orders,
    "channels": of_channels,
    "scales": of_scales,
    "beats": of_beats,
    "conventions": of_conventions,
    "papers": of_papers,
}


def parameters(spec):
    measure = spec["measure"]
    chosen = usual(measure)
    if "convention" in spec:
        chosen |= conventional(spec["convention"], measure, spec["set"].get("m", chosen["m"]))
    unknown = spec["set"].keys() - chosen.keys() - {"scales", "method", "grain", "tolerance_of", "epoch_length", "pool_epochs", "rr"}
    assert not unknown, (spec["title"], unknown)
    return chosen | spec["set"]


def counts_are_exact(series, p, names):
    """Whether r and the compared samples have one value in every correct program, so that even r itself can be tested."""
    of_samples = p.get("r_unit") == "absolute" or p.get("r") == 0.0
    whole_sd = names[0].startswith("exact") and p.get("ddof") == 0 and p.get("r_unit") == "sd" and len(names) == 1
    if p["measure"].startswith(("cross", "mv")) and p.get("r_unit") != "absolute":
        return False
    if "scales" in p:
        return of_samples and p["grain"] == "mean" and all(is_exact(x, scale) for x in series for scale in p["scales"])
    return of_samples or whole_sd


def require_published(spec, found):
    source = spec.get("source")
    if source is None:
        return
    wanted = source["value"] if isinstance(source["value"], list) else [source["value"]]
    values = [one["value"] for one in found.get("scales", [found])]
    if any(abs(a - b) > source["within"] for a, b in zip(values, wanted, strict=True)):
        raise Disagreement(f"published is {wanted}, found {values}")


def numbers(found):
    return None if "undefined" in found else [one["value"] for one in found.get("scales", [found])]


def made_case(loops, identity, spec, samples):
    series, p = [samples[name] for name in spec["series"]], parameters(spec)
    found = agreed(loops, series, p, counts_are_exact(series, p, spec["series"]))
    require_published(spec, found)

    def ask(other, changed):  # wrong answers are those of the program in C alone
        answers = loops.ask(other, changed)
        return None if any("problem" in one for one in answers) else [float(one["value"]) for one in answers]

    right = numbers(found)
    wrong = [] if right is None else wrong_answers(ask, series, p, right)
    return case(identity, spec, p, found, wrong)


def write_series(samples):
    folder = HERE / "series"
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.txt"):
        old.unlink()
    for name, (values, _) in samples.items():
        lines = ["NaN" if math.isnan(value) else repr(value) for value in values]
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n")
    lines = ["name\tsamples\tmade of"] + [f"{name}\t{len(values)}\t{origin}" for name, (values, origin) in samples.items()]
    (HERE / "series" / "series.tsv").write_text("\n".join(lines) + "\n")


def main():
    samples, loops = made(), Loops()
    version = (HERE / "VERSION").read_text().strip()
    write_series(samples)
    values = {name: values for name, (values, _) in samples.items()}
    written = left_out = 0
    for group in sys.argv[1:] or GROUPS:
        module = GROUPS[group]
        cases = []
        for number, spec in enumerate(module.cases(), 1):
            identity = f"{group}-{number:03d}"
            try:
                cases.append(made_case(loops, identity, spec, values))
            except Disagreement as problem:
                left_out += 1
                print(f"{identity} ({spec['measure']}, {spec['title']}) is left out: {problem}", flush=True)
        (HERE / "cases").mkdir(exist_ok=True)
        (HERE / "cases" / f"{group}.json").write_text(text(cases, version))
        written += len(cases)
        print(f"{group}: {len(cases)} cases", flush=True)
    loops.close()
    write_checksums(HERE)
    print(f"{written} cases written, {left_out} left out")


if __name__ == "__main__":
    sys.exit(main())

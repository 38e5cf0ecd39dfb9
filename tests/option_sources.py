# SPDX-License-Identifier: Apache-2.0
"""What the tables of options (OptionRow in biotropy/) say, written into the sources that have to repeat it: the types
of Python's keyword arguments, the arguments of R's functions and their descriptions, the help of MATLAB's, and the pages.

Usage: option_sources.py [--check]
Writes the files, or with --check names those that are not as the table has them. PYTHONPATH has the folder of the built
module, which is imported by itself: the package around it needs a file that is written here.
"""

import difflib
import re
import sys
import textwrap
from pathlib import Path

import _core

ROOT = Path(__file__).parent.parent
# Options of states and networks have signatures of their own, which the tests compare with the table.
OWN = {"features", "training", "folds", "decoding", "networks"}
TABLE = [row for row in _core.option_table() if not OWN & set(row["defaults"])]
MEASURES = _core.measures()
SINGLE = [word for word, row in MEASURES.items() if not (row["cross"] or row["multivariate"])]
MULTIVARIATE = [word for word, row in MEASURES.items() if row["multivariate"]]
CROSS = [word for word, row in MEASURES.items() if row["cross"]]
# Options that `--help` of the program lists (in cli/command_line.cpp), and those of cleaning RR intervals.
LISTED = set(re.findall(r'"([\w-]+)"', re.search(r"kCommon = .*?;", (ROOT / "cli/command_line.cpp").read_text(), re.DOTALL)[0]))
LICENCE = "# SPDX-License-Identifier: Apache-2.0\n"
WRITTEN = "by `make options` from the tables of options (biotropy/option.hpp)"


def options_of(words):
    return [row for row in TABLE if any(word in row["defaults"] for word in words)]


def is_common(row):
    return hyphenated(row) in LISTED or "clean" in row["defaults"]



def meaning(row):
    """The help, with the numbers that are allowed."""
    is_number = row["kind"] in ("whole", "real", "numbers") and "(" not in row["allowed"] and not row["help"].endswith(")")
    return f"{row['help']} ({row['allowed']})" if is_number else row["help"]


def sentences(*texts):
    return " ".join(text if text.endswith(".") else f"{text}." for text in texts if text)


# Python: a class of keyword arguments for every measure, for curves over scales and for matrices.

TYPES = {"flag": "bool", "whole": "Integer", "real": "Real", "length": "Integer | str", "name": "str", "numbers": "Real | Sequence[Real]"}
CONVENTION = "    convention: str | None"


def python_type(row):
    if row["words"]:
        return camel(row["name"])
    return {"m": "Integers", "r": "Reals"}.get(row["name"], TYPES[row["kind"]])


def python_words(row):
    line = f"{camel(row['name'])} = Literal[{', '.join(map(quoted, row['words']))}]"
    if len(line) <= 120:
        return line
    words = textwrap.fill(", ".join(map(quoted, row["words"])), 116, initial_indent="    ", subsequent_indent="    ",
                          break_on_hyphens=False)  # fmt: skip
    return f"{camel(row['name'])} = Literal[\n{words}\n]"


def quoted(word):
    return f'"{word}"'


def camel(word):
    return "".join(part.capitalize() for part in re.split("[-_]", word))


def python_class(name, what, rows, *own, base="TypedDict"):
    lines = [f"    {row['name']}: {python_type(row)} | None" for row in rows]
    return f'class {name}({base}, total=False):\n    """{what}"""\n\n' + "\n".join([*lines, *own])


def python_source():
    classes = [
        python_class(f"{camel(word)}Options", f"Options of {MEASURES[word]['name']} other than m and r.",
                     [row for row in options_of([word]) if row["name"] not in ("m", "r")], CONVENTION)
        for word in MEASURES
    ]  # fmt: skip
    classes.append(python_class("FeatureOptions", "Options of measures of one series.", options_of(SINGLE), CONVENTION))
    classes.append(
        python_class("CurveOptions", "Options of multiscale entropies.", options_of(["multiscale"]), base="FeatureOptions")
    )
    classes.append(
        python_class("MultivariateCurveOptions", "Options of multivariate multiscale entropies.",
                     options_of([*MULTIVARIATE, "multiscale"]), CONVENTION)
    )
    classes.append(python_class("UncertaintyOptions", "Options of the standard error of sample entropy.", options_of(["uncertainty"])))
    classes.append(python_class("SurrogateOptions", "Options of tests against surrogates.", options_of(["surrogates"])))
    for word, what in (("read", "reading"), ("prepare", "preparing"), ("clean", "cleaning RR intervals"), ("rr", "reading RR intervals")):
        classes.append(python_class(f"{camel(word)}Options", f"Options of {what}.", options_of([word])))
    classes.append(python_class("MatrixOptions", "Options of measures of two series.", options_of(CROSS), CONVENTION))
    classes.append(
        python_class("MatrixCurveOptions", "Options of measures of two series at many scales.", options_of(["multiscale"]),
                     base="MatrixOptions")
    )  # fmt: skip
    common = ", ".join(sorted(quoted(row["name"]) for row in TABLE if is_common(row)))
    return "\n".join([
        LICENCE + f'"""Keyword arguments of the measures.\n\nWritten {WRITTEN}.\n"""',
        "", "from __future__ import annotations", "",
        "from collections.abc import Sequence", "from typing import Any, Literal, TypeAlias, TypedDict", "", "import numpy as np", "",
        "Integer: TypeAlias = int | np.integer[Any]",
        "Real: TypeAlias = float | np.floating[Any] | np.integer[Any]",
        "# Of m and of r, one or several.",
        "Integers: TypeAlias = Integer | Sequence[Integer] | np.ndarray[Any, np.dtype[np.integer[Any]]]",
        "Reals: TypeAlias = Real | str | Sequence[Real] | np.ndarray[Any, np.dtype[np.floating[Any]]]",
        f"UnivariateMeasure = Literal[{', '.join(map(quoted, SINGLE))}]",
        f"MultivariateMeasure = Literal[{', '.join(map(quoted, MULTIVARIATE))}]",
        f"CrossMeasure = Literal[{', '.join(map(quoted, CROSS))}]",
        *[python_words(row) for row in TABLE if row["words"]], "", "",
        "\n\n\n".join(classes), "", "",
        "# Options that most people need.",
        "COMMON = {", textwrap.fill(common, 116, initial_indent="    ", subsequent_indent="    "), "}", "",
    ])  # fmt: skip


# R: the arguments of every function, first those that most people need, and one page that describes them.

R_FUNCTIONS = {word.replace("-", "_"): [word, "surrogates"] for word in MEASURES}
R_FUNCTIONS["sampen"].append("uncertainty")
R_FUNCTIONS |= {"multiscale": [*SINGLE, "multiscale", "surrogates"], "pairwise": [*CROSS, "surrogates"]}
R_FUNCTIONS |= {"mvmultiscale": [*MULTIVARIATE, "multiscale", "surrogates"]}
R_FUNCTIONS |= {"multiscale_pairwise": [*CROSS, "multiscale", "surrogates"]}
R_FUNCTIONS |= {"sliding_entropy": [*MEASURES, "multiscale", "uncertainty", "surrogates"], "sliding_stream": [*SINGLE, *CROSS]}
R_FUNCTIONS |= {"read_rr": ["clean", "rr", "read"], "clean_rr": ["clean"], "read_signals": ["read"], "prepare": ["prepare"]}
# Arguments between those that most people need and the others.
R_LATER = ("na.action", "surrogates_of", "threads", "device")
# Windows have values of their own, each of a single epoch.
# Samples in memory have no sidecars.
OF_FILES = {"notch_line"}
R_WITHOUT = {"sliding_stream": {"pool_epochs"}, "prepare": OF_FILES}


def r_default(row, words):
    """The value of all measures among `words`, for words all of them with the default in front; NULL where there is no such
    value."""
    usual = {value for word, value in row["defaults"].items() if word in (*words, "otherwise")}
    if len(usual) > 1 or usual in ({""}, {None}):
        return "NULL"
    value = usual.pop()
    if not row["words"]:
        if isinstance(value, str):
            return quoted(value)
        return {True: "TRUE", False: "FALSE"}[value] if isinstance(value, bool) else f"{value:g}"
    return f"c({', '.join(map(quoted, row['words']))})" if row["words"][0] == value else "NULL"


def r_options(words, without=()):
    return [row for row in options_of(words) if row["name"] != "nan_policy" and row["name"] not in without]


def top_level(text):
    """The parts of a list of arguments."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([") - (character in ")]")
        parts.append("") if character == "," and depth == 0 else parts.append(parts.pop() + character)
    return [" ".join(part.split()) for part in parts]


def r_signature(found):
    name, parts = found[1], top_level(found[2])
    if name not in R_FUNCTIONS:
        return found[0]
    names = {row["name"] for row in options_of(R_FUNCTIONS[name])}
    own = [part for part in parts if part.split(" =")[0] not in names]
    first, later, common, rare = [], [], [], []
    for row in r_options(R_FUNCTIONS[name], R_WITHOUT.get(name, ())):
        (common if is_common(row) else rare).append(f"{row['name']} = {r_default(row, R_FUNCTIONS[name])}")
    for part in own:
        (later if part.split(" =")[0] in R_LATER else rare if part.startswith("convention") else first).append(part)
    start = f"{name} <- function("
    text = ", ".join(part.replace(" ", "\0") for part in [*first, *common, *later, *rare])
    lines = textwrap.wrap(text, 119, initial_indent=start, subsequent_indent=" " * len(start), break_long_words=False,
                          break_on_hyphens=False)  # fmt: skip
    return "\n".join(lines).replace("\0", " ") + ") {"


def r_code(path):
    text = re.sub(r"^(\w+) <- function\((.*?)\) \{$", r_signature, path.read_text(), flags=re.MULTILINE | re.DOTALL)

    def with_names(found):
        """The comment of a page, with the names of the arguments that another page describes."""
        names = [found[2], *re.findall(rf"^#' @rdname {found[2]}\n#' @export\n(\w+) <-", text, re.MULTILINE)]
        words = {word for name in names for word in R_FUNCTIONS.get(name, ())}
        rare = [row["name"] for row in r_options(words, R_WITHOUT.get(found[2], ())) if not is_common(row)]
        here = ",".join(re.findall(r"^#' @param (\S+) (?!See \[)", found[1], re.MULTILINE)).split(",")
        listed = ",".join(name for name in [*rare, *["convention"] * (not words.isdisjoint(MEASURES))] if name not in here)
        return re.sub(r"(?m)^#' @param \S+ See \[", f"#' @param {listed} See [", found[1]) + found[0][len(found[1]) :]

    return re.sub(r"^((?:#'.*\n)+)(\w+) <- function", with_names, text, flags=re.MULTILINE)


def r_wrapped(line):
    return textwrap.fill(line, 117, initial_indent="#' ", subsequent_indent="#'   " if line.startswith("@") else "#' ",
                         break_long_words=False, break_on_hyphens=False)  # fmt: skip


def r_parameter(row):
    usual = f"`NULL`: {row['usual']}" if r_default(row, row["defaults"]) == "NULL" and row["usual"] else ""
    words = f"One of {', '.join(f'`{quoted(word)}`' for word in row['words'])}" if row["words"] else ""
    return r_wrapped(f"@param {row['name']} {sentences(meaning(row), row['more'], words, usual)}")


def r_reading_page():
    return "\n".join([f"{LICENCE}# Written {WRITTEN}.\n", r_wrapped("Arguments of reading and preparing"), "#'",
                      *map(r_parameter, options_of(["clean", "rr", "read", "prepare"])), "#' @name reading_options", "NULL", ""])  # fmt: skip


def r_page():
    lines = [
        "Arguments of the measures", "",
        "What [sampen()], [apen()], [fuzzyen()], [permen()], [cross_apen()], [cross_sampen()], [cross_fuzzyen()], [multiscale()], "
        "[pairwise()], [multiscale_pairwise()], [mvsampen()], [mvfuzzyen()], [mvmultiscale()] and [sliding_entropy()] share, but for series, missing samples, threads and devices ([sampen()]). NaN below is `NA` in R.", "",
        "With `surrogates` a result has an element `surrogates`, a list of numbers in the form of its values: `surrogate_mean`, "
        "`surrogate_sd` and `z`; `p_lower`, `p_upper` and the two-sided `p`; `q`, p for the false discovery rate, and `p_family`, "
        "that of the largest deviation, both over the series of an epoch; and `surrogates_drawn`. What was not tested is `NA`, and "
        "a warning says why.", "",
    ]  # fmt: skip
    rows = [*r_options(MEASURES), *options_of(["multiscale"]), *options_of(["uncertainty", "surrogates"])]
    parts = ["#'" if not line else r_wrapped(line) for line in lines] + list(map(r_parameter, rows))
    parts.append(r_wrapped("@param convention Defaults of another program, one of [conventions()]; given arguments take precedence."))
    text = "\n".join(parts) + "\n"
    return f"{LICENCE}# Written {WRITTEN}.\n\n{text}#' @name measure_options\nNULL\n"


# MATLAB and Octave: a file for every measure of its own, and the options in the help of the functions of several.

MATLAB_FUNCTIONS = {
    "multiscale_entropy": [*SINGLE, "multiscale", "surrogates"],
    "multivariate_multiscale_entropy": [*MULTIVARIATE, "multiscale", "surrogates"],
    "pairwise": [*CROSS, "surrogates"],
    "sliding_entropy": [*MEASURES, "multiscale", "uncertainty", "surrogates"],
    "prepare": ["prepare"],
    "read_signals": ["read"],
    "read_rr": ["clean", "rr", "read"],
}
MATLAB_OPTIONS = re.compile(r"(%   Options, as names and values:\n)(?:%.*\n)*?(%\n%   See also)")
MATLAB_SERIES = """%   X is a vector, or times x channels x epochs of numbers: a value for each series, in a row as mean(X) has it. NaN is a
%   missing sample. Or it is a structure of EEGLAB or of FieldTrip: values are channels x epochs."""
MATLAB_TWO = "X and Y are of one size; of two structures, rates, times and the order of the same labels must agree."
MATLAB_CHANNELS = """%   X is times x channels x epochs of numbers: a value for each epoch, in a row. NaN is a missing sample. Or it is a
%   structure of EEGLAB or of FieldTrip."""


MATLAB_SOURCES = {
    "apen": "Pincus (1991), doi:10.1073/pnas.88.6.2297", "sampen": "Richman and Moorman (2000), doi:10.1152/ajpheart.2000.278.6.H2039",
    "fuzzyen": "Chen et al. (2007), doi:10.1109/TNSRE.2007.897025", "permen": "Bandt and Pompe (2002), doi:10.1103/PhysRevLett.88.174102",
    "mvsampen": "Ahmed and Mandic (2011), doi:10.1103/PhysRevE.84.061918", "mvfuzzyen": "Ahmed et al. (2016), doi:10.3390/e19010002",
    "cross-apen": "Pincus and Singer (1996), doi:10.1073/pnas.93.5.2083", "cross-sampen": "Richman and Moorman (2000), doi:10.1152/ajpheart.2000.278.6.H2039",
    "cross-fuzzyen": "Xie et al. (2010)"}  # fmt: skip


def matlab_option(row):
    name = "missing" if row["name"] == "nan_policy" else row["name"]
    words = " or ".join(f"'{word}'" for word in row["words"]) if len(row["words"]) < 4 else ""
    many = f"one of {', '.join(row['words'])}" if len(row["words"]) >= 4 else ""
    usual = f"default {row['usual']}" if row["usual"] else ""
    text = "; ".join(part for part in (meaning(row), words, many, usual) if part)
    return textwrap.fill(text, 117, initial_indent=f"%   {name:<17} ", subsequent_indent="%" + " " * 21, break_long_words=False,
                         break_on_hyphens=False)  # fmt: skip


def matlab_options(words):
    """The options that most people need, and where all are."""
    names = ["convention        that of another program: see docs/conventions.md",
             "threads           number of threads; default every core",
             "device            'auto' (default), 'cpu' or the name of a device"]  # fmt: skip
    of_run = [f"%   {line}" for line in ([] if "read" in words else names[1:2] if words == ["prepare"] else names)]
    tables = [{"read": "read_signals", "rr": "read_rr"}.get(word, word) for word in words if word not in ("clean", "uncertainty")]
    tables = tables if len(tables) < 3 else []
    all_of = " and ".join(f"biotropy.options('{table}')" for table in tables) or "biotropy.options(WORD) of a measure, 'multiscale' or 'surrogates'"
    rows = [row for row in options_of(words) if row["name"] not in OF_FILES and is_common(row)]
    return "\n".join([*map(matlab_option, rows), *of_run, f"%   All of them: {all_of}"]) + "\n"


def matlab_source(word):
    row, name = MEASURES[word], word.replace("-", "_")
    y, series = ("y, ", MATLAB_TWO) if row["cross"] else ("", "")
    shown = MATLAB_CHANNELS if row["multivariate"] else MATLAB_SERIES
    other = "[]" if not row["cross"] else "y"
    example = "x(:, 1), x(:, 2)" if row["cross"] else "x"
    head = f"X, {'Y, ' if row['cross'] else ''}"
    return f"""function [value, result] = {name}(x, {y}varargin)
%{name.upper()} {row['name'][0].upper()}{row['name'][1:]}.
%   VALUE = biotropy.{name}({head.rstrip(', ')}) has the parameters of the papers.
%   VALUE = biotropy.{name}({head}M, R, NAME, VALUE, ...) has templates of M samples, the tolerance R, and the options below;
%   M and R may also be given as options.
%   [VALUE, RESULT] = ... also returns a structure with the counts behind each value and the reasons of those that are not
%   finite, and with 'surrogates' the tests.
%
{shown}{(chr(10) + '%   ' + series.strip()) if series else ''}
%
%   Options, as names and values:
{matlab_options([word, "surrogates", *(["uncertainty"] if word == "sampen" else [])])}%
%   Example
%     x = randn(1000, 2);
%     [value, result] = biotropy.{name}({example}, 'tau', 2)
%
%   A value that is not finite has a warning, biotropy:not_finite, and its reason in RESULT. Errors have identifiers such as
%   biotropy:invalid_argument.
%
%   Source: {MATLAB_SOURCES[word]}
%
%   See also biotropy.options, biotropy.multiscale_entropy, biotropy.pairwise

% SPDX-License-Identifier: Apache-2.0
% Written {WRITTEN}.
  [value, result] = biotropy.internal.measure('{word}', x, {other}, varargin);
end
"""


def matlab_help(name, words):
    path = ROOT / f"matlab/+biotropy/{name}.m"
    return path, MATLAB_OPTIONS.sub(lambda found: found[1] + matlab_options(words) + found[2], path.read_text())


# Pages.


def hyphenated(row):
    return "missing" if row["name"] == "nan_policy" else row["name"].replace("_", "-")


def page_table(rows):
    lines = ["| option | default | meaning |", "|---|---|---|"]
    for row in rows:
        words = f": {', '.join(row['words'])}" if row["words"] else ""
        lines.append(f"| `{hyphenated(row)}` | {row['usual'] or 'none'} | {row['help']}{words} |")
    return "\n".join(lines) + "\n"


def measures_page(text):
    return re.sub(r"\| option \| default \|.*?\n(?=\n)", lambda _: page_table(options_of(MEASURES)), text, flags=re.DOTALL)


def surrogates_page(text):
    return re.sub(r"\| option \| default \|.*?\n(?=\n)", lambda _: page_table(options_of(["surrogates"])), text, flags=re.DOTALL)


def study_page(text):
    keys = ", ".join(f"`{key}`" for key in ["measure", "convention", *map(hyphenated, options_of(MEASURES))])
    scales = ", ".join(f"`{key}`" for key in ["scales", *map(hyphenated, options_of(["multiscale"]))])
    text = re.sub(r"(?m)^\| `\[measure\]` \| .* \|$", lambda _: f"| `[measure]` | {keys} |", text)
    for table in ("read", "prepare"):
        row = ", ".join(f"`{hyphenated(row)}`" for row in options_of([table]))
        text = re.sub(rf"(?m)^\| `\[{table}\]` \| .* \|$", f"| `[{table}]` | {row} |", text)
    surrogates = ", ".join(f"`{hyphenated(row)}`" for row in options_of(["surrogates"]))
    text = re.sub(r"(?m)^(\| `\[surrogates\]` \| ).*?;", lambda found: f"{found[1]}{surrogates};", text)
    return re.sub(r"(?m)^(\| `\[multiscale\]` \| ).*?;", lambda found: f"{found[1]}{scales};", text)


def sources():
    """Path and text of every file."""
    yield ROOT / "python/biotropy/_measure_options.py", python_source()
    yield ROOT / "r/R/measure_options.R", r_page()
    yield ROOT / "r/R/reading_options.R", r_reading_page()
    for name in ("rr", "signals", "entropy", "multiscale", "multivariate", "pairwise", "windows"):
        yield ROOT / f"r/R/{name}.R", r_code(ROOT / f"r/R/{name}.R")
    for word in MEASURES:
        yield ROOT / f"matlab/+biotropy/{word.replace('-', '_')}.m", matlab_source(word)
    for name, words in MATLAB_FUNCTIONS.items():
        yield matlab_help(name, words)
    for name, page in (("measures", measures_page), ("study", study_page), ("surrogates", surrogates_page)):
        yield ROOT / f"docs/{name}.md", page((ROOT / f"docs/{name}.md").read_text())


def main():
    wrong = False
    for path, text in sources():
        before = path.read_text() if path.exists() else ""
        if before == text:
            continue
        name = str(path.relative_to(ROOT))
        if "--check" not in sys.argv[1:]:
            path.write_text(text)
            print(f"{name} written")
            continue
        wrong = True
        sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), text.splitlines(True), name, "table of options"))
    if wrong:
        sys.exit("`make options` writes these files")


if __name__ == "__main__":
    main()

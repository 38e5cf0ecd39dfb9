# SPDX-License-Identifier: Apache-2.0
"""The small faults that can be put into a C++ source: another comparison, operator, constant or condition, or a statement less.

The sources are laid out by clang-format, so that an operator between spaces is no bracket of a template and no pointer.
"""

import re
from dataclasses import dataclass

REPLACEMENTS = {
    "comparison": {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == "},
    "arithmetic": {" + ": " - ", " - ": " + ", " * ": " / ", " / ": " * ", " += ": " -= ", " -= ": " += "},
    "logic": {" && ": " || ", " || ": " && "},
}
HIDDEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'|^[ \t]*#(?:\\\n|[^\n])*', re.S | re.M)
NUMBER = re.compile(r"(?<![\w.'])\d[\d']*(?:\.\d+)?(?:e-?\d+)?(?![\w.'])")
CONDITION = re.compile(r"\b(?:if|while) \(")
STATEMENT = re.compile(r"^ +(?!return\b|throw\b|delete\b|using\b)[\w.:>*\[\]()-]+(?:\(.*\)| [-+*/|&]?= .*);(?=[ \x01]*$)", re.M)
NO_FUNCTION = re.compile(r"^ *(?:constexpr|static_assert|using|template|enum|namespace|inline constexpr|static constexpr)\b")


@dataclass(frozen=True)
class Mutation:
    kind: str
    begin: int  # in the text of the source
    end: int
    replacement: str


def masked(text):
    """The text with blanks in the place of comments, literals of text and directives."""
    return HIDDEN.sub(lambda found: re.sub(r"[^\n]", "\x01", found.group()), text)


def line_of(text, index):
    begin = text.rfind("\n", 0, index) + 1
    return text[begin : text.find("\n", index)]


def matching_bracket(text, opened):
    depth = 0
    for index in range(opened, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return index
    return None


def other_number(number):
    if "." in number or "e" in number:
        return "1.0" if float(number.replace("'", "")) == 0 else f"({number} * 2)"
    return str(int(number.replace("'", "")) + 1)


def candidates(code):
    for kind, pairs in REPLACEMENTS.items():
        for operator, other in pairs.items():
            for found in re.finditer(re.escape(operator), code):
                yield Mutation(kind, found.start(), found.end(), other)
    for found in NUMBER.finditer(code):
        yield Mutation("constant", found.start(), found.end(), other_number(found.group()))
    for found in CONDITION.finditer(code):
        closed = matching_bracket(code, found.end() - 1)
        if closed is not None and not code.startswith("constexpr", found.start() + 3) and ";" not in code[found.end() : closed]:
            yield Mutation("condition", found.end(), closed, None)
    for found in STATEMENT.finditer(code):
        yield Mutation("statement", found.start(), found.end(), ";")


def mutations(text):
    """All faults of a source, in its order."""
    code = masked(text)
    for found in sorted(candidates(code), key=lambda one: (one.begin, one.end, one.kind)):
        line = line_of(code, found.begin)
        if NO_FUNCTION.match(line) or not line.startswith(" "):
            continue  # what stands outside of functions, or decides at compile time
        if found.kind == "condition":
            found = Mutation(found.kind, found.begin, found.end, f"!({text[found.begin : found.end]})")
        yield found


def mutated(text, mutation):
    return text[: mutation.begin] + mutation.replacement + text[mutation.end :]


def described(text, mutation):
    """The line number, and what became of what."""
    before = " ".join(text[mutation.begin : mutation.end].split())
    return text.count("\n", 0, mutation.begin) + 1, f"{mutation.kind}: {before} -> {mutation.replacement.strip()}"

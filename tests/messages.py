#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists the messages of the library and its front ends, a line each: kind, code, text with {} for values, and its place. Words that
reach a message through a variable stand at another line than its code, or are not found."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What makes a message, by language: the name before the parenthesis, and its kind.
CPP = {r"(?<![.\w])(?:warning|warn)": "warning", r"(?<![.\w])note": "note", r"\bthrow [\w.:]+": "error",
       r"\b(?:Error::argument|Error|bad_file|refuse|refusal|not_allowed|fault|question)": "error"}  # fmt: skip
R = {r"\bnotify": "warning", r"\brefuse": "error", r"\braise": "error"}
MATLAB = {r"\bwarning": "warning", r"\berror": "error", r"\bfail": "error"}
PYTHON = {"warn": "warning"}


def arguments(text: str, begin: int) -> str:
    """What stands between the parenthesis at `begin` and the one that closes it."""
    depth, quote, i = 0, "", begin
    while i < len(text):
        c = text[i]
        if quote:
            i += c == "\\"
            quote = "" if c == quote else quote
        elif c in "\"'":
            quote = c
        elif c in "()":
            depth += 1 if c == "(" else -1
            if depth == 0:
                return text[begin + 1 : i]
        i += 1
    return text[begin + 1 :]


def in_text(path: Path, makers: dict[str, str], literal: str):
    source = re.sub(r"^[ \t]*(//|#|%).*$", "", path.read_text(), flags=re.M)
    names = "|".join(f"(?P<n{i}>{name})" for i, name in enumerate(makers))
    for match in re.finditer(rf"(?:{names})\(", source):
        kind = list(makers.values())[int(match.lastgroup[1:])]
        texts = re.findall(literal, arguments(source, match.end() - 1))
        code = texts.pop(0) if kind != "error" and texts and re.fullmatch(r"[\w:]+", texts[0]) else ""
        code = code or next(iter(re.findall(r"ErrorCode::(\w+)", arguments(source, match.end() - 1))), "")
        if any(" " in one for one in texts) or (code and kind != "error"):
            yield kind, code, "".join(texts), source.count("\n", 0, match.start()) + 1


def in_python(path: Path):
    for node in ast.walk(ast.parse(path.read_text())):
        call = node.exc if isinstance(node, ast.Raise) else node
        name = getattr(getattr(call, "func", None), "id", "")
        if not isinstance(call, ast.Call) or not (isinstance(node, ast.Raise) or name in PYTHON):
            continue
        words = [one.value for one in ast.walk(call) if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        code = words.pop(0) if name in PYTHON and words else name
        if any(" " in one for one in words):
            yield PYTHON.get(name, "error"), code, ast.unparse(call.args[-1] if call.args else call), call.lineno


def messages():
    for folder, ending, makers, literal in (("biotropy", "*.[ch]pp", CPP, r'"((?:[^"\\]|\\.)*)"'), ("cli", "*.[ch]pp", CPP, r'"((?:[^"\\]|\\.)*)"'),
                                            ("c", "*.[ch]pp", CPP, r'"((?:[^"\\]|\\.)*)"'), ("r/R", "*.R", R, r'"((?:[^"\\]|\\.)*)"'),
                                            ("matlab", "*.m", MATLAB, r"'((?:[^']|'')*)'")):  # fmt: skip
        for path in sorted((ROOT / folder).rglob(ending)):
            yield from ((*one, path) for one in in_text(path, makers, literal))
    for path in sorted((ROOT / "python" / "biotropy").rglob("*.py")):
        yield from ((*one, path) for one in in_python(path))


if __name__ == "__main__":
    for kind, code, text, line, path in sorted(messages(), key=lambda one: (one[0], one[1], str(one[4]), one[3])):
        print(f"{kind}\t{code}\t{text}\t{path.relative_to(ROOT)}:{line}")

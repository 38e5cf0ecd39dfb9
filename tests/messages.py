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


def arguments(text: str, begin: int) -> list[str]:
    """What stands between the commas of the parenthesis at `begin`."""
    depth, quote, i, found = 0, "", begin, [""]
    while i < len(text):
        c = text[i]
        found[-1] += c
        if quote:
            found[-1] += text[i + 1] * (c == "\\")
            i += c == "\\"
            quote = "" if c == quote else quote
        elif c in "\"'":
            quote = c
        elif c in "([{}])":
            depth += 1 if c in "([{" else -1
            if depth == 0:
                break
        elif c == "," and depth == 1:
            found.append("")
        i += 1
    return found


def in_text(path: Path, makers: dict[str, str], literal: str):
    source = re.sub(r"^[ \t]*(//|#|%).*$", "", path.read_text(), flags=re.M)
    names = "|".join(f"(?P<n{i}>{name})" for i, name in enumerate(makers))
    for match in re.finditer(rf"(?:{names})\(", source):
        kind = list(makers.values())[int(match.lastgroup[1:])]
        given = arguments(source, match.end() - 1)
        texts = ["".join(re.findall(literal, one)) for one in given]
        code = texts.pop(0) if kind != "error" and re.fullmatch(r"[\w:]+", texts[0]) else ""
        code = code or next(iter(re.findall(r"ErrorCode::(\w+)", given[0])), "")
        if any(" " in one for one in texts) or (code and kind != "error"):
            is_value = re.search(r"(argument|refuse)$", match.group(0)[:-1]) and len(texts) == 3
            text = "{} is {}; it must be {}".format(*(one or "{}" for one in texts)) if is_value else "".join(texts)
            yield kind, code, text, source.count("\n", 0, match.start()) + 1


def said(node: ast.AST) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(one.value if isinstance(one, ast.Constant) else "{}" for one in node.values)
    return "".join(map(said, ast.iter_child_nodes(node))) if isinstance(node, ast.BinOp | ast.IfExp) else "{}"


def in_python(path: Path):
    for node in ast.walk(ast.parse(path.read_text())):
        call = node.exc if isinstance(node, ast.Raise) else node
        name = getattr(getattr(call, "func", None), "id", "")
        if not isinstance(call, ast.Call) or not (isinstance(node, ast.Raise) or name in PYTHON):
            continue
        texts = list(map(said, call.args))
        code = texts.pop(0) if name in PYTHON and texts else name
        if any(" " in one for one in texts):
            yield PYTHON.get(name, "error"), code, max(texts, key=len), call.lineno


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

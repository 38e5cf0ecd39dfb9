# SPDX-License-Identifier: Apache-2.0
"""Fails on code files that are long as a whole, a function of more than 75 lines, a missing licence line, a word that the
project does not use, or a version without its section in the changelog.

Usage: shape.py SOURCE_FOLDER
"""

import ast
import re
import sys
from pathlib import Path

import r_functions
from cpp_functions import functions
from sources import CPP_ENDINGS, report, written_files

# Of all code files of 40 lines and more: the median, and the length that one in twenty may exceed.
MEDIAN_FILE, LONG_FILE, SHORT_FILE = 150, 400, 40
LONGEST_FUNCTION = 75
LICENCE_LINE = "SPDX-License-Identifier: Apache-2.0"
# Folders whose files have a licence of their own.
OTHER_LICENCE_LINES = {"conformance": "SPDX-License-Identifier: CC0-1.0"}
LICENCE_WITHIN_LINES = 3
SOURCE_ENDINGS = CPP_ENDINGS + (".c", ".h", ".m", ".py", ".sh", ".cmake", ".in", ".R", ".js")
PAGE_ENDINGS = (".md", ".Rmd")
SOURCE_NAMES = {"CMakeLists.txt", "Makefile"}

# The rules themselves are in this folder.
RULES_FOLDER = "tests/house"

# Files of packages, and their line with the version.
VERSION_LINES = {
    "codemeta.json": '"version": "{}",',
    "debian/changelog": "biotropy ({}) unstable; urgency=medium",
    "packages/conda/recipe.yaml": 'version: "{}"',
    "packages/homebrew/biotropy.rb": 'version "{}"',
    "packages/vcpkg/biotropy/vcpkg.json": '"version": "{}",',
    "r/DESCRIPTION": "Version: {}",
}

DRAWER_NAMES = {"util", "utils", "common", "misc", "helper", "helpers"}
WORDS_ANYWHERE = {
    r"\b(TODO|FIXME|XXX|HACK)\b": "unfinished work does not stand in the sources",
    r"\busing namespace std;": "names of the standard library are written in full",
    r"-m(arch|tune|avx|sse|fma)|-ffast-math|-Ofast": "flags of one processor, or that change results",
    r"(?<![\w./])/(home|root|work|Users)/": "a folder of one machine",
}
WORDS_IN_LIBRARY = {
    r"std::(cout|cerr|clog)|\b(f?printf|puts|putchar)\s*\(|fmt::print": "the library never prints",
    r"\b(std::)?(exit|abort|terminate)\s*\(": "the library never ends the program",
}


def is_source(path):
    return path.suffix in SOURCE_ENDINGS or path.name in SOURCE_NAMES or str(path) == ".ci/run"


def python_functions(text):
    """(name, first line, length) of every function of a Python file."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]
    return [(node.name, node.lineno, node.end_lineno - node.lineno + 1) for node in found]


def check_lengths(path, text):
    named = []
    if path.suffix in CPP_ENDINGS:
        named = functions(text)
    elif path.suffix == ".py":
        named = python_functions(text)
    elif path.suffix == ".R":
        named = r_functions.functions(text)
    for name, line, length in named:
        if length > LONGEST_FUNCTION:
            yield f"{path}:{line}: function {name} has {length} lines; {LONGEST_FUNCTION} are allowed"


def check_files(lengths):
    """@param lengths lines of every source."""
    lengths = sorted(length for length in lengths if length >= SHORT_FILE)
    for share, most in ((0.5, MEDIAN_FILE), (0.95, LONG_FILE)):
        if lengths and (length := lengths[int(share * (len(lengths) - 1))]) > most:
            yield f"{100 * (1 - share):.0f} % of the sources have more than {length} lines; {most} are allowed"


def check_licence(path, text):
    wanted = OTHER_LICENCE_LINES.get(path.parts[0], LICENCE_LINE)
    is_below_help = path.suffix == ".m"  # MATLAB shows the first comment of a file as its help
    if wanted not in (text if is_below_help else "\n".join(text.split("\n")[:LICENCE_WITHIN_LINES])):
        yield f"{path}: the line '{wanted}' is missing at the top"


def check_words(path, text):
    for part in Path(path).parts:
        if part.split(".")[0] in DRAWER_NAMES:
            yield f"{path}: '{part}' says nothing about what is inside"
    rules = dict(WORDS_ANYWHERE)
    if path.parts[0] in ("biotropy", "c") and path.suffix in CPP_ENDINGS:
        rules |= WORDS_IN_LIBRARY
    for number, line in enumerate(text.split("\n"), 1):
        for pattern, reason in rules.items():
            match = re.search(pattern, line)
            if match:
                yield f"{path}:{number}: '{match.group()}': {reason}"


def check_version(root):
    """The version is defined in VERSION; the changelog must name it, and packages need it in files of their own."""
    if not (root / "VERSION").exists():
        return
    version = (root / "VERSION").read_text().strip()
    changelog = root / "CHANGELOG.md"
    if not changelog.exists() or f"## {version}" not in changelog.read_text().split("\n"):
        yield f"CHANGELOG.md: no section '## {version}'"
    for name, line in VERSION_LINES.items():
        package, wanted = root / name, line.format(version)
        if package.exists() and wanted not in [text.strip() for text in package.read_text().split("\n")]:
            yield f"{name}: no line '{wanted}'"


def check(root):
    root = Path(root)
    files = written_files(root)
    ci = root / ".ci" / "run"
    files += [ci] if ci.exists() else []
    problems, lengths = list(check_version(root)), []
    for file in files:
        path = file.relative_to(root)
        is_text_page = path.suffix in PAGE_ENDINGS
        if not is_source(path) and not is_text_page:
            continue
        text = file.read_text()
        if is_source(path):
            lengths.append(text.count("\n"))
            problems += check_lengths(path, text)
            problems += check_licence(path, text)
        if not str(path).startswith(RULES_FOLDER):
            problems += check_words(path, text)
    return problems + list(check_files(lengths))


if __name__ == "__main__":
    sys.exit(report("shape", check(sys.argv[1])))

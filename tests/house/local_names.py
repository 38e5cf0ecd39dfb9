# SPDX-License-Identifier: Apache-2.0
"""Fails on names of anonymous namespaces that clash when the files of a target are compiled in groups.

Files are compiled one by one while one works, and in groups where the whole is built. In a group all anonymous namespaces
are one, so a function of the same name and parameters, or a type or constant of the same name, must not stand in two files.
It may not stand in the namespace around it either. Two functions of one name and different parameters are overloads. A type of
a named namespace must not be defined in two files at all.

Usage: local_names.py SOURCE_FOLDER
"""

import re
import sys
from pathlib import Path

from cpp_functions import FUNCTION_NAME, SCOPE, blank, kind_of_brace
from sources import cpp_files, report

NAMESPACE = re.compile(r"^(?:inline\s+)?namespace\s*([\w:]*)\s*$")
PLAIN_ENUM = re.compile(r"\s*enum\s+(?!class\b|struct\b)[^{]*\{(.*)$", re.DOTALL)
TYPE_NAME = re.compile(r"\b(?:class|struct|union|enum(?:\s+class)?)\s+(\w+)(?!\w|::)")
ALIAS = re.compile(r"^using\s+(\w+)\s*=")
CONSTANT = re.compile(r"(?:inline\s+|static\s+)*const(?:expr)?\b[^=]*?(\w+)\s*(?:\[[^\]]*\]\s*)*(?:=.*)?$", re.DOTALL)
TEST_MACRO = re.compile(r"^(TEST|TEST_F|TEST_P|INSTANTIATE_TEST_SUITE_P|TYPED_TEST|HWY_\w+|RC_GTEST_PROP)\b")
FOLDERS = ("biotropy", "c", "cli", "python", "r", "tests")
ANONYMOUS = "(anonymous)"


def comma_parts(text):
    """The parts of a text between the commas that are in no brackets."""
    parts, depth, start = [], 0, 0
    for position, letter in enumerate(text + ","):
        depth += (letter in "(<[{") - (letter in ")>]}")
        if letter == "," and depth == 0:
            parts.append(text[start:position])
            start = position + 1
    return parts


def parameter_types(head):
    """The parameters of a function's head without their names and defaults."""
    inside = head[head.index("(") + 1 : head.rindex(")")]
    without_default = [part.split("=")[0].strip() for part in comma_parts(inside)]
    return tuple(re.sub(r"(?<=[\s&*>])\w+$", "", " ".join(part.split())).strip() for part in without_default)


def further_names(kind, head):
    """Names of constants behind the first one of a declaration, and of the values of a plain enumeration."""
    enumeration = PLAIN_ENUM.match(head)
    if enumeration:
        parts = comma_parts(enumeration.group(1))
    elif kind == "statement" and CONSTANT.match(head):
        parts = comma_parts(head)[1:]
    else:
        return []
    return [found.group(1) for part in parts if (found := re.match(r"\s*(\w+)\s*(=|\[|$)", part))]


def defined_by(kind, head):
    """(name, kind, detail) of what a declaration with this head defines at the level of a namespace; nothing: None.

    The detail of a function is its parameters, that of an alias its text; those that agree, or do not, are in `clash`.
    """
    if TEST_MACRO.match(head):
        return None
    if kind == "function":
        found = FUNCTION_NAME.search(head)
        is_free = found and "::" not in found.group(1) and ")" in head
        return (found.group(1), "function", parameter_types(head)) if is_free else None
    if kind == "scope":
        found = TYPE_NAME.search(head)
        return (found.group(1), "type", None) if found else None
    alias = ALIAS.match(head)
    if alias:
        return (alias.group(1), "alias", " ".join(head.split()))
    constant = CONSTANT.match(head)
    return (constant.group(1), "constant", None) if constant else None


def definitions(text):
    """(namespace, is anonymous, name, kind, detail, line) of what a file defines at the level of namespaces."""
    plain = blank(text)
    found, scopes, blocks, start = [], [], 0, 0
    for position in (match.start() for match in re.finditer(r"[{};]", plain)):
        head, letter = plain[start:position].strip(), plain[position]
        kind = kind_of_brace("scope", head) if letter == "{" else "statement"
        namespace = NAMESPACE.match(head) if kind == "scope" and not blocks else None
        inside = ("::".join(scope for scope in scopes if scope != ANONYMOUS), ANONYMOUS in scopes)
        line = plain.count("\n", 0, position) + 1
        if namespace:
            scopes.append(namespace.group(1) or ANONYMOUS)
        elif not blocks and letter != "}" and (defined := defined_by(kind, head)):
            found.append((*inside, *defined, line))
        if letter != "{" and blocks == (letter == "}"):
            found += [(*inside, name, "constant", None, line) for name in further_names(kind, head)]
        if letter == "{" and not namespace:
            blocks += 1
        elif letter == "}" and blocks:
            blocks -= 1
        elif letter == "}" and scopes:
            scopes.pop()
        if not blocks:
            start = position + 1
    return found


def target_of(path):
    """The folder whose files are compiled in groups together."""
    return Path(*path.parts[:2]) if len(path.parts) > 2 else path.parent


def is_grouped(root, path, text):
    """False for files that are compiled by themselves, for each instruction set or by the rule of their room."""
    rules = root / target_of(path) / "CMakeLists.txt"
    alone = re.search(r'\bALONE "(.+)"', rules.read_text()) if rules.exists() else None
    is_alone = alone and re.search(alone.group(1), path.relative_to(target_of(path)).as_posix())
    return path.suffix == ".hpp" or ("HWY_TARGET_INCLUDE" not in text and not is_alone)


def clash(one, other):
    """True if two definitions of one name, (kind, detail, is anonymous, path), cannot stand in one group."""
    if one[3] == other[3]:
        return False
    if not (one[2] or other[2]):
        return one[0] == other[0] == "type"
    if one[0] == other[0] == "function":
        return one[1] == other[1]
    if one[0] == other[0] == "alias":
        return one[1] != other[1]
    return True


def check(root):
    root = Path(root)
    seen, problems = {}, []
    for file in cpp_files(root, FOLDERS):
        text, path = file.read_text(), file.relative_to(root)
        if not is_grouped(root, path, text):
            continue
        for namespace, is_anonymous, name, kind, detail, line in definitions(text):
            others = seen.setdefault((target_of(path), namespace, name), [])
            one = (kind, detail, is_anonymous, path)
            for other in others:
                if clash(one, other):
                    problems.append(f"{path}:{line}: '{name}' is in {other[3]} too, which may be compiled with this file")
            others.append(one)
    return problems


if __name__ == "__main__":
    sys.exit(report("local names", check(sys.argv[1])))

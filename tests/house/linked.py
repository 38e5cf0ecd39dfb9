# SPDX-License-Identifier: Apache-2.0
"""Fails on a program or library that looks for others in an empty or relative folder, which depends on the user,
or whose table of functions can be changed while it runs.

Usage: linked.py FILE_OR_FOLDER...
"""

import os
import re
import subprocess
import sys
from pathlib import Path

from sources import report

LINKED_FILE_TYPES = ("DYN", "EXEC")


def is_elf(path):
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def linked_files(place):
    """The programs and shared libraries at a path or below it."""
    candidates = [place] if place.is_file() else sorted(path for path in place.rglob("*") if path.is_file())
    return [path for path in candidates if not path.is_symlink() and is_elf(path)]


def check(path):
    command = ["readelf", "-W", "-h", "-l", "-d", path]
    text = subprocess.run(
        command, check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}
    ).stdout
    if re.search(r"Type: +(\w+)", text).group(1) not in LINKED_FILE_TYPES:
        return
    for search_path in re.findall(r"\((?:RPATH|RUNPATH)\) .*\[(.*)\]", text):
        for folder in search_path.split(":"):
            if not folder.startswith(("/", "$ORIGIN/")) and folder != "$ORIGIN":
                yield f"{path}: the folder '{folder}' of its search path '{search_path}' is not absolute"
    for library in re.findall(r"\(NEEDED\) .*\[(.*)\]", text):
        if "/" in library and not library.startswith("/"):
            yield f"{path}: it needs '{library}', found from the folder of the user"
    if "GNU_RELRO" not in text or not re.search(r"\((FLAGS|FLAGS_1)\) .*\b(BIND_NOW|NOW)\b", text):
        yield f"{path}: its table of functions can be changed while it runs (-z relro -z now)"


def check_all(places):
    found = [path for place in places for path in linked_files(place)]
    problems = [problem for path in found for problem in check(path)]
    problems += [f"{place}: no program or library is there" for place in places if not linked_files(place)]
    return problems


if __name__ == "__main__":
    sys.exit(report("linked", check_all([Path(argument) for argument in sys.argv[1:]])))

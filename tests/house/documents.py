# SPDX-License-Identifier: Apache-2.0
"""Runs the commands of the pages and compares their output. A fenced block of a page is one of seven kinds:

console            `$ command` lines are run in a folder of the page's own, whose `tests` is that of the sources, with the
                   installed program on the PATH. The lines below a command are what it prints: all of it, with `...`
                   for whatever differs from run to run (alone on a line: any number of lines). A command must succeed.
console checkout   commands for the folder of the sources, checked but not run: git, cd, and make with a known target.
LANGUAGE file=NAME the text is written to that file of the page's folder, for the commands that follow.
pycon              a session of Python, run by the tests of the Python package.
r                  lines of R and what they print, run by the tests of the R package.
text               a drawing or a listing, left alone.
{DIRECTIVE}        an instruction to the site, whose own build checks it.

Links to files of the project must lead somewhere.

Usage: documents.py SOURCE_FOLDER INSTALL_PREFIX [PAGE ...]
"""

import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sources import report, written_files

FENCE = re.compile(r"^```(.*)$")
LINK = re.compile(r"\]\((?!https?://|mailto:|#)([^)#\s]+)[^)]*\)")
DIRECTIVE = re.compile(r"\{[a-z-]+\}")
MAKE_TARGET = re.compile(r"^([a-z][a-z0-9-]*):", re.MULTILINE)
MAKE_VARIABLE = re.compile(r"^(?:[a-z-]+: (?:export )?)?([A-Z]+) [?:]?=", re.MULTILINE)
ANYTHING = "..."
COMMAND_SECONDS = 300


@dataclass
class Block:
    line: int
    kind: str
    text: str


def blocks(page):
    """The fenced blocks of a page; an open fence runs to the end and is reported by its kind."""
    found, current = [], None
    for number, line in enumerate(page.split("\n"), 1):
        fence = FENCE.match(line)
        if fence and current is None:
            current = Block(number, fence.group(1).strip(), "")
        elif fence:
            found.append(current)
            current = None
        elif current is not None:
            current.text += line + "\n"
    return found + ([Block(current.line, "unclosed", "")] if current else [])


def commands(text):
    """(command, lines shown below it) of a console block."""
    pairs = []
    for line in text.splitlines():
        continues = pairs and not pairs[-1][1] and pairs[-1][0].endswith("\\")
        if line.startswith("$ "):
            pairs.append((line[2:], []))
        elif continues:
            pairs[-1] = (pairs[-1][0] + "\n" + line, [])
        elif pairs:
            pairs[-1][1].append(line)
    return pairs


def shown_pattern(shown):
    """The regular expression of the lines shown below a command."""
    pattern = ""
    for line in shown:
        if line.strip() == ANYTHING:
            pattern += r"(?:.*\n)*"
        else:
            pattern += r".*".join(re.escape(part) for part in line.rstrip().split(ANYTHING)) + r"[ \t]*\n"
    return re.compile(pattern)


def is_as_shown(printed, shown):
    if printed and not printed.endswith("\n"):
        printed += "\n"
    return shown_pattern(shown).fullmatch(printed) is not None


def environment(prefix):
    """The installed tree in front of everything else."""
    prefix = Path(prefix)
    libraries = sorted({str(path.parent) for path in prefix.rglob("libbiotropy.so")})
    first = {"PATH": [str(prefix / "bin")], "CMAKE_PREFIX_PATH": [str(prefix)], "LD_LIBRARY_PATH": libraries,
             "PKG_CONFIG_PATH": [str(Path(folder) / "pkgconfig") for folder in libraries]}
    result = dict(os.environ)
    for name, folders in first.items():
        result[name] = os.pathsep.join(folders + ([result[name]] if name in result else []))
    return result


def run_commands(block, folder, variables):
    for command, shown in commands(block.text):
        try:
            done = subprocess.run(["bash", "-c", command], cwd=folder, env=variables, text=True, errors="replace",
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=COMMAND_SECONDS)
        except subprocess.TimeoutExpired:
            yield f"'{command}' did not end within {COMMAND_SECONDS} s"
            continue
        if done.returncode != 0:
            yield f"'{command}' ended with status {done.returncode}:\n{done.stdout}"
        elif not is_as_shown(done.stdout, shown):
            yield f"'{command}' printed\n{done.stdout}but the page shows\n" + "\n".join(shown)


def check_checkout(block, root):
    makefile = (root / "Makefile").read_text()
    targets, variables = set(MAKE_TARGET.findall(makefile)), set(MAKE_VARIABLE.findall(makefile))

    def is_of_make(word):
        name, given, _ = word.partition("=")
        return name in (variables if given else targets)

    for command, shown in commands(block.text):
        if shown or " $ " in command:
            yield f"'{command}' is followed by text that is no command of its own: each command is one line"
        words = command.split("#")[0].split()
        is_known = words[0] in ("git", "cd") or (words[0] == "make" and all(map(is_of_make, words[1:])))
        if not is_known:
            yield f"'{command}' is no command for a checkout"


def check_page(path, root, prefix):
    """The problems of one page (a path from the root)."""
    text = (root / path).read_text()
    problems = [f"{path}: no file {link}" for link in LINK.findall(text) if not (root / path.parent / link).exists()]
    variables = environment(prefix)
    with tempfile.TemporaryDirectory(prefix="biotropy-page-") as folder:
        (Path(folder) / "tests").symlink_to(root / "tests")
        for block in blocks(text):
            found = []
            written = re.fullmatch(r"\w+ file=([\w.-]+)", block.kind)
            if block.kind == "console":
                found = run_commands(block, folder, variables)
            elif block.kind == "console checkout":
                found = check_checkout(block, root)
            elif written:
                (Path(folder) / written.group(1)).write_text(block.text)
            elif block.kind not in ("pycon", "r", "text") and not DIRECTIVE.fullmatch(block.kind):
                found = [f"'{block.kind}' is no kind of block"]
            problems += [f"{path}:{block.line}: {problem}" for problem in found]
    return problems


def pages(root):
    return [path.relative_to(root) for path in written_files(root) if path.suffix == ".md"]


def check(root, prefix, chosen=()):
    root = Path(root).resolve()
    return [problem for path in [Path(page) for page in chosen] or pages(root) for problem in check_page(path, root, prefix)]


if __name__ == "__main__":
    sys.exit(report("documents", check(sys.argv[1], Path(sys.argv[2]).resolve(), sys.argv[3:])))

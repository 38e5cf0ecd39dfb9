# SPDX-License-Identifier: Apache-2.0
"""Every installed header compiles on its own, in a program that has nothing else: in C++20 with the compiler of the build,
and in C++23 with clang++ where it is there; the whole interface in both with both.

Headers of one chain share a program, in which each follows those that it includes itself: they give it nothing that it would
not have alone. So the standard library is read 60 times instead of 144. What a template finds at the end of a program is the
exception: a type that was only declared may have been defined by then. A header that declares such a type therefore ends
its chain.

Usage: compile_headers.py COMPILER TREE
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

INTERFACE = "biotropy/biotropy.hpp"
INCLUDE = re.compile(r'^#include "(biotropy/[^"]+)"', re.MULTILINE)
DECLARED_TYPE = re.compile(r"^\s*(?:class|struct|union) (\w+);", re.MULTILINE)
OPTIONS = ["-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I.", "-x", "c++", "-"]


def reached(header, texts, known):
    """What a header includes, directly or not."""
    if header not in known:
        direct = INCLUDE.findall(texts[header])
        known[header] = set(direct).union(*(reached(other, texts, known) for other in direct))
    return known[header]


def chains(texts):
    """The fewest chains, from the included to the including: a matching of each header with the next of its chain."""
    known, next_of = {}, {}

    def finds_lower(header, tried):
        for lower in sorted(reached(header, texts, known)):
            if lower in tried or DECLARED_TYPE.search(texts[lower]):
                continue
            tried.add(lower)
            if lower not in next_of or finds_lower(next_of[lower], tried):
                next_of[lower] = header
                return True
        return False

    for header in sorted(texts):
        finds_lower(header, set())
    found = []
    for first in sorted(set(texts) - set(next_of.values())):
        chain = [first]
        while chain[-1] in next_of:
            chain.append(next_of[chain[-1]])
        found.append(chain)
    return found


def said(compiler, standard, headers):
    """What the compiler finds wrong with a program of these headers."""
    program = "".join(f"#include <{header}>\n" for header in headers)
    done = subprocess.run([compiler, f"-std={standard}", *OPTIONS], input=program, text=True, stderr=subprocess.PIPE)
    return "" if done.returncode == 0 else f"{compiler} -std={standard}: {' '.join(headers)}\n{done.stderr}"


def main(compiler, tree):
    os.chdir(Path(tree) / "include")
    texts = {str(path): path.read_text() for path in Path("biotropy").rglob("*.hpp")}
    internal = [header for header in texts if header.endswith(("_internal.hpp", "-inl.hpp"))]
    if internal or len(texts) <= 10:
        return f"internal headers are installed: {internal}" if internal else f"{len(texts)} headers are too few"
    clang = shutil.which("clang++")
    compilers = [compiler] + ([clang] if clang else [])
    programs = chains(texts)
    assert sorted(sum(programs, [])) == sorted(texts)
    # C++23 is called c++2b by older compilers.
    work = [(each, standard, [INTERFACE]) for each in compilers for standard in ("c++20", "c++2b")]
    work += [(each, standard, chain) for each, standard in zip(compilers, ("c++20", "c++2b")) for chain in programs]
    print(f"{len(texts)} headers in {len(programs)} programs, compilers: {' '.join(compilers)}")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return "".join(pool.map(lambda arguments: said(*arguments), work))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) or 0)

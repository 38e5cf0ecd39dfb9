# SPDX-License-Identifier: Apache-2.0
"""The installed interface compiles in a program that has nothing else: in C++20 with the compiler of the build, and in C++23
with clang++ where it is there. With `each`, so does every header alone, with both.

Usage: compile_headers.py COMPILER TREE [each]
"""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

OPTIONS = ["-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I.", "-x", "c++", "-"]


def problem(compiler, standard, header):
    """What the compiler finds wrong with a program of this header."""
    command, program = [compiler, f"-std={standard}", *OPTIONS], f"#include <{header}>\n"
    done = subprocess.run(command, input=program, text=True, stderr=subprocess.PIPE)
    return "" if done.returncode == 0 else f"{compiler} -std={standard}: {header}\n{done.stderr}"


def main(compiler, tree, each=""):
    os.chdir(Path(tree) / "include")
    headers = [str(path) for path in Path("biotropy").rglob("*.hpp")]
    internal = [header for header in headers if header.endswith(("_internal.hpp", "-inl.hpp"))]
    if internal or len(headers) <= 10:
        return f"internal headers are installed: {internal}" if internal else f"{len(headers)} headers are too few"
    # C++23 is called c++2b by older compilers.
    compilers = [(compiler, "c++20"), *([("clang++", "c++2b")] if shutil.which("clang++") else [])]
    work = [(*one, header) for header in (headers if each else ["biotropy/biotropy.hpp"]) for one in compilers]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return "".join(pool.map(lambda arguments: problem(*arguments), work))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) or 0)

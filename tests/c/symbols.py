# SPDX-License-Identifier: Apache-2.0
"""Fails unless the library shows the functions of its header, each with a version, and nothing else, and the header
includes nothing but two headers of C99.

Usage: symbols.py HEADER LIBRARY NM (a program that lists the symbols of libraries for that processor)
"""

import re
import subprocess
import sys
from pathlib import Path

VERSION = "BIOTROPY_C_1"


def declared(header):
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    return set(re.findall(r"^[\w *]*?\b(biotropy_\w+)\(", text, re.MULTILINE))


def shown(library, nm):
    lines = subprocess.run([nm, "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
    symbols = [line.split()[-1] for line in lines.splitlines()]
    return {symbol for symbol in symbols if symbol != f"{VERSION}@@{VERSION}" and symbol != VERSION}


def problems(header, library, nm):
    wanted, found = {f"{name}@@{VERSION}" for name in declared(header)}, shown(library, nm)
    yield from (f"{symbol} is declared, but not in the library" for symbol in sorted(wanted - found))
    yield from (f"{symbol} is in the library, but not declared" for symbol in sorted(found - wanted))
    if len(wanted) < 30:
        yield f"only {len(wanted)} functions were found in the header"
    included = re.findall(r"#include (.*)", header)
    if included != ["<stddef.h>", "<stdint.h>"]:
        yield f"the header includes {included}"


if __name__ == "__main__":
    found = list(problems(Path(sys.argv[1]).read_text(), sys.argv[2], sys.argv[3]))
    print("\n".join(found) or "no problem")
    sys.exit(1 if found else 0)

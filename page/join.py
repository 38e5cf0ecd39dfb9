# SPDX-License-Identifier: Apache-2.0
"""Joins the sources of the page and the compiled library, compressed, into one file, which works from a folder too.

Usage: join.py SOURCES COMPILED.js PAGE
"""

import base64
import gzip
import re
import sys
from pathlib import Path


def join(sources, compiled):
    def content(match):
        name = match.group(1)
        if name == "compiled_wasm":
            return base64.b64encode(gzip.compress(compiled.with_suffix(".wasm").read_bytes(), mtime=0)).decode()
        path = compiled if name == "compiled_js" else sources / name.replace("_", ".")
        text = path.read_text()
        if "</script" in text:
            raise ValueError(f"{path}: it would end the element that it stands in")
        return text.strip()

    return re.sub(r"@(\w+_(?:css|js|wasm))@", content, (sources / "page.html").read_text())


if __name__ == "__main__":
    made = Path(sys.argv[3])
    made.write_text(join(Path(sys.argv[1]), Path(sys.argv[2])))
    print(f"{made}: {made.stat().st_size / 1e6:.2f} MB, {len(gzip.compress(made.read_bytes())) / 1e6:.2f} MB from a server that compresses")

# SPDX-License-Identifier: CC0-1.0
"""The list of checksums, SHA256SUMS, in the form of sha256sum: `sha256sum -c SHA256SUMS` checks it too."""

import hashlib


def listed(root):
    """The files of the suite itself: cases, series, schema, version and licences."""
    files = [root / "VERSION", root / "LICENSE", root / "schema.json"]
    files += sorted((root / "cases").glob("*.json")) + sorted((root / "series").iterdir()) + sorted((root / "licences").glob("*"))
    return files


def sums(root):
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in listed(root)}


def write_checksums(root):
    lines = [f"{digest}  {name}" for name, digest in sums(root).items()]
    (root / "SHA256SUMS").write_text("\n".join(lines) + "\n")

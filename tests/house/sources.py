# SPDX-License-Identifier: Apache-2.0
"""Files checked by the house rules: hand-written ones in the folders of the project."""

from pathlib import Path

FOLDERS = ("biotropy", "bench", "c", "cli", "cmake", "conformance", "docs", "examples", "matlab", "page", "python", "r", "setup", "tests")
CPP_ENDINGS = (".cpp", ".hpp")
SKIPPED_FOLDERS = {"__pycache__", "corpus"}


def written_files(root, folders=FOLDERS):
    """Every file below the named folders, and the files in the root itself, in sorted order."""
    root = Path(root)
    found = [path for path in root.iterdir() if path.is_file()] if root.is_dir() else []
    for folder in folders:
        for path in (root / folder).rglob("*"):
            if path.is_file() and not SKIPPED_FOLDERS.intersection(path.relative_to(root).parts):
                found.append(path)
    return sorted(found)


def cpp_files(root, folders):
    """The C++ files below the named folders."""
    return [path for path in written_files(root, folders) if path.suffix in CPP_ENDINGS and path.parent != Path(root)]


def report(checker, problems):
    """Prints the problems and the verdict; returns the exit status."""
    for problem in problems:
        print(problem)
    print(f"{checker}: {'no problem' if not problems else f'{len(problems)} problems'}")
    return 1 if problems else 0

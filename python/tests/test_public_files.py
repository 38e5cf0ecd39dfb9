# SPDX-License-Identifier: Apache-2.0
"""What the repository's host and other sites read from it: workflows, forms, the citation."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HOST = ROOT / ".github"
FILES = [
    ("github-workflows", sorted((HOST / "workflows").glob("*.yml"))),
    ("github-issue-config", [HOST / "ISSUE_TEMPLATE" / "config.yml"]),
    ("github-issue-forms", sorted(set((HOST / "ISSUE_TEMPLATE").glob("*.yml")) - {HOST / "ISSUE_TEMPLATE" / "config.yml"})),
    ("citation-file-format", [ROOT / "CITATION.cff"]),
]


@pytest.mark.parametrize(("schema", "files"), FILES, ids=[schema for schema, _ in FILES])
def test_files_follow_their_schema(schema, files):
    assert files
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_workflows_run_commands_of_the_project():
    commands = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for path in (HOST / "workflows").glob("*.yml"):
        text = path.read_text()
        called = set(re.findall(r"run: make ([a-z-]+)", text))
        for listed in re.findall(r"command: \[(.*)\]", text):
            called |= {word.strip(' "').split()[0] for word in listed.split(",")}
        assert called and called <= commands, f"{path.name}: {called - commands}"

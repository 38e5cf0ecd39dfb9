# SPDX-License-Identifier: Apache-2.0
"""The page checker must run the blocks of pages and fail if they are wrong."""

import tempfile
import unittest
from pathlib import Path

import documents


# The kind of mistake, what the problem says, and the page.
MISTAKES = [
    ("other output", "README.md:1: 'biotropy a' printed", "```console\n$ biotropy a\nentropy 0.26 of a\n...\n```\n"),
    ("output that is not shown", "printed", "```console\n$ biotropy a\n```\n"),
    ("shown output that does not come", "but the page shows", "```console\n$ true\nfine\n```\n"),
    ("dots stand for text but not for other lines", "printed", "```console\n$ biotropy a\nentropy ... ms\n```\n"),
    ("failing command", "status 3", "```console\n$ exit 3\n```\n"),
    ("unknown program", "status 127", "```console\n$ no-such-program\n...\n```\n"),
    ("unclosed block", "'unclosed'", "```console\n$ true\n"),
    ("block of no kind", "'cpp' is no kind", "```cpp\nint a;\n```\n"),
    ("block of no kind", "'' is no kind", "```\nwhatever\n```\n"),
]


class DocumentsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "prefix" / "bin").mkdir(parents=True)
        program = self.root / "prefix" / "bin" / "biotropy"
        program.write_text("#!/bin/sh\necho entropy 0.25 of $1\necho took $$ ms\n")
        program.chmod(0o755)
        (self.root / "Makefile").write_text("JOBS ?= 2\ndemo: build\n\techo\n")

    def problems(self, page):
        (self.root / "README.md").write_text(page)
        return documents.check(self.root, self.root / "prefix")

    def assert_one(self, part, page):
        problems = self.problems(page)
        self.assertEqual(len(problems), 1, problems)
        self.assertIn(part, problems[0])

    def test_output_as_shown_passes(self):
        self.assertEqual(self.problems("```console\n$ biotropy a\nentropy 0.25 of a\ntook ... ms\n```\n"), [])
        self.assertEqual(self.problems("```console\n$ biotropy a\n...\n```\n"), [])
        self.assertEqual(self.problems("```console\n$ biotropy \\\n  a\nentropy 0.25 of a\n...\n```\n"), [])

    def test_every_mistake_is_one_problem(self):
        for mistake, part, page in MISTAKES:
            with self.subTest(mistake):
                self.assert_one(part, page)

    def test_files_are_there_for_the_commands(self):
        self.assertEqual(self.problems("```cpp file=a.cpp\nint a;\n```\n\n```console\n$ cat a.cpp\nint a;\n```\n"), [])

    def test_recordings_of_the_sources_are_there_for_the_commands(self):
        (self.root / "tests").mkdir()
        (self.root / "tests" / "a.txt").write_text("7\n")
        self.assertEqual(self.problems("```console\n$ cat tests/a.txt\n7\n```\n"), [])

    def test_checkout_commands(self):
        self.assertEqual(self.problems("```console checkout\n$ git clone x\n$ cd x\n$ make demo  # first\n```\n"), [])
        self.assertEqual(self.problems("```console checkout\n$ make demo JOBS=1\n```\n"), [])
        self.assert_one("'make demo JOB=1'", "```console checkout\n$ make demo JOB=1\n```\n")
        self.assert_one("each command is one line", "```console checkout\n$ make demo  # first $ make\ntest\n```\n")
        self.assert_one("each command is one line", "```console checkout\n$ make demo\ntest\n```\n")
        self.assert_one("'make dmeo'", "```console checkout\n$ make dmeo\n```\n")
        self.assert_one("'rm x'", "```console checkout\n$ rm x\n```\n")

    def test_links(self):
        self.assertEqual(self.problems("[a](Makefile) [b](https://example.org) [c](#part) [d](Makefile#part)\n"), [])
        self.assert_one("no file docs/lost.md", "[a](docs/lost.md)\n")

    def test_every_page_is_looked_at(self):
        (self.root / "docs").mkdir()
        (self.root / "docs" / "a.md").write_text("```sh\nx\n```\n")
        self.assert_one("docs/a.md:1", "fine\n")


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0
"""The page checker must run the blocks of pages and fail if they are wrong."""

import tempfile
import unittest
from pathlib import Path

import documents


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

    def test_other_output(self):
        self.assert_one("README.md:1: 'biotropy a' printed", "```console\n$ biotropy a\nentropy 0.26 of a\n...\n```\n")

    def test_output_that_is_not_shown(self):
        self.assert_one("printed", "```console\n$ biotropy a\n```\n")

    def test_shown_output_that_does_not_come(self):
        self.assert_one("but the page shows", "```console\n$ true\nfine\n```\n")

    def test_dots_stand_for_text_but_not_for_other_lines(self):
        self.assert_one("printed", "```console\n$ biotropy a\nentropy ... ms\n```\n")

    def test_failing_command(self):
        self.assert_one("status 3", "```console\n$ exit 3\n```\n")

    def test_unknown_program(self):
        self.assert_one("status 127", "```console\n$ no-such-program\n...\n```\n")

    def test_files_are_there_for_the_commands(self):
        self.assertEqual(self.problems("```cpp file=a.cpp\nint a;\n```\n\n```console\n$ cat a.cpp\nint a;\n```\n"), [])

    def test_recordings_of_the_sources_are_there_for_the_commands(self):
        (self.root / "tests").mkdir()
        (self.root / "tests" / "a.txt").write_text("7\n")
        self.assertEqual(self.problems("```console\n$ cat tests/a.txt\n7\n```\n"), [])

    def test_block_of_no_kind(self):
        self.assert_one("'cpp' is no kind", "```cpp\nint a;\n```\n")
        self.assert_one("'' is no kind", "```\nwhatever\n```\n")

    def test_unclosed_block(self):
        self.assert_one("'unclosed'", "```console\n$ true\n")

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

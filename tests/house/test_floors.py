# SPDX-License-Identifier: Apache-2.0
"""The floor checker must fail on every kind of wrong include, and on nothing else."""

import tempfile
import unittest
from pathlib import Path

import floors

TABLE = """
| floor | room | what lives there |
|---|---|---|
| 0 | `biotropy/` | ground |
| 1 | `biotropy/series/` | signals |
| 2 | `biotropy/match/` | counting |
| 2 | `biotropy/files/` | readers |
| 3 | `cli/` | program |
"""


# The kind of mistake, what the problem says, the file, and its text.
MISTAKES = [
    ("upward include", "biotropy/series/a.cpp: upward include biotropy/match/a.hpp",
     "biotropy/series/a.cpp", '#include "biotropy/match/a.hpp"\n'),
    ("upward include from the ground", "biotropy/error.cpp: upward include",
     "biotropy/error.cpp", '#  include <biotropy/series/a.hpp>\n'),
    ("sideways include", "sideways include biotropy/files/a.hpp",
     "biotropy/match/a.cpp", '#include "biotropy/files/a.hpp"\n'),
    ("nothing includes tests", "lies in no room", "cli/main.cpp", '#include "tests/match/naive.hpp"\n'),
    ("third party header in a public header", "biotropy/match/a.hpp: public header includes Eigen/Core",
     "biotropy/match/a.hpp", "#include <vector>\n#include <Eigen/Core>\n"),
    ("row without a folder", "no folder biotropy/lost/",
     "biotropy/README.md", TABLE + "| 3 | `biotropy/lost/` | nothing |\n"),
    ("page without a table", "no table", "biotropy/README.md", "Rooms\n"),
    ("room linked to a room it may not know", "match is linked to files",
     "biotropy/match/CMakeLists.txt", "biotropy_room(match\n  SOURCES a.cpp\n  USES series files\n  LIBRARIES fmt::fmt)\n"),
]


class FloorsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for room in ("biotropy/series", "biotropy/match", "biotropy/files", "cli"):
            (self.root / room).mkdir(parents=True)
        self.write("biotropy/README.md", TABLE)

    def write(self, path, text):
        (self.root / path).write_text(text)

    def assert_problems(self, *expected):
        problems = floors.check(self.root)
        self.assertEqual(len(problems), len(expected), problems)
        for problem, part in zip(problems, expected):
            self.assertIn(part, problem)

    def test_every_mistake_is_one_problem(self):
        for mistake, part, path, text in MISTAKES:
            with self.subTest(mistake):
                self.write(path, text)
                self.assert_problems(part)
                self.write("biotropy/README.md", TABLE)
                if not path.endswith(".md"):
                    (self.root / path).unlink()

    def test_downward_and_own_room_pass(self):
        self.write("biotropy/error.hpp", "#include <string>\n")
        self.write("biotropy/match/a.cpp", '#include "biotropy/error.hpp"\n#include "biotropy/match/a.hpp"\n#include <hwy/highway.h>\n')
        self.write("cli/main.cpp", '#include "biotropy/match/a.hpp"\n#include <CLI/CLI.hpp>\n')
        self.assert_problems()

    def test_the_public_interface_includes_every_floor_and_no_room_includes_it(self):
        self.write("biotropy/match/b.hpp", "")
        self.write("biotropy/biotropy.hpp", '#include "biotropy/match/b.hpp"\n')
        self.assert_problems()
        self.write("biotropy/match/c.cpp", '#include "biotropy/biotropy.hpp"\n')
        self.assert_problems("biotropy/match/c.cpp: include biotropy/biotropy.hpp: it is for other programs")

    def test_include_without_the_path_from_the_root(self):
        self.write("biotropy/match/b.hpp", "")
        self.write("biotropy/match/a.cpp", '#include "b.hpp"\n')
        self.assert_problems("not written from the root")

    def test_sources_of_the_r_package_name_their_own_headers(self):
        self.write("biotropy/README.md", TABLE + "| 3 | `r/` | package |\n")
        (self.root / "r" / "src").mkdir(parents=True)
        self.write("r/src/b.hpp", "")
        self.write("r/src/a.cpp", '#include "b.hpp"\n#include "biotropy/match/a.hpp"\n')
        self.assert_problems()
        self.write("r/src/a.cpp", '#include "cli/a.hpp"\n')
        self.assert_problems("sideways include cli/a.hpp")

    def test_third_party_header_in_a_private_header_passes_but_stays_inside(self):
        self.write("biotropy/match/rows-inl.hpp", "#include <hwy/highway.h>\n")
        self.write("biotropy/match/a.cpp", '#include "biotropy/match/rows-inl.hpp"\n')
        self.assert_problems()
        self.write("biotropy/match/a.hpp", '#include "biotropy/match/rows-inl.hpp"\n')
        self.assert_problems("includes the private header")

    def test_folder_outside_the_table(self):
        (self.root / "biotropy/extra").mkdir()
        self.write("biotropy/extra/a.cpp", "")
        self.assert_problems("biotropy/extra/a.cpp: lies in no room")

    def test_room_linked_downward_passes(self):
        self.write("biotropy/CMakeLists.txt", "biotropy_room(ground SOURCES error.cpp)\n")
        self.write("biotropy/match/CMakeLists.txt", "biotropy_room(match SOURCES a.cpp USES series ground)\n")
        self.assert_problems()


if __name__ == "__main__":
    unittest.main()

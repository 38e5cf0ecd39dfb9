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

    def test_downward_and_own_room_pass(self):
        self.write("biotropy/error.hpp", "#include <string>\n")
        self.write("biotropy/match/a.cpp", '#include "biotropy/error.hpp"\n#include "biotropy/match/a.hpp"\n#include <hwy/highway.h>\n')
        self.write("cli/main.cpp", '#include "biotropy/match/a.hpp"\n#include <CLI/CLI.hpp>\n')
        self.assert_problems()

    def test_upward_include(self):
        self.write("biotropy/series/a.cpp", '#include "biotropy/match/a.hpp"\n')
        self.assert_problems("biotropy/series/a.cpp: upward include biotropy/match/a.hpp")

    def test_upward_include_from_the_ground(self):
        self.write("biotropy/error.cpp", '#  include <biotropy/series/a.hpp>\n')
        self.assert_problems("biotropy/error.cpp: upward include")

    def test_sideways_include(self):
        self.write("biotropy/match/a.cpp", '#include "biotropy/files/a.hpp"\n')
        self.assert_problems("sideways include biotropy/files/a.hpp")

    def test_the_public_interface_includes_every_floor_and_no_room_includes_it(self):
        self.write("biotropy/match/b.hpp", "")
        self.write("biotropy/biotropy.hpp", '#include "biotropy/match/b.hpp"\n')
        self.assert_problems()
        self.write("biotropy/match/c.cpp", '#include "biotropy/biotropy.hpp"\n')
        self.assert_problems("biotropy/match/c.cpp: include biotropy/biotropy.hpp: it is for other programs")

    def test_nothing_includes_tests(self):
        self.write("cli/main.cpp", '#include "tests/match/naive.hpp"\n')
        self.assert_problems("lies in no room")

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

    def test_third_party_header_in_a_public_header(self):
        self.write("biotropy/match/a.hpp", "#include <vector>\n#include <Eigen/Core>\n")
        self.assert_problems("biotropy/match/a.hpp: public header includes Eigen/Core")

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

    def test_row_without_a_folder(self):
        self.write("biotropy/README.md", TABLE + "| 3 | `biotropy/lost/` | nothing |\n")
        self.assert_problems("no folder biotropy/lost/")

    def test_page_without_a_table(self):
        self.write("biotropy/README.md", "Rooms\n")
        self.assert_problems("no table")

    def test_room_linked_to_a_room_it_may_not_know(self):
        self.write("biotropy/match/CMakeLists.txt", "biotropy_room(match\n  SOURCES a.cpp\n  USES series files\n  LIBRARIES fmt::fmt)\n")
        self.assert_problems("match is linked to files")

    def test_room_linked_downward_passes(self):
        self.write("biotropy/CMakeLists.txt", "biotropy_room(ground SOURCES error.cpp)\n")
        self.write("biotropy/match/CMakeLists.txt", "biotropy_room(match SOURCES a.cpp USES series ground)\n")
        self.assert_problems()


if __name__ == "__main__":
    unittest.main()

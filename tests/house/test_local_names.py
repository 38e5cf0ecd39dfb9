# SPDX-License-Identifier: Apache-2.0
"""The checker of local names must find every clash, and let overloads pass."""

import tempfile
import unittest
from pathlib import Path

import local_names


class LocalNamesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def local(self, path, text):
        self.write(path, f"namespace biotropy {{\nnamespace {{\n{text}\n}}\n}}\n")

    def problems(self, one, other, names=("biotropy/match/a.cpp", "biotropy/match/engines/b.cpp")):
        self.local(names[0], one)
        self.local(names[1], other)
        return local_names.check(self.root)

    def assert_clash(self, name, one, other):
        found = self.problems(one, other)
        self.assertEqual(len(found), 1, found)
        self.assertIn(f"'{name}' is in biotropy/match/a.cpp too", found[0])

    def test_functions_of_the_same_parameters(self):
        self.assert_clash("f", "int f(const A& a, std::map<int, B> b = 1) {\n}", "int f(const A& x, std::map<int, B> y) {\n}")

    def test_types_and_constants(self):
        self.assert_clash("A", "struct A {\n  int f() { return 1; }\n};", "enum class A { b };")
        self.assert_clash("k", "constexpr double k = 1;", "constexpr std::array<int, 2> k{1, 2};")
        self.assert_clash("k", "const char* const k[] = {\"a\"};", "constexpr int k = f(1);")
        self.assert_clash("A", "using A = int;", "using A = double;")
        self.assert_clash("c", "constexpr int a = f(1, 2), c = 3;", "enum B : int { d = 1, c = 2 };")

    def test_local_name_and_one_of_the_room(self):
        self.write("biotropy/match/a.cpp", "namespace biotropy {\nint f(int a) {\n}\n}\n")
        self.local("biotropy/match/b.cpp", "int f(int b) {\n}")
        self.assertEqual(len(local_names.check(self.root)), 1)

    def test_types_of_a_room_in_two_headers(self):
        for name in ("a", "b"):
            self.write(f"biotropy/match/{name}.hpp", "namespace biotropy {\nstruct A;\nstruct A {\n  int a;\n};\n}\n")
        self.assertEqual(len(local_names.check(self.root)), 1)

    def test_what_may_stand_in_one_group(self):
        self.assertEqual(self.problems("int f(int a) {\n}", "int f(double a) {\n}"), [])
        self.assertEqual(self.problems("using A = int;", "using A = int;"), [])
        self.assertEqual(self.problems("struct A {\n  int f(int);\n};", "struct B {\n  int f(int);\n};"), [])
        self.assertEqual(self.problems("int f() {\n  const int a = 1;\n}", "int g() {\n  const int a = 1;\n}"), [])

    def test_files_of_different_targets(self):
        one = "constexpr int k = 1;"
        self.assertEqual(self.problems(one, one, ("biotropy/match/a.cpp", "biotropy/files/a.cpp")), [])

    def test_files_that_are_compiled_alone(self):
        self.write("biotropy/match/CMakeLists.txt", 'biotropy_room(match ALONE "^engines/"\n  SOURCES a.cpp)\n')
        self.assertEqual(self.problems("constexpr int k = 1;", "constexpr int k = 1;"), [])
        self.local("biotropy/match/b.cpp", "constexpr int k = 1;")
        self.assertEqual(len(local_names.check(self.root)), 1)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0
"""The shape checker must fail on every rule that is broken, and measure functions right."""

import tempfile
import unittest
from pathlib import Path

import r_functions
import shape
from cpp_functions import functions

LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"
LICENCE_OF_SCRIPTS = "# SPDX-License-Identifier: Apache-2.0\n"


def function_of(lines, head="int f() {"):
    return head + "\n" + "  g();\n" * (lines - 2) + "}\n"


# What the problem names, the file, and its text.
BROKEN = [
    ("function f has 76 lines", "bench/a.cpp", LICENCE + function_of(76)),
    ("a.hpp:4: function f has 76 lines", "biotropy/a.hpp",
     LICENCE + "namespace n {\nclass A {\n" + function_of(76, "  void f() const {") + "};\n}\n"),
    ("function f has 76 lines", "tests/a.py", LICENCE_OF_SCRIPTS + "def f():\n" + "    g()\n" * 75),
    ("function f has 76 lines", "r/R/a.R", LICENCE_OF_SCRIPTS + "f <- function(x) {\n" + "  g()\n" * 74 + "}\n"),
    ("TODO", "r/vignettes/a.Rmd", "TODO: more\n"),
    ("TODO", "docs/a.md", "TODO: more\n"),
    ("SPDX", "biotropy/a.hpp", "#pragma once\n"),
    ("Apache-2.0", "cli/a.cmake", "# SPDX-License-Identifier: CC0-1.0\n"),
    ("'utils'", "biotropy/utils/a.cpp", LICENCE),
    ("'helpers.hpp'", "tests/match/helpers.hpp", LICENCE),
    ("-march", "cmake/a.cmake", LICENCE_OF_SCRIPTS + "add_compile_options(-march=native)\n"),
    ("/home/", "tests/a.cpp", LICENCE + 'open("/home/me/a.edf");\n'),
    ("never ends", "biotropy/match/a.cpp", LICENCE + "void f() { std::abort(); }\n"),
]


class FunctionsTest(unittest.TestCase):
    def assert_functions(self, text, *expected):
        self.assertEqual(functions(text), list(expected))

    def test_functions_and_their_lines(self):
        text = "namespace a {\nclass B {\n public:\n  int b() const { return 1; }\n};\n\nint B::c(int x)\n{\n}\n}\n"
        self.assert_functions(text, ("b", 4, 1), ("B::c", 7, 3))
        # A constructor with member initialisers; blocks and lambdas belong to their function; a lambda outside functions.
        self.assert_functions("A::A(int x) : x_{x}, y_{\n  x} {\n  run();\n}\n", ("A::A", 1, 4))
        self.assert_functions("void f() {\n  auto g = [] { h(); };\n  if (a) {\n  }\n}\n", ("f", 1, 5))
        self.assert_functions("const auto f = [](int x) {\n  return x;\n};\n", ("lambda", 1, 3))
        # Tables are no functions, tests and templates are.
        self.assert_functions("const T table[] = {\n  {1, f(2)},\n};\nenum class E { a };\n")
        self.assert_functions("TEST(A, B) {\n}\ntemplate <class T>\nT f(T t) {\n}\n", ("TEST", 1, 2), ("f", 3, 3))

    def test_braces_in_literals_comments_and_macros_do_not_count(self):
        text = 'void f() {\n  // }\n  a("}", \'}\', 1\'000);\n  b(R"x(})x");\n#define M }\n}\n'
        self.assert_functions(text, ("f", 1, 6))


class RFunctionsTest(unittest.TestCase):
    def test_functions_of_one_line_and_of_many(self):
        text = "a <- function(x) x\nb <- function(x = c(1,\n  2)) {\n  lapply(x, function(y) {\n  })\n}\nc <- 1\n"
        self.assertEqual(r_functions.functions(text), [("a", 1, 1), ("b", 2, 5)])

    def test_brackets_in_literals_and_comments_do_not_count(self):
        self.assertEqual(r_functions.functions('f <- function() {\n  "}" # }\n  \'{\'\n}\n'), [("f", 1, 4)])

    def test_functions_inside_functions_and_calls(self):
        text = "f <- function() {\n  g <- function(x) {\n    x\n  }\n  h(k = function(x) x)\n}\n"
        self.assertEqual(r_functions.functions(text), [("f", 1, 6), ("g", 2, 3)])


class ShapeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def problems(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return shape.check(self.root)

    def assert_one(self, part, path, text):
        problems = self.problems(path, text)
        self.assertEqual(len(problems), 1, problems)
        self.assertIn(part, problems[0])

    def test_good_file_passes(self):
        self.assertEqual(self.problems("biotropy/match/a.cpp", LICENCE + function_of(75)), [])

    def test_every_broken_rule_is_one_problem(self):
        for part, path, text in BROKEN:
            with self.subTest(path=path):
                self.assert_one(part, path, text)
                (self.root / path).unlink()

    def test_version_of_the_r_package(self):
        (self.root / "VERSION").write_text("1.2.0\n")
        (self.root / "CHANGELOG.md").write_text("## 1.2.0\n")
        self.assertEqual(self.problems("r/DESCRIPTION", "Package: a\nVersion: 1.2.0\n"), [])
        self.assert_one("no line 'Version: 1.2.0'", "r/DESCRIPTION", "Package: a\nVersion: 1.1.0\n")

    def test_long_files(self):
        lengths = [100] * 11 + [200] * 8
        self.assertEqual(list(shape.check_files([*lengths, 900])), [])
        self.assertEqual(len(list(shape.check_files([*lengths, 900, 900]))), 1)
        self.assertEqual(len(list(shape.check_files([151] * 20))), 1)

    def test_folder_with_a_licence_of_its_own(self):
        own = "# SPDX-License-Identifier: CC0-1.0\n"
        self.assertEqual(self.problems("conformance/a.py", own), [])
        self.assert_one("CC0-1.0", "conformance/a.py", own.replace("CC0-1.0", "Apache-2.0"))

    def test_the_library_never_prints_but_the_program_may(self):
        printing = LICENCE + "void f() { std::cout << 1; }\n"
        self.assertEqual(self.problems("cli/main.cpp", printing), [])
        self.assert_one("never prints", "biotropy/match/a.cpp", printing)

    def test_versions_of_other_packages(self):
        (self.root / "VERSION").write_text("1.2.0\n")
        (self.root / "CHANGELOG.md").write_text("## 1.2.0\n")
        for name, line in shape.VERSION_LINES.items():
            self.assertEqual(self.problems(name, f"  {line.format('1.2.0')}\n"), [])
            self.assert_one(f"{name}: no line", name, f"  {line.format('1.1.0')}\n")
            self.problems(name, f"  {line.format('1.2.0')}\n")

    def test_version_without_a_section_in_the_changelog(self):
        (self.root / "VERSION").write_text("1.2.0\n")
        self.assertEqual(self.problems("CHANGELOG.md", "## 1.2.0\n\n- more\n"), [])
        self.assert_one("no section '## 1.2.0'", "CHANGELOG.md", "## 1.1.0\n")


if __name__ == "__main__":
    unittest.main()

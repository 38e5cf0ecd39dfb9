# SPDX-License-Identifier: Apache-2.0
"""The checker of linked files must fail for every way in which the user's current folder affects a program."""

import subprocess
import tempfile
import unittest
from pathlib import Path

import linked

HARDENED = ("-Wl,-z,relro,-z,now",)


class LinkedTest(unittest.TestCase):
    def problems(self, *flags):
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "library.so"
            subprocess.run(
                ["c++", "-shared", "-fPIC", "-x", "c++", "-", "-o", library, *flags], input=b"int f() { return 0; }", check=True
            )
            return [problem.removeprefix(f"{library}: ") for problem in linked.check_all([Path(folder)])]

    def test_absolute_folders_and_those_beside_the_file(self):
        self.assertEqual(self.problems(*HARDENED), [])
        self.assertEqual(self.problems(*HARDENED, "-Wl,-rpath,/usr/lib:$ORIGIN:$ORIGIN/../lib"), [])

    def test_empty_and_relative_folders(self):
        for search_path, folder in (("/usr/lib:", ""), (":/usr/lib", ""), ("/a::/b", ""), ("lib", "lib"), (".", ".")):
            for tags in ("--enable-new-dtags", "--disable-new-dtags"):
                self.assertEqual(
                    self.problems(*HARDENED, f"-Wl,{tags},-rpath,{search_path}"),
                    [f"the folder '{folder}' of its search path '{search_path}' is not absolute"],
                )

    def test_functions_that_can_be_exchanged(self):
        message = "its table of functions can be changed while it runs (-z relro -z now)"
        self.assertEqual(self.problems("-Wl,-z,relro,-z,lazy"), [message])
        self.assertEqual(self.problems("-Wl,-z,norelro,-z,now"), [message])

    def test_nothing_there(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(linked.check_all([Path(folder)]), [f"{folder}: no program or library is there"])


if __name__ == "__main__":
    unittest.main()

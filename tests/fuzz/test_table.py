# SPDX-License-Identifier: Apache-2.0
"""Inputs are added to those of the page, with sanitizers and without, and remarks stay."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import table  # noqa: E402

PAGE = """| target | inputs with sanitizers | without |
|---|---:|---:|
| edf | 195,156 | 7 |
| mat73, ended in HDF5 | 1,781 | 0 |
| all | 196,937 | 7 |"""


class Counts(unittest.TestCase):
    def setUp(self):
        self.rows = table.rows_of(PAGE.splitlines())

    def test_the_table_is_read_as_it_was_written(self):
        self.assertEqual("\n".join(table.table(self.rows)), PAGE)

    def test_inputs_are_added_to_their_column(self):
        table.add(self.rows, ["edf 1000 5", "csv 3 1"], fast=True)
        table.add(self.rows, ["edf 44 5", "mat73 19 2 ended in HDF5"], fast=False)
        self.assertEqual(self.rows["edf"], [195_200, 1_007, ""])
        self.assertEqual(self.rows["csv"], [0, 3, ""])
        self.assertEqual(self.rows["mat73"], [1_800, 0, "ended in HDF5"])
        self.assertEqual(list(table.table(self.rows))[-1], "| all | 197,000 | 1,010 |")

    def test_a_remark_goes_with_the_run_that_made_it(self):
        table.add(self.rows, ["mat73 19 2"], fast=True)
        self.assertEqual(self.rows["mat73"][2], "ended in HDF5")
        table.add(self.rows, ["mat73 19 2"], fast=False)
        self.assertEqual(self.rows["mat73"][2], "")


if __name__ == "__main__":
    unittest.main()

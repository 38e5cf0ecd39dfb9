# SPDX-License-Identifier: Apache-2.0
"""What benchmarks print becomes the rows of the page, and a page without its marks is left as it is."""

import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import table  # noqa: E402
from table import made_part  # noqa: E402

RATIOS = """case, median microseconds per item                             wall      processor         MB
Running bench_pairwise
fast, m = 1                                                   1.842          1.840       11.2
slow, m = 1                                                2313.708       2300.000       -0.1

case                                                 times as fast as                                     clock        ratio   wanted
fast, m = 1                                          slow, m = 1                                          processor  1250.00  1000.00
fast, m = 1                                          slow, m = 1                                          wall          0.50     0.90  MISSED
"""
SECTIONS = """
SampEn, white noise, N = 20,000, m = 2
                                     milliseconds    times as fast         MB
double loop                               279.500              1.0        0.0  (from one row in 10)
sort and break                             20.000             14.0        1.5
biotropy                                    0.500            559.0        1.4  (wanted: 560.0)
biotropy, 2 threads                         0.400            698.8        1.6

Growth, milliseconds: white noise
         N       sorted exponent
    100000         5.25        -

Records of heartbeats: 1
"""


class Rows(unittest.TestCase):
    def test_a_case_stands_beside_its_baseline_by_the_clock_of_the_ratio(self):
        self.assertEqual(list(table.table("pairwise", RATIOS.splitlines()))[2:], [
            "| fast, m = 1 | 1.84 us | slow, m = 1 | 2.3 ms | processor | **1,250** | 1,000 |",
            "| fast, m = 1 | 1.84 us | slow, m = 1 | 2.31 ms | wall | 0.5 | 0.9 |",
        ])

    def test_a_series_stands_beside_the_first_program_of_its_section(self):
        self.assertEqual(list(table.table("long_series", SECTIONS.splitlines()))[2:], [
            "| SampEn, white noise, N = 20,000, m = 2 | 500 us | double loop | 280 ms | processor | 559 | 560 |",
        ])

    def test_every_case_has_its_memory_in_the_order_of_names(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in table.TABLES:
                text = {"pairwise": RATIOS, "long_series": SECTIONS}.get(name, "")
                (Path(folder) / f"{name}.txt").write_text(text)
            self.assertEqual(list(table.memory(Path(folder)))[2:], [
                "| `bench_pairwise` | fast, m = 1 | 11.2 |",
                "| `bench_pairwise` | slow, m = 1 | 0 |",
                *(f"| `bench_long_series` | SampEn, white noise, N = 20,000, m = 2: {case} |" for case in (
                    "biotropy | 1.4", "biotropy, 2 threads | 1.6", "double loop | 0", "sort and break | 1.5")),
            ])

    def test_growth_is_what_was_printed_of_it(self):
        self.assertEqual(table.growth(SECTIONS.splitlines()), SECTIONS.splitlines()[8:11])


class Page(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.page = Path(folder.name) / "page.md"

    def test_only_what_stands_between_the_marks_changes(self):
        self.page.write_text("before\n<!-- made by make bench -->\nold\n<!-- end of bench -->\nafter\n")
        made_part.write(self.page, "bench", ["new", "lines"])
        self.assertEqual(self.page.read_text(),
                         "before\n<!-- made by make bench -->\n\nnew\nlines\n\n<!-- end of bench -->\nafter\n")
        self.assertEqual([self.page], list(self.page.parent.iterdir()))

    def test_a_page_without_its_marks_is_left_as_it_is(self):
        for text in ("", "<!-- made by make bench -->\n", "<!-- end of bench -->\n<!-- made by make bench -->\n"):
            self.page.write_text(text)
            with self.assertRaises(SystemExit):
                made_part.write(self.page, "bench", ["new"])
            self.assertEqual(self.page.read_text(), text)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0
"""Jobs of the compiler are noted as they are, and summed by room."""

import os
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "bench"))

import compile_times  # noqa: E402


class CompileTimes(unittest.TestCase):
    def test_a_job_is_noted_with_its_output_and_its_status_is_passed_on(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "jobs.txt")
            self.assertEqual(3, compile_times.compile_one(file, ["sh", "-c", "exit 3", "-o", "cli/CMakeFiles/x.dir/a.o"]))
            self.assertEqual(0, compile_times.compile_one(file, ["true"]))
            seconds, kilobytes, output = Path(file).read_text().rstrip("\n").split("\t")
        self.assertGreaterEqual(float(seconds), 0.0)
        self.assertGreater(int(kilobytes), 100)
        self.assertEqual("cli/CMakeFiles/x.dir/a.o", output)

    def test_rooms_are_summed_and_the_slowest_comes_first(self):
        lines = ["2.00\t1024\tbiotropy/match/CMakeFiles/biotropy_match.dir/engines/bits.cpp.o",
                 "5.00\t4096\tcli/CMakeFiles/biotropy_commands.dir/Unity/unity_0_cxx.cxx.o",
                 "1.00\t2048\tbiotropy/match/CMakeFiles/biotropy_match.dir/tally.cpp.o",
                 "9.00\t1024\ttests/files/CMakeFiles/test_files.dir/test_csv.cpp.o"]
        self.assertEqual([
            "| **tests, benchmarks and the C interface** | 1 | 9 | 9 | 1 |",
            "| **all that `make demo` builds** | 3 | 8 | 5 | 4 |",
            "| `tests/files/` | 1 | 9 | 9 | 1 |",
            "| `cli/` | 1 | 5 | 5 | 4 |",
            "| `biotropy/match/` | 2 | 3 | 2 | 2 |"], list(compile_times.table(lines))[2:])


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: Apache-2.0
"""Which faults are found in a source, and that comments, texts, directives and templates are left alone."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from operators import described, mutated, mutations  # noqa: E402

SOURCE = """// Not this: a < b
#define LIMIT 3
constexpr int kMost = 7;
int sum(std::vector<int> x, const char* text = "a + b") {
  if (x.size() > 2 && text != nullptr) {
    x[0] = x[1] * 0.5;  // a == b
    forget(x, '+');
  }
  return x[0] - 1;
}
"""


class Operators(unittest.TestCase):
    def test_every_kind_and_nothing_else(self):
        found = [described(SOURCE, one) for one in mutations(SOURCE)]
        self.assertEqual(
            found,
            [
                (5, "condition: x.size() > 2 && text != nullptr -> !(x.size() > 2 && text != nullptr)"),
                (5, "comparison: > -> >="),
                (5, "constant: 2 -> 3"),
                (5, "logic: && -> ||"),
                (5, "comparison: != -> =="),
                (6, "statement: x[0] = x[1] * 0.5; -> ;"),
                (6, "constant: 0 -> 1"),
                (6, "constant: 1 -> 2"),
                (6, "arithmetic: * -> /"),
                (6, "constant: 0.5 -> (0.5 * 2)"),
                (7, "statement: forget(x, '+'); -> ;"),
                (9, "constant: 0 -> 1"),
                (9, "arithmetic: - -> +"),
                (9, "constant: 1 -> 2"),
            ],
        )

    def test_one_fault_changes_one_place(self):
        for one in mutations(SOURCE):
            changed = mutated(SOURCE, one)
            self.assertNotEqual(changed, SOURCE)
            self.assertEqual(changed[: one.begin], SOURCE[: one.begin])
            self.assertTrue(changed.endswith(SOURCE[one.end :]))


if __name__ == "__main__":
    unittest.main()

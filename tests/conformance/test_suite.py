# SPDX-License-Identifier: Apache-2.0
"""The suite's own programs can fail: a damaged case is found, a wrong answer gets its meaning, and the two programs that made
the numbers still find them."""

import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2] / "conformance"
sys.path.insert(0, str(ROOT))

import make_cases  # noqa: E402
import validate  # noqa: E402
from generate.programs import Loops  # noqa: E402
from runners import suite  # noqa: E402

SEEN_AGAIN = 24  # every such case is made again


class OfACopy(unittest.TestCase):
    """Tests of a copy of the suite."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name) / "suite"
        shutil.copytree(ROOT, self.root, ignore=shutil.ignore_patterns("__pycache__"))


class Validator(OfACopy):
    def setUp(self):
        super().setUp()
        self.path = self.root / "cases" / "papers.json"

    def change(self, text, other):
        content = self.path.read_text()
        self.assertIn(text, content)
        self.path.write_text(content.replace(text, other, 1))

    def assert_found(self, text):
        found, _ = validate.problems(self.root)
        self.assertTrue(any(text in problem for problem in found), found)

    def test_the_suite_has_no_problem(self):
        found, n_cases = validate.problems(self.root)
        self.assertEqual(found, [])
        self.assertGreaterEqual(n_cases, 500)

    def test_another_byte(self):
        self.change("papers-001", "papers-101")
        self.assert_found("cases/papers.json: another checksum")

    def test_a_case_twice(self):
        self.change("papers-001", "papers-002")
        self.assert_found("papers-002: a second time")

    def test_a_value_that_is_not_its_hexadecimal(self):
        self.change('"value_hex": "0x1.', '"value_hex": "0x1.1')
        self.assert_found("is not 0x1.1")

    def test_an_unknown_key_and_word(self):
        self.change('"boundary": "closed"', '"boundary": "shut"')
        self.change('"ddof": 0', '"dof": 0')
        self.assert_found("is 'shut', none of")
        self.assert_found("/dof is unknown")

    def test_a_missing_series(self):
        (self.root / "series" / "nolds-9.txt").unlink()
        self.assert_found("no series nolds-9")


class Outcomes(unittest.TestCase):
    def case(self, identity):
        return next(case for case in suite.cases() if case["id"] == identity)

    def test_right_wrong_and_unknown_values(self):
        case = self.case("papers-001")
        value = case["expected"]["value"]
        self.assertEqual(suite.outcome(case, suite.Answer((value,))).kind, "pass")
        for wrong in case["wrong_answers"]:
            self.assertEqual(suite.outcome(case, suite.Answer(tuple(wrong["values"]))), suite.Outcome("differs", wrong["means"]))
        self.assertIn("instead of", suite.outcome(case, suite.Answer((value + 1e-9,))).text)
        counts = case["expected"]["counts"]
        self.assertEqual(suite.outcome(case, suite.Answer((value,), (counts,))).kind, "pass")
        other = suite.outcome(case, suite.Answer((value,), (counts | {"matches_m": 1},)))
        self.assertEqual(other.kind, "differs")

    def test_errors(self):
        self.assertEqual(suite.outcome(self.case("papers-001"), suite.refused(ValueError("no"))).kind, "error")
        undefined = next(case for case in suite.cases() if "undefined" in case["expected"])
        self.assertEqual(suite.outcome(undefined, suite.refused(ValueError("no"))).kind, "pass")
        self.assertEqual(suite.outcome(undefined, suite.Answer((float("nan"),))).kind, "pass")
        self.assertEqual(suite.outcome(undefined, suite.Answer((0.0,))).kind, "differs")
        self.assertEqual(suite.outcome(undefined, suite.not_offered("scales")), suite.Outcome("not offered", "scales"))
        self.assertEqual(suite.outcome(undefined, suite.Answer(lost="no answer")).kind, "error")


    def test_values_in_few_decimals(self):
        case = self.case("papers-001")
        near = suite.Answer((case["expected"]["value"] + 4e-4,), precision=5e-4)
        self.assertEqual(suite.outcome(case, near).kind, "pass")
        far = suite.Answer((case["expected"]["value"] + 6e-4,), precision=5e-4)
        self.assertEqual(suite.outcome(case, far).kind, "differs")


STUBBORN = """
import os
from runners.suite import Answer
def name():
    return "stubborn 1"
def answer(case, series):
    open("asked", "a").write(case["id"] + "\\n")
    number = int(case["id"].split("-")[-1])
    while number == 2:
        pass
    if number == 3:
        os._exit(1)
    return Answer((float("nan"),))
"""


class OneByOne(OfACopy):
    """A package that does not answer one case, and crashes in another, answers all others; an interrupted run goes on."""

    def setUp(self):
        super().setUp()
        (self.root / "runners" / "nolds.py").write_text(STUBBORN)
        for path in (self.root / "cases").glob("*.json"):
            content = json.loads(path.read_text())
            content["cases"] = content["cases"][:4] if path.stem == "papers" else []
            path.write_text(json.dumps(content))

    def run_all(self):
        subprocess.run([sys.executable, "-B", "run.py", "--seconds", "0.5", "--results", "results", "nolds"], cwd=self.root, check=True)
        return [json.loads(line) for line in (self.root / "results").read_text().splitlines()]

    def test_limits_and_resumption(self):
        results = self.run_all()
        self.assertEqual([one["text"] for one in results if one["kind"] == "error"], ["no answer within 0.5 s", "the process ended"])
        self.assertEqual(len(results), 4)
        whole = (self.root / "results").read_text()
        (self.root / "results").write_text(whole[: whole.rindex("\n", 0, -1) + 20])  # killed while it wrote the last line
        (self.root / "asked").unlink()
        self.assertEqual(self.run_all(), results)
        self.assertEqual((self.root / "asked").read_text(), "papers-004\n")


class Programs(unittest.TestCase):
    def test_both_programs_find_the_cases_again(self):
        samples, loops = {name: values for name, (values, _) in make_cases.made().items()}, Loops()
        self.addCleanup(loops.close)
        stored = {case["id"]: case for case in suite.cases()}
        again = 0
        for group, module in make_cases.GROUPS.items():
            for number, spec in enumerate(module.cases(), 1):
                identity = f"{group}-{number:03d}"
                if number % SEEN_AGAIN or identity not in stored:
                    continue
                made = make_cases.made_case(loops, identity, spec, samples)
                self.assertEqual(json.loads(json.dumps(made)), stored[identity])
                again += 1
        self.assertGreaterEqual(again, 30)


if __name__ == "__main__":
    unittest.main()

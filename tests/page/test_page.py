# SPDX-License-Identifier: Apache-2.0
"""The page in a headless browser: the conformance suite, every kind of recording, and the commands that it prints."""

import csv
import io
import json
import math
import os
import shlex
import struct
import subprocess
import tempfile
import unittest
import zlib
from collections import Counter
from pathlib import Path

from opened import DATA, PAGE, ROOT, Opened
from runners import calls, suite

PROGRAM = os.environ.get("BIOTROPY_PROGRAM")
PYTHON = os.environ.get("BIOTROPY_PYTHON")  # with the package on its path
MOST_BYTES = 3_000_000

# Another worker of the same sources, which answers the cases of the suite.
ANSWERS = """(requests, series) => new Promise((resolve, reject) => {
  const source = document.getElementById('worker-source').textContent + %s + `
    onmessage = async ({data: {requests, series}}) => {
      await ready;
      const numbers = Object.fromEntries(Object.entries(series).map(([name, texts]) => [name, Float64Array.from(texts, Number)]));
      postMessage(requests.map((one) => JSON.stringify(answer(library, one, one.series.map((name) => numbers[name])))));
    };`;
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  worker.onmessage = ({data}) => resolve(data);
  worker.onerror = (event) => reject(new Error(event.message));
  worker.postMessage({requests, series});
})"""


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = Opened()
        cls.folder = tempfile.TemporaryDirectory()
        cls.made = Path(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.page.close()
        cls.folder.cleanup()

    def tearDown(self):
        self.assertEqual(self.page.browser.problems, [])
        asked = [one for one in self.page.browser.requests if not one.startswith(("file:", "data:", "blob:"))]
        self.assertEqual(asked, [])

    def compared(self, folder, measure, how=None, **options):
        """Rows of the page, after a comparison of all values and counts with those of the command that it prints."""
        rows = self.page.compute(measure, how, **options)
        self.assertTrue(rows, self.page.text("result-status"))
        if PROGRAM is None:
            return rows
        command = shlex.split(self.page.text("command"))
        done = subprocess.run([PROGRAM, *command[1:], "-o", "-", "--quiet"], cwd=folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, (command, done.stderr))
        theirs = list(csv.DictReader(io.StringIO(done.stdout)))
        ours = list(csv.DictReader(io.StringIO(self.page.browser.evaluate("csv(state.result)"))))
        self.assertEqual(len(ours), len(theirs), command)
        for our, their in zip(ours, theirs):
            self.assertTrue(suite.is_same(float(our[measure]), float(their["value"]), 1e-12), (command, our, their))
            for name in ("matches_m", "matches_m1", "reason"):
                nothing = "0" if name in our and name != "reason" and their["reason"] else ""  # of rejected channels
                self.assertEqual(our.get(name) or "", their.get(name) or nothing, (command, our, their))
        if PYTHON is not None:
            lines = self.page.text("python").split("\n")
            script = "\n".join([*lines[:-1], "import numpy", f"print(*numpy.ravel({lines[-1]}).tolist())"])
            done = subprocess.run([PYTHON, "-B", "-c", script], cwd=folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, (script, done.stderr))
            both = [float(our[measure]) for our in ours], [float(one) for one in done.stdout.split()]
            pairs = zip(*(sorted(values, key=lambda one: (math.isnan(one), one)) for values in both), strict=True)
            self.assertTrue(all(suite.is_same(our, their, 1e-12) for our, their in pairs), script)
        return rows

    def test_the_conformance_suite(self):
        cases, series = suite.cases(), suite.series()
        requests = [calls.request(case, Path()) | {"series": case["series"]} for case in cases]
        texts = {name: [repr(one).replace("nan", "NaN").replace("inf", "Infinity") for one in samples] for name, samples in series.items()}
        source = (ROOT / "conformance/runners/answer_cases.js").read_text()
        lines = self.page.browser.evaluate(f"({ANSWERS % json.dumps(source)})({json.dumps(requests)}, {json.dumps(texts)})")
        outcomes = [suite.outcome(case, calls.answer_of(line)) for case, line in zip(cases, lines, strict=True)]
        failed = [(case["id"], one.text) for case, one in zip(cases, outcomes) if one.kind in ("differs", "error")]
        self.assertEqual(failed, [])
        self.assertGreater(Counter(one.kind for one in outcomes)["pass"], 0.9 * len(cases))

    def test_heartbeats_give_the_counts_of_the_readme(self):
        told = self.page.choose(DATA / "heartbeat/nsr001.ecg", DATA / "heartbeat/nsr001.hea")
        self.assertIn("106455 of 106459", told)
        (row,) = self.compared(DATA / "heartbeat", "sampen", "series", m="2", r="0.2")
        self.assertEqual((row["matches_m"], row["matches_m1"]), ("570954590", "437304055"))
        self.page.set("option-m", "")

    def test_intervals_over_scales_and_windows(self):
        self.page.choose(DATA / "heartbeat/rest_rri.txt")
        self.page.browser.evaluate("document.getElementById('recording-status').textContent = 'Reading'")
        self.page.browser.evaluate("document.getElementById('intervals').click()")
        self.assertIn("RR intervals", self.page.after_reading())
        self.page.browser.evaluate("document.getElementById('kind').value = ''")
        self.assertEqual(len(self.compared(DATA / "heartbeat", "sampen", "scales", r="0.15", tau="2")), 20)
        for option in ("tau", "r"):
            self.page.set(f"option-{option}", "")
        self.assertEqual(len(self.compared(DATA / "heartbeat", "apen", "windows", window=300, step=100)), 7)

    def test_signals_by_channel_scale_window_and_pair(self):
        self.assertIn("138 channels of 3072 samples", self.page.choose(DATA / "eeg/mne_test.edf"))
        self.page.channels(0, 1, 4)
        folder = DATA / "eeg"
        self.assertEqual(len(self.compared(folder, "fuzzyen", "series")), 3)
        self.assertEqual(len(self.compared(folder, "sampen", "scales", scales=5)), 15)
        self.assertEqual(len(self.compared(folder, "apen", "windows", window=1000, step=500)), 15)
        self.assertEqual(len(self.compared(folder, "cross-sampen", "pairs", r="0.15")), 9)
        self.assertEqual(len(self.compared(folder, "mvsampen", "series", r="")), 1)
        self.assertEqual(len(self.compared(folder, "mvfuzzyen", "scales", scales=2)), 2)
        self.assertEqual(len(self.compared(folder, "permen", "series", m="4")), 3)
        self.page.set("option-m", "")

    def test_signals_are_filtered_and_cut(self):
        self.page.choose(DATA / "eeg/mne_test.edf")
        self.page.channels(0, 1, 4)
        folder = DATA / "eeg"
        rows = self.compared(folder, "sampen", "series", band="1, 40", notch="50,100", decimate=2, epoch="2 s", overlap=0.5)
        self.assertEqual([row["start, s"] for row in rows], ["0"] * 3 + ["1"] * 3 + ["2"] * 3 + ["3"] * 3 + ["4"] * 3)
        self.assertEqual(len(self.compared(folder, "cross-sampen", "pairs")), 5 * 9)
        self.assertEqual(len(self.compared(folder, "mvsampen", "scales", scales=3)), 5 * 3)
        self.assertEqual(len(self.compared(folder, "apen", "windows", band="0,30", window="2 s", step="1 s")), 5 * 3)
        self.page.clear()
        self.assertEqual(len(self.compared(folder, "sampen", "series", band="8,inf")), 3)
        rows = self.compared(folder, "sampen", "series", band="", epoch=500, reject=70)
        self.assertEqual({bool(row["reason"]) for row in rows}, {False, True})
        self.page.clear()

    def test_pairs_in_windows(self):
        self.page.choose(DATA / "eeg/mne_test.edf")
        self.page.channels(0, 1, 4)
        self.assertEqual(len(self.compared(DATA / "eeg", "cross-apen", "windows", window=1000, step=500)), 5 * 9)

    def test_several_m_and_r(self):
        self.page.choose(DATA / "eeg/mne_test.edf")
        self.page.channels(0, 4)
        folder = DATA / "eeg"
        rows = self.compared(folder, "sampen", "series", m="2-3", r="0.1, 0.15, 0.2")
        self.assertEqual([(row["m"], row["r"]) for row in rows[:6]], [(m, r) for m in "23" for r in ("0.1", "0.15", "0.2")])
        self.assertIn("SampEn over r", self.page.browser.evaluate("document.querySelector('#result svg').ariaLabel"))
        self.assertEqual(len(self.compared(folder, "cross-sampen", "pairs", m="1,2", r="0.2")), 4 * 2)
        self.assertEqual(len(self.compared(folder, "sampen", "windows", m="1,2", window=1000, step=1000)), 3 * 2 * 2)
        self.page.compute("sampen", "scales")
        self.assertEqual(self.page.text("result-status"), "m is 1,2; it must be a single value for a curve over scales")
        self.page.clear()

    def test_every_format(self):
        matlab = self.made / "compressed.mat"
        matlab.write_bytes(mat5([(i * i) % 101 for i in range(1000)]))
        record = self.made / "record.hea"
        record.write_text("record 2 250 500\nrecord.dat 16 200 16 0 0 0 0 ECG\nrecord.dat 16 200 16 0 0 0 0 BP\n")
        (self.made / "record.dat").write_bytes(struct.pack("<1000h", *((i * i) % 199 - 99 for i in range(1000))))
        for files, told, channel in (
            ([DATA / "eeg/bdf_test.bdf"], "BDF, 8 channels", 0),
            ([DATA / "eeg/eeg_raw.npy"], "NPY, 8 channels", 1),
            ([DATA / "heartbeat/rest_rri.txt"], "text, 1 channel", 0),
            ([matlab], "MAT 5, 1 channel of 1000 samples", 0),
            ([record.with_suffix(".dat"), record], "WFDB, 2 channels of 500 samples at 250 Hz", 1),
        ):
            with self.subTest(told):
                self.assertIn(told, self.page.choose(*files))
                self.page.channels(channel)
                self.assertEqual(len(self.compared(files[0].parent, "sampen", "series")), 1)

    def test_gaps_are_filled_and_left_out(self):
        edge = DATA / "edge/test_old_layout_latin1_software_filter"
        files = [edge.with_suffix(end) for end in (".eeg", ".vhdr", ".vmrk")]
        self.assertIn("let gap_fill put missing samples", self.page.choose(*files))
        self.page.set("reading-gap_fill", 1)
        self.page.browser.evaluate("document.getElementById('read-again').click()")
        self.assertIn("BrainVision, 29 channels", self.page.after_reading())
        self.page.set("reading-gap_fill", "")
        self.page.channels(3)
        self.assertEqual(len(self.compared(edge.parent, "sampen", "series", missing="omit", m="1")), 1)
        for option in ("missing", "m"):
            self.page.set(f"option-{option}", "")

    def test_messages_are_those_of_the_library(self):
        broken = self.made / "broken.edf"
        broken.write_bytes((DATA / "eeg/short_psg.edf").read_bytes()[:200])
        self.assertRegex(self.page.choose(broken), "^broken.edf: .*header")
        self.assertIn("it must be of one sampling rate", self.page.choose(DATA / "eeg/short_psg.edf"))
        self.page.set("reading-channels", "1-3")
        self.page.browser.evaluate("document.getElementById('read-again').click()")
        self.assertIn("3 channels", self.page.after_reading())
        self.page.set("reading-channels", "")
        hdf5 = self.made / "new.mat"
        hdf5.write_bytes(b"MATLAB 7.3 MAT-file".ljust(124) + b"\0\2IM" + bytes(600))
        self.assertIn("save it with -v7", self.page.choose(hdf5))
        self.page.browser.evaluate("document.getElementById('example').click()")
        self.page.after_reading()
        self.page.compute("sampen", "series", m="0")
        self.assertEqual(self.page.text("result-status"), "m is 0; it must be an integer from 1 to 1000")
        self.page.set("option-m", "")

    def test_long_work_is_cancelled_and_the_page_goes_on(self):
        long = self.made / "long.txt"
        long.write_text("".join(f"{(i * 7919) % 100003}\n" for i in range(300_000)))
        self.page.choose(long)
        self.page.set("measure", "fuzzyen")
        self.page.set("how", "scales")
        self.page.browser.evaluate("document.getElementById('compute').click()")
        self.page.browser.wait_for("!document.getElementById('cancel').hidden")
        self.page.browser.evaluate("document.getElementById('cancel').click()")
        self.page.browser.wait_for("document.getElementById('result-status').textContent === 'Stopped.'")
        self.assertEqual(len(self.page.compute("permen", "series")), 1)

    def test_every_field_has_a_label_and_nothing_is_wider_than_a_phone(self):
        unnamed = """[...document.querySelectorAll('input, select, progress')].filter((one) =>
          !(one.labels.length > 0 || one.getAttribute('aria-label'))).map((one) => one.id)"""
        self.assertEqual(self.page.browser.evaluate(unnamed), [])
        phone = Opened(420)
        try:
            phone.browser.evaluate("document.getElementById('example').click()")
            phone.after_reading()
            phone.browser.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            phone.compute("sampen", "scales")
            self.assertLessEqual(phone.browser.evaluate("document.documentElement.scrollWidth"), 420)
        finally:
            phone.close()

    def test_the_page_is_small(self):
        self.assertLess(PAGE.stat().st_size, MOST_BYTES)


def mat5(numbers):
    """A MAT file of version 5 with one compressed column of doubles."""

    def item(kind, data):
        return struct.pack("<II", kind, len(data)) + data + bytes(-len(data) % 8)

    matrix = item(6, struct.pack("<II", 6, 0)) + item(5, struct.pack("<ii", len(numbers), 1)) + item(1, b"x")
    matrix += item(9, struct.pack(f"<{len(numbers)}d", *numbers))
    packed = zlib.compress(item(14, matrix))
    return b"MATLAB 5.0 MAT-file".ljust(124) + b"\0\1IM" + struct.pack("<II", 15, len(packed)) + packed


if __name__ == "__main__":
    unittest.main()

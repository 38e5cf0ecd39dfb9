# SPDX-License-Identifier: Apache-2.0
"""The page in a headless browser, opened as a file: recordings are chosen, measures computed, results read.

BIOTROPY_PAGE names the page. BIOTROPY_PROGRAM may name the program that it is compared with.
"""

import json
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "python/tests"), str(ROOT / "conformance")]

from browser import Browser, find_browser  # noqa: E402

PAGE = Path(os.environ.get("BIOTROPY_PAGE", ROOT / "build/page/try.html")).resolve()
DATA = ROOT / "tests/data"

# Rows of the table of the result: names of columns to texts.
TABLE = """[...document.querySelectorAll('#result tbody tr')].map((row) => Object.fromEntries([...row.cells].map((cell, k) =>
  [document.querySelectorAll('#result thead th')[k].textContent, cell.textContent])))"""


class Opened:
    def __init__(self, width=1300):
        self.folder = tempfile.TemporaryDirectory()
        self.browser = Browser(find_browser(), Path(self.folder.name))
        self.browser.open(PAGE, width)
        self.browser.wait_for("document.getElementById('measure').options.length > 0 || document.querySelector('.problem')")

    def close(self):
        self.browser.close()
        self.folder.cleanup()

    def text(self, place):
        return self.browser.evaluate(f"document.getElementById({json.dumps(place)}).textContent")

    def choose(self, *files):
        """Choose files, and return what the page says about them."""
        document = self.browser.call("DOM.getDocument")["root"]["nodeId"]
        node = self.browser.call("DOM.querySelector", nodeId=document, selector="#files")["nodeId"]
        # The same file again is no change.
        self.browser.evaluate("files.value = ''; document.getElementById('recording-status').textContent = 'Reading'")
        self.browser.call("DOM.setFileInputFiles", nodeId=node, files=[str(path) for path in files])
        return self.after_reading()

    def after_reading(self):
        self.browser.wait_for("!document.getElementById('recording-status').textContent.startsWith('Reading')")
        return self.text("recording-status") or self.text("about")

    def set(self, name, value):
        """Set a field, as a person does."""
        self.browser.evaluate(
            f"(() => {{ const field = document.getElementById({json.dumps(name)}); field.value = {json.dumps(str(value))};"
            " field.dispatchEvent(new Event('change', {bubbles: true})); })()"
        )

    def compute(self, measure, how=None, **options):
        """Compute, and return the rows of the table."""
        self.set("measure", measure)
        if how is not None:
            self.set("how", how)
        for name, value in options.items():
            self.set(self.browser.evaluate(f"document.querySelector('#form #{name}, #form [name={name}]').id"), value)
        self.browser.evaluate("document.getElementById('compute').click()")
        self.browser.wait_for("!document.getElementById('compute').disabled")
        return self.browser.evaluate(TABLE)

    def clear(self):
        """Empty the fields of all options."""
        self.browser.evaluate("document.querySelectorAll('#form [name]').forEach((field) => { field.value = ''; })")

    def channels(self, *chosen):
        """Choose channels by number, from 0."""
        self.browser.evaluate(
            f"document.querySelectorAll('#channel-list input').forEach((one, k) => {{ one.checked = {list(chosen)}.includes(k); }})"
        )

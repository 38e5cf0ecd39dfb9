# SPDX-License-Identifier: Apache-2.0
"""Parser of a page of results, and the calls of Plotly by its script."""

import base64
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from importlib.resources import files

import numpy as np
import pytest

plotly = pytest.importorskip("plotly")

from biotropy.report import SCRIPTS, write_report  # noqa: E402

# Substitutes of the browser's functions that report.js uses, and of Plotly, which stores what is drawn.
BROWSER = """
const fs = require("fs"), contents = JSON.parse(fs.readFileSync(process.argv[2])), drawn = [];
const element = () => ({children: [], listeners: {}, appendChild(child) { this.children.push(child); return child; },
                        addEventListener(name, call) { this.listeners[name] = call; }});
const sections = contents.map((content) => {
  const parts = {script: {textContent: JSON.stringify(content)}, ".picture": element(), ".choices": element()};
  return {querySelector: (name) => parts[name] ?? (parts[name] = element())};
});
globalThis.document = {createElement: element, querySelectorAll: (name) => name === "section.panel" ? sections : []};
globalThis.getComputedStyle = () => ({color: "#222", getPropertyValue: () => ""});
globalThis.matchMedia = () => element();
globalThis.addEventListener = () => {};
globalThis.Plotly = {newPlot: (element, traces, layout) => drawn.push({traces, layout})};
(0, eval)(process.argv.slice(3).map((path) => fs.readFileSync(path, "utf8")).join(""));
sections.forEach((section, k) => section.querySelector(".choices").children.forEach((label, which) => {
  if (which >= contents[k].choices.length) return;
  const select = label.children[0];
  select.selectedIndex = contents[k].choices[which].labels.length - 1;
  select.listeners.change();
}));
console.log(JSON.stringify(drawn));
"""


class Page(HTMLParser):
    """Tags, addresses, the title, lists, tables by name with the exact numbers in them, and embedded panels of a page."""

    def __init__(self, path):
        super().__init__()
        self.addresses, self.panels, self.scripts, self.tags, self.tables = [], [], 0, [], {}
        self.title, self.sentences = "", []
        self.stack = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.tags.append(tag)
        self.addresses += [given[name] for name in ("src", "href", "action") if name in given]
        if tag not in ("meta", "link"):
            self.stack.append((tag, given))
        if tag == "table":
            self.rows = self.tables[given["aria-label"]] = []
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        elif tag == "data":
            self.rows[-1][-1] = float(given["value"])
        self.sentences += [""] if tag == "li" else []

    def handle_endtag(self, tag):
        assert self.stack.pop()[0] == tag

    def handle_data(self, data):
        tag, given = self.stack[-1] if self.stack else ("", {})
        if tag in ("td", "th"):
            self.rows[-1][-1] += data
        if tag == "li":
            self.sentences[-1] += data
        if tag == "h1":
            self.title += data
        if tag == "script" and given.get("type") == "application/json":
            self.panels.append(json.loads(data))


    def column(self, table, name):
        """The cells of a column, numbers with all digits."""
        head, *rows = self.tables[table]
        return [row[head.index(name)] for row in rows]


def numbers_in(sentence):
    """The numbers of a sentence, as floats."""
    return [float(one) for one in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?", sentence)]


def numbers(panel, name="values"):
    shape = [*(len(choice["labels"]) for choice in panel["choices"]), len(panel["rows"]["labels"]), len(panel["columns"]["labels"])]
    return np.frombuffer(base64.b64decode(panel[name]), dtype="<f8").reshape(shape)


def drawn_by_the_page(panels, tmp_path):
    """Figures that the page draws, finally with the last option of every selection, checked by Plotly's schema."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node, which runs the script of the page, is not installed")
    (tmp_path / "browser.cjs").write_text(BROWSER)
    (tmp_path / "panels.json").write_text(json.dumps(panels))
    scripts = [files("biotropy._reports").joinpath(name) for name in SCRIPTS]
    command = [node, tmp_path / "browser.cjs", tmp_path / "panels.json", *scripts]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    pictures = json.loads(done.stdout)
    return [plotly.graph_objects.Figure(data=one["traces"], layout=one["layout"]) for one in pictures]


def page_of(results, tmp_path):
    """The page that is written of results."""
    write_report(results, tmp_path / "out.html")
    return Page(tmp_path / "out.html")


def only_figure(results, tmp_path):
    """The figure that the page of results draws, whatever is chosen."""
    figures = drawn_by_the_page(page_of(results, tmp_path).panels, tmp_path)
    (figure,) = {json.dumps(one.to_dict()): one for one in figures}.values()
    return figure

# SPDX-License-Identifier: Apache-2.0
"""A browser with a report: moves the mouse to entries and selects options above a plot."""

import json

from browser import Browser

PLACE = """((panel, trace, column, row) => {
  const graph = document.querySelectorAll("section.panel .picture")[panel];
  graph.scrollIntoView({block: "center"});
  const data = graph._fullData[trace], box = graph.getBoundingClientRect();
  const x = graph._fullLayout["xaxis" + data.xaxis.slice(1)], y = graph._fullLayout["yaxis" + data.yaxis.slice(1)];
  return [box.left + x._offset + x.d2p(column), box.top + y._offset + y.d2p(row)];
})"""
SHOWN = """[...document.querySelectorAll(".hoverlayer .hovertext")].map((label) =>
  [...label.querySelectorAll("tspan.line")].map((line) => line.textContent).join("\\n") || label.textContent)"""


class ReportBrowser(Browser):
    """Panels have indices from the top of the page."""

    def open_report(self, path, width=None):
        """Open a page, and wait until every plot is drawn."""
        self.open(path, width)
        self.wait_for("[...document.querySelectorAll('section.panel .picture')].every((one) => one._fullLayout)")

    def told(self, panel, column, row, trace=0):
        """Lines of the label at the mouse pointer."""
        self.move_mouse(1, 1)
        self.wait_for(f"{SHOWN}.length === 0")
        x, y = self.evaluate(f"{PLACE}({panel}, {trace}, {json.dumps(column)}, {json.dumps(row)})")
        self.move_mouse(x, y)
        (text,) = self.wait_for(f"(() => {{ const all = {SHOWN}; return all.length && all; }})()")
        return text.split("\n")

    def choose(self, panel, name, label):
        """Select an option."""
        found = self.evaluate(f"""(() => {{
          const section = document.querySelectorAll("section.panel")[{panel}];
          const choice = [...section.querySelectorAll(".choices label")]
            .find((one) => one.textContent.startsWith({json.dumps(name)}));
          const select = choice.querySelector("select");
          select.selectedIndex = [...select.options].findIndex((one) => one.textContent === {json.dumps(label)});
          select.dispatchEvent(new Event("change"));
          return select.selectedIndex >= 0;
        }})()""")
        assert found, f"no {label!r} among the choices of {name}"

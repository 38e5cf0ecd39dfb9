# SPDX-License-Identifier: Apache-2.0
"""Pages of results in a real browser: what the mouse is told, without a network and without a word of complaint."""

import json

import numpy as np
import pytest
from browser import Browser, find_browser

import biotropy

pytest.importorskip("plotly")
xarray = pytest.importorskip("xarray")

from biotropy.report import write_report  # noqa: E402

PLACE = """((panel, trace, column, row) => {
  const graph = document.querySelectorAll("section.panel .picture")[panel];
  graph.scrollIntoView({block: "center"});
  const data = graph._fullData[trace], box = graph.getBoundingClientRect();
  const x = graph._fullLayout["xaxis" + data.xaxis.slice(1)], y = graph._fullLayout["yaxis" + data.yaxis.slice(1)];
  return [box.left + x._offset + x.d2p(column), box.top + y._offset + y.d2p(row)];
})"""
SHOWN = """[...document.querySelectorAll(".hoverlayer .hovertext")].map((label) =>
  [...label.querySelectorAll("tspan.line")].map((line) => line.textContent).join("\\n") || label.textContent)"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    program = find_browser()
    if program is None:
        pytest.skip("Chromium is not installed")
    opened = Browser(program, tmp_path_factory.mktemp("profile"))
    yield opened
    opened.close()


@pytest.fixture
def shown(browser, tmp_path):
    """Opens the page of a result; at the end it has asked for nothing but itself and complained of nothing."""
    page = tmp_path / "page.html"

    def open_page(results):
        write_report(results, page)
        browser.open(page)
        browser.wait_for("[...document.querySelectorAll('section.panel .picture')].every((one) => one._fullLayout)")

    yield open_page
    browser.evaluate("1")
    addresses = [address for address in browser.requests if not address.startswith(("data:", "blob:"))]
    assert addresses == [page.as_uri()]
    assert browser.problems == []


def told(browser, panel, column, row, trace=0):
    """What the page says where the mouse is: the lines of the one label."""
    browser.move_mouse(1, 1)
    browser.wait_for(f"{SHOWN}.length === 0")
    x, y = browser.evaluate(f"{PLACE}({panel}, {trace}, {json.dumps(column)}, {json.dumps(row)})")
    browser.move_mouse(x, y)
    (text,) = browser.wait_for(f"(() => {{ const all = {SHOWN}; return all.length && all; }})()")
    return text.split("\n")


def choose(browser, panel, name, label):
    """Picks an option of a choice above a picture, as a person does."""
    found = browser.evaluate(f"""(() => {{
      const section = document.querySelectorAll("section.panel")[{panel}];
      const choice = [...section.querySelectorAll(".choices label")].find((one) => one.textContent.startsWith({name!r}));
      const select = choice.querySelector("select");
      select.selectedIndex = [...select.options].findIndex((one) => one.textContent === {label!r});
      select.dispatchEvent(new Event("change"));
      return select.selectedIndex >= 0;
    }})()""")
    assert found


def value_of(line):
    return float(line.split()[0])


@pytest.fixture
def cross(program, tmp_path, rng):
    """A result of four channels and three epochs, one of them rejected."""
    samples = rng.standard_normal((600, 4))
    samples[400:, 1] *= 1e-3
    series, out = tmp_path / "x.csv", tmp_path / "out.nc"
    np.savetxt(series, samples, delimiter=",", header="<b>A</b>,B,C,D", comments="")
    program("cross", series, "-m", 1, "--epoch", 200, "--flat", 0.1, "--quiet", "-o", out)
    return out


def test_matrices_of_a_recording(browser, shown, cross):
    results = biotropy.open_results(cross)
    shown(cross)
    mean = results["mean_value"].values
    for row, column in ((0, 1), (1, 0), (3, 2)):
        channel, partner = (results["channel"].values[k] for k in (row, column))
        lines = told(browser, 0, column, row)
        assert lines[0] == f"{channel} → {partner}"
        assert value_of(lines[1]) == pytest.approx(mean[row, column], rel=1e-6)
        assert lines[2] == f"{results['valid_epochs'].values[row, column]:g} epochs"


def test_the_choice_of_an_epoch_changes_what_is_told(browser, shown, cross):
    results = biotropy.open_results(cross)
    shown(cross)
    for epoch in (0, 1):
        choose(browser, 1, "epoch", str(epoch))
        assert value_of(told(browser, 1, 3, 2)[1]) == pytest.approx(results["value"].values[epoch, 2, 3], rel=1e-6)
    choose(browser, 1, "epoch", "2")
    lines = told(browser, 1, 1, 0)
    assert lines[1].startswith("NaN")
    assert lines[2] == str(results["reason"].values[2, 1])


def test_names_of_channels_are_seen_as_they_are(browser, shown, cross):
    shown(cross)
    ticks = browser.evaluate("[...document.querySelectorAll('.xtick text')].map((tick) => tick.textContent)")
    assert ticks[:4] == ["<b>A</b>", "B", "C", "D"]
    assert browser.evaluate("document.querySelectorAll('section.panel b').length") == 0


def test_curves(browser, shown, program, tmp_path, rng):
    series, out = tmp_path / "x.csv", tmp_path / "out.nc"
    np.savetxt(series, rng.standard_normal((600, 2)), delimiter=",", header="A,B", comments="")
    program("multiscale", series, "--scales", "1-5", "--quiet", "-o", out)
    value = biotropy.open_results(out)["value"].squeeze().values
    shown(out)
    lines = told(browser, 0, 4, value[0, 3])
    assert lines[0] == "channel A, scale 4"
    assert value_of(lines[1]) == pytest.approx(value[0, 3], rel=1e-6)


def test_a_page_that_reaches_out_is_noticed(browser, tmp_path):
    """The check of every other test is a check: it sees requests, exceptions and complaints."""
    page = tmp_path / "page.html"
    page.write_text('<img src="http://example.org/a.png"><script>console.error("loud"); throw new Error("broken")</script>')
    browser.open(page)
    assert "http://example.org/a.png" in browser.requests
    assert any("loud" in problem for problem in browser.problems)
    assert any("broken" in problem for problem in browser.problems)

# SPDX-License-Identifier: Apache-2.0
"""Pages of results in a real browser: texts at the mouse pointer, without network and without errors."""

import numpy as np
import pytest

import biotropy

pytest.importorskip("plotly")
pytest.importorskip("xarray")

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


def test_matrices_of_a_recording(browser, page_in_browser, cross):
    results = biotropy.open_results(cross)
    page_in_browser(cross)
    mean = results["mean_value"].values
    for row, column in ((0, 1), (1, 0), (3, 2)):
        channel, partner = (results["channel"].values[k] for k in (row, column))
        lines = browser.told(0, column, row)
        assert lines[0] == f"{channel} → {partner}"
        assert value_of(lines[1]) == pytest.approx(mean[row, column], rel=1e-6)
        assert lines[2] == f"{results['valid_epochs'].values[row, column]:g} epochs"


def test_the_choice_of_an_epoch_changes_what_is_told(browser, page_in_browser, cross):
    results = biotropy.open_results(cross)
    page_in_browser(cross)
    for epoch in (0, 1):
        browser.choose(1, "epoch", str(epoch))
        assert value_of(browser.told(1, 3, 2)[1]) == pytest.approx(results["value"].values[epoch, 2, 3], rel=1e-6)
    browser.choose(1, "epoch", "2")
    lines = browser.told(1, 1, 0)
    assert lines[1].startswith("NaN")
    assert lines[2] == str(results["reason"].values[2, 1])


def test_names_of_channels_are_seen_as_they_are(browser, page_in_browser, cross):
    page_in_browser(cross)
    ticks = browser.evaluate("[...document.querySelectorAll('.xtick text')].map((tick) => tick.textContent)")
    assert ticks[:4] == ["<b>A</b>", "B", "C", "D"]
    assert browser.evaluate("document.querySelectorAll('section.panel b').length") == 0


def test_curves(browser, page_in_browser, program, tmp_path, rng):
    series, out = tmp_path / "x.csv", tmp_path / "out.nc"
    np.savetxt(series, rng.standard_normal((600, 2)), delimiter=",", header="A,B", comments="")
    program("multiscale", series, "--scales", "1-5", "--quiet", "-o", out)
    value = biotropy.open_results(out)["value"].squeeze().values
    page_in_browser(out)
    lines = browser.told(0, 4, value[0, 3])
    assert lines[0] == "channel A, scale 4"
    assert value_of(lines[1]) == pytest.approx(value[0, 3], rel=1e-6)


def test_a_page_on_a_phone(browser, page_in_browser, cross):
    """At most 420 pixels wide: colour bars are above the plots, within the page, and no title overlaps names."""
    page_in_browser(cross, width=420)
    assert browser.evaluate("document.documentElement.scrollWidth") <= 420
    bars = browser.evaluate("""[...document.querySelectorAll('g.cbtitle, rect.cbfills, g.cbaxis, rect.cboutline')]
      .map((one) => one.getBoundingClientRect()).filter((box) => box.width).map((box) => [box.left, box.right])""")
    assert bars
    assert min(left for left, _ in bars) >= 0
    assert max(right for _, right in bars) <= 420


def test_titles_of_axes_are_beside_the_names(browser, page_in_browser, tmp_path, rng):
    import xarray

    names = [f"a channel with a long name {k}" for k in range(6)]
    matrix = xarray.DataArray(rng.uniform(size=(6, 6)), dims=("channel", "partner"), coords={"channel": names, "partner": names})
    page_in_browser(matrix)
    crossed = browser.evaluate("""["x", "y"].map((axis) => {
      const title = document.querySelector(`.g-${axis}title text`).getBoundingClientRect();
      return [...document.querySelectorAll(`.${axis}tick text`)].filter((tick) => {
        const box = tick.getBoundingClientRect();
        return box.left < title.right && title.left < box.right && box.top < title.bottom && title.top < box.bottom;
      }).length;
    })""")
    assert crossed == [0, 0]


def test_what_has_no_value_is_in_the_legend(browser, page_in_browser, cross):
    page_in_browser(cross)
    browser.choose(1, "epoch", "2")
    legends = browser.evaluate("[...document.querySelectorAll('.legend')].map((one) => one.textContent.trim())")
    assert legends == ["", "no finite value (7 of 16): point at it for the reason"]
    browser.evaluate("document.querySelectorAll('section.panel')[1].querySelector('input').click()")
    legend = browser.evaluate("document.querySelectorAll('.legend')[1].textContent.trim()")
    assert legend == "no finite value (6 of 12): point at it for the reason"


def test_a_page_that_reaches_out_is_noticed(browser, tmp_path):
    """The check at the end of every other test finds requests, exceptions and error messages."""
    page = tmp_path / "page.html"
    page.write_text('<img src="http://example.org/a.png"><script>console.error("loud"); throw new Error("broken")</script>')
    browser.open(page)
    assert "http://example.org/a.png" in browser.requests
    assert any("loud" in problem for problem in browser.problems)
    assert any("broken" in problem for problem in browser.problems)

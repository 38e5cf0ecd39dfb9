# SPDX-License-Identifier: Apache-2.0
"""The live page of ``biotropy states stream --show`` in a real browser, while samples come."""

import os
import re
import subprocess

import numpy as np
import pytest

CLASSES = ("<script>document.title='broken'</script>", "<b>rest</b>")


@pytest.fixture
def stream(program, tmp_path, rng):
    """A running stream of two channels, its address, and samples that it has not had yet."""
    n = 4000
    label = np.arange(n) // 500 % 2
    samples = rng.standard_normal((n, 2)) * np.where(label, 3.0, 1.0)[:, None]
    series, model = tmp_path / "x.csv", tmp_path / "model.nc"
    np.savetxt(series, samples, delimiter=",", header="<i>A</i>,B", comments="")
    rows = [f"{i / 100}\t5\t{CLASSES[label[i]]}" for i in range(0, n, 500)]
    (tmp_path / "x_events.tsv").write_text("\n".join(["onset\tduration\ttrial_type", *rows]) + "\n")
    program("states", "train", series, "--rate", 100, "--quiet", "-o", model)
    command = [os.environ["BIOTROPY_PROGRAM"], "states", "stream", "--model", str(model), "--show", "--quiet"]
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True, bufsize=1) as running:
        address = re.fullmatch(r"biotropy: (http://127\.0\.0\.1:\d+/)\n", running.stderr.readline()).group(1)
        assert running.stdout.readline().startswith("time\tlabel\t")
        yield running, address, samples
        if running.poll() is None:
            running.kill()


def feed(running, samples):
    """Write samples and return the line of the last one."""
    for sample in samples:
        running.stdin.write(",".join(map(str, sample)) + "\n")
        line = running.stdout.readline()
    return line.rstrip("\n").split("\t")


def text(browser, name):
    return browser.evaluate(f"document.getElementById('{name}').textContent")


def test_the_page_follows_the_stream(browser, stream):
    running, address, samples = stream
    browser.open_address(address)
    browser.wait_for("document.getElementById('link').textContent.includes('waiting')")
    seen = set()
    for begin, end in ((0, 300), (300, 900)):
        last = feed(running, samples[begin:end])
        browser.wait_for(f"document.getElementById('states').textContent === '{end}'")
        assert text(browser, "samples") == str(end)
        assert text(browser, "state") == last[1]
        assert text(browser, "about") == f"at {float(last[0])} s"
        shown = browser.evaluate("[...document.querySelectorAll('#posteriors td')].map((cell) => cell.textContent)")
        assert shown == [f"{float(p):.4f}" for p in last[2:4]]
        seen.add(last[1])
    assert seen == set(CLASSES), "both classes were shown"
    feed(running, [["nan", "nan"]])
    browser.wait_for("document.getElementById('missing').textContent === '1'")
    assert "missing" in text(browser, "about")

    # Names are text, and the picture has the colours of both classes.
    assert "<i>A</i>" in text(browser, "about-channels")
    assert browser.evaluate("document.title") == "biotropy states stream"
    assert browser.evaluate("document.querySelectorAll('b, i, script').length") == 1
    drawn = browser.evaluate("""(() => {
      const canvas = document.getElementById("chart");
      const bytes = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      let blue = 0, red = 0;
      for (let i = 0; i < bytes.length; i += 4) {
        if (bytes[i] === 0 && bytes[i + 1] === 114 && bytes[i + 2] === 178 && bytes[i + 3] === 255) ++blue;
        if (bytes[i] === 213 && bytes[i + 1] === 94 && bytes[i + 2] === 0 && bytes[i + 3] === 255) ++red;
      }
      return [blue, red];
    })()""")
    assert min(drawn) > 50

    assert browser.problems == []
    assert {request for request in browser.requests if not request.startswith("data:")} == {address, address + "data"}
    running.stdin.close()
    assert running.wait() == 0
    browser.wait_for("document.getElementById('link').textContent.includes('has ended')")
    assert text(browser, "samples") == "901"


def test_the_page_on_a_phone(browser, stream):
    running, address, samples = stream
    feed(running, samples[:50])
    browser.open_address(address, width=420)
    browser.wait_for("document.getElementById('states').textContent === '50'")
    assert browser.evaluate("document.documentElement.scrollWidth") <= 420

// SPDX-License-Identifier: CC0-1.0
//
// Answers requests of the conformance suite (calls.py describes them) by the library that was compiled for browsers.
"use strict";

const TOGETHER = ["matches_m", "matches_m1", "templates_m", "r"];
const ALONE = [...TOGETHER, "templates_m1", "patterns", "membership_m", "membership_m1"];

const textOf = (number) => (Number.isNaN(number) ? "nan" : String(number).replace("Infinity", "inf"));

function cleaned(library, values, rules) {
  const given = {...rules, input_unit: "ms", first: "interval", values: "intervals"};
  if (rules.ectopic === "none") delete given.ectopic_change;
  return library
      .withNumbers(
          values,
          (x) => library.withSignal(
              {x, channels: 1, times: values.length},
              (signal) => library.result(given, (options, place) => library.module._biotropy_clean_rr(signal, options, place))))
      .rr.values;
}

function answered(library, request, series) {
  const options = {...request.options};
  for (const [name, [decimal]] of Object.entries(request.reals)) options[name] = Number(decimal);
  if (Object.values(options).some((value) => value === null)) throw new Error("an option without a value");
  const isCross = request.measure.startsWith("cross"), isTogether = request.measure.startsWith("mv");
  if (isCross && request.scales) return {not_offered: "pairs of series over scales"};
  if (request.rr) series = [cleaned(library, series[0], request.rr)];
  let times = series[0].length, epochs = 1;
  if (request.epoch_length) {
    epochs = Math.floor(times / request.epoch_length);
    times = request.epoch_length;
    series = [series[0].slice(0, epochs * times)];
  }
  if (request.scales) options.scales = request.scales;
  const all = series.flatMap((one) => Array.from(one));
  return library.withNumbers(all, (x) => {
    const samples = {x, epochs, channels: isTogether ? series.length : 1, times};
    const other = isCross ? {x: x + 8 * times, channels: 1, times: series[1].length} : null;
    const found = library.measure(request.measure, samples, options, null, other);
    const values = Array.from(found.value.values, textOf);
    if (request.scales) return {values};
    const names = (isTogether ? TOGETHER : ALONE).filter((name) => found[name]);
    return {values, counts: Object.fromEntries(names.map((name) => [name, textOf(found[name].values[0])]))};
  });
}

/** The answer to one request, whose series are arrays of numbers. */
function answer(library, request, series) {
  try {
    return answered(library, request, series);
  } catch (problem) {
    if (problem.status === undefined) throw problem;
    return {refused: problem.message};
  }
}

if (typeof module === "object" && require.main === module) {
  const fs = require("fs");
  const [, , compiled, binding, requests, answers] = process.argv;
  require(compiled)({wasmBinary: fs.readFileSync(compiled.replace(/js$/, "wasm"))}).then((ready) => {
    const library = new (require(binding).Library)(ready);
    if (requests === "--version") return console.log(library.version());
    const read = (path) => new Float64Array(new Uint8Array(fs.readFileSync(path)).buffer);
    const lines = fs.readFileSync(requests, "utf8").trim().split("\n").map((line) => JSON.parse(line));
    fs.writeFileSync(answers, lines.map((one) => JSON.stringify(answer(library, one, one.series.map(read))) + "\n").join(""));
  });
}

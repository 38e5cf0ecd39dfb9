// SPDX-License-Identifier: Apache-2.0
//
// The command line of the program and the lines of Python that do what the page has done.
"use strict";

const shellWord = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
const pythonText = (text) => JSON.stringify(text);
const isNumber = (text) => /^-?(\d+\.?\d*|\.\d+)(e-?\d+)?$/i.test(text);
const COMMANDS = {
  series: "entropy",
  windows: "entropy",
  scales: "multiscale",
  pairs: "cross"
};

/** Channels as both hosts take them, or nothing for all: labels, or numbers from 1 where a label has odd characters. */
function channelList({channels, recording}) {
  if (channels.length === recording.labels.length) return null;
  const labels = channels.map((channel) => recording.labels[channel]);
  const areWords =
      labels.every((label) => /^[A-Za-z][\w.+]*$/.test(label)) && new Set(recording.labels).size === recording.labels.length;
  return areWords ? labels : channels.map((channel) => channel + 1);
}

function flags(options, prefix = () => "--") {
  return Object.entries(options).flatMap(([name, value]) => {
    const word = name.length === 1 ? `-${name}` : prefix(name) + name.replaceAll("_", "-");
    return value === true ? [word] : [word, String(value)];
  });
}

/** @param done what was computed: file, recording, reading, measure, how, channels, options, scales, window, step, table. */
function commandLine(done) {
  const {file, recording, measure, how, options, scales, window, step, table} = done;
  const ofIntervals = (name) => !table.some((option) => option.name === name && uses(option, "read_signals"));
  const words = ["biotropy", COMMANDS[how], file];
  if (recording.kind === "rr") words.push("--rr");
  const {gap_fill: _, channels: __, ...reading} = done.reading;  // the program sees gaps by itself
  words.push(...flags(reading, (name) => (recording.kind === "rr" && ofIntervals(name) ? "--rr-" : "--")));
  words.push("--measure", measure, ...flags(options));
  const channels = channelList(done);
  if (channels !== null) words.push("--channels", channels.join(","));
  if (how === "scales") words.push("--scales", `1-${scales}`);
  if (how === "windows") words.push("--window", window, "--step", step);
  return words.map((word) => shellWord(String(word))).join(" ");
}

function pythonArguments(options) {
  return Object.entries(options).map(([name, value]) => {
    const key = name === "missing" ? "nan_policy" : name;
    if (value === true) return `${key}=True`;
    return `${key}=${isNumber(value) ? value : pythonText(value)}`;
  });
}

function pythonLines(done) {
  const {file, recording, reading, measure, how, options, scales, window, step, measures} = done;
  const row = measures.find((one) => one.name === measure);
  const channels = recording.kind === "rr" ? null : channelList(done);
  const list = channels === null ? [] : [`channels=${pythonText(channels.join(","))}`];
  const reader = recording.kind === "rr" ? "read_rr" : "read_signals";
  const read = [pythonText(file), ...list, ...pythonArguments(reading)].join(", ");
  const called = (name, ...given) => `biotropy.${name}(${["x", ...given, ...pythonArguments(options)].join(", ")})`;
  const isTogether = row.series === 0;
  const call = {
    pairs: () => called("pairwise", `measure=${pythonText(measure)}`),
    scales: () =>
        called(isTogether ? "multivariate_multiscale_entropy" : "multiscale_entropy", scales, `measure=${pythonText(measure)}`),
    windows: () => called("sliding_entropy", pythonText(measure), `window=${window}`, `step=${step}`),
    series: () => called(row.description.replace(/[ -]/g, "_")),
  }[how]();
  return `import biotropy\nx = biotropy.${reader}(${read})\n${call}`;
}

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
    return value === true ? [word] : [word, ...(name === "band" ? value.split(",") : [String(value)])];
  });
}

/** @param done what was computed: file, recording, reading, measure, how, channels, prepare, windows, options, scales, tables. */
function commandLine(done) {
  const {file, recording, measure, how, prepare, windows, options, scales, table, measures} = done;
  const ofIntervals = (name) => !table.some((option) => option.name === name && uses(option, "read_signals"));
  const isPair = measures.find((one) => one.name === measure).series === 2;
  const words = ["biotropy", COMMANDS[isPair ? "pairs" : how], file];
  if (recording.kind === "rr") words.push("--rr");
  const {gap_fill: _, channels: __, ...reading} = done.reading;  // the program sees gaps by itself
  words.push(...flags(reading, (name) => (recording.kind === "rr" && ofIntervals(name) ? "--rr-" : "--")));
  words.push("--measure", measure, ...flags(options));
  const channels = channelList(done);
  if (channels !== null) words.push("--channels", channels.join(","));
  if (how === "scales") words.push("--scales", `1-${scales}`);
  words.push(...flags({...prepare, ...windows}));
  return words.map((word) => shellWord(String(word))).join(" ");
}

const pythonNumber = (value) => (isNumber(String(value)) ? value : `float(${pythonText(value)})`);
const pythonList = (values) => `[${Array.from(values, pythonNumber).join(", ")}]`;

/** @param several what is written for an option with several values. */
function pythonArguments(options, table, several = {}) {
  return Object.entries(options).map(([name, value]) => {
    const key = name === "missing" ? "nan_policy" : name;
    if (value === true) return `${key}=True`;
    if (several[name]) return `${key}=${several[name]}`;
    const isList = table.some((option) => option.name === name && option.kind === "numbers");
    return `${key}=${isList ? pythonList(value.split(",")) : isNumber(value) ? value : pythonText(value)}`;
  });
}

/** @param found the result, which tells several m and r. */
function pythonLines(done, found) {
  const {file, recording, reading, measure, how, prepare, windows, options, scales, table, measures} = done;
  const row = measures.find((one) => one.name === measure);
  const channels = recording.kind === "rr" ? null : channelList(done);
  const list = channels === null ? [] : [`channels=${pythonText(channels.join(","))}`];
  const reader = recording.kind === "rr" ? "read_rr" : "read_signals";
  const read = [pythonText(file), ...list, ...pythonArguments(reading, table)].join(", ");
  const lists = Object.entries({m: found.grid_m, r: found.grid_r}).filter(([, one]) => one);
  const isLoop = how === "windows" && lists.length > 0;  // sliding_entropy() takes one m and r
  const several = Object.fromEntries(lists.map(([name, {values}]) => [name, isLoop ? name : pythonList(values)]));
  const called = (name, ...given) => `biotropy.${name}(${["x", ...given, ...pythonArguments(options, table, several)].join(", ")})`;
  const isTogether = row.series === 0, inSeconds = Object.values(windows).some((length) => !isNumber(length));
  const rate = inSeconds ? [`sfreq=${found.rate}`] : [];
  const call = {
    pairs: () => called("pairwise", `measure=${pythonText(measure)}`),
    scales: () =>
        called(isTogether ? "multivariate_multiscale_entropy" : "multiscale_entropy", scales, `measure=${pythonText(measure)}`),
    windows: () => called("sliding_entropy", pythonText(measure), ...pythonArguments(windows, table), ...rate),
    series: () => called(row.description.replace(/[ -]/g, "_")),
  }[how]();
  const loops = isLoop ? lists.map(([name, {values}]) => ` for ${name} in ${pythonList(values)}`).join("") : "";
  const preparing = ["x", ...pythonArguments(prepare, table)].join(", ");
  const prepared = Object.keys(prepare).length > 0 ? [`x = biotropy.prepare(${preparing})`] : [];
  return ["import biotropy", `x = biotropy.${reader}(${read})`, ...prepared, isLoop ? `[${call}${loops}]` : call].join("\n");
}

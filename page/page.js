// SPDX-License-Identifier: Apache-2.0
//
// The page: a recording and a measure. The worker has the library and the samples.
"use strict";

const HEADERS = [".vhdr", ".hea", ".set"];  // of recordings that have several files
const OUTLINES = 4, PARTS = 700;            // channels that are drawn, and points of each
const HOWS = {
  0: [["series", "of all channels together"], ["scales", "of all channels together, over scales"]],
  1: [["series", "of each channel"], ["scales", "of each channel, over scales"], ["windows", "of each channel, in windows"]],
  2: [["pairs", "of all pairs of channels"], ["windows", "of all pairs of channels, in windows"]],
};

// Options of biotropy_read_signals() that are in no table.
const OF_SIGNALS = [
  {name: "channels", kind: "name", usual: "", unit: "", help: "Signals: labels, numbers and ranges (Fp1,O2,5-8); otherwise all"},
  {name: "gap_fill", kind: "whole", usual: "0", unit: "", help: "Signals: missing samples (NaN) to put where time is missing"},
];

const state = {
  worker: null,
  waiting: new Map(),
  number: 0,
  tables: null,
  files: [],
  opened: null,
  recording: null,
  reading: {},
  result: null
};

function startWorker() {
  const source = new Blob([byId("worker-source").textContent], {type: "text/javascript"});
  const address = URL.createObjectURL(source);
  state.worker = new Worker(address);
  URL.revokeObjectURL(address);
  state.worker.onmessage = ({data: {number, progress, answer, problem}}) => {
    const waiting = state.waiting.get(number);
    if (progress) return waiting?.progress?.(...progress);
    state.waiting.delete(number);
    if (problem)
      waiting?.reject(Object.assign(new Error(saidHere(problem.text)), {status: problem.status}));
    else
      waiting?.resolve(answer);
  };
  state.worker.onerror = (event) => {
    for (const waiting of state.waiting.values()) waiting.reject(new Error(event.message || "the worker has failed"));
    state.waiting.clear();
  };
}

function ask(task, given = {}, progress = null) {
  const number = ++state.number;
  return new Promise((resolve, reject) => {
    state.waiting.set(number, {resolve, reject, progress});
    state.worker.postMessage({number, task, ...given});
  });
}

/** Ends what the worker does; the recording is read again by a new one. */
function cancel() {
  state.worker.terminate();
  for (const waiting of state.waiting.values()) waiting.reject(Object.assign(new Error("Stopped."), {status: "cancelled"}));
  state.waiting.clear();
  startWorker();
  if (state.recording) ask("open", state.opened).catch(() => {});
}

function say(id, text, isProblem = false) {
  byId(id).replaceChildren(text === "" ? "" : element("p", {class: isProblem ? "problem" : null}, text));
}

// A text of the library, with its options as fields of the page: `missing = omit` is "missing: omit".
const saidHere = (text) => text.replaceAll("/files/", "").replace(/`(\w+) = ([^`]*)`/g, "“$1: $2”");

const noticeList = (notices) => notices.map(({text}) => element("li", {}, saidHere(text)));

// ---- The recording ----

function mainFile(files) {
  for (const ending of HEADERS) {
    const found = files.find((file) => file.name.toLowerCase().endsWith(ending));
    if (found) return found.name;
  }
  return files[0].name;
}

function take(files) {
  if (files.length === 0) return;
  state.files = [...files];
  byId("main-file").replaceChildren(...state.files.map((file) => element("option", {}, file.name)));
  byId("main-file").value = mainFile(state.files);
  byId("main-file-place").hidden = state.files.length === 1;
  read();
}

/** What was given for reading: of signals, and of intervals, which also have the options of their cleaning. */
function readingOptions() {
  const given = chosen(byId("reading-options"));
  const of = (kind) => Object.fromEntries(Object.entries(given).filter(
      ([name]) => OF_SIGNALS.some((option) => option.name === name) ?
          kind === "signals" :
          state.tables.options.some((option) => option.name === name && uses(option, `read_${kind}`))));
  return {signals: of("signals"), rr: of("rr")};
}

async function read() {
  const name = byId("main-file").value;
  state.opened = {files: state.files, name, kind: byId("kind").value, options: readingOptions()};
  say("recording-status", `Reading ${name} …`);
  byId("compute").disabled = true;
  try {
    state.recording = await ask("open", state.opened);
    state.reading = state.opened.options[state.recording.kind];
    say("recording-status", "");
    showRecording(name);
    showHow();
    byId("compute").disabled = false;
  } catch (problem) {
    state.recording = null;
    say("recording-status", problem.message, true);
    byId("reading").open = true;
  }
  byId("recording-shown").hidden = state.recording === null;
}

function showRecording(name) {
  const {kind, labels, times, rate, units, format, gaps, notices} = state.recording;
  const length = rate ? ` at ${shown(rate)} Hz (${shown(Number((times / rate).toPrecision(6)))} s)` : "";
  const unit = new Set(units).size === 1 && units[0] ? `, in ${units[0]}` : "";
  byId("about").textContent = kind === "rr" ?
      `${name}: RR intervals. ${format}` :
      `${name}: ${format}, ${labels.length} ${labels.length === 1 ? "channel" : "channels"} of ${times} samples${length}${unit}${
          gaps ? `, ${gaps} gaps` : ""}`;
  byId("recording-notices").replaceChildren(...noticeList(notices));
  byId("channel-list")
      .replaceChildren(...labels.map(
          (label, k) =>
              element("label", {title: label}, element("input", {type: "checkbox", value: k, checked: true}), ` ${label}`)));
  byId("channels").hidden = labels.length === 1;
  byId("intervals").hidden = kind === "rr" || format !== "text" || labels.length > 1;
  const window = Math.max(2, Math.floor(times / 10));
  byId("prepare-window").value = window;
  byId("prepare-step").value = Math.max(1, Math.floor(window / 2));
  showOutline();
}

const checkedChannels = () => [...byId("channel-list").querySelectorAll(":checked")].map((input) => Number(input.value));

/** The width of pictures, in pixels. */
const room = () => Math.max(300, Math.min(860, document.querySelector("main").clientWidth));

async function showOutline() {
  const channels = checkedChannels().slice(0, OUTLINES);
  const found = await Promise.all(channels.map((channel) => ask("outline", {channel, parts: PARTS}))).catch(() => []);
  byId("outline").replaceChildren(...(
      found.length > 0 ? [outlines(found.map((one, k) => ({...one, label: state.recording.labels[channels[k]]})), room())] : []));
}

/** A text of the portable generator of the conformance suite. */
function exampleFile() {
  let s = 1;
  const lines = Array.from({length: 5000}, () => (s = Number((1103515245n * BigInt(s) + 12345n) % 2147483648n)) / 2147483648);
  return new File([lines.join("\n") + "\n"], "noise.txt");
}

// ---- The measure ----

const measureRow = (name) => state.tables.measures.find((row) => row.name === name);

function showMeasure() {
  const row = measureRow(byId("measure").value), how = byId("how"), before = how.value;
  how.replaceChildren(...HOWS[row.series].map(([value, text]) => element("option", {value}, text)));
  if (HOWS[row.series].some(([value]) => value === before)) how.value = before;
  showHow();
}

function showHow() {
  const {main, more} = optionsOf(state.tables.options, byId("measure").value, byId("how").value);
  const {title} = measureRow(byId("measure").value);
  showFields(byId("main-options"), main, "option", title);
  showFields(byId("more-options"), more, "option", title);
  showFields(byId("prepare-options"), preparationOf(state.tables.options, byId("how").value), "prepare", title);
  const missing = document.querySelector("#option-missing option");
  const isRr = state.recording?.kind === "rr";
  if (missing && isRr) missing.textContent = "usual: omit";
  byId("preparation").hidden = isRr;
  for (const place of document.querySelectorAll("[data-how]")) place.hidden = place.dataset.how !== byId("how").value;
}

function request() {
  const how = byId("how").value;
  const done = {
    file: byId("main-file").value,
    recording: state.recording,
    reading: state.reading,
    measure: byId("measure").value,
    how,
    channels: state.recording.labels.length === 1 ? [0] : checkedChannels(),
    scales: byId("scales").value,
    windows: how === "windows" ? chosen(byId("window-options")) : {},
    prepare: state.recording.kind === "rr" ? {} : chosen(byId("prepare-options")),
    options: {...chosen(byId("main-options")), ...chosen(byId("more-options"))},
    table: state.tables.options,
    measures: state.tables.measures,
  };
  if (done.channels.length === 0) throw new Error("No channel is chosen.");
  if (done.recording.gaps > 0 && Object.keys(done.prepare).length > 0)
    throw new Error("The page does not filter or cut a recording with gaps; the program does.");
  return done;
}

function busy(isBusy) {
  byId("compute").disabled = isBusy;
  byId("cancel").hidden = !isBusy;
  byId("progress").hidden = !isBusy;
  byId("progress").removeAttribute("value");
}

async function compute(event) {
  event.preventDefault();
  busy(true);
  say("result-status", "Computing …");
  byId("result").replaceChildren();
  byId("result-notices").replaceChildren();
  byId("elsewhere").hidden = true;
  try {
    const done = request(), {measure, how, channels, windows, prepare} = done;
    const options = how === "scales" ? {...done.options, scales: done.scales} : done.options;
    const found = await ask("measure", {measure, how, channels, options, windows, prepare}, (part, whole) => {
      if (whole > 0) Object.assign(byId("progress"), {max: whole, value: part});
    });
    showResult(done, found);
  } catch (problem) {
    say("result-status", problem.message, problem.status !== "cancelled");
  }
  busy(false);
}

// ---- Start ----

function listen() {
  const drop = byId("drop");
  byId("files").addEventListener("change", (event) => take(event.target.files));
  for (const kind of ["dragover", "dragleave", "drop"]) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", kind === "dragover");
      if (kind === "drop") take(event.dataTransfer.files);
    });
  }
  byId("example").addEventListener("click", () => take([exampleFile()]));
  byId("intervals").addEventListener("click", () => {
    byId("kind").value = "rr";
    read();
  });
  byId("read-again").addEventListener("click", () => state.files.length > 0 && read());
  for (const id of ["main-file", "kind"]) byId(id).addEventListener("change", read);
  for (const [id, checked] of [["all", true], ["none", false]]) {
    byId(id).addEventListener("click", () => {
      for (const input of byId("channel-list").querySelectorAll("input")) input.checked = checked;
      showOutline();
    });
  }
  byId("channel-list").addEventListener("change", showOutline);
  byId("measure").addEventListener("change", showMeasure);
  byId("how").addEventListener("change", showHow);
  byId("form").addEventListener("submit", compute);
  byId("cancel").addEventListener("click", cancel);
  for (const copy of document.querySelectorAll(".copy")) {
    copy.addEventListener("click", async () => {
      const place = byId(copy.dataset.of);
      getSelection().selectAllChildren(place);
      await navigator.clipboard?.writeText(place.textContent);
      copy.textContent = navigator.clipboard ? "Copied" : "Selected";
      setTimeout(() => (copy.textContent = "Copy"), 1500);
    });
  }
}

async function start() {
  listen();
  startWorker();
  try {
    state.tables = await ask("start");
  } catch (problem) {
    return say("recording-status", `This browser cannot run the page: ${problem.message}`, true);
  }
  byId("version").textContent = state.tables.version;
  byId("measure").replaceChildren(
      ...state.tables.measures.map((row) => element("option", {value: row.name}, `${row.title}, ${row.description}`)));
  byId("measure").value = "sampen";
  const ofReading = state.tables.options.filter((option) => uses(option, "read_signals") || uses(option, "read_rr"));
  showFields(byId("reading-options"), [...OF_SIGNALS, ...ofReading], "reading");
  const ofWindows = state.tables.options.filter((option) => uses(option, "prepare") && OF_WINDOWS.includes(option.name));
  showFields(byId("window-options"), ofWindows, "prepare");
  showMeasure();
}

start();

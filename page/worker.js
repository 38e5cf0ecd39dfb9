// SPDX-License-Identifier: Apache-2.0
//
// The worker of the page: it has the library, and a recording in the memory of the library. A message is a task with a number,
// its answer has the number too. Files are read where they are, without a copy.
"use strict";

const FOLDER = "/files";
const PROGRESS_MS = 50;

let library = null;
let recording = null;  // { handle, samples: address, channels, times, ... }

function forget() {
  if (recording !== null) library.destroy(recording.handle);
  recording = null;
}

function mount(files) {
  const {FS} = library.module;
  if (FS.analyzePath(FOLDER).exists)
    FS.unmount(FOLDER);
  else
    FS.mkdir(FOLDER);
  FS.mount(FS.filesystems.WORKERFS, {files}, FOLDER);
}

function read(kind, name, options) {
  const m = library.module;
  const {handle, notices} = library.withText(
      `${FOLDER}/${name}`, (path) => library.run(options, (given, place) => m[`_biotropy_read_${kind}`](path, given, place)));
  const isRr = kind === "rr";
  const found = library.arrays(handle, isRr ? ["rr", "times"] : ["samples", "times"]);
  const {address, n} = library.find(handle, isRr ? "rr" : "samples");
  recording = {handle, kind, address, notices};
  recording.labels = isRr ? ["RR"] : found.channels.values;
  recording.times = n / recording.labels.length;
  recording.units = isRr ? found.unit.values : found.units.values;
  recording.bads = found.bads?.values ?? [];
  recording.rate = found.rate?.values[0] ?? null;
  recording.gaps = found.gaps?.values.length ?? 0;
  recording.format = isRr ? found.report.values[0] : found.format.values[0];
}

/** Reads one of the files. @param kind signals, rr, or empty: signals, or intervals where there are none. */
function open({files, name, kind, options}) {
  forget();
  mount(files);
  const of = (which) => options[which] ?? {};
  try {
    read(kind || "signals", name, of(kind || "signals"));
  } catch (problem) {
    if (kind) throw problem;
    try {
      read("rr", name, of("rr"));
    } catch {
      throw problem;
    }
  }
  const {handle, address, ...told} = recording;
  return told;
}

/** The least and the greatest sample of each part of a channel, for a picture. */
function outline({channel, parts}) {
  const {address, times} = recording;
  const samples = library.module.HEAPF64.subarray((address >> 3) + channel * times, (address >> 3) + (channel + 1) * times);
  const size = Math.max(1, Math.ceil(times / parts)), low = [], high = [];
  for (let begin = 0; begin < times; begin += size) {
    let least = NaN, greatest = NaN;
    for (let i = begin; i < Math.min(begin + size, times); ++i) {
      if (!(samples[i] >= least)) least = Number.isNaN(samples[i]) ? least : samples[i];
      if (!(samples[i] <= greatest)) greatest = Number.isNaN(samples[i]) ? greatest : samples[i];
    }
    low.push(least);
    high.push(greatest);
  }
  return {low, high, size};
}

/** Calls `work` with the address of the samples of some channels; neighbours are not copied. */
function withChannels(channels, work) {
  const {address, times} = recording;
  if (channels.every((channel, k) => channel === channels[0] + k)) return work(address + 8 * channels[0] * times);
  const m = library.module, copy = m._malloc(8 * channels.length * times);
  if (copy === 0) throw new BiotropyError("out_of_memory", "out of memory");
  try {
    channels.forEach((channel, k) => {
      const from = (address >> 3) + channel * times;
      m.HEAPF64.copyWithin((copy >> 3) + k * times, from, from + times);
    });
    return work(copy);
  } finally {
    m._free(copy);
  }
}

/** Samples that are filtered, decimated and cut into epochs. Calls `work` with them. */
function withPrepared(samples, prepare, work) {
  if (Object.keys(prepare).length === 0) return work({...samples, reasons: [], notices: []});
  const {handle, notices} = library.withSignal(
      samples,
      (signal) => library.run(prepare, (given, place) => library.module._biotropy_prepare(signal, given, place)));
  try {
    const {onsets, rate, reason} = library.arrays(handle, ["samples"]), {address, n} = library.find(handle, "samples");
    if (reason.values.every((why) => why !== "")) throw new BiotropyError("invalid_data", reason.values[0]);
    const epochs = onsets.values.length;
    const known = {rate: rate.values[0] ?? null, stamps: null, onsets: onsets.values, reasons: reason.values, notices};
    return work({...samples, ...known, x: address, epochs, times: n / epochs / samples.channels});
  } finally {
    library.destroy(handle);
  }
}

/** Values of rejected channels have the reason of that. */
function tellRejected(reasons, {values}) {
  const each = values.length / reasons.length;
  if (Number.isInteger(each)) values.forEach((why, k) => (values[k] = reasons[Math.floor(k / each)] || why));
}

/** Measures channels of the recording, prepared. @param how series, pairs, scales or windows. */
function measure({measure: name, how, channels, options, windows, prepare}, progress) {
  const {handle, kind, times, rate, units, bads, gaps} = recording, isRr = kind === "rr";
  const given = {...options};
  if (isRr) given.missing ??= "omit";
  if (isRr && (how === "scales" || options.tau > 1)) given.missing_are_gaps = true;
  const stamps = gaps > 0 ? library.find(handle, "times").address : null;
  const of = (list) => channels.map((one) => list[one] ?? "");
  const known = {channels: channels.length, times, rate, stamps, texts: {units: of(units), bads: of(bads)}};
  const answer = (samples) => {
    const begin = performance.now(), {reasons, onsets} = samples;
    const found = library.measure(name, samples, how === "windows" ? {...given, ...windows} : given, progress);
    if (how !== "windows") tellRejected(reasons, found.reason);
    const notices = [...samples.notices, ...found.notices];
    return {...found, notices, onsets, rate: samples.rate, milliseconds: performance.now() - begin};
  };
  return withChannels(channels, (x) => withPrepared({x, ...known}, prepare, answer));
}

/** A browser compiles a function quickly first, and well after it has run for a while: it has before a person waits for it. */
function warmUp() {
  const times = 2000, rounds = 5;
  library.withNumbers(Float64Array.from({length: 2 * times}, (_, i) => (i * 7919) % 97), (x) => {
    for (let round = 0; round < rounds; ++round) {
      library.measure("sampen", {x, channels: 1, times: 2 * times}, {});
      library.measure("cross-sampen", {x, channels: 2, times}, {});
    }
  });
}

function tables() {
  setTimeout(warmUp, 0);
  return {version: library.version(), measures: library.table("measure"), options: library.table("option")};
}

const TASKS = {
  start: tables,
  open,
  outline,
  measure,
};

async function start() {
  const packed = Uint8Array.from(atob(COMPILED), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  library = new Library(await biotropy({wasmBinary: await new Response(unpacked).arrayBuffer()}));
}

const ready = start();

onmessage = async ({data: {number, task, ...given}}) => {
  let told = 0;
  const progress = (done, total) => {
    if (performance.now() - told < PROGRESS_MS) return;
    told = performance.now();
    postMessage({number, progress: [done, total]});
  };
  try {
    await ready;
    postMessage({number, answer: TASKS[task](given, progress)});
  } catch (problem) {
    postMessage({number, problem: {status: problem.status ?? "internal", text: problem.message ?? String(problem)}});
  }
};

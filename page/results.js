// SPDX-License-Identifier: Apache-2.0
//
// What came out of a measure: a picture, a table, files to save, and the commands that do the same.
"use strict";

const CURVES = 8, ROWS = 400;  // that are shown
const ORDER = ["window", "epoch", "channel", "partner", "scale", "m", "r"];
const ALONG = {window: "windows", scale: "scales", epoch: "epochs", r: "r", m: "m"};  // of which one has curves
const BEHIND = ["scales", "start", "engine", "grid_m", "grid_r", "parameters"];       // what places and options tell

/** A cell of every dimension of the values, one list for each value, in the order of the program. */
function places(done, found) {
  const {value, scales, start, onsets, rate, grid_m: m, grid_r: r} = found, {recording} = done;
  const at = {
    channel: (k) => recording.labels[done.channels[k]],
    partner: (k) => recording.labels[done.channels[k]],
    scale: (k) => scales.values[k],
    window: (k) => start.values[k] / (rate ?? 1),
    epoch: (k) => onsets[k],
    m: (k) => m.values[k],
    r: (k) => r.values[k],
  };
  // Windows are the epochs of their measure.
  const names = value.names.map((name) => (start && name === "epoch" ? "window" : name));
  const kept = names.map((_, d) => d).filter((d) => names[d] !== "epoch" || value.dims[d] > 1);
  kept.sort((a, b) => ORDER.indexOf(names[a]) - ORDER.indexOf(names[b]));
  const all = Array.from(value.values, (_, index) => {
    const places = [];
    for (let d = value.dims.length - 1, rest = index; d >= 0; --d) {
      places[d] = rest % value.dims[d];
      rest = Math.floor(rest / value.dims[d]);
    }
    return {index, places};
  });
  const differs = (a, b) => kept.find((d) => a.places[d] !== b.places[d]) ?? 0;
  all.sort((a, b) => a.places[differs(a, b)] - b.places[differs(a, b)]);
  const unit = rate ? ", s" : "", titles = {window: `start${unit}`, epoch: `start${unit}`};
  return {
    head: kept.map((d) => titles[names[d]] ?? names[d]),
    rows: all.map(({places}) => kept.map((d) => at[names[d]](places[d]))),
    names: kept.map((d) => names[d]),
    indices: all.map(({index}) => index)
  };
}

/** Numbers and texts beside the values: of the same size, or one for all. Those that the measure does not have are 0. */
function columnsBeside({measure, table}, {value, ...others}) {
  const counts = table.some((option) => option.name === "boundary" && uses(option, measure));
  const isKnown = (name) => (cell) => cell !== "" && !Number.isNaN(cell) && (cell !== 0 || (counts && name.startsWith("matches")));
  const isShown = ([name, one]) => {
    const fits = one?.values?.length === 1 || one?.values?.length === value.values.length;
    return fits && !BEHIND.includes(name) && [...one.values].some(isKnown(name));
  };
  const columns = Object.entries(others).filter(isShown);
  return columns.map(([name, {values}]) => ({name, cell: (k) => values[values.length === 1 ? 0 : k]}));
}

function fullTable(done, found) {
  const {head, rows, names, indices} = places(done, found), beside = columnsBeside(done, found);
  const all = rows.map((row, k) => [...row, found.value.values[indices[k]], ...beside.map(({cell}) => cell(indices[k]))]);
  const title = ({name}) => (names.includes(name) ? "tolerance" : name);
  return {head: [...head, done.measure, ...beside.map(title)], rows: all, names};
}

/** Values over one of the places, a line for each of the rest. */
function curveLines(name, {rows, names, head}) {
  const along = names.indexOf(name), valueAt = names.length, lines = new Map();
  for (const row of rows) {
    const label = row.slice(0, valueAt)
                      .filter((_, k) => k !== along)
                      .map((one, k) => (typeof one === "number" ? `${head[k + (k >= along ? 1 : 0)]} ${one}` : one))
                      .join(", ");
    if (!lines.has(label)) lines.set(label, {label, x: [], y: []});
    lines.get(label).x.push(row[along]);
    lines.get(label).y.push(row[valueAt]);
  }
  return [...lines.values()];
}

function picture(done, found, full, title) {
  const {how, recording, channels} = done;
  const along = Object.keys(ALONG).find((name) => full.names.includes(name));
  if (how === "pairs" && found.mean.dims.length === 2) {
    const labels = channels.map((channel) => recording.labels[channel]);
    return [
      matrix(labels, [...found.mean.values], `${title} of all pairs of ${labels.length} channels`, room()),
      element("figcaption", {}, "Templates of the channel of a row are looked for in the channel of a column.")
    ];
  }
  if (!along) return null;
  const lines = curveLines(along, full), some = lines.slice(0, CURVES), unit = found.rate ? "s" : "samples";
  const made = curves(some, {
    x: {scale: "scale, samples", window: `start of the window, ${unit}`, epoch: `start of the epoch, ${unit}`}[along] ?? along,
    y: title,
    label: `${title} over ${ALONG[along]}`,
    width: room()
  });
  const left =
      lines.length > CURVES ? [element("figcaption", {}, `The first ${CURVES} of ${lines.length}; the table has all.`)] : [];
  return made && [made, ...(lines.length > 1 ? [legend(some.map((line) => line.label))] : []), ...left];
}

function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], {type}));
  element("a", {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function csv({head, rows}) {
  const cell = (value) => (/[",\n]/.test(exact(value)) ? `"${exact(value).replaceAll('"', '""')}"` : exact(value));
  return [head, ...rows].map((row) => row.map(cell).join(",") + "\n").join("");
}

function button(text, work) {
  const made = element("button", {type: "button", class: "plain"}, text);
  made.addEventListener("click", work);
  return made;
}

function showResult(done, found) {
  const {title} = measureRow(done.measure);
  const full = fullTable(done, found), n = full.rows.length;
  state.result = full;
  const first = n === 1 ? ` is ${shown(found.value.values[0])}` : `: ${n} values`;
  say("result-status", `${title}${first}, computed in ${shown(Number(found.milliseconds.toPrecision(3)))} ms.`);
  byId("result-notices").replaceChildren(...noticeList(found.notices));
  const drawn = picture(done, found, full, title), base = `${done.file.replace(/\.[^.]*$/, "")}-${done.measure}`;
  const caption = `Values and counts of ${title}`;
  const list = table(full.head, full.rows.slice(0, ROWS), caption);
  const more = n > ROWS ? [element("p", {class: "notices"}, `The first ${ROWS} of ${n} rows; the CSV file has all.`)] : [];
  const saved = [button("Save the table (CSV)", () => download(`${base}.csv`, csv(full), "text/csv"))];
  if (drawn)
    saved.push(button(
        "Save the picture (SVG)", () => download(`${base}.svg`, new XMLSerializer().serializeToString(drawn[0]), "image/svg+xml")));
  byId("result").replaceChildren(
      ...(drawn ? [element("figure", {}, ...drawn)] : []),
      ...(drawn ? [element("details", {open: n <= 40}, element("summary", {}, caption), list, ...more)] : [list, ...more]),
      element("div", {class: "buttons"}, ...saved));
  byId("command").textContent = commandLine(done);
  byId("python").textContent = pythonLines(done, found);
  byId("elsewhere").hidden = false;
}

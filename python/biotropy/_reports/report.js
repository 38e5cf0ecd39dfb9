// SPDX-License-Identifier: Apache-2.0
// Draws the panels of a report. A panel has its numbers once, as base64 of doubles; a choice above the picture picks the
// slice that is shown.
"use strict";

// Colours that colour-blind people can tell apart (Okabe and Ito 2008); more lines than colours differ in their dashes.
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a8a8a"];
const DASHES = ["solid", "dash", "dot", "dashdot"], SYMBOLS = ["circle", "square", "triangle-up", "diamond"];
const MOST_TICK_LABELS = 60, MOST_BESIDE = 3, MOST_LABELS_BESIDE = 20, MOST_LABELS_NARROW = 24;
const NARROW = 560;  // pixels
// From low to high.
const VIRIDIS = ["#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725"];
const LEVEL_COLOURS = ["#280b54", "#65156e", "#bc3754", "#ed6925", "#fcb519"], NOT_BELOW = "#ffffff";
const UNITS_OF_TIME = [[3 * 3600, "h", 3600], [600, "min", 60], [0, "s", 1]];

// Plotly reads some tags in texts; names from files are shown as they are.
function plain(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

function doubles(base64) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new DataView(bytes.buffer);
}

function number(view, place) {
  return view.getFloat64(8 * place, true);
}

function shown(value) {
  // Only zeros behind a decimal point go: 1200000 keeps its own.
  return Number.isFinite(value) ? value.toPrecision(7).replace(/(\.\d*?)0+(?=$|e)/, "$1").replace(/\.(?=$|e)/, "") : String(value);
}

function isOfPairs(panel) {
  return panel.columns.name === "partner";
}

// The place of the first entry of the slice that is chosen.
function sliceStart(panel, chosen) {
  let place = 0;
  panel.choices.forEach((choice, k) => { place = place * choice.labels.length + chosen[k]; });
  return place * panel.rows.labels.length * panel.columns.labels.length;
}

// A stack of maps has one text: every label of the last choice, with its value at this entry.
function stackText(panel, place) {
  const size = panel.rows.labels.length * panel.columns.labels.length, labels = panel.choices.at(-1).labels;
  const first = Math.floor(place / (size * labels.length)) * size * labels.length + place % size;
  return labels.map((label, k) => plain(label) + ": " + shown(number(panel.numbers, first + k * size))).join("<br>");
}

function hoverText(panel, place, row, column) {
  const where = isOfPairs(panel) ? row + (panel.symmetric ? " – " : " → ") + column
    : panel.rows.name + " " + row + ", " + panel.columns.name + " " + column;
  let text = plain(where) + "<br>";
  text += panel.together ? stackText(panel, place) : shown(number(panel.numbers, place)) + " " + plain(panel.unit);
  if (panel.epochCounts) text += "<br>" + number(panel.epochCounts, place) + " epochs";
  const reason = panel.reasons ? panel.reasons[place] : panel.flags && panel.flags[place % panel.columns.labels.length];
  return reason ? text + "<br>" + plain(reason) : text;
}

// Cells of the slice that is chosen. Without the diagonal the cells of channels with themselves are left out.
function slice(panel, chosen) {
  const start = sliceStart(panel, chosen), width = panel.columns.labels.length;
  return panel.rows.labels.map((row, i) => panel.columns.labels.map((column, j) => {
    const place = start + i * width + j, value = number(panel.numbers, place);
    if (panel.hideDiagonal && i === j) return {value: null, text: plain(row) + "<br>not shown", leftOut: true};
    return {place, value: Number.isFinite(value) ? value : null, text: hoverText(panel, place, row, column)};
  }));
}

function axis(labels, name, most = MOST_TICK_LABELS) {
  const step = Math.ceil(labels.length / most), at = [];
  for (let k = 0; k < labels.length; k += step) at.push(k);
  return {title: {text: plain(name), standoff: 12}, tickmode: "array", tickvals: at, ticktext: at.map((k) => plain(labels[k])),
          automargin: true, zeroline: false, showgrid: false};
}

function heatTrace(cells) {
  return {type: "heatmap", z: cells.map((row) => row.map((cell) => cell.value)),
          text: cells.map((row) => row.map((cell) => cell.text)), hovertemplate: "%{text}<extra></extra>",
          hoverongaps: true};
}

// Hatches over cells beyond the ends of the scale, in whose colours they are.
function hatches(cells, range) {
  const beyond = cells.flatMap((row, i) => row.map((cell, j) => ({...cell, i, j})))
    .filter(({value}) => range && value !== null && (value < range[0] || value > range[1]));
  return beyond.length === 0 ? [] : [{
    type: "scatter", mode: "markers", x: beyond.map((one) => one.j), y: beyond.map((one) => one.i), hoverinfo: "skip",
    showlegend: false, marker: {symbol: "line-ne-open", size: 12, line: {width: 2},
                                color: beyond.map(({value}) => value < range[0] ? "#ffffff" : "#000000")}}];
}

// Beside a wide picture; above a narrow one, where words at its ends need room, and the legend has its title.
function colourBar(title, view, hasWords = false) {
  const side = title.length > 8 ? "right" : "top";
  if (!view.isNarrow) return {title: {text: plain(title), side}, thickness: 16, outlinewidth: 0};
  return {orientation: "h", thickness: 12, len: hasWords ? 0.5 : 1, outlinewidth: 0, x: 0.5, xanchor: "center",
          y: 1, yanchor: "top", yref: "container"};
}

function heatLayout(panel, view, most = view.isNarrow ? MOST_LABELS_NARROW : MOST_TICK_LABELS) {
  const rows = panel.rows.labels, columns = panel.columns.labels, isSquare = isOfPairs(panel);
  const ofPairs = panel.symmetric ? ["channel", "channel"] : ["templates from channel", "compared with partner"];
  const names = isSquare ? ofPairs : [panel.rows.name, panel.columns.name];
  const layout = {xaxis: {...axis(columns, names[1], most), range: [-0.5, columns.length - 0.5], constrain: "domain"},
                  yaxis: {...axis(rows, names[0], most), range: [rows.length - 0.5, -0.5]}, isHeat: true,
                  margin: {t: view.isNarrow ? 90 : 36, l: 20, r: 10, b: 20},
                  height: isSquare ? Math.min(680, view.width + 60) : Math.min(900, Math.max(300, 180 + 22 * rows.length))};
  if (isSquare) Object.assign(layout.yaxis, {scaleanchor: "x", constrain: "domain", constraintoward: "top"});
  return layout;
}

function heatMap(panel, chosen, view) {
  const [bulk, whole] = panel.hideDiagonal ? [panel.rangeOffDiagonal, panel.wholeOffDiagonal] : [panel.range, panel.whole];
  const range = panel.isWhole ? whole : bulk, cells = slice(panel, chosen);
  const trace = {...heatTrace(cells), colorscale: VIRIDIS.map((colour, k) => [k / (VIRIDIS.length - 1), colour]),
                 colorbar: colourBar(panel.unit, view)};
  if (range) Object.assign(trace, {zmin: range[0], zmax: range[1]});
  return {traces: [trace, ...hatches(cells, range)], layout: heatLayout(panel, view), range, title: panel.unit};
}

// Groups side by side on one scale, or one of them; what is zoomed in one is zoomed in all.
function groups(panel, chosen, view) {
  const others = chosen.slice(0, -2), [group, statistic] = chosen.slice(-2), names = panel.choices.at(-2).labels;
  const drawn = group < 0 ? names.map((_, k) => k) : [group];
  const across = view.isNarrow ? 1 : Math.min(drawn.length, MOST_BESIDE), down = Math.ceil(drawn.length / across);
  const layout = {...heatLayout(panel, view, across > 1 ? MOST_LABELS_BESIDE : undefined),
                  grid: {rows: down, columns: across, pattern: "independent", xgap: 0.12, ygap: view.isNarrow ? 0.12 : 0.25},
                  coloraxis: {colorscale: "Viridis", colorbar: colourBar(panel.choices.at(-1).labels[statistic], view)},
                  annotations: []};
  const range = (panel.hideDiagonal ? panel.rangesOffDiagonal : panel.ranges)[statistic];
  const xaxis = layout.xaxis, yaxis = layout.yaxis;
  if (range) Object.assign(layout.coloraxis, {cmin: range[0], cmax: range[1]});
  if (across > 1) layout.height = down * (isOfPairs(panel) ? 440 : layout.height);
  else layout.height = 60 + drawn.length * layout.height;
  layout.margin.t = view.isNarrow ? 100 : 56;
  const traces = drawn.map((own, k) => {
    const of = k === 0 ? "" : String(k + 1);
    if (k > 0) {
      layout["xaxis" + of] = {...xaxis, matches: "x"};
      layout["yaxis" + of] = {...yaxis, matches: "y"};
      delete layout["yaxis" + of].scaleanchor;
      if (k % across > 0) Object.assign(layout["yaxis" + of], {title: {text: ""}, showticklabels: false});
    }
    layout.annotations.push({text: plain(names[own]), xref: "x" + of + " domain", yref: "y" + of + " domain", x: 0.5, y: 1,
                             yanchor: "bottom", showarrow: false, font: {size: 15}});
    const cells = slice(panel, [...others, own, statistic]);
    cells.forEach((row) => row.forEach((cell) => { cell.text = plain(names[own]) + "<br>" + cell.text; }));
    return {...heatTrace(cells), xaxis: "x" + of, yaxis: "y" + of, coloraxis: "coloraxis"};
  });
  return {traces, layout, title: panel.choices.at(-1).labels[statistic]};
}

// One colour for each level that p is below, the last for no level.
function levelScale(levels, title, view) {
  const colours = [...levels.map((_, k) => LEVEL_COLOURS[Math.round(k * 4 / Math.max(levels.length - 1, 1))]), NOT_BELOW];
  const n = colours.length, last = levels.at(-1);
  return {colorscale: colours.flatMap((colour, k) => [[k / n, colour], [(k + 1) / n, colour]]), zmin: -0.5, zmax: n - 0.5,
          colorbar: {...colourBar(title, view), tickmode: "array", tickvals: colours.map((_, k) => k), outlinewidth: 1,
                     ticktext: [...levels.map((level) => plain("< " + level)), "≥ " + last]}};
}

// The trace of p-values in the colours of their levels.
function inLevels(trace, cells, levels, title, view) {
  const level = (p) => levels.filter((one) => p >= one).length;
  trace.z = cells.map((row) => row.map((cell) => cell.value === null ? null : level(cell.value)));
  return Object.assign(trace, levelScale(levels, title, view));
}

function significance(panel, chosen, view) {
  const cells = slice(panel, chosen), trace = heatTrace(cells), title = panel.choices.at(-1).labels[chosen.at(-1)];
  if (chosen.at(-1) === panel.signed) {
    const [low, high] = panel.larger[chosen.length > 1 ? chosen.at(-2) : 0].map(plain);
    Object.assign(trace, {colorscale: "RdBu", zmin: -1, zmax: 1, colorbar: {...colourBar(title, view, true), tickmode: "array",
                          tickvals: [-1, 0, 1], ticktext: ["-1 " + low, "0", "1 " + high]}});
  } else if (chosen.at(-1) === panel.share) {
    Object.assign(trace, {colorscale: "Viridis", zmin: 0, zmax: 1, colorbar: colourBar(title, view)});
  } else {
    inLevels(trace, cells, panel.levels, title, view);
  }
  return {traces: [trace], layout: heatLayout(panel, view), title};
}

function fillColour(k, n) {
  return n <= COLOURS.length ? COLOURS[k] : `hsl(${Math.round(360 * k / n)}, ${k % 2 ? 45 : 70}%, ${k % 2 ? 65 : 45}%)`;
}

// Colour, dash and symbol of one of n lines.
function lineLook(k, n) {
  const turn = Math.floor(k / COLOURS.length);
  if (turn >= DASHES.length || n > COLOURS.length * DASHES.length) return {line: {color: fillColour(k, n)}};
  return {line: {color: COLOURS[k % COLOURS.length], dash: DASHES[turn]}, marker: {symbol: SYMBOLS[turn]}};
}

// Bars of one SD, if the panel has them.
function barsOf(panel, cells) {
  if (!panel.errorNumbers) return {};
  const array = cells.map((cell) => number(panel.errorNumbers, cell.place)).map((one) => Number.isFinite(one) ? one : 0);
  return {error_y: {type: "data", array, thickness: 1, width: panel.kind === "courses" ? 0 : 3}};
}

function lineTraces(panel, chosen, at) {
  return slice(panel, chosen).map((cells, i) => ({
    type: "scatter", mode: "lines+markers", name: plain(panel.rows.labels[i]), x: at, y: cells.map((cell) => cell.value),
    text: cells.map((cell) => cell.text), hovertemplate: "%{text}<extra></extra>", ...barsOf(panel, cells),
    ...lineLook(i, panel.rows.labels.length)}));
}

// The legend is beside a wide picture and below a narrow one.
function lineLayout(panel, view, xaxis, unit, range) {
  xaxis = {...xaxis, automargin: true, title: {...xaxis.title, standoff: 12}};
  const layout = {xaxis, yaxis: {title: {text: plain(unit), standoff: 12}, automargin: true}, margin: {t: 36, l: 20, r: 10, b: 20},
                  height: 440, showlegend: true};
  if (view.isNarrow) {
    layout.legend = {orientation: "h", y: 0, yref: "container", yanchor: "bottom"};
    layout.height += 24 * Math.ceil(panel.rows.labels.length / 3);
  }
  if (range) {
    const margin = 0.05 * (range[1] - range[0] || 1);
    layout.yaxis.range = [range[0] - margin, range[1] + margin];
  }
  return layout;
}

// Marks of each row at the names of the columns, which have no order that a line could follow.
function profiles(panel, chosen, view) {
  const at = panel.columns.labels.map((_, k) => k), range = panel.ranges[chosen.at(-1)];
  const unit = panel.together ? panel.choices.at(-1).labels[chosen.at(-1)] : panel.unit;
  const xaxis = axis(panel.columns.labels, panel.columns.name, view.isNarrow ? MOST_LABELS_NARROW : MOST_TICK_LABELS);
  return {traces: lineTraces(panel, chosen, at).map((trace) => ({...trace, mode: "markers"})),
          layout: lineLayout(panel, view, xaxis, unit, range)};
}

function curves(panel, chosen, view) {
  const xaxis = {title: {text: plain(panel.columns.name)}};
  return {traces: lineTraces(panel, chosen, panel.columns.labels.map(Number)),
          layout: lineLayout(panel, view, xaxis, panel.quantity ?? panel.unit, panel.errors ? null : panel.range)};
}

// Times of the columns in seconds, minutes or hours, whichever fits how long they last, and the name of their axis.
function times(panel, what = "time") {
  const seconds = panel.columns.labels.map(Number), span = seconds.at(-1) - seconds[0];
  if (panel.timeUnit && panel.timeUnit !== "s") return {at: seconds, title: `${what} (${panel.timeUnit})`};
  const [, unit, size] = UNITS_OF_TIME.find(([least]) => !(span < least));
  return {at: seconds.map((one) => one / size), title: `${what} (${unit})`};
}

// Indices before which times are missing: where the step is more than 1.5 of the one that most of them have.
function gapsOf(at) {
  const steps = at.slice(1).map((one, k) => one - at[k]), sorted = [...steps].sort((a, b) => a - b), n = steps.length;
  const usual = n < 2 ? 0 : (sorted[Math.floor((n - 1) / 2)] + sorted[Math.floor(n / 2)]) / 2;
  if (!(usual > 0) || 2 * steps.filter((step) => Math.abs(step - usual) <= 1e-3 * usual).length < n) return [];
  return steps.flatMap((step, k) => step > 1.5 * usual ? [k + 1] : []);
}

// The same trace with points without a value before places k, at shares of the step there, so that no line crosses it.
function broken(trace, breaks) {
  const made = {...trace, x: [...trace.x], y: [...trace.y], text: [...trace.text]};
  if (trace.error_y) made.error_y = {...trace.error_y, array: [...trace.error_y.array]};
  [...breaks].reverse().forEach(([k, shares]) => {
    const [from, to] = [trace.x[k - 1], trace.x[k]];
    const added = shares.map((share) => from + share * (to - from));
    made.x.splice(k, 0, ...added);
    made.y.splice(k, 0, ...added.map(() => null));
    made.text.splice(k, 0, ...added.map(() => ""));
    if (made.error_y) made.error_y.array.splice(k, 0, ...added.map(() => 0));
  });
  return made;
}

// Values of windows, each at its start. A window without a value is a gap in its line; one between others has a point.
function courses(panel, chosen, view) {
  const {at, title} = times(panel, "start of the window"), gaps = gapsOf(at);
  const traces = lineTraces(panel, chosen, at).map((whole) => {
    const trace = broken({...whole, mode: "lines", line: {width: 1.5, ...whole.line}}, gaps.map((k) => [k, [0.5]]));
    const y = trace.y;
    const isAlone = y.map((one, k) => one !== null && (y[k - 1] ?? null) === null && (y[k + 1] ?? null) === null);
    if (!isAlone.includes(true)) return trace;
    return {...trace, mode: "lines+markers", marker: {...trace.marker, size: isAlone.map((one) => one ? 5 : 0)}};
  });
  const range = panel.errors ? null : panel.range;
  return {traces, layout: lineLayout(panel, view, {title: {text: plain(title)}}, panel.quantity ?? panel.unit, range)};
}

// Areas end where their rows do: at gaps in the times, and beside rows without a value, but for a row between two of these.
function endsOfAreas(at, cells) {
  const gaps = gapsOf(at), isKnown = at.map((_, k) => cells.some((row) => row[k].value !== null));
  const isAlone = isKnown.map((one, k) => one && !isKnown[k - 1] && !isKnown[k + 1]);
  return at.flatMap((_, k) => {
    if (gaps.includes(k)) return [[k, [1e-6, 1 - 1e-6]]];
    if (k === 0 || isKnown[k - 1] === isKnown[k] || isAlone[k - 1] || isAlone[k]) return [];
    return [[k, [isKnown[k] ? 1 - 1e-6 : 1e-6]]];
  });
}

function posteriors(panel, chosen, view) {
  const {at, title} = times(panel), n = panel.rows.labels.length;
  const rows = slice(panel, chosen), breaks = endsOfAreas(at, rows);
  const traces = rows.map((cells, i) => broken({
    type: "scatter", mode: "lines", name: plain(panel.rows.labels[i]), x: at,
    y: cells.map((cell) => cell.value), text: cells.map((cell) => cell.text), hovertemplate: "%{text}<extra></extra>",
    stackgroup: "all", line: {width: 0, color: fillColour(i, n)}, fillcolor: fillColour(i, n)}, breaks));
  const layout = lineLayout(panel, view, {title: {text: plain(title)}}, "posterior probability", null);
  layout.yaxis.range = [0, 1];
  return {traces, layout};
}

// Edges of a component, as lines from place to place with breaks between them. In the middle is the place for the text of
// an edge; of a directed one it is an arrow, nearer to where the edge ends, so that both directions have one.
function componentTraces(panel, cells, values, name, look, directed) {
  const x = [], y = [], textX = [], textY = [], texts = [], angles = [];
  cells.forEach((row, i) => row.forEach((cell, j) => {
    if (!values.includes(cell.value) || (!directed && i > j)) return;
    const [from, to] = [panel.places[i], panel.places[j]], at = directed ? 0.6 : 0.5;
    x.push(from[0], to[0], null);
    y.push(from[1], to[1], null);
    textX.push(from[0] + at * (to[0] - from[0]));
    textY.push(from[1] + at * (to[1] - from[1]));
    texts.push(cell.text);
    angles.push(Math.atan2(to[0] - from[0], to[1] - from[1]) * 180 / Math.PI);
  }));
  const marker = directed ? {symbol: "arrow", size: 10, angle: angles} : {size: 5};
  return [{type: "scatter", mode: "lines", x, y, name: plain(name), legendgroup: name, hoverinfo: "skip", line: {width: 2, ...look.line}},
          {type: "scatter", mode: "markers", x: textX, y: textY, text: texts, legendgroup: name, showlegend: false,
           hovertemplate: "%{text}<extra></extra>", marker: {...marker, color: look.line.color}}];
}

function headTrace() {
  const turns = Array.from({length: 91}, (_, k) => 2 * Math.PI * k / 90);
  return {type: "scatter", mode: "lines", hoverinfo: "skip", showlegend: false, line: {color: "#8a8a8a", width: 1},
          x: [...turns.map(Math.cos), null, -0.14, 0, 0.14], y: [...turns.map(Math.sin), null, 0.99, 1.13, 0.99]};
}

// Components between channels, on a head or a circle; statistics and scores as maps.
function network(panel, chosen, view) {
  const [comparison, shownPart] = chosen, cells = slice(panel, chosen);
  if (shownPart >= panel.drawn) {
    const name = panel.choices[1].labels[shownPart];
    const trace = {...heatTrace(cells), colorscale: "RdBu", colorbar: colourBar(name, view)};
    if (shownPart === panel.probability) {
      inLevels(trace, cells, panel.levels, name, view);
    } else if (panel.ranges[shownPart]) {
      const most = Math.max(...panel.ranges[shownPart].map(Math.abs));
      Object.assign(trace, {zmin: -most, zmax: most});
    }
    return {traces: [trace], layout: heatLayout(panel, view), title: name};
  }
  const isComponent = panel.choices[1].labels[shownPart] === "component";
  const names = isComponent ? panel.components[comparison] : [panel.choices[1].labels[shownPart]];
  const traces = names.flatMap((name, k) => componentTraces(panel, cells, [k + 1], name, lineLook(k, names.length),
                                                            panel.directed[comparison]));
  const points = {type: "scatter", mode: "markers+text", x: panel.places.map((one) => one[0]), y: panel.places.map((one) => one[1]),
                  text: panel.rows.labels.map((name) => " " + plain(name) + " "), hoverinfo: "text", showlegend: false,
                  // Outwards, where few edges are.
                  textposition: panel.places.map((one) => one[0] < -0.01 ? "middle left" : "middle right"),
                  marker: {size: 6, color: "#8a8a8a"}};
  const bare = {visible: false, range: [-1.25, 1.25]};
  const layout = {xaxis: {...bare}, yaxis: {...bare, scaleanchor: "x"}, height: Math.min(680, view.width + 60),
                  margin: {t: 20, l: 10, r: 10, b: 20}, showlegend: names.length > 0, legend: {orientation: "h", y: 0}};
  if (!traces.some((trace) => trace.x.length > 0)) {
    layout.annotations = [{text: isComponent ? "no component" : "no edge", x: 0, y: 0, showarrow: false}];
    layout.showlegend = false;
  }
  return {traces: [...(panel.isHead ? [headTrace()] : []), ...traces, points], layout};
}

// SPDX-License-Identifier: Apache-2.0
// Draws the panels of a report. A panel has its numbers once, as base64 of doubles; a choice above the picture picks the
// slice that is shown.
"use strict";

const COLOURS = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22",
                 "#17becf"];
const MOST_TICK_LABELS = 60, MOST_BESIDE = 3, MOST_LABELS_BESIDE = 20;
const LEVEL_COLOURS = ["#280b54", "#65156e", "#bc3754", "#ed6925", "#fcb519"], NOT_BELOW = "#ffffff";

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
  return Number.isFinite(value) ? value.toPrecision(7).replace(/\.?0+($|e)/, "$1") : String(value);
}

// The place of the first entry of the slice that is chosen.
function sliceStart(panel, chosen) {
  let place = 0;
  panel.choices.forEach((choice, k) => { place = place * choice.labels.length + chosen[k]; });
  return place * panel.rows.labels.length * panel.columns.labels.length;
}

// A stack of maps is told together: every label of the last choice, with its value at this entry.
function stackText(panel, place) {
  const size = panel.rows.labels.length * panel.columns.labels.length, labels = panel.choices.at(-1).labels;
  const first = Math.floor(place / (size * labels.length)) * size * labels.length + place % size;
  return labels.map((label, k) => plain(label) + ": " + shown(number(panel.numbers, first + k * size))).join("<br>");
}

function hoverText(panel, place, row, column) {
  const isPair = panel.columns.name === "partner";
  const where = isPair ? row + " → " + column
    : panel.rows.name + " " + row + ", " + panel.columns.name + " " + column;
  let text = plain(where) + "<br>";
  text += panel.together ? stackText(panel, place) : shown(number(panel.numbers, place)) + " " + plain(panel.unit);
  if (panel.epochCounts) text += "<br>" + number(panel.epochCounts, place) + " epochs";
  const reason = panel.reasons ? panel.reasons[place] : panel.flags && panel.flags[place % panel.columns.labels.length];
  return reason ? text + "<br>" + plain(reason) : text;
}

function slice(panel, chosen) {
  const start = sliceStart(panel, chosen), width = panel.columns.labels.length;
  return panel.rows.labels.map((row, i) => panel.columns.labels.map((column, j) => {
    const place = start + i * width + j, value = number(panel.numbers, place);
    return {value: Number.isFinite(value) ? value : null, text: hoverText(panel, place, row, column)};
  }));
}

function axis(labels, name, most = MOST_TICK_LABELS) {
  const step = Math.ceil(labels.length / most), at = [];
  for (let k = 0; k < labels.length; k += step) at.push(k);
  return {title: {text: plain(name)}, tickmode: "array", tickvals: at, ticktext: at.map((k) => plain(labels[k])),
          automargin: true, zeroline: false};
}

function heatTrace(cells) {
  return {type: "heatmap", z: cells.map((row) => row.map((cell) => cell.value)),
          text: cells.map((row) => row.map((cell) => cell.text)), hovertemplate: "%{text}<extra></extra>",
          hoverongaps: true};
}

function heatLayout(panel, most) {
  const rows = panel.rows.labels, columns = panel.columns.labels, isSquare = panel.columns.name === "partner";
  const layout = {xaxis: {...axis(columns, panel.columns.name, most), constrain: "domain"},
                  yaxis: {...axis(rows, panel.rows.name, most), autorange: "reversed"}, plot_bgcolor: "#cccccc",
                  margin: {t: 20, l: 110}, height: isSquare ? 680 : Math.min(900, 180 + 22 * rows.length)};
  if (isSquare) Object.assign(layout.yaxis, {scaleanchor: "x", constrain: "domain"});
  return layout;
}

function heatMap(panel, chosen) {
  const trace = {...heatTrace(slice(panel, chosen)), colorscale: "Viridis", colorbar: {title: {text: plain(panel.unit)}}};
  if (panel.range) Object.assign(trace, {zmin: panel.range[0], zmax: panel.range[1]});
  return {traces: [trace], layout: heatLayout(panel)};
}

// Groups side by side on one scale, or one of them; what is zoomed in one is zoomed in all.
function groups(panel, chosen) {
  const [group, statistic] = chosen, names = panel.choices[0].labels;
  const drawn = group < 0 ? names.map((_, k) => k) : [group];
  const across = Math.min(drawn.length, MOST_BESIDE), down = Math.ceil(drawn.length / across);
  const layout = {...heatLayout(panel, across > 1 ? MOST_LABELS_BESIDE : undefined),
                  grid: {rows: down, columns: across, pattern: "independent", xgap: 0.12, ygap: 0.25},
                  coloraxis: {colorscale: "Viridis", colorbar: {title: {text: plain(panel.choices[1].labels[statistic])}}},
                  annotations: []};
  const range = panel.ranges[statistic], xaxis = layout.xaxis, yaxis = layout.yaxis;
  if (range) Object.assign(layout.coloraxis, {cmin: range[0], cmax: range[1]});
  if (across > 1) layout.height = down * (panel.columns.name === "partner" ? 440 : layout.height);
  layout.margin.t = 40;
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
    const cells = slice(panel, [own, statistic]);
    cells.forEach((row) => row.forEach((cell) => { cell.text = plain(names[own]) + "<br>" + cell.text; }));
    return {...heatTrace(cells), xaxis: "x" + of, yaxis: "y" + of, coloraxis: "coloraxis"};
  });
  return {traces, layout};
}

// One colour for each level that p is below, the last for no level.
function levelScale(levels) {
  const colours = [...levels.map((_, k) => LEVEL_COLOURS[Math.round(k * 4 / Math.max(levels.length - 1, 1))]), NOT_BELOW];
  const n = colours.length, last = levels.at(-1);
  return {colorscale: colours.flatMap((colour, k) => [[k / n, colour], [(k + 1) / n, colour]]), zmin: -0.5, zmax: n - 0.5,
          colorbar: {tickmode: "array", tickvals: colours.map((_, k) => k),
                     ticktext: [...levels.map((level) => plain("< " + level)), "≥ " + last]}};
}

function significance(panel, chosen) {
  const cells = slice(panel, chosen), trace = heatTrace(cells);
  if (chosen.at(-1) === panel.effect) {
    Object.assign(trace, {colorscale: "RdBu", reversescale: true, zmin: -1, zmax: 1, colorbar: {title: {text: "effect size"}}});
  } else {
    const level = (p) => panel.levels.filter((one) => p >= one).length;
    trace.z = cells.map((row) => row.map((cell) => cell.value === null ? null : level(cell.value)));
    Object.assign(trace, levelScale(panel.levels));
  }
  return {traces: [trace], layout: heatLayout(panel)};
}

// A line of each row over the names of the columns.
function profiles(panel, chosen) {
  const at = panel.columns.labels.map((_, k) => k), range = panel.ranges[chosen.at(-1)];
  const traces = slice(panel, chosen).map((cells, i) => ({
    type: "scatter", mode: "lines+markers", name: plain(panel.rows.labels[i]), x: at, y: cells.map((cell) => cell.value),
    text: cells.map((cell) => cell.text), hovertemplate: "%{text}<extra></extra>",
    line: {color: COLOURS[i % COLOURS.length]}}));
  const unit = panel.together ? panel.choices.at(-1).labels[chosen.at(-1)] : panel.unit;
  const layout = {xaxis: axis(panel.columns.labels, panel.columns.name), yaxis: {title: {text: plain(unit)}}, margin: {t: 20},
                  height: 420, showlegend: true};
  if (range) {
    const margin = 0.05 * (range[1] - range[0] || 1);
    layout.yaxis.range = [range[0] - margin, range[1] + margin];
  }
  return {traces, layout};
}

function curves(panel, chosen) {
  const scales = panel.columns.labels.map(Number);
  const traces = slice(panel, chosen).map((cells, i) => ({
    type: "scatter", mode: "lines+markers", name: plain(panel.rows.labels[i]), x: scales,
    y: cells.map((cell) => cell.value), text: cells.map((cell) => cell.text),
    hovertemplate: "%{text}<extra></extra>", line: {color: COLOURS[i % COLOURS.length]}}));
  const layout = {xaxis: {title: {text: plain(panel.columns.name)}}, yaxis: {title: {text: plain(panel.unit)}},
                  margin: {t: 20}, height: 520, showlegend: true};
  if (panel.range) {
    const margin = 0.05 * (panel.range[1] - panel.range[0] || 1);
    layout.yaxis.range = [panel.range[0] - margin, panel.range[1] + margin];
  }
  return {traces, layout};
}

function posteriors(panel, chosen) {
  const times = panel.columns.labels.map(Number);
  const traces = slice(panel, chosen).map((cells, i) => ({
    type: "scatter", mode: "lines", name: plain(panel.rows.labels[i]), x: times, y: cells.map((cell) => cell.value),
    text: cells.map((cell) => cell.text), hovertemplate: "%{text}<extra></extra>", stackgroup: "all",
    line: {width: 0, color: COLOURS[i % COLOURS.length]}, fillcolor: COLOURS[i % COLOURS.length]}));
  const layout = {xaxis: {title: {text: plain(panel.columns.name)}}, yaxis: {range: [0, 1]}, margin: {t: 20}, height: 420,
                  showlegend: true};
  return {traces, layout};
}

const DRAWERS = {matrix: heatMap, table: heatMap, curves, posteriors, groups, significance, profiles};

function draw(panel, place, chosen) {
  const made = DRAWERS[panel.kind](panel, chosen);
  // Not react(), which leaves the label of the mouse of a picture that is gone.
  Plotly.newPlot(place, made.traces, made.layout, {responsive: true, displaylogo: false});
}

function start(section) {
  const panel = JSON.parse(section.querySelector("script").textContent);
  panel.numbers = doubles(panel.values);
  if (panel.epochs) panel.epochCounts = doubles(panel.epochs);
  const place = section.querySelector(".picture"), controls = section.querySelector(".choices");
  // A choice may begin with one for all of its labels together, -1.
  const chosen = panel.choices.map((choice) => choice.all ? -1 : 0);
  panel.choices.forEach((choice, k) => {
    const label = document.createElement("label"), select = document.createElement("select");
    label.textContent = choice.name + " ";
    const offered = choice.all ? [choice.all, ...choice.labels] : choice.labels;
    offered.forEach((text) => { select.appendChild(document.createElement("option")).textContent = text; });
    select.addEventListener("change", () => {
      chosen[k] = select.selectedIndex - (choice.all ? 1 : 0);
      draw(panel, place, chosen);
    });
    label.appendChild(select);
    controls.appendChild(label);
  });
  draw(panel, place, chosen);
}

document.querySelectorAll("section.panel").forEach(start);

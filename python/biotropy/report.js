// SPDX-License-Identifier: Apache-2.0
// Draws the panels of a report. A panel has its numbers once, as base64 of doubles; a choice above the picture picks the
// slice that is shown.
"use strict";

const COLOURS = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22",
                 "#17becf"];
const MOST_TICK_LABELS = 60;

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

function hoverText(panel, place, row, column) {
  const value = number(panel.numbers, place);
  const where = panel.kind === "matrix" ? row + " → " + column
    : panel.rows.name + " " + row + ", " + panel.columns.name + " " + column;
  let text = plain(where) + "<br>" + shown(value) + " " + plain(panel.unit);
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

function axis(labels, name) {
  const step = Math.ceil(labels.length / MOST_TICK_LABELS), at = [];
  for (let k = 0; k < labels.length; k += step) at.push(k);
  return {title: {text: plain(name)}, tickmode: "array", tickvals: at, ticktext: at.map((k) => plain(labels[k]))};
}

function heatMap(panel, chosen) {
  const cells = slice(panel, chosen), isMatrix = panel.kind === "matrix";
  const trace = {type: "heatmap", z: cells.map((row) => row.map((cell) => cell.value)),
                 text: cells.map((row) => row.map((cell) => cell.text)), hovertemplate: "%{text}<extra></extra>",
                 hoverongaps: true, colorscale: "Viridis", colorbar: {title: {text: plain(panel.unit)}}};
  if (panel.range) Object.assign(trace, {zmin: panel.range[0], zmax: panel.range[1]});
  const rows = panel.rows.labels, columns = panel.columns.labels;
  const layout = {xaxis: {...axis(columns, panel.columns.name), constrain: "domain"},
                  yaxis: {...axis(rows, panel.rows.name), autorange: "reversed"}, plot_bgcolor: "#cccccc",
                  margin: {t: 20, l: 110}, height: isMatrix ? 680 : Math.min(900, 180 + 22 * rows.length)};
  if (isMatrix) Object.assign(layout.yaxis, {scaleanchor: "x", constrain: "domain"});
  return {traces: [trace], layout};
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

const DRAWERS = {matrix: heatMap, table: heatMap, curves, posteriors};

function draw(panel, place, chosen) {
  const made = DRAWERS[panel.kind](panel, chosen);
  Plotly.react(place, made.traces, made.layout, {responsive: true, displaylogo: false});
}

function start(section) {
  const panel = JSON.parse(section.querySelector("script").textContent);
  panel.numbers = doubles(panel.values);
  if (panel.epochs) panel.epochCounts = doubles(panel.epochs);
  const place = section.querySelector(".picture"), controls = section.querySelector(".choices");
  const chosen = panel.choices.map(() => 0);
  panel.choices.forEach((choice, k) => {
    const label = document.createElement("label"), select = document.createElement("select");
    label.textContent = choice.name + " ";
    choice.labels.forEach((text) => { select.appendChild(document.createElement("option")).textContent = text; });
    select.addEventListener("change", () => {
      chosen[k] = select.selectedIndex;
      draw(panel, place, chosen);
    });
    label.appendChild(select);
    controls.appendChild(label);
  });
  draw(panel, place, chosen);
}

document.querySelectorAll("section.panel").forEach(start);

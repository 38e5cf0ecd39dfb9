// SPDX-License-Identifier: Apache-2.0
//
// Tables, curves and matrices of results, and the outline of a recording.
"use strict";

// Okabe and Ito's colours, which people with any colour vision tell apart; then others.
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a7a7a", "#9c8a00"];
const colour = (k) => COLOURS[k] ?? `hsl(${(k * 137.5) % 360} 60% 48%)`;

const shown = (value) =>
    (Number.isNaN(value)         ? "none" :
         Number.isInteger(value) ? String(value) :
                                   Number(value.toPrecision(7)).toString());
const exact = (value) => (typeof value === "number" ? (Number.isNaN(value) ? "NaN" : String(value)) : value);

function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Round steps that divide a range into some parts. */
function ticks(least, greatest, parts) {
  if (!(greatest > least)) return [least];
  const raw = (greatest - least) / parts, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((one) => one * power >= raw) * power;
  const found = [];
  for (let k = Math.ceil(least / step); k * step <= greatest + step * 1e-9; ++k) found.push(Number((k * step).toPrecision(12)));
  return found;
}

/** A table with a head. @param rows lists of cells. */
function table(head, rows, caption) {
  const isText = head.map((_, k) => rows.some((row) => typeof row[k] === "string"));
  const cell = (kind, value, k) => element(
      kind, {class: isText[k] ? "text" : null, scope: kind === "th" ? "col" : null},
      typeof value === "number" ? shown(value) : value);
  const made = element(
      "table", {}, element("caption", {hidden: true}, caption),
      element("thead", {}, element("tr", {}, ...head.map((name, k) => cell("th", name, k)))),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((value, k) => cell("td", value, k))))));
  return element("div", {class: "scroll", tabindex: 0, role: "region", "aria-label": caption}, made);
}

/** Lines over x. @param lines {label, x, y}; a value that is not finite breaks a line. */
function curves(lines, {x: xTitle, y: yTitle, label, width}) {
  const height = 300, left = 62, right = 12, top = 12, bottom = 44;
  const finite = (list) => list.filter(Number.isFinite);
  const xs = lines.flatMap((line) => finite(line.x)), ys = lines.flatMap((line) => finite(line.y));
  if (ys.length === 0) return null;
  const span = (list) => [list.reduce((a, b) => Math.min(a, b)), list.reduce((a, b) => Math.max(a, b))];
  const [x0, x1] = span(xs), [least, greatest] = span(ys), room = (greatest - least || Math.abs(greatest) || 1) * 0.06;
  const [y0, y1] = [least - room, greatest + room];
  const atX = (x) => left + ((x - x0) / (x1 - x0 || 1)) * (width - left - right);
  const atY = (y) => height - bottom - ((y - y0) / (y1 - y0)) * (height - top - bottom);
  const made = svg("svg", {viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label});
  for (const tick of ticks(y0, y1, 5)) {
    made.append(
        svg("line", {class: "axis", x1: left, x2: width - right, y1: atY(tick), y2: atY(tick)}),
        svg("text", {class: "faint", x: left - 8, y: atY(tick) + 4, "text-anchor": "end"}, shown(tick)));
  }
  for (const tick of ticks(x0, x1, width / 90)) {
    made.append(svg("text", {class: "faint", x: atX(tick), y: height - bottom + 18, "text-anchor": "middle"}, shown(tick)));
  }
  made.append(
      svg("text", {x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle"}, xTitle),
      svg("text", {transform: `translate(14 ${(top + height - bottom) / 2}) rotate(-90)`, "text-anchor": "middle"}, yTitle));
  lines.forEach((line, k) => {
    let path = "", isOpen = false;
    line.y.forEach((y, i) => {
      if (Number.isFinite(y)) path += `${isOpen ? "L" : "M"}${atX(line.x[i]).toFixed(1)} ${atY(y).toFixed(1)}`;
      isOpen = Number.isFinite(y);
    });
    made.append(svg("path", {d: path, fill: "none", stroke: colour(k), "stroke-width": 1.8, "stroke-linejoin": "round"}));
    if (line.y.length > 60) return;
    line.y.forEach(
        (y, i) => Number.isFinite(y) && made.append(svg("circle", {cx: atX(line.x[i]), cy: atY(y), r: 2.6, fill: colour(k)})));
  });
  return made;
}

const legend = (labels) => element(
    "ul", {class: "legend"},
    ...labels.map((label, k) => element("li", {}, element("i", {style: `background:${colour(k)}`}), label)));

// From dark to light in equal steps of brightness (viridis).
const SHADES = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

/** The colour of a share from 0 to 1. */
function shade(share) {
  const place = share * (SHADES.length - 1), k = Math.min(Math.floor(place), SHADES.length - 2);
  return `rgb(${SHADES[k].map((one, c) => Math.round(one + (place - k) * (SHADES[k + 1][c] - one))).join(" ")})`;
}

/** A matrix as coloured cells, with a scale beside it. @param values row after row. */
function matrix(labels, values, label, room) {
  const n = labels.length, scaleWidth = 80, short = (text) => (text.length > 12 ? `${text.slice(0, 11)}…` : text);
  const margin = 16 + 7 * Math.max(...labels.map((text) => short(text).length));
  const cell = Math.max(6, Math.min(46, (room - margin - scaleWidth) / n)), size = margin + n * cell;
  const known = values.filter(Number.isFinite), width = size + scaleWidth;
  const least = known.reduce((a, b) => Math.min(a, b), Infinity), greatest = known.reduce((a, b) => Math.max(a, b), -Infinity);
  const made = svg("svg", {viewBox: `0 0 ${width} ${size + 6}`, role: "img", "aria-label": label, style: `max-width:${width}px`});
  const every = Math.ceil(12 / cell);
  labels.forEach((text, k) => {
    if (k % every) return;
    const middle = margin + (k + 0.5) * cell;
    made.append(
        svg("text", {x: margin - 6, y: middle + 4, "text-anchor": "end"}, short(text)),
        svg("text", {transform: `translate(${middle + 4} ${margin - 6}) rotate(-90)`}, short(text)));
  });
  values.forEach((value, k) => {
    if (!Number.isFinite(value)) return;
    const row = Math.floor(k / n), column = k % n, fill = shade((value - least) / (greatest - least || 1));
    const place = {x: margin + column * cell, y: margin + row * cell, width: cell - 0.5, height: cell - 0.5, fill};
    made.append(svg("rect", place, svg("title", {}, `${labels[row]} → ${labels[column]}: ${shown(value)}`)));
  });
  if (known.length === 0) return made;
  const steps = 40, height = Math.min(n * cell, 200);
  for (let k = 0; k < steps; ++k) {
    const y = margin + (height * (steps - 1 - k)) / steps;
    made.append(svg("rect", {x: size + 12, y, width: 12, height: height / steps + 0.5, fill: shade(k / (steps - 1))}));
  }
  made.append(
      svg("text", {x: size + 28, y: margin + 10}, greatest.toPrecision(4)),
      svg("text", {x: size + 28, y: margin + height}, least.toPrecision(4)));
  return made;
}

/** The outlines of channels, one above the other. */
function outlines(channels, width) {
  const height = 64, left = 86;
  const made = svg("svg", {
    viewBox: `0 0 ${width} ${height * channels.length}`,
    role: "img",
    "aria-label": `The samples of ${channels.map((one) => one.label).join(", ")} over time`
  });
  channels.forEach(({label, low, high}, row) => {
    const known = [...low, ...high].filter(Number.isFinite);
    const least = known.reduce((a, b) => Math.min(a, b), Infinity), greatest = known.reduce((a, b) => Math.max(a, b), -Infinity);
    const at = (value) => height * (row + 1) - 6 - ((value - least) / (greatest - least || 1)) * (height - 12);
    let path = "";
    low.forEach((value, k) => {
      if (!Number.isFinite(value)) return;
      const x = left + ((width - left) * (k + 0.5)) / low.length;
      path += `${k > 0 && Number.isFinite(low[k - 1]) ? "L" : "M"}${x.toFixed(1)} ${at(value).toFixed(1)}L${x.toFixed(1)} ${
          at(high[k]).toFixed(1)}`;
    });
    made.append(
        svg("text", {x: left - 10, y: height * (row + 0.5) + 4, "text-anchor": "end"},
            label.length > 11 ? `${label.slice(0, 10)}…` : label),
        svg("path", {d: path, fill: "none", stroke: colour(row), "stroke-width": 1}));
  });
  return made;
}

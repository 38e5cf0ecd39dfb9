// SPDX-License-Identifier: Apache-2.0
// Maps of the scalp: values of the electrodes, and between them a thin-plate spline, which has these values there.

const SCALP_POINTS = 61, MOST_NAMES_ON_SCALP = 40;

// Solution of a linear system, or null for one that has none.
function solved(matrix, right) {
  const n = right.length, rows = matrix.map((row, k) => [...row, right[k]]);
  for (let k = 0; k < n; ++k) {
    let best = k;
    for (let i = k + 1; i < n; ++i) if (Math.abs(rows[i][k]) > Math.abs(rows[best][k])) best = i;
    if (Math.abs(rows[best][k]) < 1e-12) return null;
    [rows[k], rows[best]] = [rows[best], rows[k]];
    for (let i = k + 1; i < n; ++i) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; factor !== 0 && j <= n; ++j) rows[i][j] -= factor * rows[k][j];
    }
  }
  const found = Array(n).fill(0);
  for (let k = n - 1; k >= 0; --k) {
    const known = rows[k].slice(k + 1, n).reduce((sum, one, j) => sum + one * found[k + 1 + j], 0);
    found[k] = (rows[k][n] - known) / rows[k][k];
  }
  return found;
}

// A function of places that has the values at the given ones, or null.
function splineThrough(places, values) {
  const bend = (x, y, [u, v]) => { const r = (x - u) ** 2 + (y - v) ** 2; return r > 0 ? r * Math.log(r) : 0; };
  const plane = places.map(([x, y]) => [1, x, y]), zeros = [0, 0, 0];
  const rows = [...places.map(([x, y], i) => [...places.map((one) => bend(x, y, one)), ...plane[i]]),
                ...[0, 1, 2].map((k) => [...plane.map((one) => one[k]), ...zeros])];
  const weights = places.length < 3 ? null : solved(rows, [...values, ...zeros]);
  if (!weights) return null;
  const [level, ofX, ofY] = weights.slice(-3);
  return (x, y) => places.reduce((sum, one, k) => sum + weights[k] * bend(x, y, one), level + ofX * x + ofY * y);
}

// What is around the head, in the colour of the page: a square with a hole.
function aroundHead(radius, edge) {
  const turns = Array.from({length: 121}, (_, k) => 2 * Math.PI * k / 120);
  const paper = getComputedStyle(document.body).getPropertyValue("--paper").trim() || "#ffffff";
  return {type: "scatter", mode: "lines", fill: "toself", fillcolor: paper, line: {width: 0}, hoverinfo: "skip",
          showlegend: false,
          x: [edge, edge, -edge, -edge, edge, edge, ...turns.map((one) => radius * Math.cos(one)), edge],
          y: [0, edge, edge, -edge, -edge, 0, ...turns.map((one) => -radius * Math.sin(one)), 0]};
}

// White or black, whichever is seen on the colour of a value.
function inkOn(value, scale) {
  const share = (value - scale.cmin) / (scale.cmax - scale.cmin || 1);
  const isDark = scale.colorscale === "Viridis" ? share < 0.55 : Math.abs(share - 0.5) > 0.35;
  return isDark ? "#ffffff" : "#000000";
}

function mapTraces(panel, cells, {radius, edge, scale, withNames}) {
  const inks = (places) => places.map((k) => cells[k].value === null ? "#000000" : inkOn(cells[k].value, scale));
  const known = cells.map((_, k) => k).filter((k) => panel.places[k] && cells[k].value !== null);
  const there = cells.map((_, k) => k).filter((k) => panel.places[k]), at = (k) => panel.places[k];
  const spline = splineThrough(known.map(at), known.map((k) => cells[k].value));
  const line = Array.from({length: SCALP_POINTS}, (_, k) => radius * (2 * k / (SCALP_POINTS - 1) - 1)), traces = [];
  if (spline) {
    traces.push({type: "contour", x: line, y: line, z: line.map((y) => line.map((x) => spline(x, y))), hoverinfo: "skip",
                 ncontours: 8, contours: {coloring: "heatmap"}, line: {width: 0.5, color: "rgba(0,0,0,0.4)"},
                 coloraxis: "coloraxis"});
  }
  traces.push(aroundHead(radius, edge), headTrace());
  const isMarked = (k) => panel.markNumbers && number(panel.markNumbers, cells[k].place) > 0;
  const symbol = (k) => cells[k].value === null ? "x-thin-open" : isMarked(k) ? "circle-open-dot" : "circle";
  traces.push({type: "scatter", mode: withNames ? "markers+text" : "markers", showlegend: false,
               x: there.map((k) => at(k)[0]), y: there.map((k) => at(k)[1]),
               text: there.map((k) => plain(panel.columns.labels[k])), textposition: "bottom center",
               textfont: {size: 9, color: inks(there)},
               customdata: there.map((k) => cells[k].text), hovertemplate: "%{customdata}<extra></extra>",
               marker: {size: there.map((k) => isMarked(k) ? 13 : 6), color: inks(there), opacity: 1,
                        symbol: there.map(symbol),
                        line: {width: there.map((k) => symbol(k) === "circle" ? 0 : 2), color: inks(there)}}});
  return traces;
}

function titleOfMaps(panel, chosen) {
  return panel.unit || (panel.choices.at(-1) || {labels: [""]}).labels[chosen.at(-1)] || "";
}

function scaleOfMaps(panel, chosen, view) {
  const title = titleOfMaps(panel, chosen);
  const range = panel.ranges[panel.ranges.length > 1 ? chosen.at(-1) : 0];
  const scale = {colorbar: colourBar(title, view, panel.larger), colorscale: "Viridis"};
  if (range) Object.assign(scale, {cmin: range[0], cmax: range[1]});
  if (!panel.larger) return scale;
  const named = panel.larger.length === 1 ? panel.larger[0] : ["the second named larger", "the first named larger"];
  const [low, high] = named.map(plain);
  Object.assign(scale.colorbar, {tickmode: "array", tickvals: [-1, 0, 1], ticktext: ["-1 " + low, "0", "1 " + high]});
  return {...scale, colorscale: "RdBu"};
}

function scalp(panel, chosen, view) {
  const rows = slice(panel, chosen), names = panel.rows.labels;
  const distance = Math.max(...panel.places.filter((one) => one).map((one) => Math.hypot(...one)));
  const radius = distance + 0.05, edge = Math.max(radius, 1.13) + 0.05;
  const across = Math.min(rows.length, view.isNarrow ? 2 : MOST_BESIDE);
  const down = Math.ceil(rows.length / across), size = Math.min(view.isNarrow ? 300 : 420, view.width / across);
  const layout = {grid: {rows: down, columns: across, pattern: "independent", xgap: 0.04, ygap: 0.15},
                  annotations: [], showlegend: false, coloraxis: scaleOfMaps(panel, chosen, view),
                  margin: {t: view.isNarrow ? 100 : 40, l: 10, r: 10, b: 10},
                  height: down * size + (view.isNarrow ? 120 : 50)};
  const traces = rows.flatMap((cells, k) => {
    const of = k === 0 ? "" : String(k + 1), bare = {visible: false, range: [-edge, edge], fixedrange: true};
    layout["xaxis" + of] = {...bare, constrain: "domain"};
    layout["yaxis" + of] = {...bare, constrain: "domain", scaleanchor: "x" + of};
    layout.annotations.push({text: plain(names[k]), xref: "x" + of + " domain", yref: "y" + of + " domain", x: 0.5, y: 1.02,
                             yanchor: "bottom", showarrow: false, font: {size: 15}});
    const withNames = !view.isNarrow && panel.columns.labels.length <= MOST_NAMES_ON_SCALP;
    const made = mapTraces(panel, cells, {radius, edge, withNames, scale: layout.coloraxis});
    return made.map((trace) => ({...trace, xaxis: "x" + of, yaxis: "y" + of}));
  });
  return {traces, layout, title: titleOfMaps(panel, chosen)};
}

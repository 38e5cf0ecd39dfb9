// SPDX-License-Identifier: Apache-2.0
// Groups at every channel: means with bars of one SD, and single subjects behind them.

const MEAN = 0, MEDIAN = 1, SD = 2;  // of the statistics

function besideOthers(k, n) {
  return n < 2 ? 0 : (k - (n - 1) / 2) * Math.min(0.3, 0.7 / n);
}

// Subjects of a group, a little apart from each other. `first` is the number of what was chosen before the statistic.
function subjectsOf(panel, first, group, look, apart) {
  const x = [], y = [], text = [], channels = panel.columns.labels, n = panel.groupOf.length;
  panel.groupOf.forEach((own, subject) => channels.forEach((channel, c) => {
    const value = own === group ? number(panel.subjectNumbers, (first * n + subject) * channels.length + c) : NaN;
    if (!Number.isFinite(value)) return;
    x.push(c + apart + ((subject % 5) - 2) * 0.02);
    y.push(value);
    text.push(plain(`${panel.subjectNames[subject]}, channel ${channel}`) + "<br>" + shown(value));
  }));
  return {type: "scatter", mode: "markers", x, y, text, hovertemplate: "%{text}<extra></extra>", showlegend: false,
          opacity: 0.45, legendgroup: String(group), marker: {...look.marker, size: 5, color: look.line.color}};
}

function points(panel, chosen, view) {
  const statistic = chosen.at(-1), rows = slice(panel, chosen), n = rows.length;
  const label = panel.choices.at(-1).labels[statistic];
  const looks = rows.map((_, k) => lineLook(k, n)), spread = slice(panel, [...chosen.slice(0, -1), SD]);
  const barsOfGroup = (k) => ({type: "data", array: spread[k].map((cell) => cell.value || 0), thickness: 1.5, width: 3});
  const groups = rows.map((cells, k) => ({
    type: "scatter", mode: "markers", name: plain(panel.rows.labels[k]), legendgroup: String(k),
    x: cells.map((_, c) => c + besideOthers(k, n)), y: cells.map((cell) => cell.value),
    text: cells.map((cell) => cell.text), hovertemplate: "%{text}<extra></extra>",
    marker: {...looks[k].marker, size: 9, color: looks[k].line.color},
    ...(statistic === MEAN ? {error_y: barsOfGroup(k)} : {})}));
  const subjects = statistic > MEDIAN ? [] : rows.map((_, k) => subjectsOf(panel, chosen.length > 1 ? chosen[0] : 0, k, looks[k], besideOthers(k, n)));
  const xaxis = axis(panel.columns.labels, panel.columns.name, view.isNarrow ? MOST_LABELS_NARROW : MOST_TICK_LABELS);
  const range = statistic > MEDIAN ? panel.ranges[statistic] : null;
  const title = statistic === MEAN ? label.replace("mean", "mean ± SD") : label;
  const layout = lineLayout(panel, view, xaxis, title, range);
  return {traces: [...groups, ...subjects], layout};
}

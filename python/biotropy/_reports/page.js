// SPDX-License-Identifier: Apache-2.0
// The choices above the pictures, legends below them, tables to copy, and printing.
const DRAWERS = {network, matrix: heatMap, table: heatMap, curves, courses, posteriors, groups, significance, profiles,
                 points, scalp};

// What colours, grey and hatches mean, as HTML in which texts of the file are no markup.
function legendOf(panel, made, view) {
  const said = view.isNarrow && made.title ? [`colours: ${plain(made.title)}`] : [];
  const maps = made.traces.filter((trace) => trace.type === "heatmap");
  const hidden = panel.hideDiagonal ? maps.length * panel.rows.labels.length : 0;
  const cells = maps.flatMap((trace) => trace.z.flat()), missing = cells.filter((value) => value === null).length - hidden;
  const drawn = cells.length - hidden;
  if (missing > 0) said.push(`<span class="swatch"></span> no finite value (${missing} of ${drawn}): point at it for the reason`);
  const [low, high] = made.range || [-Infinity, Infinity];
  const beyond = cells.filter((value) => value !== null && (value < low || value > high)).length;
  if (beyond > 0) said.push(`hatched: ${beyond} of ${drawn} are beyond the ends of the scale`);
  return said.join("; ");
}

// Texts and lines in the colours of the page, which may be dark.
function inColoursOfPage(layout) {
  const style = getComputedStyle(document.body), line = style.getPropertyValue("--line").trim() || "#d5d9de";
  Object.assign(layout, {paper_bgcolor: "rgba(0,0,0,0)", font: {color: style.color || "#222"},
                         plot_bgcolor: layout.isHeat ? style.getPropertyValue("--missing").trim() || "#c4c8cc" : "rgba(0,0,0,0)"});
  delete layout.isHeat;
  Object.keys(layout).filter((key) => /^[xy]axis/.test(key)).forEach((key) => {
    layout[key] = {gridcolor: line, zerolinecolor: line, linecolor: line, ...layout[key]};
  });
}

function viewOf(place) {
  const width = place.clientWidth || 1000;
  return {width, isNarrow: width < NARROW};
}

function draw(panel, parts, chosen) {
  const view = viewOf(parts.place), made = DRAWERS[panel.kind](panel, chosen, view);
  parts.legend.innerHTML = legendOf(panel, made, view);
  inColoursOfPage(made.layout);
  // Not react(), which leaves the label of the mouse of a picture that is gone.
  Plotly.newPlot(parts.place, made.traces, made.layout,
                 {responsive: true, displaylogo: false, displayModeBar: view.isNarrow ? false : "hover"});
}

function labelled(controls, text, control) {
  const label = document.createElement("label");
  label.textContent = text + " ";
  label.appendChild(control);
  controls.appendChild(label);
}

function addChoice(controls, choice, first, change) {
  const select = document.createElement("select");
  const offered = choice.all ? [choice.all, ...choice.labels] : choice.labels;
  offered.forEach((text) => { select.appendChild(document.createElement("option")).textContent = text; });
  select.selectedIndex = first + (choice.all ? 1 : 0);
  select.addEventListener("change", () => change(select.selectedIndex - (choice.all ? 1 : 0)));
  labelled(controls, choice.name, select);
}

function addBox(controls, text, checked, change) {
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = checked;
  box.addEventListener("change", () => change(box.checked));
  labelled(controls, text, box);
}

function start(section) {
  const panel = JSON.parse(section.querySelector("script").textContent);
  panel.numbers = doubles(panel.values);
  if (panel.epochs) panel.epochCounts = doubles(panel.epochs);
  if (panel.subjects) panel.subjectNumbers = doubles(panel.subjects);
  if (panel.errors) panel.errorNumbers = doubles(panel.errors);
  if (panel.marked) panel.markNumbers = doubles(panel.marked);
  const parts = {place: section.querySelector(".picture"), legend: section.querySelector(".legend")};
  const controls = section.querySelector(".choices");
  // A choice may begin with one for all of its labels together, -1.
  const chosen = panel.choices.map((choice) => choice.all ? -1 : 0);
  if (panel.start) chosen[panel.choices.findIndex((choice) => choice.name === "map")] = panel.start;
  const again = () => draw(panel, parts, chosen);
  panel.choices.forEach((choice, k) => addChoice(controls, choice, chosen[k], (place) => { chosen[k] = place; again(); }));
  panel.hideDiagonal = isOfPairs(panel) && Boolean(panel.symmetric);
  if (isOfPairs(panel)) {
    addBox(controls, "channels with themselves", !panel.hideDiagonal, (isOn) => { panel.hideDiagonal = !isOn; again(); });
  }
  if (panel.whole && String(panel.whole) !== String(panel.range)) {
    addBox(controls, "outliers set the scale", false, (isOn) => { panel.isWhole = isOn; again(); });
  }
  again();
  let wasNarrow = viewOf(parts.place).isNarrow;
  addEventListener("resize", () => {
    if (viewOf(parts.place).isNarrow === wasNarrow) return;
    wasNarrow = !wasNarrow;
    again();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
}

document.querySelectorAll("section.panel").forEach(start);

// A table as CSV, with all digits of its numbers.
function csvOf(table) {
  const quoted = (text) => /[",\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
  return [...table.rows].map((row) => [...row.cells].map((cell) => {
    const exact = cell.querySelector("data");
    return quoted(exact ? exact.value : cell.textContent);
  }).join(",")).join("\n") + "\n";
}

function copy(text) {
  const area = document.body.appendChild(document.createElement("textarea"));
  area.value = text;
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  return isDone;
}

document.querySelectorAll("button.copy").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", () => {
    const isDone = copy(csvOf(button.parentElement.querySelector("table")));
    button.textContent = isDone ? "Copied" : "Copying is not allowed here";
  });
});

// SPDX-License-Identifier: Apache-2.0
//
// Fields for options, made from the table of the library: an empty field is the usual value.
"use strict";

const MAIN_OPTIONS = ["m", "r", "r_unit", "tau", "missing"];
const LISTS = ["m", "r"];  // of which there may be several
// Of the preparation: what needs files, which the page chooses or leaves out; and what is of windows, or of epochs alone.
const OF_FILES = ["channels", "notch_line"], OF_WINDOWS = ["window", "step"];
const OF_EPOCHS = ["epoch", "overlap", "reject", "flat", "padding", "filter_each"];

const byId = (id) => document.getElementById(id);

/** An element with attributes and children; texts become text. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

const uses = (option, name) => option.used_by.split(",").includes(name);

/** What stands for an empty field: "2, PermEn 3" is 3 of PermEn, and 2 of others. */
function usualOf(option, title) {
  const [first, ...exceptions] = option.usual.split(", ");
  const exception = exceptions.find((one) => one.split(" ").slice(0, -1).includes(title));
  return exception ? exception.split(" ").at(-1) : first;
}

function control(option, id, title) {
  const about = {id, name: option.name, "aria-describedby": `${id}-help`};
  if (option.kind === "flag") return element("input", {...about, type: "checkbox"});
  if (option.kind === "word") {
    const usual = option.usual ? `usual: ${usualOf(option, title)}` : "usual";
    const words = option.words.split("|").map((word) => element("option", {value: word}, word));
    return element("select", about, element("option", {value: ""}, usual), ...words);
  }
  const isList = option.kind === "numbers" || LISTS.includes(option.name);
  const isNumber = !isList && (option.kind === "whole" || option.kind === "real");
  const kind = {inputmode: isNumber ? "decimal" : null, "data-list": isList};
  return element("input", {...about, placeholder: usualOf(option, title), autocomplete: "off", ...kind});
}

function field(option, group, title) {
  const id = `${group}-${option.name}`, input = control(option, id, title);
  const name = option.name.replaceAll("_", " ");
  const several = LISTS.includes(option.name) ? "; several with commas" : "";
  const help = element("p", {class: "help", id: `${id}-help`}, option.help + several);
  if (option.kind === "flag")
    return element("div", {class: "flag"}, element("label", { for: id
                   }, input, name), help);
  const hasUnit = option.unit && !option.unit.startsWith("that of");
  const unit = (hasUnit ? `, ${option.unit}` : "") + (option.kind === "numbers" ? ", with commas" : "");
  return element("div", {}, element("label", { for: id
                 }, name + (["m", "r", "tau"].includes(name) ? "" : unit)), input, help);
}

/** Shows fields for options; values that were given stay. @param title what is measured, which usual values depend on. */
function showFields(place, options, group, title) {
  const given = chosen(place);
  place.replaceChildren(...options.map((option) => field(option, group, title)));
  for (const [name, value] of Object.entries(given)) {
    const input = place.querySelector(`[name="${name}"]`);
    if (input === null) continue;
    if (input.type === "checkbox")
      input.checked = true;
    else
      input.value = value;
  }
}

/** What was given in the fields: texts, and true for flags. */
function chosen(place) {
  const given = {};
  for (const input of place.querySelectorAll("[name]")) {
    if (input.type === "checkbox" ? input.checked : input.value.trim() !== "") {
      const text = input.value.trim();
      given[input.name] = input.type === "checkbox" ? true : "list" in input.dataset ? text.replace(/\s*,\s*/g, ",") : text;
    }
  }
  return given;
}

/** Options of a measure that is computed in some way: the main ones, and the others. */
function optionsOf(table, measure, how) {
  const groups = ["surrogates", ...(how === "scales" ? ["multiscale"] : [])];
  const fitting = table.filter((option) => uses(option, measure) || groups.some((group) => uses(option, group)));
  const isMain = (option) => MAIN_OPTIONS.includes(option.name);
  return {main: fitting.filter(isMain), more: fitting.filter((option) => !isMain(option))};
}

/** Options of the preparation of signals before they are measured in some way. */
function preparationOf(table, how) {
  const left = [...OF_FILES, ...OF_WINDOWS, ...(how === "windows" ? OF_EPOCHS : [])];
  return table.filter((option) => uses(option, "prepare") && !left.includes(option.name));
}

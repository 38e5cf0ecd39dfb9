// SPDX-License-Identifier: Apache-2.0
//
// Fields for options, made from the table of the library: an empty field is the usual value.
"use strict";

const MAIN_OPTIONS = ["m", "r", "r_unit", "tau", "missing"];

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
  const isNumber = option.kind === "whole" || option.kind === "real";
  return element(
      "input", {...about, placeholder: usualOf(option, title), autocomplete: "off", inputmode: isNumber ? "decimal" : null});
}

function field(option, group, title) {
  const id = `${group}-${option.name}`, input = control(option, id, title);
  const name = option.name.replaceAll("_", " ");
  const help = element("p", {class: "help", id: `${id}-help`}, option.help);
  if (option.kind === "flag")
    return element("div", {class: "flag"}, element("label", { for: id
                   }, input, name), help);
  const unit = option.unit ? `, ${option.unit.toLowerCase()}` : "";
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
      given[input.name] = input.type === "checkbox" ? true : input.value.trim();
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

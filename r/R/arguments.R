# SPDX-License-Identifier: Apache-2.0
# Arguments that are numbers, words or choices. The library checks ranges; here it is what R leaves open: types, lengths
# and missing values.

is_one <- function(value) is.null(dim(value)) && length(value) == 1 && !is.object(value)

whole_number <- function(value, name, allowed = "an integer of at least 1") {
  is_whole <- is_one(value) && is.numeric(value) && is.finite(value) && value == round(value) &&
    abs(value) <= .Machine$integer.max
  if (!is_whole) refuse(name, shown(value), allowed)
  as.integer(value)
}

count_number <- function(value, name, allowed = "an integer of at least 1") {
  found <- whole_number(value, name, allowed)
  if (found < 1) refuse(name, shown(value), allowed)
  found
}

real_number <- function(value, name, allowed = "a number") {
  if (!is_one(value) || !is.numeric(value) || is.na(value)) refuse(name, shown(value), allowed)
  as.double(value)
}

true_or_false <- function(value, name) {
  if (!is_one(value) || !is.logical(value) || is.na(value)) refuse(name, shown(value), "TRUE or FALSE")
  value
}

one_text <- function(value, name, allowed = "a text") {
  if (!is_one(value) || !is.character(value) || is.na(value)) refuse(name, shown(value), allowed)
  enc2utf8(value)
}

# One of the choices; all of them, the default of an argument, stand for the first.
one_of <- function(value, choices, name,
                   allowed = paste("one of", paste0("\"", choices, "\"", collapse = ", "))) {
  if (identical(value, choices)) return(choices[1])
  if (!one_text(value, name, allowed) %in% choices) refuse(name, shown(value), allowed)
  value
}

file_path <- function(value, name = "file") {
  path.expand(one_text(value, name, "the name of a file"))
}

# How each parameter of a measure is checked; the words are those of the functions' defaults.
parameter_checks <- list(
  m = whole_number,
  r = function(value, name) real_number(value, name, "a finite number of at least 0"),
  tau = whole_number,
  r_unit = function(value, name) one_of(value, c("sd", "absolute"), name),
  ddof = function(value, name) whole_number(value, name, "0 or 1"),
  closed = true_or_false,
  theiler = function(value, name) whole_number(value, name, "an integer of at least -1"),
  bias = function(value, name) one_of(value, c("max", "zero", "skip", "none"), name),
  undefined = function(value, name) one_of(value, c("natural", "negative", "bound"), name),
  membership = function(value, name) one_text(value, name, "the name of a function"),
  n = function(value, name) real_number(value, name, "a number above 0"),
  corner = real_number,
  remove_local_mean = true_or_false,
  convention = function(value, name) one_text(value, name, "the name of a convention"),
  counter = function(value, name) one_text(value, name, "the name of an engine")
)

# The parameters of a measure among the arguments of the calling function, checked. Those of a named convention stand
# unless an argument was given.
parameters <- function(frame = parent.frame()) {
  names <- intersect(names(parameter_checks), names(frame))
  has_convention <- !is.null(frame$convention)
  result <- list()
  for (name in names) {
    value <- get(name, frame)
    if (is.null(value) || (has_convention && eval(call("missing", as.name(name)), frame))) next
    result[[name]] <- parameter_checks[[name]](value, name)
  }
  result
}

# Settings of a plot: what was given, and defaults for the rest.
with_defaults <- function(given, defaults) {
  c(given, defaults[setdiff(names(defaults), names(given))])
}

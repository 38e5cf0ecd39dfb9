# SPDX-License-Identifier: Apache-2.0
# Checks of arguments that are numbers, words or choices, by the C++ routines that also check those of measures: types,
# lengths and missing values.

whole_number <- function(value, name, allowed = "an integer", least = -.Machine$integer.max) {
  .Call(C_check_whole_number, name, value, allowed, least)
}

count_number <- function(value, name, allowed = "an integer of at least 1") whole_number(value, name, allowed, 1L)

whole_numbers <- function(values, name, allowed, least) .Call(C_check_whole_numbers, name, values, allowed, least)

real_number <- function(value, name, allowed = "a number") .Call(C_check_real_number, name, value, allowed)

true_or_false <- function(value, name) .Call(C_check_true_or_false, name, value)

one_text <- function(value, name, allowed = "a text") .Call(C_check_one_text, name, value, allowed)

# One of the choices. All of them together are the default of an argument, which is the first.
one_of <- function(value, choices, name,
                   allowed = paste("one of", paste0("\"", choices, "\"", collapse = ", "))) {
  .Call(C_check_one_of, name, value, choices, allowed)
}

# A value for each of n samples or matrices.
one_for_each <- function(values, name, n, allowed, missing = FALSE) {
  is_list <- !is.atomic(values) || is.null(values) || !is.null(dim(values)) || inherits(values, "integer64")
  if (is_list || length(values) != n || (!missing && anyNA(values))) refuse(name, shown(values), allowed)
  values
}

object_of <- function(value, class, name, allowed) {
  if (!inherits(value, class) || !is.list(value)) refuse(name, shown(value), allowed)
  value
}

no_further <- function(...) if (...length() > 0) refuse("...", "further arguments", "none")

file_path <- function(value, name = "file") {
  path.expand(one_text(value, name, "the name of a file"))
}

# Settings of a plot: the given ones, and defaults for the others.
with_defaults <- function(given, defaults) {
  c(given, defaults[setdiff(names(defaults), names(given))])
}

# SPDX-License-Identifier: Apache-2.0
# What users hand in (vectors, time series, matrices, data frames) as a matrix of doubles with a series in each column.

series_word <- "a numeric vector, a numeric matrix or a data frame of numbers"

is_number_column <- function(column) {
  is.numeric(column) && !is.factor(column) && !inherits(column, "integer64") && is.null(dim(column))
}

# A column of a data frame that is not made of numbers, as it stands in a message.
refuse_columns <- function(frame, name) {
  wrong <- names(frame)[!vapply(frame, is_number_column, logical(1))]
  if (length(wrong) == 0) return(invisible())
  kinds <- vapply(frame[wrong], function(column) class(column)[1], character(1))
  text <- paste0("\"", wrong, "\" (", kinds, ")", collapse = ", ")
  refuse(name, paste("a data frame with", if (length(wrong) == 1) "the column" else "the columns", text), series_word)
}

# @return list(matrix, is_vector, names): names of the columns, NULL where they have none.
as_series <- function(x, name = "x") {
  if (is.data.frame(x)) {
    refuse_columns(x, name)
    if (ncol(x) == 0 || nrow(x) == 0) refuse(name, sprintf("a data frame of %d x %d", nrow(x), ncol(x)), "one value")
    return(list(matrix = double_matrix(as.matrix(x)), is_vector = FALSE, names = full_names(x)))
  }
  if (inherits(x, "integer64")) refuse(name, "an object of class \"integer64\"", paste(series_word, "(as.numeric())"))
  if (!is.numeric(x) || is.factor(x) || isS4(x)) refuse(name, shown(x), series_word)
  if (length(dim(x)) > 2) refuse(name, shown(x), series_word)
  if (length(x) == 0) refuse(name, paste(class(x)[1], "without values"), "at least one value")
  if (length(x) > .Machine$integer.max) refuse(name, sprintf("%.0f values", length(x)), "at most 2147483647 values")
  is_vector <- length(dim(x)) < 2
  names <- if (is_vector) NULL else full_names(x)
  list(matrix = double_matrix(x), is_vector = is_vector, names = names)
}

# Names of the columns, their positions where some have none; NULL without any.
full_names <- function(x) {
  names <- colnames(x)
  empty <- is.na(names) | !nzchar(names)
  names[empty] <- as.character(which(empty))
  names
}

# A matrix of doubles without any other attribute; a vector is a column.
double_matrix <- function(x) {
  shape <- c(NROW(x), NCOL(x))
  x <- as.double(x)
  dim(x) <- shape
  x
}

# The columns that are to be measured; no copy where all are.
used_columns <- function(series, used = series$used) {
  if (all(used)) series$matrix else series$matrix[, used, drop = FALSE]
}

# Names of the series for messages.
column_names <- function(series) {
  if (!is.null(series$names)) return(series$names)
  if (series$is_vector) "x" else paste("column", seq_len(ncol(series$matrix)))
}

#' What functions do with missing samples by default
#'
#' Missing samples are an error ([stats::na.fail()]), but the gaps of cleaned RR intervals are what they say: templates
#' that touch one are left out ([stats::na.omit()]).
#' @param x What is measured.
#' @return A function.
#' @keywords internal
#' @export
default_na_action <- function(x) {
  if (inherits(x, "rr_intervals")) stats::na.omit else stats::na.fail
}

most_missing <- 1e8

# How many samples stand for each interval and gap, NULL where one does: as many NA for a gap as keep templates with a
# delay from reaching over it.
gap_widths <- function(x, tau) {
  if (!inherits(x, "rr_intervals") || is.null(tau) || tau <= 1) return(NULL)
  gaps <- is.na(as.double(x))
  if (as.double(tau) * sum(gaps) > most_missing) {
    refuse("tau", tau, sprintf(
      "at most %.0f missing samples in all (%.0f for each of %d gaps, so that no template straddles it)",
      most_missing, tau, sum(gaps)
    ))
  }
  ifelse(gaps, tau, 1)
}

# RR intervals with wide gaps; others as they are.
wide_gaps <- function(x, tau) {
  widths <- gap_widths(x, tau)
  if (is.null(widths)) x else rep(as.double(x), widths)
}

# Of one number for each template of `wide_gaps(x, tau)`, those of the templates that begin at a sample of `x`.
at_intervals <- function(x, counts, tau) {
  widths <- gap_widths(x, tau)
  if (is.null(widths)) return(counts)
  begins <- cumsum(widths) - widths + 1
  counts[begins[seq_len(max(0, length(counts) - (sum(widths) - length(widths))))]]
}

# What is to be measured, as series.
measured_series <- function(x, action, tau, name = "x") {
  leaves_out <- identical(na_action_of(action), "omit")
  series <- as_series(if (leaves_out) wide_gaps(x, tau) else x, name)
  series <- treat_missing(series, action, name)
  # What keeps a gap apart is no sample; what fills gaps may return more samples or fewer.
  series$n <- if (leaves_out) NROW(x) else nrow(series$matrix)
  series
}

na_action_word <- "na.fail, na.omit, na.pass or a function that fills in missing samples"

# The action as one of "raise", "omit", "pass", or a function that makes whole series of series with gaps.
na_action_of <- function(action) {
  if (is.null(action)) return("pass")
  known <- list(na.fail = "raise", na.omit = "omit", na.exclude = "omit", na.pass = "pass")
  if (is.character(action)) {
    word <- known[[one_text(action, "na.action", na_action_word)]]
    if (is.null(word)) refuse("na.action", shown(action), na_action_word)
    return(word)
  }
  if (!is.function(action)) refuse("na.action", shown(action), na_action_word)
  for (name in names(known)) {
    if (identical(action, getExportedValue("stats", name))) return(known[[name]])
  }
  action
}

# @return the series with `missing` for the library and `used`, the columns that are to be measured.
treat_missing <- function(series, action, name = "x") {
  action <- na_action_of(action)
  series$missing <- "raise"
  series$used <- rep(TRUE, ncol(series$matrix))
  if (identical(action, "omit")) series$missing <- "omit"
  if (identical(action, "pass")) series$used <- !apply(is.na(series$matrix), 2, any)
  if (is.function(action) && anyNA(series$matrix)) series$matrix <- filled(series$matrix, action, name)
  series
}

filled <- function(matrix, action, name) {
  result <- lapply(seq_len(ncol(matrix)), function(j) as.double(action(matrix[, j])))
  lengths <- lengths(result)
  if (any(lengths == 0) || length(unique(lengths)) != 1) {
    refuse("na.action", "a function that returned columns of unequal lengths or none", na_action_word)
  }
  do.call(cbind, result)
}

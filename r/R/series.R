# SPDX-License-Identifier: Apache-2.0
# Series as signals: samples and what is known of them. The library has all rules about them, and C++ routines read numbers
# without a class as they are.

series_word <- "a numeric vector, matrix or array (samples, channels, epochs), or a data frame of numbers"

is_number_column <- function(column) {
  is.numeric(column) && !is.factor(column) && !inherits(column, "integer64") && is.null(dim(column))
}

# A data frame as a matrix.
number_matrix <- function(frame, name) {
  wrong <- names(frame)[!vapply(frame, is_number_column, logical(1))]
  kinds <- vapply(frame[wrong], function(column) class(column)[1], character(1))
  columns <- if (length(wrong) > 0) paste0("the column", " \"", wrong, "\" (", kinds, ")", collapse = ", ") else "no samples"
  if (length(wrong) > 0 || length(frame) == 0 || nrow(frame) == 0) refuse(name, paste("a data frame with", columns), series_word)
  as.matrix(frame)
}

# What time series (`ts`, `zoo`, `xts`) know of the times of their samples.
time_facts <- function(x) {
  if (stats::is.ts(x)) return(list(rate = stats::frequency(x), start = stats::tsp(x)[1]))
  if (!inherits(x, "zoo")) return(list())
  index <- attr(x, "index")
  stamps <- if (is_time_column(index)) time_numbers(index) else as.double(unclass(index))
  list(stamps = stamps, from = if (inherits(index, c("Date", "POSIXt"))) 0 else stamps[1])
}

# The numbers of rows that are not counted from 1 without a gap, as after na.omit().
row_numbers <- function(frame) {
  removed <- attr(frame, "na.action")
  if (!is.data.frame(frame)) return(if (is.numeric(removed)) as.double(seq_len(NROW(frame) + length(removed))[-removed]))
  rows <- attr(frame, "row.names")
  if (is.integer(rows) && length(rows) > 1 && .row_names_info(frame) > 0) as.double(rows)
}

# An object as a signal, a list of `data` and of what is known: rate, start, stamps, from (their first one, unless it is a date) and
# bads (reasons); rows, a column of time without a unit; row_numbers; unit; missing_are_gaps; knows_channels, if no warning is needed
# that time and channels may be the other way round.
# @param clocks rows of a data frame that are looked at for columns of time; with 0 names alone tell, and
#   NULL leaves them.
as_signal <- function(x, name = "x", knows_channels = FALSE, clocks = clock_rows) {
  if (inherits(x, "biotropy_signal")) return(x)
  facts <- if (is.object(x)) time_facts(x) else list(row_numbers = row_numbers(x))
  if (is.data.frame(x)) {
    found <- if (is.null(clocks)) list(is_clock = logical(length(x))) else clock_columns(x, name, clocks)
    facts <- if (is.null(found$times)) list(row_numbers = row_numbers(x)) else found$times
    x <- number_matrix(if (all(found$is_clock)) x else x[!found$is_clock], name)
  }
  if (!is.numeric(x) || inherits(x, "integer64") || isS4(x)) refuse(name, shown(x), series_word)
  if (inherits(x, "rr_intervals")) facts <- list(unit = attr(x, "unit"), missing_are_gaps = TRUE)
  marks <- attr(x, "bads")
  reasons <- if (length(marks) > 0) ifelse(colnames(x) %in% names(marks), marks[colnames(x)], "")
  facts$bads <- reasons
  structure(c(list(data = x, knows_channels = knows_channels), facts), class = "biotropy_signal")
}

# The frequency of a time series is not known where it is 1, which `ts` has where none is given.
with_known_rate <- function(signal) {
  if (identical(as.double(signal$rate), 1)) signal$rate <- NULL
  signal
}

# The rate that is given, or that of a time series.
one_rate <- function(signal, rate) .Call(C_one_rate, with_known_rate(signal), rate)

# The samples of a recording as doubles, a channel in each row.
samples_in_columns <- function(signal) {
  data <- signal$data
  t(matrix(as.double(data), NROW(data), dimnames = list(NULL, if (length(dim(data)) == 2) channel_names(data))))
}

# Names of the columns, with the index of a column for an empty name; NULL without names.
channel_names <- function(data) {
  names <- colnames(data)
  empty <- is.na(names) | !nzchar(names)
  names[empty] <- as.character(which(empty))
  names
}

#' Default treatment of missing samples
#'
#' Missing samples are an error ([stats::na.fail()]), except gaps of RR intervals: templates that touch one are left out
#' ([stats::na.omit()]).
#' @param x The series.
#' @return A function.
#' @keywords internal
#' @export
default_na_action <- function(x) {
  if (inherits(x, "rr_intervals")) na.omit else na.fail
}

na_action_word <- "na.fail, na.omit, na.pass or a function that fills in missing samples"
na_action_words <- c(na.fail = "raise", na.omit = "omit", na.exclude = "omit", na.pass = "pass")

# The action as "raise", "omit", "pass", or a function that fills in or removes missing samples.
#' @importFrom stats na.exclude na.fail na.omit na.pass
na_action_of <- function(action) {
  if (identical(action, na.fail)) return("raise")
  if (identical(action, na.omit) || identical(action, na.exclude)) return("omit")
  if (identical(action, na.pass) || is.null(action)) return("pass")
  if (is.function(action)) return(action)
  na_action_words[[one_of(action, names(na_action_words), "na.action", na_action_word)]]
}

# A series, or a signal, after the function has filled in or removed missing samples. None may be removed in windows, or in
# channels beside each other, where samples have their places.
filled <- function(x, action, has_places) {
  data <- if (is.list(x)) x$data else x
  if (!is.numeric(data) || !anyNA(data)) return(x)
  columns <- matrix(as.double(data), NROW(data))
  made <- lapply(seq_len(ncol(columns)), function(j) {
    if (anyNA(columns[, j])) as.double(action(columns[, j])) else columns[, j]
  })
  n <- unique(lengths(made))
  is_same <- identical(n, nrow(columns))
  if (length(n) > 1 || n == 0 || (!is_same && (has_places || !is.null(dim(data))))) {
    returned <- sprintf("a function that returned %s of %d samples", toString(n), nrow(columns))
    refuse("na.action", returned, "one that fills in missing samples, and of a single series alone removes some")
  }
  if (!is_same) return(made[[1]])
  data[] <- unlist(made)
  if (!is.list(x)) return(data)
  x$data <- data
  x
}

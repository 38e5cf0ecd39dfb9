# SPDX-License-Identifier: Apache-2.0
# Conversion of arguments (vectors, time series, matrices, data frames) to doubles with a series in each column.

series_word <- "a numeric vector, a numeric matrix or a data frame of numbers"

is_number_column <- function(column) {
  is.numeric(column) && !is.factor(column) && !inherits(column, "integer64") && is.null(dim(column))
}

# A data frame as a matrix.
number_matrix <- function(frame, name) {
  wrong <- names(frame)[!vapply(frame, is_number_column, logical(1))]
  if (length(wrong) > 0) {
    kinds <- vapply(frame[wrong], function(column) class(column)[1], character(1))
    text <- paste0("\"", wrong, "\" (", kinds, ")", collapse = ", ")
    refuse(name, paste("a data frame with", if (length(wrong) == 1) "the column" else "the columns", text), series_word)
  }
  if (length(frame) == 0 || nrow(frame) == 0) {
    refuse(name, sprintf("a data frame of %d x %d", nrow(frame), ncol(frame)), "one value")
  }
  as.matrix(frame)
}

most_samples <- .Machine$integer.max

# Doubles in the same shape, without a copy if possible.
doubles <- function(x) {
  if (!is.double(x)) storage.mode(x) <- "double"
  x
}

# @param known whether the number or the names of the channels are known, which tell rows and columns apart, and channels.
# @param apart whether recordings or times that are given keep samples around missing time apart.
# @return list(data: doubles, a series in each column, or a vector; is_vector; n: samples; columns: number of columns;
#   names: of the columns, or NULL).
as_series <- function(x, name = "x", known = FALSE, apart = FALSE) {
  if (is.object(x)) {
    known <- known || stats::is.ts(x)
    if (is.data.frame(x)) x <- number_matrix(if (known) x else without_clocks(x, name), name)
    if (inherits(x, "integer64")) refuse(name, "an object of class \"integer64\"", paste(series_word, "(as.numeric())"))
    if (isS4(x)) refuse(name, shown(x), series_word)
    if (!apart) warn_of_gap(index_of(x), name)
  }
  shape <- dim(x)
  if (!is.numeric(x) || length(shape) > 2) refuse(name, shown(x), series_word)
  n <- length(x)
  if (n == 0) refuse(name, paste(class(x)[1], "without values"), "at least one value")
  if (n > most_samples) refuse(name, sprintf("%.0f values", n), "at most 2147483647 values")
  data <- if (is.double(x)) x else doubles(x)
  if (length(shape) < 2) return(list(data = data, is_vector = TRUE, n = n, columns = 1L, names = NULL))
  if (shape[2] > shape[1] && !known) warn_of_orientation(name, shape[1], shape[2])
  list(data = data, is_vector = FALSE, n = shape[1], columns = shape[2], names = full_names(x))
}

# Channels side by side, in one epoch or several.
# @return list(data; dimensions: samples, channels, epochs; names: of the channels, or NULL; epochs: names of the epochs,
#   or NULL; is_array: whether `x` has epochs).
as_epochs <- function(x) {
  if (!is.data.frame(x) && is.numeric(x) && !inherits(x, "integer64") && length(dim(x)) == 3) {
    if (length(x) == 0) refuse("x", "an array without values", "at least one value")
    names <- dimnames(x)
    if (ncol(x) > nrow(x)) warn_of_orientation("x", nrow(x), ncol(x))
    x <- doubles(x)
    warn_of_padding("x", x, c(nrow(x), prod(dim(x)[2:3])))
    return(list(data = x, dimensions = as.double(dim(x)), names = names[[2]], epochs = names[[3]], is_array = TRUE))
  }
  series <- to_measure(x, "x")
  if (series$is_vector) {
    refuse("x", "a single series", "a matrix or data frame with a channel in each column, or an array (samples, channels, epochs)")
  }
  list(data = series$data, dimensions = c(series$n, series$columns, 1), names = series$names, epochs = NULL, is_array = FALSE)
}

# Epochs after the function, if `action` is one, has filled in missing samples of each channel.
filled_epochs <- function(epochs, action) {
  if (!is.function(action)) return(epochs)
  sizes <- epochs$dimensions
  series <- list(data = epochs$data, n = sizes[1], columns = prod(sizes[2:3]), is_vector = FALSE)
  series <- filled(series, action)
  epochs$data <- series$data
  epochs$dimensions[1] <- series$n
  epochs
}

# The times of the samples of a `zoo` or `xts`; none of others.
index_of <- function(x) if (inherits(x, "zoo")) as.double(unclass(attr(x, "index")))

# The frequency of a time series; NULL of others, and where it is 1, which `ts` has where none is given.
known_frequency <- function(x) if (stats::is.ts(x) && stats::frequency(x) != 1) stats::frequency(x)

# Whether two rates are one by the library's rule.
same_rate <- function(one, other) .Call(C_is_same_rate, as.double(one), as.double(other))

# Refuses a rate that is not the frequency of a time series.
require_frequency <- function(x, rate) {
  frequency <- known_frequency(x)
  if (is.null(rate) || is.null(frequency) || same_rate(rate, frequency)) return(invisible())
  refuse("rate", shown(rate), sprintf("%s, the frequency of x,", format(frequency, digits = 15)))
}

# Names of the columns, with the index of a column for an empty name; NULL without names.
full_names <- function(x) {
  names <- colnames(x)
  empty <- is.na(names) | !nzchar(names)
  names[empty] <- as.character(which(empty))
  names
}

# Names of the series for messages.
column_names <- function(series) {
  if (!is.null(series$names)) return(series$names)
  if (series$is_vector) "x" else paste("column", seq_len(series$columns))
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

# The delay if it needs gaps of intervals that are wider than one sample, so that no template spans them; otherwise NULL.
delay_over_gaps <- function(x, tau) {
  if (!inherits(x, "rr_intervals") || is.null(tau)) return(NULL)
  tau <- whole_number(tau, "tau", "an integer of at least 1")
  if (tau > 1) tau
}

# RR intervals with wide gaps; other series unchanged.
wide_gaps <- function(x, tau) {
  tau <- delay_over_gaps(x, tau)
  if (is.null(tau)) x else .Call(C_with_wide_gaps, as.double(x), tau)
}

# Selects, from counts per template of `wide_gaps(x, tau)`, those of templates that begin at a sample of `x`.
at_intervals <- function(x, counts, tau) {
  tau <- delay_over_gaps(x, tau)
  if (is.null(tau)) return(counts)
  n_templates <- max(0, length(counts) - (tau - 1) * sum(is.na(x)))
  counts[.Call(C_indices_with_wide_gaps, as.double(x), tau)[seq_len(n_templates)]]
}

# As as_series(), with a warning of padding.
to_measure <- function(x, name = "x") {
  warn_of_lost_rows(x, name)
  series <- as_series(x, name)
  warn_of_padding(name, series$data, c(series$n, series$columns))
  series
}

# The argument of a measure as series.
# @param action result of na_action_of().
# @param windows whether it is measured in windows, which have times.
measured_series <- function(x, action, tau, name = "x", windows = FALSE) {
  if (is.function(action)) return(filled(to_measure(x, name), action, windows))
  if (action != "omit") return(to_measure(x, name))
  series <- to_measure(wide_gaps(x, tau), name)
  # The additional NA of wide gaps are not samples.
  series$n <- NROW(x)
  series
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
  word <- na_action_words[one_text(action, "na.action", na_action_word)]
  if (is.na(word)) refuse("na.action", shown(action), na_action_word)
  word[[1]]
}

# Series after the function has filled in or removed missing samples. None may be removed in windows, or in channels beside
# each other, where samples have their places.
filled <- function(series, action, windows = FALSE) {
  if (!anyNA(series$data)) return(series)
  columns <- matrix(as.double(series$data), series$n)
  result <- lapply(seq_len(series$columns), function(j) {
    if (anyNA(columns[, j])) as.double(action(columns[, j])) else columns[, j]
  })
  lengths <- lengths(result)
  if (any(lengths == 0) || length(unique(lengths)) != 1) {
    refuse("na.action", "a function that returned columns of unequal lengths or none", na_action_word)
  }
  if ((windows || !series$is_vector) && lengths[1] != series$n) {
    returned <- sprintf("a function that returned %d of %.0f samples", lengths[1], series$n)
    refuse("na.action", returned, "one that fills in missing samples and removes none")
  }
  series$data <- if (series$is_vector) result[[1]] else do.call(cbind, result)
  series$n <- lengths[1]
  series
}

# SPDX-License-Identifier: Apache-2.0
# Entropies in windows that slide over a recording, or over samples as they come.

# Refuses intervals that a delay needs to be widened for: windows are counted in samples.
require_narrow_gaps <- function(x, tau) {
  if (!is.null(delay_over_gaps(x, tau)) && anyNA(x)) refuse("tau", shown(tau), "1 for windows of RR intervals with gaps")
}

# First sample of each window in the time of `x`: that of a time series, or seconds, or samples.
window_times <- function(x, starts, rate) {
  if (is.null(rate) && stats::is.ts(x)) return(stats::tsp(x)[1] + starts / stats::frequency(x))
  starts / if (is.null(rate)) 1 else rate
}

#' Entropy in sliding windows
#'
#' An entropy in windows that slide over a series, or over every column of a matrix or data frame. A short step costs little:
#' [apen()] and [sampen()] keep their counts from window to window. Every value is that of the measure on the samples of its
#' window alone, bit for bit.
#'
#' @inheritParams measure_options
#' @inheritParams sampen
#' @param x As for [sampen()].
#' @param measure The entropy of each window.
#' @param ddof,boundary,templates,theiler,undefined,sign,membership,fuzzy_power,membership_corner,local_mean,ties,weighted,normalise,base,engine,convention See [measure_options].
#' @param window Samples of a window.
#' @param step Samples from one window to the next. Samples at the end that fill no window are left out.
#' @param rate Sampling rate in Hz, for the times of the windows, in seconds from 0; `NULL`: those of a time series
#'   ([stats::ts()]), or samples, from 0. Another rate than that of a time series is an error.
#' @return An object of class `biotropy_windows`: a list of `time`, the start of each window; of `value`, `matches_m`,
#'   `matches_m1`, `tolerance` and `reason`, matrices with a row for each window and a column for each series; and of
#'   `window`, `step` and parameters. A window without a value, such as one with a missing sample, is `NA` or infinite, with
#'   the reason in a warning. There are methods for `print`, `summary`, `plot` and `as.data.frame`.
#' @seealso [sliding_stream()] for samples as they come; [measure_options] for the other arguments.
#' @examples
#' x <- cbind(a = sin((1:3000)^1.2), b = cos((1:3000) / 9))
#' found <- sliding_entropy(x, window = 500, step = 50, rate = 100)
#' found
#' plot(found)
#' @export
sliding_entropy <- function(x, measure = c("sampen", "apen", "fuzzyen", "permen"), window, step, rate = NULL, m = NULL,
                            r = 0.2, r_unit = c("sd", "absolute", "total-variation"), tau = 1,
                            na.action = default_na_action(x), threads = NULL, device = NULL, ddof = 1,
                            boundary = c("closed", "open"), templates = NULL, theiler = NULL,
                            undefined = c("natural", "negative", "bound"), sign = c("kept", "dropped"),
                            membership = c("exponential", "chen", "gaussian", "constant-gaussian", "sigmoid", "bell", "triangular", "trapezoidal1", "trapezoidal2", "z-shaped", "gudermannian"),
                            fuzzy_power = 2, membership_corner = 0, local_mean = c("removed", "kept"),
                            ties = c("time", "equal"), weighted = FALSE, normalise = FALSE, base = c("e", "2", "10"),
                            engine = NULL, convention = NULL) {
  measure <- one_of(measure, c("sampen", "apen", "fuzzyen", "permen"), "measure")
  window <- count_number(window, "window")
  step <- count_number(step, "step")
  rate <- rate_number(rate)
  require_frequency(x, rate)
  options <- given_options(sys.call(), match.call(), environment(), c("x", "measure", "window", "step", "rate", "na.action"))
  require_narrow_gaps(x, options[["tau"]])
  action <- na_action_of(na.action)
  series <- measured_series(x, action, tau = 1, windows = TRUE)
  if (window > series$n) refuse("window", window, sprintf("at most the %d samples of x", series$n))
  starts <- seq(0, series$n - window, by = step)
  used <- seq_len(starts[length(starts)] + window)
  data <- matrix(series$data, series$n)[used, , drop = FALSE]
  how <- list(window = window, step = step, channels = series$names)
  found <- .Call(C_answer, measure, data, c(length(used), series$columns, 1), how, action, options)
  windows_result(found, series, list(
    measure = measure, n = series$n, window = window, step = step, rate = rate, time = window_times(x, starts, rate)
  ))
}

positive_number <- function(value, name, allowed) {
  if (is.null(value)) return(NULL)
  number <- real_number(value, name, allowed)
  if (!(number > 0 && is.finite(number))) refuse(name, shown(number), allowed)
  number
}

rate_number <- function(rate) positive_number(rate, "rate", "a number above 0 (samples per second)")

windows_result <- function(found, series, own) {
  n_windows <- length(own$time)
  names <- if (!series$is_vector) column_names(series)
  for (part in c("value", "matches_m", "matches_m1", "tolerance", "reason")) {
    found[[part]] <- t(matrix(found[[part]], series$columns, n_windows))
    dimnames(found[[part]]) <- list(NULL, names)
  }
  measured <- !is.na(found$matches_m)
  labels <- outer(paste("window", seq_len(n_windows)), column_names(series), paste, sep = ", ")
  warn_of(found$reason[measured], labels[measured])
  structure(c(own, found), class = "biotropy_windows")
}

windows_heading <- function(x) {
  sprintf("%s, windows of %d samples in steps of %d", heading(x), x$window, x$step)
}

#' Methods for entropies in windows
#'
#' @param x,object Result of [sliding_entropy()], or of [sliding_stream()] for `print`.
#' @param digits Number of significant digits.
#' @param row.names,optional As for [as.data.frame()].
#' @param type,lty,col,xlab,ylab,legend As for [graphics::matplot()]; `legend`: whether to draw one. A window without a value
#'   is a gap in its line, and a single one between gaps a point.
#' @param ... Further arguments of the default methods.
#' @return `print` and `plot`: `x`, invisibly. `summary`: a data frame with a row for each series: the number of windows with
#'   a finite value, and their mean, standard deviation, least and greatest value. `as.data.frame`: a row for each window of
#'   each series.
#' @examples
#' summary(sliding_entropy(sin((1:900)^1.5), window = 300, step = 100))
#' @name windows-methods
NULL

#' @rdname windows-methods
#' @export
print.biotropy_windows <- function(x, digits = getOption("digits"), ...) {
  print(summary(x), digits = digits, ...)
  tell_reasons(x$reason)
  invisible(x)
}

#' @rdname windows-methods
#' @export
as.data.frame.biotropy_windows <- function(x, row.names = NULL, optional = FALSE, ...) {
  names <- if (is.null(colnames(x$value))) "x" else colnames(x$value)
  data.frame(
    time = rep(x$time, times = length(names)), series = rep(names, each = length(x$time)), value = c(x$value),
    matches_m = c(x$matches_m), matches_m1 = c(x$matches_m1), tolerance = c(x$tolerance), reason = c(x$reason),
    row.names = row.names, stringsAsFactors = FALSE
  )
}

#' @rdname windows-methods
#' @export
summary.biotropy_windows <- function(object, ...) {
  of_finite <- function(f) {
    apply(object$value, 2, function(values) if (any(is.finite(values))) f(values[is.finite(values)]) else NA_real_)
  }
  names <- if (is.null(colnames(object$value))) "x" else colnames(object$value)
  table <- data.frame(
    series = names, windows = unname(colSums(is.finite(object$value))), mean = unname(of_finite(mean)),
    sd = unname(of_finite(stats::sd)), least = unname(of_finite(min)), greatest = unname(of_finite(max))
  )
  structure(table, heading = windows_heading(object), class = c("summary.biotropy_pairwise", "data.frame"))
}

#' @rdname windows-methods
#' @export
plot.biotropy_windows <- function(x, type = "l", lty = 1, col = line_colours(ncol(x$value)), xlab = NULL, ylab = value_label(x),
                                  legend = ncol(x$value) > 1, ...) {
  drawn <- x$value
  drawn[!is.finite(drawn)] <- NA_real_
  if (all(is.na(drawn))) raise("invalid_data", "no value is finite: there is nothing to plot")
  if (is.null(xlab)) xlab <- if (is.null(x$rate)) "start of the window" else "start of the window (s)"
  graphics::matplot(x$time, drawn, type = type, lty = lty, col = col, xlab = xlab, ylab = ylab, ...)
  if (identical(type, "l")) {
    for (k in seq_len(ncol(drawn))) {
      at <- alone(drawn[, k])
      if (length(at) > 0) graphics::points(x$time[at], drawn[at, k], pch = 20, col = rep(col, length.out = k)[k])
    }
  }
  # Above the lines, which fill the plot.
  if (legend) {
    graphics::legend("bottomright", colnames(x$value), col = col, lty = lty, bty = "n", inset = c(0, 1), xpd = NA,
      ncol = min(ncol(x$value), 6)
    )
  }
  invisible(x)
}

#' Entropy of samples as they come
#'
#' `sliding_stream()` opens a stream of samples, and `sliding_push()` adds the next ones and returns the values of the windows
#' that end with one of them: bit for bit those of the measure on the samples of the window. [apen()] and [sampen()], and with
#' `r_unit = "absolute"` [cross_apen()] and [cross_sampen()], keep their counts from sample to sample; other measures measure
#' each window anew. `sliding_gap()` marks that samples are missing before the next one: no window reaches across.
#'
#' @inheritParams measure_options
#' @inheritParams sampen
#' @param measure The entropy of each channel, or of each pair of channels.
#' @param ddof,boundary,templates,theiler,bias,undefined,sign,membership,fuzzy_power,membership_corner,local_mean,ties,weighted,normalise,base,engine,convention See [measure_options].
#' @param window Samples of the window.
#' @param step Samples from one window to the next.
#' @param channels Names of the channels, or their number.
#' @param rate Sampling rate in Hz; `NULL`: times are samples.
#' @param gap Seconds between time stamps above which samples are missing; `NULL`: 1.5 samples, for which
#'   samples with times need the rate.
#' @param na.action `na.fail`, or `na.pass`: a window with a missing sample has no value; `na.omit`: templates that touch one
#'   are left out.
#' @param stream Result of `sliding_stream()`. It is a reference: a copy is the same stream.
#' @param x The next sample, one number for each channel, or several in rows (columns are identified by name if both have
#'   names); for one channel a vector of samples. A call that is interrupted has taken a part of them.
#' @param times The time of each sample in seconds, or as `POSIXct` or `difftime`, `NA` for none; `NULL`: they are
#'   equally spaced. Stamps further apart than `gap`, or decreasing ones, are a gap.
#' @param lost Number of missing samples, for the times of samples without stamps.
#' @return `sliding_stream()`: an object of class `biotropy_stream`. `sliding_push()`: a data frame with a row for each window
#'   of each channel or pair: `time`, the start of the window, `channel`, `partner` of a cross measure, `value`, `matches_m`,
#'   `matches_m1`, `tolerance` and `reason`. `sliding_gap()`: the stream, invisibly.
#' @seealso [sliding_entropy()] for whole recordings; [measure_options] for the other arguments.
#' @examples
#' stream <- sliding_stream(window = 200, rate = 100)
#' nrow(sliding_push(stream, sin((0:149)^1.1)))
#' sliding_push(stream, sin((150:201)^1.1))
#' @export
sliding_stream <- function(measure = c("sampen", "apen", "fuzzyen", "permen", "cross-apen", "cross-sampen", "cross-fuzzyen"),
                           window, step = 1, channels = 1, rate = NULL, gap = NULL, m = NULL, r = 0.2,
                           r_unit = c("sd", "absolute", "total-variation"), tau = 1, na.action = na.fail, ddof = 1,
                           boundary = c("closed", "open"), templates = NULL, theiler = NULL,
                           bias = c("max", "zero", "skip", "none"), undefined = c("natural", "negative", "bound"),
                           sign = c("kept", "dropped"),
                           membership = c("exponential", "chen", "gaussian", "constant-gaussian", "sigmoid", "bell", "triangular", "trapezoidal1", "trapezoidal2", "z-shaped", "gudermannian"),
                           fuzzy_power = 2, membership_corner = 0, local_mean = c("removed", "kept"),
                           ties = c("time", "equal"), weighted = FALSE, normalise = FALSE, base = c("e", "2", "10"),
                           engine = NULL, convention = NULL) {
  words <- c("sampen", "apen", "fuzzyen", "permen", "cross-apen", "cross-sampen", "cross-fuzzyen")
  measure <- one_of(measure, words, "measure")
  labels <- channel_labels(channels)
  settings <- list(
    window = count_number(window, "window"), step = count_number(step, "step"), rate = rate_number(rate),
    gap = positive_number(gap, "gap", "a number of seconds above 0")
  )
  own <- c("measure", "window", "step", "channels", "rate", "gap", "na.action")
  options <- given_options(sys.call(), match.call(), environment(), own)
  action <- na_action_of(na.action)
  if (is.function(action)) refuse("na.action", "a function", "na.fail, na.omit or na.pass")
  opened <- .Call(C_open_windows, measure, length(labels), settings, action, options)
  structure(c(list(measure = measure, channels = labels, named = is.character(channels)), settings, opened),
    class = "biotropy_stream"
  )
}

channel_labels <- function(channels) {
  if (!is.character(channels)) return(as.character(seq_len(count_number(channels, "channels", "names, or an integer of at least 1"))))
  if (length(channels) == 0 || anyNA(channels) || anyDuplicated(channels)) {
    refuse("channels", shown(channels), "different names, or an integer of at least 1")
  }
  channels
}

# The samples of a stream, one in each column.
stream_samples <- function(stream, x, apart) {
  n <- length(stream$channels)
  if (is.null(dim(x)) && is.numeric(x)) x <- if (n == 1 && length(x) != 1) matrix(x) else t(x)
  if (is.data.frame(x)) x <- if (stream$named) asked_columns(x, stream$channels) else without_clocks(x, "x", rows = 0)
  series <- as_series(x, known = TRUE, apart = apart)
  data <- matrix(series$data, series$n, dimnames = list(NULL, series$names))
  if (stream$named && !is.null(series$names)) {
    if (!all(stream$channels %in% series$names)) {
      refuse("x", paste("columns", toString(series$names)), paste("a column for each of", toString(stream$channels)))
    }
    if (anyDuplicated(series$names[series$names %in% stream$channels])) {
      refuse("x", paste("columns", toString(series$names)), paste("one column for each of", toString(stream$channels)))
    }
    data <- data[, stream$channels, drop = FALSE]
  }
  if (ncol(data) != n) refuse("x", sprintf("%d columns", ncol(data)), sprintf("one for each of the %d channels", n))
  t(data)
}

stream_pointer <- function(stream) {
  if (!inherits(stream, "biotropy_stream")) refuse("stream", shown(stream), "what sliding_stream() returns")
  stream$pointer
}

#' @rdname sliding_stream
#' @export
sliding_push <- function(stream, x, times = NULL) {
  pointer <- stream_pointer(stream)
  require_frequency(x, stream$rate)
  samples <- stream_samples(stream, x, apart = !is.null(times))
  found <- .Call(C_push_windows, pointer, samples, seconds_of(times, ncol(samples)))
  issue(found$notices)
  n_windows <- length(found$onset)
  pairs <- data.frame(
    time = rep(found$onset, each = length(stream$channel)), channel = rep(stream$channels[stream$channel], n_windows)
  )
  if (stream$is_cross) pairs$partner <- rep(stream$channels[stream$partner], n_windows)
  cbind(pairs, as.data.frame(found[c("value", "matches_m", "matches_m1", "tolerance", "reason")]))
}

#' @rdname sliding_stream
#' @export
sliding_gap <- function(stream, lost = 0) {
  .Call(C_mark_window_gap, stream_pointer(stream), whole_number(lost, "lost", "an integer of at least 0", 0L))
  invisible(stream)
}

#' @rdname windows-methods
#' @export
print.biotropy_stream <- function(x, ...) {
  cat(sprintf("%s, %d channel%s\n", windows_heading(x), length(x$channels), if (length(x$channels) == 1) "" else "s"))
  invisible(x)
}

# SPDX-License-Identifier: Apache-2.0
# Methods for models of sequential classification: predict, streams, files, print, summary, plot.

flag_bits <- c(missing = 1L, outlier = 2L, unexplained = 4L, gap = 8L, "warm-up" = 16L)

# The channels of new samples in the order of the model, a sample in each column, and their signal.
new_samples <- function(model, newdata, name) {
  if (!is.null(model$terms)) return(formula_samples(model, newdata, name))
  is_named <- is.data.frame(newdata) && isTRUE(model$named)
  signal <- if (is_named) named_signal(newdata, model$channels, name) else as_signal(newdata, name, knows_channels = TRUE, clocks = 0L)
  samples <- samples_in_columns(signal)
  indices <- channel_indices(model, rownames(samples), name, with_known_rate(signal)$rate)
  list(samples = if (is.null(indices)) samples else samples[indices, , drop = FALSE], signal = signal)
}

# The variables of a formula with the levels and contrasts that the model was trained with.
formula_samples <- function(model, newdata, name) {
  allowed <- "a data frame with the variables of the formula"
  object_of(newdata, "data.frame", name, allowed)
  # model.frame() would take them from the workspace.
  lacking <- setdiff(model$variables, names(newdata))
  if (length(lacking) > 0) refuse(name, paste("a data frame without", toString(lacking)), allowed)
  columns <- tryCatch(
    {
      frame <- stats::model.frame(model$terms, newdata, na.action = stats::na.pass, xlev = model$xlevels)
      require_channels(frame, name)
      kinds <- attr(model$terms, "dataClasses")
      if (!is.null(kinds)) stats::.checkMFClasses(kinds, frame)
      stats::model.matrix(with_intercept(model$terms), frame, contrasts.arg = model$contrasts)
    },
    biotropy_error = stop,
    error = function(condition) refuse(name, sprintf("a data frame (%s)", conditionMessage(condition)), allowed)
  )
  columns <- columns[, colnames(columns) != "(Intercept)", drop = FALSE]
  if (nrow(columns) != nrow(newdata) || !identical(colnames(columns), model$channels)) {
    found <- sprintf("%d rows of %s", nrow(columns), toString(colnames(columns)))
    refuse(name, found, sprintf("%d rows of the channels of the model, %s", nrow(newdata), toString(model$channels)))
  }
  facts <- times_beside(newdata, model$variables, name)
  signal <- structure(c(list(data = columns, knows_channels = TRUE), facts), class = "biotropy_signal")
  list(samples = t(columns), signal = signal)
}

with_intercept <- function(terms) {
  attr(terms, "intercept") <- 1
  terms
}

# Indices of the model's channels among the names of columns; NULL if columns are not identified by name.
# @param rate of the samples, which is the model's, or NULL.
channel_indices <- function(model, names, name, rate = NULL) {
  if (!is.null(rate)) .Call(C_require_model_rate, handle_of(model), rate, name)
  numbered <- is.na(model$named) && !all(model$channels %in% names)
  if (!numbered && !isFALSE(model$named) && !is.null(names)) .Call(C_match_channels, model$channels, names, 0L, name)
}

# One sample as a vector with or without names of channels.
one_sample <- function(model, x) {
  indices <- channel_indices(model, names(x), "x")
  matrix(as.double(if (is.null(indices)) x else x[indices]), ncol = 1)
}

#' Classes of new samples
#'
#' @param object Result of [sicamm()].
#' @param newdata Samples in the order of time in rows, channels in columns. If both the model's channels and the columns have
#'   names, columns are identified by name, and others, such as labels, are not used. For a model of a formula, a data frame
#'   with its variables, whose factors have no levels other than those of the training. A time series ([stats::ts()]) must have
#'   the rate of the model, if both are known.
#' @param type `"class"`, a factor; `"posterior"`, a matrix with a column for each class; `"likelihood"`, the log-likelihood
#'   of each sample given earlier ones; `"all"`, a data frame of them with `flag`, the problems of a sample.
#' @param decoder Posteriors from the samples up to now, from `lag` later ones as well, or from all samples; or the most
#'   probable path.
#' @param lag Lag of the decoder `"fixed-lag"` in samples, or in vectors for a model of features; refused with another decoder.
#' @param beta Power of the densities; `NULL`: that of the model.
#' @param recordings,threads As for [sicamm()].
#' @param device As for [sampen()].
#' @param ... Not used.
#' @return A factor, matrix, vector or data frame, depending on `type`. A model of features gives the class that is known at
#'   each sample: that of the last window that has ended; before the end of the first one, probabilities are the `priors`.
#'   Recordings that are unlike those of the training cause one warning of class `biotropy_unfamiliar`.
#' @examples
#' state <- rep(c("rest", "task", "rest", "task"), each = 250)
#' x <- cbind(a = sin((1:1000)^1.4), b = cos((1:1000)^1.3)) + 2 * (state == "task")
#' model <- sicamm(x, state)
#' head(predict(model, x, type = "posterior"))
#' @export
predict.sicamm <- function(object, newdata, type = c("class", "posterior", "likelihood", "all"),
                           decoder = c("filter", "fixed-lag", "smoother", "viterbi"), lag = 5, beta = NULL,
                           recordings = NULL, threads = NULL, device = NULL, ...) {
  type <- one_of(type, c("class", "posterior", "likelihood", "all"), "type")
  settings <- list(decoder = decoder, lag = lag, beta = beta)
  no_further(...)
  handle <- handle_of(object)
  new <- new_samples(object, newdata, "newdata")
  lengths <- recording_lengths(recordings, new$signal, "newdata")
  found <- .Call(C_classify, handle, new$samples, lengths, settings, threads, device)
  if (nzchar(found$unfamiliar)) notify("unfamiliar", found$unfamiliar)
  answer(found, object, type)
}

answer <- function(found, model, type) {
  posterior <- t(found$posteriors)
  colnames(posterior) <- model$classes
  class <- factor(model$classes[found$labels + 1], levels = model$classes)
  flag <- vapply(found$flags, function(bits) toString(names(flag_bits)[bitwAnd(bits, flag_bits) > 0]), character(1))
  switch(type,
    class = class,
    posterior = posterior,
    likelihood = found$likelihoods,
    all = data.frame(class, posterior, log_likelihood = found$likelihoods, flag, check.names = FALSE)
  )
}

#' States of live samples
#'
#' `sicamm_stream()` opens a live recording. `sicamm_step()` adds its next samples and returns the states that are known,
#' equal, bit for bit, to those of [predict.sicamm()] with the decoder `"filter"` (or, with a lag, `"fixed-lag"`) and of the
#' program `biotropy states stream`. For a model of the program that was trained on features, the stream computes them.
#' `sicamm_gap()` marks that samples are missing before the next one, `sicamm_finish()` ends the recording, `sicamm_reset()`
#' begins a new one. `sicamm_save()` writes the state of the stream to a file, from which `sicamm_resume()` continues.
#'
#' @param model Result of [sicamm()] or [read_sicamm()].
#' @param lag Number of later samples for which each state waits; of later vectors for a model of features.
#' @param warm_up Number of states after the start, and after a gap, that have the flag for warm-up.
#' @param beta Power of the densities; `NULL`: that of the model.
#' @param ignore_outliers Outliers have no effect on the probabilities of classes.
#' @param rate Sampling rate in Hz, if the model has none; otherwise it must be that of the model.
#' @param gap Seconds between time stamps above which samples are missing; `NULL`: 1.5 samples, for which
#'   samples with times need the rate.
#' @param stream Result of `sicamm_stream()`. It is a reference: a copy is the same stream.
#' @param x The next sample, one number for each channel (identified by name if both have names), or several in rows. Samples
#'   that are not finite have no effect on the probabilities of classes.
#' @param times The time of each sample in seconds, or as `POSIXct` or `difftime`, `NA` for none; `NULL`: those of a
#'   `zoo` or `xts` if the rate is known, or equally spaced. After stamps further apart than `gap`, or decreasing ones, the chain and the windows of features start anew.
#' @param lost Number of missing samples, for the times of samples without stamps.
#' @param file The name of a file.
#' @return `sicamm_stream()`: an object of class `sicamm_stream`. `sicamm_step()`, `sicamm_finish()`: a data frame as of
#'   `predict(type = "all")`, with `time` as the first column and a row for each new state. `sicamm_resume()`: whether the
#'   file exists. The others: the stream, invisibly.
#' @examples
#' state <- rep(c("rest", "task", "rest", "task"), each = 250)
#' x <- cbind(a = sin((1:1000)^1.4), b = cos((1:1000)^1.3)) + 2 * (state == "task")
#' stream <- sicamm_stream(sicamm(x, state), rate = 100)
#' sicamm_step(stream, x[1, ])
#' sicamm_step(stream, x[2:4, ], times = c(0.01, 0.02, 3))
#' @export
sicamm_stream <- function(model, lag = 0, warm_up = 1, beta = NULL, ignore_outliers = FALSE, rate = NULL, gap = NULL) {
  settings <- list(lag = lag, warm_up = warm_up, beta = beta, ignore_outliers = ignore_outliers, rate = rate, gap = gap)
  pointer <- .Call(C_open_stream, handle_of(model, "model"), settings)
  structure(list(model = model, pointer = pointer, rate = settings$rate), class = "sicamm_stream")
}

# Times of n samples of a stream in seconds: numbers, dates with times (seconds since 1970) or durations; `NULL`: those of a
# `zoo` or `xts`, if the rate of the stream is known.
stream_times <- function(stream, signal, times, n) {
  if (!is.null(signal)) one_rate(signal, stream$rate)
  if (is.null(times) && !is.null(signal$stamps) && !is.null(stream$rate)) return(signal$stamps)
  allowed <- sprintf("a number for each of the %d samples, or NULL if no time is missing between them", n)
  if (inherits(times, "POSIXt")) times <- as.double(as.POSIXct(times))
  if (inherits(times, "difftime")) times <- as.double(times, units = "secs")
  has_times <- !all(vapply(signal[c("stamps", "rows", "row_numbers")], is.null, TRUE))
  is_missing <- is.null(times) && has_times && length(recording_lengths(NULL, signal, "x")) > 1
  if (is_missing || !(is.null(times) || is.numeric(times) && length(times) == n)) refuse("times", shown(times), allowed)
  as.double(times)
}

#' @rdname sicamm_stream
#' @export
sicamm_step <- function(stream, x, times = NULL) {
  pointer <- open_pointer(stream)
  is_one <- is.null(dim(x)) && is.numeric(x) && is.null(stream$model$terms)
  new <- if (is_one) list(samples = one_sample(stream$model, x)) else new_samples(stream$model, x, "x")
  known_states(.Call(C_step, pointer, new$samples, stream_times(stream, new$signal, times, ncol(new$samples))), stream)
}

known_states <- function(found, stream) {
  issue(found$notices)
  cbind(time = found$times, answer(found, stream$model, "all"))
}

#' @rdname sicamm_stream
#' @export
sicamm_gap <- function(stream, lost = 0) {
  .Call(C_mark_gap, open_pointer(stream), whole_number(lost, "lost", "an integer of at least 0", 0L))
  invisible(stream)
}

#' @rdname sicamm_stream
#' @export
sicamm_finish <- function(stream) known_states(.Call(C_finish_stream, open_pointer(stream)), stream)

#' @rdname sicamm_stream
#' @export
sicamm_reset <- function(stream) {
  .Call(C_reset_stream, open_pointer(stream))
  invisible(stream)
}

#' @rdname sicamm_stream
#' @export
sicamm_save <- function(stream, file) {
  .Call(C_save_stream, open_pointer(stream), file_path(file))
  invisible(stream)
}

#' @rdname sicamm_stream
#' @export
sicamm_resume <- function(stream, file) .Call(C_resume_stream, open_pointer(stream), file_path(file))

open_pointer <- function(stream) {
  object_of(stream, "sicamm_stream", "stream", "what sicamm_stream() returns")
  require_unchanged(stream$model, "stream")
  stream$pointer
}

#' Models as files
#'
#' The NetCDF-4 files that the program `biotropy states` reads and writes.
#'
#' @param model Result of [sicamm()].
#' @param file The name of the file.
#' @param verify `FALSE` reads a file that another program has changed: its checksum is ignored.
#' @return `write_sicamm()`: the model, invisibly. `read_sicamm()`: an object of class `sicamm`. If the channels in the file are
#'   named 1, 2, ..., they may have no names: columns are identified by these names if they have them, and otherwise by their
#'   order.
#' @examples
#' state <- rep(c("rest", "task", "rest", "task"), each = 250)
#' model <- sicamm(cbind(a = sin((1:1000)^1.4), b = cos((1:1000)^1.3)) + 2 * (state == "task"), state)
#' file <- tempfile(fileext = ".nc")
#' write_sicamm(model, file)
#' identical(read_sicamm(file)$transitions, model$transitions)
#' @export
write_sicamm <- function(model, file) {
  .Call(C_save_model, handle_of(model, "model"), file_path(file))
  invisible(model)
}

#' @rdname write_sicamm
#' @export
read_sicamm <- function(file, verify = TRUE) {
  found <- .Call(C_load_model, file_path(file), verify)
  # In a file, channels without names have their indices as names.
  sicamm_model(found, if (identical(found$channels, as.character(seq_along(found$channels)))) NA else TRUE)
}

#' Methods for models
#'
#' @param x,object Result of [sicamm()] or `summary`.
#' @param digits Number of significant digits.
#' @param newdata Samples whose posteriors are drawn; if missing, the probabilities of transitions.
#' @param type,lty,col,xlab,ylab As for [graphics::matplot()].
#' @param ... For `plot`, arguments of [predict.sicamm()], such as `decoder`.
#' @return `print` and `plot`: `x`, invisibly. `summary`: the model with the expected stay in each class, in samples.
#' @examples
#' state <- rep(c("rest", "task", "rest", "task"), each = 250)
#' x <- cbind(a = sin((1:1000)^1.4), b = cos((1:1000)^1.3)) + 2 * (state == "task")
#' model <- sicamm(x, state)
#' summary(model)
#' plot(model)
#' plot(model, x)
#' @name sicamm-methods
NULL

rank_text <- function(model) if (model$rank < length(model$features)) sprintf(" of rank %d", model$rank) else ""

#' @rdname sicamm-methods
#' @export
print.sicamm <- function(x, digits = 4, ...) {
  cat(sprintf(
    "Sequential mixture of independent component analysers: %d classes, %d channels%s, beta %s\n",
    length(x$classes), length(x$channels), rank_text(x), format(x$beta, digits = digits)
  ))
  cat("Transitions (rows: from):\n")
  print(x$transitions, digits = digits, ...)
  invisible(x)
}

#' @rdname sicamm-methods
#' @export
summary.sicamm <- function(object, ...) {
  stay <- diag(object$transitions)
  classes <- data.frame(
    prior = object$priors, stay = stay, samples = object$samples_per_vector / (1 - stay),
    row.names = object$classes
  )
  structure(list(model = object, classes = classes), class = "summary.sicamm")
}

#' @rdname sicamm-methods
#' @export
print.summary.sicamm <- function(x, digits = 4, ...) {
  print(x$model, digits = digits)
  cat("Prior probability, probability of staying, and expected stay in samples:\n")
  print(x$classes, digits = digits, ...)
  cat("Means of the classes:\n")
  print(x$model$bias, digits = digits, ...)
  cat(sprintf("%s: %s\n", x$model$notices$level, x$model$notices$text), sep = "")
  invisible(x)
}

#' @rdname sicamm-methods
#' @export
plot.sicamm <- function(x, newdata, type = "l", lty = 1, col = line_colours(length(x$classes)), xlab = "sample",
                        ylab = "posterior probability", ...) {
  if (missing(newdata)) return(plot_transitions(x, ...))
  posterior <- predict.sicamm(x, newdata, type = "posterior", ...)
  graphics::matplot(posterior, type = type, lty = lty, col = col, xlab = xlab, ylab = ylab, ylim = c(0, 1))
  graphics::legend("right", x$classes, col = col, lty = lty, bg = "white")
  invisible(x)
}

plot_transitions <- function(x, ...) {
  no_further(...)
  draw_matrix(x$transitions, hcl.colors(64), c(0, 1), "to", "from", "Probability of the next class")
  invisible(x)
}

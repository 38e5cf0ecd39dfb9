# SPDX-License-Identifier: Apache-2.0
# Entropies in windows that slide over a recording, or over samples as they come.

window_measures <- c(
  "sampen", "apen", "fuzzyen", "permen", "cross-apen", "cross-sampen", "cross-fuzzyen", "mvsampen", "mvfuzzyen"
)

#' Entropy in sliding windows
#'
#' An entropy in windows that slide over a series, over every column of a matrix or data frame, or over all of them. A short step costs little:
#' [apen()] and [sampen()] keep their counts from window to window. Every value is that of the measure on the samples of its
#' window alone, bit for bit.
#'
#' @inheritParams measure_options
#' @inheritParams sampen
#' @param x As for [sampen()]; with `pool_epochs` an array (samples, channels, epochs) of the same course, such as trials, over whose
#'   epochs the counts of a window are summed.
#' @param measure The entropy of each window: of each channel, of each ordered pair of channels (`"cross-sampen"`), or of all
#'   channels together (`"mvsampen"`).
#' @param channel_m,channel_tau As for [mvsampen()].
#' @param ddof,boundary,approach,templates,theiler,bias,undefined,sign,membership,fuzzy_power,membership_corner,local_mean,ties,weighted,normalise,pool_epochs,base,engine,method,grain,tolerance_of,cutoff,standard_error,confidence,covariance,surrogate_kind,surrogate_seed,surrogate_stop,convention See [measure_options].
#' @param window Length of a window: samples, or seconds as `"2 s"` where the rate is known.
#' @param step From one window to the next, as `window`. Samples at the end that fill no window are left out.
#' @param rate Sampling rate in Hz, for the times of the windows, in seconds from 0; `NULL`: those of a time series
#'   ([stats::ts()]), or samples, from 0. Another rate than that of a time series is an error.
#' @param scales Scales of a measure of series or of all channels, as for [multiscale()]; `NULL`: none.
#' @return An object of class `biotropy_windows`: a list of `time`, the start of each window; of `value`, `matches_m`,
#'   `matches_m1`, `tolerance` and `reason`, arrays (time, channel), of pairs (time, channel, partner), of all channels together
#'   (time), with `scales` (time, scale, channel); and of `window`, `step` and parameters. A window without a value, such as one with a missing sample, is `NA` or
#'   infinite, with the reason in a warning. There are methods for `print`, `summary`, `plot` and `as.data.frame`.
#' @seealso [sliding_stream()] for samples as they come; [measure_options] for the other arguments.
#' @examples
#' x <- cbind(a = sin((1:3000)^1.2), b = cos((1:3000) / 9))
#' found <- sliding_entropy(x, window = 500, step = 50, rate = 100)
#' found
#' plot(found)
#' @export
sliding_entropy <- function(x, measure = window_measures, window, step, rate = NULL, scales = NULL, m = NULL, r = 0.2,
                            r_unit = NULL, tau = 1, surrogates = 0, na.action = default_na_action(x), threads = NULL,
                            device = NULL, ddof = 1, boundary = c("closed", "open"), approach = c("full", "naive"),
                            channel_m = NULL, channel_tau = NULL, templates = NULL, theiler = NULL,
                            bias = c("max", "zero", "skip", "none"), undefined = c("natural", "negative", "bound"),
                            sign = c("kept", "dropped"),
                            membership = c("exponential", "chen", "gaussian", "constant-gaussian", "sigmoid", "bell", "triangular", "trapezoidal1", "trapezoidal2", "z-shaped", "gudermannian"),
                            fuzzy_power = 2, membership_corner = 0, local_mean = c("removed", "kept"),
                            ties = c("time", "equal"), weighted = FALSE, normalise = FALSE,
                            pool_epochs = c("no", "recording", "epoch"), base = c("e", "2", "10"), engine = NULL,
                            method = c("mse", "rmse", "cmse", "rcmse"), grain = c("mean", "variance"),
                            tolerance_of = NULL, cutoff = 0.5, standard_error = FALSE, confidence = 0.95,
                            covariance = NULL,
                            surrogate_kind = c("iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"),
                            surrogate_seed = 1, surrogate_stop = 0, convention = NULL) {
  measure <- one_of(measure, window_measures, "measure")
  options <- given_options(sys.call(), match.call(), environment(), c("x", "measure", "window", "step", "rate", "scales", "na.action"))
  known <- NULL
  if (!is.null(rate) || is.character(window) || is.character(step)) {
    x <- as_signal(x)
    known <- one_rate(x, rate)
  }
  if (!is.null(rate)) rate <- known
  window <- .Call(C_samples_of, window, known, "window")
  step <- .Call(C_samples_of, step, known, "step")
  how <- list(window = window, step = step, rate = rate, scales = scales, pairs = startsWith(measure, "cross"))
  measure(measure, x, NULL, na.action, missing(na.action), options, how)
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
#' @param measure The entropy of each channel, or of each pair of channels; not that of all channels together.
#' @param ddof,boundary,templates,theiler,bias,undefined,sign,membership,fuzzy_power,membership_corner,local_mean,ties,weighted,normalise,base,engine,convention See [measure_options].
#' @param window Length of the window: samples, or seconds as `"2 s"` with `rate`.
#' @param step From one window to the next, as `window`.
#' @param channels Names of the channels, or their number.
#' @param rate Sampling rate in Hz; `NULL`: times are samples.
#' @param gap Seconds between time stamps above which samples are missing; `NULL`: 1.5 samples, for which
#'   samples with times need the rate.
#' @param na.action `na.fail`, or `na.pass`: a window with a missing sample has no value; `na.omit`: templates that touch one
#'   are left out.
#' @param stream Result of `sliding_stream()`. It is a reference: a copy is the same stream.
#' @param x The next sample, one number for each channel, or several in rows (columns are identified by name if both have
#'   names); for one channel a vector of samples. A call that is interrupted has taken a part of them.
#' @param times The time of each sample in seconds, or as `POSIXct` or `difftime`, `NA` for none; `NULL`: those of a
#'   `zoo` or `xts` if the rate is known, or equally spaced. Stamps further apart than `gap`, or decreasing ones, are a gap.
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
sliding_stream <- function(measure = window_measures, window, step = 1, channels = 1, rate = NULL, gap = NULL,
                           m = NULL, r = 0.2, r_unit = c("sd", "absolute", "total-variation"), tau = 1,
                           na.action = na.fail, ddof = 1, boundary = c("closed", "open"), templates = NULL,
                           theiler = NULL, bias = c("max", "zero", "skip", "none"),
                           undefined = c("natural", "negative", "bound"), sign = c("kept", "dropped"),
                           membership = c("exponential", "chen", "gaussian", "constant-gaussian", "sigmoid", "bell", "triangular", "trapezoidal1", "trapezoidal2", "z-shaped", "gudermannian"),
                           fuzzy_power = 2, membership_corner = 0, local_mean = c("removed", "kept"),
                           ties = c("time", "equal"), weighted = FALSE, normalise = FALSE, base = c("e", "2", "10"),
                           engine = NULL, convention = NULL) {
  measure <- one_of(measure, window_measures, "measure")
  labels <- channel_labels(channels)
  settings <- list(
    window = .Call(C_samples_of, window, rate, "window"), step = .Call(C_samples_of, step, rate, "step"), rate = rate, gap = gap
  )
  own <- c("measure", "window", "step", "channels", "rate", "gap", "na.action")
  options <- given_options(sys.call(), match.call(), environment(), own)
  action <- na_action_of(na.action)
  opened <- .Call(C_open_windows, measure, length(labels), settings, action, options)
  structure(c(list(measure = measure, channels = labels, named = is.character(channels)), settings, opened),
    class = "biotropy_stream"
  )
}

channel_labels <- function(channels) {
  allowed <- "different names, or an integer of at least 1"
  if (!is.character(channels)) return(as.character(seq_len(count_number(channels, "channels", allowed))))
  if (length(channels) == 0 || anyNA(channels) || anyDuplicated(channels)) refuse("channels", shown(channels), allowed)
  channels
}

# The samples of a stream, one in each column, and their signal.
stream_samples <- function(stream, x) {
  n <- length(stream$channels)
  if (is.null(dim(x)) && is.numeric(x) && !is.object(x)) x <- if (n == 1 && length(x) != 1) matrix(x) else t(x)
  is_named <- is.data.frame(x) && stream$named
  signal <- if (is_named) named_signal(x, stream$channels, "x") else as_signal(x, knows_channels = TRUE, clocks = 0L)
  samples <- samples_in_columns(signal)
  names <- if (stream$named) rownames(samples)
  list(samples = samples[.Call(C_match_channels, stream$channels, names, nrow(samples), "x"), , drop = FALSE], signal = signal)
}

stream_pointer <- function(stream) object_of(stream, "biotropy_stream", "stream", "what sliding_stream() returns")$pointer

#' @rdname sliding_stream
#' @export
sliding_push <- function(stream, x, times = NULL) {
  pointer <- stream_pointer(stream)
  new <- stream_samples(stream, x)
  found <- .Call(C_push_windows, pointer, new$samples, stream_times(stream, new$signal, times, ncol(new$samples)))
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

#' @rdname sliding_stream
#' @param ... Not used.
#' @export
print.biotropy_stream <- function(x, ...) {
  cat(sprintf("%s, %d channel%s\n", heading(x), length(x$channels), if (length(x$channels) == 1) "" else "s"))
  invisible(x)
}

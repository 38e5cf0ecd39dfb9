# SPDX-License-Identifier: Apache-2.0
# Recordings of files, and the preparation of recordings.

# Samples as a time series where the rate is known.
as_series <- function(samples, rate, start = 0) {
  if (is.null(rate)) samples else stats::ts(samples, start = start, frequency = rate)
}

#' Signals of a recording
#'
#' Reads EDF, BDF, BrainVision, EEGLAB, FIF, GDF, WFDB, NPY, MAT and text files.
#'
#' @inheritParams reading_options
#' @param file The file, or the header or record name of several.
#' @param channels Labels, numbers or ranges (`"Fp1,O2,5-8"`), or a vector of labels or numbers; `NULL`: all of one rate.
#' @param rate Samples per second of files without a rate (text, NPY, MAT).
#' @param gap_fill Missing samples that are inserted where time is missing; 0: a gap is an error.
#' @param orientation,variable,input_format,skip_lines,comments,separator,header,decimal,missing_words,time_unit,ignore_channel_table,bads,allow_maxshield,annotator,outside_files See [reading_options].
#' @return A matrix, samples in rows and channels in columns, in the unit of the file; a time series ([stats::ts()]) in seconds
#'   from the start of the recording if the rate is known. Its attributes are `units`, one for each channel, `bads`, why a
#'   channel is bad, by its label, and, where time is missing, `gaps`, the first missing rows, and `times`, those of all rows in
#'   seconds, which a series cannot have: onsets and windows count them. Bad channels are `NA`.
#' @seealso [prepare()] for filters and epochs; [reading_options] for the other arguments; [read_rr()] for heartbeats.
#' @examples
#' file <- tempfile(fileext = ".csv")
#' write.csv(data.frame(Fz = sin((1:2000)^1.2), Cz = cos(1:2000)), file, row.names = FALSE)
#' x <- read_signals(file, rate = 250)
#' sampen(x)
#' @export
read_signals <- function(file, channels = NULL, gap_fill = 0, rate = NULL, columns = NULL, time = NULL,
                         orientation = c("automatic", "rows", "columns"), variable = NULL,
                         input_format = c("automatic", "table", "openbci", "empatica", "acqknowledge", "kubios"),
                         skip_lines = 0, comments = "#%", separator = NULL, header = c("automatic", "yes", "no"),
                         decimal = c("point", "comma"), missing_words = NULL,
                         time_unit = c("automatic", "s", "ms", "us", "ns", "min", "h", "samples"),
                         ignore_channel_table = FALSE, bads = c("reject", "keep"), allow_maxshield = FALSE,
                         annotator = NULL, outside_files = FALSE) {
  path <- file_path(file)
  options <- mget(setdiff(names(formals(read_signals)), c("file", "channels", "gap_fill")))
  options$columns <- column_text(columns)
  gap_fill <- whole_number(gap_fill, "gap_fill", "an integer of at least 0", 0L)
  found <- .Call(C_read_signals, path, channel_list(channels), gap_fill, options)
  issue(found$notices, path)
  samples <- found$samples
  colnames(samples) <- found$channels
  bads <- stats::setNames(found$bads, found$channels)[found$bads != ""]
  samples[, names(bads)] <- NA
  made <- structure(as_series(samples, found$rate), units = found$units, bads = bads)
  if (length(found$gaps) > 0) attributes(made)[c("gaps", "times")] <- found[c("gaps", "times")]
  made
}

# Channels as a text; numbers are numbers even where a label has one.
channel_list <- function(channels) {
  if (is.numeric(channels)) channels <- paste0("=", channels)
  if (is.null(channels)) NULL else one_text(paste(channels, collapse = ","), "channels")
}

#' Filters, decimation and epochs
#'
#' Prepares a recording as the program and its studies do: filters without phase shift, decimation, and epochs. What lies
#' between two gaps of time is filtered by itself.
#'
#' @inheritParams reading_options
#' @param x A recording: a vector, matrix, time series or data frame, samples in rows and channels in columns.
#' @param rate Sampling rate in Hz, which filters need; `NULL`: that of a time series.
#' @param channels As for [read_signals()].
#' @param filter,order,taps,notch_quality,filter_each,decimate,anti_alias,overlap,reject,flat,padding See [reading_options].
#' @param threads Number of threads; `NULL`: see [biotropy_threads()].
#' @return With `epoch` or `window` an array (samples, channels, epochs), which [sampen()] and the others take, with the
#'   attributes `rate`, `units` and `onset`, the start of each epoch in seconds, as a time series or `zoo` counts them, otherwise from
#'   the first sample. Without them samples as those of `x`, as a time series if the rate is known, and a missing sample in each gap
#'   of time, so that measures with [stats::na.omit()] step over none: its rows are the attribute `gaps`, and `times`, where the rate is
#'   known, those of all rows in seconds. A channel that is rejected
#'   in an epoch (constant, or by an option) is `NaN` there, with a warning of class `biotropy_not_finite`.
#' @seealso [reading_options] for the other arguments.
#' @references Martinez-Zarzuela et al. (2013), \doi{10.1016/j.cmpb.2013.07.005}.
#' @examples
#' x <- ts(cbind(Fz = sin((1:4000)^1.2), Cz = cos((1:4000)^1.3)), frequency = 400)
#' epochs <- prepare(x, band = c(1, 40), notch = 50, decimate = 2, epoch = "2 s")
#' dim(epochs)
#' sampen(epochs)$value
#' @export
prepare <- function(x, rate = NULL, channels = NULL, band = NULL, notch = NULL, window = NULL, step = NULL, epoch = 0,
                    threads = NULL, filter = c("butterworth", "fir"), order = 4, taps = 0, notch_quality = 30,
                    filter_each = c("recording", "epoch"), decimate = 1, anti_alias = c("chebyshev", "fir"),
                    overlap = 0, reject = NULL, flat = NULL, padding = 0) {
  options <- mget(setdiff(names(formals(prepare)), c("x", "rate", "threads")))
  options$channels <- channel_list(channels)
  signal <- as_signal(x)
  found <- .Call(C_prepare, with_known_rate(signal), rate, options, threads)
  samples <- found$samples
  dimnames(samples) <- list(NULL, found$channels, NULL)
  start <- sum(signal$start, signal$from)  # one of them, or none
  onset <- found$onset + start
  if (found$is_cut) return(structure(samples, rate = found$rate, onset = onset, units = found$units))
  samples <- if (is.null(dim(x))) samples[, 1, 1] else matrix(samples, nrow(samples), dimnames = list(NULL, found$channels))
  samples <- structure(as_series(samples, found$rate, onset[1]), units = found$units)
  if (length(found$gaps) > 0) attr(samples, "gaps") <- found$gaps
  if (length(found$times) > 0) attr(samples, "times") <- found$times + start
  samples
}

# SPDX-License-Identifier: Apache-2.0
# RR intervals: from beat annotations or lists, cleaned.

limit_number <- function(value, name) {
  real_number(value, name, "a number of seconds")
}

cleaning <- function(min, max, ectopic, ectopic_change, policy, unit, output, values, first) {
  list(
    min = limit_number(min, "min"), max = limit_number(max, "max"),
    ectopic = one_of(ectopic, c("none", "previous", "neighbours", "median"), "ectopic"),
    ectopic_change = real_number(ectopic_change, "ectopic_change", "a number above 0"),
    policy = one_of(policy, c("gap", "close"), "policy"), unit = one_of(unit, c("auto", "s", "ms"), "unit"),
    output = one_of(output, c("auto", "s", "ms"), "output"),
    values = one_of(values, c("detect", "intervals", "times"), "values"),
    first = one_of(first, c("detect", "interval", "onset"), "first")
  )
}

open_options <- function(rate, columns, annotator) {
  options <- list()
  if (!is.null(rate)) options$rate <- real_number(rate, "rate", "a number above 0 (samples per second)")
  if (!is.null(columns)) {
    column_word <- "the name or number of a column"
    if (is.numeric(columns)) columns <- as.character(count_number(columns, "columns", column_word))
    options$columns <- one_text(columns, "columns", column_word)
  }
  if (!is.null(annotator)) options$annotator <- one_text(annotator, "annotator", "the ending of an annotation file")
  options
}

# Warnings of a reader.
pass_on <- function(warnings, file) {
  for (text in warnings) warning(paste0(file, ": ", text), call. = FALSE)
}

# What a routine made, with what R users see of it.
rr_intervals <- function(found, source) {
  removed <- data.frame(position = found$position, value = found$value, reason = found$reason)
  structure(found$values,
    unit = found$unit, n_read = found$n_read, removed = removed, report = found$sentences, source = source,
    class = "rr_intervals"
  )
}

#' RR intervals of heartbeats
#'
#' `ann2rr()` gives the times between beats as PhysioNet's program of that name does, `read_rr()` those of a file, cleaned,
#' and `clean_rr()` cleans intervals that are there already.
#'
#' Intervals below `min` or above `max` seconds are removed, and with them what `ectopic` says. Where something was removed
#' stands a gap, an `NA` that no template straddles, unless `policy = "close"` lets the intervals on both sides become
#' neighbours (as the authors of OpenCLSampEn did). The first line of many files is the time to the first beat, no interval:
#' it is left out where it is more than 3 times the median (`first`).
#'
#' @param file A WFDB annotation file (`.atr`, `.qrs`, `.wqrs` and so on) or the header or record name beside it, or, for `read_rr()`, a
#'   text, NPY or MAT file of intervals.
#' @param x RR intervals; `NA` marks a gap.
#' @param min,max Seconds; shorter and longer intervals are removed.
#' @param ectopic Remove intervals too different from the one before, the mean of both neighbours, or the median around.
#' @param ectopic_change The relative difference that is too much.
#' @param policy What stands where intervals were removed: a gap, or nothing.
#' @param unit The unit of the intervals in the file; `"auto"`: milliseconds where the median is above 10.
#' @param output The unit of the result; `"auto"`: as read.
#' @param values What the file or `x` holds: RR intervals, or the times of beats. `"detect"`: intervals, and an error where five
#'   or more values rise nine times of ten, as times do.
#' @param first What the first value is: an interval, or the time to the first beat.
#' @param consecutive Leave out intervals with an annotation inside that is no beat (`ann2rr -c`).
#' @param rate Samples per second of annotation files that do not say.
#' @param columns The name or number of the column of a text file.
#' @param annotator The ending of the annotation file beside a header, such as `"wqrs"`; `NULL`: the first of atr, ecg and qrs,
#'   or the only other one there is. A file with this ending is read as annotations whatever it holds.
#' @return Numbers of class `rr_intervals`, with the attributes `unit`; `n_read`, how many intervals were read (an `NA` that
#'   marks a gap in `x` is none); `removed`, a data frame of what was removed: its `position`, from 1, in `x` as it was
#'   handed in or among the values of the file, its `value` as read, and the `reason`; `report` (sentences); and `source`.
#'   Functions such as [sampen()] take them as they are and leave out what touches or straddles a gap, whatever `tau`. There are methods for `print`,
#'   `summary`, `plot` and more ([rr-methods]).
#' @examples
#' file <- tempfile(fileext = ".txt")
#' writeLines(c("225.8", "0.80", "0.81", "0.79", "2.60", "0.80", "0.82"), file)
#' rr <- read_rr(file)
#' rr
#' summary(rr)
#' @export
read_rr <- function(file, min = 0.3, max = 1.5, ectopic = c("none", "previous", "neighbours", "median"),
                    ectopic_change = 0.2, policy = c("gap", "close"), unit = c("auto", "s", "ms"),
                    output = c("auto", "s", "ms"), values = c("detect", "intervals", "times"),
                    first = c("detect", "interval", "onset"), consecutive = FALSE,
                    rate = NULL, columns = NULL, annotator = NULL) {
  path <- file_path(file)
  options <- cleaning(min, max, ectopic, ectopic_change, policy, unit, output, values, first)
  options <- c(options, open_options(rate, columns, annotator))
  found <- .Call(C_read_rr, path, options, true_or_false(consecutive, "consecutive"))
  pass_on(found$warnings, path)
  rr_intervals(found, path)
}

#' @rdname read_rr
#' @export
ann2rr <- function(file, consecutive = FALSE, rate = NULL, annotator = NULL) {
  path <- file_path(file)
  read <- .Call(C_read_beats, path, open_options(rate, NULL, annotator), true_or_false(consecutive, "consecutive"))
  pass_on(read$warnings, path)
  structure(read$values,
    unit = "s", n_read = read$n_read, removed = data.frame(position = 0, value = 0, reason = "")[0, ],
    report = read$sentence, source = read$source, first_beat = read$first_beat, class = "rr_intervals"
  )
}

#' @rdname read_rr
#' @export
clean_rr <- function(x, min = 0.3, max = 1.5, ectopic = c("none", "previous", "neighbours", "median"),
                     ectopic_change = 0.2, policy = c("gap", "close"), unit = c("auto", "s", "ms"),
                     output = c("auto", "s", "ms"), values = c("detect", "intervals", "times"),
                     first = c("detect", "interval", "onset")) {
  series <- as_series(x, "x")
  if (series$columns > 1) refuse("x", shown(x), "a single series of intervals")
  options <- cleaning(min, max, ectopic, ectopic_change, policy, unit, output, values, first)
  rr_intervals(.Call(C_clean_rr, series$data, options), "x")
}

#' Methods for RR intervals
#'
#' @details
#' `x[i]` is a series of RR intervals, gaps included, where `i` selects values that follow each other: `rr[1:1000]`,
#' `head(rr, 1000)`. What was read and removed is still said of the whole. Any other selection makes neighbours of intervals
#' that were none, and what is computed from intervals (arithmetic, `diff`, `median`, `quantile`, the columns of a data
#' frame) is not intervals either: those are plain numbers, with `NA` for a gap.
#'
#' @param x,object What [read_rr()] returns.
#' @param i Which values, as for any vector.
#' @param row.names,optional,nm As for [as.data.frame()]; `nm` is the name of the column.
#' @param na.rm Whether gaps are left out.
#' @param type,xlab,ylab As for [plot()].
#' @param ... Further arguments of the default methods.
#' @return `print` and `plot`: `x`, invisibly. `summary`: the quartiles of the intervals and how many were read, kept and
#'   removed for each reason.
#' @examples
#' rr <- clean_rr(c(0.8, 0.82, 2.4, 0.79, 0.81))
#' summary(rr)
#' rr[2:4]
#' plot(rr)
#' data.frame(rr)
#' @name rr-methods
NULL

#' @rdname rr-methods
#' @export
print.rr_intervals <- function(x, ...) {
  kept <- sum(!is.na(x))
  gaps <- sum(is.na(x))
  cat(sprintf("%d RR intervals (%s), %d %s\n", kept, attr(x, "unit"), gaps, ngettext(gaps, "gap", "gaps")))
  cat(paste0("  ", attr(x, "report"), "\n"), sep = "")
  shown <- as.double(x)[seq_len(min(length(x), 10))]
  cat("  ", paste(format(shown, ...), collapse = " "), if (length(x) > 10) " ...", "\n", sep = "")
  invisible(x)
}

#' @rdname rr-methods
#' @export
summary.rr_intervals <- function(object, ...) {
  values <- as.double(object)
  removed <- attr(object, "removed")
  structure(
    list(
      intervals = summary(values[!is.na(values)]), unit = attr(object, "unit"), n_read = attr(object, "n_read"),
      kept = sum(!is.na(values)), gaps = sum(is.na(values)), removed = table(reason = removed$reason)
    ),
    class = "summary.rr_intervals"
  )
}

#' @rdname rr-methods
#' @export
print.summary.rr_intervals <- function(x, ...) {
  gaps <- sprintf("%d %s", x$gaps, ngettext(x$gaps, "gap", "gaps"))
  cat(sprintf("%d RR intervals of %d read, %s; in %s:\n", x$kept, as.integer(x$n_read), gaps, x$unit))
  print(x$intervals, ...)
  if (length(x$removed) > 0) cat("removed: ", paste(names(x$removed), x$removed, collapse = ", "), "\n", sep = "")
  invisible(x)
}

#' @rdname rr-methods
#' @export
`[.rr_intervals` <- function(x, i) {
  if (missing(i)) return(x)
  selected <- as.double(x)[i]
  places <- seq_along(x)[i]
  if (length(places) == 0 || anyNA(places) || any(diff(places) != 1)) return(selected)
  if (length(places) == length(x)) return(x)
  attributes(selected) <- attributes(x)
  part <- sprintf("values %d to %d of %d", places[1], places[length(places)], length(x))
  attr(selected, "report") <- c(attr(x, "report"), part)
  selected
}

#' @rdname rr-methods
#' @export
as.data.frame.rr_intervals <- function(x, row.names = NULL, optional = FALSE, ..., nm = deparse1(substitute(x))) {
  as.data.frame.vector(as.double(x), row.names, optional, ..., nm = nm)
}

#' @rdname rr-methods
#' @importFrom stats median
#' @export
median.rr_intervals <- function(x, na.rm = FALSE, ...) median(as.double(x), na.rm = na.rm, ...)

#' @rdname rr-methods
#' @importFrom stats quantile
#' @export
quantile.rr_intervals <- function(x, ...) quantile(as.double(x), ...)

#' @export
diff.rr_intervals <- function(x, ...) diff(as.double(x), ...)

# What arithmetic makes of intervals are numbers: the unit, and what was removed, were those of the intervals.
#' @export
Ops.rr_intervals <- function(e1, e2) {
  plain <- function(x) if (inherits(x, "rr_intervals")) as.double(x) else x
  if (missing(e2)) get(.Generic)(plain(e1)) else get(.Generic)(plain(e1), plain(e2))
}

#' @export
Math.rr_intervals <- function(x, ...) get(.Generic)(as.double(x), ...)

#' @rdname rr-methods
#' @export
plot.rr_intervals <- function(x, type = "l", xlab = "beat", ylab = paste0("RR interval (", attr(x, "unit"), ")"), ...) {
  graphics::plot.default(seq_along(x), as.double(x), type = type, xlab = xlab, ylab = ylab, ...)
  invisible(x)
}

# SPDX-License-Identifier: Apache-2.0
# RR intervals from beat annotations or lists, and their cleaning.

# A column by its name or number.
column_text <- function(columns) {
  if (!is.numeric(columns)) return(columns)
  as.character(count_number(columns, "columns", "the name or number of a column"))
}

# The result of a routine as an object of class rr_intervals.
rr_intervals <- function(found, source) {
  removed <- data.frame(position = found$position, value = found$value, reason = found$reason)
  structure(found$values,
    unit = found$unit, n_read = found$n_read, removed = removed, report = found$report, source = source,
    class = "rr_intervals"
  )
}

#' RR intervals of heartbeats
#'
#' `ann2rr()` returns the intervals between beats as PhysioNet's program of that name, `read_rr()` reads and cleans those of a
#' file, and `clean_rr()` cleans given intervals.
#'
#' Intervals below `min` or above `max` seconds are removed, and ectopic ones according to `ectopic`. Removed intervals are
#' replaced by a gap, an `NA` that no template spans, unless `policy = "close"` makes the intervals on both sides neighbours
#' (as in OpenCLSampEn). The first line of many files is the time to the first beat instead of an interval: it is left out if
#' it is more than 3 times the median (`first`).
#'
#' @param file A WFDB annotation file (`.atr`, `.qrs`, `.wqrs` and so on) or the header or record name beside it, or, for `read_rr()`, a
#'   text, NPY or MAT file of intervals, a table of physiology (`*_physio.tsv.gz`) or, with `beats`, of events (`*_events.tsv`) of
#'   BIDS.
#' @param x RR intervals, as numbers or as a `difftime`; `NA` marks a gap.
#' @inheritParams reading_options
#' @param beats,consecutive,orientation,variable,input_format,skip_lines,comments,separator,header,decimal,missing_words,time_unit,ignore_channel_table,bads,allow_maxshield,annotator,outside_files See [reading_options].
#' @return Numbers of class `rr_intervals`, with the attributes `unit`; `n_read`, the number of intervals that were read
#'   (without `NA`, which marks a gap in `x`); `removed`, a data frame of the removed ones: the `position`, from 1, in `x` or
#'   among the values of the file, the `value` as read, and the `reason`; `report` (a line); and `source`. Functions such
#'   as [sampen()] leave out templates that touch or span a gap, at any `tau`. There are methods for `print`, `summary`, `plot`
#'   and more ([rr-methods]).
#' @seealso [reading_options] for the other arguments.
#' @examples
#' file <- tempfile(fileext = ".txt")
#' writeLines(c("225.8", "0.80", "0.81", "0.79", "2.60", "0.80", "0.82"), file)
#' rr <- read_rr(file)
#' rr
#' summary(rr)
#' @export
read_rr <- function(file, min = 0.3, max = 1.5, ectopic = c("none", "previous", "neighbours", "median"),
                    ectopic_change = 0.2, policy = c("gap", "close"), input_unit = c("auto", "s", "ms"),
                    output_unit = c("auto", "s", "ms"), values = c("detect", "intervals", "times"),
                    first = c("detect", "interval", "onset"), rate = NULL, columns = NULL, time = NULL, beats = NULL,
                    consecutive = FALSE, orientation = c("automatic", "rows", "columns"), variable = NULL,
                    input_format = c("automatic", "table", "openbci", "empatica", "acqknowledge", "kubios"),
                    skip_lines = 0, comments = "#%", separator = NULL, header = c("automatic", "yes", "no"),
                    decimal = c("point", "comma"), missing_words = NULL,
                    time_unit = c("automatic", "s", "ms", "us", "ns", "min", "h", "samples"),
                    ignore_channel_table = FALSE, bads = c("reject", "keep"), allow_maxshield = FALSE,
                    annotator = NULL, outside_files = FALSE) {
  path <- file_path(file)
  options <- mget(setdiff(names(formals(read_rr)), "file"))
  options$columns <- column_text(columns)
  found <- .Call(C_read_rr, path, options)
  issue(found$notices, path)
  rr_intervals(found, path)
}

#' @rdname read_rr
#' @export
ann2rr <- function(file, consecutive = FALSE, rate = NULL, annotator = NULL) {
  path <- file_path(file)
  read <- .Call(C_read_beats, path, list(rate = rate, annotator = annotator, consecutive = consecutive))
  issue(read$notices, path)
  structure(read$values,
    unit = "s", n_read = read$n_read, removed = data.frame(position = 0, value = 0, reason = "")[0, ],
    report = read$sentence, source = read$source, first_beat = read$first_beat, class = "rr_intervals"
  )
}

#' @rdname read_rr
#' @export
clean_rr <- function(x, min = 0.3, max = 1.5, ectopic = c("none", "previous", "neighbours", "median"),
                     ectopic_change = 0.2, policy = c("gap", "close"), input_unit = c("auto", "s", "ms"),
                     output_unit = c("auto", "s", "ms"), values = c("detect", "intervals", "times"),
                     first = c("detect", "interval", "onset")) {
  if (inherits(x, "difftime")) {
    if (one_of(input_unit, c("auto", "s", "ms"), "input_unit") == "ms") refuse("input_unit", "\"ms\"", "\"s\" for a difftime, which has its unit")
    x <- as.double(x, units = "secs")
    input_unit <- "s"
  }
  options <- mget(setdiff(names(formals(clean_rr)), "x"))
  rr_intervals(.Call(C_clean_rr, if (is.object(x)) as_signal(x) else x, options), "x")
}

#' Methods for RR intervals
#'
#' @details
#' `x[i]` is a series of RR intervals, gaps included, if `i` selects consecutive values: `rr[1:1000]`, `head(rr, 1000)`. Its
#' attributes describe the whole series. Any other selection would make neighbours of intervals that were not consecutive: it
#' returns plain numbers, with `NA` for a gap, as do arithmetic, `diff`, `median`, `quantile` and data frames. So do recordings
#' that are put together (`c`, `rbind`), and `x[i] <- value` with intervals of a recording as the value.
#'
#' @param x,object Result of [read_rr()].
#' @param i Indices, as for any vector.
#' @param value Numbers, or `NA` for gaps.
#' @param row.names,optional,nm As for [as.data.frame()]; `nm` is the name of the column.
#' @param na.rm Leave out gaps.
#' @param type,xlab,ylab As for [plot()].
#' @param ... Further arguments of the default methods.
#' @return `print` and `plot`: `x`, invisibly. `summary`: the quartiles of the intervals and the numbers of intervals read,
#'   kept and removed for each reason.
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
  indices <- seq_along(x)[i]
  if (length(indices) == 0 || anyNA(indices) || any(diff(indices) != 1)) return(selected)
  if (length(indices) == length(x)) return(x)
  attributes(selected) <- attributes(x)
  part <- sprintf("values %d to %d of %d", indices[1], indices[length(indices)], length(x))
  attr(selected, "report") <- c(attr(x, "report"), part)
  selected
}

#' @rdname rr-methods
#' @export
`[<-.rr_intervals` <- function(x, i, value) {
  changed <- as.double(x)
  if (missing(i)) changed[] <- value else changed[i] <- value
  # Intervals of another recording, and more of them, have other attributes. rbind() puts columns together in this way.
  if (inherits(value, "rr_intervals") || !is.double(changed) || length(changed) != length(x)) return(changed)
  attributes(changed) <- attributes(x)
  changed
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

# Results of arithmetic are plain numbers, as unit and removed intervals no longer apply.
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
  # Intervals between gaps, which a line does not show.
  at <- if (type == "l") alone(x)
  if (length(at) > 0) {
    look <- with_defaults(list(...)[intersect(c("col", "cex"), ...names())], list(pch = 20))
    do.call(graphics::points, c(list(at, as.double(x)[at]), look))
  }
  invisible(x)
}

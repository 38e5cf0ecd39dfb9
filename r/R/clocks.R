# SPDX-License-Identifier: Apache-2.0
# Columns of data frames that hold time and so are no channels, by the rules that the program has for tables
# (docs/files.md; biotropy/files/time_columns.hpp).

# Rows that are looked at.
clock_rows <- 200L

# The first row after which stamps show a gap, by the library's rule; NA: none. 0: they are uneven, and no gap is looked for.
gap_after <- function(column) .Call(C_gap_after, as.double(column))

# A date alone, and hours and minutes alone, which may be minutes and seconds: no channels, but no seconds either.
date_text <- "[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.]([0-9]{4}|[0-9]{2})"
minute_text <- "[0-9]{1,2}:[0-9]{2}( ?[AaPp][Mm])?( ?(Z|[+-][0-9]{2}:?[0-9]{2}))?"
coarse_time <- sprintf("^(%s|%s)$", date_text, minute_text)

# Whether a column has dates, times or durations by its class, or by its text: "14:05:07.250", with a date or without.
is_time_column <- function(column) {
  if (inherits(column, c("POSIXt", "Date", "difftime"))) return(TRUE)
  if (!is.character(column) && !is.factor(column)) return(FALSE)
  texts <- as.character(column[seq_len(min(clock_rows, length(column)))])
  texts <- texts[!is.na(texts)]
  length(texts) > 0 && !anyNA(ifelse(grepl(coarse_time, texts), 0, .Call(C_clock_seconds, texts)))
}

# Seconds of a time of day as text, on from midnight to midnight, or since 1970 where a date with its year first is in front.
seconds_of_text <- function(texts) {
  seconds <- .Call(C_clock_seconds, texts)
  fell <- diff(seconds) < -43200
  seconds + 86400 * cumsum(c(0, fell & !is.na(fell)))
}

# The numbers of a column for which is_time_column() holds.
time_numbers <- function(column) {
  if (inherits(column, "POSIXt")) return(as.double(as.POSIXct(column)))
  if (inherits(column, c("Date", "difftime"))) return(as.double(column))
  seconds_of_text(as.character(column))
}

# Which columns are dates or times, which are no numbers; with a warning.
are_times <- function(frame, name, keeper = NULL) {
  times <- vapply(frame, is_time_column, TRUE)
  if (any(times)) warn_of_clocks(names(frame)[times], name, gap_after(time_numbers(frame[[which(times)[1]]])), keeper)
  times
}

# A data frame without columns that count time or samples, unless there are no others.
# @param rows number of rows whose values are looked at; with 0 names alone tell.
without_clocks <- function(frame, name, rows = clock_rows) {
  numbers <- vapply(frame, is_number_column, TRUE)
  if (!all(numbers)) {
    others <- frame[!vapply(frame, is_time_column, TRUE)]
    # Without other columns, or where these are no numbers either, the caller refuses what is left.
    if (!any(numbers)) return(frame)
    if (length(others) > sum(numbers)) return(others)
    frame <- frame[!are_times(frame, name)]
  }
  clock <- are_clocks(frame, name, rows)
  if (any(clock)) frame[!clock] else frame
}

# Which columns of numbers count time or samples; with a warning that says what keeps them.
are_clocks <- function(frame, name, rows = clock_rows, keeper = sprintf("as.matrix(%s)", name)) {
  if (length(frame) < 2 || nrow(frame) == 0) return(logical(length(frame)))
  # "Time..s." is what data.frame() makes of "Time (s)", and "V1", "V2", ... of no names; "V1" alone is a lead of an ECG.
  labels <- sub("..", "(", names(frame), fixed = TRUE)
  if (identical(labels, paste0("V", seq_along(labels)))) labels[] <- ""
  values <- lapply(frame, function(column) Filter(is.finite, as.double(column[seq_len(min(rows, nrow(frame)))])))
  kinds <- .Call(C_time_columns, labels, values)
  unclear <- which(kinds == "unclear")
  if (length(unclear) > 0) {
    text <- "column \"%s\" of %s rises from row to row and may be time; %s keeps it"
    raise("unsupported", sprintf(text, names(frame)[unclear[1]], name, keeper), name)
  }
  clock <- kinds != "none"
  if (any(clock)) warn_of_clocks(names(frame)[clock], name, gap_after(frame[[which(clock)[1]]]), keeper)
  clock
}

warn_of_clocks <- function(labels, name, gap, keeper) {
  many <- length(labels) > 1
  text <- sprintf(
    "column%s %s of %s %s left out: %s time or samples", if (many) "s" else "",
    paste0("\"", labels, "\"", collapse = ", "), name, if (many) "were" else "was", if (many) "they count" else "it counts"
  )
  if (!is.null(keeper)) text <- sprintf("%s; %s keeps %s", text, keeper, if (many) "them" else "it")
  if (!is.na(gap)) text <- sprintf("%s; %s", text, gap_text(gap))
  notify("clocks_left_out", text)
}

gap_text <- function(row) {
  if (row == 0) return("its steps are uneven, and no gap is looked for")
  sprintf("time is missing or goes back after row %d, where NA would keep samples apart", row)
}

# Warns of rows of a data frame that na.omit() or an index left out: those around them would become neighbours.
warn_of_lost_rows <- function(x, name) {
  if (!is.data.frame(x)) return(invisible())
  rows <- attr(x, "row.names")
  gap <- if (is.integer(rows) && length(rows) > 1) gap_after(rows) else NA
  if (is.na(gap) || gap == 0) return(invisible())
  text <- "the numbers of the rows of %s go from %d to %d: %s"
  text <- sprintf(text, name, rows[gap], rows[gap + 1L], gap_text(gap))
  notify("gaps", text)
}

# Warns of times of samples that show that some are missing.
warn_of_gap <- function(times, name) {
  gap <- if (length(times) > 1) gap_after(times) else NA
  if (is.na(gap)) return(invisible())
  text <- sprintf("the times of %s: %s", name, gap_text(gap))
  notify("gaps", text)
}

# SPDX-License-Identifier: Apache-2.0
# Columns of data frames that hold time and so are no channels, by the rules that the program has for tables
# (docs/files.md; biotropy/files/time_columns.hpp).

# Rows that are looked at.
clock_rows <- 200L

# Whether the class of a column is that of times, dates or durations.
is_time_column <- function(column) inherits(column, c("POSIXt", "Date", "difftime"))

# Texts may be times, if the name of their column says so.
may_be_text <- function(column) is.character(column) || is.factor(column)

# The numbers of a column of time, in seconds where it has a unit. Times of day go on from midnight to midnight.
time_numbers <- function(column) {
  if (inherits(column, "difftime")) return(as.double(column, units = "secs"))
  if (inherits(column, "Date")) return(86400 * as.double(column))
  if (is.numeric(column)) return(as.double(column))
  if (inherits(column, "POSIXt")) return(as.double(as.POSIXct(column)))
  seconds <- .Call(C_clock_seconds, as.character(column))
  fell <- diff(seconds) < -43200
  seconds + 86400 * cumsum(c(0, fell & !is.na(fell)))
}

# Which columns count time or samples, with a warning that says what keeps them, and the times of the first of them: `stamps`
# in seconds, or `rows` without a unit.
# @param rows number of rows whose values are looked at; with 0 names alone tell.
clock_columns <- function(frame, name, rows = clock_rows, keeper = sprintf("as.matrix(%s)", name)) {
  found <- find_clocks(frame, name, rows, keeper)
  is_clock <- found$is_clock
  is_time <- found$is_time
  if (!any(is_clock) || all(is_clock)) return(list(is_clock = is_clock))
  many <- sum(is_clock) > 1
  text <- sprintf(
    "column%s %s of %s %s left out: %s time or samples", if (many) "s" else "",
    paste0("\"", names(frame)[is_clock], "\"", collapse = ", "), name, if (many) "were" else "was",
    if (many) "they count" else "it counts"
  )
  if (!any(is_time)) text <- sprintf("%s; %s keeps %s", text, keeper, if (many) "them" else "it")
  notify("clocks_left_out", text)
  list(is_clock = is_clock, times = times_in(frame, found))
}

# Which columns count time or samples, and which of them are times with a unit.
find_clocks <- function(frame, name, rows, keeper) {
  is_time <- is_clock <- vapply(frame, is_time_column, TRUE)
  has_name <- !is_time & vapply(frame, function(column) is_number_column(column) || may_be_text(column), TRUE)
  kinds <- rep("none", length(frame))
  kinds[has_name] <- time_kinds(frame[has_name], name, rows, keeper)
  is_clock <- is_clock | kinds != "none"
  list(is_clock = is_clock, is_time = is_time | (is_clock & vapply(frame, may_be_text, TRUE)), is_count = kinds == "count")
}

# What the first of these columns says, rather one of time than one that counts, or the numbers of rows.
times_in <- function(frame, found) {
  first <- c(which(found$is_clock & !found$is_count), which(found$is_clock))[1]
  if (is.na(first)) return(list(row_numbers = row_numbers(frame)))
  stats::setNames(list(time_numbers(frame[[first]])), if (found$is_time[[first]]) "stamps" else "rows")
}

# The columns of a data frame with the names of channels, and other numbers, as a signal with the times beside them.
named_signal <- function(frame, channels, name) {
  asked <- names(frame) %in% channels | vapply(frame, is_number_column, TRUE)
  signal <- as_signal(stats::setNames(frame[asked], names(frame)[asked]), name, knows_channels = TRUE, clocks = NULL)
  times <- times_beside(frame, channels, name)
  signal[names(times)] <- times
  signal
}

times_beside <- function(frame, channels, name) {
  found <- find_clocks(frame, name, 0L, name)
  found$is_clock <- found$is_clock & !names(frame) %in% channels
  times_in(frame, found)
}

# Which columns are time or count samples, by their names, and where these say nothing and the numbers rise an error.
time_kinds <- function(frame, name, rows, keeper) {
  if (length(frame) < 2 || nrow(frame) == 0) return(rep("none", length(frame)))
  # "Time..s." is what data.frame() makes of "Time (s)", and "V1", "V2", ... of no names; "V1" alone is a lead of an ECG.
  labels <- sub("..", "(", names(frame), fixed = TRUE)
  if (identical(labels, paste0("V", seq_along(labels)))) labels[] <- ""
  values <- lapply(frame, function(column) {
    if (may_be_text(column)) double() else Filter(is.finite, as.double(column[seq_len(min(rows, nrow(frame)))]))
  })
  kinds <- .Call(C_time_columns, labels, values)
  unclear <- which(kinds == "unclear")
  if (length(unclear) > 0) {
    text <- "column \"%s\" of %s rises from row to row and may be time; %s keeps it"
    raise("unsupported", sprintf(text, names(frame)[unclear[1]], name, keeper), name)
  }
  kinds
}

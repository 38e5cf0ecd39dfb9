# SPDX-License-Identifier: Apache-2.0
# Columns of data frames that hold time and so are no channels, by the rules that the program has for tables
# (docs/files.md; biotropy/files/time_columns.hpp).

# Rows that are looked at.
clock_rows <- 200L

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

# The numbers of a column of time. Times of day go on from midnight to midnight.
time_numbers <- function(column) {
  if (is.numeric(column) || inherits(column, c("Date", "difftime"))) return(as.double(column))
  if (inherits(column, "POSIXt")) return(as.double(as.POSIXct(column)))
  seconds <- .Call(C_clock_seconds, as.character(column))
  fell <- diff(seconds) < -43200
  seconds + 86400 * cumsum(c(0, fell & !is.na(fell)))
}

# Which columns count time or samples, with a warning that says what keeps them, and the times of the first of them.
# @param rows number of rows whose values are looked at; with 0 names alone tell.
clock_columns <- function(frame, name, rows = clock_rows, keeper = sprintf("as.matrix(%s)", name)) {
  is_number <- vapply(frame, is_number_column, TRUE)
  is_time <- is_clock <- vapply(frame, is_time_column, TRUE) & !is_number
  is_clock[is_number] <- count_time(frame[is_number], name, rows, keeper)
  if (!any(is_clock) || all(is_clock)) return(list(is_clock = is_clock))
  many <- sum(is_clock) > 1
  text <- sprintf(
    "column%s %s of %s %s left out: %s time or samples", if (many) "s" else "",
    paste0("\"", names(frame)[is_clock], "\"", collapse = ", "), name, if (many) "were" else "was",
    if (many) "they count" else "it counts"
  )
  if (!any(is_time)) text <- sprintf("%s; %s keeps %s", text, keeper, if (many) "them" else "it")
  notify("clocks_left_out", text)
  list(is_clock = is_clock, times = time_numbers(frame[[which(is_clock)[1]]]))
}

# Which columns of numbers count time or samples.
count_time <- function(frame, name, rows, keeper) {
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
  kinds != "none"
}

# SPDX-License-Identifier: Apache-2.0
# Columns of data frames that count time or samples and so are no channels, by the rules that the program has for tables
# (docs/files.md; biotropy/files/formats/csv_clock.cpp).

time_names <- c(
  "time", "times", "timestamp", "timestamps", "lsltimestamp", "unixtimestamp", "unixtime", "datetime", "elapsed",
  "elapsedtime", "timesec", "timems", "timeus", "timens", "seconds", "timeseconds", "timemilliseconds", "sensortimestamp"
)

# A channel may have one of these names too, so the steps decide.
count_names <- c(
  "t", "sample", "samples", "sampleindex", "idx", "index", "sampleno", "samplenumber", "n", "row", "number", "frame",
  "counter"
)

# Rows that are looked at.
clock_rows <- 200L
# Fewer numbers may rise by chance.
least_rising <- 10L

# "Time [s]", which data.frame() makes "Time..s.", and "TIME" are "time", and "time_s" is "times".
plain_name <- function(name) gsub("[^a-z0-9]", "", tolower(sub("([[(/:]|[.][.]).*", "", name)), perl = TRUE)

# Whether nearly all steps upward are the same; counters of one byte wrap around.
counts <- function(values) {
  steps <- diff(values)
  length(steps) > 0 && steps[1] > 0 && 10 * sum(abs(steps - steps[1]) <= 1e-6 * steps[1]) >= 9 * length(steps)
}

# Whether they are seconds, milliseconds, microseconds or nanoseconds since 1970.
is_unix_time <- function(values) {
  if (length(values) < least_rising || is.unsorted(values)) return(FALSE)
  ends <- outer(values[c(1, length(values))], c(1, 1e3, 1e6, 1e9), "/")
  any(colSums(ends >= 1e9 & ends < 2e9) == 2)
}

rises <- function(values) length(values) >= least_rising && !is.unsorted(values, strictly = TRUE)

# Whether all lie within half a step of a straight line, as times rounded to a few decimals do.
rises_evenly <- function(values) {
  n <- length(values)
  step <- (values[n] - values[1]) / (n - 1)
  rises(values) && all(abs(values - values[1] - (seq_len(n) - 1) * step) < step / 2)
}

is_clock <- function(name, is_first, values) {
  # Row names have none beside named columns.
  plain <- if (is_first && !nzchar(name)) "index" else plain_name(name)
  plain %in% time_names || is_unix_time(values) || (plain %in% count_names && counts(values))
}

# A column that was taken for a clock by its first rows must rise in all others too, or wrap around, or it was data.
require_rise <- function(column, label, name) {
  steps <- diff(column)
  wrong <- which(steps == 0 | (steps < 0 & column[-1] > column[1]))
  if (length(wrong) == 0) return(invisible())
  text <- "column \"%s\" of %s rises in the first rows, as time does, but not in row %d: as.matrix(%s) keeps it as a channel"
  raise("invalid_data", sprintf(text, label, name, wrong[1] + 1L, name), name)
}

# The first row after which a column in equal steps shows that time is missing; NA: none.
gap_after <- function(column) {
  steps <- diff(column)
  usual <- stats::median(steps, na.rm = TRUE)
  is_even <- isTRUE(usual > 0) && 10 * sum(abs(steps - usual) < usual / 2, na.rm = TRUE) >= 9 * length(steps)
  if (is_even) which(steps > 1.5 * usual)[1] else NA_integer_
}

# A data frame without columns that count time or samples, unless there are no others.
# @param rows number of rows whose values are looked at; with 0 names alone tell.
without_clocks <- function(frame, name, rows = clock_rows) {
  if (length(frame) < 2 || nrow(frame) == 0 || !all(vapply(frame, is_number_column, TRUE))) return(frame)
  values <- lapply(frame, function(column) Filter(is.finite, as.double(column[seq_len(min(rows, nrow(frame)))])))
  clock <- mapply(is_clock, names(frame), seq_along(frame) == 1, values)
  others <- values[-1][!clock[-1]]
  if (!clock[1] && rises_evenly(values[[1]]) && !all(vapply(others, rises, TRUE))) {
    require_rise(frame[[1]], names(frame)[1], name)
    clock[1] <- TRUE
  }
  if (!any(clock) || all(clock)) return(frame)
  warn_of_clocks(names(frame)[clock], name, gap_after(frame[[which(clock)[1]]]))
  frame[!clock]
}

warn_of_clocks <- function(labels, name, gap) {
  many <- length(labels) > 1
  text <- sprintf(
    "column%s %s of %s %s left out: %s time or samples; as.matrix(%s) keeps %s", if (many) "s" else "",
    paste0("\"", labels, "\"", collapse = ", "), name, if (many) "were" else "was", if (many) "they count" else "it counts",
    name, if (many) "them" else "it"
  )
  if (!is.na(gap)) text <- sprintf("%s; time is missing after row %d, where NA would keep samples apart", text, gap)
  warning(structure(class = c("biotropy_left_out", "warning", "condition"), list(message = text, call = user_call())))
}

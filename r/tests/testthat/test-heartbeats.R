# SPDX-License-Identifier: Apache-2.0
# RR intervals: gaps, what was removed, parts of a series.

# With a gap in every nine intervals.
rr <- clean_rr(rep(c(0.8, 0.82, 0.81, 2.4, 0.79, 0.81, 0.8, 0.82, 0.83), 20))

test_that("times of beats are asked for and read", {
  beats <- c(10.25, 11, 11.75, 14.25, 15)
  expect_error(clean_rr(beats), "^values", class = "biotropy_invalid_argument")
  expect_identical(as.numeric(clean_rr(beats, values = "times")), c(0.75, 0.75, NA, 0.75))
})

test_that("gaps of heartbeats are left out without being asked for", {
  rr <- clean_rr(c(0.8, 0.82, 0.81, 2.4, 0.79, 0.81, 0.8, 0.82))
  expect_identical(as.numeric(rr), c(0.8, 0.82, 0.81, NA, 0.79, 0.81, 0.8, 0.82))
  expect_identical(sampen(rr, m = 1)$templates_m, 5)
  expect_identical(as.numeric(clean_rr(rr)), as.numeric(rr))
  expect_identical(attr(rr, "removed"), data.frame(position = 4, value = 2.4, reason = "too_long"))
  expect_false(anyNA(clean_rr(c(0.8, 2.4, 0.9), policy = "close")))
  # What is computed from intervals is no longer in their unit.
  expect_identical(1000 * rr, 1000 * as.numeric(rr))
  expect_identical(-log(rr), -log(as.numeric(rr)))
})

test_that("annotations of any annotator are read", {
  folder <- tempfile()
  dir.create(folder)
  record <- file.path(folder, "rec")
  beats <- function(ending, intervals) {
    writeBin(as.integer(c(1024 + intervals, 0)), paste0(record, ending), size = 2, endian = "little")
  }
  writeLines("rec 0 100", paste0(record, ".hea"))
  beats(".wqrs", c(50, 60, 70))
  expect_equal(as.numeric(ann2rr(record)), c(0.6, 0.7))
  expect_equal(as.numeric(read_rr(paste0(record, ".wqrs"))), c(0.6, 0.7))
  beats(".sqrs", c(50, 80, 90))
  expect_error(ann2rr(record), "annotator")
  expect_equal(as.numeric(ann2rr(record, annotator = "sqrs")), c(0.8, 0.9))
  expect_equal(as.numeric(read_rr(record, annotator = "wqrs")), c(0.6, 0.7))
})

test_that("beats of a table of events are read", {
  folder <- tempfile()
  dir.create(folder)
  file <- file.path(folder, "sub-1_task-rest_events.tsv")
  writeLines(c("onset\tduration\ttrial_type", "0.5\t0\tR", "1.25\t0\tR", "1.5\t0\tblink", "2.125\t0\tR", "5\t0\tR", "5.75\t0\tR"), file)
  expect_identical(as.numeric(read_rr(file, beats = "R")), c(0.75, 0.875, NA, 0.75))
  expect_identical(as.numeric(read_rr(file, beats = "R", max = Inf)), c(0.75, 0.875, 2.875, 0.75))
})

test_that("what was removed is found in what was handed in", {
  x <- c(0.8, NA, 0.82, 2.4, NA, NA, 0.79, 0.1, 0.81)
  rr <- clean_rr(x, first = "interval")
  removed <- attr(rr, "removed")
  expect_identical(removed$position, c(4, 8))
  expect_identical(x[removed$position], removed$value)
  expect_identical(removed$reason, c("too_long", "too_short"))
  expect_identical(attr(rr, "n_read"), 6)
  expect_identical(nrow(attr(clean_rr(c(NA, 0.8, NA, 0.9)), "removed")), 0L)
  file <- tempfile()
  writeLines(as.character(c(0.8, 0.81, 2.4, 0.82)), file)
  expect_identical(attr(read_rr(file), "removed")$position, 3)
})

test_that("a part of a series of intervals is one", {
  part <- rr[1:50]
  expect_s3_class(part, "rr_intervals")
  expect_identical(as.numeric(part), as.numeric(rr)[1:50])
  expect_identical(attributes(part)[c("unit", "n_read", "removed")], attributes(rr)[c("unit", "n_read", "removed")])
  expect_match(attr(part, "report"), "values 1 to 50 of 180", all = FALSE)
  expect_identical(sampen(part, m = 1)$value, sampen(as.numeric(rr)[1:50], m = 1, na.action = na.omit)$value)
  expect_s3_class(head(rr, 30), "rr_intervals")
  expect_s3_class(tail(rr, 30), "rr_intervals")
  expect_s3_class(rr[seq_along(rr) > 9], "rr_intervals")
  expect_identical(rr[], rr)
  expect_output(print(summary(part)), "RR intervals of 180 read")
  # Those that did not follow each other would be neighbours.
  for (i in list(c(1, 3), 5:1, -5, c(1, NA), 0, 175:190, !is.na(rr))) expect_identical(rr[i], as.numeric(rr)[i])
  expect_identical(median(rr, na.rm = TRUE), median(as.numeric(rr), na.rm = TRUE))
  expect_identical(quantile(rr, na.rm = TRUE), quantile(as.numeric(rr), na.rm = TRUE))
  expect_identical(diff(rr), diff(as.numeric(rr)))
  expect_identical(data.frame(rr = rr), data.frame(rr = as.numeric(rr)))
  expect_identical(as.data.frame(rr), data.frame(rr = as.numeric(rr)))
  expect_identical(data.frame(beat = seq_along(rr), rr), data.frame(beat = seq_along(rr), rr = as.numeric(rr)))
})

test_that("intervals of several recordings put together are plain numbers", {
  first <- clean_rr(rep(c(2.4, 0.8, 0.82, 0.81), 20)[-1])
  second <- clean_rr(1000 * rep(c(0.7, 0.72, 0.71, 0.69), 20)[-1])
  one <- other <- data.frame(beat = 1:79)
  one$rr <- first
  other$rr <- second
  expect_identical(rbind(one, other)$rr, c(as.numeric(first), as.numeric(second)))
  changed <- first
  changed[1:3] <- second[1:3]
  expect_identical(changed, c(as.numeric(second)[1:3], as.numeric(first)[4:79]))
  changed <- first
  changed[2] <- NA
  expect_s3_class(changed, "rr_intervals")
  expect_identical(attr(changed, "unit"), "s")
  expect_identical(as.numeric(changed), replace(as.numeric(first), 2, NA))
  changed[] <- 0.8
  expect_identical(as.numeric(changed), rep(0.8, 79))
  changed[80] <- 0.8
  expect_identical(changed, rep(0.8, 80))
})

test_that("no template reaches over a gap, whatever the delay", {
  pieces <- split(as.numeric(rr), cumsum(is.na(rr)))
  kept <- vapply(pieces, function(piece) sum(!is.na(piece)), numeric(1))
  for (tau in 1:3) {
    found <- sampen(rr, m = 2, tau = tau)
    expect_identical(found$templates_m, sum(pmax(0, kept - 2 * tau)))
    expect_identical(found$n, length(rr))
  }
  expect_identical(multiscale(rr, 1:2, m = 1, tau = 1)$value, multiscale(as.numeric(rr), 1:2, m = 1, na.action = na.omit)$value)
  for (tau in 1:3) {
    between <- function(m) {
      starts <- seq_len(length(rr) - (m - 1) * tau)
      whole <- vapply(starts, function(i) !anyNA(rr[i:(i + (m - 1) * tau)]), logical(1))
      samples <- lapply(seq_len(m) - 1, function(k) ifelse(whole, as.numeric(rr)[starts + k * tau], NA))
      near <- Reduce(pmax, lapply(samples, function(x) abs(outer(x, x, `-`)))) <= 0.011
      rowSums(near, na.rm = TRUE)
    }
    counted <- count_matches(rr, lengths = 2:3, r = 0.011, tau = tau, per_template = TRUE)
    expected <- list("2" = between(2), "3" = between(3))
    expect_identical(lapply(counted$per_template, as.numeric), expected)
    expect_identical(counted$totals, vapply(expected, sum, numeric(1)))
  }
  # Missing samples of other series keep their place in time.
  x <- replace(u, 50, NA)
  expect_identical(sampen(x, tau = 2, na.action = na.omit)$templates_m, length(x) - 4 - 3)
})

test_that("the length is that of what was measured", {
  found <- sampen(rr, na.action = function(x) x[!is.na(x)])
  expect_identical(found$n, sum(!is.na(rr)))
  expect_identical(found$n, sampen(as.numeric(rr)[!is.na(rr)])$n)
})

test_that("missing samples of a series beside RR intervals are not left out without a word", {
  y <- as.numeric(rr)[seq_along(rr)]
  y[is.na(y)] <- 0.8
  expect_silent(whole <- cross_sampen(rr, y))
  expect_true(is.finite(whole$value))
  y[3] <- NA
  expect_error(cross_sampen(rr, y), "y has 1 missing sample", class = "biotropy_missing_values")
  expect_silent(cross_sampen(rr, y, na.action = na.omit))
  expect_silent(cross_sampen(rr, rr))
})

test_that("intervals between times have their unit", {
  set.seed(4)
  seconds <- 1.2 + 0.05 * rnorm(200)
  when <- as.POSIXct("2024-03-01", tz = "UTC") + cumsum(seconds)
  expected <- clean_rr(as.double(diff(when)), input_unit = "s")
  expect_identical(clean_rr(diff(when)), expected)
  expect_equal(as.double(clean_rr(as.difftime(seconds / 60, units = "mins"))), seconds)
  expect_identical(attr(clean_rr(diff(when), output_unit = "ms"), "unit"), "ms")
  expect_error(clean_rr(diff(when), input_unit = "ms"), "input_unit is \"ms\"; it must be", class = "biotropy_invalid_argument")
})

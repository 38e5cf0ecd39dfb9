# SPDX-License-Identifier: Apache-2.0
# Recordings of files, and their preparation.

test_that("a file gives its samples, names and rate", {
  file <- written(Fz = u, Cz = v)
  x <- read_signals(file, rate = 250)
  expect_identical(matrix(x, 1000, dimnames = list(NULL, c("Fz", "Cz"))), cbind(Fz = u, Cz = v))
  expect_identical(stats::tsp(x), stats::tsp(stats::ts(u, start = 0, frequency = 250)))
  expect_identical(sampen(x)$value, sampen(cbind(Fz = u, Cz = v))$value)
  expect_null(stats::tsp(read_signals(file)))
  expect_identical(as.numeric(read_signals(file, channels = 2)), v)
  expect_identical(as.numeric(read_signals(file, channels = "Cz")), v)
  expect_error(read_signals(file, channels = "Oz"), class = "biotropy_invalid_argument")
  expect_error(read_signals(tempfile()), class = "biotropy_file_not_found")
})

test_that("recordings have units, and bad channels have no value", {
  folder <- file.path(tempfile(), "sub-01", "eeg")
  dir.create(folder, recursive = TRUE)
  table <- c("name\ttype\tunits\tstatus", "Fz\tEEG\tuV\tgood", "Cz\tEEG\tuV\tbad")
  writeLines(table, file.path(folder, "sub-01_task-rest_channels.tsv"))
  path <- file.path(folder, "sub-01_task-rest_eeg.csv")
  file.copy(written(Fz = u, Cz = v), path)
  expect_warning(x <- read_signals(path, rate = 250), class = "biotropy_channels_bad")
  expect_identical(colnames(x), c("Fz", "Cz"))
  expect_true(all(is.na(x[, "Cz"])))
  why <- attr(x, "bads")
  expect_identical(names(why), "Cz")
  expect_warning(found <- sampen(x), class = "biotropy_not_finite")
  expect_identical(unname(found$reason), c("", unname(why)))
  expect_identical(found$value[["Fz"]], sampen(u)$value)
  expect_identical(is.na(suppressWarnings(pairwise(x))$value[, , 1]), matrix(c(FALSE, TRUE, TRUE, TRUE), 2, dimnames = NULL), ignore_attr = TRUE)
  expect_error(sampen(x[, "Cz"]), class = "biotropy_missing_values")
  expect_no_warning(both <- read_signals(path, rate = 250, bads = "keep"))
  expect_identical(both[, "Cz"], stats::ts(v, start = 0, frequency = 250), ignore_attr = TRUE)
  attr(both, "units") <- c("uV", "mV")
  expect_error(sampen(both, r = 0.1, r_unit = "absolute"), class = "biotropy_invalid_argument")
})

test_that("epochs are those of the program", {
  file <- written(Fz = u, Cz = v)
  options <- c("--rate", "100", "--band", "2", "30", "--decimate", "2", "--epoch", "2 s")
  theirs <- results_of("entropy", file, options)
  epochs <- prepare(read_signals(file, rate = 100), band = c(2, 30), decimate = 2, epoch = "2 s")
  expect_identical(dim(epochs), c(100L, 2L, 5L))
  expect_identical(attr(epochs, "onset"), c(0, 2, 4, 6, 8))
  expect_identical(attr(epochs, "rate"), 50)
  expect_identical(as.vector(sampen(epochs)$value), theirs$value)
  whole <- prepare(cbind(u, v), 100, band = c(2, 30))
  expect_identical(prepare(u, 100, band = c(2, 30)), whole[, "u"])
  expect_identical(stats::frequency(whole), 100)
  expect_identical(prepare(cbind(u, v), channels = "v"), cbind(v = v))
})

test_that("templates of prepared samples step over no gap", {
  frame <- data.frame(u, v)[c(1:400, 501:1000), ]
  prepared <- prepare(frame, rate = 100)
  expect_identical(attr(prepared, "gaps"), 401L)
  for (tau in c(1, 3)) {
    counts <- function(x) sampen(x, tau = tau, na.action = na.omit)[c("value", "matches_m", "templates_m")]
    expect_identical(counts(prepared), counts(frame))
    expect_identical(counts(unclass(prepared)), counts(frame))
  }
  curve <- function(x) multiscale(x, 1:3, tau = 2, na.action = na.omit)$value
  expect_identical(curve(prepared), curve(frame))
  expect_error(sampen(prepared[, "u"]), class = "biotropy_missing_values")
  expect_identical(attr(prepare(frame, rate = 100, decimate = 4), "gaps"), 101L)
  expect_null(attr(prepare(u, 100), "gaps"))
})

test_that("missing samples of a gap are none of a filter", {
  file <- written(`time (s)` = (c(1:400, 501:1000) - 1) / 100, Fz = u[c(1:400, 501:1000)])
  filled <- suppressWarnings(read_signals(file, gap_fill = 5))
  filtered <- prepare(filled, band = c(2, 30))
  expect_identical(as.vector(filtered[1:400]), as.vector(prepare(u[1:400], 100, band = c(2, 30))))
  expect_identical(attr(filtered, "gaps"), 401L)
  expect_equal(attr(filtered, "times")[400:402], c(3.99, 4.495, 5))
  expect_equal(attr(prepare(filtered, epoch = "1.5 s"), "onset"), c(0, 1.5, 3, 5.5, 7, 8.5))
  epochs <- prepare(filled, epoch = "1.5 s")
  expect_equal(attr(epochs, "onset"), c(0, 1.5, 3, 5.5, 7, 8.5))
  expect_equal(attr(prepare(filled, epoch = "1.5 s", band = c(2, 30)), "onset"), attr(epochs, "onset"))
  theirs <- results_of("entropy", file, "--epoch", "1.5 s")
  expect_identical(as.vector(suppressWarnings(sampen(epochs)$value)), theirs$value)
})

test_that("prepared samples keep their units and their start", {
  x <- structure(stats::ts(cbind(u, v), start = 10, frequency = 100), units = c("uV", "mV"))
  epochs <- prepare(x, epoch = "2 s")
  expect_identical(attr(epochs, "units"), c("uV", "mV"))
  expect_identical(attr(epochs, "onset")[1:2], c(10, 12))
  dated <- structure(cbind(u, v), index = as.POSIXct("2024-03-01", tz = "UTC") + seq_along(u) / 100, class = "zoo")
  expect_identical(attr(prepare(dated, epoch = 200), "onset")[1:2], c(0, 2))
  for (prepared in list(epochs, prepare(x))) {
    expect_error(sampen(prepared, r = 5, r_unit = "absolute"), class = "biotropy_invalid_argument")
  }
})

test_that("no template reaches over a gap of a file", {
  file <- tempfile(fileext = ".csv")
  kept <- c(1:400, 501:1000)
  write.csv(data.frame(time = kept / 100, a = u[kept], b = v[kept]), file, row.names = FALSE)
  suppressWarnings(found <- read_signals(file, gap_fill = 1))
  frame <- data.frame(u, v)[kept, ]
  for (tau in c(1, 3)) {
    counts <- function(x) sampen(x, tau = tau, na.action = na.omit)$templates_m
    expect_identical(as.vector(counts(found)), as.vector(counts(frame)))
  }
})

test_that("padding that is filtered is warned of", {
  padded <- c(u, numeric(300))
  expect_warning(prepare(padded, 100, band = c(1, 4)), class = "biotropy_padding")
  left <- suppressWarnings(prepare(rev(padded), 100, padding = 100))
  expect_equal(stats::tsp(left)[1], (NROW(padded) - NROW(left)) / 100)
  expect_silent(suppressMessages(prepare(u, 100, band = c(1, 4))))
})

test_that("what cannot be prepared is NA with a reason, or an error", {
  expect_warning(epochs <- prepare(cbind(u, 0), epoch = 500), class = "biotropy_not_finite")
  expect_true(all(is.na(epochs[, 2, ])) && !anyNA(epochs[, 1, ]))
  expect_error(prepare(u, band = c(1, 4)), class = "biotropy_invalid_argument")
  expect_error(prepare(stats::ts(u, frequency = 50), 100, band = c(1, 4)), class = "biotropy_invalid_argument")
  expect_error(prepare(c(u, NA), 100, band = c(1, 4)), class = "biotropy_missing_values")
  expect_error(prepare(u, epoch = 100, window = 100, step = 50), class = "biotropy_invalid_argument")
})

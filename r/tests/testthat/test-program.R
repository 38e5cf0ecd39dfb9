# SPDX-License-Identifier: Apache-2.0
# The same bits as from the program.

test_that("entropies of one series", {
  file <- written(u = u, v = v)
  for (measure in c("sampen", "apen", "fuzzyen")) {
    theirs <- results_of("entropy", file, "--rate", "1", "--measure", measure, "-m", "2", "-r", "0.15")
    ours <- get(measure)(data.frame(u, v), m = 2, r = 0.15)
    expect_identical(theirs$channel, names(ours$value))
    expect_identical(theirs$value, unname(ours$value), info = measure)
    if (measure != "fuzzyen") expect_equal(theirs$matches_m1, unname(ours$matches_m1), tolerance = 0)
  }
  theirs <- results_of("entropy", file, "--rate", "1", "--tau", "3", "--ddof", "0", "--boundary", "open", "--theiler", "5")
  expect_identical(theirs$value, unname(sampen(cbind(u, v), tau = 3, ddof = 0, boundary = "open", theiler = 5)$value))
  for (convention in c("costa", "antropy", "neurokit")) {
    theirs <- results_of("entropy", file, "--rate", "1", "--convention", convention)
    expect_identical(theirs$value, unname(sampen(cbind(u, v), convention = convention)$value), info = convention)
  }
})

# The channels that the package and the program measure; "asked" where they refuse a column that may be time.
channels_of <- function(frame, has_names = TRUE) {
  file <- do.call(written, frame)
  if (!has_names) writeLines(readLines(file)[-1], file)
  options <- c("--rate", "1", "--measure", "permen", "--missing", "omit")
  tryCatch(do.call(results_of, as.list(c("entropy", file, options)))$channel, error = function(e) "asked")
}
measured <- function(frame) {
  tryCatch(names(suppressWarnings(permen(frame, na.action = na.omit))$value), biotropy_unsupported = function(e) "asked")
}

test_that("the same columns are time", {
  n <- 400
  u <- u[1:n]
  v <- v[1:n]
  firsts <- list(
    time = u, t = 1:n, t = u, idx = 1:n * 0.004, x = 1:n, x = cumsum(u), x = 1:n + 0.4 * u, x = 1:n + 0.9 * u,
    x = round(1:n / 128, 3), sample = 1:n %% 256, clock = cumsum(u) + 1.6e12, x = c(1:50, rev(1:350)), x = 1:n %% 250,
    x = c(1:250, 351:500), n = c(1:380, rep(1, 20)), frame = c(1:100, rep(7, 300)), elapsed_time = u, timer = u,
    time = 1:n, t = cumsum(u) + 1.6e9, "Time [s]" = u, "lsl.timestamp" = u, row = n:1, samples = 2 * (1:n), x = u / 1e9 + 1:n
  )
  for (i in seq_along(firsts)) {
    frame <- stats::setNames(data.frame(firsts[[i]], u, v), c(names(firsts)[i], "a", "b"))
    expect_identical(measured(frame), channels_of(frame), info = paste(i, names(firsts)[i]))
  }
  for (first in list(1:n, 1:n + 0.4 * u, u, cumsum(u) + 1.6e9)) {
    frame <- data.frame(V1 = first, V2 = u, V3 = v)
    expect_identical(sub("V", "col", measured(frame)), channels_of(frame, has_names = FALSE))
  }
  frame$V1 <- 1:n
  condition <- expect_error(permen(frame), class = "biotropy_unsupported")
  expect_identical(condition$argument, "x")
  expect_silent(permen(as.matrix(frame)))
})

test_that("beats of a table of events", {
  file <- paste0(tempfile(), "_events.tsv")
  writeLines(c("onset\tduration\ttrial_type", paste0(cumsum(round(0.8 + 0.2 * u[1:50], 3)), "\t0\tR")), file)
  theirs <- as.numeric(program("rr", file, "--beats", "R", "--ectopic", "previous"))
  expect_identical(is.nan(theirs), is.na(as.numeric(read_rr(file, beats = "R", ectopic = "previous"))))
  expect_equal(theirs, as.numeric(read_rr(file, beats = "R", ectopic = "previous")), tolerance = 0)
})

test_that("many scales", {
  file <- written(u = u)
  for (method in c("mse", "rmse", "cmse", "rcmse")) {
    theirs <- results_of("multiscale", file, "--rate", "1", "--scales", "1-8", "--method", method)
    ours <- multiscale(u, 1:8, method = method)
    expect_identical(theirs$value, unname(ours$value[, 1]), info = method)
    expect_identical(theirs$complexity_index[1], unname(ours$complexity_index))
  }
})

test_that("pairs of channels", {
  x <- data.frame(a = u[1:400], b = v[1:400], c = u[401:800])
  file <- do.call(written, x)
  for (measure in c("cross-apen", "cross-sampen", "cross-fuzzyen")) {
    theirs <- results_of("cross", file, "--rate", "1", "--measure", measure, "-m", "1")
    ours <- pairwise(x, measure, m = 1)$mean
    expect_identical(theirs$value, ours[cbind(theirs$channel, theirs$partner)], info = measure)
  }
})

test_that("heartbeats", {
  for (name in c("nsr001.ecg", "nsr009.ecg", "105.atr")) {
    path <- recording(file.path("heartbeat", name))
    theirs <- results_of("entropy", path, "--missing", "omit", "-r", "0.15")
    ours <- sampen(read_rr(path), r = 0.15)
    expect_identical(theirs$value, ours$value, info = name)
    expect_equal(theirs$matches_m, ours$matches_m, tolerance = 0)
    theirs <- results_of("entropy", path, "--tau", "2")
    expect_identical(theirs$value, sampen(read_rr(path), tau = 2)$value, info = name)
    intervals <- scan(text = program("rr", path), quiet = TRUE)
    expect_equal(as.numeric(read_rr(path)), intervals, tolerance = 1e-15)
    closed <- scan(text = program("rr", path, "--policy", "close", "--ectopic", "median"), quiet = TRUE)
    expect_equal(as.numeric(read_rr(path, policy = "close", ectopic = "median")), closed, tolerance = 1e-15)
  }
  path <- recording("heartbeat/nsr001_rr_secs.txt")
  expect_equal(as.numeric(read_rr(path)), scan(text = program("rr", path), quiet = TRUE), tolerance = 1e-15)
})

test_that("states", {
  base <- tempfile()
  program("states", "simulate", "P3", "-o", base, "--samples", "3000")
  table <- paste0(base, ".csv")
  model_file <- tempfile(fileext = ".nc")
  program("states", "train", table, "--rate", "100", "-o", model_file)
  output <- tempfile(fileext = ".tsv")
  program("states", "classify", table, "--rate", "100", "--model", model_file, "-o", output)

  samples <- exact_table(table, ",")
  events <- read.delim(paste0(base, "_events.tsv"))
  state <- rep(events$trial_type, round(events$duration * 100))
  theirs <- read_sicamm(model_file)
  ours <- sicamm(samples, factor(state, theirs$classes))
  for (part in c("transitions", "priors", "unmixing", "bias", "beta")) {
    expect_identical(unname(ours[[part]]), unname(theirs[[part]]), info = part)
  }
  classified <- exact_table(output, "\t", c(3:5))
  found <- predict(ours, samples, type = "all")
  expect_identical(unname(as.matrix(found[, theirs$classes])), unname(classified))
  expect_identical(as.character(found$class), read.delim(output)$label)
})

# SPDX-License-Identifier: Apache-2.0
# What R users rely on: shapes, methods, quietness, threads, interrupts.

in_new_session <- function(code) {
  file <- tempfile(fileext = ".R")
  writeLines(c(sprintf(".libPaths(%s)", deparse1(.libPaths())), code), file)
  suppressWarnings(system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", file), stdout = TRUE, stderr = TRUE))
}

test_that("vectors, time series, matrices and data frames are alike", {
  expected <- sampen(u)$value
  expect_identical(sampen(ts(u, frequency = 4))$value, expected)
  expect_identical(sampen(matrix(u))$value, c("1" = expected))
  expect_identical(sampen(data.frame(a = u, b = v))$value, c(a = expected, b = sampen(v)$value))
  expect_identical(sampen(ts(cbind(a = u, b = v)))$value, sampen(cbind(a = u, b = v))$value)
  expect_identical(sampen(c(1L, 3L, 2L, 1L, 3L, 2L, 1L, 3L, 2L))$value, sampen(c(1, 3, 2, 1, 3, 2, 1, 3, 2))$value)
  expect_identical(sampen(data.frame(a = 1:9 %% 2L))$value, c(a = sampen(1:9 %% 2)$value))
  expect_identical(as.numeric(cross_apen(cbind(u, v), unname(cbind(v, u)), m = 1)),
    c(cross_apen(u, v, m = 1)$value, cross_apen(v, u, m = 1)$value)
  )
  before <- u + 0
  sampen(u)
  expect_identical(u, before)
})

test_that("a result lists what its values depend on", {
  short <- sampen(u, m = 1, r = 0.3)$parameters
  expect_identical(short, sampen(as.ts(u), m = 1, r = 0.3)$parameters)
  expect_identical(short[c("measure", "convention", "m", "r", "r_unit")],
    list(measure = "sampen", convention = "richman-moorman", m = 1L, r = 0.3, r_unit = "sd"))
  expect_identical(sampen(u, m = 1:2, surrogates = 19)$parameters[c("m", "surrogates")], list(m = c(1, 2), surrogates = 19L))
  expect_identical(multiscale(u, scales = c(1, 3), method = "rcmse")$parameters[c("scales", "method")], list(scales = c(1, 3), method = "rcmse"))
  windows <- sliding_entropy(rep(u, 60), window = 100, step = 50, convention = "antropy")
  expect_identical(windows$parameters$boundary, "open")
})

test_that("methods", {
  found <- sampen(data.frame(a = u, b = v))
  expect_output(print(found), "Sample entropy \\(m = 2, r = 0.2 SD, tau = 1\\)")
  expect_output(print(sampen(u)), "633 of 5,995 matching pairs")
  expect_output(print(summary(found)), "matches_m1")
  expect_identical(subset(as.data.frame(found), channel == "b")$matches_m, found$matches_m[["b"]])
  curve <- multiscale(data.frame(a = u, b = v), 1:3)
  expect_output(print(curve), "MSE of sample entropy")
  expect_identical(nrow(summary(curve)), 6L)
  expect_identical(as.data.frame(curve)$value, c(curve$value))
  matrix <- pairwise(cbind(u, v), m = 1)
  expect_output(print(matrix), "partner")
  expect_identical(as.matrix(matrix), matrix$mean)
  expect_identical(nrow(summary(matrix)), 4L)
  rr <- clean_rr(c(0.8, 0.82, 2.4, 0.79, 0.81))
  expect_output(print(rr), "4 RR intervals \\(s\\), 1 gap($|\\n)")
  expect_output(print(summary(rr)), "too_long 1")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  for (drawn in list(found, curve, matrix, rr)) expect_invisible(plot(drawn))
})

test_that("series of equal names, epochs without a value", {
  x <- cbind(a = u, a = v, a = u)
  found <- sampen(x)
  expect_identical(as.data.frame(found)[1:2], data.frame(channel = rep("a", 3), value = unname(found$value)))
  expect_identical(rownames(as.data.frame(found, row.names = c("x", "y", "z"))), c("x", "y", "z"))
  expect_identical(summary(multiscale(x, 1:2))$channel, rep("a", 6))
  expect_identical(nrow(summary(pairwise(x, m = 1))), 9L)
  epochs <- array(c(u, v, u), c(250, 2, 6))
  epochs[, 1, 2] <- 1
  matrix <- suppressWarnings(pairwise(epochs, m = 1, bias = "none"))
  matrix$value[1, 2, 1] <- Inf
  table <- summary(matrix)
  values <- matrix$value[1, 2, ]
  expect_identical(table$sd[table$channel == "1" & table$partner == "2"], sd(values[is.finite(values)]))
})

test_that("threads are limited by argument, option and environment", {
  old <- Sys.getenv(c("_R_CHECK_LIMIT_CORES_", "RCPP_PARALLEL_NUM_THREADS", "OMP_THREAD_LIMIT"), NA, names = TRUE)
  on.exit({
    Sys.unsetenv(names(old))
    if (any(!is.na(old))) do.call(Sys.setenv, as.list(old[!is.na(old)]))
    options(biotropy.threads = NULL)
  })
  Sys.unsetenv(names(old))
  expect_identical(biotropy_threads(), 2L)
  expect_identical(biotropy_threads(7), 7L)
  expect_identical(biotropy_threads(0), 0L)
  options(biotropy.threads = 3)
  expect_identical(biotropy_threads(), 3L)
  expect_identical(biotropy_threads(1), 1L)
  options(biotropy.threads = "many")
  expect_error(sampen(u), "option biotropy.threads", class = "biotropy_invalid_argument")
  options(biotropy.threads = NULL)
  Sys.setenv(RCPP_PARALLEL_NUM_THREADS = "4")
  expect_identical(biotropy_threads(), 4L)
  expect_identical(biotropy_threads(0), 4L)
  Sys.setenv(OMP_THREAD_LIMIT = "1")
  expect_identical(biotropy_threads(8), 1L)
  Sys.unsetenv(c("RCPP_PARALLEL_NUM_THREADS", "OMP_THREAD_LIMIT"))
  Sys.setenv("_R_CHECK_LIMIT_CORES_" = "TRUE")
  expect_identical(biotropy_threads(0), 2L)
  Sys.setenv("_R_CHECK_LIMIT_CORES_" = "false", OMP_THREAD_LIMIT = "all")
  expect_error(biotropy_threads(), "OMP_THREAD_LIMIT", class = "biotropy_invalid_argument")
  expect_error(sampen(u, threads = -1), class = "biotropy_invalid_argument")
  expect_error(sampen(u, threads = 1.5), class = "biotropy_invalid_argument")
})

test_that("loading prints nothing, starts no thread and opens no device", {
  skip_on_os(c("mac", "windows"))
  printed <- in_new_session(c(
    "tasks <- function() length(list.files('/proc/self/task'))",
    "before <- tasks()",
    "library(biotropy)",
    "maps <- readLines('/proc/self/maps')",
    "cat(tasks() - before, sum(grepl('libOpenCL|libcuda|libpocl', maps)), '\\n')"
  ))
  expect_identical(printed, "0 0 ")
})

test_that("calls print nothing", {
  expect_silent(sampen(u))
  expect_silent(multiscale(u, 1:3))
  expect_silent(pairwise(cbind(u, v), m = 1))
})

test_that("long work is interrupted", {
  skip_on_os(c("mac", "windows"))
  printed <- in_new_session(c(
    "library(biotropy)",
    "x <- sin((1:200000)^1.5)",
    "system(sprintf('(sleep 2; kill -INT %d) &', Sys.getpid()))",
    "began <- proc.time()[['elapsed']]",
    "what <- tryCatch({ sampen(x, engine = 'direct'); 'finished' }, interrupt = function(condition) 'interrupted')",
    "cat(what, proc.time()[['elapsed']] - began < 15, is.finite(sampen(x[1:1000])$value), '\\n')"
  ))
  expect_identical(printed, "interrupted TRUE TRUE ")
})

test_that("forked processes work", {
  skip_on_os("windows")
  x <- portable(5, 20000)
  expected <- sampen(x, threads = 2)$value
  found <- parallel::mclapply(1:2, function(i) c(sampen(x)$value, biotropy_threads(8)), mc.cores = 2)
  expect_identical(found, list(c(expected, 1), c(expected, 1)))
})

test_that("several lengths and tolerances", {
  found <- sampen(u, m = 1:2, r = c(0.15, 0.2))
  expect_identical(found$value["2", "0.15"], sampen(u, m = 2, r = 0.15)$value)
  grid <- as.data.frame(found)
  expect_identical(names(grid)[1:3], c("m", "r", "value"))
  expect_identical(grid$m, c(1L, 2L, 1L, 2L))
  expect_identical(grid$r, c(0.15, 0.15, 0.2, 0.2))
  for (i in 1:4) expect_identical(grid$value[i], sampen(u, m = grid$m[i], r = grid$r[i])$value)
  expect_identical(grid$matches_m1[4], sampen(u, m = 2, r = 0.2)$matches_m1)
  expect_identical(permen(u, m = 2:3)$value[["3"]], permen(u)$value)
  expect_identical(startsWith(c(permen(u, normalise = TRUE)$name, permen(u)$name), "normalised"), c(TRUE, FALSE))
  of_two <- apen(cbind(a = u, b = v), m = 1:3)
  expect_identical(dimnames(of_two$value), list(channel = c("a", "b"), m = c("1", "2", "3")))
  expect_identical(of_two$value[, "2"], apen(cbind(a = u, b = v))$value)
  expect_identical(cross_apen(u, v, r = c(0.1, 0.2), m = 1)$value[["0.2"]], cross_apen(u, v, r = 0.2, m = 1)$value)
  costa <- sampen(u, m = 1:2, convention = "costa", r_unit = "sd")
  expect_identical(costa$value[[1]], sampen(u, m = 1, convention = "costa")$value)
  expect_error(sampen(u, m = c(1, 0)), "m is 0; it must be", class = "biotropy_invalid_argument")
  expect_error(sampen(u, m = c(1, 1.5)), "m is 1,1.5; it must be", class = "biotropy_invalid_argument")
  expect_error(sampen(u, r = c(0.1, -1)), "r is -1; it must be", class = "biotropy_invalid_argument")
  expect_error(sampen(u, r = c("a", "b")), "r is a character of 2 values; it must be", class = "biotropy_invalid_argument")
})

test_that("a grid of parameters warns once of all its cells", {
  warnings_of <- function(call) {
    said <- list()
    withCallingHandlers(call, warning = function(condition) {
      said <<- c(said, list(condition))
      invokeRestart("muffleWarning")
    })
    said
  }
  u <- sin((1:60)^1.3)
  said <- warnings_of(sampen(cbind(a = u, flat = 0 * u), m = 1:2, r = c(0.15, 0.2)))
  expect_length(said, 1)
  expect_s3_class(said[[1]], "biotropy_not_finite")
  expect_match(conditionMessage(said[[1]]), "^4 of 8 values are not finite; channel flat, m 1, r 0.15: ")
  said <- warnings_of(cross_apen(u, u[1:50], m = 1:3))
  expect_length(said, 1)
  expect_s3_class(said[[1]], "biotropy_lengths")
})

test_that("series of different lengths are compared with a warning", {
  expect_warning(cross_apen(u, u[1:50], m = 1), "x has 1000 samples and y 50", class = "biotropy_lengths")
  expect_warning(cross_sampen(cbind(u), cbind(u[1:50]), m = 1), class = "biotropy_lengths")
  expect_silent(cross_apen(u, v, m = 1))
})

test_that("an absolute r in another unit is warned of", {
  x <- cbind(u, v)
  calls <- list(
    sampen, mvsampen, function(...) cross_sampen(x, ...), function(...) pairwise(..., measure = "cross-sampen"),
    function(...) multiscale(..., scales = 1), function(...) sliding_entropy(..., window = 100, step = 500)
  )
  for (call in calls) {
    expect_silent(call(x, r = 0.2, r_unit = "absolute"))
    expect_warning(call(x, r = 1e5, r_unit = "absolute"))
  }
})

test_that("padding is warned of", {
  x <- cbind(u, v)
  x[1:150, 2] <- 0
  told <- "x: 1 of 2 .*series 2 of 2.* begins in 150"
  for (measured in c(sampen, permen, pairwise, mvsampen, function(x) multiscale(x, 1), function(x) multiscale_pairwise(x, 1))) {
    expect_warning(measured(x), told, class = "biotropy_padding")
  }
  expect_warning(count_matches(u, rev(x[, 2]), r = 0.1), "y: 1 of 1 .*ends in 150", class = "biotropy_padding")
  x[1:150, 2] <- u[1:150]
  expect_silent(permen(x))
})

test_that("channels in rows are warned of", {
  x <- matrix(portable(4, 1200), 6)
  told <- "x has 200 series of 6 samples"
  suppressWarnings({
    expect_warning(sampen(x, m = 1), told, class = "biotropy_orientation")
    expect_warning(permen(as.data.frame(x)), told, class = "biotropy_orientation")
    expect_warning(cross_sampen(x, x), "y has 200 series", class = "biotropy_orientation")
    for (of_all in c(pairwise, mvsampen, mvmultiscale, multiscale_pairwise)) {
      wide <- matrix(u[1:70], 7)
      told_of <- "x has 10 series of 7 samples"
      expect_warning(try(of_all(wide), silent = TRUE), told_of, class = "biotropy_orientation")
      expect_warning(try(of_all(array(wide, c(dim(wide), 2))), silent = TRUE), told_of, class = "biotropy_orientation")
    }
    expect_warning(try(sicamm(x, rep(c("a", "b"), 3)), silent = TRUE), class = "biotropy_orientation")
  })
  # Time series say which dimension is time, and a vector has only one.
  square <- cbind(a = u[1:3], b = v[1:3], c = u[4:6], d = v[4:6])
  expect_warning(permen(square, m = 2), class = "biotropy_orientation")
  expect_silent(permen(ts(square), m = 2))
  expect_silent(permen(square[, 1:3], m = 2))
})

test_that("columns of data frames that count time are left out", {
  n <- length(u)
  signals <- data.frame(a = u, b = v)
  expected <- mvsampen(signals)$value
  left_out <- function(column, name) {
    frame <- stats::setNames(cbind(column, signals), c(name, "a", "b"))
    told <- sprintf("column \"%s\" of x was left out: it counts time or samples; as.matrix(x) keeps it", name)
    expect_warning(found <- mvsampen(frame), told, fixed = TRUE, class = "biotropy_clocks_left_out")
    expect_identical(found$value, expected)
  }
  for (name in c("time", "Time [s]", "Time..s.", "TIMESTAMP", "lsl_timestamp", "elapsed", "time_ms")) left_out(1:n / 128, name)
  left_out(cumsum(u) + 1.6e9, "clock")
  left_out(1:n %% 1256, "sample")
  left_out(1:n, "")
  late <- cbind(index = c(1:500, 601:(n + 100)), signals)
  suppressWarnings(expect_error(mvsampen(late), "after sample 500", class = "biotropy_missing_values"))
  apart <- as.matrix(rbind(signals[1:500, ], NA, signals[501:n, ]))
  expect_identical(suppressWarnings(mvsampen(late, na.action = na.omit))$value, mvsampen(apart, na.action = na.omit)$value)
  # Single columns and matrices are measured as they are.
  expect_silent(mvsampen(data.frame(n = u, a = v)))
  for (rising in list(1:n, round((1:n) / 128, 3))) expect_error(mvsampen(cbind(signals, x = rising)), class = "biotropy_unsupported")
  expect_error(mvsampen(data.frame(a = 1:n, b = (1:n)^1.1)), class = "biotropy_unsupported")
  expect_silent(permen(data.frame(time = u)))
  expect_silent(permen(data.frame(time = u, times = v)))
  expect_silent(mvsampen(cbind(time = u, a = v)))
  expect_warning(found <- pairwise(cbind(signals, time = 1:n / 128), m = 1), class = "biotropy_clocks_left_out")
  expect_identical(found$mean, pairwise(signals, m = 1)$mean)
  expect_warning(sampen(cbind(signals, elapsed = 1:n, time = 1:n / 128), m = 1:2), "columns \"elapsed\", \"time\" of x were left out")
})

test_that("columns of dates and times are left out", {
  n <- length(u)
  signals <- data.frame(a = u, b = v)
  when <- as.POSIXct("2024-03-01 23:59:58", tz = "UTC") + (seq_len(n) - 1) / 250
  expected <- mvsampen(signals)$value
  by_class <- list(when, as.POSIXlt(when), as.Date("2024-03-01") + seq_len(n), when - when[1])
  texts <- c("%Y-%m-%d %H:%M:%OS3", "%H:%M:%OS3", "%d.%m.%Y", "%H:%M", "0 days %H:%M:%OS3")
  by_name <- c(list(factor(format(when))), lapply(texts, function(form) format(when, form)))
  left_out <- function(column, name) {
    frame <- signals
    frame[[name]] <- column
    told <- sprintf("column \"%s\" of x was left out: it counts time or samples$", name)
    expect_warning(found <- mvsampen(frame), told, class = "biotropy_clocks_left_out")
    expect_identical(found$value, expected)
  }
  for (column in by_class) left_out(column, "when")
  for (column in by_name) left_out(column, "time")
  frame <- data.frame(when, signals)
  told <- "\"when\" of x was left out"
  expect_warning(found <- pairwise(frame, m = 1), told, class = "biotropy_clocks_left_out")
  expect_identical(found$mean, pairwise(signals, m = 1)$mean)
  expect_warning(found <- multiscale(frame, 1:2), told, class = "biotropy_clocks_left_out")
  expect_identical(found$value, multiscale(signals, 1:2)$value)
  expect_warning(found <- sliding_entropy(frame, window = 300, step = 300), told, class = "biotropy_clocks_left_out")
  expect_identical(as.vector(found$value), as.vector(sliding_entropy(signals, window = 300, step = 300)$value))
  state <- rep(c("rest", "task"), each = n / 2)
  expect_warning(model <- sicamm(frame, state, bandwidth = "silverman", beta = 1), told, class = "biotropy_clocks_left_out")
  expect_identical(model$channels, c("a", "b"))
  # What is left is looked at as ever, and texts without a name of time are none.
  for (column in list(word = "a", when = format(when[1]))) {
    suppressWarnings(expect_error(mvsampen(cbind(frame, column)), "(character)", fixed = TRUE, class = "biotropy_invalid_argument"))
  }
  expect_error(sampen(data.frame(when)), "the column \"when\" (POSIXct)", fixed = TRUE, class = "biotropy_invalid_argument")
})

test_that("columns of dates and times tell of gaps", {
  n <- length(u)
  late <- as.POSIXct("2024-03-01 23:59:58", tz = "UTC") + c(0:399, 501:(n + 100)) / 100
  texts <- lapply(c("%Y-%m-%dT%H:%M:%OS3", "%H:%M:%OS3", "%I:%M:%OS3 %p", "0 days %H:%M:%OS3"), function(form) format(late, form))
  for (column in c(list(late, late - late[1]), texts)) {
    suppressWarnings(expect_error(permen(data.frame(time = column, a = u, b = v)), "after sample 400", class = "biotropy_missing_values"))
  }
  for (column in list(texts[[1]], texts[[2]])) {
    even <- replace(column[1:400], c(7, 390), c(NA, "end"))
    expect_warning(permen(data.frame(time = even, a = u[1:400])), "time or samples$", class = "biotropy_clocks_left_out")
  }
  suppressWarnings(expect_error(permen(data.frame(time = format(late), a = u)), class = "biotropy_missing_values"))
  state <- rep(c("rest", "task"), each = n / 2)
  quick <- function(...) suppressWarnings(sicamm(..., bandwidth = "silverman", beta = 1))
  model <- quick(state ~ ., data.frame(late, state, a = u, b = v))
  expect_identical(model$transitions, quick(cbind(a = u, b = v), state, recordings = late > late[400])$transitions)
})

test_that("models and streams leave out columns of time, too", {
  state <- rep(c("rest", "task"), each = 500)
  x <- cbind(a = u, b = v)
  timed <- data.frame(time = seq_along(u) / 128, x)
  quick <- function(x) sicamm(x, state, bandwidth = "silverman", beta = 1)
  expect_warning(model <- quick(timed), "time", class = "biotropy_clocks_left_out")
  expect_identical(model$channels, c("a", "b"))
  # By the names of the model it is not asked for.
  expect_silent(found <- predict(model, timed))
  expect_identical(found, predict(model, x))
  expect_identical(quick(as.matrix(timed))$channels, c("time", "a", "b"))
  unnamed <- quick(unname(cbind(u, v)))
  expect_warning(found <- predict(unnamed, timed), "time", class = "biotropy_clocks_left_out")
  expect_identical(found, predict(unnamed, unname(x)))
  stream <- sliding_stream(window = 5, channels = 2)
  expect_warning(sliding_push(stream, timed[1:3, ]), "time", class = "biotropy_clocks_left_out")
  # Few samples of a slow channel may rise in equal steps.
  expect_silent(sliding_push(stream, data.frame(a = 1:20, b = u[1:20])))
})

test_that("formulas leave out columns of time that they do not name", {
  frame <- data.frame(time = seq_along(u) / 128, state = rep(c("rest", "task"), each = 500), a = u, b = v, t = seq_along(u))
  quick <- function(formula, data = frame) sicamm(formula, data, bandwidth = "silverman", beta = 1)
  told <- "columns \"time\", \"t\" of data were left out: they count time or samples; a formula that names channels keeps them"
  expect_warning(model <- quick(state ~ .), told, fixed = TRUE, class = "biotropy_clocks_left_out")
  expect_identical(model$channels, c("a", "b"))
  expect_identical(model$unmixing, quick(state ~ a + b)$unmixing)
  expect_silent(found <- predict(model, frame))
  expect_identical(found, predict(model, frame[c("b", "a")]))
  suppressWarnings(named <- quick(state ~ a + b + time))  # a channel that rises is far from stationary
  expect_identical(named$channels, c("a", "b", "time"))
  expect_warning(some <- quick(state ~ . + time), "column \"t\" of data was left out", class = "biotropy_clocks_left_out")
  expect_setequal(some$channels, c("time", "a", "b"))
  expect_silent(none <- quick(state ~ . - time - t))
  expect_identical(none$channels, c("a", "b"))
  signals <- frame[c("state", "a", "b")]
  expect_silent(quick(state ~ ., signals))
  expect_warning(model <- quick(state ~ ., c(as.list(signals), list(time = seq_along(v) / 128))), "time", class = "biotropy_clocks_left_out")
  expect_identical(model$channels, c("a", "b"))
  n <- seq_along(u)
  for (times in list(as.POSIXct("2020-01-01", tz = "UTC") + n / 128, as.Date("2020-01-01") + n, as.difftime(n / 128, units = "secs"))) {
    expect_warning(model <- quick(state ~ ., cbind(signals, when = times)), "\"when\"", class = "biotropy_clocks_left_out")
    expect_identical(model$channels, c("a", "b"))
  }
})

test_that("formulas do not take the bits of integers for numbers", {
  frame <- data.frame(state = rep(c("rest", "task"), each = 500), a = u, b = v)
  wide <- frame
  wide$b <- structure(v, class = "integer64")
  expect_error(sicamm(state ~ ., wide), "column \"b\" \\(integer64\\)", class = "biotropy_invalid_argument")
  counted <- structure(as.double(wide$state == wide$state[1]), class = "integer64")
  expect_error(sicamm(cbind(u, v), counted), "y is .*integer64", class = "biotropy_invalid_argument")
  model <- sicamm(state ~ ., frame, bandwidth = "silverman", beta = 1)
  expect_error(predict(model, wide), "newdata is .* column \"b\" \\(integer64\\)", class = "biotropy_invalid_argument")
  expect_error(sicamm(state ~ a + offset(b), frame), "without an offset", class = "biotropy_invalid_argument")
})

test_that("times of samples of zoo and xts tell of gaps and of other times", {
  indexed <- function(x, index) structure(x, index = index, class = "zoo")
  n <- length(u)
  even <- indexed(u, seq_len(n) / 4)
  expect_silent(found <- sampen(even)$value)
  expect_identical(found, sampen(u)$value)
  late <- indexed(u, c(1:400, 501:(n + 100)))
  expect_error(sampen(late), "after sample 400", class = "biotropy_missing_values")
  apart <- c(u[1:400], NA, NA, u[401:n])
  expect_identical(sampen(late, tau = 2, na.action = na.omit)$value, sampen(apart, tau = 2, na.action = na.omit)$value)
  expect_error(pairwise(indexed(cbind(a = u, b = v), attr(late, "index")), m = 1), class = "biotropy_missing_values")
  expect_error(cross_apen(even, indexed(v, seq_len(n) / 2), m = 1), class = "biotropy_invalid_argument")
  expect_silent(cross_apen(even, indexed(v, seq_len(n) / 4), m = 1))
  expect_silent(cross_apen(even, v, m = 1))
  # Times that differ in their last bits alone.
  expect_silent(cross_apen(indexed(u, seq_len(n) / 10), indexed(v, seq_len(n) * 0.1), m = 1))
})

test_that("a few samples of many channels are no wrong orientation where the channels are known", {
  x <- cbind(a = u, b = v, c = rev(u))
  stream <- sliding_stream(window = 5, channels = 3)
  expect_silent(sliding_push(stream, x[1:2, ]))
  model <- sicamm(x, rep(c("rest", "task"), each = 500), bandwidth = "silverman", beta = 1)
  expect_silent(predict(model, x[1:2, ], type = "posterior"))
  expect_silent(sicamm_step(sicamm_stream(model), x[1:2, ]))
})

# The steps in which a plot is drawn.
recorded_by <- function(draw) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  grDevices::dev.control("enable")
  before <- graphics::par("mar")
  draw()
  expect_identical(graphics::par("mar"), before)
  grDevices::recordPlot()[[1]]
}

# The names of the routines that draw it, and the texts that it has.
drawn_by <- function(draw) vapply(recorded_by(draw), function(step) step[[2]][[1]]$name, "")
written_by <- function(draw) {
  texts <- lapply(recorded_by(draw), function(step) {
    unlist(Filter(function(one) is.character(one) || is.expression(one), as.list(step[[2]])[-1]))
  })
  as.character(unlist(texts))
}

test_that("pictures show what has no value, and single values between gaps", {
  found <- sampen(cbind(a = u, b = u, c = u))
  found$value[2:3] <- c(NA, Inf)
  expect_true(all(c("a", "b: NA", "c: Inf") %in% written_by(function() plot(found))))
  matrix <- pairwise(cbind(a = u[1:300], b = v[1:300]), m = 1)
  expect_false(any(grepl("hatched", written_by(function() plot(matrix)))))
  matrix$mean[1, 2] <- -Inf
  expect_true("hatched: no finite value (1)" %in% written_by(function() plot(matrix)))
  expect_identical(alone(c(1, NA, 2, 3, NaN, 4, Inf, 5)), c(1L, 6L, 8L))
  expect_identical(alone(c(NA_real_, NA_real_)), integer())
  points <- function(names) sum(names == "C_plotXY")
  windows <- sliding_entropy(cbind(a = u[1:500], b = v[1:500]), window = 100, step = 100)
  lines <- points(drawn_by(function() plot(windows)))
  windows$value[c(1, 3), "b"] <- NA
  expect_gt(points(drawn_by(function() plot(windows))), lines)
  rr <- clean_rr(c(0.8, 0.82, 2.4, 0.79, 2.4, 0.81, 0.8))
  expect_identical(points(drawn_by(function() plot(rr, main = "beats"))), 2L)
})

test_that("all reasons of values that are not finite are told", {
  expect_output(tell_reasons(c("", "a", "b", "b", "")), "^not finite: b \\(2 of 5 values\\)\nnot finite: a \\(1 of 5 values\\)$")
  expect_output(tell_reasons(c("a", "b", "c", "d", "a")), "not finite: 1 value for other reasons")
  expect_silent(tell_reasons(c("", "")))
})

test_that("every line has a colour of its own", {
  expect_identical(line_colours(3), 1:3)
  expect_identical(anyDuplicated(line_colours(20)), 0L)
  x <- matrix(u[1:1000], 100, 10, dimnames = list(NULL, letters[1:10]))
  expect_true(line_colours(10)[10] %in% written_by(function() plot(multiscale(x, 1:2))))
})

test_that("numbers without a unit have none", {
  normal <- permen(u, normalise = TRUE)
  expect_output(print(normal), "0[.][0-9]+; 6 patterns")
  expect_output(print(permen(u, base = "2")), "2[.][0-9]+ bits; 6 patterns")
  expect_true("Normalised permutation entropy" %in% written_by(function() plot(permen(cbind(u, v), normalise = TRUE))))
  expect_true("Permutation entropy (bits)" %in% written_by(function() plot(permen(cbind(u, v), base = "2"))))
})

test_that("matrices have a scale of their colours", {
  found <- pairwise(cbind(a = u[1:300], b = v[1:300]), m = 1)
  expect_true(all(c("C_image", "C_rect", "C_axis") %in% drawn_by(function() plot(found))))
  expect_true("C_rect" %in% drawn_by(function() plot(found, zlim = c(0, 2), col = grDevices::hcl.colors(5))))
  found$mean[] <- 1
  expect_true("C_rect" %in% drawn_by(function() plot(found)))
})

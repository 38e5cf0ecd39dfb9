# SPDX-License-Identifier: Apache-2.0
# What samples say of their times, rates, units and channels must agree.

# Two states, 300 samples each in turn, whose channels differ in size.
set.seed(1)
made <- list(state = rep(rep(0:1, each = 300), 2))
made$x <- with(made, cbind(Fz = rnorm(1200) * ifelse(state == 1, 3, 1), Cz = rnorm(1200) * ifelse(state == 1, 1, 3)))

trained <- function(...) sicamm(..., bandwidth = "silverman", beta = 1)

test_that("classes of other times than the samples are refused", {
  x <- ts(made$x, frequency = 100)
  model <- trained(x, ts(made$state, frequency = 100))
  expect_identical(predict(model, made$x), predict(trained(made$x, made$state), made$x))
  later <- ts(made$state, start = 2, frequency = 100)
  for (call in list(trained, function(x, y) sicamm_adapt(model, x, y), function(x, y) sicamm_compare(x, y))) {
    expect_error(call(x, later), "from 1 and from 2 s", fixed = TRUE, class = "biotropy_invalid_argument")
  }
})

test_that("windows of one series are compared without their times", {
  x <- ts(sin((1:600)^1.2))
  earlier <- window(x, 1, 300)
  later <- window(x, 301, 600)
  told <- "from 1 and from 301 s"
  expect_error(cross_sampen(earlier, later), told, fixed = TRUE, class = "biotropy_invalid_argument")
  expect_silent(expected <- cross_sampen(as.numeric(earlier), as.numeric(later))$value)
  of_columns <- function(x) ts(cbind(a = as.numeric(x), b = as.numeric(x)^2), start = stats::tsp(x)[1])
  expect_error(cross_sampen(of_columns(earlier), of_columns(later)), class = "biotropy_invalid_argument")
  expect_silent(found <- cross_sampen(unclass(of_columns(earlier)), unclass(of_columns(later)))$value)
  expect_identical(found[["a"]], expected)
  dated <- function(x) structure(as.numeric(x), index = as.numeric(stats::time(x)), class = "zoo")
  expect_error(cross_sampen(dated(earlier), dated(later)), class = "biotropy_invalid_argument")
  expect_error(count_matches(earlier, later, r = 0.1), told, fixed = TRUE, class = "biotropy_invalid_argument")
  expect_silent(counted <- count_matches(as.numeric(earlier), as.numeric(later), r = 0.1))
  expect_identical(count_matches(earlier, as.numeric(later), r = 0.1), counted)
})

test_that("the frequency of a time series is the rate of its model", {
  model <- trained(ts(made$x, frequency = 100), made$state)
  expect_error(predict(model, ts(made$x, frequency = 250)), "newdata: 250 Hz", class = "biotropy_invalid_data")
  expect_error(sicamm_stream(model, rate = 250), "250 Hz", class = "biotropy_invalid_data")
  expect_identical(nrow(sicamm_step(sicamm_stream(model), made$x[1:3, ], times = c(0, 0.01, 0.02))), 3L)
  stream <- sicamm_stream(trained(made$x, made$state), rate = 100)
  expect_error(sicamm_step(stream, ts(made$x, frequency = 250)), "rate is 100", class = "biotropy_invalid_argument")
  windows <- sliding_stream(window = 100, channels = 2, rate = 100)
  expect_error(sliding_push(windows, ts(made$x, frequency = 250)), "rate is 100", class = "biotropy_invalid_argument")
  expect_identical(nrow(sliding_push(windows, ts(made$x[1:100, ], frequency = 100))), 2L)
})

test_that("a stream warns once of a tolerance in another unit", {
  x <- made$x[1:400, ]
  warned <- function(r) {
    stream <- sliding_stream(window = 100, channels = 2, r = r, r_unit = "absolute")
    n <- 0
    withCallingHandlers(
      for (i in 1:2) sliding_push(stream, x[200 * (i - 1) + 1:200, ]),
      warning = function(one) {
        n <<- n + 1
        invokeRestart("muffleWarning")
      }
    )
    n
  }
  expect_identical(c(warned(1e6), warned(1e-12), warned(sd(x[, 1]))), c(1, 1, 0))
})

test_that("times of samples of streams are dates with times or durations, too", {
  model <- trained(made$x, made$state, rate = 100)
  seconds <- 1.7e9 + (0:299) / 100
  when <- as.POSIXct(seconds, origin = "1970-01-01", tz = "UTC")
  steps <- function(times) sicamm_step(sicamm_stream(model), made$x[1:300, ], times = times)
  expected <- steps(seconds)
  expect_identical(steps(when), expected)
  expect_identical(steps(as.POSIXlt(when))$time, as.double(as.POSIXct(as.POSIXlt(when))))
  expect_identical(steps(as.difftime(seconds, units = "secs")), expected)
  expect_equal(steps(as.difftime(seconds / 60, units = "mins"))$time, seconds)
  pushed <- function(times) sliding_push(sliding_stream(window = 100, channels = 2, rate = 100), made$x[1:300, ], times = times)
  expect_identical(pushed(when), pushed(seconds))
  expect_error(pushed(when[-1]), "times is ", class = "biotropy_invalid_argument")
  expect_error(steps(format(when)), "times is ", class = "biotropy_invalid_argument")
})

test_that("rows that were left out of a data frame are gaps", {
  frame <- data.frame(made$x)
  kept <- c(1:500, 701:1200)
  expect_error(sampen(frame[kept, ]), "after sample 500", class = "biotropy_missing_values")
  missing <- replace(frame, 1, replace(frame$Fz, 300:303, NA))
  expect_error(sampen(na.omit(missing)), "after sample 299", class = "biotropy_missing_values")
  apart <- sampen(missing, na.action = na.omit)$value
  for (form in list(identity, as.matrix)) {
    removed <- na.omit(form(missing))
    expect_error(sampen(removed), "after sample 299", class = "biotropy_missing_values")
    expect_identical(sampen(removed, tau = 1, na.action = na.omit)$value[["Fz"]], apart[["Fz"]])
  }
  removed <- na.omit(missing$Fz)
  expect_error(sampen(removed), "after sample 299", class = "biotropy_missing_values")
  expect_identical(sampen(removed, na.action = na.omit)$value, apart[["Fz"]])
  expect_silent(sampen(as.numeric(removed)))
  for (silent in list(frame[1:500, ], frame[500:900, ], frame, frame[seq(1, 1200, 4), ])) expect_warning(sampen(silent), NA)
  state <- factor(made$state)
  recordings <- kept > 700
  expect_silent(model <- trained(frame[kept, ], state[kept]))
  expect_identical(model$transitions, trained(frame[kept, ], state[kept], recordings = recordings)$transitions)
  expect_identical(model$transitions, trained(state ~ ., cbind(frame, state)[kept, ])$transitions)
  of <- function(...) predict(model, ..., type = "posterior")
  expect_identical(of(frame[kept, ]), of(unname(made$x[kept, ]), recordings = recordings))
  expect_false(identical(of(frame[kept, ]), of(made$x[kept, ])))
})

test_that("a recording ends at a gap in the times of zoo", {
  index <- c(1:600, 701:1300)
  x <- structure(made$x, index = index, class = "zoo")
  state <- factor(made$state)
  recordings <- index > 700
  expect_silent(model <- trained(x, state))
  expect_identical(model$transitions, trained(made$x, state, recordings = recordings)$transitions)
  of <- function(...) predict(model, ..., type = "posterior")
  expect_identical(of(x), of(made$x, recordings = recordings))
  expect_false(identical(of(x), of(made$x)))
  adapted <- function(...) suppressWarnings(sicamm_adapt(model, ...))$bias
  expect_identical(adapted(x), adapted(made$x, recordings = recordings))
  # Streams take the times of the samples, if they know the rate.
  expect_error(sicamm_step(sicamm_stream(model), x), class = "biotropy_invalid_argument")
  stream <- function() sicamm_stream(model, rate = 1)
  expect_identical(sicamm_step(stream(), x), sicamm_step(stream(), made$x, times = index))
  windows <- function() sliding_stream(window = 100, channels = 2, rate = 1)
  expect_identical(sliding_push(windows(), x), sliding_push(windows(), made$x, times = index))
})

test_that("a recording ends at a gap in a column of time", {
  seconds <- c(1:600, 701:1300) / 100
  state <- factor(made$state)
  recordings <- seconds > 7
  model <- trained(made$x, state)
  of <- function(...) predict(model, ..., type = "posterior")
  expected <- of(made$x, recordings = recordings)
  when <- as.POSIXct("2024-03-01", tz = "UTC") + seconds
  expect_identical(of(data.frame(time = seconds, made$x)), expected)
  expect_identical(of(data.frame(made$x, when)), expected)
  by_formula <- trained(state ~ ., data.frame(state, made$x))
  again <- function(...) predict(by_formula, ..., type = "posterior")
  expect_identical(again(data.frame(time = seconds, made$x)), again(data.frame(made$x)[c(1:600, 601:1200), ], recordings = recordings))
  stream <- function() sliding_stream(window = 100, channels = colnames(made$x), rate = 100)
  expect_identical(sliding_push(stream(), data.frame(when, made$x)), sliding_push(stream(), made$x, times = when))
  # A column of time says more than one that counts, and of rows that are gone every one is a gap.
  counted <- data.frame(sample = 0:1199, time = seconds, made$x)
  templates <- function(x, ...) as.vector(suppressMessages(sampen(x, m = 1, na.action = na.omit, ...)$templates_m))[1]
  expect_identical(templates(counted), 1198)
  gone <- data.frame(made$x)[sort(sample.int(1200, 600)), ]
  expect_identical(templates(gone), sum(diff(as.integer(row.names(gone))) == 1) + 0)
  uneven <- data.frame(time = cumsum(rep(c(3, 9, 4, 8, 5), 240)), made$x)  # whole, but no numbers of rows
  expect_identical(templates(uneven), 1199)
  minutes <- structure(made$x, index = as.difftime(seq_len(1200) / 600, units = "mins"), class = "zoo")
  expect_identical(stats::frequency(prepare(minutes, band = c(1, 4))), 10)
})

test_that("uneven times are said", {
  set.seed(1)
  x <- structure(matrix(rnorm(400), 200), index = cumsum(runif(200, 0.5, 1.5)), class = "zoo")
  expect_warning(sampen(x), class = "biotropy_times_uneven")
  x <- structure(matrix(rnorm(400), 200), index = seq_len(200) * 0.004, class = "zoo")
  expect_warning(sampen(x), NA)
})

test_that("columns of a stream are one for each channel", {
  stream <- sliding_stream(window = 50, channels = c("a", "b"))
  twice <- matrix(sin(1:180), 60, dimnames = list(NULL, c("a", "a", "b")))
  expect_error(sliding_push(stream, twice), "more than once", class = "biotropy_invalid_data")
})

test_that("columns beside the channels of a model or stream are not used", {
  model <- trained(made$x, made$state)
  frame <- data.frame(label = factor(made$state), word = "a", when = as.POSIXct("2024-03-01", tz = "UTC") + 1:1200, made$x)
  expect_silent(found <- predict(model, frame))
  expect_identical(found, predict(model, made$x))
  expect_identical(sicamm_step(sicamm_stream(model), frame[1:9, ]), sicamm_step(sicamm_stream(model), made$x[1:9, ]))
  stream <- sliding_stream(window = 100, channels = c("Fz", "Cz"))
  expect_identical(nrow(sliding_push(stream, frame[1:100, ])), 2L)
  expect_error(predict(model, frame[-5]), "Cz", class = "biotropy_invalid_data")
  refused(predict(model, data.frame(Fz = 1:3, Cz = "a")), "the column \"Cz\" (character)")
})

test_that("an absolute tolerance is for intervals of one unit", {
  rr <- 0.8 + 0.05 * sin((1:300)^1.3)
  seconds <- clean_rr(rr)
  milliseconds <- clean_rr(1000 * rr)
  refused(cross_sampen(seconds, milliseconds, r = 0.02, r_unit = "absolute"))
  expect_equal(as.numeric(cross_sampen(seconds, milliseconds)), as.numeric(cross_sampen(seconds, seconds)))
  refused(count_matches(seconds, milliseconds, r = 0.02))
  expect_identical(count_matches(seconds, seconds, r = 0.02), count_matches(seconds, r = 0.02))
  expect_silent(count_matches(seconds, as.numeric(milliseconds), r = 0.02))
})

test_that("matrices of a network test have one order of channels", {
  set.seed(2)
  names <- letters[1:5]
  matrices <- lapply(1:10, function(i) matrix(rnorm(25), 5, dimnames = list(names, names)))
  groups <- rep(c("a", "b"), each = 5)
  found <- network_test(matrices, groups, threshold = 1, permutations = 9)
  expect_identical(network_test(lapply(matrices, unname), groups, threshold = 1, permutations = 9)$extent, found$extent)
  matrices[[3]] <- matrices[[3]][5:1, 5:1]
  expect_error(network_test(matrices, groups, threshold = 1), "in one order", class = "biotropy_invalid_argument")
})

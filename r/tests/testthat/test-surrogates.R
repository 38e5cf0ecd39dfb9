# SPDX-License-Identifier: Apache-2.0
# Tests against surrogates: the numbers of the program, in the form of the values.

series <- cbind(a = portable(1, 200), b = cumsum(portable(2, 200) - 0.5), c = sin((1:200)^1.1) + portable(3, 200))
file <- written(a = series[, 1], b = series[, 2], c = series[, 3])
numbers <- c("surrogate_mean", "surrogate_sd", "z", "p_lower", "p_upper", "p", "q", "p_family", "surrogates_drawn")
test_options <- c("--surrogates", "39", "--surrogate-kind", "aaft", "--surrogate-seed", "7")

test_that("series, curves and matrices have the numbers of the program", {
  found <- sampen(series, surrogates = 39, surrogate_kind = "aaft", surrogate_seed = 7)
  expect_identical(sampen(series, surrogates = 1, surrogate_seed = 2^53)$parameters$surrogate_seed, 2^53)
  wanted <- results_of("entropy", file, test_options)
  expect_named(found$surrogates, numbers)
  for (name in numbers) expect_equal(unname(found$surrogates[[name]]), wanted[[name]], tolerance = 0)
  expect_named(found$surrogates$p, c("a", "b", "c"))
  expect_identical(found$surrogates$p_lower[["b"]],
    sampen(series[, 1:2], surrogates = 39, surrogate_kind = "aaft", surrogate_seed = 7)$surrogates$p_lower[["b"]])

  one <- sampen(series[, 1], surrogates = 39, surrogate_kind = "aaft", surrogate_seed = 7)
  for (result in list(found, one)) {
    shown <- paste(capture.output(print(result)), collapse = " ")
    expect_true(grepl(format(result$surrogates$p[[1]], digits = 7), shown, fixed = TRUE))
  }

  found <- multiscale(series, 1:2, surrogates = 39, surrogate_kind = "aaft", surrogate_seed = 7)
  wanted <- results_of("multiscale", file, "--scales", "1-2", test_options)
  for (name in numbers) expect_equal(c(found$surrogates[[name]]), wanted[[name]], tolerance = 0)
  expect_identical(dim(found$surrogates$z), dim(found$value))

  found <- pairwise(series, m = 1, surrogates = 39, surrogate_kind = "aaft", surrogate_seed = 7)
  wanted <- results_of("cross", file, "-m", "1", test_options)
  for (name in numbers) expect_equal(c(t(found$surrogates[[name]][, , 1])), wanted[[name]], tolerance = 0)
  expect_identical(dimnames(found$surrogates$z), dimnames(found$value))
})

test_that("two series have the numbers of their pair in a matrix", {
  options <- list(surrogates = 39, surrogate_kind = "phases", surrogate_seed = 7)
  found <- do.call(cross_sampen, c(list(series[, 1], series[, 2]), options))
  matrix <- do.call(pairwise, c(list(series[, 1:2], measure = "cross-sampen"), options))
  for (name in c("surrogate_mean", "surrogate_sd", "z", "p_lower", "p_upper", "p")) {
    expect_identical(unname(found$surrogates[[name]]), matrix$surrogates[[name]]["a", "b", 1])
  }
  expect_identical(found$surrogates$q, found$surrogates$p)
  expect_length(cross_apen(series[, 1:2], series[, 2:3], surrogates = 9, surrogate_kind = "phases")$surrogates$p, 2)
  expect_error(suppressWarnings(cross_sampen(series[, 1], series[-1, 2], surrogates = 9)),
    "x has 200 samples and y 199", class = "biotropy_invalid_argument")
})

test_that("means over epochs have the numbers of the program", {
  epochs <- aperm(array(series, c(100, 2, 3)), c(1, 3, 2))
  found <- pairwise(epochs, m = 1, surrogates = 39, surrogate_kind = "aaft", surrogate_seed = 7, surrogates_of = "mean")
  wanted <- results_of("cross", file, "-m", "1", "--epoch", "100", "--mean-only", test_options)
  for (name in numbers) expect_equal(c(t(found$surrogates[[name]])), wanted[[name]], tolerance = 0)
  expect_identical(dim(found$surrogates$p), c(3L, 3L))
  expect_error(pairwise(epochs, surrogates_of = "median"), "surrogates_of", class = "biotropy_invalid_argument")
})

test_that("a vector has single numbers, and none without a test", {
  found <- sampen(series[, 1], surrogates = 19, surrogate_stop = 3)
  expect_length(found$surrogates$p, 1)
  expect_true(is.na(found$surrogates$p_family))
  expect_null(sampen(series[, 1])$surrogates)
  expect_null(sampen(series[, 1], surrogates = 0)$surrogates)
})

test_that("what is not tested is NA, and a warning says why", {
  gaps <- series
  gaps[5, 2] <- NA
  expect_warning(found <- sampen(gaps, surrogates = 19, na.action = na.omit), "channel b: 1 missing sample",
    class = "biotropy_not_tested")
  skewed <- cbind(a = portable(1, 200), b = exp(8 * sin(0.2 * (1:200))))
  expect_warning(sampen(skewed, surrogates = 9), "channel b$", class = "biotropy_distorted")
  expect_warning(sampen(skewed, surrogates = 9, surrogate_kind = "phases"), NA)
  expect_identical(unname(is.na(found$surrogates$p)), c(FALSE, TRUE, FALSE))
})

test_that("errors name the argument", {
  refused(sampen(series, surrogates = 9, surrogate_kind = "shift"), "surrogate_kind is shift; it must be")
  refused(sampen(series, surrogates = "9"), "surrogates is \"9\"; it must be")
})

# SPDX-License-Identifier: Apache-2.0
# Values that independent programs found.

test_that("sample entropy", {
  found <- sampen(u, ddof = 0)
  expect_equal(found$value, 2.24804382573243, tolerance = 1e-13)
  expect_identical(c(found$matches_m, found$matches_m1), c(5994, 633))
  found <- sampen(sin(2 * pi * (0:2999) / 100), ddof = 0)
  expect_equal(found$value, 0.163259241512, tolerance = 1e-11)
})

test_that("cross measures", {
  expect_equal(cross_apen(u, v, m = 1)$value, 2.246128853830606, tolerance = 1e-14)
  expect_equal(cross_apen(u, v, bias = "zero")$value, 2.088248176003160, tolerance = 1e-14)
  found <- cross_sampen(u, v, ddof = 0)
  expect_equal(found$value, 2.19626002457275, tolerance = 1e-13)
  expect_identical(c(found$matches_m, found$matches_m1), c(12435, 1383))
  expect_equal(cross_fuzzyen(u, v, ddof = 0, membership = "chen")$value, 1.402206922423, tolerance = 1e-12)
})

test_that("pairs of channels are what one pair is", {
  found <- pairwise(cbind(u = u, v = v), m = 1)
  expect_identical(found$mean["u", "v"], cross_apen(u, v, m = 1)$value)
  wider <- pairwise(cbind(u = u, v = v), m = 2, theiler = 3)
  expect_identical(wider$matches_m["v", "u", 1], cross_apen(v, u, theiler = 3)$matches_m)
  epochs <- array(c(u, v), c(250, 4, 2))
  found <- pairwise(epochs, m = 1)
  expect_identical(found$value[3, 1, 2], cross_apen(epochs[, 3, 2], epochs[, 1, 2], m = 1)$value)
  expect_equal(found$mean[3, 1], mean(found$value[3, 1, ]), tolerance = 1e-15)
})

test_that("counts are those of the double loop", {
  x <- round(u[1:60] * 8) / 8
  loop <- function(length, r, closed) {
    starts <- seq_len(60 - length + 1)
    total <- 0
    for (i in starts) for (j in starts) {
      distance <- max(abs(x[i + 0:(length - 1)] - x[j + 0:(length - 1)]))
      total <- total + (if (closed) distance <= r else distance < r)
    }
    total
  }
  for (closed in c(TRUE, FALSE)) {
    expected <- c("1" = loop(1, 0.25, closed), "3" = loop(3, 0.25, closed))
    expect_identical(count_matches(x, lengths = c(1, 3), r = 0.25, boundary = if (closed) "closed" else "open"), expected)
  }
  each <- count_matches(x, lengths = 2, r = 0.25, per_template = TRUE)
  expect_identical(sum(each$per_template[["2"]]), each$totals[["2"]])
})

test_that("a result that is changed leaves the next one as it is", {
  found <- expected <- sampen(u)
  names(found)[3] <- "other"
  class(found)[1] <- "mine"
  found$sums[1] <- "none"
  expect_identical(sampen(u), expected)
  expect_identical(names(expected)[3], "value")
})

test_that("agreement with pracma where the definitions agree", {
  skip_if_not_installed("pracma")
  x <- u[1:300]
  # The same definition, boundary included.
  expect_equal(apen(x)$value, pracma::approx_entropy(x), tolerance = 1e-12)
  expect_equal(apen(x, m = 3, r = 0.5)$value, pracma::approx_entropy(x, edim = 3, r = 0.5 * sd(x)), tolerance = 1e-12)
  # pracma takes distances below r alone, and leaves the last pair of templates out at length m + 1. Where that pair does
  # not match, the values agree.
  expect_gt(abs(x[298] - x[297]), 0.2 * sd(x))
  expect_equal(sampen(x, boundary = "open")$value, pracma::sample_entropy(x), tolerance = 1e-12)
  # Where it does, one match is missing there.
  y <- c(x, x[300], x[300], x[300], x[300])
  ours <- sampen(y, boundary = "open")
  expect_equal(log(ours$matches_m / (ours$matches_m1 - 1)), pracma::sample_entropy(y), tolerance = 1e-12)
})

test_that("a day of heartbeats", {
  rr <- ann2rr(recording("heartbeat/nsr001.ecg"))
  found <- sampen(rr)
  expect_equal(found$value, 0.266799015, tolerance = 1e-8)
  expect_identical(c(found$matches_m, found$matches_m1), c(571022005, 437304055))
  found <- sampen(rr, r = 5 / 128, r_unit = "absolute")
  expect_identical(c(found$matches_m, found$matches_m1), c(743965053, 602148820))
  found <- sampen(rr, r = 5 / 128, r_unit = "absolute", boundary = "open")
  expect_identical(c(found$matches_m, found$matches_m1), c(571022005, 437304055))
})

test_that("permutation entropy is that of the example of Bandt and Pompe", {
  x <- c(4, 7, 9, 10, 6, 11, 3)
  expect_equal(as.numeric(permen(x, m = 2, base = "2")), -(4 / 6 * log2(4 / 6) + 2 / 6 * log2(2 / 6)))
  found <- permen(x, base = "2")
  expect_output(print(found), "m = 3, tau = 1")
  expect_output(print(found), "3 patterns of 5 templates")
  expect_named(as.data.frame(found), c("value", "patterns", "templates_m", "reason"))
  expect_equal(as.numeric(permen(x, normalise = TRUE)), as.numeric(permen(x)) / log(6))
  expect_equal(permen(x, m = 2:3)$by$m, 2:3)
  expect_equal(multiscale(x, 1:2, "permen", m = 2)$value[1], as.numeric(permen(x, m = 2)))
  expect_error(permen(x, r = 0.2), "unused argument")
})

test_that("a call of a single series without further options has the result of every other one", {
  # A delay is a further option, and so is the class of a time series.
  same <- function(measure, x, ...) {
    caught <- function(call) {
      seen <- character()
      remember <- function(warning) {
        seen <<- c(seen, class(warning), conditionMessage(warning))
        invokeRestart("muffleWarning")
      }
      found <- tryCatch(withCallingHandlers(call, warning = remember), error = function(e) c(class(e), conditionMessage(e)))
      list(found, seen)
    }
    short <- caught(measure(x, ...))
    expect_identical(short, caught(measure(x, tau = 1, ...)))
    if (is.list(short[[1]])) expect_identical(short[[1]]$value, suppressWarnings(measure(stats::ts(x), ...))$value)
  }
  series <- list(u[1:100], stats::setNames(v[1:60], 1:60), u[1:8], round(4 * u), c(numeric(150), u), numeric(50), c(u, NA), 1)
  for (measure in list(sampen, apen, fuzzyen, permen)) {
    for (x in series) same(measure, x)
    for (m in list(3, 2L, 0, 1.5, NA_real_, "2", TRUE, NULL)) same(measure, u[1:100], m = m)
    if (!identical(measure, permen)) for (r in list(0.1, 0, 1e9, Inf, -1, "10 uV")) same(measure, u[1:100], r = r, m = 2)
  }
})

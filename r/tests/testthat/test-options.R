# SPDX-License-Identifier: Apache-2.0
# The arguments of R are the options of the library: names, order, words, defaults and the measures that have them.

table <- .Call(biotropy:::C_option_table)
functions <- list(apen = apen, sampen = sampen, fuzzyen = fuzzyen, permen = permen,
  mvsampen = mvsampen, mvfuzzyen = mvfuzzyen, "cross-apen" = cross_apen, "cross-sampen" = cross_sampen, "cross-fuzzyen" = cross_fuzzyen)
singles <- c("apen", "sampen", "fuzzyen", "permen")
crosses <- c("cross-apen", "cross-sampen", "cross-fuzzyen")
multivariate <- c("mvsampen", "mvfuzzyen")
not_of_the_measure <- c("x", "y", "scales", "measure", "window", "step", "channels", "rate", "gap", "convention", "na.action",
  "surrogates_of", "threads", "device")
# Those that most people need first.
options_of <- function(measures) {
  names <- setdiff(names(table)[vapply(table, function(row) any(measures %in% names(row$defaults)), TRUE)], "missing")
  union(intersect(c("m", "r", "r_unit", "tau", "surrogates"), names), names)
}

test_that("every function has the options of its measures, in their order", {
  found <- function(f) setdiff(names(formals(f)), not_of_the_measure)
  for (measure in names(functions)) {
    with_error <- if (measure == "sampen") "uncertainty"
    expect_identical(found(functions[[measure]]), options_of(c(measure, "surrogates", with_error)))
  }
  expect_identical(found(multiscale), options_of(c(singles, "multiscale", "surrogates")))
  expect_identical(found(mvmultiscale), options_of(c(multivariate, "multiscale", "surrogates")))
  expect_identical(found(pairwise), options_of(c(crosses, "surrogates")))
  expect_identical(found(multiscale_pairwise), options_of(c(crosses, "multiscale", "surrogates")))
  expect_identical(found(sliding_entropy), options_of(c(names(functions), "multiscale", "uncertainty", "surrogates")))
  expect_identical(found(sliding_stream), setdiff(options_of(c(singles, crosses)), "pool_epochs"))
})

test_that("defaults are those of the library, of words the first; NULL where measures of a function differ", {
  several <- list(c(singles, "multiscale", "otherwise"), c(multivariate, "multiscale", "otherwise"),
    c(crosses, "multiscale", "otherwise"), crosses, c(names(functions), "multiscale", "otherwise"), c(singles, crosses))
  measures <- lapply(c(as.list(names(functions)), several), c, "surrogates", "uncertainty")
  all <- c(functions, multiscale, mvmultiscale, multiscale_pairwise, pairwise, sliding_entropy, sliding_stream)
  for (i in seq_along(all)) {
    arguments <- formals(all[[i]])
    for (name in setdiff(names(arguments), not_of_the_measure)) {
      row <- table[[name]]
      usual <- unique(unlist(row$defaults[names(row$defaults) %in% measures[[i]]]))
      found <- eval(arguments[[name]])
      if (length(usual) != 1 || identical(usual, "") || (length(row$words) > 0 && row$words[1] != usual)) {
        expect_null(found)
      } else {
        expect_equal(found, if (length(row$words) > 0) row$words else usual)
      }
    }
  }
})

test_that("options are what was given, whatever way it was given", {
  x <- sin((1:300)^1.3)
  wanted <- sampen(x, m = 1, r = 0.3, r_unit = "absolute")
  settings <- list(x, r = 0.3, m = 1)
  expect_identical(do.call(sampen, c(settings, r_unit = "absolute")), wanted)
  expect_identical((function(length) sampen(x, length, 0.3, "absolute"))(1), wanted)
  expect_identical(sampen(x, m = NULL, r = 0.3, theiler = NULL), sampen(x, r = 0.3))
  expect_identical(lapply(1:2, function(m) sampen(x, m = m)$m), list(1L, 2L))
  expect_identical(sampen(m = 1, r_unit = "absolute", x, r = 0.3), wanted)
  expect_identical(sampen(x, r_unit = "absolute", 1, 0.3), wanted)
  expect_identical(sampen(x, , 0.3), sampen(x, r = 0.3))
  expect_identical((function(...) sampen(...))(x, m = 1, r = 0.3, r_unit = "absolute"), wanted)
  expect_identical((function(...) sampen(x, r_unit = "absolute", ...))(1, 0.3), wanted)
  expect_identical(sampen(x, m = 1, r = 0.3, r_u = "absolute"), wanted)
  expect_error(sampen(x, m = stop("not to be had")), "not to be had")
  expect_error(sampen(x, windw = 3), "unused argument")
})

test_that("the second series may stand anywhere", {
  x <- sin((1:300)^1.3)
  y <- cos((1:300)^1.1)
  wanted <- cross_sampen(x, y, m = 1, r = 0.3)
  expect_identical(cross_sampen(m = 1, x, r = 0.3, y), wanted)
  expect_identical(cross_sampen(y = y, x, 1, r = 0.3), wanted)
})

test_that("a convention has the scales of its program, and what is given beside it wins", {
  x <- cumsum(sin((1:400)^1.3))
  of_scales <- multiscale(x, 1:3, convention = "entropyhub")
  expect_identical(of_scales$value, multiscale(x, 1:3, tolerance_of = "scale", convention = "entropyhub")$value)
  original <- multiscale(x, 3, tolerance_of = "original", convention = "entropyhub")
  expect_false(identical(of_scales$value, original$value))
  expect_error(multiscale(x, 1:3, convention = "nolds"), "mse of sampen", class = "biotropy_invalid_argument")
  expect_error(multiscale(x, 1:3, cutoff = 0.3), class = "biotropy_invalid_argument")
})

test_that("an r has a unit, and a word that is a number is one", {
  x <- ts(u, frequency = 250)
  attr(x, "units") <- "mV"
  expect_identical(sampen(x, r = "200 uV")$value, sampen(x, r = 0.2, r_unit = "absolute")$value)
  expect_error(sampen(u, r = "200 uV"), class = "biotropy_invalid_argument")
  expect_identical(permen(x, base = 2)$value, permen(x, base = "2")$value)
})

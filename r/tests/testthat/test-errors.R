# SPDX-License-Identifier: Apache-2.0
# Wrong input: a condition that names the argument, its value and what is allowed.

expect_refused <- function(code, argument, value = NULL, class = "biotropy_invalid_argument") {
  condition <- expect_error(code, class = class)
  expect_s3_class(condition, "biotropy_error")
  expect_identical(condition$argument, argument)
  expect_true(nzchar(condition$allowed))
  expect_match(conditionMessage(condition), condition$allowed, fixed = TRUE)
  if (!is.null(value)) expect_match(conditionMessage(condition), value, fixed = TRUE)
  invisible(condition)
}

test_that("what is no series", {
  for (measure in c(sampen, apen, fuzzyen, multiscale)) {
    expect_refused(measure("a"), "x", "\"a\"")
    expect_refused(measure(NULL), "x", "NULL")
    expect_refused(measure(numeric(0)), "x")
    expect_refused(measure(factor(c("a", "b"))), "x", "a factor with 2 levels")
    expect_refused(measure(list(1, 2, 3)), "x", "a list of 3 elements")
    expect_refused(measure(TRUE), "x", "TRUE")
    expect_refused(measure(mean), "x", "a function")
    expect_refused(measure(quote(a + b)), "x", "an expression")
    expect_refused(measure(1i), "x", "1i")
    expect_refused(measure(as.Date("2020-01-01")), "x", "Date")
    expect_refused(measure(as.difftime(1, units = "secs")), "x", "difftime")
    expect_refused(measure(structure(1, class = "integer64")), "x", "integer64")
    expect_refused(measure(array(0, c(2, 2, 2, 2))), "x", "2 x 2 x 2 x 2")
    expect_refused(measure(matrix(0, 0, 2)), "x")
    expect_refused(measure(1:2^31), "x", "2147483648 values")
    expect_refused(measure(data.frame()), "x")
    expect_refused(measure(data.frame(a = u, b = "t")), "x", "\"b\" (character)")
    expect_refused(measure(data.frame(a = factor(1:2), b = 1:2, c = c(TRUE, FALSE))), "x", "\"c\" (logical)")
    frame <- data.frame(a = 1:2)
    frame$b <- list(1, 2)
    expect_refused(measure(frame), "x", "\"b\" (list)")
  }
  expect_refused(cross_apen(u, NULL), "y", "NULL")
  expect_refused(cross_apen(u, factor(1)), "y", "factor")
  expect_refused(cross_sampen(cbind(u, v), v), "y")
  expect_refused(pairwise(u), "x")
  expect_refused(pairwise("a"), "x")
  expect_refused(pairwise(array(numeric(0), c(0, 1, 1))), "x")
  expect_refused(count_matches(cbind(u, v), r = 1), "x")
})

test_that("two sides that say they differ", {
  x <- cbind(a = u, b = v)
  for (measure in c(cross_apen, cross_sampen, cross_fuzzyen)) {
    expect_error(measure(x, x[, 2:1]), class = "biotropy_invalid_argument")
    expect_identical(measure(x, cbind(b = v, c = u))$value, measure(x, unname(cbind(v, u)))$value)
    for (y in list(ts(v, frequency = 50), ts(v), ts(v, start = 3, frequency = 100))) {
      expect_error(measure(ts(u, frequency = 100), y), class = "biotropy_invalid_argument")
    }
    expect_identical(measure(ts(u, frequency = 100), v)$value, measure(u, v)$value)
    expect_identical(measure(ts(u, frequency = 49), ts(v, deltat = 1 / 49))$value, measure(u, v)$value)
  }
})

test_that("a handler may call the package while its condition is raised", {
  seen <- NULL
  note <- function(e) seen <<- tryCatch(sampen(u, m = -2), error = conditionMessage)
  expect_error(withCallingHandlers(sampen(u, m = -1), error = note), class = "biotropy_invalid_argument")
  expect_match(seen, "-2")
  expect_refused(sampen(u, r = sampen(v, m = -3)$value), "m", "-3")
})

test_that("parameters", {
  for (wrong in list(0, -1, 1.5, NA, Inf, "two", c(1, 2), NULL, TRUE, 1e10, list(2))) {
    if (!is.null(wrong) && length(wrong) == 1) expect_refused(sampen(u, m = wrong), "m")
    if (!is.null(wrong)) expect_refused(apen(u, tau = wrong), "tau")
  }
  for (wrong in list(-1, NA, NaN, "a", c("a", "b"), Inf, factor(1))) expect_refused(sampen(u, r = wrong), "r")
  # A call or a name as a value is shown, not run.
  expect_refused(sampen(u, m = quote(stop("run"))), "m", "an expression")
  expect_refused(multiscale(u, method = quote(a)), "method", "an expression")
  expect_refused(sampen(u, ddof = 2), "ddof", "2")
  expect_refused(sampen(u, boundary = NA), "boundary", "NA")
  expect_refused(sampen(u, r_unit = "STD"), "r_unit", "\"STD\"")
  expect_refused(sampen(u, undefined = 1), "undefined", "1")
  expect_error(sampen(u, engine = "nothing"), class = "biotropy_no_engine")
  expect_refused(multiscale(u, scales = character(0)), "scales")
  expect_refused(multiscale(u, scales = c(1, NA)), "scales", "NA")
  expect_refused(pairwise(cbind(u, v), "sampen"), "measure", "\"sampen\"")
  expect_refused(count_matches(u, lengths = c(2, 1.5), r = 1), "lengths", "1.5")
  expect_error(count_matches(u), "missing")
  expect_refused(count_matches(u, r = NULL), "r", "NULL")
  expect_refused(count_matches(u, r = 1, per_template = NULL), "per_template", "NULL")
  expect_error(sampen(u, M = 2), "unused argument")
  expect_error(sampen(u, device = "toaster"), class = "biotropy_error")
})

test_that("series that cannot be measured", {
  expect_error(sampen(rep(1, 100)), class = "biotropy_constant_series")
  # In a matrix the others are measured.
  expect_warning(found <- sampen(data.frame(u, flat = 1, v)), class = "biotropy_not_finite")
  expect_identical(unname(is.na(found$value)), c(FALSE, TRUE, FALSE))
  expect_match(found$reason[["flat"]], "equal 1")
  expect_identical(found$value[["v"]], sampen(v)$value)
  expect_warning(found <- pairwise(cbind(u, flat = 1, v), m = 1), "flat")
  expect_identical(found$mean["u", "v"], cross_apen(u, v, m = 1)$value)
  expect_true(all(is.na(found$mean["flat", ])))
  # Where no pair matches.
  expect_identical(suppressWarnings(sampen(c(1, 9, 30, 70, 1, 9, 100, 200), r = 0.1))$value, Inf)
  expect_identical(suppressWarnings(sampen(2^(1:12), r = 1e-6))$value, NA_real_)
  expect_error(plot(suppressWarnings(sampen(2^(1:12), r = 1e-6))), class = "biotropy_invalid_data")
  spread <- cbind(a = 2^(1:12), b = 3^(1:12))
  for (call in list(
    function() sampen(2^(1:12), r = 1e-6), function() multiscale(cbind(u, 1), 1:2), function() mvsampen(spread, r = 1e-6),
    function() pairwise(spread, "cross-sampen", r = 1e-6), function() multiscale_pairwise(spread, 1, r = 1e-6)
  )) expect_warning(call(), class = "biotropy_not_finite")
})

test_that("missing samples", {
  x <- u
  x[c(5, 700)] <- NA
  advice <- " of 1000; na.action = na.omit leaves out the templates that touch one"
  expect_error(sampen(x), paste0("2 missing samples (NaN)", advice), fixed = TRUE, class = "biotropy_missing_values")
  one <- replace(u, 5, NA)
  expect_error(sampen(one), paste0("1 missing sample (NaN)", advice), fixed = TRUE, class = "biotropy_missing_values")
  expect_warning(sampen(cbind(one, v)), advice, fixed = TRUE, class = "biotropy_not_finite")
  windows <- suppressWarnings(sliding_entropy(one, window = 1000, step = 1))
  expect_output(print(windows), advice, fixed = TRUE)
  expect_error(pairwise(cbind(one, v)), "x has 1 missing sample; na.action = na.omit leaves", class = "biotropy_missing_values")
  for (fail in list(na.fail, "na.fail")) expect_error(sampen(x, na.action = fail), class = "biotropy_missing_values")
  omitted <- sampen(x, na.action = na.omit)
  expect_identical(omitted$templates_m, 998 - 6)
  expect_identical(sampen(x, na.action = "na.exclude")$value, omitted$value)
  expect_identical(sampen(x, na.action = na.pass)$value, NA_real_)
  expect_identical(sampen(x, na.action = NULL)$value, NA_real_)
  found <- sampen(cbind(x, v), na.action = na.pass)
  expect_identical(found$value, c(x = NA, v = sampen(v)$value))
  fill <- function(x) replace(x, is.na(x), 0.5)
  expect_identical(sampen(x, na.action = fill)$value, sampen(fill(x))$value)
  # A column without missing samples is as it was given.
  expect_identical(sampen(cbind(x, v), na.action = function(x) round(fill(x), 1))$value[["v"]], sampen(v)$value)
  expect_refused(sampen(x, na.action = function(x) numeric(0)), "na.action")
  removed <- function(x) x[!is.na(x)]
  expect_identical(sampen(x, na.action = removed)$value, sampen(x[!is.na(x)])$value)
  # Channels would be moved against each other, and windows to other times.
  lost <- cbind(replace(v, 10, NA), replace(v, 90, NA))
  expect_refused(mvsampen(lost, na.action = removed), "na.action", sprintf("%d of %d samples", length(v) - 1, length(v)))
  expect_refused(sliding_entropy(x, window = 100, step = 100, na.action = removed), "na.action", "998 of 1000 samples")
  expect_refused(sampen(x, na.action = "na.maybe"), "na.action", "na.maybe")
  expect_refused(sampen(x, na.action = 1), "na.action")
  expect_true(all(is.na(multiscale(cbind(x), na.action = na.pass)$value)))
  expect_true(all(is.finite(pairwise(cbind(x, v), m = 1, na.action = na.omit)$mean)))
  expect_warning(passed <- pairwise(cbind(x, v), m = 1, na.action = na.pass), "x")
  expect_identical(unname(is.na(passed$mean)), matrix(c(TRUE, TRUE, TRUE, FALSE), 2))
  expect_identical(is.na(c(passed$matches_m)), is.na(c(passed$mean)))
  expect_match(passed$reason["x", 1], "na.action = na.omit", fixed = TRUE)
  flat <- suppressWarnings(sampen(cbind(flat = 0 * v, v)))
  expect_identical(is.na(flat$matches_m), c(flat = TRUE, v = FALSE))
})

test_that("files", {
  for (wrong in list(1, NA_character_, c("a", "b"), NULL)) expect_refused(read_rr(wrong), "file")
  expect_error(read_rr(tempfile()), class = "biotropy_file_not_found")
  expect_error(read_rr(tempdir()), class = "biotropy_error")
  text <- written(a = u, b = v)
  expect_refused(ann2rr(text), "file")
  expect_refused(read_rr(text), "columns", "2 columns")
  expect_s3_class(suppressWarnings(read_rr(text, columns = "b", min = 0)), "rr_intervals")
  expect_refused(read_rr(text, min = "a"), "min")
  expect_refused(read_rr(text, policy = "maybe"), "policy")
  commas <- tempfile()
  writeLines(c("0,812", "0,79", "0,801"), commas)
  expect_error(read_rr(commas), class = "biotropy_unsupported")
  expect_identical(as.vector(read_rr(commas, decimal = "comma")), c(0.812, 0.79, 0.801))
  expect_refused(read_rr(commas, decimal = ","), "decimal")
  damaged <- tempfile(fileext = ".nc")
  writeBin(as.raw(1:200), damaged)
  expect_error(read_sicamm(damaged), class = "biotropy_bad_file")
  expect_error(clean_rr(c(5, 6, 7)), "left between the limits min = 0.3 and max = 1.5 s", fixed = TRUE, class = "biotropy_too_short")
  expect_refused(clean_rr("a"), "x")
})

test_that("a parameter that a measure does not have", {
  expect_refused(multiscale(u, 1:2, fuzzy_power = 3), "fuzzy_power", "3")
  expect_s3_class(multiscale(u, 1:2, measure = "fuzzyen", membership = "chen", fuzzy_power = 3), "biotropy_multiscale")
})

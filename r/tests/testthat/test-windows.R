# SPDX-License-Identifier: Apache-2.0
# Windows that slide, over recordings and over samples as they come: every value is that of the window alone.

x <- cbind(a = portable(1, 400), b = cumsum(portable(2, 400) - 0.5))

test_that("every window has the value of its samples", {
  for (measure in c("sampen", "apen", "fuzzyen", "permen")) {
    one <- get(measure)
    found <- sliding_entropy(x, measure, window = 120, step = 70)
    expect_identical(dim(found$value), c(5L, 2L))
    for (i in 1:5) {
      alone <- one(x[70 * (i - 1) + 1:120, ])
      for (part in c("value", "matches_m", "matches_m1", "tolerance")) {
        expect_identical(found[[part]][i, ], alone[[part]], info = paste(measure, part, i))
      }
    }
  }
  expect_identical(sliding_entropy(x, window = 100, step = 1, threads = 1), sliding_entropy(x, window = 100, step = 1))
})

test_that("pairs and tests of windows are those of epochs", {
  epochs <- array(0, c(100, 2, 3), list(NULL, c("a", "b"), NULL))
  for (i in 1:3) epochs[, , i] <- x[80 * (i - 1) + 1:100, ]
  found <- sliding_entropy(x[1:260, ], "cross-sampen", window = 100, step = 80, m = 1, surrogates = 19)
  wanted <- pairwise(epochs, "cross-sampen", m = 1, surrogates = 19)
  expect_equal(dimnames(found$value), list(time = c("0", "80", "160"), channel = c("a", "b"), partner = c("a", "b")))
  expect_identical(c(found$value), c(aperm(wanted$value, c(3, 1, 2))))
  expect_identical(c(found$surrogates$p), c(aperm(wanted$surrogates$p, c(3, 1, 2))))
  expect_identical(nrow(as.data.frame(found)), 12L)
  alone <- sliding_entropy(x[1:260, ], window = 100, step = 80, m = 1, surrogates = 19)
  expect_identical(c(alone$surrogates$p), c(t(sampen(epochs, m = 1, surrogates = 19)$surrogates$p)))
})

test_that("lengths are samples or seconds", {
  wanted <- sliding_entropy(x, window = 100, step = 25, rate = 50)
  expect_identical(sliding_entropy(x, window = "2 s", step = "0.5s", rate = 50), wanted)
  series <- ts(x[, "a"], frequency = 50)
  expect_identical(c(sliding_entropy(series, window = "2 s", step = 25)$value), unname(wanted$value[, "a"]))
  expect_identical(sliding_stream(window = "2 s", rate = 50)$window, 100)
  timed <- data.frame(time = (0:399) / 50, x)
  told <- testthat::capture_warnings(found <- sliding_entropy(timed, window = "2 s", step = 25, rate = 50))
  expect_length(told, 1)
  expect_identical(found$value, wanted$value)
  expect_error(sliding_entropy(x, window = "2 s", step = 25), class = "biotropy_invalid_argument")
})

test_that("all channels together have one value a window", {
  for (measure in c("mvsampen", "mvfuzzyen")) {
    one <- get(measure)
    found <- sliding_entropy(x, measure, window = 120, step = 70, channel_m = c(a = 1, b = 2), r = 0.3)
    for (i in 1:5) {
      alone <- one(x[70 * (i - 1) + 1:120, ], channel_m = c(1, 2), r = 0.3)
      for (part in c("value", "matches_m", "matches_m1", "reason")) expect_identical(found[[part]][[i]], alone[[part]])
    }
    wanted <- results_of("entropy", written(a = x[, 1], b = x[, 2]), "--measure", measure, "--window", "120", "--step", "70")
    found <- as.data.frame(sliding_entropy(x, measure, window = 120, step = 70))
    expect_identical(found[c("time", "value")], data.frame(time = as.double(wanted$onset), value = wanted$value))
  }
  tested <- sliding_entropy(x, "mvsampen", window = 100, step = 100, rate = 10, surrogates = 9, surrogate_kind = "shuffle")
  epochs <- aperm(array(x, c(100, 4, 2)), c(1, 3, 2))
  wanted <- mvsampen(epochs, surrogates = 9, surrogate_kind = "shuffle")
  expect_identical(unname(tested$surrogates$p), unname(wanted$surrogates$p))
  expect_identical(names(tested$value), c("0", "10", "20", "30"))
  rows <- summary(tested)
  expect_identical(c(rows$windows, rows$mean), c(4, mean(tested$value)))
  expect_output(print(tested), "windows of 100 samples in steps of 100")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_invisible(plot(tested))
  gap <- replace(x, 350, NA)
  expect_warning(missing <- sliding_entropy(gap, "mvsampen", window = 100, step = 100), "window 4: ", class = "biotropy_not_finite")
  expect_identical(unname(is.na(missing$value)), c(FALSE, FALSE, FALSE, TRUE))
  passed <- sliding_entropy(gap, "mvsampen", window = 100, step = 100, na.action = na.pass)
  expect_identical(passed$value, missing$value)
  errors <- sliding_entropy(x, window = 100, step = 100, standard_error = TRUE)
  expect_identical(errors$standard_error[[2, "b"]], sampen(x[101:200, "b"], standard_error = TRUE)$standard_error)
  expect_true(all(c("standard_error", "lower", "upper") %in% names(as.data.frame(errors))))
  refused(sliding_entropy(x[, 1], "mvsampen", window = 100, step = 100), "a channel in each column")
  refused(sliding_stream("mvsampen", window = 100, channels = 2), "measure")
})

test_that("times are those of the series", {
  expect_identical(sliding_entropy(x, window = 100, step = 100)$time, c(0, 100, 200, 300))
  expect_identical(sliding_entropy(x, window = 100, step = 100, rate = 50)$time, c(0, 2, 4, 6))
  series <- ts(x[, "a"], start = 1990, frequency = 10)
  expect_equal(sliding_entropy(series, window = 100, step = 100)$time, c(1990, 2000, 2010, 2020))
  expect_identical(sliding_entropy(series, window = 100, step = 100, rate = 10)$time, c(0, 10, 20, 30))
  refused(sliding_entropy(series, window = 100, step = 100, rate = 50), "rate is 50; it must be 10")
})

test_that("the numbers are those of the program", {
  wanted <- results_of("entropy", written(a = x[, 1], b = x[, 2]), "--window", "120", "--step", "70", "--measure", "apen")
  found <- as.data.frame(sliding_entropy(x, "apen", window = 120, step = 70))
  expect_identical(found$value[order(found$time, found$channel)], wanted$value)
})

test_that("windows with a missing sample", {
  gaps <- x
  gaps[150, "b"] <- NA
  expect_warning(found <- sliding_entropy(gaps, window = 100, step = 100), "1 of 8 values are not finite; window 2, channel b",
    class = "biotropy_not_finite")
  expect_identical(which(is.na(found$value)), 6L)
  expect_output(print(found), "not finite: the series has 1 missing")
  expect_silent(passed <- sliding_entropy(gaps, window = 100, step = 100, na.action = na.pass))
  expect_identical(is.na(passed$value), is.na(found$value))
  omitted <- sliding_entropy(gaps, window = 100, step = 100, na.action = na.omit)
  expect_identical(omitted$value[[2, "b"]], sampen(gaps[101:200, "b"], na.action = na.omit)$value)
  filled <- sliding_entropy(gaps, window = 100, step = 100, na.action = function(x) ifelse(is.na(x), 0, x))
  expect_identical(filled$value[[2, "b"]], sampen(ifelse(is.na(gaps[101:200, "b"]), 0, gaps[101:200, "b"]))$value)
  rr <- clean_rr(c(rep(c(0.8, 0.82, 0.85, 0.79), 30), 2.4, rep(c(0.81, 0.84, 0.8), 30)))
  expect_identical(sliding_entropy(rr, window = 60, step = 60, m = 1)$value[3, 1], sampen(rr[121:180], m = 1)$value)
  wide <- append(unclass(rr)[seq_along(rr)], NA, after = which(is.na(rr)))  # as wide as the delay
  expect_identical(sliding_entropy(rr, window = 60, step = 60, tau = 2)$value[3, 1], sampen(wide[121:180], tau = 2, na.action = na.omit)$value)
})

test_that("a missing sample that is passed on makes its channel NA", {
  set.seed(1)
  epochs <- array(rnorm(110 * 3 * 4), c(110, 3, 4))
  whole <- sliding_entropy(epochs, window = 50, step = 30, m = 1, pool_epochs = "recording")$value
  epochs[5, 2, 3] <- NA
  found <- sliding_entropy(epochs, window = 50, step = 30, m = 1, pool_epochs = "recording", na.action = na.pass)$value
  expect_true(all(is.na(found[, 2])))
  expect_identical(found[, -2], whole[, -2])
  pairs <- drop(suppressWarnings(pairwise(epochs, "cross_sampen", m = 1, pool_epochs = "recording", na.action = na.pass)$value))
  expect_true(all(is.na(pairs[2, ])) && all(is.na(pairs[, 2])) && !anyNA(pairs[-2, -2]))
})

test_that("one sample of another channel is refused", {
  stream <- sliding_stream(window = 10, channels = "Fz")
  expect_error(sliding_push(stream, c(Cz = 1)), "Fz", class = "biotropy_invalid_data")
  expect_silent(sliding_push(stream, c(Fz = 1)))
  expect_silent(sliding_push(stream, 1))
  expect_silent(sliding_push(stream, c(1, 2)))
})

test_that("a stream has the values of the windows", {
  found <- sliding_entropy(x, "apen", window = 120, step = 7, rate = 100)
  stream <- sliding_stream("apen", window = 120, step = 7, channels = c("a", "b"), rate = 100)
  live <- rbind(sliding_push(stream, x[1:125, ]), sliding_push(stream, x[126, ]), sliding_push(stream, x[127:400, c("b", "a")]))
  expect_identical(live$time, rep(found$time, each = 2))
  for (part in c("value", "matches_m", "matches_m1", "tolerance")) expect_identical(live[[part]], c(t(found[[part]])))
  expect_identical(live$channel, rep(c("a", "b"), length(found$time)))
  expect_output(print(stream), "Approximate entropy .* windows of 120 samples in steps of 7, 2 channels")

  pairs <- sliding_stream("cross-sampen", window = 200, channels = 2, r_unit = "absolute")
  live <- sliding_push(pairs, x)
  expect_identical(live[5, "value"], cross_sampen(x[5:204, "a"], x[5:204, "b"], r_unit = "absolute")$value)
  expect_identical(unique(live[c("channel", "partner")]), data.frame(channel = "1", partner = "2"))
  both <- sliding_push(sliding_stream("cross-apen", window = 200, step = 300, channels = 2), x)
  expect_identical(both$value, c(cross_apen(x[1:200, 1], x[1:200, 2])$value, cross_apen(x[1:200, 2], x[1:200, 1])$value))
})

test_that("no window of a stream reaches across a gap", {
  a <- x[, "a"]
  marked <- sliding_stream(window = 100, step = 50)
  before <- sliding_push(marked, a[1:120])
  after <- sliding_push(sliding_gap(marked, lost = 30), a[151:300])
  expect_identical(before$time, 0)
  expect_identical(after$time, c(150, 200))
  expect_identical(after$value, c(sampen(a[151:250])$value, sampen(a[201:300])$value))
  times <- (0:299) / 10 + ifelse(1:300 > 120, 3, 0)
  stamped <- sliding_push(sliding_stream(window = 100, step = 50, rate = 10), a[1:300], times)
  expect_identical(stamped$time, times[c(1, 121, 171)])
  expect_identical(nrow(sliding_push(sliding_stream(window = 100), a[1:99])), 0L)
  expect_warning(sliding_push(sliding_stream(window = 100, rate = 10), a[1:300], 1:300), "time stamps come 1 a second")
  missing <- sliding_push(sliding_stream(window = 100), c(a[1:99], NA))
  expect_true(is.na(missing$value))
  expect_match(missing$reason, "1 missing sample")
})

test_that("a table, a summary and a picture", {
  found <- sliding_entropy(x, window = 120, step = 70, rate = 10)
  table <- as.data.frame(found)
  expect_identical(table$value, c(found$value))
  expect_identical(table[7, c("time", "channel")], data.frame(time = 7, channel = "b", row.names = 7L))
  rows <- summary(found)
  expect_identical(rows$mean, unname(colMeans(found$value)))
  expect_identical(rows$greatest, unname(apply(found$value, 2, max)))
  expect_output(print(found), "Sample entropy \\(m = 2, r = 0.2 SD, tau = 1\\), windows of 120 samples in steps of 70")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_invisible(plot(found))
  constant <- suppressWarnings(sliding_entropy(rep(1, 100), window = 50, step = 50))
  expect_error(plot(constant), "nothing to plot", class = "biotropy_invalid_data")
})

test_that("mistakes are named", {
  refused <- function(expression, words) expect_error(expression, words, fixed = TRUE, class = "biotropy_error")
  refused(sliding_entropy(x, window = 401, step = 1), "window is 401; it must be")
  refused(sliding_stream(window = 3), "at least the 4 samples")
  refused(sliding_stream("cross-apen", window = 30), "at least 2 for a cross measure")
  refused(sliding_stream(window = 30, channels = c("a", "a")), "different names")
  refused(sliding_push(sliding_stream(window = 30, channels = c("a", "c")), x), "no channel 'c'")
  refused(sliding_push(sliding_stream(window = 30, channels = 3), x), "x is 2 channels")
  refused(sliding_push(sliding_stream(window = 30), x[, 1], times = 1:3), "a number for each of the 400 samples")
  refused(sliding_push("stream", x), "what sliding_stream() returns")
  stream <- sliding_stream(window = 30)
  saved <- unserialize(serialize(stream, NULL))
  refused(sliding_push(saved, x[, 1]), "another session")
})

test_that("scales of windows are those of their samples", {
  x <- cbind(a = sin((1:700)^1.2), b = cos((1:700)^1.3))
  found <- sliding_entropy(x, window = 300, step = 200, scales = c(1, 3), method = "rcmse")
  expect_identical(names(dimnames(found$value)), c("time", "scale", "channel"))
  for (k in 1:3) {
    own <- multiscale(x[200 * (k - 1) + 1:300, ], scales = c(1, 3), method = "rcmse")
    expect_identical(unname(found$value[k, , ]), unname(own$value))
  }
  expect_identical(nrow(as.data.frame(found)), 12L)
  pairs <- sliding_entropy(x, "cross-sampen", window = 300, step = 200, scales = c(1, 3))
  own <- multiscale_pairwise(x[201:500, ], scales = c(1, 3), measure = "cross-sampen")
  expect_identical(names(dimnames(pairs$value)), c("time", "channel", "partner", "scale"))
  expect_identical(unname(pairs$value[2, , , ]), unname(own$value[, , , 1]))
})

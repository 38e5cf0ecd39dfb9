# SPDX-License-Identifier: Apache-2.0
# Entropies of all channels together, and counts pooled over epochs, against plain loops and the program.

x <- cbind(a = portable(1, 120), b = cumsum(portable(2, 120) - 0.5), c = sin((1:120)^1.1) + portable(3, 120))
epochs <- array(c(t(x)), c(3, 40, 3))
epochs <- aperm(epochs, c(2, 1, 3))
dimnames(epochs) <- list(NULL, c("a", "b", "c"), NULL)

# Ahmed and Mandic (2012): composite delay vectors of z-scored channels, Chebyshev distances.
naive <- function(x, m, tau, r, approach = "full") {
  z <- scale(x)
  n <- nrow(z) - max(m * tau)
  vector <- function(i, extended) {
    unlist(lapply(seq_len(ncol(z)), function(k) z[i + (seq_len(m[k] + (k == extended)) - 1) * tau[k], k]))
  }
  vectors <- function(extended) do.call(rbind, lapply(seq_len(n), vector, extended))
  count <- function(rows) {
    distances <- as.matrix(stats::dist(rows, "maximum"))
    c(matches = sum(distances[upper.tri(distances)] <= r * ncol(x)), pairs = nrow(rows) * (nrow(rows) - 1) / 2)
  }
  at_m <- count(vectors(0))
  longer <- lapply(seq_len(ncol(z)), vectors)
  at_m1 <- if (approach == "full") count(do.call(rbind, longer)) else Reduce(`+`, lapply(longer, count))
  list(at_m = at_m[["matches"]], at_m1 = at_m1[["matches"]],
    value = -log((at_m1[["matches"]] / at_m1[["pairs"]]) / (at_m[["matches"]] / at_m[["pairs"]])))
}

test_that("multivariate sample entropy is that of the plain loops", {
  for (approach in c("full", "naive")) {
    for (m in list(c(2, 2, 2), c(1, 3, 2))) {
      found <- mvsampen(x, channel_m = m, channel_tau = c(2, 1, 3), r = 0.15, approach = approach)
      wanted <- naive(x, m, c(2, 1, 3), 0.15, approach)
      expect_identical(c(found$matches_m, found$matches_m1), c(wanted$at_m, wanted$at_m1))
      expect_equal(found$value, wanted$value, tolerance = 1e-12)
    }
  }
  expect_identical(mvsampen(x, m = 1, channel_tau = "2,1,3"), mvsampen(x, m = 1, channel_tau = c(2L, 1L, 3L)))
  expect_identical(mvsampen(as.data.frame(x))$value, mvsampen(x)$value)
  expect_identical(mvsampen(x, threads = 1), mvsampen(x))
  expect_identical(mvsampen(x, channel_m = c(a = 2, b = 1, c = 1)), mvsampen(x, channel_m = c(2, 1, 1)))
  for (call in list(function(...) mvsampen(x, ...), function(...) mvmultiscale(x, 1:2, ...))) {
    refused(call(channel_tau = c(b = 1, a = 2, c = 1)), "numbers of b, a, c")
  }
  grid <- mvsampen(x, m = 1:2, r = c(0.15, 0.3))
  expect_identical(grid$value["2", "0.15"], mvsampen(x, m = 2, r = 0.15)$value)
  expect_output(print(mvsampen(x)), "Multivariate sample entropy \\(m = 2, r = 0.2 of the total variation, tau = 1\\)")
  expect_output(print(mvsampen(x, r = 1.5, r_unit = "absolute")), "r = 1.5 \\(absolute\\)")
  expect_output(print(mvsampen(x)), sprintf("from %s matching pairs of length m \\+ 1, %s of m", mvsampen(x)$matches_m1, mvsampen(x)$matches_m))
})

test_that("epochs have the values of the program, alone and pooled", {
  file <- written(a = x[, 1], b = x[, 2], c = x[, 3])
  for (measure in c("mvsampen", "mvfuzzyen")) {
    f <- get(measure)
    wanted <- results_of("entropy", file, "--measure", measure, "--epoch", "40", "-m", "1")
    found <- f(epochs, m = 1)
    expect_identical(unname(found$value), wanted$value)
    for (i in 1:3) expect_identical(f(epochs[, , i], m = 1)$value, found$value[[i]])
    pooled <- results_of("entropy", file, "--measure", measure, "--epoch", "40", "-m", "1", "--pool-epochs", "epoch")
    expect_identical(f(epochs, m = 1, pool_epochs = "epoch")$value, pooled$value)
  }
  named <- epochs
  dimnames(named)[[3]] <- c("rest", "task", "rest again")
  expect_named(mvsampen(named, m = 1)$value, c("rest", "task", "rest again"))
  tested <- mvsampen(named, m = 1, surrogates = 19, surrogate_kind = "shuffle")$surrogates
  wanted <- results_of("entropy", file, "--measure", "mvsampen", "--epoch", "40", "-m", "1", "--surrogates", "19",
    "--surrogate-kind", "shuffle")
  expect_identical(unname(tested$p), wanted$p)
})

test_that("counts of several lengths are pooled", {
  found <- sampen(epochs, m = 1, pool_epochs = "epoch")
  expect_named(found$value, c("a", "b", "c"))
  expect_identical(sampen(epochs, m = 1:2, r = 0.2, pool_epochs = "epoch", undefined = "bound")$value[, "1"], found$value)
})

test_that("missing samples of pooled epochs are an error", {
  holed <- epochs
  holed[3, 1, 1] <- NA
  expect_error(sampen(holed, m = 1, pool_epochs = "epoch"), "1 missing sample", class = "biotropy_missing_values")
  expect_error(multiscale(holed, 1:2, m = 1, pool_epochs = "recording"), "1 missing sample", class = "biotropy_missing_values")
  expect_warning(sampen(replace(epochs, 3, Inf), m = 1, pool_epochs = "epoch"), "1 of 3 epochs have missing or infinite samples",
    class = "biotropy_epochs_left_out")
  passed <- suppressWarnings(sampen(holed, m = 1, pool_epochs = "recording", na.action = na.pass))$value
  expect_identical(is.na(unname(passed)), c(TRUE, FALSE, FALSE))
  expect_identical(passed[-1], sampen(epochs, m = 1, pool_epochs = "recording")$value[-1])
})

test_that("pooled matrices and curves have the values of the program", {
  file <- written(a = x[, 1], b = x[, 2], c = x[, 3])
  for (pool in c("recording", "epoch")) {
    found <- pairwise(epochs, "cross-sampen", m = 1, pool_epochs = pool)
    wanted <- results_of("cross", file, "--measure", "cross-sampen", "--epoch", "40", "-m", "1", "--pool-epochs", pool)
    expect_identical(found$value[, , 1][cbind(wanted$channel, wanted$partner)], wanted$value)
    expect_identical(dim(found$value), c(3L, 3L, 1L))
    curves <- multiscale(epochs, 1:3, m = 1, pool_epochs = pool)
    wanted <- results_of("multiscale", file, "--scales", "1-3", "--epoch", "40", "-m", "1", "--pool-epochs", pool)
    expect_identical(c(curves$value), wanted$value)
    expect_identical(colnames(curves$value), c("a", "b", "c"))
    all <- mvmultiscale(epochs, 1:3, m = 1, pool_epochs = pool)
    wanted <- results_of("multiscale", file, "--measure", "mvsampen", "--scales", "1-3", "--epoch", "40", "-m", "1",
      "--pool-epochs", pool)
    expect_identical(unname(all$value), wanted$value)
  }
})

test_that("multivariate curves", {
  curve <- mvmultiscale(x, 1:3, m = 1)
  expect_identical(curve$value[["1"]], mvsampen(x, m = 1)$value)
  z <- scale(x)
  halves <- (z[seq(1, 119, 2), ] + z[seq(2, 120, 2), ]) / 2
  expect_identical(curve$matches_m[["2"]], mvsampen(halves, m = 1, r = 0.6, r_unit = "absolute")$matches_m)
  each <- mvmultiscale(epochs, 1:2, "mvfuzzyen", m = 1)
  expect_identical(dimnames(each$value), list(scale = c("1", "2"), epoch = c("1", "2", "3")))
  expect_identical(each$value[[1, 2]], mvfuzzyen(epochs[, , 2], m = 1)$value)
  expect_output(print(curve), "MSE of multivariate sample entropy")
  tested <- mvmultiscale(x, 1:2, m = 1, surrogates = 9, surrogate_kind = "shuffle")$surrogates
  expect_named(tested$p, c("1", "2"))
})

test_that("missing samples and what cannot be measured", {
  gaps <- epochs
  gaps[7, "b", 2] <- NA
  expect_warning(found <- mvsampen(gaps, m = 1), "1 of 3 values are not finite; epoch 2: ", class = "biotropy_not_finite")
  expect_identical(unname(is.na(found$value)), c(FALSE, TRUE, FALSE))
  expect_silent(passed <- mvsampen(gaps, m = 1, na.action = na.pass))
  expect_identical(passed$value, found$value)
  expect_identical(unname(passed$reason), c("", "missing values (na.pass)", ""))
  omitted <- mvsampen(gaps, m = 1, na.action = na.omit)
  expect_true(all(is.finite(omitted$value)))
  zero <- gaps
  zero[is.na(zero)] <- 0
  expect_identical(mvsampen(gaps, m = 1, na.action = function(x) ifelse(is.na(x), 0, x))$value, mvsampen(zero, m = 1)$value)
  expect_identical(is.na(sampen(gaps, m = 1, pool_epochs = "epoch", na.action = na.pass)$value), c(a = FALSE, b = TRUE, c = FALSE))
  expect_error(mvsampen(replace(x, 5, NA)), "1 missing", class = "biotropy_missing_values")
  expect_error(mvsampen(cbind(x[, 1], 1)), "constant", class = "biotropy_constant_series")
  expect_error(mvmultiscale(replace(x, 5, NA), 1:2), "1 missing", class = "biotropy_missing_values")
})

test_that("mistakes are named", {
  refused(mvsampen(x[, 1]), "a channel in each column")
  refused(mvsampen(x, channel_m = 1:2), "channel_m is 1,2; it must be one number for each of the 3 channels")
  refused(sampen(epochs, pool_epochs = "all"), "pool_epochs is \"all\"; it must be")
  refused(mvmultiscale(x, 1:2, "sampen"), "measure is \"sampen\"; it must be")
})

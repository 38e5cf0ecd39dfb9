# SPDX-License-Identifier: Apache-2.0
# Matrices of pairs at many scales: the numbers of the program.

x <- cbind(a = portable(1, 240), b = cumsum(portable(2, 240) - 0.5), c = sin((1:240)^1.1) + portable(3, 240))
epochs <- aperm(array(x, c(120, 2, 3)), c(1, 3, 2))
dimnames(epochs) <- list(NULL, colnames(x), NULL)

test_that("matrices are those of the program, of every epoch and their mean", {
  file <- do.call(written, as.data.frame(x))
  wanted <- results_of("cross", file, "--rate", "1", "--measure", "cross-apen", "--scales", "1,2,5", "--epoch", "120")
  found <- multiscale_pairwise(epochs, c(1, 2, 5), "cross-apen")
  at <- cbind(match(wanted$channel, c("a", "b", "c")), match(wanted$partner, c("a", "b", "c")), match(wanted$scale, c(1, 2, 5)),
    wanted$epoch + 1)
  expect_identical(nrow(at), length(found$value))
  expect_identical(found$value[at], wanted$value)
  expect_equal(found$matches_m1[at], wanted$matches_m1, tolerance = 0)
  expect_identical(found$complexity_index[at[, c(1, 2, 4)]], wanted$complexity_index)
  wanted <- results_of("cross", file, "--rate", "1", "--measure", "cross-apen", "--scales", "1,2,5", "--epoch", "120",
    "--mean-only")
  expect_identical(found$mean[at[seq_len(nrow(wanted)), 1:3]], wanted$value)
  expect_identical(found$samples, c("1" = 120, "2" = 60, "5" = 24))
  expect_identical(dim(multiscale_pairwise(epochs, 1:2, r = 0.5, pool_epochs = "recording")$value), c(3L, 3L, 2L, 1L))
})

test_that("surrogates have the numbers of the program", {
  file <- do.call(written, as.data.frame(x))
  test_options <- c("--surrogates", "39", "--surrogate-kind", "aaft", "--surrogate-seed", "7", "-r", "0.5")
  arguments <- list(epochs, 1:2, r = 0.5, surrogates = 39, surrogate_kind = "aaft", surrogate_seed = 7)
  command <- c("cross", file, "--rate", "1", "--measure", "cross-sampen", "--scales", "1-2", "--epoch", "120", test_options)
  for (of in c("epochs", "mean")) {
    found <- do.call(multiscale_pairwise, c(arguments, surrogates_of = of))
    wanted <- do.call(results_of, as.list(c(command, if (of == "mean") "--mean-only")))
    like <- if (of == "mean") found$mean else found$value
    at <- cbind(match(wanted$channel, c("a", "b", "c")), match(wanted$partner, c("a", "b", "c")), wanted$scale,
      if (of == "epochs") wanted$epoch + 1)
    expect_identical(dimnames(found$surrogates$p)[1:3], list(channel = c("a", "b", "c"), partner = c("a", "b", "c"),
      scale = c("1", "2")))
    expect_identical(dim(found$surrogates$p), dim(like))
    for (name in c("surrogate_mean", "surrogate_sd", "z", "p_lower", "p_upper", "p", "q", "p_family", "surrogates_drawn")) {
      expect_equal(found$surrogates[[name]][at], wanted[[name]], tolerance = 0, info = name)
    }
  }
})

test_that("results print, become tables and pictures", {
  found <- multiscale_pairwise(epochs, 1:2, r = 0.5)
  expect_output(print(found), "MSE of cross-sample entropy .*mean of 2 epochs.*, , scale = 2")
  expect_output(print(summary(found)), "MSE of cross-sample entropy")
  each <- as.data.frame(found)
  expect_identical(names(each)[1:5], c("channel", "partner", "scale", "epoch", "value"))
  expect_identical(each$value, c(found$value))
  expect_identical(unique(each[c("scale", "samples")])$samples, c(120, 60))
  expect_identical(subset(each, channel == "b" & scale == 2 & epoch == 2)$templates_m, rep(found$templates_m["b", "2", "2"], 3))
  table <- summary(found)
  expect_identical(nrow(table), 18L)
  row <- table[table$channel == "c" & table$partner == "a" & table$scale == 2, ]
  expect_identical(c(row$mean, row$sd), c(found$mean["c", "a", "2"], sd(found$value["c", "a", "2", ])))
  file <- tempfile(fileext = ".png")
  grDevices::png(file)
  expect_invisible(plot(found))
  expect_invisible(plot(multiscale_pairwise(matrix(portable(4, 300)), 1:2, r = 0.5)))
  grDevices::dev.off()
  expect_gt(file.size(file), 1000)
})

test_that("what cannot be measured has a reason, and a wrong argument is named", {
  expect_warning(found <- multiscale_pairwise(x[1:100, ], c(1, 50), r = 1), "scale 50", class = "biotropy_not_finite")
  expect_identical(c(anyNA(found$mean[, , "1"]), all(is.na(found$mean[, , "50"]))), c(FALSE, TRUE))
  expect_warning(flat <- multiscale_pairwise(cbind(x, d = 1), 1:2, r = 0.5), "channel d")
  expect_true(all(is.na(flat$mean["d", , ])) && !anyNA(flat$mean[1:3, 1:3, ]))
  gaps <- x
  gaps[7, 1] <- NA
  expect_error(multiscale_pairwise(gaps, 2), class = "biotropy_missing_values")
  expect_true(all(is.finite(multiscale_pairwise(gaps, 1:2, r = 0.5, na.action = na.omit)$mean)))
  refused(multiscale_pairwise(x, 2, "sampen"), "measure is \"sampen\"; it must be")
  refused(multiscale_pairwise(x[, 1], 2), "a channel in each column")
  refused(multiscale_pairwise(x, 2, surrogates = 9, surrogates_of = "median"), "surrogates_of")
  expect_identical(multiscale_pairwise(x, 1:3, r = 0.4, threads = 1)$value, multiscale_pairwise(x, 1:3, r = 0.4, threads = 2)$value)
})

# SPDX-License-Identifier: Apache-2.0
# Every result names its values, and its table has a row for each of them.

tabled <- array(portable(11, 1200), c(200, 2, 3), list(NULL, c("Fz", "Cz"), c("rest", "task", "again")))
one_epoch <- tabled[, , 1]
tested <- list(surrogates = 9, surrogate_kind = "shuffle")
asked <- function(.of, ...) .of(...)
tested_too <- function(.of, ...) do.call(.of, c(list(...), tested))
answers <- list(
  asked(sampen, one_epoch), asked(sampen, tabled), asked(apen, unname(tabled), m = 1:2), asked(fuzzyen, tabled[, 1, 1], r = c(0.2, 0.3)),
  asked(permen, tabled, m = 2:3), asked(sampen, tabled, m = 1:2, r = c(0.15, 0.2), standard_error = TRUE),
  tested_too(sampen, tabled, m = 1:2), asked(sampen, tabled, pool_epochs = "epoch"), tested_too(cross_sampen, tabled, tabled[200:1, , ]),
  asked(cross_apen, tabled, tabled, m = 1:2), tested_too(mvsampen, tabled, m = 1), asked(mvfuzzyen, tabled, m = 1, r = c(0.2, 0.3)),
  asked(mvsampen, tabled, pool_epochs = "recording", m = 1:2), tested_too(multiscale, tabled, scales = 1:2),
  asked(multiscale, tabled[, 1, 1], scales = c(1, 3)), asked(mvmultiscale, tabled, scales = 1:2), asked(mvmultiscale, one_epoch, scales = 1:2),
  tested_too(pairwise, tabled, m = 1), tested_too(pairwise, tabled, m = 1, surrogates_of = "mean"), asked(pairwise, unname(tabled), m = 1:2),
  tested_too(multiscale_pairwise, tabled, scales = 1:2), asked(sliding_entropy, one_epoch, window = 50, step = 30, rate = 10),
  asked(sliding_entropy, tabled[, 1, 1], window = 100, step = 100, m = 1:2),
  asked(sliding_entropy, tabled, window = 50, step = 30, pool_epochs = "recording")
)

test_that("a table has the coordinates, counts and tests of every value", {
  for (found in answers) {
    expect_s3_class(found, "biotropy_result")
    table <- as.data.frame(found)
    label <- heading(found)
    expect_identical(nrow(table), length(found$value), info = label)
    expect_identical(table$value, c(unname(found$value)), info = label)
    expect_identical(names(table)[seq_along(found$by)], names(found$by), info = label)
    expect_identical(anyDuplicated(table[names(found$by)]), 0L, info = label)
    if (length(dim(found$value)) > 1) {
      names <- dimnames(found$value)
      expect_identical(names(names), names(found$by), info = label)
      at <- do.call(cbind, lapply(table[names(found$by)], as.character))
      expect_identical(found$value[at], table$value, info = label)
      for (part in setdiff(intersect(names(table), names(found)), c("samples", names(found$by)))) {
        own <- names(dimnames(found[[part]]))
        expect_identical(unname(found[[part]][at[, own, drop = FALSE]]), table[[part]], info = paste(label, part))
      }
    }
    if (length(found$surrogates$p) == nrow(table)) expect_identical(table$p, c(unname(found$surrogates$p)), info = label)
    expect_true("reason" %in% names(table), info = label)
    expect_output(print(found), substring(found$name, 2), info = label)
    expect_output(print(summary(found)), substring(found$name, 2), info = label)
  }
})

test_that("epochs of an array have the values of each alone", {
  found <- sampen(tabled, m = 1:2, r = c(0.15, 0.2))
  expect_identical(dimnames(found$value), list(channel = c("Fz", "Cz"), epoch = c("rest", "task", "again"), m = c("1", "2"), r = c("0.15", "0.2")))
  expect_identical(found$value["Cz", "task", "1", "0.15"], sampen(tabled[, "Cz", "task"], m = 1, r = 0.15)$value)
  curves <- multiscale(tabled, 1:3)
  expect_identical(curves$value[, "Cz", "again"], unname(multiscale(tabled[, "Cz", "again"], 1:3)$value[, 1]), ignore_attr = TRUE)
  pair <- cross_sampen(tabled, tabled[200:1, , ])
  expect_identical(pair$matches_m["Fz", "task"], cross_sampen(tabled[, "Fz", "task"], tabled[200:1, "Fz", "task"])$matches_m)
  several <- pairwise(tabled, m = 1:2)
  expect_identical(several$value["Fz", "Cz", "task", "2"], cross_apen(tabled[, "Fz", "task"], tabled[, "Cz", "task"])$value)
  expect_identical(several$mean["Cz", "Fz", "1"], pairwise(tabled, m = 1)$mean["Cz", "Fz"])
  flat <- replace(tabled, 1:200, 1)
  expect_warning(found <- apen(flat), "1 of 6 values are not finite; epoch 1, channel Fz", class = "biotropy_not_finite")
  expect_true(nzchar(subset(as.data.frame(found), channel == "Fz" & epoch == "rest")$reason))
})

test_that("the standard error of sample entropy has an interval around the value", {
  found <- sampen(one_epoch, standard_error = TRUE)
  expect_named(found$standard_error, c("Fz", "Cz"))
  expect_true(all(found$lower < found$value & found$value < found$upper))
  expect_true(all(sampen(one_epoch, standard_error = TRUE, confidence = 0.99)$upper > found$upper))
  expect_output(print(sampen(one_epoch[, 1], standard_error = TRUE)), "standard error")
})

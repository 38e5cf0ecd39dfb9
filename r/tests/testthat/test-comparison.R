# SPDX-License-Identifier: Apache-2.0
# Simple methods on the same folds: the numbers of the program, to the last bit.

test_that("methods have the program's scores", {
  skip_if_not_installed("jsonlite")
  base <- tempfile()
  program("states", "simulate", "P3", "-o", base, "--samples", "3000")
  table <- paste0(base, ".csv")
  file <- tempfile(fileext = ".json")
  program("states", "compare", table, "--rate", "100", "--n-folds", "3", "--bandwidth", "silverman",
    "--intervals", "time", "--interval-time", "5", "--n-resamples", "200", "-o", file)
  theirs <- jsonlite::fromJSON(file, simplifyVector = FALSE, digits = NA)
  events <- read.delim(paste0(base, "_events.tsv"))
  state <- rep(events$trial_type, round(events$duration * 100))
  ours <- sicamm_compare(exact_table(table, ","), state,
    folds = 3, bandwidth = "silverman", rate = 100, intervals = "time", interval_time = 5, n_resamples = 200
  )
  expect_identical(ours$scores$method, vapply(theirs$methods, function(one) one$method, ""))
  expect_identical(ours$folds, vapply(theirs$folds, as.integer, 1L))
  for (i in seq_along(theirs$methods)) {
    one <- theirs$methods[[i]]
    of_method <- ours$fold_scores[ours$fold_scores$method == one$method, ]
    for (score in c("accuracy", "balanced_accuracy", "kappa", "macro_f1", "log_loss", "brier")) {
      info <- paste(one$method, score)
      expect_identical(ours$scores[[score]][i], as.double(one$all[[score]]), info = info)
      expect_identical(ours$scores[[paste0(score, "_low")]][i], as.double(one$intervals$low[[score]]), info = info)
      expect_identical(ours$scores[[paste0(score, "_high")]][i], as.double(one$intervals$high[[score]]), info = info)
    }
    expect_identical(nrow(of_method), length(theirs$folds))
  }
  expect_true(all(ours$fold_scores$beta > 0 & ours$fold_scores$beta <= 1))
  expect_identical(as.data.frame(ours), ours$scores)
  expect_output(print(ours), "sicamm +2[0-9]{3}|sicamm +3000")
})

test_that("wrong arguments of a comparison are named", {
  set.seed(5)
  state <- rep(rep(c("rest", "task"), each = 50), 10)
  x <- cbind(a = rnorm(1000, sd = ifelse(state == "task", 3, 1)), b = rnorm(1000, sd = ifelse(state == "task", 1, 3)))
  for (wrong in list(
    list(folds = 1), list(fold_unit = "days"), list(block = -1), list(gap = 0.5), list(mixture_components = 0),
    list(intervals = "hours"), list(bandwidth = "wide"), list(persons = 1:3), list(contrast = "cube", method = "jade")
  )) {
    condition <- expect_error(do.call(sicamm_compare, c(list(x, state), wrong)), class = "biotropy_invalid_argument")
    expect_identical(condition$argument, names(wrong)[1])
  }
  condition <- expect_error(sicamm_compare(x, state, intervals = "time"), class = "biotropy_invalid_argument")
  expect_identical(condition$argument, "rate")
  expect_identical(expect_error(sicamm_compare(x, state, classifier = "logistic"), class = "biotropy_error")$argument, "classifier")
  expect_error(sicamm_compare(x, state, wrong = 1), "further arguments", class = "biotropy_invalid_argument")
  # Persons as blocks.
  recording <- rep(1:10, each = 100)
  # The sources are normal, so FastICA may not converge.
  found <- suppressWarnings(sicamm_compare(x, state, recording,
    persons = (recording + 1) %/% 2, folds = 5, bandwidth = "silverman", beta = 1, intervals = "persons", n_resamples = 100
  ))
  condition <- expect_error(
    sicamm_compare(x, state, recording, fold_unit = "blocks", intervals = "persons"), class = "biotropy_invalid_argument"
  )
  expect_identical(condition$argument, "fold_unit")
  expect_true(all(found$scores$accuracy_low <= found$scores$accuracy & found$scores$accuracy <= found$scores$accuracy_high))
})

test_that("where classes come in turn as the blocks do, the length of blocks is named", {
  set.seed(5)
  state <- rep(rep(c("rest", "task"), each = 250), 4)
  x <- cbind(a = rnorm(2000), b = rnorm(2000)) * ifelse(state == "task", 3, 1)
  compared <- function(...) suppressWarnings(sicamm_compare(x, state, folds = 2, bandwidth = "silverman", beta = 1, ...))
  expect_error(compared(), "class 'rest': 0 samples.*; blocks of another length \\('block'\\)", class = "biotropy_too_short")
  expect_identical(length(compared(block = 150)$folds), 2L)
})

# SPDX-License-Identifier: Apache-2.0
# Models for other persons: what the program does, to the last bit.

simulated <- function(samples, seed) {
  base <- tempfile()
  program("states", "simulate", "P3", "-o", base, "--samples", samples, "--seed", seed)
  events <- read.delim(paste0(base, "_events.tsv"))
  list(
    table = paste0(base, ".csv"), x = exact_table(paste0(base, ".csv"), ","),
    state = rep(events$trial_type, round(events$duration * 100))
  )
}

test_that("a person is adapted to, with and without labels, as by the program", {
  made <- simulated("4000", "1")
  model_file <- tempfile(fileext = ".nc")
  program("states", "train", made$table, "--rate", "100", "--bandwidth", "silverman", "-o", model_file)
  model <- read_sicamm(model_file)
  other <- simulated("3000", "2")
  moved <- sweep(sweep(other$x, 2, c(0.4, 3, 2), "*"), 2, c(0, 5, 0), "+")
  colnames(moved) <- model$channels
  table <- do.call(written, as.data.frame(moved))
  few <- ifelse(seq_along(other$state) <= 400, other$state, NA)
  labels <- tempfile(fileext = ".tsv")
  writeLines(c("onset\tduration\ttrial_type", sprintf("%.17g\t0.01\t%s", 0:399 / 100, other$state[1:400])), labels)
  for (with_labels in c(FALSE, TRUE)) {
    output <- tempfile(fileext = ".nc")
    program("states", "adapt", table, "--rate", "100", "--model", model_file, "--events", if (with_labels) labels else "none",
      "-o", output)
    ours <- sicamm_adapt(model, moved, if (with_labels) few)
    theirs <- read_sicamm(output)
    for (part in c("transitions", "priors", "unmixing", "bias", "beta")) {
      expect_identical(unname(ours[[part]]), unname(theirs[[part]]), info = part)
    }
    expect_true(ours$adaptation$adopted)
    expect_identical(ours$adaptation$labelled, if (with_labels) 400 else 0)
    improved <- if (with_labels) -diff(ours$adaptation$log_loss) else diff(ours$adaptation$log_likelihood)
    expect_gt(improved, 2 * ours$adaptation$standard_error)
    expect_identical(dimnames(ours$adaptation$shares), list(model$classes, c("before", "after")))
    before <- mean(suppressWarnings(predict(model, moved)) == other$state)
    expect_gt(mean(predict(ours, moved) == other$state), before + 0.1)
  }
})

test_that("a model that stays says why", {
  set.seed(3)
  state <- rep(rep(c("rest", "task"), each = 100), 10)
  x <- cbind(a = rnorm(2000, sd = ifelse(state == "task", 3, 1)), b = rnorm(2000, sd = ifelse(state == "task", 1, 3)))
  model <- sicamm(x, state, bandwidth = "silverman")
  expect_warning(same <- sicamm_adapt(model, x), "the model stays as it is")
  expect_false(same$adaptation$adopted)
  expect_identical(predict(same, x), predict(model, x))
  # A formula stays one.
  frame <- data.frame(x, state = factor(state))
  by_formula <- sicamm(state ~ ., frame, bandwidth = "silverman")
  adapted <- suppressWarnings(sicamm_adapt(by_formula, frame))
  expect_identical(predict(adapted, frame), predict(by_formula, frame))
})

test_that("labels are those of the model", {
  state <- rep(c("rest", "task", "rest", "task"), each = 250)
  x <- cbind(a = sin((1:1000)^1.4), b = cos((1:1000)^1.3)) + 2 * (state == "task")
  model <- sicamm(x, state)
  condition <- expect_error(sicamm_adapt(model, x, rep("sleep", 1000)), class = "biotropy_invalid_argument")
  expect_match(conditionMessage(condition), "sleep.*a class of the model \\(rest, task\\)")
  expect_error(sicamm_adapt(model, x, state[1:10]), class = "biotropy_invalid_argument")
  expect_error(sicamm_adapt(model, x[, 1]), class = "biotropy_error")
  expect_error(sicamm_adapt(3, x), class = "biotropy_invalid_argument")
})

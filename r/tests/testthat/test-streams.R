# SPDX-License-Identifier: Apache-2.0
# Samples as they come.

# A model of the program on features, its samples, some of them missing, and what the program's stream makes of them.
program_stream <- function() {
  folder <- tempfile()
  dir.create(folder)
  path <- function(name) file.path(folder, name)
  program("states", "simulate", "P3", "-o", path("train"), "--samples", "2000")
  program(
    "states", "train", path("train.csv"), "--rate", "100", "--features", "tsi", "--log", "--beta", "0.1",
    "--bandwidth", "silverman", "-o", path("tsi.nc")
  )
  x <- as.matrix(read.csv(path("train.csv")))[1:400, ]
  x[c(40, 41, 350), 2] <- NA
  writeLines(c(paste(colnames(x), collapse = ","), apply(x, 1, function(row) paste(sprintf("%.17g", row), collapse = ","))),
    path("x.csv")
  )
  lines <- program("states", "stream", "--model", path("tsi.nc"), "--replay", path("x.csv"), "--speed", "max", "--lag", "2")
  list(model = read_sicamm(path("tsi.nc")), x = x, table = read.delim(text = lines, check.names = FALSE, na.strings = ""))
}

test_that("a stream with features has the states of the program", {
  theirs <- program_stream()
  stream <- sicamm_stream(theirs$model, lag = 2)
  ours <- rbind(sicamm_step(stream, theirs$x[1:100, ]), sicamm_step(stream, theirs$x[101:400, ]), sicamm_finish(stream))
  expect_identical(nrow(ours), 400L - 24L)
  expect_identical(ours$time, theirs$table$time)
  expect_identical(as.character(ours$class), theirs$table$label)
  for (class in theirs$model$classes) expect_identical(ours[[class]], theirs$table[[paste("posterior", class)]])
  expect_identical(ours$log_likelihood, theirs$table$log_likelihood)
  expect_identical(gsub(", ", ",", ours$flag), sub("n/a", "", theirs$table$flags, fixed = TRUE))
  expect_true(any(ours$flag == "missing"))
  # Every sample has the state that is known by then.
  all <- predict(theirs$model, theirs$x, type = "all", decoder = "fixed-lag", lag = 2)
  expect_identical(nrow(all), 400L)
  expect_identical(all[25:400, theirs$model$classes[1]], ours[[theirs$model$classes[1]]])
  expect_identical(unname(unlist(all[1, theirs$model$classes])), unname(theirs$model$priors))
})

test_that("gaps, stamps and streams that go on", {
  state <- rep(c("rest", "task", "rest", "task"), each = 250)
  x <- cbind(a = sin((1:1000)^1.4), b = cos((1:1000)^1.3)) + 2 * (state == "task")
  model <- sicamm(x, state)
  times <- (0:299) / 100 + ifelse(1:300 > 100, 2, 0)
  stamped <- sicamm_step(sicamm_stream(model, rate = 100), x[1:300, ], times)
  expect_identical(stamped$time, times)
  expect_identical(which(stamped$flag == "gap, warm-up"), 101L)
  marked <- sicamm_stream(model, rate = 100)
  states <- rbind(sicamm_step(marked, x[1:100, ]), sicamm_step(sicamm_gap(marked, lost = 200), x[101:300, ]))
  expect_equal(states, stamped)
  expect_identical(states[["rest"]], stamped[["rest"]])
  file <- tempfile(fileext = ".nc")
  parts <- lapply(split(1:300, rep(1:3, each = 100)), function(rows) {
    stream <- sicamm_stream(model, rate = 100)
    expect_identical(sicamm_resume(stream, file), rows[1] > 1)
    part <- sicamm_step(stream, x[rows, ], times[rows])
    sicamm_save(stream, file)
    part
  })
  expect_identical(do.call(rbind, unname(parts)), stamped)
  expect_error(sicamm_resume(sicamm_stream(model), file), "other settings", class = "biotropy_invalid_data")
  expect_warning(sicamm_step(sicamm_stream(model, rate = 100), x[1:300, ], (1:300) / 50), "time stamps come 50 a second")
  expect_error(sicamm_step(marked, x[1:3, ], 1:2), "each of the 3 samples", class = "biotropy_invalid_argument")
  expect_error(sicamm_stream(model, warm_up = -1), "warm_up", class = "biotropy_invalid_argument")
  expect_error(sicamm_stream(model, gap = 0), "gap", class = "biotropy_invalid_argument")
})

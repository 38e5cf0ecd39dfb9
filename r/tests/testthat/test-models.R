# SPDX-License-Identifier: Apache-2.0
# Models of sequential classification: saved, changed, of formulas, with channels by name.

# Two classes in turn, and channels whose mean says which.
state <- rep(c("rest", "task", "rest", "task"), each = 250)
x <- cbind(a = sin((1:1000)^1.4), b = cos((1:1000)^1.3)) + 2 * (state == "task")

test_that("models classify, are saved and go on in another session", {
  model <- sicamm(x, state)
  expect_gt(mean(predict(model, x) == state), 0.98)
  posterior <- predict(model, x, type = "posterior")
  expect_equal(rowSums(posterior), rep(1, 1000), tolerance = 1e-12)
  expect_identical(predict(model, x[, 2:1], type = "posterior"), posterior)
  expect_identical(predict(sicamm(state ~ ., data.frame(x)), data.frame(x), type = "posterior"), posterior)
  stream <- sicamm_stream(model)
  steps <- rbind(sicamm_step(stream, x[1, ]), sicamm_step(stream, x[2:300, ]))
  expect_identical(unname(as.matrix(steps[, model$classes])), unname(posterior[1:300, ]))
  sicamm_reset(stream)
  expect_identical(sicamm_step(stream, x[1, ])$rest, posterior[[1, "rest"]])
  file <- tempfile()
  saveRDS(model, file)
  expect_identical(predict(readRDS(file), x, type = "posterior"), posterior)
  two <- predict(model, x, type = "posterior", recordings = rep(1:2, each = 500))
  expect_identical(two[501:1000, ], predict(model, x[501:1000, ], type = "posterior"))
  missing <- rbind(x[1:10, ], NA, x[11:20, ])
  expect_identical(predict(model, missing, type = "all")$flag[c(1, 2, 11)], c("warm-up", "", "missing"))
  expect_output(print(model), "2 classes, 2 channels")
  expect_output(print(summary(model)), "expected stay")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_invisible(plot(model, x))
  some <- replace(state, c(1:200, 600:700), NA)
  expect_gt(mean(predict(suppressWarnings(sicamm(x, some)), x) == state), 0.9)
})

test_that("NaN is no class", {
  number <- as.numeric(state == "task")
  some <- replace(number, c(1:200, 600:700), NA)
  expected <- suppressWarnings(sicamm(x, some, beta = 1))
  expect_identical(expected$classes, c("0", "1"))
  for (same in list(replace(some, is.na(some), NaN), factor(replace(some, is.na(some), NaN)), addNA(factor(some)))) {
    model <- suppressWarnings(sicamm(x, same, beta = 1))
    expect_identical(model$classes, expected$classes)
    expect_identical(model$transitions, expected$transitions)
  }
  expect_error(sicamm(x, replace(number, number == 0, NaN)), class = "biotropy_invalid_argument")
})

test_that("a time series has the rate of the model", {
  quick <- list(bandwidth = "silverman", beta = 1)
  of_100 <- do.call(sicamm, c(list(ts(x, frequency = 100), state, rate = 100), quick))
  file <- tempfile()
  write_sicamm(of_100, file)
  for (model in list(of_100, read_sicamm(file))) {
    expect_identical(predict(model, ts(x, frequency = 100)), predict(model, x))
    expect_identical(predict(model, ts(x)), predict(model, x))
    for (call in c(predict, sicamm_adapt, function(model, x) sicamm_step(sicamm_stream(model), x))) {
      expect_error(call(model, ts(x, frequency = 100.02)), "100.02 Hz, and the model was trained at 100 Hz",
        class = "biotropy_invalid_data")
      refused(call(model, ts(x, frequency = 50)), "50 Hz, and the model was trained at 100 Hz", kind = "invalid_data")
    }
  }
  without <- do.call(sicamm, c(list(x, state), quick))
  expect_identical(predict(without, ts(x, frequency = 50)), predict(without, x))
  for (call in c(sicamm, sicamm_compare)) {
    refused(call(ts(x, frequency = 100), state, rate = 50), "rate is 50; it must be 100")
  }
})

test_that("an average reference is projected out, and another one is said", {
  x <- cbind(a = sin((1:1000)^1.4), b = cos((1:1000)^1.3), c = sin((1:1000)^1.2)) * ifelse(state == "task", 2, 1)
  referenced <- x - rowMeans(x)
  expect_warning(model <- sicamm(referenced, state), "3 channels vary in 2 directions")
  expect_identical(model$rank, 2)
  expect_equal(abs(model$null_space[1, ]), c(a = 1, b = 1, c = 1) / sqrt(3))
  expect_identical(dim(model$unmixing$rest), c(2L, 3L))
  expect_output(print(model), "3 channels of rank 2")
  posterior <- predict(model, referenced, type = "posterior")
  expect_warning(other <- predict(model, x, type = "posterior"), class = "biotropy_directions_ignored")
  expect_equal(other, posterior, tolerance = 1e-8)
  file <- tempfile()
  write_sicamm(model, file)
  expect_identical(predict(read_sicamm(file), referenced, type = "posterior"), posterior)
  expect_error(sicamm(x, state, rank_tolerance = 2), "rank_tolerance")
})

test_that("wrong input of models", {
  x <- cbind(u, v)
  y <- rep(c("a", "b"), 500)
  for (call in expression(
    sicamm(x, y[1:10]), sicamm(x, rep("a", 1000)), sicamm(x, list(1)), sicamm("a", y), sicamm(x, y, method = "pca"),
    sicamm(x, y, beta = 2), sicamm(x, y, seed = -1), sicamm(x, y, recordings = c(1, 2, 1)), sicamm(x, y, nonsense = 1),
    sicamm(x, y, recordings = rep(1:2, 500)), sicamm_stream(1), sicamm_step(1, 2), write_sicamm(u, "a"), sicamm(~a, data.frame(a = u))
  )) {
    expect_error(eval(call), class = "biotropy_invalid_argument", info = deparse(call))
  }
  model <- suppressWarnings(sicamm(x, y))
  expect_error(predict(model, u), class = "biotropy_invalid_data")
  expect_error(predict(model, cbind(a = u, b = v)), "no channels", class = "biotropy_invalid_data")
  expect_identical(predict(model, cbind(v, w = 1, u)), predict(model, x))
  expect_identical(predict(model, unname(x)), predict(model, x))
  expect_error(predict(model, "a"), class = "biotropy_invalid_argument")
  expect_error(predict(model, x, decoder = "guess"), class = "biotropy_invalid_argument")
  expect_error(sicamm_step(sicamm_stream(model), 1), class = "biotropy_invalid_data")
  expect_error(write_sicamm(model, file.path(tempfile(), "model.nc")), class = "biotropy_error")
  expect_error(write_sicamm(model, tempdir()), class = "biotropy_io")
})

test_that("channels of models by name", {
  x <- cbind("1" = sin((1:1000)^1.4), "2" = cos((1:1000)^1.3))
  x <- x + c(0, 2)[1 + (state == "task")] * rep(c(1, 0.5), each = 1000)
  named <- sicamm(x, state)
  without <- sicamm(unname(x), state)
  expect_identical(c(named$named, without$named), c(TRUE, FALSE))
  posterior <- predict(named, x, type = "posterior")
  expect_identical(predict(named, x[, 2:1], type = "posterior"), posterior)
  expect_error(predict(named, cbind(a = x[, 1], b = x[, 2])), "no channels", class = "biotropy_invalid_data")
  expect_error(predict(named, cbind(x, "1" = 0)), "more than once", class = "biotropy_invalid_data")
  # A model without names takes columns as they stand.
  expect_identical(predict(without, cbind("2" = x[, 1], "1" = x[, 2]), type = "posterior"), posterior)
  file <- tempfile(fileext = ".nc")
  write_sicamm(named, file)
  read <- read_sicamm(file)
  expect_identical(read$named, NA)
  expect_identical(predict(read, x[, 2:1], type = "posterior"), posterior)
  expect_identical(predict(read, cbind(a = x[, 1], b = x[, 2]), type = "posterior"), posterior)
  # Samples one by one as well.
  stream <- sicamm_stream(named)
  expect_identical(sicamm_step(stream, x[1, 2:1])$rest, posterior[[1, "rest"]])
  expect_identical(sicamm_step(stream, unname(x[2, ]))$rest, posterior[[2, "rest"]])
  refused(sicamm_step(stream, c(a = 1, b = 2)), "no channels '1', '2'", kind = "invalid_data")
  wider <- cbind(x[1:5, 2:1], other = 9)
  expect_identical(sicamm_step(sicamm_stream(named), wider)$rest, posterior[1:5, "rest"])
})

test_that("formulas with factors", {
  frame <- data.frame(state, a = sin((1:1000)^1.4) + 2 * (state == "task"), b = cos((1:1000)^1.3))
  frame$side <- factor(c("left", "middle", "right")[1 + (1:1000 * 7919) %% 3])
  model <- suppressWarnings(sicamm(state ~ a + b + side, frame))
  posterior <- predict(model, frame, type = "posterior")
  # Few rows do not have every level, and a column of texts has none of its own.
  part <- frame[1:2, ]
  expect_identical(predict(model, droplevels(part), type = "posterior"), posterior[1:2, ])
  part$side <- as.character(part$side)
  expect_identical(predict(model, part, type = "posterior"), posterior[1:2, ])
  part$side <- factor(part$side, rev(levels(frame$side)))
  expect_identical(predict(model, part, type = "posterior"), posterior[1:2, ])
  for (wrong in list("top", 1)) {
    part$side <- wrong
    expect_error(suppressWarnings(predict(model, part)), "side", class = "biotropy_invalid_argument")
  }
  expect_error(predict(model, frame["a"]), "variables of the formula", class = "biotropy_invalid_argument")
  expect_error(predict(model, frame$a), "a data frame", class = "biotropy_invalid_argument")
  # A matrix of another width makes other channels.
  frame$x <- cbind(frame$a, frame$b)
  model <- sicamm(state ~ x, frame)
  frame$x <- cbind(frame$a, frame$b, 1)
  expect_error(predict(model, frame), class = "biotropy_invalid_argument")
  # Contrasts are those of the training.
  old <- options(contrasts = c("contr.sum", "contr.poly"))
  on.exit(options(old))
  model <- suppressWarnings(sicamm(state ~ a + side, frame))
  posterior <- predict(model, frame, type = "posterior")
  options(old)
  expect_identical(predict(model, frame, type = "posterior"), posterior)
})

test_that("models that were changed by hand", {
  model <- sicamm(x, state)
  for (part in names(model)) {
    changed <- unclass(model)
    changed[[part]] <- "by hand"
    class(changed) <- "sicamm"
    expect_error(predict(changed, x), part, class = "biotropy_invalid_argument")
    expect_error(sicamm_stream(changed), part, class = "biotropy_invalid_argument")
    expect_error(write_sicamm(changed, tempfile()), part, class = "biotropy_invalid_argument")
  }
  expect_error(predict(structure(list(), class = "sicamm"), x), class = "biotropy_invalid_argument")
  expect_error(predict(structure(1, class = "sicamm"), x), class = "biotropy_invalid_argument")
  # What is no pointer to a model is never followed; the bytes make a new one.
  stream <- sicamm_stream(model)
  expected <- predict(model, x)
  for (wrong in list(NULL, 1, "a", stream$pointer, globalenv())) {
    model$session$handle <- wrong
    if (identical(wrong, stream$pointer)) {
      expect_error(predict(model, x), "changed by hand", class = "biotropy_invalid_data")
    } else {
      expect_identical(predict(model, x), expected)
    }
  }
  for (wrong in list(NULL, 1, "a", globalenv())) {
    changed <- unclass(stream)
    changed$pointer <- wrong
    class(changed) <- "sicamm_stream"
    expect_error(sicamm_step(changed, x[1, ]), class = "biotropy_invalid_data")
    expect_error(sicamm_reset(changed), class = "biotropy_invalid_data")
  }
  stream$model$classes <- c("a", "b")
  expect_error(sicamm_step(stream, x[1, ]), "classes", class = "biotropy_invalid_argument")
})

test_that("arguments without effect on what is learnt", {
  state <- rep(c("rest", "task", NA, "rest", "task"), each = 100)
  x <- cbind(a = sin((1:500)^1.4), b = cos((1:500)^1.3)) + 2 * (rep(c(0, 1, 1, 0, 1), each = 100))
  for (given in list(list(method = "jade"), list(tol = 1e-3))) {
    condition <- expect_error(do.call(sicamm, c(list(x, state), given)), "missing", class = "biotropy_invalid_argument")
    expect_identical(condition$argument, names(given))
  }
  frame <- data.frame(x, state)
  expect_error(sicamm(state ~ a + b, frame, tol = 1e-3), "tol is 0.001", class = "biotropy_invalid_argument")
  learnt <- suppressWarnings(sicamm(x, state, smoothing = 2, seed = 3, recordings = rep(1, 500), threads = 1))
  expect_identical(learnt$beta, 1)
  expect_identical(suppressWarnings(sicamm(state ~ a + b, frame, beta = 0.5))$beta, 0.5)
})

test_that("arguments that another one makes useless", {
  state <- rep(c("rest", "task", "rest", "task"), each = 100)
  x <- cbind(a = sin((1:400)^1.4), b = cos((1:400)^1.3)) + 2 * (state == "task")
  refused <- function(code) expect_error(code, class = "biotropy_invalid_argument")$argument
  expect_identical(refused(sicamm(x, state, method = "jade", contrast = "cube")), "contrast")
  expect_s3_class(suppressWarnings(sicamm(x, state, method = "fastica", contrast = "cube")), "sicamm")
  model <- suppressWarnings(sicamm(x, state))
  expect_identical(refused(predict(model, x, lag = 3)), "lag")
  expect_length(predict(model, x, decoder = "fixed-lag", lag = 3), 400)
  expect_identical(refused(predict(model, x, decode = "smoother", later = 3)), "...")
})

test_that("a model alone is drawn as its transitions", {
  model <- sicamm(cbind(a = sin((1:1000)^1.4), b = cos((1:1000)^1.3)) + 2 * (state == "task"), state)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_invisible(plot(model))
  expect_error(plot(model, decoder = "smoother"), "further arguments", class = "biotropy_invalid_argument")
})

# Two states whose channels differ in size, 250 samples each.
loud_samples <- function(seed, gain = 1) {
  state <- rep(rep(c("rest", "task"), 12), each = 250)
  noise <- matrix(portable(seed, 18000) + portable(seed + 1, 18000) + portable(seed + 2, 18000) - 1.5, ncol = 3)
  x <- noise * cbind(ifelse(state == "task", 3, 1), ifelse(state == "task", 1, 3), 1) * gain
  colnames(x) <- c("a", "b", "c")
  list(x = x, state = state)
}
made <- loud_samples(1)

test_that("models of features are those of the program", {
  file <- do.call(written, as.data.frame(made$x))
  events <- tempfile(fileext = ".tsv")
  writeLines(c("onset\tduration\ttrial_type", sprintf("%g\t2.5\t%s", 2.5 * (0:23), rep(c("rest", "task"), 12))), events)
  cases <- list(
    list(c("--features", "tsi", "--log", "--hop", "0.05"), list(features = "tsi", log = TRUE, hop = 0.05)),
    list(
      c("--features", "bands", "--bands", "5-15,15-40", "--window", "0.5", "--hop", "0.05"),
      list(features = "bands", bands = list(c(5, 15), c(15, 40)), window = 0.5, hop = 0.05)
    ),
    list(
      c("--features", "csp", "--components", "2", "--filter", "2", "40", "--filter-order", "2", "--window", "0.5", "--hop", "0.05"),
      list(features = "csp", components = 2, filter = c(2, 40), filter_order = 2, window = 0.5, hop = 0.05)
    ),
    list(
      c("--features", "tangent", "--window-shrinkage", "0.1", "--notch", "20", "--window", "0.5", "--hop", "0.05"),
      list(features = "tangent", window_shrinkage = 0.1, notch = 20, window = 0.5, hop = 0.05)
    ),
    list(
      c("--features", "tangent", "--window", "0.5", "--classifier", "logistic", "--ridge", "0.5", "--pure-windows"),
      list(features = "tangent", window = 0.5, classifier = "logistic", ridge = 0.5, pure_windows = TRUE)
    )
  )
  for (case in cases) {
    model_file <- tempfile(fileext = ".nc")
    kernels <- if (is.null(case[[2]]$classifier)) list(bandwidth = "silverman")
    do.call(program, as.list(c(
      "states", "train", file, "--rate", "100", "--events", events, case[[1]], "--beta", "0.2",
      if (length(kernels) > 0) c("--bandwidth", "silverman"), "-o", model_file
    )))
    theirs <- read_sicamm(model_file)
    ours <- suppressWarnings(do.call(sicamm, c(list(made$x, made$state, rate = 100, beta = 0.2), kernels, case[[2]])))
    kind <- case[[2]]$features
    for (part in c("classes", "channels", "features", "priors", "transitions", "unmixing", "bias", "beta")) {
      expect_identical(ours[[part]], theirs[[part]], info = paste(kind, part))
    }
    expect_identical(predict(ours, made$x, type = "all"), predict(theirs, made$x, type = "all"), info = kind)
    write_sicamm(ours, model_file)
    lines <- program("states", "classify", file, "--rate", "100", "--model", model_file)
    stream <- sicamm_stream(ours)
    expect_identical(sicamm_step(stream, made$x)$rest, read.delim(text = lines, check.names = FALSE)[["posterior rest"]],
      info = kind
    )
  }
  some <- replace(made$state, 500:5500, NA)
  learnt <- suppressWarnings(sicamm(made$x, some, features = "bands", rate = 100, window = 0.5, hop = 0.05))
  expect_gt(mean(predict(learnt, made$x) == made$state), 0.8)
})

test_that("a file whose checksum is missing is read on request", {
  model <- suppressWarnings(sicamm(made$x, made$state))
  file <- tempfile(fileext = ".nc")
  write_sicamm(model, file)
  bytes <- readBin(file, "raw", file.size(file))
  writeBin(head(bytes, -72), file)
  expect_error(read_sicamm(file), class = "biotropy_bad_file")
  expect_identical(read_sicamm(file, verify = FALSE)$classes, model$classes)
  expect_error(read_sicamm(file, verify = NA), class = "biotropy_invalid_argument")
})

test_that("wrong features", {
  for (wrong in list(
    list(features = "wavelets"), list(filter = 5), list(bands = c(4, 8), features = "bands"),
    list(bands = list(4), features = "bands"), list(window = "long"), list(components = 0, features = "csp"),
    list(filter_order = 3), list(notch = 20), list(log = NA)
  )) {
    name <- names(wrong)[1]
    condition <- expect_error(do.call(sicamm, c(list(made$x, made$state), wrong)), class = "biotropy_invalid_argument")
    # A filter needs a rate.
    expect_identical(condition$argument, if (identical(wrong, list(notch = 20))) "rate" else name)
  }
  expect_error(sicamm(made$x, made$state, delta = c(1, 4), rate = 100), class = "biotropy_invalid_argument")
})

test_that("unfamiliar recordings are said once", {
  model <- sicamm(made$x, made$state, bandwidth = "silverman")
  expect_silent(predict(model, loud_samples(7)$x))
  other <- loud_samples(7, gain = 20)$x
  said <- list()
  withCallingHandlers(predict(model, other), warning = function(condition) {
    said[[length(said) + 1]] <<- condition
    invokeRestart("muffleWarning")
  })
  expect_length(said, 1)
  expect_s3_class(said[[1]], "biotropy_unfamiliar")
})

test_that("the expected stay of a model of features is in samples", {
  state <- rep(rep(c("rest", "task"), each = 200), 10)
  t <- seq_along(state) / 100
  x <- cbind(a = sin(2 * pi * ifelse(state == "task", 25, 8) * t) + 0.1 * sin(t^1.4), b = cos(9 * t^1.3))
  model <- suppressWarnings(sicamm(x, state,
    features = "bands", bands = list(c(5, 12), c(20, 40)), window = 0.5, hop = 0.05, rate = 100, bandwidth = "silverman", beta = 1
  ))
  expect_identical(model$samples_per_vector, 5)
  expect_equal(summary(model)$classes$samples, 5 / (1 - unname(diag(model$transitions))))
  expect_identical(sicamm(x, state, bandwidth = "silverman", beta = 1)$samples_per_vector, 1)
  expect_error(sicamm(x, state, features = "bands", bands = data.frame(low = c(4, 13), high = c(8, 30)), rate = 100),
    "bands", class = "biotropy_invalid_argument")
})

test_that("samples for a formula have its variables, whatever the workspace has", {
  a <- 2 + sin((1:1000)^1.4) + (state == "task")
  b <- cos((1:1000)^1.3) + 2 * (state == "task")
  model <- sicamm(state ~ log(a) + b, data.frame(a, b), bandwidth = "silverman", beta = 1)
  misspelt <- data.frame(a, B = b)
  for (call in c(predict, sicamm_adapt, function(model, x) sicamm_step(sicamm_stream(model), x))) {
    expect_error(call(model, misspelt), "a data frame without b", class = "biotropy_invalid_argument")
  }
  # A vector would not go through the formula.
  expect_error(sicamm_step(sicamm_stream(model), c(a[1], b[1])), "variables of the formula", class = "biotropy_invalid_argument")
  one <- sicamm_step(sicamm_stream(model), data.frame(a, b)[1, ])
  expect_identical(one$rest, predict(model, data.frame(a, b), type = "posterior")[[1, "rest"]])
})

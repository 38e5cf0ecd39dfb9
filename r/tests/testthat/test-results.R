# SPDX-License-Identifier: Apache-2.0
# Results of the program, read in R.

test_that("a matrix of each epoch", {
  skip_if_not_installed("RNetCDF")
  x <- data.frame(Fz = u[1:400], Cz = v[1:400], Pz = u[401:800])
  file <- tempfile(fileext = ".nc")
  program("cross", do.call(written, x), "--rate", "1", "-m", "1", "--epoch", "200", "-o", file)
  result <- read_results(file)
  expect_s3_class(result, "biotropy_results")
  epochs <- array(unlist(lapply(list(1:200, 201:400), function(rows) as.matrix(x[rows, ]))), c(200, 3, 2),
    dimnames = list(NULL, names(x), NULL)
  )
  ours <- pairwise(epochs, m = 1)
  names_in_file <- list(epoch = c("0", "1"), channel = names(x), partner = names(x))
  values <- result$value
  expect_identical(dimnames(values), names_in_file)
  expect_identical(c(values), c(aperm(unname(ours$value), c(3, 1, 2))))
  expect_identical(dimnames(result$mean_value), names_in_file[-1])
  expect_identical(c(result$mean_value), c(ours$mean))
  expect_equal(c(result$matches_m), c(aperm(unname(ours$matches_m), c(3, 1, 2))), tolerance = 0)
  expect_true(nzchar(attr(values, "long_name")))
  expect_identical(as.integer(attr(result, "file")$m), 1L)
  expect_output(print(result), "(epoch 2, channel 3, partner 3)", fixed = TRUE)
})

test_that("the result of a study", {
  skip_if_not_installed("RNetCDF")
  folder <- tempfile()
  program("simulate", "cohort", folder, "--groups", "2", "--subjects", "2", "--channels", "3", "--epochs", "2")
  path <- Sys.getenv("BIOTROPY_PROGRAM")
  expect_identical(system2(path, c("study", "init", shQuote(folder)), stdout = FALSE), 0L)
  program("study", "run", folder)
  result <- read_results(file.path(folder, "result.nc"))
  shapes <- lapply(unclass(result), dimnames)
  of_groups <- Filter(function(names) identical(names(names), c("group", "channel", "partner")), shapes)
  expect_gt(length(of_groups), 0)
  expect_identical(of_groups[[1]]$group, c("group-1", "group-2"))
})

test_that("what is no result", {
  skip_if_not_installed("RNetCDF")
  expect_error(read_results(tempfile()), "no such file", class = "biotropy_file_not_found")
  file <- tempfile(fileext = ".nc")
  writeLines("no NetCDF", file)
  expect_error(read_results(file), "no NetCDF file", class = "biotropy_bad_file")
  expect_error(read_results(1), class = "biotropy_invalid_argument")
})

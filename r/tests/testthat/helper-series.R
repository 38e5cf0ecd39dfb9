# SPDX-License-Identifier: Apache-2.0
# Series, recordings and the program, as the tests share them.

# The same in every language: s <- (1103515245 s + 12345) mod 2^31, x = s / 2^31. Products are split to stay exact.
portable <- function(seed, n = 1000) {
  factor <- 1103515245
  x <- numeric(n)
  s <- seed
  for (i in seq_len(n)) {
    high <- (((factor * (s %/% 65536)) %% 2^31) * 65536) %% 2^31
    s <- (high + (factor * (s %% 65536)) %% 2^31 + 12345) %% 2^31
    x[i] <- s / 2^31
  }
  x
}
u <- portable(1)
v <- portable(2)

# A real recording by its name below the data folder; skips where there is none.
recording <- function(name) {
  path <- file.path(Sys.getenv("BIOTROPY_DATA"), name)
  if (!nzchar(Sys.getenv("BIOTROPY_DATA")) || !file.exists(path)) skip(paste(name, "is not here (BIOTROPY_DATA)"))
  path
}

# Runs the program `biotropy`, whose place the build tells; returns what it prints.
program <- function(...) {
  path <- Sys.getenv("BIOTROPY_PROGRAM")
  if (!nzchar(path)) skip("BIOTROPY_PROGRAM does not name the program")
  printed <- suppressWarnings(system2(path, shQuote(c(..., "--quiet")), stdout = TRUE, stderr = TRUE))
  if (!is.null(attr(printed, "status"))) stop(paste(c("the program failed:", printed), collapse = "\n"))
  printed
}

# A text file of columns that reads back as the same doubles.
written <- function(...) {
  columns <- list(...)
  file <- tempfile(fileext = ".csv")
  lines <- do.call(paste, c(lapply(columns, sprintf, fmt = "%.17g"), sep = ","))
  writeLines(c(paste(names(columns), collapse = ","), lines), file)
  file
}

# The results of a run of the program, as a data frame of the very doubles that it wrote.
results_of <- function(...) {
  skip_if_not_installed("jsonlite")
  file <- tempfile(fileext = ".json")
  program(..., "-o", file)
  jsonlite::fromJSON(file)$results
}

# Columns of a table as the very doubles that stand there; R's own reader may miss the last bit.
exact_table <- function(file, separator, columns = NULL) {
  skip_if_not_installed("jsonlite")
  lines <- strsplit(readLines(file), separator, fixed = TRUE)
  if (!is.null(columns)) lines <- lapply(lines, `[`, columns)
  rows <- vapply(lines[-1], paste, "", collapse = ",")
  table <- jsonlite::fromJSON(paste0("[[", paste(rows, collapse = "],["), "]]"))
  colnames(table) <- lines[[1]]
  table
}

# The call is refused with these words in the message.
refused <- function(call, words = NULL, kind = "invalid_argument") {
  expect_error(call, words, fixed = !is.null(words), class = paste0("biotropy_", kind))
}

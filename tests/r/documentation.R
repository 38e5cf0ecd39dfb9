# SPDX-License-Identifier: Apache-2.0
# Writes NAMESPACE and man/ of the R package from its comments, or with --check says which files differ from them.
# Usage: documentation.R PACKAGE_FOLDER [--check]
arguments <- commandArgs(trailingOnly = TRUE)
folder <- normalizePath(arguments[1])
is_check <- "--check" %in% arguments
files <- c("DESCRIPTION", "NAMESPACE", "R", "man")
if (is_check) {
  copy <- file.path(tempfile(), "biotropy")
  dir.create(copy, recursive = TRUE)
  file.copy(file.path(folder, files), copy, recursive = TRUE)
} else {
  copy <- folder
}
# The functions alone: what they call is not compiled for this.
suppressMessages(roxygen2::roxygenise(copy, roclets = c("namespace", "rd"), load_code = roxygen2::load_source))
if (is_check) {
  written <- list.files(copy, recursive = TRUE)
  same <- vapply(written, function(file) {
    ours <- file.path(folder, file)
    file.exists(ours) && identical(readLines(ours), readLines(file.path(copy, file)))
  }, TRUE)
  gone <- setdiff(list.files(file.path(folder, "man")), list.files(file.path(copy, "man")))
  wrong <- c(written[!same], file.path("man", gone))
  if (length(wrong) > 0) stop("not as the comments in R/ say (`make options` writes them): ", paste(wrong, collapse = ", "))
}

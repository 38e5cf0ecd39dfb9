# SPDX-License-Identifier: CC0-1.0
#
# Answers requests of the conformance suite (calls.py describes them) by the functions of the R package.
# Usage: Rscript answer_cases.R REQUESTS ANSWERS
suppressPackageStartupMessages(library(biotropy))

counts_of <- c(matches_m = "matches_m", matches_m1 = "matches_m1", templates_m = "templates_m", templates_m1 = "templates_m1",
               patterns = "patterns", membership_m = "membership_m", membership_m1 = "membership_m1", r = "tolerance")
of_several <- c("matches_m", "matches_m1", "templates_m", "r")

read_series <- function(path) readBin(path, "double", file.size(path) / 8)

options_of <- function(request) {
  options <- c(request$options, lapply(request$reals, function(texts) as.numeric(texts[2])))
  if (!is.null(options$missing)) options$na.action <- paste0("na.", sub("raise", "fail", options$missing))
  options$missing <- NULL
  options
}

cleaned <- function(values, rules) {
  if (rules$ectopic == "none") rules$ectopic_change <- NULL
  do.call(clean_rr, c(list(values), rules, input_unit = "ms", first = "interval", values = "intervals"))
}

text_of <- function(numbers) sprintf("%.17g", as.double(numbers))

curve <- function(request, series, options) {
  x <- do.call(cbind, series)
  over_scales <- if (startsWith(request$measure, "cross")) {
    multiscale_pairwise
  } else if (startsWith(request$measure, "mv")) {
    mvmultiscale
  } else {
    multiscale
  }
  scales <- request$scales
  if (length(scales) == 1) scales <- paste0(scales, "-", scales) # a single number is the largest of those from 1 on
  value <- do.call(over_scales, c(list(x, scales = scales, measure = request$measure), options))$value
  list(values = I(text_of(if (length(dim(value)) == 4) value[1, 2, , 1] else value)))
}

answer <- function(request) {
  series <- lapply(request$series, read_series)
  options <- options_of(request)
  if (!is.null(request$rr)) series[[1]] <- cleaned(series[[1]], request$rr)
  if (!is.null(request$scales)) return(curve(request, series, options))
  size <- request$epoch_length
  if (!is.null(size)) {
    n <- length(series[[1]]) %/% size
    series[[1]] <- array(series[[1]][seq_len(n * size)], c(size, 1, n))
  }
  is_multivariate <- startsWith(request$measure, "mv")
  if (is_multivariate) series <- list(do.call(cbind, series))
  found <- do.call(getExportedValue("biotropy", gsub("-", "_", request$measure)), c(unname(series), options))
  names <- intersect(if (is_multivariate) of_several else names(counts_of), names(counts_of)[counts_of %in% names(found)])
  counts <- lapply(stats::setNames(names, names), function(name) text_of(found[[counts_of[[name]]]]))
  list(values = I(text_of(found$value)), counts = counts)
}

files <- commandArgs(TRUE)
answers <- file(files[2], "w")
for (line in readLines(files[1])) {
  found <- tryCatch(suppressWarnings(answer(jsonlite::fromJSON(line))),
                    biotropy_error = function(problem) list(refused = conditionMessage(problem)))
  writeLines(jsonlite::toJSON(found, auto_unbox = TRUE), answers)
}
close(answers)

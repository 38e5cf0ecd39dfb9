# SPDX-License-Identifier: Apache-2.0
# Processor time of calls from R with short series, in microseconds: of the function, and of the routine below it, which
# reads the options, counts and makes the list.
# Usage: Rscript bench/r_calls.R [SAMPLES]
library(biotropy)

arguments <- commandArgs(trailingOnly = TRUE)
n <- if (length(arguments) > 0) as.integer(arguments[1]) else 100L
set.seed(1)
x <- stats::rnorm(n)
routine <- get("C_answer", asNamespace("biotropy"))

microseconds <- function(call, times = 5000) {
  start <- proc.time()
  for (i in seq_len(times)) call()
  1e6 * sum((proc.time() - start)[c("user.self", "sys.self")]) / times
}

measures <- list(apen = apen, sampen = sampen, permen = permen)
cat(sprintf("%-10s %8s %9s %9s   %d samples\n", "", "call", "with m", "routine", n))
for (name in names(measures)) {
  measure <- measures[[name]]
  m <- if (name == "permen") 3 else 2
  below <- function() .Call(routine, name, x, NULL, NULL, "raise", list())
  stopifnot(identical(measure(x), below()), identical(measure(x, m = m), below()))
  turns <- replicate(11, c(
    microseconds(function() measure(x)), microseconds(function() measure(x, m = m)), microseconds(below)
  ))
  cat(sprintf("%-10s %8.1f %9.1f %9.1f\n", name, median(turns[1, ]), median(turns[2, ]), median(turns[3, ])))
}

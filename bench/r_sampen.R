# SPDX-License-Identifier: Apache-2.0
# Sample entropy from R against pracma, loops after TSEntropies and the algorithms compared by Dong et al. (2021), in
# one run.
# Usage: Rscript bench/r_sampen.R [N [RR_FILE]]; N is 20000 by default, and heartbeats are simulated unless a file of
# intervals or beat annotations is named. pracma is included up to 3,000 samples, or always with BENCH_PRACMA=1.
library(biotropy)
source(system.file("benchmark", "compare.R", package = "biotropy"))

arguments <- commandArgs(trailingOnly = TRUE)
n <- if (length(arguments) > 0) as.integer(arguments[1]) else 20000L
rr <- if (length(arguments) > 1) as.numeric(read_rr(arguments[2], policy = "close")) else simulated_rr(n)
set.seed(1)
loops <- compiled_loops()
if (is.null(loops)) stop("the C compiler of R does not work")
always <- nzchar(Sys.getenv("BENCH_PRACMA"))

for (threads in 1:2) {
  for (what in c("heartbeats", "white noise")) {
    x <- if (what == "heartbeats") head(rr, n) else stats::rnorm(n)
    table <- compare(x, threads = threads, loops = loops, with_pracma = n <= 3000 || always)
    cat(sprintf("\n%s, n = %d, m = 2, r = 0.15 SD, %d thread(s)\n", what, length(x), threads))
    print(table, digits = 3)
  }
}
if (n > 3000 && !always) {
  short <- compare(head(rr, 2000), threads = 1, loops = loops, with_pracma = TRUE, rounds = 1)
  cat("\nheartbeats, n = 2000, one thread\n")
  print(short, digits = 3)
}

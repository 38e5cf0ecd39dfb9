# SPDX-License-Identifier: Apache-2.0
# Sample entropy by this package and by others in one run: values are compared first, then all of them are timed in
# interleaved rounds, and what counts is the ratio of the medians.

# Intervals between heartbeats as recorders have them: 1/f noise in steps of 1/128 s.
simulated_rr <- function(n, seed = 1) {
  generator <- RNGkind("Mersenne-Twister", "Inversion", "Rejection")
  on.exit(do.call(RNGkind, as.list(generator)))
  set.seed(seed)
  frequency <- pmin(seq_len(n) - 1, n - seq_len(n) + 1)
  noise <- Re(stats::fft(stats::fft(stats::rnorm(n)) / sqrt(pmax(frequency, 1)), inverse = TRUE))
  round((0.8 + 0.1 * (noise - mean(noise)) / stats::sd(noise)) * 128) / 128
}

# The loops of loops.c as functions(x, m, r, threads) that return c(B, A); NULL where there is no compiler.
compiled_loops <- function(source = system.file("benchmark", "loops.c", package = "biotropy")) {
  folder <- tempfile("loops")
  dir.create(folder)
  file.copy(source, folder)
  writeLines(c("PKG_CFLAGS = -O3 $(SHLIB_OPENMP_CFLAGS)", "PKG_LIBS = $(SHLIB_OPENMP_CFLAGS)"), file.path(folder, "Makevars"))
  before <- setwd(folder)
  on.exit(setwd(before))
  status <- suppressWarnings(system2(file.path(R.home("bin"), "R"), c("CMD", "SHLIB", "loops.c"), stdout = FALSE, stderr = FALSE))
  if (status != 0) return(NULL)
  dyn.load(file.path(folder, paste0("loops", .Platform$dynlib.ext)))
  routine <- function(name) {
    force(name)
    function(x, m, r, threads) {
      .C(name, x, length(x), as.integer(m), as.double(r), as.integer(threads), counts = double(2))$counts
    }
  }
  list(
    "double loop (basic)" = routine("basic"), "blocked loops (as TSEntropies)" = routine("blocked"),
    "sorted, parallel (Dong et al. 2021)" = routine("sorted_forward")
  )
}

# pracma counts distances below r and leaves the last pair of templates out at length m + 1.
pracma_expected <- function(x, m, r) {
  ours <- biotropy::sampen(x, m = m, r = r, r_unit = "absolute", boundary = "open")
  last <- length(x) - m - c(1, 0)
  matches <- max(abs(x[last[1] + 0:m] - x[last[2] + 0:m])) < r
  log(ours$matches_m / (ours$matches_m1 - matches))
}

# Seconds of one call, repeated until they can be measured.
seconds <- function(call) {
  times <- 1
  repeat {
    spent <- system.time(for (i in seq_len(times)) call(), gcFirst = FALSE)[["elapsed"]]
    if (spent >= 0.1) return(spent / times)
    times <- times * 4
  }
}

# @param with_pracma whether pracma, which takes minutes for 20,000 samples, has a part in it.
# @return a data frame: milliseconds and how many times as long as this package.
compare <- function(x, m = 2, r = 0.15 * stats::sd(x), threads = biotropy::biotropy_threads(), rounds = 3,
                    loops = compiled_loops(), with_pracma = FALSE) {
  ours <- function() biotropy::sampen(x, m = m, r = r, r_unit = "absolute", threads = threads)
  found <- ours()
  for (name in names(loops)) {
    counts <- loops[[name]](x, m, r, threads)
    if (!identical(counts, c(found$matches_m, found$matches_m1))) stop(name, " counts other matches")
  }
  calls <- c(list(biotropy = ours), lapply(loops, function(loop) function() loop(x, m, r, threads)))
  if (with_pracma) {
    if (abs(pracma::sample_entropy(x, m, r) - pracma_expected(x, m, r)) > 1e-12) stop("pracma has another value")
    calls[["pracma"]] <- function() pracma::sample_entropy(x, m, r)
  }
  spent <- replicate(rounds, vapply(calls, seconds, numeric(1)))
  spent <- apply(matrix(spent, length(calls), dimnames = list(names(calls), NULL)), 1, stats::median)
  data.frame(milliseconds = 1000 * spent, "times as long" = spent / spent[["biotropy"]], check.names = FALSE)
}

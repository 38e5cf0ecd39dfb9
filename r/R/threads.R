# SPDX-License-Identifier: Apache-2.0
# How many threads, and where.

thread_word <- "0 (every core) or a positive integer"

# A limit that the environment sets, as OpenMP and RcppParallel read it; Inf where it does not.
limit_of <- function(variable) {
  text <- Sys.getenv(variable)
  if (!nzchar(text)) return(Inf)
  limit <- suppressWarnings(as.numeric(text))
  if (is.na(limit) || limit < 1 || limit != round(limit)) {
    refuse(paste("environment variable", variable), shown(text), "a positive integer")
  }
  limit
}

# While a package is checked at most two cores may be used.
limit_of_check <- function() {
  word <- tolower(Sys.getenv("_R_CHECK_LIMIT_CORES_"))
  if (word %in% c("", "false", "no", "0")) Inf else 2
}

#' Threads that functions use
#'
#' How many threads a function of this package uses when its argument `threads` is `threads`.
#'
#' `NULL` stands for the option `biotropy.threads` or, where that is not set, for
#' `RCPP_PARALLEL_NUM_THREADS`, or two. Whatever is asked for, no more are used than the environment variables
#' `RCPP_PARALLEL_NUM_THREADS` and `OMP_THREAD_LIMIT` allow, two while `R CMD check` limits the cores
#' (`_R_CHECK_LIMIT_CORES_`), and one in a process that R forked (`parallel::mclapply()`), where the threads of the parent
#' are not. No result depends on the number.
#'
#' @param threads `NULL`, a positive integer, or 0 for every core.
#' @return An integer; 0 for every core.
#' @examples
#' biotropy_threads()
#' biotropy_threads(1)
#' @export
biotropy_threads <- function(threads = NULL) {
  limits <- c(limit_of("RCPP_PARALLEL_NUM_THREADS"), limit_of("OMP_THREAD_LIMIT"), limit_of_check())
  limit <- if (is_forked()) 1 else min(limits)
  name <- "threads"
  if (is.null(threads)) {
    threads <- getOption("biotropy.threads")
    name <- "option biotropy.threads"
  }
  if (is.null(threads)) threads <- if (is.finite(limits[1])) limits[1] else 2
  threads <- whole_number(threads, name, thread_word)
  if (threads < 0) refuse(name, shown(threads), thread_word)
  if (is.infinite(limit)) return(threads)
  as.integer(if (threads == 0) limit else min(threads, limit))
}

loaded <- new.env(parent = emptyenv())

is_forked <- function() !identical(loaded$process, Sys.getpid())

.onLoad <- function(libname, pkgname) {
  loaded$process <- Sys.getpid()
}

# How the library may use the machine.
running <- function(threads, device = NULL) {
  if (is.null(device)) device <- getOption("biotropy.device", "auto")
  list(threads = biotropy_threads(threads), device = one_text(device, "device", "\"auto\", \"cpu\" or a device"))
}

#' Engines and conventions
#'
#' @return `counters()`: the engines that count matches, by name with what each is for, for the argument `counter`; it
#'   looks for devices. `conventions()`: the names that the argument `convention` may have. `library_version()`: the
#'   version of the C++ library.
#' @examples
#' conventions()
#' library_version()
#' @export
counters <- function() checked(.Call(C_counters))

#' @rdname counters
#' @export
conventions <- function() checked(.Call(C_conventions))

#' @rdname counters
#' @export
library_version <- function() checked(.Call(C_version))

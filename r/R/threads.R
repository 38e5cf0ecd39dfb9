# SPDX-License-Identifier: Apache-2.0
# How many threads, and where.

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
biotropy_threads <- function(threads = NULL) .Call(C_threads, threads)

#' Engines and conventions
#'
#' @return `engines()`: the engines that count matches, by name with what each is for, for the argument `engine`; it
#'   looks for devices. `conventions()`: the names that the argument `convention` may have. `library_version()`: the
#'   version of the C++ library.
#' @examples
#' conventions()
#' library_version()
#' @export
engines <- function() .Call(C_engines)

#' @rdname engines
#' @export
conventions <- function() .Call(C_conventions)

#' @rdname engines
#' @export
library_version <- function() .Call(C_version)

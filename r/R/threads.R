# SPDX-License-Identifier: Apache-2.0
# Numbers of threads, engines and conventions.

#' Threads that functions use
#'
#' Number of threads that a function of this package uses with the argument `threads`.
#'
#' `NULL` stands for the option `biotropy.threads` or, if that is not set, for
#' `RCPP_PARALLEL_NUM_THREADS`, or two. The number is at most that of the environment variables
#' `RCPP_PARALLEL_NUM_THREADS` and `OMP_THREAD_LIMIT`, two while `R CMD check` limits the cores
#' (`_R_CHECK_LIMIT_CORES_`), and one in a process that R forked (`parallel::mclapply()`), which does not have the threads of
#' the parent. No result depends on the number.
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
#' @return `engines()`: descriptions of the engines that count matches, by name, for the argument `engine`; it searches for
#'   devices. `conventions()`: allowed values of the argument `convention`. `library_version()`: the version of the C++
#'   library.
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

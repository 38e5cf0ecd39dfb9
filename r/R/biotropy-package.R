# SPDX-License-Identifier: Apache-2.0
#' Entropies of biomedical signals and of pairs of them
#'
#' The C++ library Biotropy computes everything; the package converts arguments and results. Series are vectors; the channels
#' of a recording are the columns of a matrix or of a data frame.
#'
#' @section Threads:
#' A function uses at most two threads unless its argument `threads` or `options(biotropy.threads = )` requests more; 0
#' stands for every core. See [biotropy_threads()].
#'
#' @section Conditions:
#' An error is a condition of class `biotropy_error` and of a class for the kind of error: `biotropy_invalid_argument`,
#' `biotropy_invalid_data`, `biotropy_missing_values`, `biotropy_constant_series`, `biotropy_too_short`,
#' `biotropy_file_not_found`, `biotropy_bad_file`, `biotropy_unsupported`, `biotropy_io`, `biotropy_out_of_memory`,
#' `biotropy_no_engine`, `biotropy_device` or `biotropy_internal`. Its elements `argument`, `value` and `allowed`
#' are the refused argument, its value and what is allowed. Columns that cannot be measured are `NA`, with a warning of class
#' `biotropy_not_finite`. Long work can be interrupted.
#'
#' @keywords internal
#' @useDynLib biotropy, .registration = TRUE, .fixes = "C_"
"_PACKAGE"

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

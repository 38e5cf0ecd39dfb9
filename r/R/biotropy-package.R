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

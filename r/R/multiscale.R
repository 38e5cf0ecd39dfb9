# SPDX-License-Identifier: Apache-2.0
# Entropies at many time scales.

#' Multiscale entropy
#'
#' `multiscale()`: entropy of a series, or of every column of a matrix or data frame, at many time scales. `mvmultiscale()`:
#' multivariate multiscale entropy (Ahmed and Mandic 2011), a curve for all channels of an epoch together.
#'
#' @inheritParams measure_options
#' @inheritParams mvsampen
#' @param x As for [sampen()] and, with `mvmultiscale()`, for [mvsampen()].
#' @param scales Integers of at least 1, or a text such as `"1-20"`; one number is the largest of those from 1 on.
#' @param measure The entropy at every scale.
#' @param ddof,boundary,approach,channel_m,channel_tau,templates,theiler,undefined,sign,membership,fuzzy_power,membership_corner,local_mean,ties,weighted,normalise,pool_epochs,base,engine,method,grain,tolerance_of,cutoff,surrogate_kind,surrogate_seed,surrogate_stop,convention See [measure_options].
#' @return An object of class `biotropy_multiscale`: a list of `scales`; `value`, `matches_m`, `matches_m1`, `samples` and
#'   `reason`, arrays (scale, channel, epoch) without the dimensions that `x` does not have; and `complexity_index`, the sum of each
#'   curve (`NA` unless all of its values are finite). Values at scales for which the series is too short or the entropy
#'   undefined are `NA` or infinite, with a reason. There are methods for `print`, `summary`, `plot` and `as.data.frame`
#'   ([result-methods]).
#' @seealso [measure_options] for the other arguments.
#' @references Costa et al. (2002), \doi{10.1103/PhysRevLett.89.068102}. Wu et al. (2014),
#'   \doi{10.1016/j.physleta.2014.03.034}. Ahmed and Mandic (2011), \doi{10.1103/PhysRevE.84.061918}.
#' @examples
#' curve <- multiscale(sin((1:2000)^1.3), scales = 1:5, r = 0.15)
#' curve
#' plot(curve)
#' mvmultiscale(cbind(sin((1:500)^1.1), cos((1:500)^1.2)), scales = 1:3)
#' @export
multiscale <- function(x, scales = 1:20, measure = c("sampen", "apen", "fuzzyen", "permen"), m = NULL, r = 0.2,
                       r_unit = c("sd", "absolute", "total-variation"), tau = 1, surrogates = 0,
                       na.action = default_na_action(x), threads = NULL, device = NULL, ddof = 1,
                       boundary = c("closed", "open"), templates = NULL, theiler = NULL,
                       undefined = c("natural", "negative", "bound"), sign = c("kept", "dropped"),
                       membership = c("exponential", "chen", "gaussian", "constant-gaussian", "sigmoid", "bell", "triangular", "trapezoidal1", "trapezoidal2", "z-shaped", "gudermannian"),
                       fuzzy_power = 2, membership_corner = 0, local_mean = c("removed", "kept"),
                       ties = c("time", "equal"), weighted = FALSE, normalise = FALSE,
                       pool_epochs = c("no", "recording", "epoch"), base = c("e", "2", "10"), engine = NULL,
                       method = c("mse", "rmse", "cmse", "rcmse"), grain = c("mean", "variance"), tolerance_of = NULL,
                       cutoff = 0.5,
                       surrogate_kind = c("iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"),
                       surrogate_seed = 1, surrogate_stop = 0, convention = NULL) {
  measure <- one_of(measure, c("sampen", "apen", "fuzzyen", "permen"), "measure")
  options <- given_options(sys.call(), match.call(), environment(), c("x", "scales", "measure", "na.action"))
  measure(measure, x, NULL, na.action, missing(na.action), options, list(scales = scales))
}

#' @rdname multiscale
#' @export
mvmultiscale <- function(x, scales = 1:20, measure = c("mvsampen", "mvfuzzyen"), m = 2, r = 0.2, r_unit = NULL,
                         tau = 1, surrogates = 0, na.action = default_na_action(x), threads = NULL, device = NULL,
                         ddof = 1, boundary = c("closed", "open"), approach = c("full", "naive"), channel_m = NULL,
                         channel_tau = NULL, templates = NULL, undefined = c("natural", "negative", "bound"),
                         membership = c("exponential", "chen", "gaussian", "constant-gaussian", "sigmoid", "bell", "triangular", "trapezoidal1", "trapezoidal2", "z-shaped", "gudermannian"),
                         fuzzy_power = 2, membership_corner = 0, local_mean = c("removed", "kept"),
                         pool_epochs = c("no", "recording", "epoch"), base = c("e", "2", "10"), engine = NULL,
                         method = c("mse", "rmse", "cmse", "rcmse"), grain = c("mean", "variance"),
                         tolerance_of = NULL, cutoff = 0.5,
                         surrogate_kind = c("iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"),
                         surrogate_seed = 1, surrogate_stop = 0, convention = NULL) {
  measure <- one_of(measure, c("mvsampen", "mvfuzzyen"), "measure")
  options <- given_options(sys.call(), match.call(), environment(), c("x", "scales", "measure", "na.action"))
  measure(measure, x, NULL, na.action, missing(na.action), options, list(scales = scales))
}

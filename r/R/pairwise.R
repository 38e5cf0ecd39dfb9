# SPDX-License-Identifier: Apache-2.0
# Matrices of all pairs of channels.

#' A cross measure between all channels
#'
#' The matrix of all ordered pairs of the channels of a recording, diagonal included: entry `[channel, partner]` compares
#' templates of `channel` with those of `partner`. Channels are z-scored in every epoch unless `r` is absolute.
#'
#' @inheritParams measure_options
#' @inheritParams sampen
#' @param x A numeric matrix or data frame with samples in rows and channels in columns, or an array (samples, channels,
#'   epochs).
#' @param measure The cross measure.
#' @param ddof,boundary,templates,theiler,bias,undefined,sign,membership,fuzzy_power,membership_corner,local_mean,pool_epochs,base,engine,surrogate_kind,surrogate_seed,surrogate_stop,convention See [measure_options].
#' @param surrogates_of Whether surrogates are compared with the values of every epoch, or with the mean over epochs.
#' @param na.action `na.fail` or `na.omit` as for [sampen()], or `na.pass`: the entries of a channel with missing samples are
#'   `NA`.
#' @return An object of class `biotropy_pairwise`: a list of `value`, `matches_m` and `matches_m1`, arrays (channel, partner,
#'   epoch), with `pool_epochs` of a single one; `mean`, the matrix of means over the epochs whose value is finite; `valid_epochs`, their number; and
#'   `templates_m`, `templates_m1` and `reason`, matrices (channel, epoch). An entry that cannot be computed (such as of a
#'   constant channel) is `NA`, with the reason in a warning. There are methods for `print`, `summary`, `plot` and `as.data.frame`
#'   ([result-methods]); [as.matrix()] returns the means.
#' @seealso [network_test()] to compare groups; [measure_options] for the other arguments.
#' @references Martinez-Zarzuela et al. (2013), \doi{10.1016/j.cmpb.2013.07.005}.
#' @examples
#' t <- 1:600
#' matrix <- pairwise(cbind(Fz = sin(t / 5), Cz = sin(t / 7), Pz = cos((t / 10)^1.2)), m = 1)
#' matrix
#' plot(matrix)
#' @export
pairwise <- function(x, measure = c("cross-apen", "cross-sampen", "cross-fuzzyen"), m = 2, r = 0.2,
                     r_unit = c("sd", "absolute", "total-variation"), tau = 1, surrogates = 0,
                     na.action = stats::na.fail, surrogates_of = c("epochs", "mean"), threads = NULL, device = NULL,
                     ddof = 1, boundary = c("closed", "open"), templates = NULL, theiler = -1,
                     bias = c("max", "zero", "skip", "none"), undefined = c("natural", "negative", "bound"),
                     sign = c("kept", "dropped"),
                     membership = c("exponential", "chen", "gaussian", "constant-gaussian", "sigmoid", "bell", "triangular", "trapezoidal1", "trapezoidal2", "z-shaped", "gudermannian"),
                     fuzzy_power = 2, membership_corner = 0, local_mean = c("removed", "kept"),
                     pool_epochs = c("no", "recording", "epoch"), base = c("e", "2", "10"), engine = NULL,
                     surrogate_kind = c("iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"),
                     surrogate_seed = 1, surrogate_stop = 0, convention = NULL) {
  measure <- one_of(measure, c("cross-apen", "cross-sampen", "cross-fuzzyen"), "measure")
  options <- given_options(sys.call(), match.call(), environment(), c("x", "measure", "na.action", "surrogates_of"))
  measure(measure, x, NULL, na.action, missing(na.action), options, pairs_of(surrogates_of))
}

# Matrices of all pairs, with a test of the values of every epoch or of their mean.
pairs_of <- function(surrogates_of, scales = NULL) {
  list(pairs = TRUE, of_mean = one_of(surrogates_of, c("epochs", "mean"), "surrogates_of") == "mean", scales = scales)
}

#' A cross measure between all channels at many time scales
#'
#' The matrix of [pairwise()] at every scale (Yan, Yang and Zhang 2009). Channels are z-scored in every epoch unless `r` is
#' absolute, and coarse-grained; with `tolerance_of` "scale" they are z-scored at every scale.
#'
#' @inheritParams measure_options
#' @inheritParams pairwise
#' @param scales Integers of at least 1, or a text such as `"1-20"`; one number is the largest of those from 1 on.
#' @param measure The cross measure at every scale.
#' @param ddof,boundary,templates,theiler,bias,undefined,sign,membership,fuzzy_power,membership_corner,local_mean,pool_epochs,base,engine,method,grain,tolerance_of,cutoff,surrogate_kind,surrogate_seed,surrogate_stop,convention See [measure_options].
#' @return An object of class `biotropy_multiscale_pairwise`: a list of `scales`, and `samples` of each; `value`, `matches_m` and
#'   `matches_m1`, arrays (channel, partner, scale, epoch), with `pool_epochs` of a single epoch; `mean`, the array (channel,
#'   partner, scale) of means over the epochs whose value is finite; `valid_epochs`, their number; `complexity_index`, the array
#'   (channel, partner, epoch) of sums over the scales, `NA` unless all values are finite; and `templates_m`, `templates_m1` and
#'   `reason`, arrays (channel, scale, epoch). An entry that cannot be computed (at a scale that is too short, say) is `NA`, with
#'   the reason in a warning. There are methods for `print`, `summary`, `plot` and `as.data.frame`.
#' @seealso [measure_options] for the other arguments.
#' @references Yan et al. (2009), Multiscale cross entropy: a novel algorithm for analyzing two time series, Fifth International
#'   Conference on Natural Computation. Jamin and Humeau-Heurtier (2020), \doi{10.3390/e22010045}.
#' @examples
#' t <- 1:1200
#' curves <- multiscale_pairwise(cbind(Fz = sin(t^1.3), Cz = cos(t^1.2)), scales = 1:3)
#' curves$mean["Fz", "Cz", ]
#' plot(curves)
#' @export
multiscale_pairwise <- function(x, scales = 1:20, measure = c("cross-sampen", "cross-apen", "cross-fuzzyen"), m = 2,
                                r = 0.2, r_unit = c("sd", "absolute", "total-variation"), tau = 1, surrogates = 0,
                                na.action = stats::na.fail, surrogates_of = c("epochs", "mean"), threads = NULL,
                                device = NULL, ddof = 1, boundary = c("closed", "open"), templates = NULL,
                                theiler = -1, bias = c("max", "zero", "skip", "none"),
                                undefined = c("natural", "negative", "bound"), sign = c("kept", "dropped"),
                                membership = c("exponential", "chen", "gaussian", "constant-gaussian", "sigmoid", "bell", "triangular", "trapezoidal1", "trapezoidal2", "z-shaped", "gudermannian"),
                                fuzzy_power = 2, membership_corner = 0, local_mean = c("removed", "kept"),
                                pool_epochs = c("no", "recording", "epoch"), base = c("e", "2", "10"), engine = NULL,
                                method = c("mse", "rmse", "cmse", "rcmse"), grain = c("mean", "variance"),
                                tolerance_of = NULL, cutoff = 0.5,
                                surrogate_kind = c("iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"),
                                surrogate_seed = 1, surrogate_stop = 0, convention = NULL) {
  measure <- one_of(measure, c("cross-sampen", "cross-apen", "cross-fuzzyen"), "measure")
  options <- given_options(sys.call(), match.call(), environment(), c("x", "scales", "measure", "na.action", "surrogates_of"))
  measure(measure, x, NULL, na.action, missing(na.action), options, pairs_of(surrogates_of, scales))
}

# SPDX-License-Identifier: Apache-2.0
# Entropies of all channels of an epoch together, and of all epochs.

#' Multivariate sample and fuzzy entropy
#'
#' How irregular all channels of an epoch are together: templates are vectors of samples of every channel. Channels are z-scored
#' first unless `r` is absolute. Sample entropy: Ahmed and Mandic (2011, 2012); fuzzy entropy: Ahmed et al. (2016).
#'
#' @inheritParams measure_options
#' @inheritParams sampen
#' @param x A numeric matrix or data frame: samples in rows, channels in columns; or an array (samples, channels, epochs),
#'   which has a value for each epoch, or one of all with `pool_epochs`.
#' @param channel_m,channel_tau m and tau of each channel, in place of `m` and `tau`: integers, or a text with commas.
#' @param ddof,boundary,approach,templates,undefined,membership,fuzzy_power,membership_corner,local_mean,pool_epochs,base,engine,surrogate_kind,surrogate_seed,surrogate_stop,convention See [measure_options].
#' @return As [sampen()]: `matches_m` and `matches_m1` are unordered pairs of templates of length m and m + 1, of which there
#'   are more; `templates_m` and `templates_m1` are their numbers.
#' @references Ahmed and Mandic (2011), \doi{10.1103/PhysRevE.84.061918}. Ahmed and Mandic (2012),
#'   \doi{10.1109/LSP.2011.2180713}. Ahmed et al. (2016), \doi{10.3390/e19010002}.
#' @seealso [mvmultiscale()] for many time scales; [measure_options] for the other arguments.
#' @examples
#' x <- cbind(a = sin((1:500)^1.1), b = cos((1:500)^1.2))
#' mvsampen(x)
#' as.numeric(mvsampen(x, channel_m = c(2, 1), channel_tau = c(1, 2)))
#' @export
mvsampen <- function(x, m = 2, r = 0.2, r_unit = NULL, tau = 1, surrogates = 0, na.action = default_na_action(x),
                     threads = NULL, device = NULL, ddof = 1, boundary = c("closed", "open"),
                     approach = c("full", "naive"), channel_m = NULL, channel_tau = NULL, templates = NULL,
                     undefined = c("natural", "negative", "bound"), pool_epochs = c("no", "recording", "epoch"),
                     base = c("e", "2", "10"), engine = NULL,
                     surrogate_kind = c("iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"),
                     surrogate_seed = 1, surrogate_stop = 0, convention = NULL) {
  measure("mvsampen", x, NULL, na.action, missing(na.action), if (nargs() > 1L) given_options(sys.call(), match.call(), environment()))
}

#' @rdname mvsampen
#' @export
mvfuzzyen <- function(x, m = 2, r = 0.2, r_unit = NULL, tau = 1, surrogates = 0, na.action = default_na_action(x),
                      threads = NULL, device = NULL, ddof = 1, approach = c("full", "naive"), channel_m = NULL,
                      channel_tau = NULL, templates = NULL, undefined = c("natural", "negative", "bound"),
                      membership = c("exponential", "chen", "gaussian", "constant-gaussian", "sigmoid", "bell", "triangular", "trapezoidal1", "trapezoidal2", "z-shaped", "gudermannian"),
                      fuzzy_power = 2, membership_corner = 0, local_mean = c("removed", "kept"),
                      pool_epochs = c("no", "recording", "epoch"), base = c("e", "2", "10"),
                      surrogate_kind = c("iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"),
                      surrogate_seed = 1, surrogate_stop = 0, convention = NULL) {
  measure("mvfuzzyen", x, NULL, na.action, missing(na.action), if (nargs() > 1L) given_options(sys.call(), match.call(), environment()))
}

# SPDX-License-Identifier: Apache-2.0
# Matrices of all pairs of channels, at many time scales.

#' A cross measure between all channels at many time scales
#'
#' The matrix of [pairwise()] at every scale (Yan, Yang and Zhang 2009). Channels are z-scored in every epoch unless `r` is
#' absolute, and coarse-grained; with `tolerance_of` "scale" they are z-scored at every scale.
#'
#' @inheritParams measure_options
#' @inheritParams pairwise
#' @param scales Integers of at least 1.
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
  epochs <- as_epochs(x)
  measure <- one_of(measure, c("cross-sampen", "cross-apen", "cross-fuzzyen"), "measure")
  surrogates_of <- one_of(surrogates_of, c("epochs", "mean"), "surrogates_of")
  action <- na_action_of_pairs(na.action, epochs)
  scales <- scale_numbers(scales)
  options <- given_options(sys.call(), match.call(), environment(), c("x", "scales", "measure", "na.action", "surrogates_of"))
  of_mean <- surrogates_of == "mean"
  how <- list(scales = scales, pairs = TRUE, of_mean = of_mean, channels = epochs$names)
  found <- .Call(C_answer, measure, epochs$data, epochs$dimensions, how, action, options)
  found <- multiscale_pairwise_result(found, measure, scales, epochs)
  found$surrogates <- tested(found$surrogates, function(numbers) {
    like <- if (of_mean) found$mean else found$value
    # The scale varies fastest, then the partner.
    order <- c(3, 2, 1, if (!of_mean) 4)
    array(aperm(array(numbers, dim(like)[order]), order), dim(like), dimnames(like))
  })
  found
}

multiscale_pairwise_result <- function(found, measure, scales, epochs) {
  names <- names_of_channels(epochs)
  pairs <- list(channel = names, partner = names, scale = scales)
  for (part in c("value", "matches_m", "matches_m1")) {
    found[[part]] <- aperm(found[[part]], c(2, 1, 4, 3))
    dimnames(found[[part]]) <- c(pairs, list(epoch = NULL))
  }
  for (part in c("mean", "valid_epochs")) {
    found[[part]] <- aperm(found[[part]], c(2, 1, 3))
    dimnames(found[[part]]) <- pairs
  }
  found$complexity_index <- aperm(found$complexity_index, c(2, 1, 3))
  dimnames(found$complexity_index) <- c(pairs[1:2], list(epoch = NULL))
  for (part in c("templates_m", "templates_m1", "reason")) {
    found[[part]] <- aperm(found[[part]], c(1, 3, 2))
    dimnames(found[[part]]) <- c(pairs[c(1, 3)], list(epoch = NULL))
  }
  found$samples <- stats::setNames(c(found$samples), scales)
  found$scales <- NULL
  n_epochs <- dim(found$value)[4]
  epoch <- rep(seq_len(n_epochs), each = length(names) * length(scales))
  warn_of(c(found$reason), paste0("channel ", names, if (n_epochs > 1) paste(", epoch", epoch)))
  structure(c(list(measure = measure, n = epochs$dimensions[1], scales = scales), found),
    class = "biotropy_multiscale_pairwise"
  )
}

#' Methods for matrices of pairs at many time scales
#'
#' @param x,object Result of [multiscale_pairwise()].
#' @param digits Number of significant digits.
#' @param row.names,optional As for [as.data.frame()].
#' @param type,pch,lty,col,xlab,ylab,legend As for [graphics::matplot()], with a curve of the means for each ordered pair of
#'   different channels; `legend`: whether to draw one.
#' @param ... Further arguments of the default methods.
#' @return `print` and `plot`: `x`, invisibly. `summary` and `as.data.frame`: a data frame with a row for each ordered pair at
#'   each scale: mean and standard deviation over the epochs whose value is finite, and the number of these.
#' @examples
#' t <- 1:900
#' summary(multiscale_pairwise(data.frame(a = sin(t^1.4), b = cos(t^1.1)), scales = c(1, 3)))
#' @name multiscale-pairwise-methods
NULL

#' @rdname multiscale-pairwise-methods
#' @export
print.biotropy_multiscale_pairwise <- function(x, digits = 4, ...) {
  epochs <- dim(x$value)[4]
  cat(multiscale_heading(x), if (epochs > 1) sprintf(", mean of %d epochs", epochs), "\n", sep = "")
  print(x$mean, digits = digits, ...)
  invisible(x)
}

#' @rdname multiscale-pairwise-methods
#' @export
as.data.frame.biotropy_multiscale_pairwise <- function(x, row.names = NULL, optional = FALSE, ...) {
  names <- rownames(x$mean)
  finite_sd <- function(values) stats::sd(values[is.finite(values)])
  pairs <- length(names)^2
  data.frame(
    channel = rep(names, times = length(names) * length(x$scales)),
    partner = rep(rep(names, each = length(names)), times = length(x$scales)), scale = rep(x$scales, each = pairs),
    mean = c(x$mean), sd = c(apply(x$value, 1:3, finite_sd)), valid_epochs = c(x$valid_epochs), row.names = row.names,
    stringsAsFactors = FALSE
  )
}

#' @rdname multiscale-pairwise-methods
#' @export
summary.biotropy_multiscale_pairwise <- function(object, ...) {
  structure(as.data.frame(object), heading = multiscale_heading(object),
    class = c("summary.biotropy_pairwise", "data.frame")
  )
}

# A legend of more curves would cover them.
most_curves_named <- 12

#' @rdname multiscale-pairwise-methods
#' @export
plot.biotropy_multiscale_pairwise <- function(x, type = "b", pch = 19, lty = 1, col = NULL, xlab = "scale",
                                              ylab = value_label(x), legend = NULL, ...) {
  names <- rownames(x$mean)
  pair <- which(diag(length(names)) == 0)
  if (length(pair) == 0) pair <- 1
  curves <- t(matrix(x$mean, ncol = length(x$scales)))[, pair, drop = FALSE]
  curves[!is.finite(curves)] <- NA_real_
  if (all(is.na(curves))) raise("invalid_data", "no value is finite: there is nothing to plot")
  if (is.null(col)) col <- line_colours(ncol(curves))
  graphics::matplot(x$scales, curves, type = type, pch = pch, lty = lty, col = col, xlab = xlab, ylab = ylab, ...)
  if (is.null(legend)) legend <- ncol(curves) <= most_curves_named
  if (legend) {
    titles <- outer(names, names, paste, sep = " -> ")[pair]
    graphics::legend("topright", titles, col = col, lty = lty, pch = pch, bty = "n")
  }
  invisible(x)
}

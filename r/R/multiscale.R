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
#' @param scales Integers of at least 1.
#' @param measure The entropy at every scale.
#' @param ddof,boundary,approach,channel_m,channel_tau,templates,theiler,undefined,sign,membership,fuzzy_power,membership_corner,local_mean,ties,weighted,normalise,pool_epochs,base,engine,method,grain,tolerance_of,cutoff,surrogate_kind,surrogate_seed,surrogate_stop,convention See [measure_options].
#' @return An object of class `biotropy_multiscale`: a list of `scales`; `value`, `matches_m`, `matches_m1`, `samples` and
#'   `reason`, matrices with a row for each scale and a column for each series; and `complexity_index`, the sum of each
#'   curve (`NA` unless all of its values are finite). Values at scales for which the series is too short or the entropy
#'   undefined are `NA` or infinite, with a reason. There are methods for `print`, `summary`, `plot` and `as.data.frame`.
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
  action <- na_action_of(na.action)
  if (asks_pooling(options)) return(curves_together(measure, x, scales, action, options))
  require_pooling(measure, x)
  # The library widens gaps of intervals at each scale.
  series <- measured_series(x, action, tau = 1)
  scales <- scale_numbers(scales)
  how <- list(
    scales = scales, gaps = inherits(x, "rr_intervals"), single = series$is_vector, channels = series$names
  )
  found <- .Call(C_answer, measure, series$data, c(length(series$data) / series$columns, series$columns, 1), how, action, options)
  multiscale_result(found, measure, series$n, scales, if (!series$is_vector) column_names(series))
}

scale_numbers <- function(scales) whole_numbers(scales, "scales", "integers of at least 1", 1L)

# Curves of all channels of each epoch together, or of all epochs, or of both.
curves_together <- function(measure, x, scales, action, options) {
  epochs <- together(measure, x, action, options)
  scales <- scale_numbers(scales)
  options <- with_channel_lists(options, epochs$names)
  how <- list(scales = scales, single = epochs$single, channels = epochs$names)
  found <- .Call(C_answer, measure, epochs$data, epochs$dimensions, how, action, options)
  multiscale_result(found, measure, epochs$dimensions[1], scales, if (epochs$n_values > 1) epochs$labels)
}

# @param names of the curves, or NULL.
multiscale_result <- function(found, measure, n, scales, names) {
  curves <- function(values) matrix(values, length(scales), dimnames = list(scale = scales, names))
  found$surrogates <- tested(found$surrogates, curves)
  for (part in c("value", "matches_m", "matches_m1", "samples", "reason")) found[[part]] <- curves(found[[part]])
  found$complexity_index <- stats::setNames(c(found$complexity_index), names)
  found$scales <- NULL
  structure(c(list(measure = measure, n = n, scales = scales), found), class = "biotropy_multiscale")
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
  curves_together(measure, x, scales, na_action_of(na.action), options)
}

multiscale_heading <- function(x) heading(x, sprintf("%s of %s", toupper(x$method), x$name))

#' Methods for multiscale entropies
#'
#' @param x,object Result of [multiscale()] or [mvmultiscale()].
#' @param digits Number of significant digits.
#' @param row.names,optional As for [as.data.frame()].
#' @param type,pch,lty,col,xlab,ylab,legend As for [graphics::matplot()]; `legend`: whether to draw one.
#' @param ... Further arguments of the default methods.
#' @return `print` and `plot`: `x`, invisibly. `summary` and `as.data.frame`: a data frame with a row for each scale of
#'   each series.
#' @examples
#' summary(multiscale(cos((1:900)^1.5), scales = c(1, 2, 5)))
#' @name multiscale-methods
NULL

#' @rdname multiscale-methods
#' @export
print.biotropy_multiscale <- function(x, digits = getOption("digits"), ...) {
  cat(multiscale_heading(x), "\n", sep = "")
  if (is.null(colnames(x$value))) print(x$value[, 1], digits = digits, ...) else print(x$value, digits = digits, ...)
  cat("complexity index:", format(x$complexity_index, digits = digits), "\n")
  tell_reasons(x$reason)
  invisible(x)
}

#' @rdname multiscale-methods
#' @export
as.data.frame.biotropy_multiscale <- function(x, row.names = NULL, optional = FALSE, ...) {
  names <- if (is.null(colnames(x$value))) "x" else colnames(x$value)
  data.frame(
    series = rep(names, each = length(x$scales)), scale = rep(x$scales, times = length(names)), value = c(x$value),
    matches_m = c(x$matches_m), matches_m1 = c(x$matches_m1), samples = c(x$samples), reason = c(x$reason),
    row.names = row.names, stringsAsFactors = FALSE
  )
}

#' @rdname multiscale-methods
#' @export
summary.biotropy_multiscale <- function(object, ...) {
  structure(as.data.frame(object), heading = multiscale_heading(object),
    class = c("summary.biotropy_entropy", "data.frame")
  )
}

#' @rdname multiscale-methods
#' @export
plot.biotropy_multiscale <- function(x, type = "b", pch = 19, lty = 1, col = line_colours(ncol(x$value)), xlab = "scale",
                                     ylab = value_label(x), legend = ncol(x$value) > 1, ...) {
  drawn <- x$value
  drawn[!is.finite(drawn)] <- NA_real_
  if (all(is.na(drawn))) raise("invalid_data", "no value is finite: there is nothing to plot")
  graphics::matplot(x$scales, drawn, type = type, pch = pch, lty = lty, col = col, xlab = xlab, ylab = ylab, ...)
  if (legend) graphics::legend("topright", colnames(x$value), col = col, lty = lty, pch = pch, bty = "n")
  invisible(x)
}

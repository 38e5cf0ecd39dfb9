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
#'   constant channel) is `NA`, with the reason in a warning. There are methods for `print`, `summary` and `plot`;
#'   [as.matrix()] returns the means.
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
  epochs <- as_epochs(x)
  measure <- one_of(measure, c("cross-apen", "cross-sampen", "cross-fuzzyen"), "measure")
  surrogates_of <- one_of(surrogates_of, c("epochs", "mean"), "surrogates_of")
  action <- na_action_of_pairs(na.action, epochs)
  options <- given_options(sys.call(), match.call(), environment(), c("x", "measure", "na.action", "surrogates_of"))
  how <- list(pairs = TRUE, of_mean = surrogates_of == "mean", channels = epochs$names)
  found <- .Call(C_answer, measure, epochs$data, epochs$dimensions, how, action, options)
  found <- pairwise_result(found, measure, epochs)
  names <- rownames(found$mean)
  found$surrogates <- tested(found$surrogates, function(numbers) {
    if (surrogates_of == "mean") return(t(array(numbers, dim(found$mean), list(partner = names, channel = names))))
    aperm(array(numbers, dim(found$value), list(partner = names, channel = names, epoch = NULL)), c(2, 1, 3))
  })
  found
}

# The word of the action; a function would have to know which channels belong together.
na_action_of_pairs <- function(na.action, epochs) {
  action <- na_action_of(na.action)
  if (is.function(action)) refuse("na.action", "a function", "na.fail, na.omit or na.pass")
  if (action == "raise") require_complete(epochs)
  action
}

# Refuses missing samples, as na.fail() does, where epochs have a value together.
require_complete <- function(epochs) {
  n <- sum(is.na(epochs$data))
  if (n == 0) return(invisible())
  text <- "x has %d missing %s: na.action = na.omit leaves out the templates that touch one"
  raise("missing_values", sprintf(text, n, ngettext(n, "sample", "samples")), "x")
}

names_of_channels <- function(epochs) {
  if (is.null(epochs$names)) as.character(seq_len(epochs$dimensions[2])) else epochs$names
}

pairwise_result <- function(found, measure, epochs) {
  names <- names_of_channels(epochs)
  for (part in c("value", "matches_m", "matches_m1")) {
    found[[part]] <- aperm(found[[part]], c(2, 1, 3))
    dimnames(found[[part]]) <- list(channel = names, partner = names, epoch = NULL)
  }
  for (part in c("mean", "valid_epochs")) {
    found[[part]] <- t(found[[part]])
    dimnames(found[[part]]) <- list(channel = names, partner = names)
  }
  for (part in c("templates_m", "templates_m1", "reason")) rownames(found[[part]]) <- names
  n_epochs <- dim(found$value)[3]
  epoch <- rep(seq_len(n_epochs), each = epochs$dimensions[2])
  warn_of(c(found$reason), paste0("channel ", names, if (n_epochs > 1) paste(", epoch", epoch)))
  structure(c(list(measure = measure, n = epochs$dimensions[1]), found), class = "biotropy_pairwise")
}

#' Methods for matrices of pairs
#'
#' @param x,object Result of [pairwise()].
#' @param digits Number of significant digits.
#' @param col,zlim,xlab,ylab,main As for [graphics::image()]. The colour scale beside the matrix has the range `zlim`. Entries
#'   without a finite value are hatched, those beyond `zlim` blank.
#' @param ... Further arguments of the default methods.
#' @return `print` and `plot`: `x`, invisibly. `summary`: a data frame with a row for each ordered pair: mean and standard
#'   deviation over the epochs whose value is finite. `as.matrix`: the means over those epochs.
#' @examples
#' t <- 1:300
#' summary(pairwise(data.frame(a = sin(t), b = cos(t^1.1)), m = 1))
#' @name pairwise-methods
NULL

#' @rdname pairwise-methods
#' @export
print.biotropy_pairwise <- function(x, digits = 4, ...) {
  epochs <- dim(x$value)[3]
  cat(heading(x), if (epochs > 1) sprintf(", mean of %d epochs", epochs), "\n", sep = "")
  print(x$mean, digits = digits, ...)
  invisible(x)
}

#' @rdname pairwise-methods
#' @export
as.matrix.biotropy_pairwise <- function(x, ...) x$mean

#' @rdname pairwise-methods
#' @export
summary.biotropy_pairwise <- function(object, ...) {
  names <- rownames(object$mean)
  finite_sd <- function(values) stats::sd(values[is.finite(values)])
  table <- data.frame(
    channel = rep(names, times = length(names)), partner = rep(names, each = length(names)), mean = c(object$mean),
    sd = c(apply(object$value, c(1, 2), finite_sd)), valid_epochs = c(object$valid_epochs)
  )
  structure(table, heading = heading(object), class = c("summary.biotropy_pairwise", "data.frame"))
}

#' @rdname pairwise-methods
#' @export
print.summary.biotropy_pairwise <- function(x, ...) {
  cat(attr(x, "heading"), "\n", sep = "")
  print(as.data.frame(unclass(x), row.names = attr(x, "row.names")), ...)
  invisible(x)
}

#' @rdname pairwise-methods
#' @importFrom grDevices hcl.colors
#' @export
plot.biotropy_pairwise <- function(x, col = hcl.colors(64), zlim = range(x$mean, finite = TRUE), xlab = "partner",
                                   ylab = "channel", main = capitalised(x$name), ...) {
  if (!any(is.finite(x$mean))) raise("invalid_data", "no value is finite: there is nothing to plot")
  draw_matrix(x$mean, col, zlim, xlab, ylab, main, ...)
  invisible(x)
}

# Width of the colour scale beside a matrix, in lines of text.
scale_margin <- 5.1

# Draws a matrix with its first row on top, and a colour scale beside it.
draw_matrix <- function(values, col, zlim, xlab, ylab, main, ...) {
  values[!is.finite(values)] <- NA_real_
  if (diff(zlim) == 0) zlim <- zlim + c(-0.5, 0.5)
  margins <- graphics::par("mar")
  before <- graphics::par(mar = c(margins[1:3], max(margins[4], scale_margin)))
  on.exit(graphics::par(before))
  columns <- seq_len(ncol(values))
  rows <- seq_len(nrow(values))
  graphics::image(columns, rows, t(values)[, rev(rows), drop = FALSE],
    col = col, zlim = zlim, xlab = xlab, ylab = ylab, main = main, axes = FALSE, ...
  )
  without <- which(is.na(t(values)[, rev(rows), drop = FALSE]), arr.ind = TRUE)
  if (nrow(without) > 0) {
    graphics::rect(without[, 1] - 0.5, without[, 2] - 0.5, without[, 1] + 0.5, without[, 2] + 0.5,
      density = 20, col = "grey60", border = NA
    )
    graphics::mtext(sprintf("hatched: no finite value (%d)", nrow(without)), side = 1, line = 4, cex = 0.8)
  }
  graphics::axis(1, columns, colnames(values))
  graphics::axis(2, rows, rev(rownames(values)), las = 1)
  graphics::box()
  draw_scale(zlim, col)
}

# Draws the colour scale on the right of the current plot.
draw_scale <- function(limits, col) {
  corners <- graphics::par("usr")
  sides <- corners[2] + c(1, 2.5) * graphics::par("cxy")[1]
  edges <- seq(corners[3], corners[4], length.out = length(col) + 1)
  graphics::rect(sides[1], edges[-length(edges)], sides[2], edges[-1], col = col, border = NA, xpd = NA)
  graphics::rect(sides[1], corners[3], sides[2], corners[4], xpd = NA)
  marks <- pretty(limits)
  marks <- marks[marks >= limits[1] & marks <= limits[2]]
  heights <- corners[3] + (marks - limits[1]) / diff(limits) * (corners[4] - corners[3])
  graphics::axis(4, heights, format(marks), pos = sides[2], las = 1)
}

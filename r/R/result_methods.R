# SPDX-License-Identifier: Apache-2.0
# Results: names of their arrays, and methods.

capitalised <- function(text) paste0(toupper(substr(text, 1, 1)), substring(text, 2))

# How a heading says the unit of r, by r_unit.
r_unit_text <- c(sd = " SD", absolute = " (absolute)", "total-variation" = " of the total variation")

heading <- function(x) {
  what <- capitalised(x$name)
  if (!is.null(x$scales)) what <- sprintf("%s of %s", toupper(x$method), x$name)
  several <- function(part) toString(vapply(if (is.null(x$by[[part]])) x[[part]] else x$by[[part]], format, ""))
  r <- if (x$has_r) sprintf(", r = %s%s", several("r"), r_unit_text[[x$r_unit]]) else ""
  text <- sprintf("%s (m = %s%s, tau = %d)", what, several("m"), r, x$tau)
  if (!is.null(x$window)) text <- sprintf("%s, windows of %d samples in steps of %d", text, as.integer(x$window), as.integer(x$step))
  if (!is.null(x$mean) && length(x$by$epoch) > 1) text <- sprintf("%s, mean of %d epochs", text, length(x$by$epoch))
  text
}

# The unit behind a number: nothing where it is 1.
unit_text <- function(x) if (x$unit == "1") "" else paste0(" ", x$unit, "s")

# Label of an axis of values.
value_label <- function(x) if (x$unit == "1") capitalised(x$name) else sprintf("%s (%ss)", capitalised(x$name), x$unit)

# Colours of n lines: those of the palette, or others where it has fewer, so that no two lines are the same.
line_colours <- function(n) if (n <= length(grDevices::palette())) seq_len(n) else grDevices::hcl.colors(n, "Zissou 1")

# Prints why values are not finite: the most frequent reasons, and how many values each has.
tell_reasons <- function(reason) {
  counts <- sort(table(reason[nzchar(reason)]), decreasing = TRUE)
  most <- counts[seq_len(min(length(counts), 3))]
  cat(sprintf("not finite: %s (%d of %d values)\n", names(most), most, length(reason)), sep = "")
  others <- sum(counts) - sum(most)
  if (others > 0) cat(sprintf("not finite: %d %s other reasons\n", others, ngettext(others, "value for", "values for")))
}

# Positions of finite values between others that are not, which a line does not show.
alone <- function(values) {
  known <- c(FALSE, is.finite(values), FALSE)
  n <- length(values)
  which(known[1 + seq_len(n)] & !known[seq_len(n)] & !known[2 + seq_len(n)])
}

require_finite <- function(values, fault = "no value is finite") {
  if (!any(is.finite(values))) raise("invalid_data", paste0(fault, ": there is nothing to plot"))
}

# Names of the cells of an array with these coordinates, "channel a, epoch 2"; of channels alone their names.
names_of_cells <- function(by) {
  if (length(by) == 0) return("x")
  at <- arrayInd(seq_len(prod(lengths(by))), lengths(by))
  parts <- lapply(seq_along(by), function(k) {
    if (length(by) == 1 && names(by) == "channel") return(by[[k]][at[, k]])
    sprintf(if (names(by)[k] %in% c("m", "r")) "%s = %s" else "%s %s", names(by)[k], by[[k]][at[, k]])
  })
  do.call(paste, c(parts, sep = ", "))
}

# A result whose arrays have the names of `by`, its coordinates, in that order; what is not in it has one value.
named_result <- function(found) {
  label <- function(values) {
    if (is.list(values)) return(lapply(values, label))
    dims <- attr(values, "dims")
    if (is.null(dims)) return(values)
    kept <- dims %in% names(found$by)
    names <- found$by[names(found$by) %in% dims]
    sizes <- dim(values)[kept]
    attributes(values) <- NULL
    if (length(names) == 0) return(values)
    if (length(names) == 1) return(stats::setNames(values, names[[1]]))
    array(aperm(array(values, sizes), match(names(names), dims[kept])), unname(lengths(names)), lapply(names, as.character))
  }
  # C++ routines have named series beside each other.
  if (length(found$by) > 1 || !is.character(found$by[[1]])) {
    parts <- setdiff(names(found), "by")
    found[parts] <- lapply(unclass(found)[parts], label)
  }
  if (!is.null(found$by$time)) found$time <- found$by$time
  found$reason[] <- said_in_r(found$reason)
  found
}

#' Methods for results
#'
#' @param x,object Result of [sampen()] or another measure, of [multiscale()], [pairwise()], [multiscale_pairwise()] or
#'   [sliding_entropy()].
#' @param digits Number of significant digits.
#' @param row.names,optional As for [as.data.frame()].
#' @param type,pch,lty,col,xlab,ylab,legend Of curves as for [graphics::matplot()], with a line for each series, or a pair of
#'   different channels; `legend`: whether to draw one. A value that is not finite is a gap in its line, and a single one between
#'   gaps a point.
#' @param zlim,main Of matrices as for [graphics::image()]. The colour scale beside a matrix has the range `zlim`. Entries without
#'   a finite value are hatched, those beyond `zlim` blank.
#' @param ... Further arguments of the default methods; for `plot` of values of series of [graphics::dotchart()].
#' @return `print` and `plot`: `x`, invisibly. `as.data.frame`: a data frame with a row for each value. The first columns are its
#'   coordinates (`channel`, `partner`, `epoch`, `scale`, `time`, `m`, `r`, as far as there are several), then the value, what it
#'   was computed from, the numbers of a test against surrogates, and the reason of a value that is not finite. `summary`: that
#'   table, and of pairs and windows a row for each pair or series, with the number of epochs or windows whose value is finite
#'   and with the mean, standard deviation, least and greatest of these. `as.double`: the values. `as.matrix`: the means of pairs.
#' @examples
#' found <- sampen(cbind(a = sin(1:500), b = cos((1:500)^2)), m = 1:2)
#' found$value["a", "1"]
#' as.data.frame(found)
#' plot(found)
#' summary(sliding_entropy(sin((1:900)^1.5), window = 300, step = 100))
#' @name result-methods
NULL

print_test <- function(test, ...) {
  if (is.null(test)) return()
  cat("p against surrogates:\n")
  print(test$p, ...)
}

#' @rdname result-methods
#' @export
print.biotropy_entropy <- function(x, digits = getOption("digits"), ...) {
  cat(heading(x), "\n", sep = "")
  test <- x$surrogates
  if (!is.null(x$by)) {
    print(x$value, digits = digits, ...)
    print_test(test, digits = digits, ...)
    return(invisible(x))
  }
  cat("  ", format(x$value, digits = digits), unit_text(x), sep = "")
  if ("matches_m" %in% x$sums) {
    # Templates of all channels together have several of length m + 1 for each of length m.
    counts <- if (startsWith(x$name, "multivariate")) " from %s matching pairs of length m + 1, %s of m" else " from %s of %s matching pairs"
    cat(sprintf(
      counts, format(x$matches_m1, big.mark = ",", scientific = FALSE),
      format(x$matches_m, big.mark = ",", scientific = FALSE)
    ))
  }
  if ("patterns" %in% x$sums) cat(sprintf("; %d patterns of %d templates", x$patterns, x$templates_m))
  cat(sprintf("; n = %d", x$n))
  if (x$has_r) cat(", tolerance ", format(x$tolerance, digits = digits), sep = "")
  if (!is.null(x$standard_error)) {
    cat(sprintf(", standard error %s, %s to %s", format(x$standard_error, digits = digits), format(x$lower, digits = digits),
      format(x$upper, digits = digits)))
  }
  cat("\n")
  if (!is.null(test)) {
    shown <- vapply(test[c("surrogate_mean", "z", "p")], format, "", digits = digits)
    cat(sprintf("  %d surrogates: mean %s, z = %s, p = %s\n", test$surrogates_drawn, shown[1], shown[2], shown[3]))
  }
  if (nzchar(x$reason)) cat("  ", x$reason, "\n", sep = "")
  invisible(x)
}

#' @rdname result-methods
#' @export
print.biotropy_multiscale <- function(x, digits = getOption("digits"), ...) {
  cat(heading(x), "\n", sep = "")
  print(x$value, digits = digits, ...)
  cat("complexity index:", format(x$complexity_index, digits = digits), "\n")
  print_test(x$surrogates, digits = digits, ...)
  tell_reasons(x$reason)
  invisible(x)
}

#' @rdname result-methods
#' @export
print.biotropy_pairwise <- function(x, digits = 4, ...) {
  cat(heading(x), "\n", sep = "")
  print(x$mean, digits = digits, ...)
  invisible(x)
}

#' @rdname result-methods
#' @export
print.biotropy_multiscale_pairwise <- print.biotropy_pairwise

#' @rdname result-methods
#' @export
print.biotropy_windows <- function(x, digits = getOption("digits"), ...) {
  print(summary(x), digits = digits, ...)
  tell_reasons(x$reason)
  invisible(x)
}

# All combinations of coordinates, the first of which varies fastest.
table_of <- function(by) expand.grid(by, KEEP.OUT.ATTRS = FALSE, stringsAsFactors = FALSE)

#' @rdname result-methods
#' @export
as.data.frame.biotropy_result <- function(x, row.names = NULL, optional = FALSE, ...) {
  cells <- table_of(lapply(x$by, seq_along))
  n <- length(x$value)
  # An array over some of the coordinates has its numbers at all of the others.
  column <- function(values) {
    dims <- names(dimnames(values))
    # Of several coordinates scales have numbers alone.
    if (is.null(dims) && length(x$by) > 1 && length(values) > 1) {
      dims <- "scale"
      values <- array(values, length(values))
    }
    if (is.null(dims)) return(rep_len(unname(c(values)), n))
    unname(values[as.matrix(cells[dims])])
  }
  parts <- c("value", "standard_error", "lower", "upper", x$sums, "templates_m", if (x$has_r) c("templates_m1", "tolerance"), "samples")
  # A test of the mean over epochs is none of their values.
  tests <- Filter(function(numbers) length(numbers) == n, x$surrogates)
  columns <- lapply(c(unclass(x)[intersect(parts, names(x))], tests, list(reason = x$reason)), column)
  table <- data.frame(columns, stringsAsFactors = FALSE)
  if (n > 1 || length(x$by) > 0) table <- cbind(table_of(x$by), table)
  if (!is.null(row.names)) attr(table, "row.names") <- row.names
  table
}

#' @rdname result-methods
#' @export
as.double.biotropy_result <- function(x, ...) c(unname(x$value))

#' @rdname result-methods
#' @export
as.matrix.biotropy_pairwise <- function(x, ...) x$mean

#' @rdname result-methods
#' @export
summary.biotropy_result <- function(object, ...) with_heading(object, as.data.frame(object))

with_heading <- function(x, table) {
  structure(table, heading = heading(x), class = c("summary.biotropy_result", "data.frame"))
}

# Numbers of the finite values over one of the coordinates.
summary_over <- function(x, over, counted) {
  others <- x$by[names(x$by) != over]
  each <- function(values, f) if (length(others) > 0) c(apply(values, names(others), f)) else f(values)
  of_finite <- function(f) each(x$value, function(values) if (any(is.finite(values))) f(values[is.finite(values)]) else NA_real_)
  numbers <- data.frame(
    each(is.finite(x$value), sum), if (is.null(x$mean)) of_finite(mean) else c(x$mean),
    of_finite(stats::sd), of_finite(min), of_finite(max)
  )
  names(numbers) <- c(counted, "mean", "sd", "least", "greatest")
  of_mean <- Filter(function(test) length(test) == nrow(numbers), x$surrogates)
  with_heading(x, do.call(cbind, c(if (length(others) > 0) list(table_of(others)), list(numbers), lapply(of_mean, c))))
}

#' @rdname result-methods
#' @export
summary.biotropy_windows <- function(object, ...) summary_over(object, "time", "windows")

#' @rdname result-methods
#' @export
summary.biotropy_pairwise <- function(object, ...) summary_over(object, "epoch", "valid_epochs")

#' @rdname result-methods
#' @export
summary.biotropy_multiscale_pairwise <- summary.biotropy_pairwise

#' @rdname result-methods
#' @export
print.summary.biotropy_result <- function(x, ...) {
  cat(attr(x, "heading"), "\n", sep = "")
  shown <- as.data.frame(unclass(x), row.names = attr(x, "row.names"))
  print(if (all(shown$reason == "")) shown[names(shown) != "reason"] else shown, ...)
  invisible(x)
}

#' @rdname result-methods
#' @export
plot.biotropy_entropy <- function(x, ...) {
  require_finite(x$value)
  drawn <- is.finite(x$value)
  # A series without a finite value has its name and no point.
  labels <- names_of_cells(x$by)
  labels <- ifelse(drawn, labels, sprintf("%s: %s", labels, x$value))
  settings <- with_defaults(list(...), list(xlab = value_label(x), pch = 19))
  do.call(graphics::dotchart, c(list(ifelse(c(drawn), c(unname(x$value)), NA_real_), labels = labels), settings))
  invisible(x)
}

#' @rdname result-methods
#' @export
plot.biotropy_multiscale <- function(x, type = "b", pch = 19, lty = 1, col = NULL, xlab = "scale", ylab = value_label(x),
                                     legend = NULL, ...) {
  draw_curves(x, x$scales, names_of_cells(x$by[-1]), matrix(x$value, length(x$scales)), type, col, legend, "topright",
    pch = pch, lty = lty, xlab = xlab, ylab = ylab, ...
  )
}

#' @rdname result-methods
#' @export
plot.biotropy_multiscale_pairwise <- function(x, type = "b", pch = 19, lty = 1, col = NULL, xlab = "scale",
                                              ylab = value_label(x), legend = NULL, ...) {
  n <- length(x$by$channel)
  pair <- if (n > 1) which(diag(n) == 0) else 1
  names <- outer(x$by$channel, x$by$partner, paste, sep = " -> ")[pair]
  curves <- t(matrix(x$mean, ncol = length(x$scales)))[, pair, drop = FALSE]
  draw_curves(x, x$scales, names, curves, type, col, legend, "topright", pch = pch, lty = lty, xlab = xlab, ylab = ylab, ...)
}

#' @rdname result-methods
#' @export
plot.biotropy_windows <- function(x, type = "l", lty = 1, col = NULL, xlab = NULL, ylab = value_label(x), legend = NULL, ...) {
  in_samples <- is.null(x$rate) && all(diff(x$by$time) == x$step)
  if (is.null(xlab)) xlab <- sprintf("start of the window (%s)", if (in_samples) "samples" else "s")
  draw_curves(x, x$by$time, names_of_cells(x$by[-1]), matrix(x$value, length(x$by$time)), type, col, legend, "above",
    lty = lty, xlab = xlab, ylab = ylab, ...
  )
}

# A legend of more lines would cover them.
most_lines_named <- 12

# Draws curves, one in each column, over `at`. @param place of the legend; "above" lines that fill the plot.
draw_curves <- function(x, at, names, curves, type, col, legend, place, pch = NULL, lty = 1, ...) {
  require_finite(curves)
  curves[!is.finite(curves)] <- NA_real_
  if (is.null(col)) col <- line_colours(ncol(curves))
  graphics::matplot(at, curves, type = type, pch = pch, lty = lty, col = col, ...)
  for (k in if (identical(type, "l")) seq_len(ncol(curves))) {
    single <- alone(curves[, k])
    if (length(single) > 0) graphics::points(at[single], curves[single, k], pch = 20, col = rep(col, length.out = k)[k])
  }
  if (is.null(legend)) legend <- ncol(curves) > 1 && ncol(curves) <= most_lines_named
  if (legend) {
    where <- if (place == "above") list("bottomright", inset = c(0, 1), xpd = NA, ncol = min(ncol(curves), 6)) else list(place)
    do.call(graphics::legend, c(where, list(legend = names, col = col, lty = lty, pch = pch, bty = "n")))
  }
  invisible(x)
}

#' @rdname result-methods
#' @importFrom grDevices hcl.colors
#' @export
plot.biotropy_pairwise <- function(x, col = hcl.colors(64), zlim = range(x$mean, finite = TRUE), xlab = "partner",
                                   ylab = "channel", main = capitalised(x$name), ...) {
  # Of several m or r the first.
  if (length(dim(x$mean)) > 2) x$mean <- array(x$mean, dim(x$mean)[1:2], dimnames(x$mean)[1:2])
  require_finite(x$mean)
  draw_matrix(x$mean, col, zlim, xlab, ylab, main, ...)
  invisible(x)
}

# Width of the colour scale beside a matrix, in lines of text.
scale_margin <- 5.1

# Draws a matrix with its first row on top, and a colour scale beside it. Margins have room for all labels.
draw_matrix <- function(values, col, zlim, xlab, ylab, main, ...) {
  values[!is.finite(values)] <- NA_real_
  if (diff(zlim) == 0) zlim <- zlim + c(-0.5, 0.5)
  columns <- seq_len(ncol(values))
  rows <- seq_len(nrow(values))
  graphics::plot.new()  # text has no width before
  line <- graphics::par("csi") * graphics::par("mex") * graphics::par("cex")
  figure <- graphics::par("fin") / line
  width <- function(labels) max(0, graphics::strwidth(labels, "inches", graphics::par("cex.axis"))) / line
  margins <- pmax(graphics::par("mar"), c(0, min(width(rownames(values)) + 2.8, figure[1] / 3), 0, scale_margin))
  stand <- width(colnames(values)) > (figure[1] - margins[2] - margins[4]) / ncol(values) - 0.5
  if (stand) margins[1] <- max(margins[1], min(width(colnames(values)) + 3.5, figure[2] / 3))
  before <- graphics::par(mar = margins, new = TRUE)
  on.exit(graphics::par(before))
  graphics::image(columns, rows, t(values)[, rev(rows), drop = FALSE],
    col = col, zlim = zlim, xlab = "", ylab = "", main = main, axes = FALSE, ...
  )
  without <- which(is.na(t(values)[, rev(rows), drop = FALSE]), arr.ind = TRUE)
  if (nrow(without) > 0) {
    graphics::rect(without[, 1] - 0.5, without[, 2] - 0.5, without[, 1] + 0.5, without[, 2] + 0.5,
      density = 20, col = "grey60", border = NA
    )
    graphics::mtext(sprintf("hatched: no finite value (%d)", nrow(without)), side = 1, line = margins[1] - 1.1, cex = 0.8)
  }
  graphics::axis(1, columns, colnames(values), las = if (stand) 2 else 0)
  graphics::axis(2, rows, rev(rownames(values)), las = 1)
  graphics::title(xlab = xlab, line = max(graphics::par("mgp")[1], margins[1] - 2.1))
  graphics::title(ylab = ylab, line = max(graphics::par("mgp")[1], margins[2] - 1.1))
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

# SPDX-License-Identifier: Apache-2.0
# Tests of whether groups of matrices differ as networks.

# Labels as numbers from 0, and their names: levels of a factor, other labels as they first appear.
numbered_labels <- function(labels, name, n) {
  word <- sprintf("one label for each of the %d matrices", n)
  labels <- one_for_each(labels, name, n, word)
  if (!is.factor(labels)) labels <- factor(labels, unique(labels))
  labels <- droplevels(labels)
  list(numbers = as.integer(labels) - 1L, names = levels(labels))
}

# Numbers, and for every category but the first whether a row is of it; covariates in rows.
covariate_rows <- function(covariates, n) {
  if (is.null(covariates)) return(matrix(numeric(), 0, n))
  columns <- as.data.frame(covariates)
  usable <- vapply(columns, function(column) {
    is.numeric(column) || NCOL(column) == 1 && (is.factor(column) || is.character(column) || is.logical(column))
  }, TRUE)
  if (nrow(columns) != n || anyNA(columns) || !all(usable)) {
    refuse("covariates", shown(covariates), sprintf("numbers or categories, one for each of the %d matrices", n))
  }
  rows <- lapply(columns, function(column) {
    if (is.numeric(column)) return(matrix(as.double(column), n))  # such as poly()
    column <- droplevels(as.factor(column))
    vapply(levels(column)[-1], function(level) as.double(column == level), numeric(n))
  })
  t(do.call(cbind, rows))
}

# Orders from 0, one after the other, or none.
given_orders <- function(permutations, n) {
  if (length(permutations) == 1) return(integer())
  word <- sprintf("an integer of at least 1, or a matrix of the numbers 1 to %d in rows,", n)
  if (!is.matrix(permutations) || !is.numeric(permutations) || ncol(permutations) != n || !all(permutations %in% seq_len(n))) {
    refuse("permutations", shown(permutations), word)
  }
  as.integer(t(permutations)) - 1L
}

matrices_of <- function(x) {
  one_order <- TRUE
  if (is.list(x) && all(vapply(x, is.matrix, TRUE))) {
    names <- unique(Filter(Negate(is.null), lapply(x, dimnames)))
    one_order <- length(unique(lapply(x, dim))) == 1 && length(names) <= 1
    if (one_order) x <- array(unlist(x), c(dim(x[[1]]), length(x)), c(unlist(names, FALSE), list(NULL)))
  }
  channels <- Filter(Negate(is.null), dimnames(x)[1:2])
  is_square <- is.numeric(x) && length(dim(x)) == 3 && dim(x)[1] == dim(x)[2] && length(x) > 0
  if (!one_order || !is_square || length(unique(channels)) > 1) {
    refuse("x", shown(x), "an array (channels, channels, matrices), or a list of matrices, of the same channels in one order")
  }
  storage.mode(x) <- "double"
  x
}

# Names that say whose a row is: of the matrices, of a vector, or of the rows of a table that were not just counted.
names_of_rows <- function(x) {
  if (is.data.frame(x)) return(if (is.character(attr(x, "row.names"))) row.names(x))
  if (is.matrix(x)) return(rownames(x))
  if (length(dim(x)) == 3) return(dimnames(x)[[3]])
  names(x)
}

# Refuses matrices, groups, subjects and covariates that have the same names in another order, as of a table that was sorted.
require_one_order_of_rows <- function(rows) {
  named <- Filter(Negate(is.null), lapply(rows, names_of_rows))
  for (argument in names(named)[-1]) {
    first <- named[[1]]
    if (!identical(named[[argument]], first) && setequal(named[[argument]], first)) {
      refuse(argument, sprintf("rows of other names than those of %s", names(named)[1]), "one order of the same names")
    }
  }
}

#' Whether groups of matrices differ as networks
#'
#' The network-based statistic: edges whose statistic is above a threshold form connected components, and the size of each is
#' compared with the largest component of every arrangement of the matrices. The p is family-wise: one of a component, not
#' of its edges. The threshold-free form gives each edge a score over all thresholds.
#'
#' @param x An array (channel, partner, matrix), or a list of matrices: one for each subject, or for each subject and
#'   condition if paired. The diagonal is ignored. An edge with a value that is `NA`, or infinite unless the statistic is
#'   `"h"`, or with values that do not vary beyond the covariates, is not tested, which a warning says.
#' @param groups Group or condition of each matrix, in the order of levels, or as they first appear. A positive t says that
#'   the second one has larger values.
#' @param threshold Edges above it form components, in units of the statistic.
#' @param threshold_p The same as p of a single edge; for a two-sided t two-sided. One of `threshold`, `threshold_p` and
#'   `threshold_free` is needed.
#' @param threshold_free Give each edge a score: the sum over h = `step`, 2 `step`, ... below its statistic of
#'   extent^`extent_power` h^`height_power` `step`, where extent is the number of edges of its component at h.
#' @param statistic `"t"` of two groups (equal variances; paired with `subjects`), `"f"` of two or more, `"h"` of Kruskal and
#'   Wallis by ranks, without covariates and pairs. `NULL`: `"t"` for two groups and `"f"` for more.
#' @param alternative For `"t"`: differences of any sign, or a second group with larger, or smaller, values.
#' @param covariates A vector, matrix or data frame with a row for each matrix: numbers or categories, removed as Freedman and
#'   Lane (1983).
#' @param subjects Paired matrices: the subject of each, who has one in every group. Matrices are exchanged within subjects.
#' @param directed Whether (a, b) and (b, a) are two edges. `NULL`: they are unless all matrices are symmetric. Components of
#'   directed matrices are weak.
#' @param permutations Number of random arrangements; if there are no more in total, all are enumerated. Or a matrix with an
#'   arrangement in each row: position i of the design receives the matrix `permutations[k, i]`.
#' @param seed Of the arrangements.
#' @param extent_power,height_power,step Of the threshold-free score.
#' @param threads Number of threads; `NULL`: see [biotropy_threads()].
#' @return An object of class `biotropy_network`: a list of `groups`, `kind` (the statistic), `directed`, `threshold`,
#'   `degrees_of_freedom`, the matrices `statistic` and `component` (number of the component of each edge, 0 for none), and
#'   for every component `n_channels`, `extent` (edges), `intensity`, `p_extent` and `p_intensity`; `score` and `score_p` with
#'   `threshold_free`; the largest of each arrangement; `tested_edges`, `untested_edges`, `arrangements`, and `exact`, whether
#'   they are all there are. `as.data.frame`: a row for each component. `print` and `plot`: `x`, invisibly.
#' @references Zalesky et al. (2010), \doi{10.1016/j.neuroimage.2010.06.041}. Baggio et al. (2018),
#'   \doi{10.1002/hbm.24007}. Freedman and Lane (1983), \doi{10.2307/1391660}.
#' @examples
#' x <- array(sin((1:720)^2), c(6, 6, 20))
#' x[1, 2:4, 11:20] <- x[1, 2:4, 11:20] + 2
#' found <- network_test(x, rep(c("young", "old"), each = 10), threshold = 3, permutations = 999)
#' found
#' plot(found)
#' @export
network_test <- function(x, groups, threshold = NULL, threshold_p = NULL, threshold_free = FALSE, statistic = NULL,
                         alternative = c("two-sided", "greater", "less"), covariates = NULL, subjects = NULL,
                         directed = NULL, permutations = 10000, seed = 1, extent_power = 0.4, height_power = 3, step = 0.1,
                         threads = NULL) {
  require_one_order_of_rows(list(x = x, groups = groups, subjects = subjects, covariates = covariates))
  x <- matrices_of(x)
  n <- dim(x)[3]
  labels <- numbered_labels(groups, "groups", n)
  orders <- given_orders(permutations, n)
  options <- mget(setdiff(names(formals(network_test)), c("x", "groups", "covariates", "subjects", "threads")))
  if (length(orders) > 0) options["permutations"] <- list(NULL)
  people <- if (is.null(subjects)) list(numbers = integer(), names = character()) else numbered_labels(subjects, "subjects", n)
  found <- .Call(
    C_network_test, aperm(x, c(2, 1, 3)), as.double(dim(x)[1]), labels$numbers, length(labels$names),
    covariate_rows(covariates, n), people$numbers, people$names, orders, options, threads
  )
  network_result(found, labels$names, dimnames(x)[[1]])
}

network_result <- function(found, groups, channels) {
  if (is.null(channels)) channels <- as.character(seq_len(nrow(found$statistic)))
  for (part in intersect(c("statistic", "component", "score", "score_p"), names(Filter(Negate(is.null), found)))) {
    found[[part]] <- t(found[[part]])
    dimnames(found[[part]]) <- list(channel = channels, partner = channels)
  }
  issue(found$notices)
  structure(c(list(groups = groups), found[names(found) != "notices"]), class = "biotropy_network")
}

#' @rdname network_test
#' @param row.names,optional As for [as.data.frame()].
#' @export
as.data.frame.biotropy_network <- function(x, row.names = NULL, optional = FALSE, ...) {
  do.call(data.frame, c(x[c("n_channels", "extent", "intensity", "p_extent", "p_intensity")], list(row.names = row.names)))
}

#' @rdname network_test
#' @param digits Number of significant digits.
#' @param ... Further arguments of the default methods.
#' @export
print.biotropy_network <- function(x, digits = 3, ...) {
  cat(sprintf(
    "%s: %d %s edges by %s, %d arrangements%s\n", paste(rev(x$groups), collapse = " - "), x$tested_edges,
    if (x$directed) "directed" else "undirected", x$kind, x$arrangements, if (x$exact) " (all)" else ""
  ))
  if (!is.na(x$threshold)) cat(sprintf("%d component%s above %s\n", length(x$extent), if (length(x$extent) == 1) "" else "s", format(x$threshold, digits = digits)))
  if (length(x$extent) > 0) print(as.data.frame(x), digits = digits, ...)
  if (!is.null(x$score_p)) cat(sprintf("smallest p of a threshold-free score: %s\n", format(min(x$score_p, na.rm = TRUE), digits = digits)))
  invisible(x)
}

# Points on a circle, from the top on clockwise.
on_circle <- function(n) {
  turn <- pi / 2 - 2 * pi * (seq_len(n) - 1) / n
  cbind(cos(turn), sin(turn))
}

plane_positions <- function(positions, channels) {
  if (is.null(positions)) return(on_circle(length(channels)))
  if (is.data.frame(positions)) positions <- as.matrix(positions)
  is_matrix <- is.matrix(positions) && is.numeric(positions) && ncol(positions) == 2
  if (is_matrix && all(channels %in% rownames(positions))) positions <- positions[channels, , drop = FALSE]
  names <- if (is_matrix) rownames(positions)
  if (!is_matrix || nrow(positions) != length(channels) || !all(is.finite(positions)) || !(is.null(names) || identical(names, channels))) {
    refuse("positions", shown(positions), sprintf("a matrix with x and y of each of the %d channels", length(channels)))
  }
  unname(positions)
}

# Edges of a component with their statistic; of undirected ones each once.
edges_of <- function(x, component) {
  edges <- which(x$component == component, arr.ind = TRUE, useNames = FALSE)
  if (!x$directed) edges <- edges[edges[, 1] < edges[, 2], , drop = FALSE]
  data.frame(from = edges[, 1], to = edges[, 2], statistic = x$statistic[edges])
}

#' @rdname network_test
#' @param component Number of the component that is drawn; the first has the largest extent.
#' @param positions Of the channels in the plane: a matrix of x and y, in rows by name or in the order of the channels.
#'   `NULL`: they are on a circle.
#' @param col Colours of the edges at which the second group has larger values (or, of `"f"` and `"h"`, of all), and
#'   smaller ones.
#' @param lwd Widths of the edges of the least and of the greatest statistic.
#' @param labels Whether to write the names of the channels of the component.
#' @param main Title; `NULL`: the groups, the number of edges and the p of the component.
#' @export
plot.biotropy_network <- function(x, component = 1, positions = NULL, col = c("firebrick", "steelblue"), lwd = c(1, 4),
                                  labels = TRUE, main = NULL, ...) {
  require_finite(x$extent, "the network has no component")
  if (!is.numeric(component) || !isTRUE(component %in% seq_along(x$extent))) {
    refuse("component", shown(component), sprintf("the number of one of the %d components", length(x$extent)))
  }
  channels <- rownames(x$statistic)
  places <- plane_positions(positions, channels)
  edges <- edges_of(x, component)
  if (is.null(main)) {
    main <- sprintf(
      "%s\n%d edge%s, p = %s", paste(rev(x$groups), collapse = " - "), nrow(edges), if (nrow(edges) == 1) "" else "s",
      format(x$p_extent[component], digits = 3)
    )
  }
  graphics::plot.default(places,
    type = "n", axes = FALSE, xlab = "", ylab = "", main = main, asp = 1,
    xlim = grDevices::extendrange(places[, 1], f = 0.12), ylim = grDevices::extendrange(places[, 2], f = 0.12), ...
  )
  draw_edges(edges, places, x$directed, col, lwd)
  own <- unique(c(edges$from, edges$to))
  graphics::points(places, pch = 19, cex = 0.6, col = "grey60")
  graphics::points(places[own, , drop = FALSE], pch = 19)
  if (true_or_false(labels, "labels")) write_beside(places, own, channels)
  if (x$kind == "t") {
    graphics::legend("bottomleft", paste(x$groups[2], c("larger", "smaller")), col = rep(col, length.out = 2), lwd = 2, bty = "n")
  }
  invisible(x)
}

# Lines between channels; arrows from the channel of the templates, each on its own side of the straight line.
draw_edges <- function(edges, places, directed, col, lwd) {
  size <- abs(edges$statistic)
  share <- if (diff(range(size)) > 0) (size - min(size)) / diff(range(size)) else rep(0, length(size))
  widths <- lwd[1] + share * (lwd[length(lwd)] - lwd[1])
  colours <- rep(col, length.out = 2)[ifelse(edges$statistic < 0, 2, 1)]
  from <- places[edges$from, , drop = FALSE]
  to <- places[edges$to, , drop = FALSE]
  if (!directed) return(graphics::segments(from[, 1], from[, 2], to[, 1], to[, 2], col = colours, lwd = widths))
  aside <- 0.02 * cbind(from[, 2] - to[, 2], to[, 1] - from[, 1])
  short <- 0.06 * (to - from)
  begin <- from + aside + short
  end <- to + aside - short
  graphics::arrows(begin[, 1], begin[, 2], end[, 1], end[, 2], length = 0.08, col = colours, lwd = widths)
}

# Names outwards of the points.
write_beside <- function(places, which, names) {
  outwards <- sweep(places, 2, colMeans(apply(places, 2, range)))
  far <- sqrt(rowSums(outwards^2))
  far[far == 0] <- 1
  shift <- outwards / far
  x <- places[, 1] + shift[, 1] * (graphics::strwidth("M") + graphics::strwidth(names) / 2)
  y <- places[, 2] + shift[, 2] * 1.3 * graphics::strheight("M")
  graphics::text(x[which], y[which], names[which], xpd = NA)
}

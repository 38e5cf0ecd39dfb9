# SPDX-License-Identifier: Apache-2.0
# Methods for entropies: print, summary, plot, and conversions.

capitalised <- function(text) paste0(toupper(substr(text, 1, 1)), substring(text, 2))

# How a heading says the unit of r, by r_unit.
r_unit_text <- c(sd = " SD", absolute = " (absolute)", "total-variation" = " of the total variation")

heading <- function(x, what = capitalised(x$name)) {
  r <- if (x$has_r) sprintf(", r = %s%s", format(x$r), r_unit_text[[x$r_unit]]) else ""
  sprintf("%s (m = %d%s, tau = %d)", what, x$m, r, x$tau)
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
  cat(sprintf("not finite: %s (%d of %d values)\n", said_in_r(names(most)), most, length(reason)), sep = "")
  others <- sum(counts) - sum(most)
  if (others > 0) cat(sprintf("not finite: %d %s other reasons\n", others, ngettext(others, "value for", "values for")))
}

# Positions of finite values between others that are not, which a line does not show.
alone <- function(values) {
  known <- c(FALSE, is.finite(values), FALSE)
  n <- length(values)
  which(known[1 + seq_len(n)] & !known[seq_len(n)] & !known[2 + seq_len(n)])
}

# Unique names of series: rows of a data frame must not have equal ones.
unique_names <- function(x) if (!is.null(names(x$value))) make.unique(names(x$value))

#' Methods for entropies
#'
#' @param x,object Result of [sampen()] or another measure.
#' @param digits Number of significant digits.
#' @param row.names,optional As for [as.data.frame()].
#' @param ... For `plot`, arguments of [graphics::dotchart()].
#' @return `print` and `plot`: `x`, invisibly. `summary` and `as.data.frame`: a data frame with a row for each series, with
#'   its name; repeated names get a number ([make.unique()]).
#'   `as.numeric`: the values.
#' @examples
#' found <- sampen(cbind(a = sin(1:500), b = cos((1:500)^2)))
#' summary(found)
#' plot(found)
#' @name entropy-methods
NULL

#' @rdname entropy-methods
#' @export
print.biotropy_entropy <- function(x, digits = getOption("digits"), ...) {
  cat(heading(x), "\n", sep = "")
  if (length(x$value) > 1 || !is.null(names(x$value))) {
    print(x$value, digits = digits, ...)
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
  cat("\n")
  if (nzchar(x$reason)) cat("  ", x$reason, "\n", sep = "")
  invisible(x)
}

#' @rdname entropy-methods
#' @export
as.data.frame.biotropy_entropy <- function(x, row.names = unique_names(x), optional = FALSE, ...) {
  parts <- c("value", x$sums, "templates_m", if (x$has_r) c("templates_m1", "tolerance"), "reason")
  columns <- lapply(x[parts], unname)
  do.call(data.frame, c(columns, list(row.names = row.names, stringsAsFactors = FALSE)))
}

#' @rdname entropy-methods
#' @export
summary.biotropy_entropy <- function(object, ...) {
  structure(as.data.frame(object), heading = heading(object), class = c("summary.biotropy_entropy", "data.frame"))
}

#' @rdname entropy-methods
#' @export
print.summary.biotropy_entropy <- function(x, ...) {
  cat(attr(x, "heading"), "\n", sep = "")
  shown <- as.data.frame(unclass(x), row.names = attr(x, "row.names"))
  print(if (all(shown$reason == "")) shown[names(shown) != "reason"] else shown, ...)
  invisible(x)
}

#' @rdname entropy-methods
#' @export
as.double.biotropy_entropy <- function(x, ...) unname(x$value)

#' @rdname entropy-methods
#' @export
plot.biotropy_entropy <- function(x, ...) {
  labels <- if (is.null(names(x$value))) seq_along(x$value) else names(x$value)
  drawn <- is.finite(x$value)
  if (!any(drawn)) raise("invalid_data", "no value is finite: there is nothing to plot")
  # A series without a finite value has its name and no point.
  labels <- ifelse(drawn, labels, sprintf("%s: %s", labels, x$value))
  given <- list(...)
  settings <- with_defaults(given, list(xlab = value_label(x), pch = 19))
  do.call(graphics::dotchart, c(list(ifelse(drawn, unname(x$value), NA_real_), labels = labels), settings))
  invisible(x)
}

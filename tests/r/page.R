# SPDX-License-Identifier: Apache-2.0
# Runs the blocks of R of a page, one after the other in one session, and compares what each expression prints with the
# lines `#> ` below it; `#> ...` stands for any lines. The session has a folder of its own, whose `tests` is that of the
# sources, and draws the pictures that the page shows.
# Usage: Rscript page.R SOURCE_FOLDER PAGE
arguments <- commandArgs(trailingOnly = TRUE)
page <- readLines(file.path(arguments[1], arguments[2]))
fences <- grep("^```", page)
opening <- fences[seq(1, length(fences), by = 2)]
closing <- fences[seq(2, length(fences), by = 2)]
is_code <- page[opening] == "```r"
if (!any(is_code)) stop("the page has no block of R")

pattern_of <- function(shown) {
  quoted <- gsub("([][{}()+*^$|\\\\?.])", "\\\\\\1", trimws(shown, "right"))
  quoted[shown == "..."] <- "(.*\n)*.*"
  paste0("^", paste(quoted, collapse = "\n"), "$")
}

check_expression <- function(expression, shown, line) {
  printed <- utils::capture.output({
    result <- withVisible(eval(expression, globalenv()))
    if (result$visible) print(result$value)
  })
  printed <- paste(trimws(printed, "right"), collapse = "\n")
  if (grepl(pattern_of(shown), printed)) return(TRUE)
  cat(sprintf("line %d printed\n%s\nbut the page shows\n%s\n", line, printed, paste(shown, collapse = "\n")))
  FALSE
}

check_block <- function(first, last) {
  lines <- page[first:last]
  expressions <- parse(text = lines, keep.source = TRUE)
  ends <- vapply(attr(expressions, "srcref"), function(place) place[[3]], integer(1))
  found <- vapply(seq_along(expressions), function(i) {
    below <- lines[seq_along(lines) > ends[i] & seq_along(lines) < c(ends, length(lines) + 2)[i + 1]]
    shown <- sub("^#> ?", "", grep("^#>", below, value = TRUE))
    check_expression(expressions[[i]], shown, first + ends[i] - 1)
  }, logical(1))
  all(found)
}

folder <- tempfile("page-")
dir.create(folder)
stopifnot(file.symlink(file.path(arguments[1], "tests"), file.path(folder, "tests")))
setwd(folder)
passed <- mapply(check_block, opening[is_code] + 1, closing[is_code] - 1)
cat(sprintf("%d blocks\n", length(passed)))
shown <- sub(".*/_static/(\\w+\\.png).*", "\\1", grep("\\.\\./_static/\\w+\\.png", page, value = TRUE))
is_drawn <- file.size(shown) > 0.5 * file.size(file.path(arguments[1], "docs/_static", shown))
if (!all(passed, is_drawn %in% TRUE)) quit(status = 1)

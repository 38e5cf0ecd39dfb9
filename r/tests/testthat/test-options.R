# SPDX-License-Identifier: Apache-2.0
# The arguments of R are the options of the library: names, words and the measures that have them.

table <- .Call(biotropy:::C_option_table)
functions <- list(apen = apen, sampen = sampen, fuzzyen = fuzzyen, "cross-apen" = cross_apen,
  "cross-sampen" = cross_sampen, "cross-fuzzyen" = cross_fuzzyen)
not_of_the_measure <- c("x", "y", "convention", "na.action", "threads", "device")

test_that("every function has the options of its measure", {
  for (measure in names(functions)) {
    wanted <- names(table)[vapply(table, function(row) measure %in% row$measures, TRUE)]
    found <- setdiff(names(formals(functions[[measure]])), not_of_the_measure)
    expect_setequal(found, setdiff(wanted, "missing"))
  }
})

test_that("words are those of the library, the default first", {
  for (name in c("r_unit", "boundary", "undefined", "bias", "local_mean", "sign", "base")) {
    expect_identical(eval(formals(pairwise)[[name]]), table[[name]]$words)
  }
})

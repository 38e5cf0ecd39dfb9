# SPDX-License-Identifier: Apache-2.0
# Network tests: t, F and H of R, components found by hand, and what is refused.

values <- array(portable(1, 5 * 5 * 14) - 0.5, c(5, 5, 14), list(letters[1:5], letters[1:5], NULL))
values[1, 2:3, 8:14] <- values[1, 2:3, 8:14] + 1
groups <- rep(c("x", "y"), each = 7)

test_that("statistics are those of R", {
  found <- network_test(values, groups, threshold = 2, permutations = 99)
  expect_equal(found$statistic["a", "b"], -unname(t.test(values[1, 2, ] ~ groups, var.equal = TRUE)$statistic))
  expect_true(is.na(found$statistic["a", "a"]))
  three <- rep(c("p", "q", "r"), length.out = 14)
  f <- network_test(values, three, threshold_p = 0.05, permutations = 9)
  expect_equal(f$statistic["b", "c"], anova(lm(values[2, 3, ] ~ three))[1, "F value"])
  expect_equal(f$threshold, qf(0.95, 2, 11))
  h <- network_test(values, three, statistic = "h", threshold = 1, permutations = 9)
  expect_equal(h$statistic["b", "c"], unname(kruskal.test(values[2, 3, ], factor(three))$statistic))
  paired <- network_test(values, groups, subjects = c(1:7, 1:7), threshold = 2)
  expect_equal(paired$statistic["d", "b"], unname(t.test(values[4, 2, 8:14], values[4, 2, 1:7], paired = TRUE)$statistic))
  expect_true(paired$exact)
  expect_identical(paired$arrangements, 128)
  age <- portable(3, 14)
  sex <- rep(c("F", "M", "M"), length.out = 14)
  adjusted <- network_test(values, groups, covariates = data.frame(age, sex), threshold = 2, permutations = 9)
  # A column of several, as poly() makes.
  both <- data.frame(age)
  both$parts <- cbind(age^2, sqrt(age))
  by_parts <- function(covariates) network_test(values, groups, covariates = covariates, threshold = 2, permutations = 9)
  expect_identical(by_parts(both)$statistic, by_parts(cbind(age, both$parts))$statistic)
  expect_identical(by_parts(both)$degrees_of_freedom, by_parts(cbind(age, both$parts))$degrees_of_freedom)
  both$parts <- matrix("a", length(age), 2)
  expect_error(by_parts(both), "numbers or categories", class = "biotropy_invalid_argument")
  model <- summary(lm(values[5, 1, ] ~ age + sex + groups))$coefficients
  expect_equal(adjusted$statistic["e", "a"], model["groupsy", "t value"])
})

test_that("components are those of the matrix of statistics", {
  found <- network_test(values, groups, threshold = 2, permutations = 99)
  above <- abs(found$statistic) > 2 & !is.na(found$statistic)
  expect_identical(found$component > 0, above)
  expect_identical(sum(found$extent), as.double(sum(above)))
  expect_equal(sum(found$intensity), sum(abs(found$statistic[above]) - 2))
  expect_identical(found$component["a", "b"], found$component["a", "c"])
  expect_identical(found$p_extent[1], (sum(found$largest_extent >= found$extent[1]) + 1) / 100)
  as_list <- lapply(1:14, function(k) values[, , k])
  expect_identical(network_test(as_list, groups, threshold = 2, permutations = 99), found)
  expect_identical(network_test(values, groups, threshold = 2, permutations = 99, threads = 1), found)
  orders <- t(replicate(20, sample(14)))
  given <- network_test(values, groups, threshold = 2, permutations = orders)
  one <- network_test(values[, , orders[3, ]], groups, threshold = 2, permutations = 1)
  expect_identical(given$largest_extent[3], max(0, one$extent))
  free <- network_test(values, groups, threshold_free = TRUE, permutations = 50)
  expect_identical(dimnames(free$score), list(channel = letters[1:5], partner = letters[1:5]))
  expect_identical(free$score_p["a", "b"], (sum(free$largest_score >= free$score["a", "b"] * (1 - 1e-12)) + 1) / 51)
})

test_that("it is printed and has a row for each component", {
  found <- network_test(values, groups, threshold = 2, permutations = 99)
  expect_identical(nrow(as.data.frame(found)), length(found$extent))
  expect_output(print(found), "y - x: 20 directed edges by t, 99 arrangements")
  expect_output(print(network_test(values, groups, threshold_free = TRUE, permutations = 9)), "smallest p of a threshold-free score")
})

test_that("mistakes are named", {
  refused <- function(..., words) expect_error(network_test(values, groups, ...), words, class = "biotropy_error")
  refused(words = "threshold, threshold_p or threshold_free")
  refused(threshold = 2, subjects = c(12:18, 12:17, 11), words = "subject (11|18) must")
  refused(threshold = 2, step = 0.2, words = "threshold_free")
  refused(threshold = 2, covariates = 1:13, words = "one for each of the 14")
  refused(threshold = 2, covariates = c(NA, 1:13), words = "numbers or categories")
  refused(threshold = 2, permutations = matrix(1:13, 1), words = "1 to 14 in rows")
  expect_error(network_test(values[, , 1], groups, threshold = 2), "channels, channels, matrices", class = "biotropy_error")
  expect_error(network_test(values, groups[-1], threshold = 2), "one label for each", class = "biotropy_error")
  values[1, 2, 3] <- NA
  expect_warning(network_test(values, groups, threshold = 2, permutations = 9), "1 of 20 edges not tested", class = "biotropy_edges_not_tested")
})

test_that("rows and channels have one order", {
  people <- paste0("s", seq_along(groups))
  named <- values
  dimnames(named) <- list(letters[1:5], letters[1:5], people)
  table <- data.frame(group = groups, age = seq_along(groups) %% 4, row.names = people)
  refused <- function(x, ..., words) {
    expect_error(network_test(x, ..., threshold = 2, permutations = 9), words, class = "biotropy_invalid_argument")
  }
  sorted <- table[order(table$age), ]
  refused(named, stats::setNames(sorted$group, rownames(sorted)), words = "groups is rows of other names than those of x")
  refused(named, groups, covariates = sorted["age"], words = "covariates is rows of other names than those of x")
  refused(values, stats::setNames(groups, people), covariates = sorted["age"], words = "than those of groups")
  refused(named[, 5:1, ], groups, words = "in one order")
  given <- network_test(values, groups, covariates = table$age, threshold = 2, permutations = 9)
  found <- network_test(named, stats::setNames(groups, people), covariates = table["age"], threshold = 2, permutations = 9)
  expect_identical(unname(found$statistic), unname(given$statistic))
  counted <- data.frame(age = table$age)
  expect_identical(network_test(named, groups, covariates = counted, threshold = 2, permutations = 9)$statistic, found$statistic)
})

test_that("a component is drawn between its channels", {
  edges_of <- biotropy:::edges_of
  places_of <- biotropy:::plane_positions
  found <- network_test(values, groups, threshold = 2, permutations = 99)
  edges <- edges_of(found, 1)
  expect_identical(nrow(edges), as.integer(found$extent[1]))
  expect_identical(found$statistic[cbind(edges$from, edges$to)], edges$statistic)
  expect_true(all(found$component[cbind(edges$from, edges$to)] == 1))
  even <- (values + aperm(values, c(2, 1, 3))) / 2
  undirected <- network_test(even, groups, threshold = 1, permutations = 9)
  expect_identical(nrow(edges_of(undirected, 1)), as.integer(undirected$extent[1]))
  expect_true(all(edges_of(undirected, 1)$from < edges_of(undirected, 1)$to))
  expect_equal(rowSums(places_of(NULL, letters[1:5])^2), rep(1, 5))
  places <- cbind(x = 5:1, y = 1)
  rownames(places) <- rev(letters[1:5])
  expect_identical(places_of(places, letters[1:5])[, 1], as.double(1:5))
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_invisible(plot(found))
  expect_invisible(plot(found, positions = places))
  expect_invisible(plot(undirected, labels = FALSE, main = "a network"))
  expect_error(plot(found, component = 9), "the number of one of the", class = "biotropy_invalid_argument")
  expect_error(plot(found, positions = matrix(1, 4, 2)), "each of the 5 channels", class = "biotropy_invalid_argument")
  expect_error(plot(found, positions = places[-1, ]), "each of the 5 channels", class = "biotropy_invalid_argument")
  none <- network_test(values, groups, threshold = 1000, permutations = 9)
  expect_error(plot(none), "no component", class = "biotropy_invalid_data")
})

# SPDX-License-Identifier: Apache-2.0
# Sequential classification beside simple methods.

compared_scores <- c("accuracy", "balanced_accuracy", "kappa", "macro_f1", "log_loss", "brier")

#' Sequential classification beside simple methods
#'
#' Cross-validation of [sicamm()] beside chance, a normal density for each class (a Gaussian hidden Markov model), mixtures of
#' normal densities and logistic regression. Every method has the same folds, directions, chain and decoder, and a power of its
#' evidence that is found in the same way: what `biotropy states compare` computes, to the last bit. A model is worth its name
#' where it beats the others.
#'
#' @param x,y,recordings Samples, classes (samples whose class is `NA` are neither trained on nor scored) and recordings, as for
#'   [sicamm()].
#' @param persons The person of each sample; `NULL`: each recording is one.
#' @param folds Parts that are left out in turn. (`n_folds` of [sicamm()] are those within the rest.)
#' @param fold_unit Parts are recordings, blocks of neighbouring samples, or all recordings of some persons; `"automatic"`:
#'   recordings if there are as many as folds, and persons with intervals of persons, where folds that share a person are an
#'   error.
#' @param block Samples in a block; 0: every part has four blocks.
#' @param gap Samples beside a part that are left out of training, too; `NULL`: as many as neighbours resemble each other.
#' @param mixture_components Number of normal densities of each class of the method `"mixture"`.
#' @param decoder,lag As for [predict.sicamm()].
#' @param intervals Confidence intervals from blocks that are drawn with replacement: `"persons"`, `"recordings"` or stretches of
#'   `"time"`; `NULL`: none.
#' @param interval_time Seconds of a stretch of time.
#' @param n_resamples Number of draws.
#' @param confidence Of the intervals.
#' @param ... How vectors are made and the model is trained: arguments of [sicamm()].
#' @return An object of class `sicamm_comparison`: a list of `scores`, a data frame with a row for each method, and with
#'   `_low` and `_high` of each score where there are intervals; `fold_scores`, the same for each fold, with its `beta`; `folds`,
#'   the numbers of those that every method could be trained for; and `notices`, a data frame. There are methods for `print` and
#'   `as.data.frame`.
#' @examples
#' set.seed(1)
#' state <- rep(rep(c("rest", "task"), each = 100), 10)
#' is_task <- state == "task"
#' x <- cbind(a = rnorm(2000, sd = ifelse(is_task, 3, 1)), b = rnorm(2000, sd = ifelse(is_task, 1, 3)))
#' found <- sicamm_compare(x, state, folds = 2, bandwidth = "silverman", beta = 1)
#' found
#' with(found$scores, accuracy[method == "sicamm"] > accuracy[method == "chance"])
#' @export
sicamm_compare <- function(x, y, recordings = NULL, persons = NULL, folds = 5,
                           fold_unit = c("automatic", "recordings", "blocks", "persons"), block = 0, gap = NULL,
                           mixture_components = 3, decoder = c("filter", "fixed-lag", "smoother", "viterbi"), lag = 5,
                           intervals = NULL, interval_time = 60, n_resamples = 2000, confidence = 0.95, ...) {
  arguments <- training_arguments(x, y, recordings, ...)
  job <- training_job(arguments)
  validation <- list(
    n_folds = whole_number(folds, "folds", "an integer of at least 2", 2L), fold_unit = fold_unit, block = block, gap = gap, decoder = decoder, lag = lag,
    mixture_components = count_number(mixture_components, "mixture_components")
  )
  drawn <- if (is.null(intervals)) list() else list(
    unit = one_of(intervals, c("persons", "recordings", "time"), "intervals"),
    interval_time = interval_time, n_resamples = n_resamples, confidence = confidence, seed = job$options$seed
  )
  found <- .Call(
    C_compare_methods, job$samples, job$labels, job$lengths, job$channels, job$classes, job$options, validation,
    persons_of(persons, recordings, job$lengths), drawn, arguments$threads
  )
  issue(found$notices)
  comparison_of(found)
}

# The arguments of sicamm(), with their defaults.
training_arguments <- function(...) {
  collect <- function() environment()
  formals(collect) <- formals(sicamm.default)
  arguments <- collect(...)
  evalq(no_further(...), arguments)
  arguments
}

# The person of each recording.
persons_of <- function(persons, recordings, lengths) {
  n <- sum(lengths)
  firsts <- cumsum(c(1, lengths[-length(lengths)]))
  if (is.null(persons)) return(if (is.null(recordings)) rep("1", length(lengths)) else as.character(recordings)[firsts])
  allowed <- sprintf("NULL or one value for each of the %.0f samples, the same one in a recording (`recordings`)", n)
  names <- as.character(one_for_each(persons, "persons", n, allowed))
  unique(names)[.Call(C_persons_of, numbers_of_names(names), lengths)]
}

comparison_of <- function(found) {
  named <- function(values, ending = "") as.data.frame(as.list(stats::setNames(values, paste0(compared_scores, ending))))
  scores <- lapply(found$methods, function(one) {
    row <- cbind(data.frame(method = one$method, vectors = one$vectors), named(one$scores))
    if (is.null(one$low)) row else cbind(row, named(one$low, "_low"), named(one$high, "_high"))
  })
  fold_scores <- lapply(found$methods, function(one) {
    of_folds <- do.call(rbind, lapply(one$folds, named))
    cbind(data.frame(method = one$method, fold = found$folds, beta = one$betas), of_folds)
  })
  structure(
    list(
      scores = do.call(rbind, scores), fold_scores = do.call(rbind, fold_scores), folds = found$folds,
      notices = found$notices
    ),
    class = "sicamm_comparison"
  )
}

#' @rdname sicamm_compare
#' @param digits Number of digits after the point.
#' @export
print.sicamm_comparison <- function(x, digits = 4, ...) {
  cat(sprintf("Sequential classification beside simple methods, %d folds:\n", length(x$folds)))
  shown <- x$scores
  for (name in compared_scores) {
    text <- formatC(shown[[name]], digits = digits, format = "f")
    low <- shown[[paste0(name, "_low")]]
    if (!is.null(low)) {
      high <- shown[[paste0(name, "_high")]]
      text <- sprintf("%s [%s, %s]", text, formatC(low, digits = digits, format = "f"), formatC(high, digits = digits, format = "f"))
    }
    shown[[name]] <- text
  }
  print(shown[c("method", "vectors", compared_scores)], row.names = FALSE, right = TRUE)
  invisible(x)
}

#' @rdname sicamm_compare
#' @param row.names,optional As for [as.data.frame()], without effect.
#' @export
as.data.frame.sicamm_comparison <- function(x, row.names = NULL, optional = FALSE, ...) x$scores

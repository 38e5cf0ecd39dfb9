# SPDX-License-Identifier: Apache-2.0
# Entropies of one series and of two.

# The given options of a function of measures, by name. Defaults of R are not included, as a convention may have others.
# @param call,matched,frame sys.call(), match.call() and environment() of that function. Matching a call takes longer than
#   counting in a short series, so it is done only where an option is abbreviated or has no name.
# @param own arguments that are not options. The first `first` of them may be given without a name.
given_options <- function(call, matched, frame, own = c("x", "y", "na.action"), first = 1L) {
  options <- .Call(C_named_options, call, frame, own, first)
  if (!is.null(options)) return(options)
  mget(setdiff(names(matched)[-1L], own), envir = frame)
}

# Every function that measures asks here. A call of a function of R takes 0.4 us, counting in a short series 2 us.
# @param is_default whether na.action was not given. @param how scales, pairs and windows (C_answer).
measure <- function(name, x, y, action, is_default, options, how = NULL) {
  if (is.object(x) || !is.null(attr(x, "na.action"))) x <- as_signal(x, "x")
  if (is.object(y) || !is.null(attr(y, "na.action"))) y <- as_signal(y, "y")
  if (is_default) {
    # Gaps of RR intervals are left out; other series beside them must have no missing samples.
    action <- if (is.list(x) && isTRUE(x$missing_are_gaps)) "gaps" else "raise"
  } else {
    action <- na_action_of(action)
    if (is.function(action)) {
      has_places <- !is.null(how)
      x <- filled(x, action, has_places)
      y <- filled(y, action, has_places)
    }
  }
  if (is.numeric(options[["channel_m"]]) || is.numeric(options[["channel_tau"]])) options <- with_channel_lists(options, x)
  found <- .Call(C_answer, name, x, y, how, action, options)
  if (is.null(.subset2(found, "by"))) found else named_result(found)
}

# m or tau of each channel, as numbers or as a text.
with_channel_lists <- function(options, x) {
  for (name in c("channel_m", "channel_tau")) {
    if (!is.numeric(options[[name]])) next
    channels <- colnames(if (is.list(x)) x$data else x)
    numbers <- whole_numbers(options[[name]], name, "integers from 1 to 1000, one for each channel", 1L)
    names <- names(options[[name]])
    if (!is.null(names) && !is.null(channels) && !identical(names, channels)) {
      refuse(name, paste("numbers of", toString(names)), paste("one for each of the channels, in their order,", toString(channels)))
    }
    options[[name]] <- paste(numbers, collapse = ",")
  }
  options
}

#' Sample, approximate and fuzzy entropy
#'
#' How irregular a series is, or every column of a matrix or data frame, in nats unless `base` is given. The values are low
#' where templates that are alike over m samples stay alike at the next one.
#'
#' Two templates match if no pair of their samples differs by more than the tolerance. Sample entropy is -ln(A / B), where B and A
#' are the matching pairs of the same n - m tau templates at both lengths, without self matches. Approximate entropy is a mean of
#' logarithms and includes them. Fuzzy entropy replaces matches by a degree of membership.
#'
#' A series that cannot be measured (such as a constant or too short one) is an error. In a matrix or data frame its value
#' is `NA`, with the reason in a warning. Warnings have a class: `biotropy_orientation` (more columns than rows),
#' `biotropy_clocks_left_out` (columns of times, dates or numbers of samples, which are left out; [as.matrix()] keeps them),
#' `biotropy_times_uneven` (times that show no gap, as they are uneven) and `biotropy_padding` (100 equal samples or more at an
#' end). Where the times of a `zoo` or `xts`, a column of time or the numbers of rows show that time is missing, it is an error
#' unless `na.action` leaves out the templates that span it; [as.numeric()] or [as.matrix()] drops times.
#'
#' @inheritParams measure_options
#' @param x A numeric vector or time series, a numeric matrix or a data frame: samples in rows, channels in columns; or RR
#'   intervals ([read_rr()]). Or an array (samples, channels, epochs), whose epochs with `pool_epochs` have one value together.
#' @param m Length of the templates, in samples (1 to 1000); or several.
#' @param r Tolerance, in units of `r_unit` (at least 0); or several.
#' @param na.action Missing samples: [stats::na.fail()], an error; [stats::na.omit()], templates that touch one are left out;
#'   [stats::na.pass()], the value is `NA` (also by name); or a function that replaces those of each column.
#' @param ddof,boundary,templates,theiler,undefined,sign,membership,fuzzy_power,membership_corner,local_mean,pool_epochs,base,engine,standard_error,confidence,covariance,surrogate_kind,surrogate_seed,surrogate_stop,convention See [measure_options].
#' @param threads Number of threads; `NULL`: see [biotropy_threads()].
#' @param device `"auto"`, `"cpu"`, or a device such as `"cuda"` or `"opencl:1"`, or several (`"cuda:0,cuda:1"`, `"cuda:all"`);
#'   `NULL`: the option `biotropy.device`, or `"auto"`.
#' @return An object of class `biotropy_entropy`: a list of `value` and the numbers it was computed from, each a single number of a
#'   vector, and otherwise an array (channel, epoch, m, r) without the dimensions of which there is one, whose dimnames are the
#'   coordinates: `matches_m` and `matches_m1`, the matching pairs at length m and m + 1 (unordered pairs, B and A, for
#'   sample entropy; ordered ones for the others; doubles, exact below 2^53), `membership_m` and `membership_m1`, the sums of
#'   membership of fuzzy entropy, `templates_m`, `templates_m1`, `tolerance`, `engine` and `reason`; with `standard_error` that
#'   and an interval from `lower` to `upper`; with `surrogates` an element of that name ([measure_options]). `parameters` lists
#'   whatever the values depend on, and `by` the coordinates. [as.numeric()] returns the values, [as.data.frame()] a table with a
#'   row for each; there are methods for `print`, `summary` and `plot` ([result-methods]).
#' @seealso [measure_options] for the other arguments; [multiscale()], [sliding_entropy()], [cross_sampen()].
#' @references
#' Richman and Moorman (2000), \doi{10.1152/ajpheart.2000.278.6.H2039}. Pincus (1991), \doi{10.1073/pnas.88.6.2297}.
#' Chen et al. (2007), \doi{10.1109/TNSRE.2007.897025}. Dong et al. (2021), \doi{10.1109/ACCESS.2021.3054750}.
#' @examples
#' x <- sin(2 * pi * (0:2999) / 100)
#' sampen(x)
#' as.numeric(apen(x, m = 1))
#' sampen(cbind(wave = x, noise = rep(c(0.1, 0.7, 0.3), 1000)))
#' names <- list(NULL, c("Fz", "Cz"), c("rest", "task", "rest again"))
#' epochs <- array(sin((1:1200)^1.3), c(200, 2, 3), names)
#' as.data.frame(sampen(epochs, r = c(0.15, 0.2)))
#' sampen(x, standard_error = TRUE)
#' @export
sampen <- function(x, m = 2, r = 0.2, r_unit = c("sd", "absolute", "total-variation"), tau = 1, surrogates = 0,
                   na.action = default_na_action(x), threads = NULL, device = NULL, ddof = 1,
                   boundary = c("closed", "open"), templates = NULL, theiler = 0,
                   undefined = c("natural", "negative", "bound"), pool_epochs = c("no", "recording", "epoch"),
                   base = c("e", "2", "10"), engine = NULL, standard_error = FALSE, confidence = 0.95,
                   covariance = NULL,
                   surrogate_kind = c("iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"),
                   surrogate_seed = 1, surrogate_stop = 0, convention = NULL) {
  measure("sampen", x, NULL, na.action, missing(na.action), if (nargs() > 1L) given_options(sys.call(), match.call(), environment()))
}

#' @rdname sampen
#' @export
apen <- function(x, m = 2, r = 0.2, r_unit = c("sd", "absolute", "total-variation"), tau = 1, surrogates = 0,
                 na.action = default_na_action(x), threads = NULL, device = NULL, ddof = 1,
                 boundary = c("closed", "open"), templates = c("all", "common"), theiler = -1,
                 sign = c("kept", "dropped"), base = c("e", "2", "10"), engine = NULL,
                 surrogate_kind = c("iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"),
                 surrogate_seed = 1, surrogate_stop = 0, convention = NULL) {
  measure("apen", x, NULL, na.action, missing(na.action), if (nargs() > 1L) given_options(sys.call(), match.call(), environment()))
}

#' @rdname sampen
#' @export
fuzzyen <- function(x, m = 2, r = 0.2, r_unit = c("sd", "absolute", "total-variation"), tau = 1, surrogates = 0,
                    na.action = default_na_action(x), threads = NULL, device = NULL, ddof = 1, templates = NULL,
                    theiler = 0, undefined = c("natural", "negative", "bound"),
                    membership = c("exponential", "chen", "gaussian", "constant-gaussian", "sigmoid", "bell", "triangular", "trapezoidal1", "trapezoidal2", "z-shaped", "gudermannian"),
                    fuzzy_power = 2, membership_corner = 0, local_mean = c("removed", "kept"),
                    pool_epochs = c("no", "recording", "epoch"), base = c("e", "2", "10"),
                    surrogate_kind = c("iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"),
                    surrogate_seed = 1, surrogate_stop = 0, convention = NULL) {
  measure("fuzzyen", x, NULL, na.action, missing(na.action), if (nargs() > 1L) given_options(sys.call(), match.call(), environment()))
}

#' Permutation entropy
#'
#' How evenly the ordinal patterns of m samples occur in a series, or in every column of a matrix or data frame: their Shannon
#' entropy, in nats unless `base` is given. It is 0 for a monotonic series and at most ln m!, and needs no tolerance.
#'
#' @inheritParams measure_options
#' @inheritParams sampen
#' @param m Length of the templates, in samples, from 2 to 12; or several.
#' @param ties,weighted,normalise,base,surrogate_kind,surrogate_seed,surrogate_stop,convention See [measure_options].
#' @return As [sampen()], with the number of different `patterns` instead of matches, and without a tolerance.
#' @seealso [measure_options] for the other arguments.
#' @references
#' Bandt and Pompe (2002), \doi{10.1103/PhysRevLett.88.174102}. Weighted: Fadlallah et al. (2013),
#' \doi{10.1103/PhysRevE.87.022911}. Ties: Bian et al. (2012), \doi{10.1103/PhysRevE.85.021906}.
#' @examples
#' x <- sin(2 * pi * (0:2999) / 100)
#' permen(x)
#' permen(x, m = 5, normalise = TRUE)
#' @export
permen <- function(x, m = 3, tau = 1, surrogates = 0, na.action = default_na_action(x), threads = NULL, device = NULL,
                   ties = c("time", "equal"), weighted = FALSE, normalise = FALSE, base = c("e", "2", "10"),
                   surrogate_kind = c("iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"),
                   surrogate_seed = 1, surrogate_stop = 0, convention = NULL) {
  measure("permen", x, NULL, na.action, missing(na.action), if (nargs() > 1L) given_options(sys.call(), match.call(), environment()))
}

#' Entropies of two series
#'
#' How asynchronous two series are: the templates of `x` are compared with those of `y`. Both are z-scored first unless `r` is
#' absolute. Cross-ApEn (Pincus and Singer 1996) is not symmetric; Cross-SampEn (Richman and Moorman 2000) and Cross-FuzzyEn (Xie et
#' al. 2010) are.
#'
#' @inheritParams sampen
#' @inheritParams measure_options
#' @param x,y Series, or matrices or data frames with equal numbers of columns, which are compared in pairs. The same names
#'   in another order, and time series of other frequencies, starts or times, are an error.
#' @param ddof,boundary,templates,theiler,bias,undefined,sign,membership,fuzzy_power,membership_corner,local_mean,pool_epochs,base,engine,surrogate_kind,surrogate_seed,surrogate_stop,convention See [measure_options].
#' @return As [sampen()]; matches are ordered pairs. If `x` and `y` differ in length, there is a warning of class
#'   `biotropy_lengths`.
#' @references Martinez-Zarzuela et al. (2013), \doi{10.1016/j.cmpb.2013.07.005}.
#' @seealso [pairwise()] for all pairs of the channels of a recording; [measure_options] for the other arguments.
#' @examples
#' x <- sin(2 * pi * (0:999) / 100)
#' y <- cos(2 * pi * (0:999) / 90)
#' cross_apen(x, y, m = 1)
#' cross_sampen(x, y)
#' @export
cross_apen <- function(x, y, m = 2, r = 0.2, r_unit = c("sd", "absolute", "total-variation"), tau = 1, surrogates = 0,
                       na.action = default_na_action(x), threads = NULL, device = NULL, ddof = 1,
                       boundary = c("closed", "open"), templates = c("all", "common"), theiler = -1,
                       bias = c("max", "zero", "skip", "none"), sign = c("kept", "dropped"), base = c("e", "2", "10"),
                       engine = NULL,
                       surrogate_kind = c("iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"),
                       surrogate_seed = 1, surrogate_stop = 0, convention = NULL) {
  measure("cross-apen", x, y, na.action, missing(na.action), if (nargs() > 2L) given_options(sys.call(), match.call(), environment(), first = 2L))
}

#' @rdname cross_apen
#' @export
cross_sampen <- function(x, y, m = 2, r = 0.2, r_unit = c("sd", "absolute", "total-variation"), tau = 1,
                         surrogates = 0, na.action = default_na_action(x), threads = NULL, device = NULL, ddof = 1,
                         boundary = c("closed", "open"), templates = NULL, theiler = -1,
                         undefined = c("natural", "negative", "bound"), pool_epochs = c("no", "recording", "epoch"),
                         base = c("e", "2", "10"), engine = NULL,
                         surrogate_kind = c("iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"),
                         surrogate_seed = 1, surrogate_stop = 0, convention = NULL) {
  measure("cross-sampen", x, y, na.action, missing(na.action), if (nargs() > 2L) given_options(sys.call(), match.call(), environment(), first = 2L))
}

#' @rdname cross_apen
#' @export
cross_fuzzyen <- function(x, y, m = 2, r = 0.2, r_unit = c("sd", "absolute", "total-variation"), tau = 1,
                          surrogates = 0, na.action = default_na_action(x), threads = NULL, device = NULL, ddof = 1,
                          templates = NULL, theiler = -1, undefined = c("natural", "negative", "bound"),
                          membership = c("exponential", "chen", "gaussian", "constant-gaussian", "sigmoid", "bell", "triangular", "trapezoidal1", "trapezoidal2", "z-shaped", "gudermannian"),
                          fuzzy_power = 2, membership_corner = 0, local_mean = c("removed", "kept"),
                          pool_epochs = c("no", "recording", "epoch"), base = c("e", "2", "10"),
                          surrogate_kind = c("iaaft", "aaft", "phases", "joint-phases", "shuffle", "shift", "epochs"),
                          surrogate_seed = 1, surrogate_stop = 0, convention = NULL) {
  measure("cross-fuzzyen", x, y, na.action, missing(na.action), if (nargs() > 2L) given_options(sys.call(), match.call(), environment(), first = 2L))
}

#' Numbers of matching templates
#'
#' Number of matching pairs of templates: all pairs of their samples differ by at most `r`.
#'
#' @inheritParams measure_options
#' @inheritParams sampen
#' @param x The series of the templates. Missing samples match nothing; no template spans a gap of RR intervals.
#' @param y The series with which they are compared; `NULL`: `x` itself. RR intervals in another unit, and time series of
#'   another frequency or start, are an error.
#' @param lengths Lengths of the templates, increasing.
#' @param r Tolerance in the unit of the samples.
#' @param templates All templates of each length, or for all lengths those that fit at the longest one, and
#'   touch no missing sample there.
#' @param theiler Exclude pairs whose start times differ by at most this number of samples; -1: none, 0: self matches.
#' @param per_template Also return the counts of every template of `x`.
#' @return Ordered pairs, one number for each length, named by it. With `per_template` a list of these `totals` and of
#'   `per_template`, a list of vectors.
#' @examples
#' count_matches(c(1, 2, 1, 2, 1, 3), lengths = 1:2, r = 0.5)
#' @export
count_matches <- function(x, y = NULL, lengths = c(2, 3), r, tau = 1, boundary = c("closed", "open"),
                          templates = c("all", "common"), theiler = -1, per_template = FALSE, engine = NULL,
                          threads = NULL, device = NULL) {
  options <- list(
    r = r, tau = tau, boundary = boundary, templates = templates, theiler = theiler, per_template = per_template,
    engine = engine, threads = threads, device = device
  )
  x <- if (is.object(x)) as_signal(x) else x
  y <- if (is.null(y) || !is.object(y)) y else as_signal(y, "y")
  found <- .Call(C_count_matches, x, y, lengths, options)
  totals <- stats::setNames(found$totals, found$lengths)
  if (!per_template) return(totals)
  list(totals = totals, per_template = stats::setNames(found$per_template, found$lengths))
}

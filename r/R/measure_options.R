# SPDX-License-Identifier: Apache-2.0
# Written by `make options` from the tables of options (biotropy/option.hpp).

#' Arguments of the measures
#'
#' What [sampen()], [apen()], [fuzzyen()], [permen()], [cross_apen()], [cross_sampen()], [cross_fuzzyen()],
#' [multiscale()], [pairwise()], [multiscale_pairwise()], [mvsampen()], [mvfuzzyen()], [mvmultiscale()] and
#' [sliding_entropy()] share, but for series, missing samples, threads and devices ([sampen()]). NaN below is `NA` in
#' R.
#'
#' With `surrogates` a result has an element `surrogates`, a list of numbers in the form of its values:
#' `surrogate_mean`, `surrogate_sd` and `z`; `p_lower`, `p_upper` and the two-sided `p`; `q`, p for the false
#' discovery rate, and `p_family`, that of the largest deviation, both over the series of an epoch; and
#' `surrogates_drawn`. What was not tested is `NA`, and a warning says why.
#'
#' @param m Length of the templates (an integer from 1 to 1000). `NULL`: 2, PermEn 3.
#' @param r Tolerance, in units of r_unit (a finite number of at least 0).
#' @param r_unit Unit of r: the standard deviation (SD), the unit of the samples, or the sum of the SD of all
#'   channels. One of `"sd"`, `"absolute"`, `"total-variation"`. `NULL`: sd, MvSampEn and MvFuzzyEn total-variation.
#' @param tau Delay between the samples of a template (an integer of at least 1).
#' @param ddof The standard deviation divides by n - ddof (0 or 1).
#' @param boundary Whether a distance of exactly r is a match. One of `"closed"`, `"open"`.
#' @param approach Longer templates compared: all with each other, or those of the same extended channel. Ahmed and
#'   Mandic (2012). One of `"full"`, `"naive"`.
#' @param channel_m m of each channel, in place of m.
#' @param channel_tau tau of each channel, in place of tau.
#' @param templates Templates of length m: all that fit, or those that can be one sample longer. One of `"all"`,
#'   `"common"`. `NULL`: common, ApEn and Cross-ApEn all.
#' @param theiler Leave out pairs of templates at most W samples apart in time; -1: none. With -1 the matches of
#'   sample entropy are ordered pairs. `NULL`: -1, SampEn and FuzzyEn 0.
#' @param bias Treatment of templates without a match. Martinez-Zarzuela et al. (2013), section 2.1. One of `"max"`,
#'   `"zero"`, `"skip"`, `"none"`.
#' @param undefined Where nothing matches: infinite or NaN, minus infinity for NaN, or the largest value possible.
#'   Fuzzy measures have no largest value. One of `"natural"`, `"negative"`, `"bound"`.
#' @param sign Whether a negative value keeps its sign. One of `"kept"`, `"dropped"`.
#' @param membership Degree of membership at distance d: exponential exp(-(d/r)^n), chen exp(-d^n/r), and others. One
#'   of `"exponential"`, `"chen"`, `"gaussian"`, `"constant-gaussian"`, `"sigmoid"`, `"bell"`, `"triangular"`,
#'   `"trapezoidal1"`, `"trapezoidal2"`, `"z-shaped"`, `"gudermannian"`.
#' @param fuzzy_power The exponent n of the membership (a finite number above 0).
#' @param membership_corner Distance of degree 1/2 (sigmoid) or 0 (trapezoidal2).
#' @param local_mean Whether the mean of a template is removed before it is compared. One of `"removed"`, `"kept"`.
#' @param ties Equal samples: the earlier one is the smaller, or their pattern is one of its own. Bandt and Pompe
#'   (2002), Bian et al. (2012). One of `"time"`, `"equal"`.
#' @param weighted A pattern counts with the variance of each template that has it. Fadlallah et al. (2013).
#' @param normalise Divided by the largest value, the logarithm of the number of patterns.
#' @param pool_epochs One value of all epochs from their summed counts; r in SD of the recording or of each epoch.
#'   Grandy et al. (2016), Kosciessa et al. (2020). One of `"no"`, `"recording"`, `"epoch"`.
#' @param base Base of the logarithm: values in nats, bits or hartleys. One of `"e"`, `"2"`, `"10"`.
#' @param engine The engine that counts; otherwise the fastest. Every engine gives the same integers.
#' @param method mse: coarse-graining; cmse, rcmse: from every start, values or counts taken together; rmse: low-pass
#'   filter and thinning. Costa et al. (2002), Wu et al. (2013), Wu et al. (2014), Valencia et al. (2009). One of
#'   `"mse"`, `"rmse"`, `"cmse"`, `"rcmse"`.
#' @param grain Statistic of a window of samples; variance: generalised multiscale entropy. One of `"mean"`,
#'   `"variance"`.
#' @param tolerance_of The series whose standard deviation r is a multiple of: the original, or that of each scale.
#'   One of `"original"`, `"scale"`. `NULL`: original; rmse, variance: scale.
#' @param cutoff rmse: edge of the low-pass filter times the scale, in cycles per sample (a number above 0).
#' @param standard_error SampEn: its standard error and a confidence interval too, too narrow for slow series with r
#'   in SD. Lake et al. (2002). Slower; the engine has no part in it.
#' @param confidence Share of the normal distribution inside the interval (a number above 0 and below 1).
#' @param covariance Covariances of overlapping pairs: about the mean, with the error of the SD where r is in SD; as
#'   Lake et al. or PhysioNet's sampen add them up (the convention physionet), which is too much. Lake et al. (2002).
#'   One of `"centred"`, `"lake"`, `"physionet"`.
#' @param surrogates Surrogates that each value is compared with; 0: none (an integer from 0 to 1000000).
#' @param surrogate_kind iaaft, aaft: keep values and spectrum; phases: the spectrum; joint-phases: cross-spectra
#'   too; shuffle: the values; shift, epochs: each channel. Schreiber and Schmitz (1996), Theiler et al. (1992),
#'   Prichard and Theiler (1994). epochs, which changes only how channels stand to each other, is for measures of
#'   several series, shift for MvSampEn and MvFuzzyEn. One of `"iaaft"`, `"aaft"`, `"phases"`, `"joint-phases"`,
#'   `"shuffle"`, `"shift"`, `"epochs"`.
#' @param surrogate_seed Seed of the surrogates: the same one gives the same (an integer of at least 0).
#' @param surrogate_stop No more surrogates for a value that H of them reach, at either end; 0: never stop (an
#'   integer of at least 0). Besag and Clifford (1991). p is then H over the number drawn.
#' @param convention Defaults of another program, one of [conventions()]; given arguments take precedence.
#' @name measure_options
NULL

# SPDX-License-Identifier: Apache-2.0
# Written by `make options` from the tables of options (biotropy/option.hpp).

#' Arguments of reading and preparing
#'
#' @param min Shorter RR intervals are removed; 0 keeps them (a number of seconds).
#' @param max Longer RR intervals are removed; inf keeps them (a number of seconds).
#' @param ectopic Remove intervals too different from the one before, the mean of both neighbours, or the median
#'   around them. Malik et al. (1989), Karlsson et al. (2012). One of `"none"`, `"previous"`, `"neighbours"`,
#'   `"median"`.
#' @param ectopic_change The relative difference that is too much (a number above 0).
#' @param policy At removed intervals: a gap that no template spans, or nothing. One of `"gap"`, `"close"`.
#' @param input_unit Unit of intervals in text and arrays; auto: milliseconds if the median is above 10. One of
#'   `"auto"`, `"s"`, `"ms"`.
#' @param output_unit Unit of the intervals that are returned; auto: as read. One of `"auto"`, `"s"`, `"ms"`.
#' @param values Contents of text and arrays: RR intervals, or the times of beats; detect: intervals, and an error if
#'   nine of ten rise as times do. One of `"detect"`, `"intervals"`, `"times"`.
#' @param first First value of text and arrays: an interval, or the time to the first beat (onset); detect: that time
#'   if it is above 3 times the median. One of `"detect"`, `"interval"`, `"onset"`.
#' @param beats Tables of events of BIDS (_events.tsv): the trial_type whose onsets are the beats.
#' @param consecutive WFDB: leave out intervals with an annotation inside that is no beat (ann2rr -c).
#' @param rate Samples per second of files without a rate (text, NPY, MAT, annotations alone).
#' @param orientation Dimension of the channels; automatic: the shorter side of an array, the columns of a table. One
#'   of `"automatic"`, `"rows"`, `"columns"`.
#' @param variable MAT: the variable, or field of a structure (EEG.data); otherwise the only array.
#' @param input_format Text: the program or device that wrote it; otherwise by its first line. One of `"automatic"`,
#'   `"table"`, `"openbci"`, `"empatica"`, `"acqknowledge"`, `"kubios"`.
#' @param skip_lines Text: lines above the names or samples to leave out (an integer of at least 0).
#' @param comments Text: characters that begin a line without samples.
#' @param separator Text: separator of columns; otherwise the first of tab, semicolon, comma and blank in the second
#'   line. One of `"comma"`, `"semicolon"`, `"tab"`, `"blank"`, `"none"`.
#' @param header Text: whether the first line has names; otherwise if it has a word above numbers. One of
#'   `"automatic"`, `"yes"`, `"no"`.
#' @param decimal Text: mark before the decimals of numbers. One of `"point"`, `"comma"`.
#' @param missing_words Text: further words or numbers for missing samples, such as -999.
#' @param columns Text: the columns, by name, number or range (RR,2-9); otherwise all numbers but time.
#' @param time Text: the column of time, or none; otherwise by its name.
#' @param time_unit Text: unit of the column of time; otherwise that in its name. One of `"automatic"`, `"s"`,
#'   `"ms"`, `"us"`, `"ns"`, `"min"`, `"h"`, `"samples"`.
#' @param ignore_channel_table Take bad channels and types from the file alone, not from the table of channels (BIDS,
#'   _channels.tsv) of the recording.
#' @param bads Channels, and spans of time (BAD_...), that are marked as bad: without values, or as all others. One
#'   of `"reject"`, `"keep"`.
#' @param allow_maxshield FIF: read recordings with internal active shielding (MaxShield) as they are, distorted.
#' @param annotator WFDB: the ending of the annotation file; otherwise atr, ecg, qrs or the only one there is.
#' @param outside_files WFDB, BrainVision, EEGLAB and FIF: read files outside the folder of the file that names them.
#' @param channels Labels, numbers or ranges (Fp1,O2,5-8); otherwise all channels.
#' @param band Frequencies to keep; LO 0 makes a low-pass, HI inf a high-pass (a pair of frequencies in Hz).
#' @param filter Kind of the band filter. One of `"butterworth"`, `"fir"`.
#' @param order Order of the Butterworth filter (a band-pass has twice as many poles).
#' @param taps Taps of the FIR filter, odd; 0: by the width of its transition bands (an odd integer, or 0).
#' @param notch Frequencies to remove, such as that of the mains, with commas (a list of frequencies in Hz).
#' @param notch_line Remove the line frequency that the sidecar of each recording gives (BIDS, PowerLineFrequency).
#' @param notch_quality Frequency of a notch over its width (a number above 0).
#' @param filter_each What the band filter and the notches are applied to: the whole recording, before it is
#'   decimated and cut, or each epoch after that. Martinez-Zarzuela et al. (2013). One of `"recording"`, `"epoch"`.
#' @param decimate Keep every K-th sample, after an anti-alias filter (an integer of at least 1).
#' @param anti_alias Kind of that filter. One of `"chebyshev"`, `"fir"`.
#' @param window Length of a window that slides over the recording, in place of epochs, or with pool_epochs over all
#'   epochs together: samples after decimation, or seconds as "2 s"; results have the start of each.
#' @param step From one window to the next, in samples, or seconds as "1 s".
#' @param epoch Length of an epoch: samples after decimation, or seconds as "2 s"; 0: the whole recording is one.
#' @param overlap Part of an epoch that the next one repeats, from 0 to below 1 (a number from 0 to below 1).
#' @param reject Leave out a channel in epochs where its peak-to-peak is above X, in its unit (a number above 0).
#' @param flat Leave out a channel in epochs where its peak-to-peak is below X, in its unit (a number above 0).
#' @param padding Runs of at least N equal samples at the ends of a channel are padding; 0: not looked for (an
#'   integer of at least 0).
#' @name reading_options
NULL

/* SPDX-License-Identifier: Apache-2.0
 *
 * The C interface of Biotropy. It changes by additions only: names, numbers and structures keep their meaning.
 *
 * Every function that can fail returns a status. BIOTROPY_OK is 0; otherwise nothing was made, and
 * biotropy_last_error() says in a sentence what was wrong. No pointer may be NULL unless it is said that it may.
 * Handles may be used by one thread at a time, different handles by different threads at once. Texts are UTF-8. */
#ifndef BIOTROPY_H
#define BIOTROPY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors ---- */

enum biotropy_status {
  BIOTROPY_OK = 0,
  BIOTROPY_INVALID_ARGUMENT = 1, /* a parameter is outside what is allowed, or a pointer is NULL */
  BIOTROPY_INVALID_DATA = 2,     /* the samples cannot be used (infinite, mismatched sizes) */
  BIOTROPY_MISSING_VALUES = 3,   /* NaN in the samples, and the option `missing` is "raise" */
  BIOTROPY_CONSTANT_SERIES = 4,  /* standard deviation 0, so no tolerance in its units */
  BIOTROPY_TOO_SHORT = 5,        /* fewer samples than the measure needs */
  BIOTROPY_FILE_NOT_FOUND = 6,   /* no such file, or no permission to read it */
  BIOTROPY_BAD_FILE = 7,         /* a file does not follow its format */
  BIOTROPY_UNSUPPORTED = 8,      /* a well-formed request that this version cannot serve */
  BIOTROPY_IO = 9,               /* reading or writing failed */
  BIOTROPY_CANCELLED = 10,       /* the callback asked to stop */
  BIOTROPY_OUT_OF_MEMORY = 11,   /* an allocation was refused */
  BIOTROPY_NO_ENGINE = 12,       /* no engine can answer the query, or no engine has that name */
  BIOTROPY_DEVICE = 13,          /* an accelerator or its runtime failed */
  BIOTROPY_INTERNAL = 14,        /* a defect of Biotropy itself */
  BIOTROPY_BUSY = 15             /* another process is working there */
};

/* The version of the library, such as "0.1.0". */
const char *biotropy_version(void);

/* The status as a word: "ok", "invalid_argument", ...; "unknown" for another number. */
const char *biotropy_status_name(int status);

/* What was wrong in the last call of this thread that failed; "" before the first. Valid until the next one fails. */
const char *biotropy_last_error(void);

/* ---- Options ----
 *
 * An option has a name and a value: those of the program (docs/measures.md, docs/surrogates.md), with hyphens or
 * underscores, and the ones that a function below lists. Every function takes `options`, which may be NULL: the
 * defaults. Names and values are checked by the function that takes them: one that it does not know is an error.
 * All functions know
 *   threads   number of threads; 0, the default: every core
 * and all that measure know `convention` and `device` ("auto", "cpu", "cuda", "opencl:1", ...). */

typedef struct biotropy_options biotropy_options;

int biotropy_options_create(biotropy_options **options);
/* NULL is nothing to destroy, here and below. */
void biotropy_options_destroy(biotropy_options *options);

/* Each replaces an earlier value of that name. Numbers may be given as texts, several m or r and lists of numbers with
 * commas ("2,3", "0.5,40"), flags as "true", "false", 1 and 0. */
int biotropy_options_set_text(biotropy_options *options, const char *name, const char *value);
int biotropy_options_set_number(biotropy_options *options, const char *name, double value);
int biotropy_options_set_numbers(biotropy_options *options, const char *name, const double *values, size_t n);

/* Called by the thread that waits for a function, some twenty times a second, with the progress (0 of 0 until there is
 * some). Not 0 stops the function, which then returns BIOTROPY_CANCELLED. It has to return. NULL: no calls. */
typedef int (*biotropy_watch)(void *context, uint64_t done, uint64_t total);
int biotropy_options_set_watch(biotropy_options *options, biotropy_watch watch, void *context);

/* Called by the thread of the caller, before a function returns, with each notice. A warning is of what may change a
 * number: faults of a file that was read all the same, a device that failed and was replaced by the processor, series
 * that begin or end in equal samples, recordings unlike those that a model was trained on. A note is of what a person
 * expects. `code` ("missing_samples") is for programs and keeps its meaning; `text` numbers epochs and channels from 1.
 * The callback has to return. NULL: no calls. */
enum { BIOTROPY_NOTE = 0, BIOTROPY_WARNING = 1 };
typedef void (*biotropy_notify)(void *context, int level, const char *code, const char *text);
int biotropy_options_set_notify(biotropy_options *options, biotropy_notify notify, void *context);

/* ---- Results ----
 *
 * A result is a list of named arrays. Later versions may add arrays, so that programs look for those that they know by
 * name. */

typedef struct biotropy_result biotropy_result;

enum biotropy_kind { BIOTROPY_REAL = 1, BIOTROPY_COUNT = 2, BIOTROPY_TEXT = 3 };

/* One array of a result, which owns everything in it. The last dimension is the one whose neighbours are adjacent. */
typedef struct biotropy_array {
  const char *name;
  int kind;                 /* which of the last three is not NULL */
  size_t n;                 /* elements: the product of the dimensions */
  size_t n_dims;            /* 0: a single element */
  const size_t *dims;       /* n_dims of them */
  const char *const *names; /* of the dimensions, such as epoch, channel, partner, scale, window, m, r; NULL: they have none */
  const double *reals;      /* BIOTROPY_REAL */
  const uint64_t *counts;   /* BIOTROPY_COUNT */
  const char *const *texts; /* BIOTROPY_TEXT */
} biotropy_array;

/* The number of arrays; 0 for NULL. */
size_t biotropy_result_size(const biotropy_result *result);
/* The array with this index, from 0. */
int biotropy_result_at(const biotropy_result *result, size_t index, biotropy_array *array);
/* The array of that name. */
int biotropy_result_find(const biotropy_result *result, const char *name, biotropy_array *array);
void biotropy_result_destroy(biotropy_result *result);

/* Every option: texts `name`, `kind` (flag, whole, real, word, name, length, numbers), `words` (separated by |), `usual`, `unit`,
 * `allowed`, `help` and `used_by` (measures with commas, "multiscale", "surrogates", "prepare", "read_signals", "read_rr",
 * "clean_rr"). */
int biotropy_option_table(biotropy_result **result);

/* Every measure: texts `name`, `title`, `description`; counts `series` (1, 2, or 0 for all channels of an epoch). */
int biotropy_measure_table(biotropy_result **result);

/* ---- Signals ----
 *
 * Samples and what is known of them, for the rules that files have too. */

typedef struct biotropy_signal biotropy_signal;

/* Of doubles at (epoch * n_channels + channel) * n_times + time, which are not copied; NaN is a missing sample. */
int biotropy_signal_create(const double *samples, size_t n_epochs, size_t n_channels, size_t n_times,
                           biotropy_signal **signal);
/* Of all that biotropy_read_signals() made, which keeps the samples. */
int biotropy_signal_of_recording(const biotropy_result *recording, biotropy_signal **signal);
/* Texts of every channel, "" where unknown: `channels` (the label), `units`, `types` (EEG, ECG, ..., as BIDS has them) or
 * `bads` (why a channel is bad). Bad channels, and those of other types than the brain's beside some of the brain, have
 * no value, with that reason. */
int biotropy_signal_set_texts(biotropy_signal *signal, const char *name, const char *const *texts, size_t n);
/* Numbers: `rate` in Hz; `starts` of epochs in seconds; `stamps`, the times of the samples of an epoch or of all, which tell
 * the rate, the starts and gaps by the rule of docs/files.md; `gaps`, the first samples (from 0) behind missing time. */
int biotropy_signal_set_numbers(biotropy_signal *signal, const char *name, const double *numbers, size_t n);
void biotropy_signal_destroy(biotropy_signal *signal);

/* ---- Entropies ---- */

/* A measure of every channel of every epoch ("apen", "sampen", "fuzzyen", "permen"), of all channels of an epoch together
 * ("mvsampen", "mvfuzzyen"), or of two series ("cross-apen", "cross-sampen", "cross-fuzzyen"): of channels of x with those
 * of y, or, if y is NULL, of all ordered pairs of channels of x. Otherwise y is NULL. x and y have the same epochs, and
 * channels in the same order; an absolute r wants one unit, which an r such as "10 uV" is converted to.
 *
 * Where time is missing, no template steps over a gap, if `missing` is "omit"; otherwise it is an error. With
 * `missing_are_gaps` missing samples are gaps, as those of RR intervals.
 *
 * Arrays (n_epochs, n_channels), of all channels together (n_epochs), with `pool_epochs` 1 for n_epochs: reals `value`,
 * `membership_m`, `membership_m1`, `r`; counts `matches_m`, `matches_m1`, `templates_m`, `templates_m1`, `patterns`;
 * texts `reason`, why a value is not finite, `channels` (none if unknown) and `parameters` (n, 2), names and values of all
 * that the values depend on but the several `m`, `r` and `scales`, which are dimensions. With `surrogates` also the numbers of
 * docs/surrogates.md, such as `p`. A notice counts the values that are not finite and names the first: epochs, and channels
 * without a label, by their numbers from 0, or with `from_one` from 1. An error about the samples of a single series is a
 * status, and among several a value NaN with its reason.
 *
 * Of pairs: reals `value`, counts `matches_m`, `matches_m1` (n_epochs, n_channels, n_channels), reals `mean` (n_channels,
 * n_channels), over the epochs with a finite value, counts `valid_epochs`, `templates_m`, `templates_m1`, texts `reason`
 * (n_epochs, n_channels). With the option `average` only `mean` is kept of the values. With `pairs` a measure of one series
 * is an error.
 *
 * With `scales`, the largest one of those from 1 on, a text such as "1-20" or a list: counts `scales` (n_scales); reals
 * `value`, counts `matches_m`, `matches_m1`, `samples`, texts `reason` (..., n_scales) and reals `complexity_index` (...).
 * Of pairs the scale is first (n_scales, ...), and so are several `m` and `r`. The names of the dimensions tell.
 *
 * With `window` and `step`, from one window to the next, in samples or, where the `rate` is known, as the text "2 s": the
 * windows of a single epoch, or with `pool_epochs` of all together, in place of epochs; counts `start`, the first sample of
 * each, and reals `time` in seconds (0 elements if unknown). Windows in which time is missing have no value, unless
 * `missing` is "omit". */
int biotropy_measure(const char *measure, const biotropy_signal *x, const biotropy_signal *y,
                     const biotropy_options *options, biotropy_result **result);

/* Pairs of templates of x and y (NULL: x itself), each a single series, whose samples differ by at most r, which has the
 * unit of the samples. Options: `lengths` of the templates (2, 3), `per_template`, `tau`, `boundary`, `templates`,
 * `theiler` (-1), `engine`, `missing_are_gaps`.
 *
 * Counts `lengths` and `totals` (n_lengths), and with `per_template` one array for each length, called `templates_2`
 * and so on, with the count of every template of x. */
int biotropy_count_matches(const biotropy_signal *x, const biotropy_signal *y, double r,
                           const biotropy_options *options, biotropy_result **result);

/* The measure of a window that slides over samples as they come: one series, or two for a cross measure. The callback of
 * biotropy_options_set_notify() outlives the first full window, in which r is looked at. */
typedef struct biotropy_window biotropy_window;
int biotropy_window_create(const char *measure, size_t window, const biotropy_options *options,
                           biotropy_window **made);
/* The next samples of the series: n for each, those of a time adjacent. */
int biotropy_window_push(biotropy_window *window, const double *samples, size_t n);
/* The value of the window: the arrays of biotropy_measure() with n_dims 0. BIOTROPY_TOO_SHORT until it is full. */
int biotropy_window_value(biotropy_window *window, biotropy_result **result);
void biotropy_window_destroy(biotropy_window *window);

/* Filters without phase shift, decimation and epochs of a recording of one epoch, as studies prepare it. Options are
 * those of
 * `[prepare]` (docs/study.md) but `notch_line`, which needs a file, and `rate`, that of a signal without one. A missing
 * sample (NaN) is an error of filters. A notice counts the rejected epochs of channels, with `from_one` by numbers
 * from 1.
 *
 * Reals `samples` (n_epochs, n_channels, n_times), NaN where a channel is rejected, and in a gap if nothing is cut;
 * `onsets` (n_epochs) in seconds (without a rate in samples), counted as the `starts` of the signal; `times` of the
 * samples, like `onsets`, if nothing is cut, the rate is known and time is missing, otherwise 0 elements; `rate` (1, or
 * 0 elements if unknown). Counts `gaps`, the missing samples in gaps, from 0, if nothing is cut. Texts `channels` (none
 * if unknown), `units`, `reason` (n_epochs, n_channels), why a channel is rejected. */
int biotropy_prepare(const biotropy_signal *x, const biotropy_options *options, biotropy_result **result);

/* ---- Files ---- */

/* The signals of a recording: EDF, BDF, BrainVision, EEGLAB, FIF, GDF, WFDB, NPY, MAT, text (docs/files.md). Options:
 * `channels` (labels, numbers and ranges with commas), `rate`, `orientation`, `variable`, `columns`, `separator`, `decimal`,
 * `ignore_channel_table`, `bads`, `allow_maxshield`, `outside_files`, `gap_fill`, as of read_signals() in Python (docs/python.md).
 *
 * Reals `samples` (n_channels, n_times), `times` (n_times), `rate` (1, or 0 elements if unknown); texts `channels`,
 * `units`, `bads`, why a channel is bad or "" (n_channels), `notices`, `notice_codes`, `notice_levels`, `format`;
 * counts `gaps`, the first missing sample of each gap, from 0. */
int biotropy_read_signals(const char *path, const biotropy_options *options, biotropy_result **result);

/* RR intervals of annotations or of a list, cleaned. Options: `min`, `max`, `ectopic`, `ectopic_change`, `policy`, `input_unit`,
 * `output_unit`, `values`, `first`, `beats`, `consecutive`, `rate`, `columns`, `decimal`, `annotator`, as of read_rr() in Python.
 *
 * Reals `rr` and `times` (ends in seconds), with a NaN in front of an interval that follows a gap, to be measured with
 * `missing` "omit" and, with `tau` above 1 or at many scales, `missing_are_gaps`; texts `unit`,
 * `unit_read`, `report`, `notices`, `notice_codes`, `notice_levels`, `source`; counts `n_read`; of removals counts
 * `removed_index` (from 0), reals `removed_value`, `removed_time`, texts `removed_reason`. */
int biotropy_read_rr(const char *path, const biotropy_options *options, biotropy_result **result);

/* The same for intervals, or times of beats, of a single series; NaN is a gap. */
int biotropy_clean_rr(const biotropy_signal *x, const biotropy_options *options, biotropy_result **result);

/* ---- States (docs/sicamm.md) ---- */

typedef struct biotropy_model biotropy_model;

/* A model that `biotropy states train` or Python wrote. */
int biotropy_model_load(const char *path, biotropy_model **model);
/* Texts `channels`, of the vectors, `recorded_channels`, of the samples (the same where the model has no features),
 * their `units`, `classes`, and `notes` (n_notes, 2), names and values; reals `priors` (n_classes),
 * `transitions` (n_classes, n_classes), `beta`, and `sampling_rate` (1, or 0 elements if unknown). */
int biotropy_model_describe(const biotropy_model *model, biotropy_result **result);
/* Classifies n_samples samples, [sample * n_channels + channel] in the order of `recorded_channels` of the model. A model of
 * features needs the option `input`: "samples", of which it makes features, so that a sample has the state of the last
 * window that has ended, or "vectors" of features, in the order of `channels`. Without it nothing is guessed: both may have
 * the same size. Other options: `decoder` ("filter", "fixed-lag", "smoother", "viterbi"), `lag`, `beta`, `lengths` of
 * recordings that are stored one after the other.
 *
 * Reals `posteriors` (n_samples, n_classes), `log_likelihoods`; counts `labels`, the index of the class from 0, and
 * `flags`, a sum of 1 (missing), 2 (outlier), 4 (unexplained) and 16 (the first of a recording, or before the end of its
 * first window) (n_samples). */
int biotropy_model_classify(const biotropy_model *model, const double *samples, size_t n_samples, size_t n_channels,
                            const biotropy_options *options, biotropy_result **result);
/* Checks a recording for a model, with the options `input` and `lengths` as above. Counts `places`, the channels of x (from 0)
 * in the order of the model, and `lengths` of the recordings, which end at gaps. */
int biotropy_model_channels(const biotropy_model *model, const biotropy_signal *x, const biotropy_options *options,
                            biotropy_result **result);
void biotropy_model_destroy(biotropy_model *model);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: Apache-2.0
 *
 * result = biotropy_mex(command, argument, ..., options): calls a function of the C interface, and converts what goes in
 * and what comes out. Series are doubles, time first: times x channels x epochs, which is the order of the interface, so
 * that nothing is copied. Called by the functions of the package +biotropy, which check classes and shapes. */
#include "biotropy_mex.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#define MESSAGE 8192

#if defined(BIOTROPY_OCTAVE)
/* Of quit.h, which C cannot include. A signal may be another one, such as the end of a child that read a file: Octave's own
 * hook tells. */
extern volatile sig_atomic_t octave_signal_caught;
extern sig_atomic_t octave_interrupt_state;
extern void (*octave_signal_hook)(void);
static int is_interrupted(void) {
  if (octave_signal_caught) {
    octave_signal_caught = 0;
    if (octave_signal_hook != NULL) octave_signal_hook();
  }
  return octave_interrupt_state > 0;
}
#elif defined(BIOTROPY_MATLAB)
extern bool utIsInterruptPending(void);
static int is_interrupted(void) { return utIsInterruptPending(); }
#else
static int is_interrupted(void) { return 0; }
#endif

/* What a call holds. An error of MATLAB jumps out of it, so that the next call releases what was left. */
static struct {
  biotropy_options *options;
  biotropy_result *result;
  biotropy_model *model;
  biotropy_signal *x, *y;
} held;
static struct {
  int level;
  char identifier[64], text[MESSAGE];
} notices[32];
static size_t n_notices;

static void release(void) {
  biotropy_result_destroy(held.result);
  biotropy_options_destroy(held.options);
  biotropy_model_destroy(held.model);
  biotropy_signal_destroy(held.x);
  biotropy_signal_destroy(held.y);
  memset(&held, 0, sizeof held);
}

void fail(int status, const char *message) {
  static char kept[MESSAGE];
  char identifier[64];
  snprintf(kept, sizeof kept, "%s", message);
  snprintf(identifier, sizeof identifier, "biotropy:%s", biotropy_status_name(status));
  release();
  mexErrMsgIdAndTxt(identifier, "%s", kept);
}

static int watch(void *context, uint64_t done, uint64_t total) {
  (void)context, (void)done, (void)total;
  return is_interrupted();
}

/* A warning of MATLAB may be an error, which must not jump through the library. */
static void keep_notice(void *context, int level, const char *code, const char *text) {
  (void)context;
  if (n_notices == sizeof notices / sizeof notices[0]) return;
  notices[n_notices].level = level;
  snprintf(notices[n_notices].identifier, sizeof notices[0].identifier, "biotropy:%s", code);
  snprintf(notices[n_notices].text, sizeof notices[0].text, "%s", text);
  ++n_notices;
}

/* Arguments of a command, each with its name in messages. */

static const double *doubles(const mxArray *value, const char *name) {
  if (!mxIsDouble(value) || mxIsComplex(value) || mxIsSparse(value)) fail(BIOTROPY_INVALID_ARGUMENT, name);
  return mxGetPr(value);
}

static char *text_of(const mxArray *value, const char *name) {
  if (!mxIsChar(value)) fail(BIOTROPY_INVALID_ARGUMENT, name);
  return mxArrayToString(value);
}

static size_t size_at(const mxArray *value, mwSize dimension) {
  return dimension < mxGetNumberOfDimensions(value) ? mxGetDimensions(value)[dimension] : 1;
}

static double real(const mxArray *value, const char *name) {
  if (mxGetNumberOfElements(value) != 1) fail(BIOTROPY_INVALID_ARGUMENT, name);
  return doubles(value, name)[0];
}

#define EPOCHS(value) size_at(value, 2), size_at(value, 1), size_at(value, 0)
#define SERIES "series are numbers"
#define NAME "the name of a measure is a text"

/* What a structure of samples.m says of a recording. */
static int signal_of(const mxArray *given, biotropy_signal **signal) {
  int i, status;
  const mxArray *data = mxGetField(given, 0, "data");
  status = biotropy_signal_create(doubles(data, SERIES), EPOCHS(data), signal);
  for (i = 0; status == BIOTROPY_OK && i < mxGetNumberOfFields(given); ++i) {
    const char *name = mxGetFieldNameByNumber(given, i);
    const mxArray *value = mxGetFieldByNumber(given, 0, i);
    const size_t n = mxGetNumberOfElements(value);
    if (n == 0 || value == data || mxIsLogical(value)) continue;
    if (mxIsCell(value)) {
      const char **texts = mxCalloc(n, sizeof *texts);
      size_t k;
      for (k = 0; k < n; ++k) texts[k] = text_of(mxGetCell(value, k), name);
      status = biotropy_signal_set_texts(*signal, name, texts, n);
    } else {
      char message[64];
      snprintf(message, sizeof message, "%s must be numbers", name);
      status = biotropy_signal_set_numbers(*signal, name, doubles(value, message), n);
    }
  }
  return status;
}

/* Commands. */

/* x, and y unless it is empty. */
static int signals_of(const mxArray *x, const mxArray *y) {
  const int status = signal_of(x, &held.x);
  return status != BIOTROPY_OK || mxIsEmpty(y) ? status : signal_of(y, &held.y);
}

static int run_prepare(const mxArray *in[], biotropy_result **result) {
  const int status = signal_of(in[0], &held.x);
  return status != BIOTROPY_OK ? status : biotropy_prepare(held.x, held.options, result);
}

static int run_measure(const mxArray *in[], biotropy_result **result) {
  const int status = signals_of(in[1], in[2]);
  return status != BIOTROPY_OK ? status : biotropy_measure(text_of(in[0], NAME), held.x, held.y, held.options, result);
}

static int run_count_matches(const mxArray *in[], biotropy_result **result) {
  const int status = signals_of(in[0], in[1]);
  if (status != BIOTROPY_OK) return status;
  return biotropy_count_matches(held.x, held.y, real(in[2], "r must be a single number"), held.options, result);
}

static int run_read_signals(const mxArray *in[], biotropy_result **result) {
  return biotropy_read_signals(text_of(in[0], "the name of a file is a text"), held.options, result);
}

static int run_read_rr(const mxArray *in[], biotropy_result **result) {
  return biotropy_read_rr(text_of(in[0], "the name of a file is a text"), held.options, result);
}

static int run_clean_rr(const mxArray *in[], biotropy_result **result) {
  const int status = signal_of(in[0], &held.x);
  return status != BIOTROPY_OK ? status : biotropy_clean_rr(held.x, held.options, result);
}

static int run_read_model(const mxArray *in[], biotropy_result **result) {
  const int status = biotropy_model_load(text_of(in[0], "the name of a file is a text"), &held.model);
  return status != BIOTROPY_OK ? status : biotropy_model_describe(held.model, result);
}

static int run_model_channels(const mxArray *in[], biotropy_result **result) {
  int status = biotropy_model_load(text_of(in[0], "the name of a file is a text"), &held.model);
  if (status == BIOTROPY_OK) status = signal_of(in[1], &held.x);
  return status != BIOTROPY_OK ? status : biotropy_model_channels(held.model, held.x, held.options, result);
}

/* @param in the samples as channels x times: those of a time are adjacent. */
static int run_classify(const mxArray *in[], biotropy_result **result) {
  const int status = biotropy_model_load(text_of(in[0], "the name of a file is a text"), &held.model);
  if (status != BIOTROPY_OK) return status;
  return biotropy_model_classify(held.model, doubles(in[1], SERIES), size_at(in[1], 1), size_at(in[1], 0), held.options,
                                 result);
}

static int run_options(const mxArray *in[], biotropy_result **result) {
  (void)in;
  return biotropy_option_table(result);
}

static int run_measures(const mxArray *in[], biotropy_result **result) {
  (void)in;
  return biotropy_measure_table(result);
}

static const struct command {
  const char *name;
  int n_arguments; /* between the command and the options */
  int (*run)(const mxArray *in[], biotropy_result **result);
} commands[] = {
    {"measure", 3, run_measure},           {"count_matches", 3, run_count_matches},
    {"read_signals", 1, run_read_signals}, {"prepare", 1, run_prepare},
    {"read_rr", 1, run_read_rr},           {"clean_rr", 1, run_clean_rr},
    {"read_model", 1, run_read_model},     {"model_channels", 2, run_model_channels},
    {"classify", 2, run_classify},         {"options", 0, run_options},
    {"measures", 0, run_measures},
};

static const struct command *find_command(const char *name) {
  size_t i;
  for (i = 0; i < sizeof commands / sizeof *commands; ++i) {
    if (strcmp(commands[i].name, name) == 0) return &commands[i];
  }
  return NULL;
}

/* A text of the library with its options, `missing = omit`, as arguments: 'missing', 'omit'. */
static const char *said_in_matlab(const char *text) {
  static char said[MESSAGE];
  size_t n = 0;
  while (*text != 0 && n + 5 < sizeof said) {
    const char *equals = strstr(text, " = "), *end = strchr(text + 1, '`');
    if (*text != '`' || equals == NULL || end == NULL || equals > end) {
      said[n++] = *text++;
      continue;
    }
    n += (size_t)snprintf(said + n, sizeof said - n, "'%.*s', '%.*s'", (int)(equals - text - 1), text + 1, (int)(end - equals - 3),
                          equals + 3);
    if (n >= sizeof said) n = sizeof said - 1;
    text = end + 1;
  }
  said[n] = 0;
  return said;
}

static void check(int status) {
  if (status != BIOTROPY_OK) fail(status, said_in_matlab(biotropy_last_error()));
}

void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[]) {
  const struct command *command;
  const char *name;
  size_t i;
  (void)nlhs;
  mexAtExit(release);
  release();
  n_notices = 0;
  name = nrhs > 0 ? text_of(prhs[0], "the command is a text") : "";
  if (nrhs == 1 && strcmp(name, "version") == 0) {
    plhs[0] = mxCreateString(biotropy_version());
    return;
  }
  command = find_command(name);
  if (command == NULL || nrhs != command->n_arguments + 2) {
    fail(BIOTROPY_INVALID_ARGUMENT, "the functions of the package +biotropy call this one: call them");
    return;
  }
  check(biotropy_options_create(&held.options));
  check(biotropy_options_set_watch(held.options, watch, NULL));
  check(biotropy_options_set_notify(held.options, keep_notice, NULL));
  read_options(prhs[nrhs - 1], held.options);
  check(command->run(prhs + 1, &held.result));
  plhs[0] = structure_of(held.result);
  release();
  for (i = 0; i < n_notices; ++i) {
    if (notices[i].level == BIOTROPY_NOTE) {
      mexPrintf("biotropy: %s\n", notices[i].text);
    } else {
      mexWarnMsgIdAndTxt(notices[i].identifier, "%s", said_in_matlab(notices[i].text));
    }
  }
}

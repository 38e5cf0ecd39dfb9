/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "biotropy_mex.h"

#define SHOWN 200

static void set_value(biotropy_options *options, const char *name, const mxArray *value) {
  int status;
  char message[SHOWN];
  const size_t n = mxGetNumberOfElements(value);
  if (mxIsChar(value) && (n == 0 || mxGetM(value) == 1)) {
    char *text = mxArrayToString(value);
    status = biotropy_options_set_text(options, name, text);
    mxFree(text);
  } else if (mxIsLogicalScalar(value)) {
    status = biotropy_options_set_text(options, name, mxIsLogicalScalarTrue(value) ? "true" : "false");
  } else if (mxIsDouble(value) && !mxIsComplex(value) && !mxIsSparse(value) && n > 0) {
    status = n == 1 ? biotropy_options_set_number(options, name, mxGetScalar(value))
                    : biotropy_options_set_numbers(options, name, mxGetPr(value), n);
  } else {
    snprintf(message, sizeof message, "%s is of the class %s; it must be a text, a number or a vector", name,
             mxGetClassName(value));
    fail(BIOTROPY_INVALID_ARGUMENT, message);
    return;
  }
  if (status != BIOTROPY_OK) fail(status, biotropy_last_error());
}

void read_options(const mxArray *cell, biotropy_options *options) {
  size_t i;
  const size_t n = mxIsCell(cell) ? mxGetNumberOfElements(cell) : 1;
  if (n % 2 != 0) fail(BIOTROPY_INVALID_ARGUMENT, "options are names, each with its value after it");
  for (i = 0; i + 1 < n; i += 2) {
    const mxArray *name = mxGetCell(cell, i), *value = mxGetCell(cell, i + 1);
    char *text;
    if (name == NULL || value == NULL || !mxIsChar(name)) fail(BIOTROPY_INVALID_ARGUMENT, "the name of an option is a text");
    text = mxArrayToString(name);
    set_value(options, text, value);
    mxFree(text);
  }
}

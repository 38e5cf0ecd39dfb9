/* SPDX-License-Identifier: Apache-2.0 */
#include "biotropy_mex.h"

#define MOST_DIMENSIONS 8

/* Counts become doubles, as all numbers of MATLAB are; they are exact up to 2^53. */
static mxArray *numbers_of(const biotropy_array *array, mwSize n_dims, const mwSize *dims) {
  size_t i;
  mxArray *made = mxCreateNumericArray(n_dims, dims, mxDOUBLE_CLASS, mxREAL);
  double *place = mxGetPr(made);
  for (i = 0; i < array->n; ++i) place[i] = array->reals != NULL ? array->reals[i] : (double)array->counts[i];
  return made;
}

static mxArray *texts_of(const biotropy_array *array, mwSize n_dims, const mwSize *dims) {
  size_t i;
  mxArray *made;
  if (array->n_dims == 0) return mxCreateString(array->texts[0]);
  made = mxCreateCellArray(n_dims, dims);
  for (i = 0; i < array->n; ++i) mxSetCell(made, i, mxCreateString(array->texts[i]));
  return made;
}

static mxArray *array_of(const biotropy_array *array) {
  mwSize dims[MOST_DIMENSIONS] = {1, 1}, n_dims = array->n_dims, i;
  if (n_dims > MOST_DIMENSIONS) fail(BIOTROPY_INTERNAL, "an array with more dimensions than this gateway knows");
  for (i = 0; i < n_dims; ++i) dims[i] = array->dims[n_dims - 1 - i];
  if (n_dims < 2) n_dims = 2;
  return array->kind == BIOTROPY_TEXT ? texts_of(array, n_dims, dims) : numbers_of(array, n_dims, dims);
}

/* Names of the dimensions of an array, the first of which is the fastest. */
static mxArray *names_of(const biotropy_array *array) {
  size_t i;
  mxArray *made = mxCreateCellMatrix(1, array->n_dims);
  for (i = 0; i < array->n_dims; ++i) mxSetCell(made, i, mxCreateString(array->names[array->n_dims - 1 - i]));
  return made;
}

mxArray *structure_of(const biotropy_result *result) {
  size_t i;
  const size_t n = biotropy_result_size(result);
  mxArray *made = mxCreateStructMatrix(1, 1, 0, NULL), *dims = mxCreateStructMatrix(1, 1, 0, NULL);
  for (i = 0; i < n; ++i) {
    biotropy_array array;
    const int status = biotropy_result_at(result, i, &array);
    if (status != BIOTROPY_OK) fail(status, biotropy_last_error());
    mxSetFieldByNumber(made, 0, mxAddField(made, array.name), array_of(&array));
    if (array.names != NULL) mxSetFieldByNumber(dims, 0, mxAddField(dims, array.name), names_of(&array));
  }
  if (mxGetNumberOfFields(dims) > 0) mxSetFieldByNumber(made, 0, mxAddField(made, "dims"), dims);
  return made;
}

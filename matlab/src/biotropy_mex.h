/* SPDX-License-Identifier: Apache-2.0
 *
 * The gateway between MATLAB or Octave and the C interface of Biotropy. */
#ifndef BIOTROPY_MEX_H
#define BIOTROPY_MEX_H

#include <biotropy.h>

#include "mex.h"

/* Ends the call with an error of MATLAB, whose identifier has the name of the status. */
void fail(int status, const char *message);

/* Options from a cell array of names and values: texts, numbers, true and false, vectors of numbers. */
void read_options(const mxArray *cell, biotropy_options *options);

/* A structure with a field for each array. The first dimension is the one whose neighbours are adjacent: those of the
 * interface in reverse. */
mxArray *structure_of(const biotropy_result *result);

#endif

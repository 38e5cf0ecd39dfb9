// SPDX-License-Identifier: Apache-2.0
//
// What R may call, by the file that it stands in.
#pragma once

#define CPP11_PARTIAL
#include <cpp11/R.hpp>

namespace biotropy::r {

// measures.cpp
SEXP measure(SEXP name, SEXP x, SEXP y, SEXP options, SEXP raise, SEXP run);
SEXP count_matches(SEXP x, SEXP y, SEXP lengths, SEXP options, SEXP run);

// multiscale.cpp
SEXP multiscale(SEXP x, SEXP chosen, SEXP scales, SEXP options, SEXP raise, SEXP run);

// pairwise.cpp
SEXP pairwise(SEXP name, SEXP data, SEXP dimensions, SEXP options, SEXP run);

// heartbeats.cpp
SEXP read_rr(SEXP path, SEXP options, SEXP consecutive);
SEXP read_beats(SEXP path, SEXP options, SEXP consecutive);
SEXP clean_rr(SEXP values, SEXP options);

// states.cpp
SEXP train(SEXP x, SEXP labels, SEXP lengths, SEXP channels, SEXP classes, SEXP options, SEXP run);
SEXP learn(SEXP x, SEXP labels, SEXP lengths, SEXP channels, SEXP classes, SEXP options, SEXP run);
SEXP classify(SEXP handle, SEXP x, SEXP lengths, SEXP options, SEXP run);
SEXP is_open(SEXP handle);
SEXP save_model(SEXP handle, SEXP path);
SEXP load_model(SEXP path);
SEXP open_stream(SEXP handle, SEXP lag);
SEXP step(SEXP stream, SEXP x);
SEXP reset_stream(SEXP stream);

}  // namespace biotropy::r

// SPDX-License-Identifier: Apache-2.0
//
// Routines that R calls, by file.
#pragma once

#define CPP11_PARTIAL
#include <cpp11/R.hpp>

namespace biotropy::r {

// arguments.cpp
SEXP check_one_of(SEXP name, SEXP value, SEXP words, SEXP allowed);
SEXP check_one_text(SEXP name, SEXP value, SEXP allowed);
SEXP check_real_number(SEXP name, SEXP value, SEXP allowed);
SEXP check_true_or_false(SEXP name, SEXP value);
SEXP check_whole_number(SEXP name, SEXP value, SEXP allowed, SEXP least);
SEXP check_whole_numbers(SEXP name, SEXP values, SEXP allowed, SEXP least);
SEXP named_options(SEXP call, SEXP frame, SEXP own, SEXP first);

// clocks.cpp
SEXP clock_seconds(SEXP texts);
SEXP time_columns(SEXP names, SEXP values);

// signals.cpp
SEXP lengths_between_gaps(SEXP x, SEXP recordings, SEXP name);
SEXP one_rate(SEXP x, SEXP rate);
SEXP prepare(SEXP x, SEXP rate, SEXP options, SEXP threads);
SEXP read_signals(SEXP path, SEXP channels, SEXP gap_fill, SEXP options);
SEXP require_alike(SEXP x, SEXP y);

// threads.cpp
SEXP threads(SEXP given);

// answer.cpp
SEXP answer(SEXP name, SEXP x, SEXP y, SEXP how, SEXP action, SEXP options);
SEXP count_matches(SEXP x, SEXP y, SEXP lengths, SEXP options);

// networks.cpp
SEXP network_test(SEXP matrices, SEXP channels, SEXP group_of, SEXP n_groups, SEXP covariates, SEXP subject_of,
                  SEXP subjects, SEXP orders, SEXP options, SEXP threads);

// windows.cpp
SEXP samples_of(SEXP value, SEXP rate, SEXP name);
SEXP open_windows(SEXP name, SEXP channels, SEXP settings, SEXP action, SEXP options);
SEXP push_windows(SEXP stream, SEXP x, SEXP times);
SEXP mark_window_gap(SEXP stream, SEXP lost);

// heartbeats.cpp
SEXP read_rr(SEXP path, SEXP options);
SEXP read_beats(SEXP path, SEXP options);
SEXP clean_rr(SEXP values, SEXP options);

// states.cpp
SEXP fit(SEXP x, SEXP labels, SEXP lengths, SEXP channels, SEXP classes, SEXP options, SEXP threads);
SEXP classify(SEXP handle, SEXP x, SEXP lengths, SEXP options, SEXP threads, SEXP device);
SEXP match_channels(SEXP wanted, SEXP names, SEXP n, SEXP name);
SEXP require_model_rate(SEXP handle, SEXP rate, SEXP name);
SEXP adapt(SEXP handle, SEXP x, SEXP labels, SEXP lengths, SEXP threads);
SEXP compare_methods(SEXP x, SEXP labels, SEXP lengths, SEXP channels, SEXP classes, SEXP options, SEXP validation,
                     SEXP persons, SEXP intervals, SEXP threads);
SEXP persons_of(SEXP persons, SEXP lengths);
SEXP is_open(SEXP handle);
SEXP save_model(SEXP handle, SEXP path);
SEXP load_model(SEXP path, SEXP verify);
SEXP open_stream(SEXP handle, SEXP options);
SEXP step(SEXP stream, SEXP x, SEXP times);
SEXP finish_stream(SEXP stream);
SEXP mark_gap(SEXP stream, SEXP lost);
SEXP reset_stream(SEXP stream);
SEXP save_stream(SEXP stream, SEXP path);
SEXP resume_stream(SEXP stream, SEXP path);

}  // namespace biotropy::r

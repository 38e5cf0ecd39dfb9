// SPDX-License-Identifier: Apache-2.0
//
// The parts of the benchmark of long series, and what they share. Every part checks its results before the clock starts
// and returns whether they were right.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "baselines/sample_counts.hpp"
#include "biotropy/series/samples.hpp"

namespace biotropy::bench {

struct Plan {
  bool full = false;  ///< every program at every length; otherwise a choice of them
  int rounds = 1;     ///< of every comparison; --full has three
};

/// Single series of the lengths and measures that people compute, against the plain double loop.
bool print_long_series(const Plan& plan);

/// The time of each engine over the length of a series.
bool print_growth(const Plan& plan);

/// Figures 2 to 6 of Dong et al. 2021 as tables.
bool print_paper_figures(const Plan& plan);

/// The engine that was chosen against the fastest one, over lengths, tolerances, dimensions and lattices.
bool print_choice(const Plan& plan);

/// The first n intervals of the 24-hour record nsr001, in s (106,459 of them; fewer are returned if n is greater), or
/// simulated ones, which is said once, where the record is not at hand.
std::vector<double> heartbeats(std::size_t n);

std::vector<double> white_noise(std::size_t n);

/// r times the SD of the series.
double tolerance(series::Samples x, double r);

/// The counts of SampEn by the library, by the named engine or the one that it chooses.
baselines::SampleCounts library_counts(series::Samples x, int m, double r, int threads = 1,
                                       const std::string& counter = {});

/// Prints the line "different counts" where the baseline or the library is wrong.
bool agree(const char* name, const baselines::SampleCounts& found, const baselines::SampleCounts& expected);

/// Every how many rows the double loop is timed, so that it takes about a fifth of a second, whatever its length.
std::size_t row_step(std::size_t n);

}  // namespace biotropy::bench

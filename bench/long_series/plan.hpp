// SPDX-License-Identifier: Apache-2.0
//
// Parts of the benchmark of long series, and shared functions. Every part checks its results before timing and returns
// whether they were correct.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "baselines/baselines.hpp"
#include "biotropy/device/device.hpp"
#include "biotropy/series/samples.hpp"

namespace biotropy::bench {

struct Plan {
  bool full = false;                     ///< every program at every length; otherwise a selection
  bool smoke = false;                    ///< the figures with short series only
  int rounds = 1;                        ///< repetitions of every comparison; --full has three
  std::size_t records = 1;               ///< of heartbeats, at most, in the figures
  std::vector<device::Device*> devices;  ///< compared in the figures
  int figure = 0;                        ///< the only one of the figures that is printed; 2 is 3 and 7 as well; 0: all
};

/// Single series of usual lengths and measures, against the plain double loop.
bool print_long_series(const Plan& plan);

/// Time of each engine over the length of a series.
bool print_growth(const Plan& plan);

/// Template length and scales of every table.
constexpr int kM = 2, kScales = 20;

/// Figures 2 to 7 of Dong et al. 2021 as tables.
bool print_paper_figures(const Plan& plan);

/// Chosen engine against the fastest one, over lengths, tolerances, dimensions and numbers of distinct values.
bool print_choice(const Plan& plan);

/// First n intervals of the 24-hour record nsr001, in s (106,459 of them; fewer are returned if n is greater), or, with
/// a message, simulated ones if the record is not available.
std::vector<double> heartbeats(std::size_t n);

/// First n intervals of 0.3 to 1.5 s, as in Dong et al. 2021 (section II D), of at most so many records of the database
/// nsr2db in the folder of recordings that have more than 100,000; simulated ones, with a message, if there is none.
std::vector<std::vector<double>> heartbeat_records(std::size_t n, std::size_t most);

std::vector<double> white_noise(std::size_t n);

/// r times the SD of the series.
double tolerance(series::Samples x, double r);

/// Counts of SampEn by the library, with the named engine or the one that it chooses.
baselines::SampleCounts library_counts(series::Samples x, int m, double r, int threads = 1,
                                       const std::string& engine = {}, const std::string& device = "cpu");

/// Prints the line "different counts" if the baseline or the library is wrong.
bool agree(const char* name, const baselines::SampleCounts& found, const baselines::SampleCounts& expected);

/// Row step of the double loop that limits it to about a fifth of a second at any length.
std::size_t row_step(std::size_t n);

}  // namespace biotropy::bench

// SPDX-License-Identifier: Apache-2.0
//
// Parts of the benchmark of the papers' experiments, and their sizes. Every part checks its results before timing and
// returns whether they were right.
#pragma once

#include <cstddef>
#include <vector>

#include "biotropy/device/device.hpp"

namespace biotropy::bench {

struct Plan {
  int rounds = 3;
  std::size_t trials = 50, samples = 8192;          ///< figure 5 and table 1 of Martinez-Zarzuela et al. 2013
  std::vector<std::size_t> trial_numbers, lengths;  ///< figures 6 and 4, 6
  std::vector<std::size_t> matrix_lengths;          ///< table 2 and figure 4 of Mullayanov et al.
  std::vector<device::Device*> devices;
};

/// sequential.cpp: figure 4 of Martinez-Zarzuela et al. 2013, programs for one core over the length of a trial.
bool print_sequential(const Plan& plan);

/// on_devices.cpp: figure 5, the steps of each program on a device; figure 6, number and length of trials; table 1, the
/// device against cores.
bool print_steps(const Plan& plan);
bool print_sizes(const Plan& plan);
bool print_cores(const Plan& plan);

/// matrix_form.cpp: table 2 and figure 4 of Mullayanov et al., ApEn over the length of a series.
bool print_matrix_form(const Plan& plan);

}  // namespace biotropy::bench

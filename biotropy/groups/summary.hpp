// SPDX-License-Identifier: Apache-2.0
//
// Summary of each group at each entry: number of subjects with a value, their mean, median and SD (figure 7 of
// Martinez-Zarzuela et al. 2013 shows the means).
#pragma once

#include <cstdint>
#include <vector>

#include "biotropy/groups/values.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::groups {

/// All groups x entries, at group * entries + entry. Missing values are left out.
struct Summary {
  std::vector<std::uint32_t> count;  ///< subjects with a value
  std::vector<double> mean;          ///< NaN if count is 0, or if both infinities occur
  std::vector<double> median;        ///< mean of the middle two if count is even; NaN if count is 0
  std::vector<double> sd;            ///< with n - 1; NaN if count is below 2 or a value is infinite
};

/// @throws Error as validate(Values); cancelled.
Summary summarise(const Values& values, const Execution& execution = {});

}  // namespace biotropy::groups

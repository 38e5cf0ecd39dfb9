// SPDX-License-Identifier: Apache-2.0
#include "biotropy/prepare/reflection_internal.hpp"

namespace biotropy::prepare {

std::vector<double> odd_reflection(series::Samples samples, std::size_t length) {
  std::vector<double> extended;
  extended.reserve(samples.size() + 2 * length);
  for (std::size_t i = length; i > 0; --i) extended.push_back(2.0 * samples.front() - samples[i]);
  extended.insert(extended.end(), samples.begin(), samples.end());
  const std::size_t last = samples.size() - 1;
  for (std::size_t i = 1; i <= length; ++i) extended.push_back(2.0 * samples.back() - samples[last - i]);
  return extended;
}

}  // namespace biotropy::prepare

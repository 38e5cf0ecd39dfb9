// SPDX-License-Identifier: Apache-2.0
//
// Kruskal-Wallis without reuse: the values are sorted, ranked and added up in every call.
#pragma once

#include <vector>

namespace biotropy::bench::baselines {

/// H without ties, for distinct values.
double kruskal_wallis_h(const std::vector<double>& values, const std::vector<int>& group_of, int groups);

}  // namespace biotropy::bench::baselines

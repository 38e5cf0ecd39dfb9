// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/template_set.hpp"

#include <cmath>

namespace biotropy::match {

TemplateSet::TemplateSet(Samples samples, const Rule& rule) {
  if (rule.templates == TemplateRule::all || series::missing_count(samples) == 0) return;
  const auto delay = static_cast<std::size_t>(rule.tau);
  whole_.assign(template_count(rule, samples.size(), rule.lengths.back()), 1);
  for (std::size_t sample = 0; sample < samples.size(); ++sample) {
    if (!std::isnan(samples[sample])) continue;
    for (int k = 0; k < rule.lengths.back() && static_cast<std::size_t>(k) * delay <= sample; ++k) {
      const std::size_t start = sample - static_cast<std::size_t>(k) * delay;
      if (start < whole_.size()) whole_[start] = 0;
    }
  }
}

}  // namespace biotropy::match

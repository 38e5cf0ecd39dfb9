// SPDX-License-Identifier: Apache-2.0
#include "cli/omitted_templates.hpp"

#include <fmt/format.h>

namespace biotropy::cli {

std::string omitted_templates(const series::Epochs& epochs, entropy::Measure measure,
                              const entropy::Parameters& parameters, std::span<const std::uint64_t> templates_m) {
  // The numbers of templates are those of no single channel and epoch.
  if (entropy::is_multivariate(measure) || parameters.pool_epochs != entropy::PoolEpochs::no) return {};
  const match::Rule rule = entropy::rule_of(measure, parameters, parameters.r);
  const std::uint64_t positions = match::template_count(rule, epochs.n_times, rule.lengths.front());
  std::uint64_t left_out = 0, all = 0;
  for (const std::uint64_t valid : templates_m) {
    if (valid == 0) continue;  // rejected, with its own reason
    left_out += positions - valid;
    all += positions;
  }
  if (left_out == 0) return {};
  return fmt::format("{} of {} templates touch a missing sample or a gap and were left out", left_out, all);
}

}  // namespace biotropy::cli

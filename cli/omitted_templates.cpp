// SPDX-License-Identifier: Apache-2.0
#include "cli/omitted_templates.hpp"

#include <fmt/format.h>

namespace biotropy::cli {

namespace {

std::string left_out(const series::Epochs& epochs, entropy::Measure measure, const entropy::Parameters& parameters,
                     std::span<const std::uint64_t> templates_m) {
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

}  // namespace

Notices omitted_templates(const series::Epochs& epochs, const entropy::Settings& measuring,
                          const std::function<std::vector<std::uint64_t>(std::size_t cell)>& templates_m) {
  Notices notices;
  const entropy::Grid grid = measuring.grid();
  // The numbers of templates would be those of no single channel and epoch.
  if (entropy::is_multivariate(measuring.measure) || measuring.parameters().pool_epochs != entropy::PoolEpochs::no) {
    return notices;
  }
  for (std::size_t cell = 0; cell < grid.size(); cell += grid.r.size()) {
    const entropy::Parameters parameters = grid.at(cell, measuring.parameters());
    const std::string text = left_out(epochs, measuring.measure, parameters, templates_m(cell));
    if (text.empty()) continue;
    notices.push_back(
        note("templates_left_out", grid.m.size() > 1 ? fmt::format("m = {}: {}", *parameters.m, text) : text));
  }
  return notices;
}

}  // namespace biotropy::cli

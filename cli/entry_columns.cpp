// SPDX-License-Identifier: Apache-2.0
#include "cli/entry_columns.hpp"

namespace biotropy::cli {

void add_axes(files::ResultsHead& head, const entropy::Grid& grid) {
  if (grid.m.size() > 1) {
    head.axes.push_back({"m", "length of the templates", std::vector<std::int64_t>(grid.m.begin(), grid.m.end())});
  }
  if (grid.r.size() > 1) head.axes.push_back({"r", "tolerance, in the unit that r_unit says", grid.r});
}

void describe_entries(files::ResultsHead& head, entropy::Measure measure) {
  if (!entropy::has(measure, entropy::kMembership)) return;
  head.has_matches = false;
  head.numbers.push_back({"membership_m", "sum of membership over ordered pairs of templates of length m", "1"});
  head.numbers.push_back({"membership_m1", "sum of membership over ordered pairs of templates of length m + 1", "1"});
}

EntryColumns::EntryColumns(std::size_t n, const std::function<const entropy::Entropy&(std::size_t place)>& entry) {
  for (std::size_t place = 0; place < n; ++place) {
    const entropy::Entropy& one = entry(place);
    values_.push_back(one.value);
    tolerances_.push_back(one.r);
    membership_m_.push_back(one.membership_m);
    membership_m1_.push_back(one.membership_m1);
    matches_m_.push_back(one.matches_m);
    matches_m1_.push_back(one.matches_m1);
    templates_m_.push_back(one.templates_m);
    templates_m1_.push_back(one.templates_m1);
    reasons_.push_back(one.reason);
    if (counter_.find(one.counter) == std::string::npos) {
      counter_ += (counter_.empty() ? "" : ", ") + std::string(one.counter);
    }
  }
}

void EntryColumns::show(files::FileResults& results, const files::ResultsHead& head) const {
  results.counter = counter_;
  results.values = values_;
  results.counter = counter_;
  results.tolerances = tolerances_;
  results.matches_m = matches_m_;
  results.matches_m1 = matches_m1_;
  results.templates_m = templates_m_;
  results.templates_m1 = templates_m1_;
  results.reasons = reasons_;
  if (!head.has_matches) results.numbers = {membership_m_, membership_m1_};
  results.reason_of = [this, n_channels = results.n_channels(), n_cells = head.cells()](
                          std::size_t epoch, std::size_t channel, std::size_t, std::size_t cell) {
    return reasons_[(epoch * n_channels + channel) * n_cells + cell];
  };
}

}  // namespace biotropy::cli

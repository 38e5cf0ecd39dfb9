// SPDX-License-Identifier: Apache-2.0
#include "cli/entry_columns.hpp"

#include <algorithm>
#include <functional>

#include "biotropy/series/unit.hpp"

namespace biotropy::cli {

void add_axes(files::ResultsHead& head, const entropy::Grid& grid) {
  if (grid.m.size() > 1) {
    head.axes.push_back({"m", "length of the templates", std::vector<std::int64_t>(grid.m.begin(), grid.m.end())});
  }
  if (grid.r.size() > 1) head.axes.push_back({"r", "tolerance, in the unit that r_unit says", grid.r});
}

void add_axis(files::ResultsHead& head, const entropy::MultiscaleParameters& scales) {
  head.axes.push_back({"scale", "scale, in samples of the prepared recording",
                       std::vector<std::int64_t>(scales.scales.begin(), scales.scales.end())});
}

void describe_complexity(files::ResultsHead& head) {
  head.numbers.push_back({"complexity_index", "sum of the values over the scales", head.unit, false});
}

void describe_entries(files::ResultsHead& head, entropy::Measure measure) {
  for (const entropy::Number& number : entropy::numbers_of(measure)) {
    head.has_matches = false;
    head.numbers.push_back({std::string(number.name), std::string(number.long_name), "1", true, number.whole});
  }
}

void join_entries(files::FileResults& results, entropy::Measure measure, const entropy::Parameters& parameters) {
  results.onsets.resize(entropy::epochs_of_values(parameters, results.n_epochs()));
  if (!entropy::is_multivariate(measure)) return;
  const bool same_unit = std::all_of(results.units.begin(), results.units.end(), [&](const std::string& unit) {
    return series::usual_unit(unit) == series::usual_unit(results.units.front());
  });
  results.units = {same_unit && !results.units.empty() ? results.units.front() : std::string()};
  results.labels = {"all"};
}

EntryColumns::EntryColumns(entropy::Measure measure, std::size_t n,
                           const std::function<const entropy::Entropy&(std::size_t place)>& entry)
    : measure_(measure), numbers_(entropy::numbers_of(measure).size()) {
  for (std::size_t place = 0; place < n; ++place) {
    const entropy::Entropy& one = entry(place);
    values_.push_back(one.value);
    tolerances_.push_back(one.r);
    for (std::size_t k = 0; k < numbers_.size(); ++k) numbers_[k].push_back(entropy::numbers_of(measure)[k].of(one));
    matches_m_.push_back(one.matches_m);
    matches_m1_.push_back(one.matches_m1);
    templates_m_.push_back(one.templates_m);
    templates_m1_.push_back(one.templates_m1);
    reasons_.push_back(one.reason);
    if (engine_.find(one.engine) == std::string::npos) {
      engine_ += (engine_.empty() ? "" : ", ") + std::string(one.engine);
    }
  }
}

void EntryColumns::show(files::FileResults& results, const files::ResultsHead& head) const {
  results.engine = engine_;
  results.values = values_;
  if (entropy::has(measure_, entropy::kTolerance)) results.tolerances = tolerances_;
  results.matches_m = matches_m_;
  results.matches_m1 = matches_m1_;
  results.templates_m = templates_m_;
  if (entropy::has(measure_, entropy::kPairs)) results.templates_m1 = templates_m1_;
  results.reasons = reasons_;
  results.numbers.assign(numbers_.begin(), numbers_.end());
  results.reason_of = [this, n_channels = results.n_channels(), n_cells = head.cells()](
                          std::size_t epoch, std::size_t channel, std::size_t, std::size_t cell) {
    return reasons_[(epoch * n_channels + channel) * n_cells + cell];
  };
}

}  // namespace biotropy::cli

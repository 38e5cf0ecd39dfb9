// SPDX-License-Identifier: Apache-2.0
#include "tests/files/example_results.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace biotropy::files::test {

ExampleResults::ExampleResults(std::string of_path, std::vector<std::string> of_labels, std::size_t epochs,
                               bool of_pairs)
    : path(std::move(of_path)), labels(std::move(of_labels)), n_epochs(epochs), pairs(of_pairs) {
  const std::size_t channels = labels.size();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  templates_m.assign(n_epochs * channels, 1023);
  templates_m1.assign(n_epochs * channels, 1022);
  tolerances.assign(n_epochs * channels, 0.1 + 0.2);
  reasons.resize(n_epochs * channels);
  const std::size_t rejected = (n_epochs - 1) * channels;
  templates_m[rejected] = templates_m1[rejected] = 0;
  reasons[rejected] = "peak-to-peak of 120 uV, above 100 uV";
  for (std::size_t entry = 0; entry < n_epochs * cells(); ++entry) {
    const std::size_t epoch = entry / cells(), channel = entry % cells() / (pairs ? channels : 1);
    const std::size_t partner = pairs ? entry % channels : channel;
    const bool counted = templates_m[epoch * channels + channel] > 0 && templates_m[epoch * channels + partner] > 0;
    values.push_back(counted ? std::sqrt(2.0 + static_cast<double>(entry)) / 3.0 : nan);
    matches_m.push_back(counted ? (std::uint64_t{1} << 33) + entry : 0);
    matches_m1.push_back(counted ? entry : 0);
  }
  if (values.size() > 1 && !std::isnan(values[1])) values[1] = std::numeric_limits<double>::infinity();
  for (std::size_t cell = 0; pairs && cell < cells(); ++cell) {
    mean.push_back(cell == 0 ? nan : 1.0 / static_cast<double>(cell + 2));
    valid_epochs.push_back(static_cast<std::uint32_t>(cell));
  }
}

FileResults ExampleResults::view() const {
  FileResults results{
      .path = path, .format = "EDF+C", .sha256 = "0123abcd", .engine = "bits", .rate = 169.549, .labels = labels};
  results.units.assign(labels.size(), "uV");
  for (std::size_t epoch = 0; epoch < n_epochs; ++epoch) results.onsets.push_back(static_cast<double>(epoch) * 0.1);
  results.notices = {warning("no_records", "the header says -1 records"),
                     warning("samples_left_over", "280 samples are left over")};
  results.values = values;
  results.matches_m = matches_m;
  results.matches_m1 = matches_m1;
  results.templates_m = templates_m;
  results.templates_m1 = templates_m1;
  if (!pairs) results.tolerances = tolerances;
  results.reasons = reasons;
  results.mean = mean;
  results.valid_epochs = valid_epochs;
  results.reason_of = [this](std::size_t epoch, std::size_t channel, std::size_t, std::size_t) {
    const std::string& reason = reasons[epoch * labels.size() + channel];
    return reason.empty() ? std::string("no pair of \"templates\", matches") : reason;
  };
  return results;
}

ResultsHead example_head(bool pairs, std::size_t n_inputs) {
  ResultsHead head{.long_name = pairs ? "Cross-ApEn" : "SampEn",
                   .pairs = pairs,
                   .n_inputs = n_inputs,
                   .command = "biotropy cross 'a b.edf'"};
  head.parameters = {{"measure", std::string("cross-apen")},
                     {"m", std::int64_t{1}},
                     {"theiler", std::int64_t{1} << 40},
                     {"r", 0.1 + 0.2},
                     {"band", std::vector<double>{0.5, 40.0}}};
  return head;
}

}  // namespace biotropy::files::test

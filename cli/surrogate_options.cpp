// SPDX-License-Identifier: Apache-2.0
#include "cli/surrogate_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/parser.hpp"

namespace biotropy::cli {

namespace {

constexpr double kLevel = 0.05;

std::ptrdiff_t n_below(const std::vector<double>& p) {
  return std::count_if(p.begin(), p.end(), [](double one) { return one < kLevel; });
}

}  // namespace

void add_surrogate_options(CLI::App& command, entropy::SurrogateSettings& settings) {
  add_rows(command, settings, entropy::surrogate_options(), "Surrogates");
}

void describe_test(files::ResultsHead& head, const entropy::SurrogateSettings& settings) {
  if (!settings.given()) return;
  for (const entropy::SurrogateNumber& number : entropy::kSurrogateNumbers) {
    head.numbers.push_back({std::string(number.name), std::string(number.long_name), number.in_unit ? head.unit : "1",
                            true, number.whole});
  }
}

void show(const entropy::SurrogateTest& test, files::FileResults& results) {
  for (const entropy::SurrogateNumber& number : entropy::kSurrogateNumbers) {
    results.numbers.emplace_back(test.*number.column);
  }
}

std::string limit_of(const entropy::SurrogateSettings& settings, double alpha) {
  const double smallest = std::min(1.0, 2.0 / (static_cast<double>(settings.surrogates) + 1.0));  // two-sided
  return smallest < alpha ? std::string() : fmt::format("; so few surrogates have p >= {:.3g}", smallest);
}

std::string summary(const entropy::SurrogateTest& test, const entropy::SurrogateSettings& settings) {
  const auto tested = std::count_if(test.p.begin(), test.p.end(), [](double p) { return !std::isnan(p); });
  const auto below = [&](const std::vector<double>& p) { return n_below(p) / test.copies; };
  const std::string family = settings.stop > 0 ? "" : fmt::format(", p_family {}", below(test.p_family));
  return fmt::format("  {:<16}  {} of kind {}\n  {:<16}  p {}, q {}{} of {}{}\n", "surrogates", settings.surrogates,
                     word(settings.kind), fmt::format("below {}", kLevel), below(test.p), below(test.q), family,
                     tested / test.copies, limit_of(settings, kLevel));
}

}  // namespace biotropy::cli

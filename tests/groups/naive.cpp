// SPDX-License-Identifier: Apache-2.0
#include "tests/groups/naive.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

namespace biotropy::groups {

std::vector<std::vector<double>> by_group(const Table& table, std::size_t entry) {
  std::vector<std::vector<double>> groups(static_cast<std::size_t>(table.groups));
  for (std::size_t subject = 0; subject < table.group_of.size(); ++subject) {
    const double value = table.at(subject, entry);
    if (!std::isnan(value)) groups[static_cast<std::size_t>(table.group_of[subject])].push_back(value);
  }
  return groups;
}

double naive_h(const std::vector<std::vector<double>>& groups) {
  std::vector<double> all;
  for (const auto& group : groups) all.insert(all.end(), group.begin(), group.end());
  const auto n = static_cast<double>(all.size());
  double sum = 0.0, same = 0.0;
  for (const auto& group : groups) {
    double ranks = 0.0;
    for (const double value : group) {
      const auto smaller = std::count_if(all.begin(), all.end(), [&](double other) { return other < value; });
      const auto equal = std::count(all.begin(), all.end(), value);
      ranks += static_cast<double>(smaller) + (static_cast<double>(equal) + 1.0) / 2.0;
      // Summed over the t values of a tie this is t^3 - t.
      same += static_cast<double>(equal * equal - 1);
    }
    if (!group.empty()) sum += ranks * ranks / static_cast<double>(group.size());
  }
  const double correction = 1.0 - same / (n * n * n - n);
  if (correction == 0.0) return std::numeric_limits<double>::quiet_NaN();
  return (12.0 / (n * (n + 1.0)) * sum - 3.0 * (n + 1.0)) / correction;
}

double naive_u(const std::vector<double>& first, const std::vector<double>& second) {
  double u = 0.0;
  for (const double a : first) {
    for (const double b : second) u += a > b ? 1.0 : a == b ? 0.5 : 0.0;
  }
  return u;
}

void for_each_arrangement(std::vector<int> labels, const std::function<void(const std::vector<int>&)>& call) {
  std::sort(labels.begin(), labels.end());
  do {
    call(labels);
  } while (std::next_permutation(labels.begin(), labels.end()));
}

Table random_table(unsigned seed, int groups, std::size_t most, std::size_t entries, unsigned distinct,
                   double missing) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  Table table{.entries = entries, .groups = groups};
  for (int group = 0; group < groups; ++group) table.group_of.insert(table.group_of.end(), 1 + engine() % most, group);
  std::shuffle(table.group_of.begin(), table.group_of.end(), engine);
  for (std::size_t place = 0; place < table.group_of.size() * entries; ++place) {
    const double value = distinct == 0 ? normal(engine) : static_cast<double>(engine() % distinct);
    table.values.push_back(uniform(engine) < missing ? std::numeric_limits<double>::quiet_NaN() : value);
  }
  return table;
}

std::vector<std::vector<std::vector<double>>> fixtures(const std::string& kind) {
  std::ifstream file(BIOTROPY_SOURCE "/tests/groups/scipy_fixtures.txt");
  std::vector<std::vector<std::vector<double>>> found;
  std::string line;
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word != kind) continue;
    std::vector<std::vector<double>> parts;
    while (words >> word) {
      if (word == ":") {
        parts.emplace_back();
      } else {
        parts.back().push_back(std::strtod(word.c_str(), nullptr));
      }
    }
    found.push_back(parts);
  }
  EXPECT_FALSE(found.empty()) << "no fixture of kind " << kind;
  return found;
}

Table table_of(const std::vector<double>& labels, const std::vector<double>& values) {
  Table table{.values = values};
  for (const double label : labels) table.group_of.push_back(static_cast<int>(label));
  table.groups = 1 + *std::max_element(table.group_of.begin(), table.group_of.end());
  return table;
}

}  // namespace biotropy::groups

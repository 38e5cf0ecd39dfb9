// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <span>
#include <system_error>

#include "biotropy/entropy/entropy.hpp"
#include "biotropy/heartbeats/rr_intervals.hpp"
#include "biotropy/simulate/signals.hpp"
#include "long_series/plan.hpp"

namespace biotropy::bench {

namespace {

std::vector<double> recorded_heartbeats() {
  std::ifstream file(BIOTROPY_DATA "/heartbeat/nsr001_rr_secs.txt");
  std::vector<double> intervals;
  double seconds = 0.0;
  file >> seconds;  // the time to the first beat is not an interval
  while (file >> seconds) intervals.push_back(seconds);
  return intervals;
}

std::vector<double> intervals_of(const std::filesystem::path& file) {
  heartbeats::Reading reading;
  reading.cleaning.policy = heartbeats::GapPolicy::close;
  reading.cleaning.output = heartbeats::RrUnit::seconds;
  return heartbeats::read_rr(file, reading).rr.channel.samples;
}

// A record is annotations, a list of intervals, or both.
std::vector<std::vector<double>> records_at_hand(std::size_t most) {
  constexpr std::size_t enough = 100000, letters_of_name = 6;
  std::map<std::string, std::filesystem::path> files;
  std::error_code no_folder;
  for (const auto& entry : std::filesystem::directory_iterator(BIOTROPY_DATA "/heartbeat", no_folder)) {
    const std::string name = entry.path().filename();
    const bool is_record = name.ends_with(".ecg") || name.ends_with("_rr_secs.txt");
    if (name.starts_with("nsr") && is_record) files[name.substr(0, letters_of_name)] = entry.path();
  }
  std::vector<std::vector<double>> records;
  for (const auto& [name, file] : files) {
    if (records.size() == most) break;
    if (auto intervals = intervals_of(file); intervals.size() >= enough) records.push_back(std::move(intervals));
  }
  if (!records.empty()) return records;
  fmt::print("No record of nsr2db is at hand: heartbeats are simulated.\n");
  return {simulate::signal({.kind = simulate::SignalKind::rr, .samples = enough, .parameter = {}, .seed = 1})};
}

}  // namespace

std::vector<double> white_noise(std::size_t n) {
  return simulate::signal({.kind = simulate::SignalKind::gaussian, .samples = n, .parameter = {}, .seed = 1});
}

std::vector<double> heartbeats(std::size_t n) {
  static const std::vector<double> recorded = recorded_heartbeats();
  if (!recorded.empty()) {
    return {recorded.begin(), recorded.begin() + static_cast<std::ptrdiff_t>(std::min(n, recorded.size()))};
  }
  static const bool told = (fmt::print("The record nsr001 is not at hand: heartbeats are simulated.\n"), true);
  (void)told;
  return simulate::signal({.kind = simulate::SignalKind::rr, .samples = n, .parameter = {}, .seed = 1});
}

double tolerance(series::Samples x, double r) {
  return series::absolute_tolerance(x, r, series::RUnit::sd);
}

std::vector<std::vector<double>> heartbeat_records(std::size_t n, std::size_t most) {
  static const std::vector<std::vector<double>> all = records_at_hand(most);
  std::vector<std::vector<double>> found;
  for (const auto& record : all) {
    found.emplace_back(record.begin(), record.begin() + static_cast<std::ptrdiff_t>(std::min(n, record.size())));
  }
  return found;
}

baselines::SampleCounts library_counts(series::Samples x, int m, double r, int threads, const std::string& engine,
                                       const std::string& device) {
  entropy::Parameters parameters;
  parameters.m = m;
  parameters.r = r;
  parameters.r_unit = series::RUnit::absolute;
  parameters.engine = engine;
  const entropy::Entropy result = entropy::sample_entropy(x, parameters, {threads, nullptr, device});
  return {result.matches_m, result.matches_m1};
}

bool agree(const char* name, const baselines::SampleCounts& found, const baselines::SampleCounts& expected) {
  if (found == expected) return true;
  fmt::print("different counts: {} finds {} and {}, the definition {} and {}\n", name, found.b, found.a, expected.b,
             expected.a);
  return false;
}

std::size_t row_step(std::size_t n) {
  constexpr double pairs_in_a_fifth_of_a_second = 1e8;
  const double pairs = 0.5 * static_cast<double>(n) * static_cast<double>(n);
  return static_cast<std::size_t>(std::max(1.0, pairs / pairs_in_a_fifth_of_a_second));
}

}  // namespace biotropy::bench

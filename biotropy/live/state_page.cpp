// SPDX-License-Identifier: Apache-2.0
#include "biotropy/live/state_page.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "biotropy/sicamm/features/feature_recipe.hpp"
#include "biotropy/sicamm/flag_words.hpp"

namespace biotropy::live {

extern const char* const state_page_html;

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kPoints = 600;
constexpr double kPointsPerSecond = 10.0, kSecondsShown = 60.0, kDigits = 1e4;

}  // namespace

StatePage::Picture::Picture(std::size_t of_classes)
    : classes(of_classes), points(kPoints), sums(kPoints * of_classes), posterior(of_classes) {}

// What has changed since point `first` was the newest.
void StatePage::Picture::copy_from(const Picture& other, std::uint64_t first) {
  const std::uint64_t oldest = other.count - std::min<std::uint64_t>(other.count, kPoints);
  for (std::uint64_t i = std::max(first, oldest); i < other.count; ++i) {
    const auto place = static_cast<std::ptrdiff_t>(i % kPoints), width = static_cast<std::ptrdiff_t>(classes);
    points[i % kPoints] = other.points[i % kPoints];
    std::copy_n(other.sums.begin() + place * width, width, sums.begin() + place * width);
  }
  std::copy(other.posterior.begin(), other.posterior.end(), posterior.begin());
  count = other.count;
  newest = other.newest;
}

StatePage::StatePage(int port, const sicamm::Model& model, std::optional<double> rate)
    : classes_(sicamm::class_names(model)),
      channels_(sicamm::recorded_channels(model)),
      added_(classes_.size()),
      published_(classes_.size()),
      read_(classes_.size()) {
  added_.newest.in_seconds = published_.newest.in_seconds = rate.has_value();
  server_.emplace(port, state_page_html, [this] { return json(); });
}

void StatePage::add(const State& state, double time) {
  const bool gap = (state.flags & sicamm::kGap) != 0;
  const auto tenth = [](double seconds) { return std::floor(kPointsPerSecond * seconds); };
  const bool first = added_.newest.states == 0;
  if (first || gap || time < added_.newest.time || tenth(time) != tenth(added_.newest.time)) {
    added_.points[added_.count % kPoints] = {time, 0.0, 0, gap};
    std::fill_n(added_.sums.begin() + static_cast<std::ptrdiff_t>(added_.count % kPoints * classes_.size()),
                classes_.size(), 0.0);
    ++added_.count;
  }
  const std::size_t place = (added_.count - 1) % kPoints;
  added_.points[place].time = time;
  ++added_.points[place].states;
  for (std::size_t k = 0; k < classes_.size(); ++k) added_.sums[place * classes_.size() + k] += state.posterior[k];
  std::copy(state.posterior.begin(), state.posterior.end(), added_.posterior.begin());
  Newest& newest = added_.newest;
  ++newest.states;
  newest.missing += (state.flags & sicamm::kMissing) != 0 ? 1 : 0;
  newest.outliers += (state.flags & sicamm::kOutlier) != 0 ? 1 : 0;
  newest.gaps += gap ? 1 : 0;
  newest.time = time;
  newest.label = state.label;
  newest.flags = state.flags;
}

void StatePage::add_sample(const SampleQueue::Sample& sample, double microseconds) {
  added_.newest.in_seconds |= !std::isnan(sample.time);
  added_.newest.latency = microseconds;
  if (added_.count == 0) return;
  double& longest = added_.points[(added_.count - 1) % kPoints].latency;
  longest = std::max(longest, microseconds);
}

void StatePage::publish(const SampleQueue& queue) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;
  added_.newest.samples = queue.received();
  added_.newest.dropped = queue.dropped();
  published_.copy_from(added_, handed_over_);
  handed_over_ = added_.count - (added_.count > 0 ? 1 : 0);
}

std::string StatePage::json() {
  {
    const std::lock_guard lock(mutex_);
    read_.copy_from(published_, 0);
  }
  const auto& [samples, dropped, states, missing, outliers, gaps, time, latency, label, flags, in_seconds] =
      read_.newest;
  Json json = {{"classes", classes_}, {"channels", channels_}, {"unit", in_seconds ? "s" : "samples"},
               {"samples", samples},  {"dropped", dropped},    {"states", states},
               {"missing", missing},  {"outliers", outliers},  {"gaps", gaps},
               {"latency", latency}};
  if (states > 0)
    json.update({{"label", label}, {"time", time}, {"flags", sicamm::words_of(flags)}, {"posterior", read_.posterior}});
  // Points of the last minute, backwards as far as times grow.
  std::uint64_t first = read_.count;
  const std::uint64_t oldest = first - std::min<std::uint64_t>(first, kPoints);
  for (double later = time; first > oldest; --first) {
    const double earlier = read_.points[(first - 1) % kPoints].time;
    if (earlier > later || (in_seconds && time - earlier > kSecondsShown)) break;
    later = earlier;
  }
  Json points = Json::array();
  for (std::uint64_t i = first; i < read_.count; ++i) {
    const Point& point = read_.points[i % kPoints];
    Json posterior = Json::array();
    for (std::size_t k = 0; k < classes_.size(); ++k) {
      const double mean = read_.sums[i % kPoints * classes_.size() + k] / static_cast<double>(point.states);
      posterior.push_back(std::round(kDigits * mean) / kDigits);
    }
    points.push_back(
        {{"time", point.time}, {"latency", point.latency}, {"gap", point.after_gap}, {"posterior", posterior}});
  }
  json["points"] = std::move(points);
  // Names that are no UTF-8 are shown with replacement characters.
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace biotropy::live

// SPDX-License-Identifier: Apache-2.0
#include "biotropy/sicamm/state_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "biotropy/error.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/sicamm/markov/chain.hpp"

namespace biotropy::sicamm {

namespace {

// Times are sums of samples over the rate, so neighbours differ by rounding.
constexpr double kTouching = 1e-6;

void require_number(bool holds, const char* name, double value, const std::string& allowed) {
  if (!holds) throw Error::argument(name, fmt::format("{}", value), allowed);
}

void require_whole(std::span<const StatePiece> pieces, std::size_t classes, double rate) {
  require_number(rate > 0.0 && std::isfinite(rate), "rate", rate, "a positive number");
  for (const StatePiece& piece : pieces) {
    const bool known = std::all_of(piece.labels.begin(), piece.labels.end(), [&](std::int32_t label) {
      return label == kUnlabelled || (label >= 0 && static_cast<std::size_t>(label) < classes);
    });
    if (known && piece.posteriors.size() == piece.labels.size() * classes) continue;
    throw Error(ErrorCode::invalid_data, fmt::format("{} labels and {} posteriors of {} classes", piece.labels.size(),
                                                     piece.posteriors.size(), classes));
  }
}

// Sums of the posteriors of the samples of an epoch that were seen.
struct Epoch {
  std::vector<double> posteriors;
  double samples = 0.0;
};

void append(std::vector<StateEvent>& events, const StateEvent& next) {
  StateEvent* last = events.empty() ? nullptr : &events.back();
  if (last == nullptr || last->label != next.label || next.onset - last->onset - last->duration > kTouching) {
    events.push_back(next);
    return;
  }
  const double duration = next.onset + next.duration - last->onset;
  last->confidence =
      (last->confidence * last->duration + next.confidence * next.duration) / (last->duration + next.duration);
  last->duration = duration;
}

}  // namespace

std::vector<StateEvent> state_events(std::span<const StatePiece> pieces, std::size_t classes, double rate) {
  require_whole(pieces, classes, rate);
  std::vector<StateEvent> events;
  for (const StatePiece& piece : pieces) {
    const std::size_t n = piece.labels.size();
    for (std::size_t begin = 0; begin < n;) {
      const std::int32_t label = piece.labels[begin];
      std::size_t end = begin;
      double posteriors = 0.0;
      for (; end < n && piece.labels[end] == label; ++end) {
        posteriors += label == kUnlabelled ? kNaN : piece.posteriors[end * classes + static_cast<std::size_t>(label)];
      }
      const auto samples = static_cast<double>(end - begin);
      append(events, {(piece.begin + static_cast<double>(begin)) / rate, samples / rate, label, posteriors / samples});
      begin = end;
    }
  }
  return events;
}

std::vector<StateEvent> epoch_events(std::span<const StatePiece> pieces, std::size_t classes, double rate,
                                     double seconds) {
  require_whole(pieces, classes, rate);
  require_number(seconds * rate >= 1.0 && std::isfinite(seconds), "epoch", seconds,
                 fmt::format("at least the time of a sample, {} s", 1.0 / rate));
  std::map<std::uint64_t, Epoch> epochs;
  double end = 0.0;
  for (const StatePiece& piece : pieces) {
    for (std::size_t i = 0; i < piece.labels.size(); ++i) {
      const double time = (piece.begin + static_cast<double>(i)) / rate;
      Epoch& epoch = epochs[static_cast<std::uint64_t>((time + kTouching) / seconds)];
      epoch.posteriors.resize(classes);
      if (piece.labels[i] == kUnlabelled) continue;
      for (std::size_t k = 0; k < classes; ++k) epoch.posteriors[k] += piece.posteriors[i * classes + k];
      epoch.samples += 1.0;
    }
    end = std::isfinite(piece.end) ? piece.end : (piece.begin + static_cast<double>(piece.labels.size())) / rate;
  }
  std::vector<StateEvent> events;
  for (const auto& [number, epoch] : epochs) {
    const auto most = std::max_element(epoch.posteriors.begin(), epoch.posteriors.end());
    const double onset = static_cast<double>(number) * seconds;
    const bool seen = epoch.samples > 0.0;
    append(events, {onset, std::min(seconds, end - onset),
                    seen ? static_cast<std::int32_t>(most - epoch.posteriors.begin()) : kUnlabelled,
                    seen ? *most / epoch.samples : kNaN});
  }
  return events;
}

std::vector<StateEvent> joined_events(std::span<const StateEvent> events, std::span<const std::int32_t> classes,
                                      double gap, double shortest) {
  require_number(gap >= 0.0 && std::isfinite(gap), "join", gap, "a number of seconds of at least 0");
  require_number(shortest >= 0.0 && std::isfinite(shortest), "shortest", shortest, "a number of seconds of at least 0");
  std::vector<StateEvent> result;
  for (const std::int32_t label : classes) {
    std::vector<StateEvent> of_class;
    for (const StateEvent& event : events) {
      if (event.label != label) continue;
      StateEvent* last = of_class.empty() ? nullptr : &of_class.back();
      if (last == nullptr || !(event.onset - last->onset - last->duration < gap)) {
        of_class.push_back(event);
        continue;
      }
      last->confidence =
          (last->confidence * last->duration + event.confidence * event.duration) / (last->duration + event.duration);
      last->duration = event.onset + event.duration - last->onset;
    }
    std::copy_if(of_class.begin(), of_class.end(), std::back_inserter(result),
                 [&](const StateEvent& event) { return event.duration >= shortest; });
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const StateEvent& a, const StateEvent& b) { return a.onset < b.onset; });
  return result;
}

}  // namespace biotropy::sicamm

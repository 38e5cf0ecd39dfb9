// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/measured_signal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "biotropy/series/unit.hpp"
#include "biotropy/study/measure_settings.hpp"

namespace biotropy::study {

namespace {

bool is_pooled(const entropy::Request& request) {
  return request.measure.parameters().pool_epochs != entropy::PoolEpochs::no;
}

bool is_of_other_unit(const Signal& x, const Signal& y) {
  const bool are_known = !x.units.empty() && !y.units.empty() && !x.units[0].empty() && !y.units[0].empty();
  return are_known && !series::is_same_unit(x.units[0], y.units[0]);
}

}  // namespace

SignalUse use_of(const entropy::Request& request, bool windows) {
  return windows && !is_pooled(request) ? SignalUse::windows : request.scales ? SignalUse::scales : SignalUse::series;
}

void require_measurable(entropy::Request& request, const Signal& x, const Signal* y, SignalUse use, Notices& notices) {
  if (y != nullptr) {
    require_alike(x, *y);
    if (auto found = length_notice(x, *y)) notices.push_back(std::move(*found));
    require_single(*y, "y", use);
  }
  require_single(x, "x", use);
  require_one_unit(x, y, request.measure);
}

MeasuredSignal::MeasuredSignal(const Signal& signal, const char* name, entropy::Request& request, SignalUse use,
                               const std::optional<Windows>& windows, bool passes)
    : view_(signal.view), reasons_(reasons_of(signal)) {
  const bool pooled = windows && is_pooled(request), slid = windows && !pooled;
  const std::size_t omitted = gap_fill(request.measure);  // 0 unless missing samples are left out
  const bool of_beats = signal.missing_are_gaps && omitted > 0;
  if (slid) use = request.scales ? SignalUse::scales : SignalUse::series;
  const bool is_alone = use == SignalUse::series && view_.n_epochs == 1 && !pooled;
  const bool has_reasons = slid && (passes || omitted == 0);  // windows with a gap, which have no value
  std::size_t width = 0;
  if (of_beats && is_alone) {
    width = omitted;
  } else if (passes && !slid && !signal.gaps.empty()) {
    width = 1;
  } else if (!has_reasons) {
    width = gap_width(signal, request.measure, pooled ? SignalUse::windows : use, name, false);
  }
  if (of_beats && !is_alone) request.missing_are_gaps = true;
  Widened made;
  if (width > 0 && !(of_beats && width == 1)) {
    made = widened(signal, width, of_beats);
    wide_ = std::move(made.samples);
    view_.n_times = made.n_times;
    view_.data = wide_;
  }
  if (use == SignalUse::scales && !signal.gaps.empty()) view_.gaps = marks_ = gap_marks(signal, view_, made.places);
  if (pooled) request.windows = {windows->length, windows->step};
  if (slid) {
    windows_ = sliding_windows(view_, windows->length, windows->step);
    windows_.gaps.assign(marks_.begin(),
                         marks_.begin() + static_cast<std::ptrdiff_t>(marks_.empty() ? 0 : windows_.n_shared()));
    const std::vector<std::string> of_channels = std::exchange(reasons_, {});
    for (std::size_t i = 0; !of_channels.empty() && i < windows_.n_epochs; ++i) {
      reasons_.insert(reasons_.end(), of_channels.begin(), of_channels.end());
    }
    view_ = windows_;
    if (has_reasons) add_reasons_of_gaps(view_, open_gaps(signal, request.measure), reasons_);
  }
  const std::size_t n_windows = pooled ? request.windows->count(view_.n_times) : slid ? view_.n_epochs : 0;
  for (std::size_t i = 0; i < n_windows; ++i) {
    const std::size_t first = i * windows->step;
    const auto behind = std::lower_bound(made.places.begin(), made.places.end(), first);
    starts_.push_back(made.places.empty() ? first : static_cast<std::size_t>(behind - made.places.begin()));
  }
  view_.reasons = reasons_;
  view_.labels = signal.channels;
  view_.units = signal.units;
}

match::Counts count_matches(const Signal& x, const Signal* y, const match::Rule& rule,
                            const entropy::Parameters& parameters, const Execution& execution) {
  entropy::Settings settings;
  settings.set(*entropy::find_option("tau"), static_cast<std::int64_t>(parameters.tau));
  if (y != nullptr) require_alike(x, *y);
  if (y != nullptr && is_of_other_unit(x, *y)) {
    const auto name = [](const Signal& one, const char* own) { return one.channels.empty() ? own : one.channels[0]; };
    throw Error::argument(
        "r", "one number",
        fmt::format("in one unit of x and y ({} has {}, {} {})", name(x, "x"), x.units[0], name(*y, "y"), y->units[0]));
  }
  Widened wide_x, wide_y;
  const auto samples_of = [&](const Signal& signal, const char* name, Widened& wide) -> series::Samples {
    require_single(signal, name, SignalUse::matches);
    const std::size_t width = gap_width(signal, settings, SignalUse::matches, name, signal.missing_are_gaps);
    if (width == 0) return signal.view.data;
    wide = widened(signal, width, signal.missing_are_gaps);
    return wide.samples;
  };
  const series::Samples u = samples_of(x, "x", wide_x), v = y == nullptr ? u : samples_of(*y, "y", wide_y);
  match::Counts counts = match::count_matches(u, v, rule, execution, parameters.engine);
  const std::vector<std::size_t>& places = wide_x.places;
  for (auto& of_length : counts.per_template) {
    if (places.empty()) break;
    const std::size_t n = of_length.size() - std::min(of_length.size(), u.size() - places.size());
    for (std::size_t i = 0; i < n; ++i) of_length[i] = of_length[places[i]];
    of_length.resize(n);
  }
  return counts;
}

}  // namespace biotropy::study

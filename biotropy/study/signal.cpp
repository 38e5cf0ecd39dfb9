// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/signal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/prepare/padding.hpp"
#include "biotropy/series/gaps.hpp"
#include "biotropy/series/recording.hpp"
#include "biotropy/series/stamps.hpp"
#include "biotropy/study/measure_settings.hpp"

namespace biotropy::study {

namespace {

constexpr double kRoundedTime = 1e-3;  // seconds, to which EEGLAB rounds times

std::span<const double> stamps_of(const Signal& signal, std::size_t epoch) {
  const std::size_t n = signal.view.n_times;
  return std::span(signal.stamps).subspan(signal.stamps.size() == n ? 0 : epoch * n, n);
}

// Whether stamps are those of samples in another order than that of time, where they are not even.
bool are_out_of_order(std::span<const double> stamps) {
  constexpr double most_back = 0.1;  // of their range; uneven clocks go back by some steps
  std::vector<double> known;
  std::ranges::copy_if(stamps, std::back_inserter(known), [](double stamp) { return std::isfinite(stamp); });
  if (known.empty()) return false;
  const auto [first, last] = std::ranges::minmax(known);
  for (std::size_t i = 1; i < known.size(); ++i) {
    if (known[i - 1] - known[i] > most_back * (last - first)) return true;
  }
  return known.back() < known.front();
}

series::Stamps stamps_read(const Signal& signal, std::span<const double> stamps) {
  return signal.rate ? series::read_stamps_at(stamps, *signal.rate) : series::read_stamps(stamps);
}

// Without the samples that are missing in all channels: those that fill a gap lie as close as it is short.
series::Stamps stamps_of_known(const Signal& signal, std::size_t epoch, std::span<const double> stamps) {
  std::vector<std::size_t> places;
  std::vector<double> known;
  for (std::size_t i = 0; i < stamps.size(); ++i) {
    bool is_known = false;
    for (std::size_t channel = 0; channel < signal.view.n_channels; ++channel) {
      is_known |= !std::isnan(signal.view.samples(epoch, channel)[i]);
    }
    if (!is_known) continue;
    places.push_back(i);
    known.push_back(stamps[i]);
  }
  if (known.size() == stamps.size()) return {series::StampKind::uneven, 0.0, {}, {}};
  series::Stamps found = stamps_read(signal, known);
  for (std::size_t& gap : found.gaps) gap = places[gap];
  return found;
}

series::Stamps stamps_read(const Signal& signal, std::size_t epoch, const std::string& name) {
  const std::span<const double> stamps = stamps_of(signal, epoch);
  if (std::ranges::all_of(stamps, [&](double stamp) { return stamp == stamps[0]; })) return {};  // such as a date
  if (signal.view.n_channels == 1 && !signal.rate) {
    if (auto pauses = series::pauses_of_beats(stamps, signal.view.samples(epoch, 0))) {
      return {series::StampKind::even, 0.0, std::move(*pauses), {}};
    }
  }
  series::Stamps found = stamps_read(signal, stamps);
  if (found.kind == series::StampKind::uneven) found = stamps_of_known(signal, epoch, stamps);
  if (found.kind != series::StampKind::uneven || !are_out_of_order(stamps)) return found;
  throw Error(ErrorCode::invalid_data,
              fmt::format("{}: its samples are in another order than that of time; bring them to it", name));
}

// Rate, starts and gaps that stamps tell. @param notices of uneven ones.
void read_stamps(Signal& signal, const std::string& name, Notices& notices) {
  std::size_t uneven = 0;
  std::vector<double> starts;
  for (std::size_t epoch = 0; !signal.stamps.empty() && epoch < signal.view.n_epochs; ++epoch) {
    starts.push_back(stamps_of(signal, epoch).front());
    const series::Stamps found = stamps_read(signal, epoch, name);
    if (!signal.rate && found.step > 0.0) {
      signal.rate = series::rounded_rate(1.0 / found.step, found, stamps_of(signal, epoch));
    }
    uneven += found.kind == series::StampKind::packets || found.kind == series::StampKind::uneven;
    for (const std::size_t gap : found.gaps) signal.gaps.push_back(epoch * signal.view.n_times + gap);
  }
  std::sort(signal.gaps.begin(), signal.gaps.end());
  signal.gaps.erase(std::unique(signal.gaps.begin(), signal.gaps.end()), signal.gaps.end());
  if (signal.starts.empty()) signal.starts = starts;
  for (std::size_t epoch = 0; epoch < starts.size() && signal.rate; ++epoch) {
    if (!(std::abs(starts[epoch] - signal.starts[epoch]) > kRoundedTime + series::kMostOffLine / *signal.rate))
      continue;
    throw Error(ErrorCode::invalid_data, fmt::format("{} starts at {:.9g} s, and its first time stamp is {:.9g} s",
                                                     name, signal.starts[epoch], starts[epoch]));
  }
  if (uneven == 0) return;
  notices.push_back(
      warning("times_uneven", fmt::format("{}: time stamps are uneven in {} of {} epochs; samples are taken "
                                          "as evenly spaced",
                                          name, uneven, signal.view.n_epochs)));
}

// Gaps but for those beside which `width` samples of every channel are missing, as a delay steps over fewer.
std::vector<std::size_t> open_gaps(const Signal& signal, std::size_t width) {
  const std::size_t n = signal.view.n_times;
  const auto is_filled = [&](std::size_t gap) {
    for (std::size_t channel = 0; channel < signal.view.n_channels; ++channel) {
      const series::Samples samples = signal.view.samples(gap / n, channel);
      std::size_t first = gap % n, last = first;
      while (first > 0 && last - first < width && std::isnan(samples[first - 1])) --first;
      while (last < n && last - first < width && std::isnan(samples[last])) ++last;
      if (last - first < width) return false;
    }
    return true;
  };
  std::vector<std::size_t> open = signal.gaps;
  std::erase_if(open, is_filled);
  return open;
}

// Gaps between epochs separate nothing; those inside one of several would make it longer than the others.
void settle_gaps(Signal& signal, const std::string& name) {
  const std::size_t n = signal.view.n_times;
  std::erase_if(signal.gaps,
                [&](std::size_t gap) { return n == 0 || gap % n == 0 || gap >= n * signal.view.n_epochs; });
  if (signal.view.n_epochs == 1) return;
  const std::vector<std::size_t> open = open_gaps(signal, 1);
  if (open.empty()) return;
  throw Error(ErrorCode::missing_values,
              fmt::format("{}: time is missing in epoch {}, after its sample {}; leave out such epochs", name,
                          open[0] / n + 1, open[0] % n));
}

[[noreturn]] void refuse_pair(const std::string& fault) {
  throw Error(ErrorCode::invalid_argument, fmt::format("x and y differ in {}; they must be the same", fault));
}

// Channels of both with units; the others are passed over.
series::Epochs with_units(const Signal& x, const Signal* y) {
  series::Epochs all;
  for (const Signal* one : {&x, y}) {
    for (std::size_t i = 0; one != nullptr && i < one->units.size(); ++i) {
      all.units.push_back(one->units[i]);
      all.labels.push_back(one->channels.empty() ? fmt::format("channel {}", i + 1) : one->channels[i]);
    }
  }
  return all;
}

}  // namespace

void set_rate(Signal& signal, double rate, const char* argument) {
  if (!(rate > 0.0) || !std::isfinite(rate)) {
    throw Error::argument(argument, fmt::format("{}", rate), "a finite number above 0");
  }
  if (signal.rate && !series::is_same_rate(rate, *signal.rate)) {
    throw Error::argument(argument, fmt::format("{:.10g}", rate),
                          fmt::format("{:.10g} Hz, the rate of the samples", *signal.rate));
  }
  signal.rate = rate;
}

Signal read(const Signal& given, const std::string& name, Notices& notices) {
  Signal signal = given;
  read_stamps(signal, name, notices);
  settle_gaps(signal, name);
  return signal;
}

std::optional<Notice> orientation_notice(const Signal& signal, const std::string& name) {
  if (signal.rate || !signal.stamps.empty() || signal.view.n_channels <= signal.view.n_times) return std::nullopt;
  return warning("orientation",
                 fmt::format("{} has {} series of {} samples; time and channels may be the other way round", name,
                             signal.view.n_channels, signal.view.n_times));
}

std::optional<Notice> padding_notice(const Signal& signal, const std::string& name) {
  const std::vector<std::string> reasons = reasons_of(signal);
  series::EpochView view = signal.view;
  view.reasons = reasons;
  view.labels = signal.channels;
  return prepare::padding_notice(view, name);
}

void require_complete(const Signal& signal, const std::string& name) {
  const std::vector<std::string> reasons = reasons_of(signal);
  std::size_t n = 0;
  for (std::size_t i = 0; i < signal.view.n_epochs * signal.view.n_channels; ++i) {
    if (!reasons.empty() && !reasons[i].empty()) continue;
    n += series::missing_count(signal.view.samples(i / signal.view.n_channels, i % signal.view.n_channels));
  }
  if (n == 0) return;
  throw Error(ErrorCode::missing_values,
              fmt::format("{} has {}; `missing = omit` leaves out the templates that touch one", name,
                          counted(n, "missing sample")));
}

std::optional<Notice> length_notice(const Signal& x, const Signal& y) {
  if (x.view.n_times == y.view.n_times) return std::nullopt;
  return warning("lengths",
                 fmt::format("x has {} samples and y {}; all of both are compared", x.view.n_times, y.view.n_times));
}

void require_alike(const Signal& x, const Signal& y) {
  const auto require_order = [](const auto& of_x, const auto& of_y, const char* what) {
    if (of_x != of_y && std::is_permutation(of_x.begin(), of_x.end(), of_y.begin(), of_y.end())) refuse_pair(what);
  };
  require_order(x.channels, y.channels, "the order of their channels");
  require_order(x.epochs, y.epochs, "the order of their epochs");
  require_same_stamps(x.stamps, y.stamps, "x and y");
  if (!x.rate || !y.rate) return;
  if (!series::is_same_rate(*x.rate, *y.rate)) {
    refuse_pair(fmt::format("their rates ({:.10g} and {:.10g} Hz)", *x.rate, *y.rate));
  }
  for (std::size_t epoch = 0; epoch < std::min(x.starts.size(), y.starts.size()); ++epoch) {
    if (std::abs(x.starts[epoch] - y.starts[epoch]) * *x.rate <= series::kMostOffLine) continue;
    refuse_pair(fmt::format("their times (from {:g} and from {:g} s in epoch {})", x.starts[epoch], y.starts[epoch],
                            epoch + 1));
  }
}

void require_same_stamps(std::span<const double> x, std::span<const double> y, const std::string& names) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (x[i] > x[i - 1]) steps.push_back(x[i] - x[i - 1]);
  }
  if (x.size() != y.size() || steps.empty()) return;
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(std::abs(x[i] - y[i]) > series::kMostOffLine * *middle)) continue;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} differ in their time at sample {} ({:.9g} and {:.9g}); they must be the same", names,
                            i + 1, x[i], y[i]));
  }
}

void require_single(const Signal& signal, const char* name, SignalUse use) {
  const std::size_t n = signal.view.n_epochs * (use == SignalUse::matches ? signal.view.n_channels : 1);
  if (use < SignalUse::windows || n == 1) return;
  throw Error::argument(name, fmt::format("{} {}", n, use == SignalUse::matches ? "series" : "epochs"), "a single one");
}

void require_one_unit(const Signal& x, const Signal* y, entropy::Settings& settings) {
  const series::Epochs all = with_units(x, y);
  if (!all.units.empty() || !settings.r_in.empty()) settings = OneUnit(settings).settings_for(all);
}

std::size_t gap_width(const Signal& signal, const entropy::Settings& settings, SignalUse use, const char* name,
                      bool missing_are_gaps) {
  const std::size_t width = use == SignalUse::matches   ? static_cast<std::size_t>(settings.parameters().tau)
                            : use == SignalUse::windows ? 0
                                                        : gap_fill(settings, use == SignalUse::scales);
  const std::vector<std::size_t> open = open_gaps(signal, std::max<std::size_t>(width, 1));
  if (open.empty() && !missing_are_gaps) return 0;
  if (width > 0 || open.empty()) return width;
  throw Error(ErrorCode::missing_values,
              fmt::format("{}: time is missing at {}, the first after sample {}; {}", name,
                          counted(open.size(), "place"), open[0],
                          use == SignalUse::windows ? "give the parts between them, or missing samples there"
                                                    : "`missing = omit` leaves out the templates that span it"));
}

Widened widened(const Signal& signal, std::size_t width, bool missing_are_gaps) {
  const std::vector<std::size_t> gaps = open_gaps(signal, width);
  Widened made;
  const int own = missing_are_gaps ? 1 : static_cast<int>(width);
  for (std::size_t channel = 0; channel < signal.view.n_channels; ++channel) {
    std::vector<double> samples = series::with_gaps(signal.view.samples(0, channel), gaps, own);
    if (channel == 0) {
      const auto places = series::indices_with_wide_gaps(samples, missing_are_gaps ? static_cast<int>(width) : 1);
      std::size_t gap = 0;
      for (std::size_t i = 0; i < signal.view.n_times; ++i) {
        while (gap < gaps.size() && gaps[gap] <= i) ++gap;
        made.places.push_back(places[i + gap * static_cast<std::size_t>(own)]);
      }
    }
    if (missing_are_gaps) samples = series::with_wide_gaps(samples, static_cast<int>(width));
    made.n_times = samples.size();
    made.samples.insert(made.samples.end(), samples.begin(), samples.end());
  }
  return made;
}

std::vector<std::uint8_t> gap_marks(const Signal& signal, const series::EpochView& wide,
                                    std::span<const std::size_t> places) {
  const std::size_t n = wide.n_times;
  std::vector<std::uint8_t> marks(wide.n_epochs * n);
  const auto mark = [&](std::size_t sample) {
    for (std::size_t channel = 0; channel < wide.n_channels; ++channel) {
      if (!std::isnan(wide.samples(sample / n, channel)[sample % n])) return false;
    }
    marks[sample] = 1;
    return true;
  };
  for (const std::size_t gap : signal.gaps) {
    const std::size_t behind = places.empty() ? gap : places[gap], begin = behind - behind % n;
    for (std::size_t i = behind; i > begin && mark(i - 1); --i) continue;
    for (std::size_t i = behind; i < begin + n && mark(i); ++i) continue;
  }
  return marks;
}

std::vector<std::size_t> lengths_between(const Signal& signal, const std::vector<std::size_t>& lengths) {
  std::vector<std::size_t> ends(lengths.size());
  std::partial_sum(lengths.begin(), lengths.end(), ends.begin());
  if (ends.empty() || ends.back() != signal.view.n_times) {
    throw Error::argument("lengths", fmt::format("{} samples in all", ends.empty() ? 0 : ends.back()),
                          fmt::format("integers of at least 1, {} in all", signal.view.n_times));
  }
  ends.insert(ends.end(), signal.gaps.begin(), signal.gaps.end());
  std::sort(ends.begin(), ends.end());
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  std::adjacent_difference(ends.begin(), ends.end(), ends.begin());
  return ends;
}

series::Epochs sliding_windows(const series::EpochView& recording, std::size_t window, std::size_t step) {
  if (step == 0) throw Error::argument("step", "0", "a number of at least 1");
  if (window == 0 || window > recording.n_times) {
    throw Error::argument("window", std::to_string(window),
                          fmt::format("a number from 1 to the {} samples of x", recording.n_times));
  }
  series::Epochs windows;
  windows.n_epochs = (recording.n_times - window) / step + 1;
  windows.n_channels = recording.n_channels;
  windows.n_times = window;
  windows.step = step;
  for (std::size_t channel = 0; channel < recording.n_channels; ++channel) {
    const series::Samples samples = recording.samples(0, channel).first(windows.n_shared());
    windows.data.insert(windows.data.end(), samples.begin(), samples.end());
  }
  return windows;
}

std::vector<std::size_t> open_gaps(const Signal& signal, const entropy::Settings& settings) {
  return open_gaps(signal, std::max<std::size_t>(gap_fill(settings), 1));
}

std::vector<std::string> reasons_of(const Signal& signal) {
  const std::size_t n = signal.view.n_channels;
  const auto is_other = [](const std::string& type) { return !type.empty() && !series::is_brain(type); };
  const bool any_of_brain = !std::all_of(signal.types.begin(), signal.types.end(), is_other);
  std::vector<std::string> reasons(n * signal.view.n_epochs);
  bool any = false;
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    if (!signal.bads.empty()) reasons[i] = signal.bads[i % signal.bads.size()];
    const std::string& type = any_of_brain && i % n < signal.types.size() ? signal.types[i % n] : std::string();
    if (reasons[i].empty() && is_other(type)) reasons[i] = "its type is " + type;
    any |= !reasons[i].empty();
  }
  return any ? reasons : std::vector<std::string>();
}

void add_reasons_of_gaps(const series::EpochView& windows, std::span<const std::size_t> gaps,
                         std::vector<std::string>& reasons) {
  for (std::size_t window = 0; window < windows.n_epochs; ++window) {
    const std::size_t begin = window * windows.step;
    const auto gap = std::upper_bound(gaps.begin(), gaps.end(), begin);
    if (gap == gaps.end() || *gap >= begin + windows.n_times) continue;
    reasons.resize(windows.n_epochs * windows.n_channels);
    for (std::size_t i = window * windows.n_channels; i < (window + 1) * windows.n_channels; ++i) {
      if (reasons[i].empty()) reasons[i] = fmt::format("time is missing after its sample {}", *gap - begin);
    }
  }
}

std::vector<double> times_of(const Signal& given, const Signal& read) {
  const std::size_t n = given.view.n_times;
  if (given.starts.empty() && !given.stamps.empty())
    return {given.stamps.begin(), given.stamps.begin() + static_cast<std::ptrdiff_t>(n)};
  std::vector<double> times;
  for (std::size_t i = 0; i < n && read.rate; ++i) {
    times.push_back((given.starts.empty() ? 0.0 : given.starts[0]) + static_cast<double>(i) / *read.rate);
  }
  return times;
}

}  // namespace biotropy::study

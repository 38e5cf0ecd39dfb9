// SPDX-License-Identifier: Apache-2.0
#include "biotropy/study/signal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "biotropy/counted.hpp"
#include "biotropy/error.hpp"
#include "biotropy/series/gaps.hpp"
#include "biotropy/series/rate.hpp"
#include "biotropy/series/stamps.hpp"
#include "biotropy/series/unit.hpp"
#include "biotropy/study/measure_settings.hpp"

namespace biotropy::study {

namespace {

constexpr double kRoundedTime = 1e-3;  // seconds, to which EEGLAB rounds times

std::span<const double> stamps_of(const Signal& signal, std::size_t epoch) {
  const std::size_t n = signal.view.n_times;
  return std::span(signal.stamps).subspan(signal.stamps.size() == n ? 0 : epoch * n, n);
}

// Rate, starts and gaps that stamps tell. @param notices of uneven ones.
void read_stamps(Signal& signal, const std::string& name, Notices& notices) {
  std::size_t uneven = 0;
  std::vector<double> starts;
  for (std::size_t epoch = 0; !signal.stamps.empty() && epoch < signal.view.n_epochs; ++epoch) {
    const std::span<const double> stamps = stamps_of(signal, epoch);
    starts.push_back(stamps.front());
    const bool known = signal.rate.has_value();
    const series::Stamps found = known ? series::read_stamps_at(stamps, *signal.rate) : series::read_stamps(stamps);
    if (!known && found.step > 0.0) signal.rate = 1.0 / found.step;
    uneven += found.kind == series::StampKind::packets || found.kind == series::StampKind::uneven;
    for (const std::size_t gap : found.gaps) signal.gaps.push_back(epoch * signal.view.n_times + gap);
  }
  std::sort(signal.gaps.begin(), signal.gaps.end());
  signal.gaps.erase(std::unique(signal.gaps.begin(), signal.gaps.end()), signal.gaps.end());
  if (signal.starts.empty()) signal.starts = starts;
  for (std::size_t epoch = 0; epoch < starts.size() && signal.rate; ++epoch) {
    if (std::abs(starts[epoch] - signal.starts[epoch]) <= kRoundedTime + series::kMostOffLine / *signal.rate) continue;
    throw Error(ErrorCode::invalid_data, fmt::format("{} starts at {:.9g} s, and its first time stamp is {:.9g} s",
                                                     name, signal.starts[epoch], starts[epoch]));
  }
  if (uneven == 0) return;
  notices.push_back(
      warning("times_uneven", fmt::format("{}: time stamps are uneven in {} of {} epochs; samples are taken "
                                          "as evenly spaced",
                                          name, uneven, signal.view.n_epochs)));
}

// Gaps between epochs separate nothing; those inside one of several would make it longer than the others.
void settle_gaps(Signal& signal, const std::string& name) {
  const std::size_t n = signal.view.n_times;
  std::erase_if(signal.gaps,
                [&](std::size_t gap) { return n == 0 || gap % n == 0 || gap >= n * signal.view.n_epochs; });
  if (signal.view.n_epochs == 1 || signal.gaps.empty()) return;
  throw Error(ErrorCode::missing_values,
              fmt::format("{}: time is missing in epoch {}, after its sample {}; leave out such epochs", name,
                          signal.gaps[0] / n + 1, signal.gaps[0] % n));
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

std::optional<double> one_rate(const Signal& signal, std::optional<double> given) {
  if (signal.rate && given && !series::is_same_rate(*signal.rate, *given)) {
    throw Error::argument("rate", fmt::format("{:.10g}", *given),
                          fmt::format("{:.10g} Hz, the rate of the samples", *signal.rate));
  }
  return given ? given : signal.rate;
}

void require_complete(const Signal& signal, const std::string& name) {
  const std::size_t n = series::missing_count(signal.view.data);
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

void require_same_size(const Signal& x, const Signal& y) {
  const auto size = [](const Signal& one) {
    return fmt::format("{} x {} x {} samples, {} gaps", one.view.n_epochs, one.view.n_channels, one.view.n_times,
                       one.gaps.size());
  };
  if (size(x) != size(y)) refuse_pair(fmt::format("their size ({} and {})", size(x), size(y)));
}

void require_alike(const Signal& x, const Signal& y) {
  if (x.channels != y.channels &&
      std::is_permutation(x.channels.begin(), x.channels.end(), y.channels.begin(), y.channels.end())) {
    refuse_pair("the order of their channels");
  }
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

void require_single(const Signal& signal, const char* name, SignalUse use) {
  const std::size_t n = signal.view.n_epochs * (use == SignalUse::matches ? signal.view.n_channels : 1);
  if (use < SignalUse::windows || n == 1) return;
  throw Error::argument(name, fmt::format("{} {}", n, use == SignalUse::matches ? "series" : "epochs"), "a single one");
}

void require_one_unit(const Signal& x, const Signal* y, const entropy::Settings& settings, SignalUse use) {
  const series::Epochs all = with_units(x, y);
  if (use != SignalUse::matches) return OneUnit(settings).require(all);
  if (all.units.size() < 2 || series::is_same_unit(all.units[0], all.units[1])) return;
  throw Error::argument("r", "one number",
                        fmt::format("in one unit of x and y ({} has {}, {} {})", all.labels[0], all.units[0],
                                    all.labels[1], all.units[1]));
}

std::size_t gap_width(const Signal& signal, const entropy::Settings& settings, SignalUse use, const char* name,
                      bool missing_are_gaps) {
  if (signal.gaps.empty() && !missing_are_gaps) return 0;
  if (use == SignalUse::matches) return static_cast<std::size_t>(settings.parameters().tau);
  const std::size_t width = use == SignalUse::windows ? 0 : gap_fill(settings, use == SignalUse::scales);
  if (width > 0) return width;
  throw Error(ErrorCode::missing_values,
              fmt::format("{}: time is missing at {} places, the first after sample {}; {}", name, signal.gaps.size(),
                          signal.gaps[0],
                          use == SignalUse::windows ? "windows would span it"
                                                    : "`missing = omit` leaves out the templates that span it"));
}

Widened widened(const Signal& signal, std::size_t width, bool missing_are_gaps) {
  Widened made;
  const int own = missing_are_gaps ? 1 : static_cast<int>(width);
  for (std::size_t channel = 0; channel < signal.view.n_channels; ++channel) {
    std::vector<double> samples = series::with_gaps(signal.view.samples(0, channel), signal.gaps, own);
    if (channel == 0) {
      const auto places = series::indices_with_wide_gaps(samples, missing_are_gaps ? static_cast<int>(width) : 1);
      std::size_t gap = 0;
      for (std::size_t i = 0; i < signal.view.n_times; ++i) {
        while (gap < signal.gaps.size() && signal.gaps[gap] <= i) ++gap;
        made.places.push_back(places[i + gap * static_cast<std::size_t>(own)]);
      }
    }
    if (missing_are_gaps) samples = series::with_wide_gaps(samples, static_cast<int>(width));
    made.n_times = samples.size();
    made.samples.insert(made.samples.end(), samples.begin(), samples.end());
  }
  return made;
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

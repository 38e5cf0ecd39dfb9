// SPDX-License-Identifier: Apache-2.0
//
// What a host knows of a recording beside its samples: the library's rules of rates, units, orders of channels and gaps
// decide which samples a measure gets.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "biotropy/series/gaps.hpp"
#include "biotropy/series/rate.hpp"
#include "biotropy/series/stamps.hpp"
#include "biotropy/series/unit.hpp"
#include "biotropy/study/measure_settings.hpp"
#include "c/parameters.hpp"
#include "c/result.hpp"
#include "c/signals.hpp"
#include "c/status.hpp"

namespace biotropy::c {

namespace {

constexpr double kRoundedTime = 1e-3;  // seconds, to which EEGLAB rounds times

void require_size(const std::string& name, std::size_t n, std::size_t allowed) {
  if (n == allowed) return;
  throw Error::argument(name, fmt::format("{} values", n), fmt::format("{}, as the samples have it", allowed));
}

std::span<const double> stamps_of(const biotropy_signal& signal, std::size_t epoch) {
  const std::size_t n = signal.view.n_times;
  return std::span(signal.stamps).subspan(signal.stamps.size() == n ? 0 : epoch * n, n);
}

// Rate, starts and gaps that stamps tell. @param notices of uneven ones.
void read_stamps(biotropy_signal& signal, const std::string& name, Notices& notices) {
  std::size_t uneven = 0;
  std::vector<double> starts;
  for (std::size_t epoch = 0; !signal.stamps.empty() && epoch < signal.view.n_epochs; ++epoch) {
    const std::span<const double> stamps = stamps_of(signal, epoch);
    starts.push_back(stamps.front());
    const bool known = !signal.rate.empty();
    const series::Stamps found = known ? series::read_stamps_at(stamps, signal.rate[0]) : series::read_stamps(stamps);
    if (!known && found.step > 0.0) signal.rate = {1.0 / found.step};
    uneven += found.kind == series::StampKind::packets || found.kind == series::StampKind::uneven;
    for (const std::size_t gap : found.gaps) signal.gaps.push_back(epoch * signal.view.n_times + gap);
  }
  std::sort(signal.gaps.begin(), signal.gaps.end());
  signal.gaps.erase(std::unique(signal.gaps.begin(), signal.gaps.end()), signal.gaps.end());
  if (signal.starts.empty()) signal.starts = starts;
  for (std::size_t epoch = 0; epoch < starts.size() && !signal.rate.empty(); ++epoch) {
    if (std::abs(starts[epoch] - signal.starts[epoch]) <= kRoundedTime + series::kMostOffLine / signal.rate[0])
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

// Gaps between epochs separate nothing; those inside one of several would make it longer than the others.
void settle_gaps(biotropy_signal& signal, const std::string& name) {
  const std::size_t n = signal.view.n_times;
  std::erase_if(signal.gaps, [&](std::size_t gap) { return gap % n == 0 || gap >= n * signal.view.n_epochs; });
  if (signal.view.n_epochs == 1 || signal.gaps.empty()) return;
  throw Error(ErrorCode::missing_values,
              fmt::format("{}: time is missing in epoch {}, after its sample {}; leave out such epochs", name,
                          signal.gaps[0] / n + 1, signal.gaps[0] % n));
}

[[noreturn]] void refuse_pair(const std::string& fault) {
  throw Error(ErrorCode::invalid_argument, fmt::format("x and y differ in {}; they must be the same", fault));
}

void require_same_size(const biotropy_signal& x, const biotropy_signal& y) {
  const auto size = [](const biotropy_signal& one) {
    return fmt::format("{} x {} x {} samples, {} gaps", one.view.n_epochs, one.view.n_channels, one.view.n_times,
                       one.gaps.size());
  };
  if (size(x) != size(y)) refuse_pair(fmt::format("their size ({} and {})", size(x), size(y)));
}

void require_alike(const biotropy_signal& x, const biotropy_signal& y) {
  if (x.channels != y.channels &&
      std::is_permutation(x.channels.begin(), x.channels.end(), y.channels.begin(), y.channels.end())) {
    refuse_pair("the order of their channels");
  }
  if (x.rate.empty() || y.rate.empty()) return;
  if (!series::is_same_rate(x.rate[0], y.rate[0])) {
    refuse_pair(fmt::format("their rates ({:.10g} and {:.10g} Hz)", x.rate[0], y.rate[0]));
  }
  for (std::size_t epoch = 0; epoch < std::min(x.starts.size(), y.starts.size()); ++epoch) {
    if (std::abs(x.starts[epoch] - y.starts[epoch]) * x.rate[0] <= series::kMostOffLine) continue;
    refuse_pair(fmt::format("their times (from {:g} and from {:g} s in epoch {})", x.starts[epoch], y.starts[epoch],
                            epoch + 1));
  }
}

// Channels of both with units; the others are passed over.
series::Epochs with_units(const biotropy_signal& x, const biotropy_signal* y) {
  series::Epochs all;
  for (const biotropy_signal* one : {&x, y}) {
    for (std::size_t i = 0; one != nullptr && i < one->units.size(); ++i) {
      all.units.push_back(one->units[i]);
      all.labels.push_back(one->channels.empty() ? fmt::format("channel {}", i + 1) : one->channels[i]);
    }
  }
  return all;
}

// The samples with missing ones (NaN) in place of each gap.
struct Widened {
  std::vector<double> samples{};
  std::size_t n_times = 0;
  std::vector<std::size_t> places{};  // of each sample of the first channel
};

Widened widened(const biotropy_signal& signal, std::size_t width, bool missing_are_gaps) {
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

enum class Use { series, scales, windows, matches };

// How wide gaps are. @throws Error missing_values where they may not be left out.
std::size_t gap_width(const biotropy_signal& signal, const entropy::Settings& settings, Use use, const char* name,
                      bool missing_are_gaps) {
  if (signal.gaps.empty() && !missing_are_gaps) return 0;
  if (use == Use::matches) return static_cast<std::size_t>(settings.parameters().tau);
  const std::size_t width = use == Use::windows ? 0 : study::gap_fill(settings, use == Use::scales);
  if (width > 0) return width;
  throw Error(
      ErrorCode::missing_values,
      fmt::format(
          "{}: time is missing at {} places, the first after sample {}; {}", name, signal.gaps.size(), signal.gaps[0],
          use == Use::windows ? "windows would span it" : "`missing = omit` leaves out the templates that span it"));
}

Use use_of(const std::string& measure, GivenOptions& given) {
  const std::string use = given.text("use").value_or("series");
  if (measure == "count_matches") return Use::matches;
  if (use == "scales") return Use::scales;
  if (use == "windows") return Use::windows;
  if (use != "series") throw Error::argument("use", use, "series, scales or windows");
  return Use::series;
}

// Of counts of matches the delay alone.
entropy::Settings settings_for(Use use, const char* measure, GivenOptions& given) {
  if (use != Use::matches) return request_of(measure, given).measure;
  entropy::Settings settings;
  const entropy::Option& tau = *entropy::find_option("tau");
  if (const auto value = given.value(tau)) settings.set(tau, *value);
  return settings;
}

void require_one_unit(const biotropy_signal& x, const biotropy_signal* y, const entropy::Settings& settings, Use use) {
  const series::Epochs all = with_units(x, y);
  if (use != Use::matches) return study::OneUnit(settings).require(all);
  if (all.units.size() < 2 || series::is_same_unit(all.units[0], all.units[1])) return;
  throw Error::argument("r", "one number",
                        fmt::format("in one unit of x and y ({} has {}, {} {})", all.labels[0], all.units[0],
                                    all.labels[1], all.units[1]));
}

// Windows have places in one recording, and matches are counted between two series.
void require_single(const biotropy_signal& signal, const char* name, Use use) {
  const std::size_t n = signal.view.n_epochs * (use == Use::matches ? signal.view.n_channels : 1);
  if (use < Use::windows || n == 1) return;
  throw Error::argument(name, fmt::format("{} {}", n, use == Use::matches ? "series" : "epochs"), "a single one");
}

// Times of the samples of the first epoch in seconds; none where nothing tells them.
std::vector<double> times_of(const biotropy_signal& given, const biotropy_signal& read) {
  const std::size_t n = given.view.n_times;
  if (given.starts.empty() && !given.stamps.empty())
    return {given.stamps.begin(), given.stamps.begin() + static_cast<std::ptrdiff_t>(n)};
  std::vector<double> times;
  for (std::size_t i = 0; i < n && !read.rate.empty(); ++i) {
    times.push_back((given.starts.empty() ? 0.0 : given.starts[0]) + static_cast<double>(i) / read.rate[0]);
  }
  return times;
}

void add_widened(biotropy_result& made, const std::string& name, const biotropy_signal& signal, std::size_t width,
                 bool missing_are_gaps) {
  if (width == 0) return;
  Widened wide = widened(signal, width, missing_are_gaps);
  made.add(name, std::move(wide.samples), {1, signal.view.n_channels, wide.n_times});
  made.add_counts("places_" + name, wide.places, {wide.places.size()});
}

}  // namespace

biotropy_signal read_signal(const biotropy_signal& given, const std::string& name, const Run& run) {
  biotropy_signal signal = given;
  Notices notices;
  read_stamps(signal, name, notices);
  settle_gaps(signal, name);
  run.notify(notices);
  return signal;
}

extern "C" {

int biotropy_signal_create(const double* samples, size_t n_epochs, size_t n_channels, size_t n_times,
                           biotropy_signal** signal) {
  return guarded([&] {
    biotropy_signal*& place = needed(signal, "signal");
    place = new biotropy_signal{epochs_of(samples, n_epochs, n_channels, n_times, "samples")};
  });
}

void biotropy_signal_destroy(biotropy_signal* signal) {
  delete signal;
}

int biotropy_signal_set_texts(biotropy_signal* signal, const char* name, const char* const* texts, size_t n) {
  return guarded([&] {
    biotropy_signal& of = needed(signal, "signal");
    const std::string what = text(name, "name");
    if (what != "channels" && what != "units") throw Error::argument("name", what, "channels or units");
    require_size(what, n, of.view.n_channels);
    needed(texts, "texts");
    std::vector<std::string> all;
    for (std::size_t i = 0; i < n; ++i) all.push_back(text(texts[i], "texts"));
    if (what == "units") {
      for (std::string& unit : all) unit = series::usual_unit(unit);
      of.units = std::move(all);
      return;
    }
    const auto is_empty = [](const std::string& label) { return label.empty(); };
    if (std::all_of(all.begin(), all.end(), is_empty)) return;
    for (std::size_t i = 0; i < n; ++i) {
      if (all[i].empty()) all[i] = fmt::format("ch{}", i + 1);
    }
    of.channels = std::move(all);
  });
}

int biotropy_signal_set_numbers(biotropy_signal* signal, const char* name, const double* numbers, size_t n) {
  return guarded([&] {
    biotropy_signal& of = needed(signal, "signal");
    const std::string what = text(name, "name");
    const std::span<const double> all(&needed(numbers, "numbers"), n);
    if (what == "rate") {
      require_size(what, n, 1);
      if (!(all[0] > 0.0) || !std::isfinite(all[0])) {
        throw Error::argument("rate", fmt::format("{}", all[0]), "a finite number above 0");
      }
      of.rate = {all[0]};
    } else if (what == "starts") {
      require_size(what, n, of.view.n_epochs);
      of.starts.assign(all.begin(), all.end());
    } else if (what == "stamps") {
      require_size(what, n, n == of.view.n_times ? n : of.view.n_epochs * of.view.n_times);
      of.stamps.assign(all.begin(), all.end());
    } else if (what == "gaps") {
      for (const double gap : all) {
        if (!(gap >= 0.0 && gap < 9e15) || gap != std::floor(gap)) {
          throw Error::argument("gaps", fmt::format("{}", gap), "the number of a sample");
        }
        of.gaps.push_back(static_cast<std::size_t>(gap));
      }
    } else {
      throw Error::argument("name", what, "rate, starts, stamps or gaps");
    }
  });
}

int biotropy_prepare_signals(const char* measure, const biotropy_signal* x, const biotropy_signal* y,
                             const biotropy_options* options, biotropy_result** result) {
  return guarded([&] {
    GivenOptions given(options);
    const Run run(options, given, false);
    const Use use = use_of(text(measure, "measure"), given);
    const bool are_gaps = use == Use::matches && given.flag("missing_are_gaps").value_or(false);
    const entropy::Settings settings = settings_for(use, measure, given);
    const biotropy_signal of_x = read_signal(needed(x, "x"), "x", run);
    const biotropy_signal of_y = y == nullptr ? of_x : read_signal(*y, "y", run);
    require_single(of_x, "x", use);
    require_single(of_y, "y", use);
    require_alike(of_x, of_y);
    if (use != Use::matches) require_same_size(of_x, of_y);
    require_one_unit(of_x, y == nullptr ? nullptr : &of_y, settings, use);
    make_result(result, [&](biotropy_result& made) {
      made.add("channels", of_x.channels);
      made.add("rate", of_x.rate);
      made.add("times", times_of(*x, of_x));
      add_widened(made, "x", of_x, gap_width(of_x, settings, use, "x", are_gaps), are_gaps);
      if (y != nullptr) add_widened(made, "y", of_y, gap_width(of_y, settings, use, "y", are_gaps), are_gaps);
    });
  });
}

}  // extern "C"

}  // namespace biotropy::c

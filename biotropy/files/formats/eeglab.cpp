// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/eeglab_internal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "biotropy/counted.hpp"
#include "biotropy/files/formats/array_internal.hpp"
#include "biotropy/files/formats/named_file_internal.hpp"
#include "biotropy/files/formats/needed_samples_internal.hpp"
#include "biotropy/files/formats/number_internal.hpp"
#include "biotropy/files/formats/stored_time_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/formats/wfdb/header_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

namespace {

namespace fs = std::filesystem;

constexpr const char* kMicrovolts = "uV";

// A text, or a number as a text: both are used for the types of events.
std::string word_of(const MatContent* value) {
  if (value == nullptr) return "";
  if (value->class_name == "char") return std::string(trimmed(value->text));
  return value->numbers.size() == 1 ? fmt::format("{}", value->numbers.front()) : "";
}

std::optional<double> single_number(const MatContent* value) {
  return value != nullptr && value->numbers.size() == 1 ? std::optional(value->numbers.front()) : std::nullopt;
}

// Beside a mark for each epoch there are its colours ("rejmanualcol").
bool is_mark(std::string_view field) {
  const auto marks = std::find(kEeglabElementFields.begin(), kEeglabElementFields.end(), "rejmanual");
  return std::find(marks, kEeglabElementFields.end(), field) != kEeglabElementFields.end();
}

class EeglabReader {
 public:
  EeglabReader(Input& input, const MatDataSet& set, const MatSamples& samples, const OpenOptions& options)
      : input_(input), options_(options), data_(set.data), values_(set.values), samples_(samples) {}

  series::Recording read() {
    recording_.path = input_.name();
    recording_.format = "EEGLAB";
    rate_ = number("srate");
    if (!is_usable_rate(rate_)) throw input_.bad_file(fmt::format("srate = {} is not a sampling rate", rate_));
    if (options_.rate && !series::is_same_rate(*options_.rate, rate_)) {
      recording_.notices.push_back(
          warning("rate_ignored",
                  fmt::format("the data set gives a rate of {} Hz, which is used, not {}", rate_, *options_.rate)));
    }
    n_channels_ = count("nbchan", kMostChannels);
    constexpr std::uint64_t most_samples = std::uint64_t{1} << 48;
    n_samples_ = count("pnts", most_samples);
    n_epochs_ = values_.contains("trials") ? count("trials", most_samples) : 1;
    if (n_epochs_ > most_samples / n_samples_ || all_samples() > most_samples / n_channels_) {
      throw input_.bad_file("nbchan times pnts times trials is too large");
    }
    make_channels();
    if (data_.class_name == "char") {
      read_named_samples();
    } else {
      read_own_samples();
    }
    add_events();
    warn_of_marked_epochs();
    return std::move(recording_);
  }

 private:
  double number(const std::string& name) const {
    const auto found = values_.find(name);
    const auto value = found == values_.end() ? std::nullopt : single_number(&found->second);
    if (!value)
      throw input_.bad_file(fmt::format(
          "the EEGLAB data set has no number {}; the option variable, {}, reads its samples alone", name, data_.name));
    return *value;
  }

  std::uint64_t count(const std::string& name, std::uint64_t most) const {
    const double value = number(name);
    if (!(value >= 1) || value > static_cast<double>(most) || value != std::floor(value)) {
      throw input_.bad_file(fmt::format("{} is {}; it must be a whole number from 1 to {}", name, value, most));
    }
    return static_cast<std::uint64_t>(value);
  }

  void make_channels() {
    const auto found = values_.find("chanlocs");
    const MatContent none, &described = found == values_.end() ? none : found->second;
    if (described.size() != 0 && described.size() != n_channels_) {
      throw input_.bad_file(
          fmt::format("chanlocs describes {} channels, and nbchan is {}", described.size(), n_channels_));
    }
    for (std::uint64_t c = 0; c < n_channels_; ++c) {
      series::Channel& channel = recording_.channels.emplace_back();
      channel.label = word_of(described.field(c, "labels"));
      if (channel.label.empty()) channel.label = fmt::format("ch{}", c + 1);
      channel.unit = word_of(described.field(c, "unit"));
      if (channel.unit.empty()) channel.unit = kMicrovolts;
      channel.type = series::usual_type(word_of(described.field(c, "type")));
      channel.rate = rate_;
    }
  }

  std::uint64_t all_samples() const { return n_samples_ * n_epochs_; }

  // The numbers of the file itself, of two dimensions, or three with epochs.
  void read_own_samples() {
    if (!data_.obstacle.empty()) {
      throw input_.error(ErrorCode::unsupported, fmt::format("{} cannot be read: {}", data_.name, data_.obstacle));
    }
    std::uint64_t numbers = 1;
    for (const std::uint64_t n : data_.dimensions) numbers *= n;
    const bool fits =
        data_.dimensions.size() >= 2 && data_.dimensions[0] == n_channels_ && numbers == n_channels_ * all_samples();
    if (!fits || data_.is_complex) {
      throw input_.bad_file(fmt::format("{} is not an array of {} channels, {} samples and {} epochs", data_.name,
                                        n_channels_, n_samples_, n_epochs_));
    }
    if (all_samples() > most_mat_bytes(input_.size()) / sizeof(double) / n_channels_) {
      throw input_.bad_file(
          fmt::format("{} announces more numbers than a file of {} bytes can hold", data_.name, input_.size()));
    }
    const NeededSamples needed = needed_of(input_);
    ChannelSink sink(needed, all_samples(), recording_);
    samples_(sink);
  }

  // Column after column: a sample of every channel, then the next one.
  class ChannelSink : public MatSink {
   public:
    ChannelSink(const NeededSamples& needed, std::uint64_t n_samples, series::Recording& recording)
        : needed_(needed), n_samples_(n_samples), recording_(recording) {}
    // The process that reads a file of version 7.3 is not trusted.
    bool begin(const MatShape& shape) override {
      if (shape.rows != recording_.channels.size() || shape.columns != n_samples_) {
        throw Error(ErrorCode::bad_file,
                    fmt::format("{}: {} has {} x {} numbers", recording_.path, shape.name, shape.rows, shape.columns));
      }
      is_wide_ = shape.is_wide;
      return needed_.any();
    }
    void take(std::span<const double> numbers) override {
      for (const double value : numbers) {
        if (needed_[channel_]) {
          recording_.channels[channel_].samples.push_back(value);
          if (is_wide_ && !rounded_ && std::abs(value) >= kExactIntegers) {
            rounded_ = true;
            recording_.notices.push_back(integers_rounded());
          }
        }
        channel_ = channel_ + 1 == recording_.channels.size() ? 0 : channel_ + 1;
      }
    }

   private:
    const NeededSamples& needed_;
    const std::uint64_t n_samples_;
    series::Recording& recording_;
    std::size_t channel_ = 0;
    bool is_wide_ = false, rounded_ = false;
  };

  NeededSamples needed_of(const Input& input) {
    for (series::Channel& channel : recording_.channels) channel.n_unread = all_samples();
    return {input, options_, recording_};
  }

  // EEGLAB itself takes the file of the data set's own name where the one that it names is not there.
  fs::path file_of_samples() {
    const std::string name = word_of(&values_.at("data"));
    fs::path own = fs::path(input_.name()).replace_extension(".fdt");
    if (!name.empty()) {
      fs::path named = named_file(input_.name(), name, "file of samples", options_);
      if (fs::exists(fetched_status(named))) return named;
    }
    if (!fs::exists(fetched_status(own))) {
      throw Error(ErrorCode::file_not_found,
                  fmt::format("{}: its samples are in {}, which is not there, nor is {}", input_.name(),
                              in_quotes(name), own.filename().generic_string()));
    }
    recording_.notices.push_back(
        warning("other_file_read", fmt::format("its samples are in {}, which is not there; {} was read",
                                               in_quotes(name), own.filename().generic_string())));
    return own;
  }

  void read_named_samples() {
    const fs::path path = file_of_samples();
    recording_.other_files.push_back(path.generic_string());
    Input file(path);
    const std::uint64_t numbers = n_channels_ * all_samples();
    if (lower(path.extension().generic_string()) == ".dat") {
      throw file.error(ErrorCode::unsupported, "samples of an old EEGLAB (.dat); save the data set again");
    }
    if (file.size() % sizeof(float) != 0 || file.size() / sizeof(float) != numbers) {
      throw file.bad_file(fmt::format("it holds {} bytes, and {} channels of {} samples need {}", file.size(),
                                      n_channels_, all_samples(), numbers * sizeof(float)));
    }
    const NeededSamples needed = needed_of(file);
    if (!needed.any()) return;
    std::size_t channel = 0;
    constexpr std::uint64_t in_view = Input::kWindow / sizeof(float);
    for (std::uint64_t begin = 0; begin < numbers; begin += in_view) {
      const auto count = static_cast<std::size_t>(std::min(in_view, numbers - begin));
      const auto bytes = file.view(begin * sizeof(float), count * sizeof(float));
      for (std::size_t k = 0; k < count; ++k) {
        if (needed[channel]) {
          recording_.channels[channel].samples.push_back(
              number_at<float, std::uint32_t>(bytes.data() + k * sizeof(float), false));
        }
        channel = channel + 1 == n_channels_ ? 0 : channel + 1;
      }
    }
  }

  void add_events() {
    std::map<std::uint64_t, double> gaps;  // seconds, negative if unknown
    for (std::uint64_t epoch = 1; epoch < n_epochs_; ++epoch) gaps[epoch * n_samples_] = -1.0;
    const auto found = values_.find("event");
    const std::size_t n_events = found == values_.end() ? 0 : found->second.size();
    std::vector<StoredEvent> events;
    std::size_t before = 0, behind = 0;
    for (std::size_t k = 0; k < n_events; ++k) {
      std::string type = word_of(found->second.field(k, "type"));
      if (type.empty()) type = "event";
      const auto latency = single_number(found->second.field(k, "latency"));
      if (!latency || !(std::abs(*latency) < kExactIntegers)) {
        throw input_.bad_file(fmt::format("event {} ({}) has no latency", k + 1, in_quotes(type)));
      }
      const auto lasted = single_number(found->second.field(k, "duration"));
      const double first = *latency - 1.0;  // latencies count samples from 1
      const bool has_length = lasted && *lasted >= 0.0 && *lasted < kExactIntegers;
      const bool is_gap = series::marks_boundary(type, true);
      events.push_back({first, has_length ? lasted : std::nullopt, std::move(type), is_gap});
      before += is_gap && first <= 0.0 ? 1 : 0;
      behind += first >= static_cast<double>(all_samples()) ? 1 : 0;
      // A boundary lies between two samples.
      const bool is_inside = first > 0.0 && first < static_cast<double>(all_samples()) - 1.0;
      if (is_gap && is_inside) {
        const double lost = has_length && *lasted > 0.0 ? *lasted / rate_ : -1.0;
        const auto [gap, is_new] = gaps.try_emplace(static_cast<std::uint64_t>(std::ceil(first)), lost);
        if (!is_new) gap->second = std::min(gap->second, lost) < 0.0 ? -1.0 : gap->second + lost;
      }
    }
    // A recording may begin with one boundary.
    if (before > 1) {
      recording_.notices.push_back(
          warning("gap_times_unknown",
                  fmt::format("{} boundaries lie before the first sample: gaps may have lost their times", before)));
    }
    if (behind > 0) {
      recording_.notices.push_back(
          warning("events_outside", fmt::format("{} behind the last sample", counted(behind, "event"))));
    }
    set_gaps(gaps);
    const StoredTime time(recording_.channels.front());
    for (const StoredEvent& event : events) recording_.annotations.push_back(time.annotation(event));
  }

  // EEGLAB keeps epochs that are marked until the user takes them out.
  void warn_of_marked_epochs() {
    const auto found = values_.find("reject");
    if (n_epochs_ == 1 || n_epochs_ > kMostMatNumbers || found == values_.end() || found->second.size() != 1) return;
    std::vector<bool> marked(static_cast<std::size_t>(n_epochs_));
    for (std::size_t f = 0; f < found->second.names.size(); ++f) {
      const MatContent& marks = found->second.elements[f];
      if (!is_mark(found->second.names[f]) || marks.numbers.size() != marked.size()) continue;
      for (std::size_t k = 0; k < marked.size(); ++k) marked[k] = marked[k] || marks.numbers[k] != 0.0;
    }
    const auto n_marked = std::count(marked.begin(), marked.end(), true);
    if (n_marked == 0) return;
    recording_.notices.push_back(
        warning("rejected_epochs_read", fmt::format("{} of {} epochs are marked for rejection, and are read as all "
                                                    "others: take them out in EEGLAB (pop_rejepoch)",
                                                    n_marked, n_epochs_)));
  }

  void set_gaps(const std::map<std::uint64_t, double>& gaps) {
    const bool known = std::all_of(gaps.begin(), gaps.end(), [](const auto& gap) { return gap.second >= 0.0; });
    for (series::Channel& channel : recording_.channels) {
      for (const auto& [start, seconds] : gaps) {
        channel.gap_starts.push_back(start);
        if (known) channel.gap_seconds.push_back(seconds);
      }
    }
  }

  Input& input_;
  const OpenOptions& options_;
  const MatVariable& data_;
  const MatContents& values_;
  const MatSamples& samples_;
  series::Recording recording_;
  double rate_ = 0.0;
  std::uint64_t n_channels_ = 0, n_samples_ = 0, n_epochs_ = 1;
};

}  // namespace

series::Recording read_eeglab(Input& input, const MatDataSet& set, const MatSamples& samples,
                              const OpenOptions& options) {
  return EeglabReader(input, set, samples, options).read();
}

}  // namespace biotropy::files

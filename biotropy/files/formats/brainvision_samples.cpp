// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

#include "biotropy/files/formats/brainvision_header_internal.hpp"
#include "biotropy/files/formats/needed_samples_internal.hpp"
#include "biotropy/files/formats/number_internal.hpp"
#include "biotropy/files/formats/text/lines_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

using Decode = double (*)(const std::byte* bytes, bool big_endian);

struct Stored {
  std::size_t bytes;
  Decode decode;
};

Stored stored_as(BrainVisionNumbers numbers) {
  switch (numbers) {
    case BrainVisionNumbers::int16:
      return {2, number_at<std::int16_t, std::uint16_t>};
    case BrainVisionNumbers::uint16:
      return {2, number_at<std::uint16_t, std::uint16_t>};
    case BrainVisionNumbers::int32:
      return {4, number_at<std::int32_t, std::uint32_t>};
    case BrainVisionNumbers::float32:
      return {4, number_at<float, std::uint32_t>};
    case BrainVisionNumbers::float64:
    case BrainVisionNumbers::text:
      break;
  }
  return {8, number_at<double, std::uint64_t>};
}

Notice size_notice(bool is_short, std::string text) {
  return warning(is_short ? "file_cut" : "records_differ", std::move(text));
}

// Samples of a channel; a file of another size than announced is a warning where the place of every sample is certain.
std::uint64_t samples_held(const BrainVisionHeader& header, std::size_t bytes, const Input& input, Notices& notices) {
  const std::uint64_t of_all = bytes * header.channels.size();
  const std::uint64_t held = input.size() / of_all;
  if (held == 0) throw input.bad_file("not one sample of every channel is in it");
  const std::uint64_t announced = header.n_samples.value_or(held);
  const bool is_exact = held == announced && input.size() % of_all == 0;
  if (header.vectorised && !is_exact) {
    throw input.bad_file(
        fmt::format("{} bytes are not {} samples of {} channels with {} bytes each, so that the starts of "
                    "the channels are unknown",
                    input.size(), announced, header.channels.size(), bytes));
  }
  if (!is_exact) {
    notices.push_back(size_notice(
        held < announced,
        fmt::format("{}: it holds {} bytes, where {} samples of {} channels with {} bytes each are announced",
                    input.name(), input.size(), announced, header.channels.size(), bytes)));
  }
  return std::min(held, announced);
}

void read_binary(const BrainVisionHeader& header, Input& input, const OpenOptions& options,
                 series::Recording& recording) {
  const Stored stored = stored_as(header.numbers);
  const std::uint64_t n_channels = header.channels.size();
  const std::uint64_t n_samples = samples_held(header, stored.bytes, input, recording.notices);
  for (series::Channel& channel : recording.channels) channel.n_unread = n_samples;
  const NeededSamples needed(input, options, recording);
  if (!needed.any()) return;
  const std::uint64_t in_view = Input::kWindow / stored.bytes;
  for (std::uint64_t begin = 0; begin < n_samples * n_channels; begin += in_view) {
    const std::uint64_t end = std::min(begin + in_view, n_samples * n_channels);
    const auto bytes = input.view(begin * stored.bytes, static_cast<std::size_t>((end - begin) * stored.bytes));
    std::uint64_t channel = header.vectorised ? begin / n_samples : begin % n_channels;
    std::uint64_t sample = header.vectorised ? begin % n_samples : 0;  // counted where a channel ends
    for (std::uint64_t k = begin; k < end; ++k) {
      if (needed[channel]) {
        const double value = stored.decode(bytes.data() + (k - begin) * stored.bytes, header.big_endian);
        recording.channels[channel].samples.push_back(value * header.channels[channel].resolution);
      }
      if (!header.vectorised) {
        channel = channel + 1 == n_channels ? 0 : channel + 1;
      } else if (++sample == n_samples) {
        sample = 0;
        ++channel;
      }
    }
  }
}

// The numbers of a line, between blanks, or between commas or semicolons where the decimal symbol is a point.
class LineNumbers {
 public:
  LineNumbers(const BrainVisionHeader& header, const Input& input) : header_(header), input_(input) {}

  const std::vector<double>& read(std::string_view line, std::uint64_t number) {
    values_.clear();
    const std::string_view separators = header_.decimal_comma ? " \t;" : " \t;,";
    std::uint64_t column = 0;
    while (true) {
      line.remove_prefix(std::min(line.find_first_not_of(separators), line.size()));
      if (line.empty()) return values_;
      const std::size_t end = std::min(line.find_first_of(separators), line.size());
      if (column++ >= header_.skipped_columns) values_.push_back(value(line.substr(0, end), number));
      line.remove_prefix(end);
    }
  }

 private:
  double value(std::string_view word, std::uint64_t line) {
    word_.assign(word);
    if (header_.decimal_comma) std::replace(word_.begin(), word_.end(), ',', '.');
    const auto found = to_double(word_);
    if (!found) throw input_.bad_file(fmt::format("line {}: {} is not a number", line, in_quotes(word)));
    return *found;
  }

  const BrainVisionHeader& header_;
  const Input& input_;
  std::vector<double> values_;
  std::string word_;
};

// A line is a sample of all channels, or all samples of a channel.
void read_text(const BrainVisionHeader& header, Input& input, const OpenOptions& options,
               series::Recording& recording) {
  const NeededSamples needed(input, options, recording);
  LineReader lines(input);
  LineNumbers numbers(header, input);
  std::string_view line;
  std::size_t row = 0;
  while (lines.next(line)) {
    if (lines.number() <= header.skipped_lines || is_blank(line)) continue;
    const std::vector<double>& values = numbers.read(line, lines.number());
    const bool fits = header.vectorised ? row < header.channels.size() &&
                                              (row == 0 || values.size() == recording.channels[0].length())
                                        : values.size() == header.channels.size();
    if (!fits) {
      throw input.bad_file(fmt::format("line {} holds {} numbers, which do not fit {} channels of equal length",
                                       lines.number(), values.size(), header.channels.size()));
    }
    for (std::size_t k = 0; k < values.size(); ++k) {
      const std::size_t c = header.vectorised ? row : k;
      series::Channel& channel = recording.channels[c];
      if (needed[c]) {
        channel.samples.push_back(values[k] * header.channels[c].resolution);
      } else {
        ++channel.n_unread;
      }
    }
    ++row;
  }
  lines.add_notes(recording.notices);
  const std::uint64_t n_samples = recording.channels.back().length();
  if (n_samples == 0) throw input.bad_file("not one sample of every channel is in it");
  if (header.n_samples && *header.n_samples != n_samples) {
    recording.notices.push_back(size_notice(n_samples < *header.n_samples,
                                            fmt::format("{}: {} samples of a channel where the header announces {}",
                                                        input.name(), n_samples, *header.n_samples)));
  }
}

}  // namespace

void read_brainvision_samples(const BrainVisionHeader& header, Input& input, const OpenOptions& options,
                              series::Recording& recording) {
  for (const BrainVisionChannel& described : header.channels) {
    series::Channel& channel = recording.channels.emplace_back();
    channel.label = described.label;
    channel.unit = described.unit;
    channel.rate = header.rate;
  }
  if (header.numbers == BrainVisionNumbers::text) {
    read_text(header, input, options, recording);
  } else {
    read_binary(header, input, options, recording);
  }
}

}  // namespace biotropy::files

// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/readers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "biotropy/files/formats/fif/part_internal.hpp"
#include "biotropy/files/formats/named_file_internal.hpp"
#include "biotropy/files/formats/needed_samples_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

namespace {

namespace fs = std::filesystem;

// Bytes decoded at a time: the samples of all channels, then of each channel in turn, from the cache.
constexpr std::size_t kFifPiece = std::size_t{1} << 16;

struct FifFile {
  fs::path path;
  FifPart part;
};

// "rest_raw.fif" goes on in "rest_raw-1.fif", "rest_raw-1.fif" in "rest_raw-2.fif".
std::string numbered(const std::string& name, std::int32_t number) {
  const std::size_t point = std::min(name.find('.'), name.size());
  const std::size_t dash = name.rfind('-', point);
  const std::string_view digits =
      dash == std::string::npos ? "" : std::string_view(name).substr(dash + 1, point - dash - 1);
  const bool has_number = !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  return fmt::format("{}-{}{}", name.substr(0, has_number ? dash : point), number, name.substr(point));
}

std::string next_name(const FifFile& file) {
  if (!file.part.next_name.empty()) return file.part.next_name;
  return file.part.next_number ? numbered(file.path.filename().generic_string(), *file.part.next_number) : "";
}

void require_same_channels(const Input& input, const FifPart& first, const FifPart& part) {
  if (first.rate != part.rate) {
    throw input.bad_file(fmt::format("its rate is {} Hz, that of the first file {} Hz", part.rate, first.rate));
  }
  if (first.channels.size() != part.channels.size()) {
    throw input.bad_file(
        fmt::format("it has {} channels, the first file {}", part.channels.size(), first.channels.size()));
  }
  for (std::size_t c = 0; c < part.channels.size(); ++c) {
    const FifChannel &known = first.channels[c], &channel = part.channels[c];
    if (channel.label != known.label) {
      throw input.bad_file(
          fmt::format("its channel {} is {}, in the first file {}", c + 1, channel.label, known.label));
    }
    if (fif_unit(channel) != fif_unit(known)) {
      throw input.bad_file(fmt::format("{} is in {}, in the first file in {}", channel.label,
                                       in_quotes(fif_unit(channel)), in_quotes(fif_unit(known))));
    }
  }
}

FifFile next_file(const Input& input, const FifFile& last, const OpenOptions& options) {
  const std::string name = next_name(last);
  const auto fault = [&](std::string_view what) {
    return fmt::format("the recording goes on in {}, {}", in_quotes(name), what);
  };
  if (input.in_memory()) throw input.error(ErrorCode::unsupported, fault("which a pipe does not contain"));
  FifFile next{named_file(last.path, name, "next file", options), {}};
  if (!fs::exists(fetched_status(next.path))) throw input.error(ErrorCode::file_not_found, fault("which is not there"));
  return next;
}

// The file and all in which it goes on.
std::vector<FifFile> read_parts(Input& input, const OpenOptions& options) {
  std::vector<FifFile> files;
  files.push_back({input.name(), read_fif_part(input, options.allow_maxshield)});
  std::set<fs::path> seen{files.front().path.lexically_normal()};
  while (!next_name(files.back()).empty()) {
    FifFile next = next_file(input, files.back(), options);
    if (!seen.insert(next.path.lexically_normal()).second) {
      throw input.bad_file(fmt::format("the files of the recording name each other in a circle: {}",
                                       in_quotes(next.path.filename().generic_string())));
    }
    Input part(next.path);
    next.part = read_fif_part(part, options.allow_maxshield);
    require_same_channels(part, files.front().part, next.part);
    files.push_back(std::move(next));
  }
  return files;
}

std::vector<series::Channel> make_channels(const std::vector<FifFile>& files) {
  std::uint64_t n_samples = 0;
  for (const FifFile& file : files) {
    for (const FifBuffer& buffer : file.part.buffers) n_samples += buffer.n_samples;
  }
  const FifPart& first = files.front().part;
  std::vector<series::Channel> channels;
  for (const FifChannel& described : first.channels) {
    series::Channel channel;
    channel.label = described.label;
    channel.unit = fif_unit(described);
    channel.type = fif_type(described);
    const bool is_bad = std::find(first.bads.begin(), first.bads.end(), described.label) != first.bads.end();
    if (is_bad) channel.bad = "marked bad in the file";
    channel.rate = first.rate;
    // Bounded by the files: every sample is in a buffer.
    channel.n_unread = n_samples;
    channels.push_back(std::move(channel));
  }
  return channels;
}

void decode(Input& input, const FifPart& part, const FifBuffer& buffer, const NeededSamples& needed,
            std::vector<series::Channel>& channels) {
  const std::size_t width = fif_width(buffer.type), row = width * channels.size();
  if (row > Input::kWindow) {
    throw input.error(ErrorCode::unsupported,
                      fmt::format("{} channels: at most {} can be read", channels.size(), Input::kWindow / width));
  }
  const std::size_t rows_at_once = std::max<std::size_t>(kFifPiece / row, 1);
  for (std::uint64_t begin = 0; begin < buffer.n_samples; begin += rows_at_once) {
    const auto rows = static_cast<std::size_t>(std::min<std::uint64_t>(rows_at_once, buffer.n_samples - begin));
    const auto bytes = input.view(buffer.position + begin * row, rows * row);
    for (std::size_t c = 0; c < channels.size(); ++c) {
      if (!needed[c]) continue;
      const double factor = part.channels[c].factor();
      for (std::size_t at = c * width; at < bytes.size(); at += row) {
        channels[c].samples.push_back(fif_number(&bytes[at], buffer.type, part.big_endian) * factor);
      }
    }
  }
}

// Reads the samples of the files one behind the other, and keeps the time that is missing between them.
class FifJoiner {
 public:
  FifJoiner(const FifPart& first, const NeededSamples& needed, series::Recording& recording)
      : rate_(first.rate),
        first_(first.buffers.front().first),
        expected_(first_),
        needed_(needed),
        recording_(recording) {}

  void add(Input& input, const FifPart& part) {
    // A further file may count its samples from its own start.
    const std::int64_t start = part.buffers.front().first;
    const std::int64_t shift = start < expected_ ? expected_ - start : 0;
    if (shift > 0 && part.starts_at_a_number) {
      recording_.notices.push_back(warning(
          "parts_overlap",
          fmt::format("{} begins with sample {}, and the file in front of it ends with {}: read as if one followed "
                      "the other",
                      input.name(), start, expected_ - 1)));
    }
    for (const FifBuffer& buffer : part.buffers) {
      note_gap(buffer.first + shift - expected_);
      if (needed_.any()) decode(input, part, buffer, needed_, recording_.channels);
      n_samples_ += buffer.n_samples;
      expected_ = buffer.first + shift + static_cast<std::int64_t>(buffer.n_samples);
    }
  }

  std::int64_t first() const { return first_; }
  /// Gaps included.
  double seconds() const { return static_cast<double>(expected_ - first_) / rate_; }

 private:
  void note_gap(std::int64_t missing) {
    if (missing <= 0) return;
    for (series::Channel& channel : recording_.channels) {
      channel.gap_starts.push_back(n_samples_);
      channel.gap_seconds.push_back(static_cast<double>(missing) / rate_);
    }
  }

  double rate_;
  std::int64_t first_, expected_;
  std::uint64_t n_samples_ = 0;  // of a channel, so far
  const NeededSamples& needed_;
  series::Recording& recording_;
};

// CTF's reference sensors may have been subtracted from the others already.
void warn_of_compensation(const FifPart& part, Notices& notices) {
  std::set<std::int32_t> grades;
  for (const FifChannel& channel : part.channels) {
    if (channel.is_meg()) grades.insert(channel.compensation());
  }
  const bool none = grades.empty() || (grades.size() == 1 && *grades.begin() == 0);
  if (none && !part.has_compensation) return;
  if (none) {
    notices.push_back(note("compensation_not_applied",
                           "the file has coefficients of gradient compensation, which were not applied (grade 0)"));
  } else {
    notices.push_back(note(
        "compensated", fmt::format("the MEG channels are compensated by reference sensors (grade {}); kept as they are",
                                   fmt::join(grades, " and "))));
  }
}

}  // namespace

series::Recording read_fif(Input& input, const OpenOptions& options) {
  validate(options);
  series::Recording recording;
  recording.path = input.name();
  recording.format = "FIF";
  const std::vector<FifFile> files = read_parts(input, options);
  const FifPart& first = files.front().part;
  recording.channels = make_channels(files);
  const NeededSamples needed(input, options, recording);
  FifJoiner joiner(first, needed, recording);
  joiner.add(input, first);
  for (std::size_t k = 1; k < files.size(); ++k) {
    Input part(files[k].path);
    joiner.add(part, files[k].part);
    recording.other_files.push_back(files[k].path.generic_string());
  }
  for (const FifFile& file : files) {
    if (!file.part.cut) continue;
    recording.notices.push_back(
        warning("file_cut", fmt::format("{} ends inside a tag or its samples: what is missing was left out",
                                        file.path.filename().generic_string())));
  }
  if (std::any_of(files.begin(), files.end(), [](const FifFile& file) { return file.part.is_shielded; })) {
    recording.notices.push_back(warning(
        "shielding_distorts",
        "recorded with internal active shielding (MaxShield) and read as it is: its samples are distorted until the "
        "file is processed with MaxFilter"));
  }
  warn_of_compensation(first, recording.notices);
  add_fif_annotations(first, joiner.first(), joiner.seconds(), recording);
  if (options.rate && !series::is_same_rate(*options.rate, first.rate)) {
    recording.notices.push_back(
        warning("rate_ignored", fmt::format("the rate {} was not used: the file gives its own", *options.rate)));
  }
  return recording;
}

}  // namespace biotropy::files

// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/open.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <new>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "biotropy/files/bids.hpp"
#include "biotropy/files/formats/readers.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/formats/wfdb/wfdb.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/series/recording.hpp"

namespace biotropy::files {

namespace {

struct UnsupportedFormat {
  std::string_view beginning;
  std::string_view advice;
};

using namespace std::string_view_literals;

// Known formats that are not read: a hint is better than "no number in line 1".
constexpr std::array kUnsupportedFormats = {
    UnsupportedFormat{"\x89HDF\r\n\x1a\n"sv,
                      "an HDF5 file without a MATLAB header; export the array to MAT, NPY or text"},
    UnsupportedFormat{"CDF\x01"sv, "a NetCDF file; export the array to NPY or text"},
    UnsupportedFormat{"CDF\x02"sv, "a NetCDF file; export the array to NPY or text"},
    UnsupportedFormat{"PK\x03\x04"sv, "a zip archive; unpack it (an .npz: save one array with numpy.save)"},
    UnsupportedFormat{"\x1f\x8b"sv, "compressed with gzip; unpack it"},
};

constexpr std::string_view kReadable =
    "EDF, EDF+, BDF, BDF+, BrainVision, EEGLAB, FIF, GDF, WFDB, Polar HRM, NPY, MAT (version 5 and 7.3) and text are "
    "read";

std::string extension_of(const std::filesystem::path& path) {
  return lower(path.extension().generic_string());
}

Format by_name(const std::filesystem::path& path) {
  const std::string extension = extension_of(path);
  if (extension == ".edf" || extension == ".bdf" || extension == ".rec") return Format::edf;
  if (extension == ".fif") return Format::fif;
  if (extension == ".gdf") return Format::gdf;
  if (extension == ".npy") return Format::npy;
  if (extension == ".mat") return Format::mat;
  if (extension == ".csv" || extension == ".tsv" || extension == ".txt") return Format::text;
  return Format::unknown;
}

[[noreturn]] void refuse_unknown(const Input& input, const std::filesystem::path& path) {
  const std::filesystem::path header = wfdb_header_path(path);
  if (!std::filesystem::is_regular_file(fetched_status(header))) {
    throw input.error(ErrorCode::unsupported, fmt::format("the format is not known; {}", kReadable));
  }
  throw input.error(
      ErrorCode::unsupported,
      fmt::format("it is not a signal file named in {}; if it holds annotations, give its extension as the annotator",
                  header.generic_string()));
}

Format format_of(Input& input, const std::filesystem::path& path, const OpenOptions& options) {
  const std::string_view bytes = first_bytes(input);
  const Format content = format_by_content(bytes);
  const bool is_certain = content == Format::edf || content == Format::fif || content == Format::gdf;
  if (is_certain || content == Format::npy || content == Format::polar) return content;
  if (!input.in_memory() && brainvision_header(path, bytes)) return Format::brainvision;
  const auto part = wfdb_part(path, options);
  if (part && (content == Format::mat || has_wfdb_name(path, options))) return Format::wfdb;
  if (content == Format::mat) return content;
  for (const UnsupportedFormat& unsupported : kUnsupportedFormats) {
    if (bytes.starts_with(unsupported.beginning)) {
      throw input.error(ErrorCode::unsupported, fmt::format("{}; {}", unsupported.advice, kReadable));
    }
  }
  if (part) return Format::wfdb;
  if (const Format format = by_name(path); format != Format::unknown) return format;
  if (content == Format::text) return Format::text;
  refuse_unknown(input, path);
}

// Options may be shared by files of several formats, so an option for another format is not an error; a warning says
// that it had no effect.
void warn_of_unused(Format format, const OpenOptions& options, series::Recording& recording) {
  const bool is_text = format == Format::text, is_mat = format == Format::mat;
  const auto warn = [&](bool given, bool used, std::string_view name, std::string_view formats) {
    if (!given || used) return;
    recording.notices.push_back(
        warning("option_unused", fmt::format("the {} was not used: it is for {}", name, formats)));
  };
  warn(!options.columns.empty(), is_text, "choice of columns", "text");
  warn(options.separator.has_value(), is_text, "separator", "text");
  warn(options.decimal != DecimalMark::point, is_text, "decimal comma", "text");
  warn(!options.variable.empty(), is_mat, "name of a variable", "MAT files");
  warn(!options.annotator.empty(), format == Format::wfdb, "annotator", "WFDB records");
  warn(options.orientation != Orientation::automatic, is_text || is_mat || format == Format::npy, "orientation",
       "arrays and text");
}

// Annotations that mark a boundary begin a gap of unknown length, which counts as 0 beside those of known ones. An
// onset may be up to a quarter of a sample late, as FIF rounds.
void add_boundaries(series::Recording& recording) {
  std::vector<double> onsets;
  for (const series::Annotation& one : recording.annotations) {
    if (series::marks_boundary(one.text, false)) onsets.push_back(one.onset);
  }
  if (onsets.empty()) return;
  for (series::Channel& channel : recording.channels) {
    const bool has_seconds = !channel.gap_seconds.empty();
    std::map<std::size_t, double> gaps;
    for (std::size_t g = 0; g < channel.gap_starts.size(); ++g)
      gaps[channel.gap_starts[g]] = has_seconds ? channel.gap_seconds[g] : 0.0;
    const std::vector<series::Piece> pieces = series::pieces(channel);
    for (const double onset : onsets) {
      const auto behind = std::upper_bound(pieces.begin(), pieces.end(), onset,
                                           [](double time, const series::Piece& piece) { return time < piece.onset; });
      if (behind == pieces.begin()) continue;
      const series::Piece& piece = *std::prev(behind);
      const double samples = std::ceil((onset - piece.onset) * channel.rate - 0.25);
      if (samples > 0.0 && samples < static_cast<double>(piece.end - piece.begin))
        gaps.try_emplace(piece.begin + static_cast<std::size_t>(samples), 0.0);
    }
    channel.gap_starts.clear();
    channel.gap_seconds.clear();
    for (const auto& [start, seconds] : gaps) {
      channel.gap_starts.push_back(start);
      if (has_seconds) channel.gap_seconds.push_back(seconds);
    }
  }
}

series::Recording read(Format format, Input& input, const std::filesystem::path& path, const OpenOptions& options) {
  try {
    switch (format) {
      case Format::edf:
        return read_edf(input, options);
      case Format::fif:
        return read_fif(input, options);
      case Format::gdf:
        return read_gdf(input, options);
      case Format::npy:
        return read_npy(input, options);
      case Format::brainvision:
        return read_brainvision(*brainvision_header(path, first_bytes(input)), options);
      case Format::mat:
        return read_mat(input, options);
      case Format::polar:
        return read_polar(input, options);
      case Format::wfdb:
        return read_wfdb(path, options);
      case Format::text:
        return read_table(input, options);
      case Format::unknown:
        break;
    }
  } catch (const std::bad_alloc&) {
    throw input.error(ErrorCode::out_of_memory, "not enough memory for its samples");
  }
  throw input.error(ErrorCode::internal, "a format without a reader");
}

// Types and bad channels of the table take part in the choice of channels.
OpenOptions with_table(OpenOptions options, const std::filesystem::path& table) {
  if (!options.needed) return options;
  options.needed = [table, needed = std::move(options.needed)](const series::Recording& described) {
    series::Recording with_types = described;
    apply_channel_table(table, with_types);
    return needed(with_types);
  };
  return options;
}

}  // namespace

std::optional<std::filesystem::path> channel_table(const std::filesystem::path& path, const OpenOptions& options) {
  if (options.ignore_channel_table || path == Input::kStandardInput) return std::nullopt;
  return bids_table(path, "channels");
}

series::Recording open(const std::filesystem::path& path, const OpenOptions& given) {
  validate(given);
  Input input(path);
  if (input.size() == 0) throw input.bad_file("the file is empty");
  const Format format = format_of(input, path, given);
  if (input.in_memory() && (format == Format::mat || format == Format::wfdb)) {
    throw input.error(ErrorCode::unsupported, "MAT files and WFDB records cannot be read from a pipe: name the file");
  }
  const auto table = channel_table(path, given);
  OpenOptions options = table ? with_table(given, *table) : given;
  std::optional<std::vector<std::size_t>> chosen;
  if (given.needed) {
    chosen.emplace();
    options.needed = [&chosen, needed = std::move(options.needed)](const series::Recording& described) {
      return *(chosen = needed(described));
    };
  }
  series::Recording recording = read(format, input, path, options);
  if (recording.channels.empty() && recording.annotations.empty()) {
    throw input.bad_file("it holds neither signals nor annotations");
  }
  if (format == Format::edf || format == Format::fif || format == Format::gdf) add_boundaries(recording);
  warn_of_unused(format, options, recording);
  const bool has_table = table && !recording.channels.empty();
  if (has_table) apply_channel_table(*table, recording);
  recording.keeps_bad = options.bads == Bads::keep;
  for (series::Channel& channel : recording.channels) {
    if (recording.keeps_bad) channel.bad.clear();
  }
  warn_of_left_out((has_table ? *table : path).filename().generic_string(), chosen, recording);
  if (path != Input::kStandardInput && !recording.channels.empty()) compare_sidecar_rate(path, recording);
  return recording;
}

}  // namespace biotropy::files

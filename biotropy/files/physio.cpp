// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/physio.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/files/bids.hpp"
#include "biotropy/files/formats/tab_table_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/files/sidecar_internal.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::files {

namespace {

// Lines of a text that is compressed with gzip, in one or several members. One piece of the text is in memory at a
// time.

constexpr std::size_t kPiece = 65'536;
constexpr std::size_t kLongestPackedLine = std::size_t{1} << 20;
constexpr int kGzipOnly = 16 + MAX_WBITS;

class Inflation {
 public:
  explicit Inflation(Input& input) : input_(input), text_(kPiece) {
    if (inflateInit2(&zlib_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~Inflation() { inflateEnd(&zlib_); }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;

  /// The next piece of the text; empty at its end.
  std::string_view next() {
    while (true) {
      if (at_end_of_member_) {
        if (consumed_ == input_.size()) return {};
        inflateReset(&zlib_);
        at_end_of_member_ = false;
      }
      // Without more bytes, text may still wait inside zlib when the last piece was full.
      if (consumed_ == input_.size() && !was_full_) throw input_.bad_file("the compressed text ends early");
      const auto packed = input_.view(consumed_, std::min<std::uint64_t>(kPiece, input_.size() - consumed_));
      // zlib takes a pointer to what it does not change.
      zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(packed.data()));
      zlib_.avail_in = static_cast<uInt>(packed.size());
      zlib_.next_out = reinterpret_cast<Bytef*>(text_.data());
      zlib_.avail_out = static_cast<uInt>(text_.size());
      const int outcome = inflate(&zlib_, Z_NO_FLUSH);
      consumed_ += packed.size() - zlib_.avail_in;
      if (outcome == Z_MEM_ERROR) throw std::bad_alloc();
      if (outcome != Z_OK && outcome != Z_STREAM_END && outcome != Z_BUF_ERROR) {
        throw input_.bad_file(fmt::format("it is not compressed with gzip, or damaged ({})",
                                          zlib_.msg == nullptr ? "no reason is known" : zlib_.msg));
      }
      at_end_of_member_ = outcome == Z_STREAM_END;
      was_full_ = zlib_.avail_out == 0;
      const std::size_t length = text_.size() - zlib_.avail_out;
      if (length > 0) return {text_.data(), length};
    }
  }

 private:
  Input& input_;
  z_stream zlib_{};
  std::vector<char> text_;
  std::uint64_t consumed_ = 0;
  bool at_end_of_member_ = false, was_full_ = false;
};

/// Visits each line without its end, with its number from 1.
/// @throws Error bad_file for what is not compressed with gzip, ends early, is damaged, or has a line too long for a
/// table.
void each_gzip_line(Input& input, const std::function<void(std::string_view, std::uint64_t)>& visit) {
  Inflation inflation(input);
  std::string line;
  std::uint64_t number = 0;
  const auto end_line = [&] {
    if (line.ends_with('\r')) line.pop_back();
    visit(line, ++number);
    line.clear();
  };
  for (std::string_view piece = inflation.next(); !piece.empty(); piece = inflation.next()) {
    while (!piece.empty()) {
      const std::size_t end = piece.find('\n');
      line.append(piece.substr(0, end));
      if (line.size() > kLongestPackedLine) {
        throw input.bad_file(fmt::format("line {} is longer than {} characters", number + 1, kLongestPackedLine));
      }
      if (end == std::string_view::npos) break;
      end_line();
      piece.remove_prefix(end + 1);
    }
  }
  if (!line.empty()) end_line();
}

using nlohmann::json;

constexpr std::string_view kEnding = "_physio.tsv.gz";
constexpr const char* kSidecar = "_physio.json";

Error refusal(const std::filesystem::path& path, const std::string& fault) {
  return Error(ErrorCode::bad_file, fmt::format("{}: {}", path.generic_string(), fault));
}

json merged(const std::filesystem::path& path) {
  json all = json::object();
  for (const std::filesystem::path& one : physio_sidecars(path)) {
    const json sidecar = read_sidecar(one);
    for (const auto& [key, value] : sidecar.items()) all.emplace(key, value);
  }
  return all;
}

double number(const std::filesystem::path& path, const json& about, const char* key) {
  const auto found = about.find(key);
  if (found != about.end() && found->is_number()) return found->get<double>();
  throw refusal(path, fmt::format("no JSON file of it (*{}) gives its {}, a number", kSidecar, key));
}

std::vector<std::string> columns_of(const std::filesystem::path& path, const json& about) {
  const auto found = about.find("Columns");
  std::vector<std::string> names;
  if (found != about.end() && found->is_array()) {
    for (const json& one : *found) {
      if (one.is_string()) names.push_back(one.get<std::string>());
    }
    if (!names.empty() && names.size() == found->size()) return names;
  }
  throw refusal(path, fmt::format("no JSON file of it (*{}) gives its Columns, a list of names", kSidecar));
}

std::size_t position_of(const std::vector<std::string>& names, const std::string& chosen) {
  if (chosen.empty() && names.size() == 1) return 0;
  const auto named = std::find(names.begin(), names.end(), chosen);
  if (named != names.end()) return static_cast<std::size_t>(named - names.begin());
  const auto number = to_integer(chosen);
  if (number && *number >= 1 && static_cast<std::size_t>(*number) <= names.size()) {
    return static_cast<std::size_t>(*number - 1);
  }
  throw Error::argument("columns", chosen.empty() ? "none" : chosen, fmt::format("one of {}", fmt::join(names, ", ")));
}

std::string_view field_of(std::string_view line, std::size_t position, std::size_t& n_fields) {
  std::string_view found;
  n_fields = 0;
  for (std::size_t begin = 0; begin <= line.size(); ++n_fields) {
    const std::size_t end = std::min(line.find('\t', begin), line.size());
    if (n_fields == position) found = line.substr(begin, end - begin);
    begin = end + 1;
  }
  return found;
}

}  // namespace

bool is_physio(const std::filesystem::path& path) {
  return path.filename().generic_string().ends_with(kEnding);
}

std::vector<std::filesystem::path> physio_sidecars(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> found;
  inherited_file(path, kSidecar, [&](const std::filesystem::path& one) {
    found.push_back(one);
    return false;
  });
  return found;
}

PhysioColumn read_physio(const std::filesystem::path& path, const std::string& chosen) {
  Input input(path);
  const json about = merged(path);
  const std::vector<std::string> names = columns_of(path, about);
  const std::size_t position = position_of(names, chosen);
  PhysioColumn column;
  column.name = names[position];
  column.rate = number(path, about, "SamplingFrequency");
  column.start = number(path, about, "StartTime");
  if (!(column.rate > 0.0)) throw refusal(path, fmt::format("its SamplingFrequency = {} is not positive", column.rate));
  if (const auto of_column = about.find(column.name); of_column != about.end() && of_column->is_object()) {
    if (const auto unit = of_column->find("Units"); unit != of_column->end() && unit->is_string()) column.unit = *unit;
  }
  column.values = read_physio_values(input, position, names.size());
  return column;
}

std::vector<double> read_physio_values(Input& input, std::size_t position, std::size_t n_columns) {
  std::vector<double> values;
  each_gzip_line(input, [&](std::string_view line, std::uint64_t line_number) {
    std::size_t n_fields = 0;
    const std::string_view field = trimmed(field_of(line, position, n_fields));
    if (n_fields != n_columns) {
      throw input.bad_file(
          fmt::format("line {} has {} fields, and Columns {} names", line_number, n_fields, n_columns));
    }
    const auto value = field == kNotKnown ? std::optional(kNaN) : to_double(field);
    if (!value) throw input.bad_file(fmt::format("line {}: {} is not a number", line_number, in_quotes(field)));
    values.push_back(*value);
  });
  if (values.empty()) throw input.bad_file("it has no lines");
  return values;
}

}  // namespace biotropy::files

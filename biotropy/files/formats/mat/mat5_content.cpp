// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "biotropy/files/formats/mat/content_internal.hpp"
#include "biotropy/files/formats/mat/mat5_array_internal.hpp"
#include "biotropy/files/formats/mat/versions_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

class ContentReader {
 public:
  ContentReader(Mat5Stream& stream, std::uint64_t most_bytes) : stream_(stream), most_bytes_(most_bytes) {}

  MatContent read(std::uint64_t end, int depth = 0) {
    MatVariable header = read_mat5_header(stream_);
    MatContent value;
    value.class_name = std::move(header.class_name);
    value.dimensions = std::move(header.dimensions);
    if (value.class_name == "struct" && depth < kMostMatDepth) {
      value.names = read_mat5_field_names(stream_);
      read_elements(value, count_mat5_elements(stream_, value.dimensions) * value.names.size(), end, depth);
      return value;
    }
    if (value.class_name == "cell" && depth < kMostMatDepth) {
      read_elements(value, count_mat5_elements(stream_, value.dimensions), end, depth);
      return value;
    }
    if (value.class_name == "char" && stream_.position() < end && count_mat5_elements(stream_, value.dimensions) > 0) {
      const Mat5Tag tag = stream_.tag();
      const std::uint64_t text_end = stream_.position() + mat5_text_bytes(stream_, tag, end);
      read_numbers(tag, value);
      skip_to_mat5_end(stream_, text_end);
      return value;
    }
    if (!header.is_complex && value.class_name != "sparse" && stream_.position() < end) {
      read_numbers(stream_.tag(), value);
    }
    skip_to_mat5_end(stream_, end);
    return value;
  }

 private:
  void take_memory(std::uint64_t bytes) {
    used_bytes_ += bytes;
    if (used_bytes_ > most_bytes_) throw stream_.fault("its values need more memory than a file of this size may");
  }

  void read_elements(MatContent& value, std::uint64_t count, std::uint64_t end, int depth) {
    for (std::uint64_t k = 0; k < count; ++k) {
      take_memory(sizeof(MatContent));
      MatContent& element = value.elements.emplace_back();
      if (const auto element_end = begin_mat5_array(stream_, end)) element = read(*element_end, depth + 1);
    }
  }

  void read_numbers(const Mat5Tag& tag, MatContent& value) {
    constexpr std::uint32_t utf8 = 16, utf16 = 17, bytes_of_text = 2, words_of_text = 4;
    const bool is_text = value.class_name == "char";
    const std::uint32_t type = tag.type == utf8 ? bytes_of_text : tag.type == utf16 ? words_of_text : tag.type;
    const Mat5Number* number = mat5_number(type);
    if (number == nullptr || tag.length / number->size > kMostMatNumbers) return;
    std::vector<std::byte> bytes(static_cast<std::size_t>(tag.length));
    take_memory(tag.length / number->size * sizeof(double));
    stream_.read(bytes.data(), bytes.size());
    if (is_text && number->size == 1) {
      value.text = to_utf8(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
      return;
    }
    for (std::size_t at = 0; at + number->size <= bytes.size(); at += number->size) {
      const double decoded = number->decode(&bytes[at], stream_.big_endian());
      if (is_text) {
        add_character(decoded, value.text);
      } else {
        value.numbers.push_back(decoded);
      }
    }
  }

  Mat5Stream& stream_;
  std::uint64_t most_bytes_, used_bytes_ = 0;
};

bool is_wanted(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

MatContents read_mat5_contents(Input& input, bool big_endian, const std::vector<MatVariable>& variables,
                               const MatVariable& data, std::span<const std::string_view> names) {
  MatContents values;
  const std::uint64_t most = most_mat_bytes(input.size());
  if (data.path.size() < 2) {
    for (const MatVariable& variable : variables) {
      if (!is_wanted(names, variable.name)) continue;
      Mat5Stream stream(input, mat5_element(input, big_endian, variable), big_endian);
      values[variable.name] = ContentReader(stream, most).read(stream.end());
    }
    return values;
  }
  const auto parent = std::find_if(variables.begin(), variables.end(),
                                   [&](const MatVariable& variable) { return variable.name == data.path.front(); });
  Mat5Stream stream(input, mat5_element(input, big_endian, *parent), big_endian);
  ContentReader reader(stream, most);
  read_mat5_header(stream);
  for (const std::string& name : read_mat5_field_names(stream)) {
    const auto end = begin_mat5_array(stream, stream.end());
    if (end && is_wanted(names, name)) {
      values[name] = reader.read(*end);
    } else if (end) {
      skip_mat5_array(stream, *end);
    }
  }
  return values;
}

}  // namespace biotropy::files

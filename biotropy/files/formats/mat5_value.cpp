// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/mat5_value_internal.hpp"

#include <algorithm>

#include "biotropy/files/formats/mat5_array_internal.hpp"
#include "biotropy/files/formats/mat5_internal.hpp"
#include "biotropy/files/formats/text_internal.hpp"

namespace biotropy::files {

namespace {

// UTF-8 of a character; MATLAB stores UTF-16, whose pairs for rare characters become question marks.
void add_character(double code, std::string& text) {
  const bool is_character = code >= 0.0 && code <= 0xffff;
  const auto value = is_character ? static_cast<std::uint32_t>(code) : 0;
  const bool is_half_of_pair = value >= 0xd800 && value < 0xe000;
  if (is_half_of_pair || !is_character) {
    text += '?';
  } else if (value < 0x80) {
    text += static_cast<char>(value);
  } else if (value < 0x800) {
    text += static_cast<char>(0xc0 | value >> 6);
    text += static_cast<char>(0x80 | (value & 0x3f));
  } else {
    text += static_cast<char>(0xe0 | value >> 12);
    text += static_cast<char>(0x80 | (value >> 6 & 0x3f));
    text += static_cast<char>(0x80 | (value & 0x3f));
  }
}

class ValueReader {
 public:
  ValueReader(Mat5Stream& stream, std::uint64_t most_bytes) : stream_(stream), most_bytes_(most_bytes) {}

  Mat5Value read(std::uint64_t end, int depth = 0) {
    MatVariable header = read_mat5_header(stream_);
    Mat5Value value;
    value.class_name = std::move(header.class_name);
    value.dimensions = std::move(header.dimensions);
    take_memory(sizeof(Mat5Value));
    if (value.class_name == "struct" && depth < kMostMatDepth) {
      value.names = read_mat5_field_names(stream_);
      read_elements(value, count_of(value) * value.names.size(), end, depth);
    } else if (value.class_name == "cell" && depth < kMostMatDepth) {
      read_elements(value, count_of(value), end, depth);
    } else if (!header.is_complex && value.class_name != "sparse" && stream_.position() < end) {
      read_numbers(value);
    }
    skip_to_mat5_end(stream_, end);
    return value;
  }

 private:
  // At most the bytes of the stream: every element has some.
  std::uint64_t count_of(const Mat5Value& value) const {
    std::uint64_t count = 1;
    for (const std::uint64_t n : value.dimensions) {
      if (n > 0 && count > stream_.end() / n) throw stream_.fault("more elements than its bytes can hold");
      count *= n;
    }
    return count;
  }

  void take_memory(std::uint64_t bytes) {
    used_bytes_ += bytes;
    if (used_bytes_ > most_bytes_)
      throw stream_.fault("its values need more memory than a file of this size is read to");
  }

  void read_elements(Mat5Value& value, std::uint64_t count, std::uint64_t end, int depth) {
    for (std::uint64_t k = 0; k < count; ++k) {
      take_memory(sizeof(Mat5Value));
      Mat5Value& element = value.elements.emplace_back();
      if (const auto element_end = begin_mat5_array(stream_, end)) element = read(*element_end, depth + 1);
    }
  }

  void read_numbers(Mat5Value& value) {
    constexpr std::uint32_t utf8 = 16, utf16 = 17, bytes_of_text = 2, words_of_text = 4;
    const Mat5Tag tag = stream_.tag();
    const bool is_text = value.class_name == "char";
    const std::uint32_t type = tag.type == utf8 ? bytes_of_text : tag.type == utf16 ? words_of_text : tag.type;
    const Mat5Number* number = mat5_number(type);
    if (number == nullptr || tag.length / number->size > kMostMat5Numbers) return;
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

bool is_wanted(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

const Mat5Value* Mat5Value::field(std::size_t structure, std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end() || structure >= size()) return nullptr;
  return &elements[structure * names.size() + static_cast<std::size_t>(found - names.begin())];
}

std::map<std::string, Mat5Value> read_mat5_values(Input& input, bool big_endian,
                                                  const std::vector<MatVariable>& variables, const MatVariable* parent,
                                                  const std::vector<std::string>& names) {
  std::map<std::string, Mat5Value> values;
  const std::uint64_t most = most_mat_bytes(input.size());
  if (parent == nullptr) {
    for (const MatVariable& variable : variables) {
      if (!is_wanted(names, variable.name)) continue;
      Mat5Stream stream(input, mat5_element(input, big_endian, variable), big_endian);
      values[variable.name] = ValueReader(stream, most).read(stream.end());
    }
    return values;
  }
  Mat5Stream stream(input, mat5_element(input, big_endian, *parent), big_endian);
  ValueReader reader(stream, most);
  read_mat5_header(stream);
  for (const std::string& name : read_mat5_field_names(stream)) {
    const auto end = begin_mat5_array(stream, stream.end());
    if (end && is_wanted(names, name)) {
      values[name] = reader.read(*end);
    } else if (end) {
      skip_to_mat5_end(stream, *end);
    }
  }
  return values;
}

}  // namespace biotropy::files

// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/mat/content_internal.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

// A value as bytes: texts and lists behind their 64-bit length.
class ContentWriter {
 public:
  std::string bytes;

  void add(std::uint64_t number) { add_raw(&number, sizeof number); }

  void add(const std::string& text) {
    add(std::uint64_t{text.size()});
    bytes += text;
  }

  template <class Number>
  void add(const std::vector<Number>& numbers) {
    add(std::uint64_t{numbers.size()});
    add_raw(numbers.data(), numbers.size() * sizeof(Number));
  }

  void add(const MatContent& value) {
    add(value.class_name);
    add(value.dimensions);
    add(value.text);
    add(value.numbers);
    add(std::uint64_t{value.names.size()});
    for (const std::string& name : value.names) add(name);
    add(std::uint64_t{value.elements.size()});
    for (const MatContent& element : value.elements) add(element);
  }

  void add(const MatVariable& variable) {
    add(variable.name);
    add(variable.class_name);
    add(variable.dimensions);
    add(std::uint64_t{variable.is_complex});
    add(variable.obstacle);
    add(variable.damage);
  }

 private:
  void add_raw(const void* from, std::size_t length) { bytes.append(static_cast<const char*>(from), length); }
};

// Every length is checked against the bytes that are left, so that memory stays in proportion to them.
class ContentParser {
 public:
  explicit ContentParser(std::string_view bytes) : left_(bytes) {}

  bool is_complete() const { return ok_ && left_.empty(); }

  bool ok() const { return ok_; }

  std::uint64_t number() {
    std::uint64_t value = 0;
    take(&value, sizeof value);
    return value;
  }

  std::string text() {
    const std::uint64_t length = count(1);
    std::string value(left_.substr(0, static_cast<std::size_t>(length)));
    left_.remove_prefix(value.size());
    return value;
  }

  template <class Number>
  std::vector<Number> numbers() {
    std::vector<Number> values(static_cast<std::size_t>(count(sizeof(Number))));
    take(values.data(), values.size() * sizeof(Number));
    return values;
  }

  MatContent value(int depth = 0) {
    MatContent parsed;
    if (depth > kMostMatDepth) ok_ = false;
    if (!ok_) return parsed;
    parsed.class_name = text();
    parsed.dimensions = numbers<std::uint64_t>();
    parsed.text = text();
    parsed.numbers = numbers<double>();
    for (std::uint64_t k = count(sizeof(std::uint64_t)); k > 0 && ok_; --k) parsed.names.push_back(text());
    constexpr std::uint64_t least = 6 * sizeof(std::uint64_t);
    for (std::uint64_t k = count(least); k > 0 && ok_; --k) parsed.elements.push_back(value(depth + 1));
    return parsed;
  }

  MatVariable variable() {
    MatVariable parsed;
    parsed.name = text();
    parsed.class_name = text();
    parsed.dimensions = numbers<std::uint64_t>();
    parsed.is_complex = number() != 0;
    parsed.obstacle = text();
    parsed.damage = text();
    return parsed;
  }

 private:
  // A length, in things of at least so many bytes each.
  std::uint64_t count(std::uint64_t size) {
    const std::uint64_t announced = number();
    if (announced > left_.size() / size) ok_ = false;
    return ok_ ? announced : 0;
  }

  void take(void* to, std::size_t length) {
    if (length > left_.size()) ok_ = false;
    if (!ok_ || length == 0) return;
    std::memcpy(to, left_.data(), length);
    left_.remove_prefix(length);
  }

  std::string_view left_;
  bool ok_ = true;
};

}  // namespace

const MatContent* MatContent::field(std::size_t structure, std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end() || structure >= size()) return nullptr;
  return &elements[structure * names.size() + static_cast<std::size_t>(found - names.begin())];
}

void add_character(double unit, std::string& text) {
  const bool is_character = unit >= 0.0 && unit <= 0xffff;
  const auto value = is_character ? static_cast<std::uint32_t>(unit) : 0;
  const bool is_half_of_pair = value >= 0xd800 && value < 0xe000;
  append_character(is_half_of_pair || !is_character ? '?' : value, text);
}

std::string to_bytes(const MatDataSet& set) {
  ContentWriter writer;
  writer.add(set.data);
  writer.add(std::uint64_t{set.values.size()});
  for (const auto& [name, value] : set.values) {
    writer.add(name);
    writer.add(value);
  }
  return std::move(writer.bytes);
}

std::optional<MatDataSet> data_set_of(std::string_view bytes) {
  ContentParser parser(bytes);
  MatDataSet set;
  set.data = parser.variable();
  for (std::uint64_t k = parser.number(); k > 0 && parser.ok(); --k) {
    std::string name = parser.text();
    set.values[std::move(name)] = parser.value();
  }
  if (!parser.is_complete()) return std::nullopt;
  return set;
}

}  // namespace biotropy::files

// SPDX-License-Identifier: Apache-2.0
#include "biotropy/byte_order_internal.hpp"
#include "biotropy/files/results/arrays_internal.hpp"

namespace biotropy::files {

namespace {

class Packer {
 public:
  void number(std::uint64_t value) { append_little_endian(value, bytes_); }
  void number(double value) { append_little_endian(value, bytes_); }
  void text(const std::string& value) {
    number(std::uint64_t{value.size()});
    bytes_ += value;
  }
  void numbers(const std::vector<double>& values) {
    number(std::uint64_t{values.size()});
    append_little_endian(std::span(values), bytes_);
  }
  void texts(const std::vector<std::string>& values) {
    number(std::uint64_t{values.size()});
    for (const std::string& value : values) text(value);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads at most the given bytes; beyond them everything is empty and whole() is false.
class Unpacker {
 public:
  explicit Unpacker(const std::string& bytes) : bytes_(bytes) {}

  std::uint64_t count() {
    std::uint64_t value = 0;
    take(std::span(&value, 1));
    return value;
  }
  /// Reads a count of items that take at least `smallest` bytes each.
  std::size_t count_of(std::size_t smallest) {
    const std::uint64_t value = count();
    if (value > (bytes_.size() - position_) / smallest) whole_ = false;
    return whole_ ? static_cast<std::size_t>(value) : 0;
  }
  double real() {
    double value = 0.0;
    take(std::span(&value, 1));
    return value;
  }
  std::string text() {
    std::string value(count_of(1), '\0');
    take(std::span(value));
    return value;
  }
  std::vector<double> numbers() {
    std::vector<double> values(count_of(sizeof(double)));
    take(std::span(values));
    return values;
  }
  std::vector<std::string> texts() {
    std::vector<std::string> values(count_of(sizeof(std::uint64_t)));
    for (std::string& value : values) value = text();
    return values;
  }
  bool whole() const { return whole_; }
  bool at_end() const { return position_ == bytes_.size(); }

 private:
  template <class Number>
  void take(std::span<Number> numbers) {
    if (!whole_ || numbers.size_bytes() > bytes_.size() - position_) {
      whole_ = false;
      return;
    }
    take_little_endian(bytes_.data() + position_, numbers);
    position_ += numbers.size_bytes();
  }

  const std::string& bytes_;
  std::size_t position_ = 0;
  bool whole_ = true;
};

}  // namespace

std::string packed(const Arrays& arrays) {
  Packer packer;
  packer.number(std::uint64_t{arrays.dimensions.size()});
  for (const auto& [name, length] : arrays.dimensions) {
    packer.text(name);
    packer.number(length);
  }
  packer.number(std::uint64_t{arrays.attributes.size()});
  for (const Parameter& attribute : arrays.attributes) {
    const auto* text = std::get_if<std::string>(&attribute.value);
    packer.text(attribute.name);
    packer.number(std::uint64_t{text != nullptr});
    if (text != nullptr)
      packer.text(*text);
    else
      packer.number(std::get<double>(attribute.value));
  }
  packer.number(std::uint64_t{arrays.variables.size()});
  for (const ArrayVariable& variable : arrays.variables) {
    packer.text(variable.name);
    packer.texts(variable.dimensions);
    packer.number(std::uint64_t{variable.is_text});
    packer.numbers(variable.numbers);
    packer.texts(variable.texts);
  }
  return packer.take();
}

std::optional<Arrays> unpacked(const std::string& bytes) {
  constexpr std::size_t least = sizeof(std::uint64_t);
  Unpacker unpacker(bytes);
  Arrays arrays;
  arrays.dimensions.resize(unpacker.count_of(2 * least));
  for (auto& [name, length] : arrays.dimensions) {
    name = unpacker.text();
    length = unpacker.count();
  }
  arrays.attributes.resize(unpacker.count_of(3 * least));
  for (Parameter& attribute : arrays.attributes) {
    attribute.name = unpacker.text();
    if (unpacker.count() != 0)
      attribute.value = unpacker.text();
    else
      attribute.value = unpacker.real();
  }
  arrays.variables.resize(unpacker.count_of(5 * least));
  for (ArrayVariable& variable : arrays.variables) {
    variable.name = unpacker.text();
    variable.dimensions = unpacker.texts();
    variable.is_text = unpacker.count() != 0;
    variable.numbers = unpacker.numbers();
    variable.texts = unpacker.texts();
  }
  if (!unpacker.whole() || !unpacker.at_end()) return std::nullopt;
  return arrays;
}

}  // namespace biotropy::files

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "biotropy/files/formats/mat5_internal.hpp"
#include "biotropy/files/formats/mat5_stream_internal.hpp"
#include "biotropy/files/formats/number_internal.hpp"
#include "biotropy/files/formats/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::uint64_t kFileHeaderBytes = 128, kTagBytes = 8;
constexpr std::uint32_t kInt8 = 1, kUint8 = 2, kInt32 = 5, kUint32 = 6, kMatrix = 14, kCompressed = 15, kUtf8 = 16;
constexpr std::uint64_t kMostMatDimensions = 32;

enum class Mat5Class : unsigned char { structure = 2, opaque = 17 };

std::string_view class_word(unsigned code) {
  constexpr std::array<std::string_view, 18> words = {
      "",      "cell",  "struct", "object", "char",   "sparse", "double", "single",          "int8",
      "uint8", "int16", "uint16", "int32",  "uint32", "int64",  "uint64", "function handle", "object"};
  return code < words.size() && code > 0 ? words[code] : "unknown class";
}

struct StoredNumber {
  std::uint32_t type;
  std::size_t size;
  double (*decode)(const std::byte*, bool big_endian);
};

constexpr StoredNumber kStored[] = {
    {1, 1, number_at<std::int8_t, std::uint8_t>},    {2, 1, number_at<std::uint8_t, std::uint8_t>},
    {3, 2, number_at<std::int16_t, std::uint16_t>},  {4, 2, number_at<std::uint16_t, std::uint16_t>},
    {5, 4, number_at<std::int32_t, std::uint32_t>},  {6, 4, number_at<std::uint32_t, std::uint32_t>},
    {7, 4, number_at<float, std::uint32_t>},         {9, 8, number_at<double, std::uint64_t>},
    {12, 8, number_at<std::int64_t, std::uint64_t>}, {13, 8, number_at<std::uint64_t, std::uint64_t>},
};

struct Chain {
  std::vector<MatElement> elements;
  std::string fault;  // reason for an early end
};

Chain chain_of(Input& input, bool big_endian) {
  Chain chain;
  std::uint64_t offset = kFileHeaderBytes;
  while (input.size() - offset >= kTagBytes) {
    const auto bytes = input.view(offset, kTagBytes);
    const auto type = bits_at<std::uint32_t>(bytes.data(), big_endian);
    const std::uint64_t length = bits_at<std::uint32_t>(bytes.data() + 4, big_endian);
    const std::uint64_t left = input.size() - offset - kTagBytes;
    if (type != kMatrix && type != kCompressed) chain.fault = fmt::format("type {} is no variable", type);
    if (length > left) chain.fault = fmt::format("it announces {} bytes, but {} follow", length, left);
    if (chain.elements.size() == kMostMatVariables) chain.fault = "more variables than are read";
    if (!chain.fault.empty()) {
      chain.fault = fmt::format("variable {}, at byte {}: {}", chain.elements.size() + 1, offset, chain.fault);
      break;
    }
    chain.elements.push_back({offset + kTagBytes, length, type == kCompressed});
    offset += kTagBytes + length;
  }
  return chain;
}

bool is_name(std::uint32_t type) {
  return type == kInt8 || type == kUint8 || type == kUtf8;
}

// Reads the flags, dimensions and name at the start of every array.
MatVariable read_array_header(Mat5Stream& stream) {
  const Mat5Tag flags = stream.tag();
  if (flags.type != kUint32 || flags.length != 8) throw stream.fault("its flags are missing");
  constexpr std::uint32_t logical = 0x200, complex = 0x800, class_bits = 0xff;
  const std::uint32_t word = stream.word();
  stream.word();
  MatVariable variable;
  const std::string_view class_name = class_word(word & class_bits);
  // The flag for logical values also applies to sparse matrices.
  variable.class_name = class_name == "uint8" && (word & logical) != 0 ? "logical" : class_name;
  variable.is_complex = (word & complex) != 0;
  if ((word & class_bits) != static_cast<unsigned>(Mat5Class::opaque)) {
    const Mat5Tag dimensions = stream.tag();
    const bool known = (dimensions.type == kInt32 || dimensions.type == kUint32) && dimensions.length % 4 == 0 &&
                       dimensions.length >= 8 && dimensions.length <= 4 * kMostMatDimensions;
    if (!known) throw stream.fault("its dimensions are missing");
    for (std::uint64_t k = 0; k < dimensions.length / 4; ++k) variable.dimensions.push_back(stream.word());
    stream.skip(dimensions.padded - dimensions.length);
  }
  const Mat5Tag name = stream.tag();
  if (!is_name(name.type) && name.length > 0) throw stream.fault("its name is missing");
  variable.name = to_utf8(stream.text(name));
  return variable;
}

// Field names have equal width, padded with NUL.
std::vector<std::string> read_field_names(Mat5Stream& stream) {
  const Mat5Tag width_tag = stream.tag();
  if (width_tag.type != kInt32 || width_tag.length != 4) throw stream.fault("the names of its fields are missing");
  const std::uint32_t width = stream.word();
  stream.skip(width_tag.padded - width_tag.length);
  const Mat5Tag names_tag = stream.tag();
  if (!is_name(names_tag.type) && names_tag.length > 0) throw stream.fault("the names of its fields are missing");
  const std::string bytes = stream.text(names_tag);
  if (!bytes.empty() && (width == 0 || bytes.size() % width != 0))
    throw stream.fault("the names of its fields are missing");
  std::vector<std::string> names;
  for (std::size_t at = 0; at < bytes.size(); at += width) {
    const std::string_view name = std::string_view(bytes).substr(at, width);
    names.push_back(to_utf8(name.substr(0, name.find('\0'))));
  }
  return names;
}

bool is_single_structure(const MatVariable& variable) {
  return variable.class_name == "struct" && variable.dimensions == std::vector<std::uint64_t>{1, 1};
}

// End of the array that begins here; nothing if the field is empty.
std::optional<std::uint64_t> begin_field(Mat5Stream& stream, std::uint64_t end) {
  const Mat5Tag tag = stream.tag();
  if (tag.type != kMatrix) throw stream.fault("a field is no array");
  if (tag.length == 0) return std::nullopt;
  if (stream.position() + tag.length > end) throw stream.fault("a field is longer than its structure");
  return stream.position() + tag.length;
}

void skip_to(Mat5Stream& stream, std::uint64_t end) {
  if (stream.position() > end) throw stream.fault("a field is longer than it announces");
  stream.skip(end - stream.position());
}

class Mat5Lister {
 public:
  MatVariable variable_at(Mat5Stream& stream) {
    MatVariable variable = read_array_header(stream);
    variable.path = {variable.name};
    list_fields(stream, stream.end(), variable);
    return variable;
  }

 private:
  void list_fields(Mat5Stream& stream, std::uint64_t end, MatVariable& parent) {
    if (!is_single_structure(parent) || parent.path.size() > kMostMatDepth) return;
    for (const std::string& name : read_field_names(stream)) {
      if (++n_fields_ > kMostMatVariables) return;
      MatVariable field;
      if (const auto field_end = begin_field(stream, end)) {
        field = read_array_header(stream);
        set_name(field, parent, name);
        list_fields(stream, *field_end, field);
        skip_to(stream, *field_end);
      } else {
        field.class_name = "double";
        field.dimensions = {0, 0};
        set_name(field, parent, name);
      }
      parent.fields.push_back(std::move(field));
    }
  }

  static void set_name(MatVariable& field, const MatVariable& parent, const std::string& name) {
    field.name = parent.name + "." + name;
    field.path = parent.path;
    field.path.push_back(name);
  }

  std::uint64_t n_fields_ = 0;
};

// Skips the header of the named array and returns where the array ends.
std::uint64_t go_to(Mat5Stream& stream, const std::vector<std::string>& path) {
  std::uint64_t end = stream.end();
  read_array_header(stream);
  for (std::size_t depth = 1; depth < path.size(); ++depth) {
    bool found = false;
    for (const std::string& name : read_field_names(stream)) {
      const auto field_end = begin_field(stream, end);
      found = field_end && name == path[depth];
      if (found) {
        end = *field_end;
        read_array_header(stream);
        break;
      }
      if (field_end) skip_to(stream, *field_end);
    }
    if (!found) throw stream.fault("a field that was listed is not there");
  }
  return end;
}

const StoredNumber& stored_number(const Mat5Stream& stream, const Mat5Tag& tag, const MatShape& shape) {
  const auto* found = std::find_if(std::begin(kStored), std::end(kStored),
                                   [&](const StoredNumber& one) { return one.type == tag.type; });
  if (found == std::end(kStored) || tag.length % found->size != 0 ||
      tag.length / found->size / shape.rows != shape.columns || tag.length / found->size % shape.rows != 0) {
    throw stream.fault(
        fmt::format("{} bytes of type {} are not {} x {} numbers", tag.length, tag.type, shape.rows, shape.columns));
  }
  return *found;
}

void send_numbers(Mat5Stream& stream, const StoredNumber& type, std::uint64_t count, MatSink& sink) {
  constexpr std::uint64_t block = 8'192;
  std::vector<std::byte> bytes(block * type.size);
  std::vector<double> numbers(block);
  for (std::uint64_t done = 0; done < count;) {
    const auto length = static_cast<std::size_t>(std::min(block, count - done));
    stream.read(bytes.data(), length * type.size);
    for (std::size_t k = 0; k < length; ++k) numbers[k] = type.decode(&bytes[k * type.size], stream.big_endian());
    sink.take(std::span<const double>(numbers).first(length));
    done += length;
  }
}

}  // namespace

std::vector<MatVariable> list_mat5(Input& input, bool big_endian, std::vector<std::string>& warnings) {
  const Chain chain = chain_of(input, big_endian);
  if (chain.elements.empty()) throw input.bad_file(chain.fault.empty() ? "the file holds no variables" : chain.fault);
  if (!chain.fault.empty()) warnings.push_back(chain.fault + "; only what precedes it was read");
  std::vector<MatVariable> variables;
  Mat5Lister lister;
  for (std::uint64_t element = 0; element < chain.elements.size(); ++element) {
    MatVariable variable;
    try {
      Mat5Stream stream(input, chain.elements[element], big_endian);
      variable = lister.variable_at(stream);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::bad_file) throw;
      variable.class_name = "damaged";
      variable.damage = error.what();
    }
    variable.element = element;
    variables.push_back(std::move(variable));
  }
  return variables;
}

void read_mat5(Input& input, bool big_endian, const MatVariable& variable, MatSink& sink) {
  const MatElement element = chain_of(input, big_endian).elements.at(variable.element);
  Mat5Stream stream(input, element, big_endian);
  const std::uint64_t end = go_to(stream, variable.path);
  const MatShape shape{variable.name, variable.dimensions.at(0), variable.dimensions.at(1),
                       variable.class_name == "int64" || variable.class_name == "uint64"};
  const Mat5Tag tag = stream.tag();
  const StoredNumber& type = stored_number(stream, tag, shape);
  const std::uint64_t left = end - std::min(end, stream.position());
  if (left < tag.length || left > tag.padded) {
    throw stream.fault(fmt::format("its numbers have {} bytes, but {} follow", tag.length, left));
  }
  sink.begin(shape);
  send_numbers(stream, type, shape.rows * shape.columns, sink);
  skip_to(stream, end);
  stream.finish();
}

}  // namespace biotropy::files

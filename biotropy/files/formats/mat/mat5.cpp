// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "biotropy/files/formats/mat/mat5_array_internal.hpp"
#include "biotropy/files/formats/mat/versions_internal.hpp"
#include "biotropy/files/formats/number_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::uint64_t kFileHeaderBytes = 128, kTagBytes = 8;
constexpr std::uint32_t kMatrix = 14, kCompressed = 15;

struct Chain {
  std::vector<MatElement> elements;
  std::string fault;          // reason for an early end
  bool is_displaced = false;  // something else than a variable follows: bytes were lost or added in front
};

Chain chain_of(Input& input, bool big_endian) {
  Chain chain;
  std::uint64_t offset = kFileHeaderBytes;
  while (input.size() - offset >= kTagBytes) {
    const auto bytes = input.view(offset, kTagBytes);
    const auto type = bits_at<std::uint32_t>(bytes.data(), big_endian);
    const std::uint64_t length = bits_at<std::uint32_t>(bytes.data() + 4, big_endian);
    const std::uint64_t left = input.size() - offset - kTagBytes;
    chain.is_displaced = type != kMatrix && type != kCompressed;
    if (chain.is_displaced) chain.fault = fmt::format("type {} is no variable", type);
    if (length > left) chain.fault = fmt::format("it announces {} bytes, but {} follow", length, left);
    if (chain.elements.size() == kMostMatVariables) chain.fault = "more variables than are read";
    if (!chain.fault.empty()) {
      chain.fault = fmt::format("variable {}, at byte {}: {}", chain.elements.size() + 1, offset, chain.fault);
      break;
    }
    chain.elements.push_back({offset + kTagBytes, length, type == kCompressed});
    offset += kTagBytes + length;
  }
  if (chain.fault.empty() && offset != input.size()) {
    chain.is_displaced = true;
    chain.fault = fmt::format("the last variable ends at byte {}, and the file has {}", offset, input.size());
  }
  return chain;
}

bool is_single_structure(const MatVariable& variable) {
  return variable.class_name == "struct" && variable.dimensions == std::vector<std::uint64_t>{1, 1};
}

class Mat5Lister {
 public:
  MatVariable variable_at(Mat5Stream& stream, std::uint64_t element) {
    MatVariable variable = read_mat5_header(stream);
    variable.path = {variable.name};
    variable.element = element;
    if (!list_fields(stream, stream.end(), variable)) look_inside(stream, variable);
    return variable;
  }

 private:
  // What is damaged within cells does not matter to other variables.
  static void look_inside(Mat5Stream& stream, MatVariable& variable) {
    if (variable.class_name != "cell" && variable.class_name != "struct") return;
    try {
      variable.holds_arrays = skip_mat5_contents(stream, variable, stream.end());
    } catch (const Error& error) {
      if (error.code() != ErrorCode::bad_file) throw;
    }
  }

  // Goes to the end of the fields where the parent has some that are listed.
  bool list_fields(Mat5Stream& stream, std::uint64_t end, MatVariable& parent) {
    if (!is_single_structure(parent) || parent.path.size() > kMostMatDepth) return false;
    for (const std::string& name : read_mat5_field_names(stream)) {
      if (++n_fields_ > kMostMatVariables) throw stream.fault("more fields than are read");
      MatVariable field;
      if (const auto field_end = begin_mat5_array(stream, end)) {
        field = read_mat5_header(stream);
        set_name(field, parent, name);
        if (!list_fields(stream, *field_end, field)) {
          const bool several = skip_mat5_contents(stream, field, *field_end);
          field.holds_arrays = several && (field.class_name == "cell" || field.class_name == "struct");
        }
      } else {
        field.class_name = "double";
        field.dimensions = {0, 0};
        set_name(field, parent, name);
      }
      parent.fields.push_back(std::move(field));
    }
    return true;
  }

  static void set_name(MatVariable& field, const MatVariable& parent, const std::string& name) {
    field.name = parent.name + "." + name;
    field.path = parent.path;
    field.path.push_back(name);
    field.element = parent.element;
  }

  std::uint64_t n_fields_ = 0;
};

// Skips the header of the named array and returns where the array ends.
std::uint64_t go_to(Mat5Stream& stream, const std::vector<std::string>& path) {
  std::uint64_t end = stream.end();
  read_mat5_header(stream);
  for (std::size_t depth = 1; depth < path.size(); ++depth) {
    bool found = false;
    for (const std::string& name : read_mat5_field_names(stream)) {
      const auto field_end = begin_mat5_array(stream, end);
      found = field_end && name == path[depth];
      if (found) {
        end = *field_end;
        read_mat5_header(stream);
        break;
      }
      if (field_end) skip_mat5_array(stream, *field_end);
    }
    if (!found) throw stream.fault("a field that was listed is not there");
  }
  return end;
}

const Mat5Number& stored_number(const Mat5Stream& stream, const Mat5Tag& tag, const MatShape& shape) {
  const Mat5Number* found = mat5_number(tag.type);
  if (found == nullptr || tag.length % found->size != 0 || tag.length / found->size / shape.rows != shape.columns ||
      tag.length / found->size % shape.rows != 0) {
    throw stream.fault(
        fmt::format("{} bytes of type {} are not {} x {} numbers", tag.length, tag.type, shape.rows, shape.columns));
  }
  return *found;
}

void send_numbers(Mat5Stream& stream, const Mat5Number& type, std::uint64_t count, MatSink& sink) {
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

std::vector<MatVariable> list_mat5(Input& input, bool big_endian, Notices& notices) {
  const Chain chain = chain_of(input, big_endian);
  if (chain.elements.empty()) throw input.bad_file(chain.fault.empty() ? "the file holds no variables" : chain.fault);
  if (chain.is_displaced) {
    throw input.bad_file(chain.fault + "; bytes were added to the variables in front or lost from them");
  }
  if (!chain.fault.empty()) {
    const bool are_many = chain.elements.size() == kMostMatVariables;
    notices.push_back(
        warning(are_many ? "variables_left_out" : "file_cut", chain.fault + "; only what precedes it was read"));
  }
  std::vector<MatVariable> variables;
  Mat5Lister lister;
  for (std::uint64_t element = 0; element < chain.elements.size(); ++element) {
    MatVariable variable;
    try {
      Mat5Stream stream(input, chain.elements[element], big_endian);
      variable = lister.variable_at(stream, element);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::bad_file) throw;
      variable.class_name = "damaged";
      variable.damage = error.what();
    }
    variables.push_back(std::move(variable));
  }
  return variables;
}

MatElement mat5_element(Input& input, bool big_endian, const MatVariable& variable) {
  return chain_of(input, big_endian).elements.at(variable.element);
}

void read_mat5(Input& input, bool big_endian, const MatVariable& variable, MatSink& sink) {
  Mat5Stream stream(input, mat5_element(input, big_endian, variable), big_endian);
  const std::uint64_t end = go_to(stream, variable.path);
  const MatShape shape{variable.name, variable.dimensions.at(0), variable.dimensions.at(1),
                       variable.class_name == "int64" || variable.class_name == "uint64"};
  const Mat5Tag tag = stream.tag();
  const Mat5Number& type = stored_number(stream, tag, shape);
  const std::uint64_t left = end - std::min(end, stream.position());
  if (left < tag.length || left > tag.padded) {
    throw stream.fault(fmt::format("its numbers have {} bytes, but {} follow", tag.length, left));
  }
  if (!sink.begin(shape)) return;
  send_numbers(stream, type, shape.rows * shape.columns, sink);
  skip_to_mat5_end(stream, end);
  stream.finish();
}

}  // namespace biotropy::files

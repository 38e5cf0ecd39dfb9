// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/mat.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <vector>

#include "biotropy/files/array_internal.hpp"
#include "biotropy/files/input.hpp"
#include "biotropy/files/isolated_internal.hpp"
#include "biotropy/files/mat_check_internal.hpp"
#include "biotropy/files/mat_variable_internal.hpp"
#include "biotropy/files/text_internal.hpp"

namespace biotropy::files {

namespace {

constexpr std::uint64_t kMatHeaderBytes = 128;
constexpr std::uint64_t kTagBytes = 8;
constexpr std::uint32_t kMatrixType = 14, kCompressedType = 15;

// Deflate makes at most 1032 bytes of one.
constexpr std::uint64_t kMostExpansion = 1032;

enum class MatVersion { five, seven_three };

struct MatFile {
  MatVersion version = MatVersion::five;
  bool big_endian = false;
  std::vector<MatElement> elements;  // of version 5
};

MatFile read_header(Input& input) {
  const bool known = input.size() >= kMatHeaderBytes && input.text(0, 6) == "MATLAB";
  if (!known)
    throw input.bad_file("a MATLAB file of version 5 or 7.3 begins with 'MATLAB' and has a header of 128 bytes");
  const std::string_view order = input.text(126, 2);
  const bool big_endian = order == "MI";
  const std::string_view version = input.text(124, 2);
  const auto major = static_cast<unsigned char>(version[big_endian ? 0 : 1]);
  if ((order != "IM" && order != "MI") || (major != 1 && major != 2)) {
    throw input.error(ErrorCode::unsupported, "a MATLAB file of neither version 5 nor 7.3; save it with -v7 or -v7.3");
  }
  return {major == 1 ? MatVersion::five : MatVersion::seven_three, big_endian, {}};
}

std::uint32_t word_at(Input& input, std::uint64_t offset, bool big_endian) {
  const auto bytes = input.view(offset, 4);
  std::uint32_t value = 0;
  for (std::size_t k = 0; k < 4; ++k)
    value = (value << 8) | std::to_integer<std::uint32_t>(bytes[big_endian ? k : 3 - k]);
  return value;
}

// Version 5 is a chain of variables, each with its length: those that end inside the file can be read.
void find_elements(Input& input, MatFile& file, std::vector<std::string>& warnings) {
  std::uint64_t offset = kMatHeaderBytes;
  while (input.size() - offset >= kTagBytes) {
    const std::uint32_t type = word_at(input, offset, file.big_endian);
    const std::uint64_t length = word_at(input, offset + 4, file.big_endian);
    const std::uint64_t left = input.size() - offset - kTagBytes;
    std::string fault;
    if (type != kMatrixType && type != kCompressedType) fault = fmt::format("type {} is no variable", type);
    if (length > left) fault = fmt::format("it announces {} bytes, but {} follow", length, left);
    if (!fault.empty()) {
      fault = fmt::format("variable {}, at byte {}: {}", file.elements.size() + 1, offset, fault);
      if (file.elements.empty()) throw input.bad_file(fault);
      warnings.push_back(fault + "; only what stands in front of it was read");
      return;
    }
    file.elements.push_back({offset + kTagBytes, length, type == kCompressedType});
    offset += kTagBytes + length;
  }
  if (file.elements.empty()) throw input.bad_file("the file holds no variables");
}

constexpr const char* kDamaged =
    "the MATLAB file is damaged: reading it failed, or needed more memory than a file of this size can fill";

// The child sent what no child sends.
[[noreturn]] void throw_broken(const Input& input) {
  throw input.bad_file(kDamaged);
}

template <class Value>
Value receive(const Input& input, Isolated& child) {
  Value value{};
  if (!child.receive(&value, sizeof value)) throw unfinished(child, input, kDamaged);
  return value;
}

std::string receive_text(const Input& input, Isolated& child, std::uint64_t length) {
  constexpr std::uint64_t kLongestName = 65'536;
  if (length > kLongestName) throw_broken(input);
  std::string text(static_cast<std::size_t>(length), '\0');
  if (!child.receive(text.data(), text.size())) throw unfinished(child, input, kDamaged);
  return text;
}

[[noreturn]] void throw_error(const Input& input, Isolated& child, const OpenOptions& options) {
  const auto code = static_cast<ErrorCode>(receive<std::uint32_t>(input, child));
  const std::string message = receive_text(input, child, receive<std::uint32_t>(input, child));
  if (code == ErrorCode::invalid_argument) throw Error::argument("variable", options.variable, message);
  throw input.error(code, message);
}

MatArray receive_array(const Input& input, Isolated& child, const MatRequest& request, const OpenOptions& options) {
  const auto answer = receive<MatAnswer>(input, child);
  if (answer == MatAnswer::error) throw_error(input, child, options);
  if (answer != MatAnswer::array) throw_broken(input);
  const auto array = receive<MatArray>(input, child);
  // A child that fell over hostile bytes may say anything.
  const bool possible = array.rows > 0 && array.columns > 0 && array.columns <= request.most_numbers / array.rows;
  if (!possible) throw_broken(input);
  return array;
}

void receive_numbers(const Input& input, Isolated& child, const MatArray& array, const OpenOptions& options,
                     ArrayFiller& filler, std::vector<std::string>& warnings) {
  std::uint64_t left = array.rows * array.columns;
  bool rounded = false;
  std::vector<double> block;
  while (true) {
    const auto answer = receive<MatAnswer>(input, child);
    if (answer == MatAnswer::error) throw_error(input, child, options);
    if (answer == MatAnswer::end && left == 0) break;
    if (answer != MatAnswer::numbers) throw_broken(input);
    const auto count = receive<std::uint64_t>(input, child);
    if (count > std::min(left, kMatBlock)) throw_broken(input);
    block.resize(static_cast<std::size_t>(count));
    if (!child.receive(block.data(), block.size() * sizeof(double))) throw unfinished(child, input, kDamaged);
    for (const double value : block) {
      rounded |= array.is_wide != 0 && std::abs(value) > kExactIntegers;
      filler.put(value);
    }
    left -= count;
  }
  if (rounded) warnings.push_back(kRoundedIntegers);
}

// The samples as doubles, and as the library has them.
std::uint64_t most_memory(std::uint64_t most_numbers) {
  return 2 * sizeof(double) * most_numbers;
}

// The program needs the other half for the samples themselves.
std::uint64_t half_of_memory() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) / 2 *
         static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

bool is_limited_from_outside() {
  rlimit bounds = {};
  return ::getrlimit(RLIMIT_AS, &bounds) == 0 && bounds.rlim_cur != RLIM_INFINITY;
}

IsolationLimits limits_of(std::uint64_t file_size, std::uint64_t most_numbers) {
  constexpr std::uint64_t kLibraries = std::uint64_t{256} << 20;
  // Slow discs and large compressed variables take their time before the first number arrives.
  constexpr std::uint64_t kSlowestBytesPerMillisecond = 2'000, kPatience = 20'000, kMostPatience = 3'600'000;
  const std::uint64_t patience = std::min(kPatience + file_size / kSlowestBytesPerMillisecond, kMostPatience);
  return {kLibraries + std::min(most_memory(most_numbers), half_of_memory()), std::chrono::milliseconds(patience)};
}

// What a file of this size can hold: one byte a number, or a fraction of it where it is compressed.
MatRequest request_for(const Input& input, const MatFile& file, const OpenOptions& options) {
  MatRequest request{input.name(), options.variable, input.size(), file.elements.size(), false};
  if (file.version == MatVersion::seven_three) request.most_variables = std::numeric_limits<std::uint64_t>::max();
  const bool plain = std::none_of(file.elements.begin(), file.elements.end(), [](auto& e) { return e.compressed; });
  if (file.version == MatVersion::seven_three || !plain) request.most_numbers *= kMostExpansion;
  request.may_lack_memory = most_memory(request.most_numbers) > half_of_memory() || is_limited_from_outside();
  return request;
}

}  // namespace

series::Recording read_mat(const std::filesystem::path& path, const OpenOptions& options) {
  validate(options);
  Input input(path);
  series::Recording recording;
  recording.path = input.name();
  MatFile file = read_header(input);
  recording.format = file.version == MatVersion::five ? "MAT 5" : "MAT 7.3";
  if (file.version == MatVersion::five) find_elements(input, file, recording.warnings);

  const MatRequest request = request_for(input, file, options);
  Isolated child([&](const Sender& sender) { send_mat_variable(request, sender); },
                 limits_of(input.size(), request.most_numbers));
  const MatArray array = receive_array(input, child, request, options);
  const std::string name = receive_text(input, child, array.name_length);
  if (file.version == MatVersion::five) {
    if (array.position >= file.elements.size()) throw_broken(input);
    check_mat_element(input, file.elements[array.position], file.big_endian, array.rows, array.columns);
  }
  if (array.n_candidates > 1 && options.variable.empty()) {
    recording.warnings.push_back(fmt::format("variable {} ({} x {}) was read, the largest of {} numeric ones",
                                             in_quotes(name), array.rows, array.columns, array.n_candidates));
  }
  const bool by_rows = rows_are_channels(input, array.rows, array.columns, options.orientation);
  const ArrayLayout layout = layout_of(input, array.rows, array.columns, by_rows, /*rows_vary_fastest=*/true);
  ArrayFiller filler(layout, options, name, recording);
  receive_numbers(input, child, array, options, filler, recording.warnings);
  return recording;
}

}  // namespace biotropy::files

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <netcdf.h>
#include <netcdf_mem.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "biotropy/byte_order_internal.hpp"
#include "biotropy/error.hpp"
#include "biotropy/files/output.hpp"
#include "biotropy/files/results/arrays_internal.hpp"
#include "biotropy/files/results/netcdf_definitions_internal.hpp"
#include "biotropy/files/sha256.hpp"
#include "biotropy/system/memory.hpp"

namespace biotropy::files {

namespace {

constexpr std::size_t kLongestText = 65'536;
constexpr int kMostNamed = 10'000;

class OpenFile {
 public:
  explicit OpenFile(int id) : id_(id) {}
  ~OpenFile() {
    if (id_ >= 0) nc_close(id_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  int id() const { return id_; }
  /// Bytes of a file in memory; the caller frees them.
  NC_memio close_in_memory() {
    NC_memio memory{};
    require(nc_close_memio(std::exchange(id_, -1), &memory));
    return memory;
  }

 private:
  int id_;
};

[[noreturn]] void refuse(const std::string& fault) {
  throw Error(ErrorCode::bad_file, fault);
}

std::string name_of_dimension(int file, int dimension) {
  std::array<char, NC_MAX_NAME + 1> name{};
  require(nc_inq_dimname(file, dimension, name.data()));
  return name.data();
}

void read_attribute(int file, int index, Arrays& arrays) {
  std::array<char, NC_MAX_NAME + 1> name{};
  require(nc_inq_attname(file, NC_GLOBAL, index, name.data()));
  nc_type type = NC_NAT;
  std::size_t length = 0;
  require(nc_inq_att(file, NC_GLOBAL, name.data(), &type, &length));
  if (length > kLongestText) refuse(fmt::format("attribute {} is too long", name.data()));
  if (type == NC_CHAR) {
    std::string text(length, '\0');
    if (length > 0) require(nc_get_att_text(file, NC_GLOBAL, name.data(), text.data()));
    arrays.attributes.push_back({name.data(), text});
  } else if (type != NC_STRING && length == 1) {
    double value = 0.0;
    require(nc_get_att_double(file, NC_GLOBAL, name.data(), &value));
    arrays.attributes.push_back({name.data(), value});
  }
}

void read_texts(int file, int id, std::size_t count, ArrayVariable& variable) {
  std::vector<char*> texts(count);
  if (count > 0) require(nc_get_var_string(file, id, texts.data()));
  for (const char* text : texts) variable.texts.emplace_back(text != nullptr ? text : "");
  if (count > 0) nc_free_string(count, texts.data());
  for (const std::string& text : variable.texts) {
    if (text.size() > kLongestText) refuse(fmt::format("a text of variable {} is too long", variable.name));
  }
}

/// `bytes_left` is the file's budget for numbers and texts; each variable subtracts its part.
void read_variable(int file, int id, std::uint64_t& bytes_left, Arrays& arrays) {
  constexpr std::uint64_t bytes_of_number = 8, bytes_of_text = 16;
  std::array<char, NC_MAX_NAME + 1> name{};
  std::array<int, NC_MAX_VAR_DIMS> dimensions{};
  nc_type type = NC_NAT;
  int rank = 0;
  require(nc_inq_var(file, id, name.data(), &type, &rank, dimensions.data(), nullptr));
  if (type != NC_DOUBLE && type != NC_STRING) return;
  ArrayVariable variable;
  variable.name = name.data();
  variable.is_text = type == NC_STRING;
  std::uint64_t most = bytes_left / (variable.is_text ? bytes_of_text : bytes_of_number), count = 1;
  for (int place = 0; place < rank; ++place) {
    std::size_t length = 0;
    require(nc_inq_dimlen(file, dimensions[static_cast<std::size_t>(place)], &length));
    if (length > 0 && count > most / length) {
      refuse(fmt::format("variable {} announces more values than a file of this size can hold uncompressed",
                         variable.name));
    }
    count *= length;
    variable.dimensions.push_back(name_of_dimension(file, dimensions[static_cast<std::size_t>(place)]));
  }
  bytes_left -= std::min(bytes_left, count * (variable.is_text ? bytes_of_text : bytes_of_number));
  if (variable.is_text) {
    read_texts(file, id, static_cast<std::size_t>(count), variable);
  } else {
    variable.numbers.resize(static_cast<std::size_t>(count));
    if (count > 0) require(nc_get_var_double(file, id, variable.numbers.data()));
  }
  arrays.variables.push_back(std::move(variable));
}

std::size_t length_of(const Arrays& arrays, const ArrayVariable& variable) {
  std::size_t count = 1;
  for (const std::string& name : variable.dimensions) {
    const auto found = std::find_if(arrays.dimensions.begin(), arrays.dimensions.end(),
                                    [&](const auto& dimension) { return dimension.first == name; });
    if (found == arrays.dimensions.end()) {
      throw Error(ErrorCode::invalid_data, fmt::format("variable {}: no dimension {}", variable.name, name));
    }
    count *= static_cast<std::size_t>(found->second);
  }
  return count;
}

void write_variable(int file, const ArrayVariable& variable) {
  std::vector<int> dimensions;
  for (const std::string& name : variable.dimensions) {
    require(nc_inq_dimid(file, name.c_str(), &dimensions.emplace_back()));
  }
  const int id = define_variable(file, variable.name, variable.is_text ? NC_STRING : NC_DOUBLE, dimensions);
  for (const Parameter& attribute : variable.attributes) put_attribute(file, id, attribute.name, attribute.value);
  if (!variable.is_text) {
    if (!variable.numbers.empty()) require(nc_put_var_double(file, id, variable.numbers.data()));
    return;
  }
  std::vector<const char*> texts;
  for (const std::string& text : variable.texts) texts.push_back(text.c_str());
  if (!texts.empty()) require(nc_put_var_string(file, id, texts.data()));
}

// Used part of a file in memory. The HDF5 library rounds it up to 64 KiB; the end address is in the superblock at the
// start of the file (HDF5 file format specification, section II.A).
std::size_t bytes_in_use(std::string_view memory) {
  struct Layout {
    std::size_t size_of_offsets_at, end_at;
  };
  constexpr Layout first{13, 40}, later{9, 28};
  constexpr std::size_t version_at = 8;
  if (memory.size() < first.end_at + sizeof(std::uint64_t)) return memory.size();
  const int version = static_cast<unsigned char>(memory[version_at]);
  const Layout layout = version == 0 ? first : later;
  const bool is_known = version == 0 || version == 2 || version == 3;
  if (!is_known || memory[layout.size_of_offsets_at] != sizeof(std::uint64_t)) return memory.size();
  const auto end = little_endian_at<std::uint64_t>(memory.data() + layout.end_at);
  return end > 0 ? static_cast<std::size_t>(std::min<std::uint64_t>(end, memory.size())) : memory.size();
}

// The HDF5 library crashes if an allocation fails, so the memory it may need is allocated first and freed at once.
void require_memory(const Arrays& arrays) {
  constexpr std::size_t library = std::size_t{12} << 20, copies = 3, bytes_of_text = 64;
  std::size_t bytes = library;
  for (const ArrayVariable& one : arrays.variables) {
    bytes += copies * one.numbers.size() * sizeof(double);
    for (const std::string& text : one.texts) bytes += copies * (text.size() + bytes_of_text);
  }
  if (!system::would_grant(bytes)) throw Error(ErrorCode::out_of_memory, "not enough memory to write a NetCDF file");
}

}  // namespace

Arrays read_netcdf_arrays(std::span<const std::byte> bytes) try {
  int id = -1;
  // Opened from memory, so that the library opens no file, not even one named in the data.
  require(nc_open_mem("bytes in memory", NC_NOWRITE, bytes.size(), const_cast<std::byte*>(bytes.data()), &id));
  const OpenFile file(id);
  int format = 0, n_dimensions = 0, n_variables = 0, n_attributes = 0;
  require(nc_inq_format(id, &format));
  if (format != NC_FORMAT_NETCDF4 && format != NC_FORMAT_NETCDF4_CLASSIC) refuse("not a NetCDF-4 file");
  require(nc_inq(id, &n_dimensions, &n_variables, &n_attributes, nullptr));
  if (std::max({n_dimensions, n_variables, n_attributes}) > kMostNamed) refuse("too many names");
  Arrays arrays;
  for (int dimension = 0; dimension < n_dimensions; ++dimension) {
    std::size_t length = 0;
    require(nc_inq_dimlen(id, dimension, &length));
    arrays.dimensions.emplace_back(name_of_dimension(id, dimension), length);
  }
  for (int index = 0; index < n_attributes; ++index) read_attribute(id, index, arrays);
  std::uint64_t bytes_left = bytes.size();
  for (int variable = 0; variable < n_variables; ++variable) read_variable(id, variable, bytes_left, arrays);
  return arrays;
} catch (const NetcdfFailure& failure) {
  throw Error(ErrorCode::bad_file, failure.status == NC_ENOTNC ? "not a NetCDF-4 file" : nc_strerror(failure.status));
}

void write_arrays(const std::filesystem::path& path, const Arrays& arrays) {
  for (const ArrayVariable& variable : arrays.variables) {
    const std::size_t values = variable.is_text ? variable.texts.size() : variable.numbers.size();
    const std::size_t expected = length_of(arrays, variable);
    if (values != expected) {
      throw Error(ErrorCode::invalid_data,
                  fmt::format("variable {}: {} values where the dimensions say {}", variable.name, values, expected));
    }
  }
  // The HDF5 library cannot close a file that it cannot write, so the file is built in memory. Such a file has its
  // variables in alphabetical order.
  Output output(path);
  require_memory(arrays);
  try {
    constexpr std::size_t first_bytes = std::size_t{1} << 16;
    int id = -1;
    require(nc_create_mem(path.generic_string().c_str(), NC_NETCDF4, first_bytes, &id));
    OpenFile file(id);
    for (const auto& [name, length] : arrays.dimensions) {
      define_dimension(id, name, static_cast<std::size_t>(length));
    }
    for (const Parameter& attribute : arrays.attributes) put_attribute(id, NC_GLOBAL, attribute.name, attribute.value);
    for (const ArrayVariable& variable : arrays.variables) write_variable(id, variable);
    const NC_memio memory = file.close_in_memory();
    const std::unique_ptr<void, decltype(&std::free)> owned(memory.memory, &std::free);
    const std::string_view all(static_cast<const char*>(memory.memory), memory.size);
    const std::string_view bytes = all.substr(0, bytes_in_use(all));
    output.write(bytes);
    output.write(checksum_line(sha256_of_bytes(bytes)));
  } catch (const NetcdfFailure& failure) {
    throw Error(ErrorCode::io, fmt::format("{}: {}", path.generic_string(), nc_strerror(failure.status)));
  }
  output.finish();
}

}  // namespace biotropy::files

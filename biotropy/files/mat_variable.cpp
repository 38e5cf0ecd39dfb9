// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <matio.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <exception>
#include <memory>
#include <new>
#include <system_error>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/files/mat_variable_internal.hpp"
#include "biotropy/files/text_internal.hpp"

namespace biotropy::files {

namespace {

using File = std::unique_ptr<mat_t, decltype(&Mat_Close)>;
using Variable = std::unique_ptr<matvar_t, decltype(&Mat_VarFree)>;

// Numbers that are asked for at once, where matio can read in part.
constexpr std::size_t kSlab = std::size_t{1} << 20;
constexpr std::size_t kMostListed = 20;

// What matio failed at: the file, unless the system refused something that it may grant at another time. A damaged file
// can ask for any memory; one that asks for more than its size can fill is a damaged one. errno is 0 before the call.
Error fault(const MatRequest& request, const std::string& of_file) {
  switch (errno) {
    case ENOMEM:
      if (!request.may_lack_memory) return Error(ErrorCode::bad_file, of_file);
      return Error(ErrorCode::out_of_memory, "not enough memory to read the file");
    case EIO:
    case EMFILE:
    case ENFILE:
    case ESTALE:
      return Error(ErrorCode::io, std::generic_category().message(errno));
    default:
      return Error(ErrorCode::bad_file, of_file);
  }
}

std::string name_of(const matvar_t& variable) {
  return to_utf8(variable.name != nullptr ? variable.name : "");
}

bool is_numeric(const matvar_t& variable) {
  return variable.class_type >= MAT_C_DOUBLE && variable.class_type <= MAT_C_UINT64;
}

bool is_array(const matvar_t& variable) {
  return is_numeric(variable) && variable.isComplex == 0 && variable.rank == 2 && variable.dims != nullptr &&
         variable.dims[0] > 0 && variable.dims[1] > 0 && variable.dims[0] <= INT_MAX && variable.dims[1] <= INT_MAX;
}

std::uint64_t count_of(const matvar_t& variable) {
  return static_cast<std::uint64_t>(variable.dims[0]) * static_cast<std::uint64_t>(variable.dims[1]);
}

std::string described(const matvar_t& variable) {
  std::vector<std::size_t> dimensions;
  if (variable.dims != nullptr) dimensions.assign(variable.dims, variable.dims + std::clamp(variable.rank, 0, 16));
  std::string kind = "not numeric";
  if (variable.class_type == MAT_C_SPARSE) kind = "sparse";
  if (is_numeric(variable)) kind = variable.isComplex != 0 ? "complex" : "numeric";
  return fmt::format("{} ({}, {})", name_of(variable), kind, fmt::join(dimensions, " x "));
}

struct Search {
  Variable found{nullptr, &Mat_VarFree};
  std::string refused;  // the variable that was asked for, where it cannot be read
  std::vector<std::string> seen;
  std::uint64_t n_candidates = 0, position = 0;
};

Search search(mat_t* file, const MatRequest& request) {
  Search result;
  for (std::uint64_t k = 0; k < request.most_variables; ++k) {
    Variable variable(Mat_VarReadNextInfo(file), &Mat_VarFree);
    if (!variable) break;
    if (result.seen.size() < kMostListed) result.seen.push_back(described(*variable));
    if (!request.variable.empty() && name_of(*variable) != request.variable) continue;
    if (!is_array(*variable)) {
      if (!request.variable.empty()) result.refused = described(*variable);
      continue;
    }
    ++result.n_candidates;
    if (result.found && count_of(*variable) <= count_of(*result.found)) continue;
    result.found = std::move(variable);
    result.position = k;
  }
  return result;
}

void require_found(const MatRequest& request, const Search& search) {
  if (search.found) return;
  if (search.seen.empty()) throw fault(request, "no variable can be read");
  constexpr std::string_view kNeeded = "a real two-dimensional array of numbers that is not empty is needed";
  if (!search.refused.empty()) {
    throw Error(ErrorCode::unsupported, fmt::format("variable {} cannot be read: {}", search.refused, kNeeded));
  }
  if (!request.variable.empty()) {
    throw Error::argument("variable", request.variable, fmt::format("one of [{}]", fmt::join(search.seen, ", ")));
  }
  throw Error(ErrorCode::unsupported, fmt::format("{}; there is [{}]", kNeeded, fmt::join(search.seen, ", ")));
}

void send_answer(const Sender& sender, MatAnswer answer) {
  sender.send(&answer, sizeof answer);
}

template <class Number>
void send_block(const Sender& sender, const Number* numbers, std::size_t count, std::vector<double>& doubles) {
  for (std::size_t begin = 0; begin < count; begin += kMatBlock) {
    const std::uint64_t length = std::min<std::uint64_t>(kMatBlock, count - begin);
    doubles.assign(numbers + begin, numbers + begin + length);
    send_answer(sender, MatAnswer::numbers);
    sender.send(&length, sizeof length);
    sender.send(doubles.data(), length * sizeof(double));
  }
}

Error damaged(const MatRequest& request, const matvar_t& variable) {
  return fault(request, fmt::format("variable {} is damaged", in_quotes(name_of(variable))));
}

// Version 5 is asked for runs of numbers: for blocks of whole columns matio 1.5.23 returns the first ones again and
// again.
template <class Number>
void send_runs(const MatRequest& request, mat_t* file, matvar_t& variable, const Sender& sender) {
  const std::size_t total = count_of(variable);
  // A compressed variable can only be unpacked from its beginning: read once.
  const std::size_t run = variable.compression != MAT_COMPRESSION_NONE ? total : std::min(total, kSlab);
  std::vector<Number> numbers(run);
  std::vector<double> doubles;
  for (std::size_t begin = 0; begin < total; begin += run) {
    const std::size_t count = std::min(run, total - begin);
    if (Mat_VarReadDataLinear(file, &variable, numbers.data(), static_cast<int>(begin), 1, static_cast<int>(count)) !=
        0) {
      throw damaged(request, variable);
    }
    send_block(sender, numbers.data(), count, doubles);
  }
}

// Version 7.3 is asked for blocks: HDF5 would pick the numbers of a run one by one.
template <class Number>
void send_slabs(const MatRequest& request, mat_t* file, matvar_t& variable, const Sender& sender) {
  const std::size_t rows = variable.dims[0], columns = variable.dims[1];
  const std::size_t slab_rows = std::min(rows, kSlab);
  const std::size_t slab_columns = std::clamp<std::size_t>(kSlab / rows, 1, columns);
  std::vector<Number> slab(slab_rows * slab_columns);
  std::vector<double> doubles;
  for (std::size_t column = 0; column < columns; column += slab_columns) {
    for (std::size_t row = 0; row < rows; row += slab_rows) {
      int start[2] = {static_cast<int>(row), static_cast<int>(column)};
      int stride[2] = {1, 1};
      int edge[2] = {static_cast<int>(std::min(slab_rows, rows - row)),
                     static_cast<int>(std::min(slab_columns, columns - column))};
      if (Mat_VarReadData(file, &variable, slab.data(), start, stride, edge) != 0) throw damaged(request, variable);
      send_block(sender, slab.data(), static_cast<std::size_t>(edge[0]) * static_cast<std::size_t>(edge[1]), doubles);
    }
  }
}

template <class Number>
void send_numbers_of(const MatRequest& request, mat_t* file, matvar_t& variable, const Sender& sender) {
  if (Mat_GetVersion(file) == MAT_FT_MAT5) return send_runs<Number>(request, file, variable, sender);
  send_slabs<Number>(request, file, variable, sender);
}

void send_numbers(const MatRequest& request, mat_t* file, matvar_t& variable, const Sender& sender) {
  switch (variable.class_type) {
    case MAT_C_DOUBLE:
      return send_numbers_of<double>(request, file, variable, sender);
    case MAT_C_SINGLE:
      return send_numbers_of<float>(request, file, variable, sender);
    case MAT_C_INT8:
      return send_numbers_of<std::int8_t>(request, file, variable, sender);
    case MAT_C_UINT8:
      return send_numbers_of<std::uint8_t>(request, file, variable, sender);
    case MAT_C_INT16:
      return send_numbers_of<std::int16_t>(request, file, variable, sender);
    case MAT_C_UINT16:
      return send_numbers_of<std::uint16_t>(request, file, variable, sender);
    case MAT_C_INT32:
      return send_numbers_of<std::int32_t>(request, file, variable, sender);
    case MAT_C_UINT32:
      return send_numbers_of<std::uint32_t>(request, file, variable, sender);
    case MAT_C_INT64:
      return send_numbers_of<std::int64_t>(request, file, variable, sender);
    case MAT_C_UINT64:
      return send_numbers_of<std::uint64_t>(request, file, variable, sender);
    default:
      throw Error(ErrorCode::internal, "a class that is_numeric() let through");
  }
}

void send_error(const Sender& sender, ErrorCode code, const std::string& message) {
  const auto number = static_cast<std::uint32_t>(code);
  const auto length = static_cast<std::uint32_t>(message.size());
  send_answer(sender, MatAnswer::error);
  sender.send(&number, sizeof number);
  sender.send(&length, sizeof length);
  sender.send(message.data(), message.size());
}

void drop_message(int, char*) {}

void send_variable(const MatRequest& request, const Sender& sender) {
  Mat_LogInitFunc("", drop_message);
  errno = 0;
  const File file(Mat_Open(request.path.c_str(), MAT_ACC_RDONLY), &Mat_Close);
  if (!file) throw fault(request, "the MATLAB file cannot be opened: it is damaged or cut short");
  const Search result = search(file.get(), request);
  require_found(request, result);
  matvar_t& variable = *result.found;
  if (count_of(variable) > request.most_numbers) {
    throw Error(ErrorCode::bad_file, fmt::format("variable {} announces more numbers than a file of this size can hold",
                                                 described(variable)));
  }
  if (Mat_GetVersion(file.get()) == MAT_FT_MAT5 && count_of(variable) > INT_MAX) {
    throw Error(
        ErrorCode::unsupported,
        fmt::format("variable {} has more numbers than matio can read; save it with -v7.3", described(variable)));
  }
  const std::string name = name_of(variable);
  const bool wide = variable.class_type == MAT_C_INT64 || variable.class_type == MAT_C_UINT64;
  const MatArray array{result.position,     variable.dims[0], variable.dims[1],
                       result.n_candidates, name.size(),      wide ? 1U : 0U};
  send_answer(sender, MatAnswer::array);
  sender.send(&array, sizeof array);
  sender.send(name.data(), name.size());
  send_numbers(request, file.get(), variable, sender);
  send_answer(sender, MatAnswer::end);
}

}  // namespace

void send_mat_variable(const MatRequest& request, const Sender& sender) {
  try {
    send_variable(request, sender);
  } catch (const Error& error) {
    const bool argument = error.code() == ErrorCode::invalid_argument;
    send_error(sender, error.code(), argument ? error.allowed() : error.what());
  } catch (const std::bad_alloc&) {
    send_error(sender, ErrorCode::out_of_memory, "not enough memory to read the variable");
  } catch (const std::exception& failure) {
    send_error(sender, ErrorCode::internal, failure.what());
  }
}

}  // namespace biotropy::files

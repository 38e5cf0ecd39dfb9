// SPDX-License-Identifier: Apache-2.0
#include "tests/files/mat_files.hpp"

#include <matio.h>

#include <cstdint>
#include <memory>
#include <stdexcept>

namespace biotropy::files::test {

namespace {

using Variable = std::unique_ptr<matvar_t, decltype(&Mat_VarFree)>;

Variable make_variable(const MatValue& value) {
  const int rank = static_cast<int>(value.dimensions.size());
  auto* dimensions = const_cast<std::size_t*>(value.dimensions.data());
  auto* numbers = const_cast<double*>(value.numbers.data());
  if (value.kind == MatValue::Kind::structure) {
    std::size_t count = 1;
    for (const std::size_t n : value.dimensions) count *= n;
    const std::size_t n_names = value.fields.size() / count;
    std::vector<const char*> names;
    for (std::size_t k = 0; k < n_names; ++k) names.push_back(value.fields[k].name.c_str());
    Variable structure(
        Mat_VarCreateStruct(value.name.c_str(), rank, dimensions, names.data(), static_cast<unsigned>(names.size())),
        &Mat_VarFree);
    for (std::size_t k = 0; k < value.fields.size(); ++k) {
      const MatValue& field = value.fields[k];
      // Gives back an earlier field of the same name.
      Mat_VarFree(Mat_VarSetStructFieldByName(structure.get(), field.name.c_str(), k / n_names,
                                              make_variable(field).release()));
    }
    return structure;
  }
  if (value.kind == MatValue::Kind::cells) {
    // Freed with the variable.
    std::vector<matvar_t*> cells;
    for (const MatValue& cell : value.fields) cells.push_back(make_variable(cell).release());
    return {Mat_VarCreate(value.name.c_str(), MAT_C_CELL, MAT_T_CELL, rank, dimensions, cells.data(), 0), &Mat_VarFree};
  }
  if (value.kind == MatValue::Kind::text) {
    const std::string text(value.numbers.begin(), value.numbers.end());
    auto* characters = const_cast<char*>(text.data());
    return {Mat_VarCreate(value.name.c_str(), MAT_C_CHAR, MAT_T_UINT8, rank, dimensions, characters, 0), &Mat_VarFree};
  }
  if (value.is_complex) {
    mat_complex_split_t parts{numbers, numbers};
    return {Mat_VarCreate(value.name.c_str(), MAT_C_DOUBLE, MAT_T_DOUBLE, rank, dimensions, &parts, MAT_F_COMPLEX),
            &Mat_VarFree};
  }
  if (value.is_int16) {
    std::vector<std::int16_t> shorts(value.numbers.begin(), value.numbers.end());
    return {Mat_VarCreate(value.name.c_str(), MAT_C_INT16, MAT_T_INT16, rank, dimensions, shorts.data(), 0),
            &Mat_VarFree};
  }
  if (!value.integers.empty()) {
    auto* integers = const_cast<std::int64_t*>(value.integers.data());
    return {Mat_VarCreate(value.name.c_str(), MAT_C_INT64, MAT_T_INT64, rank, dimensions, integers, 0), &Mat_VarFree};
  }
  return {Mat_VarCreate(value.name.c_str(), MAT_C_DOUBLE, MAT_T_DOUBLE, rank, dimensions, numbers, 0), &Mat_VarFree};
}

}  // namespace

void write_mat(const std::filesystem::path& path, MatKind kind, const std::vector<MatValue>& values) {
  const bool is_v5 = kind == MatKind::v5 || kind == MatKind::v5_compressed;
  const bool compressed = kind == MatKind::v5_compressed || kind == MatKind::v7_3_compressed;
  mat_t* file = Mat_CreateVer(path.generic_string().c_str(), nullptr, is_v5 ? MAT_FT_MAT5 : MAT_FT_MAT73);
  if (file == nullptr) throw std::runtime_error("matio cannot create " + path.generic_string());
  int failures = 0;
  for (const MatValue& value : values) {
    const Variable variable = make_variable(value);
    failures += Mat_VarWrite(file, variable.get(), compressed ? MAT_COMPRESSION_ZLIB : MAT_COMPRESSION_NONE) != 0;
  }
  failures += Mat_Close(file) != 0;
  if (failures > 0) throw std::runtime_error("matio cannot write " + path.generic_string());
}

}  // namespace biotropy::files::test

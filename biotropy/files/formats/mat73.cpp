// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hdf5.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <optional>
#include <utility>

#include "biotropy/files/formats/mat73_internal.hpp"
#include "biotropy/files/formats/text_internal.hpp"
#include "biotropy/files/hdf5_handle_internal.hpp"

namespace biotropy::files {

namespace {

using Handle = Hdf5Handle;

// Deflate expands one byte to at most 1032.
constexpr std::uint64_t kMostExpansion = 1032;
constexpr std::uint64_t kSlabNumbers = std::uint64_t{1} << 20;

// HDF5 reads the bytes in memory, so it opens no file, not even one named inside the data.
void* same_image(std::size_t, H5FD_file_image_op_t, void* bytes) {
  return bytes;
}
void* copied_already(void* to, const void*, std::size_t, H5FD_file_image_op_t, void*) {
  return to;
}
herr_t keep_image(void*, H5FD_file_image_op_t, void*) {
  return 0;
}
void* same_bytes(void* bytes) {
  return bytes;
}
herr_t keep_bytes(void*) {
  return 0;
}

Handle open_image(std::span<const std::byte> bytes) {
  constexpr std::size_t increment = 65'536;
  void* start = const_cast<std::byte*>(bytes.data());
  H5FD_file_image_callbacks_t callbacks = {same_image, copied_already, nullptr, keep_image,
                                           same_bytes, keep_bytes,     start};
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), &H5Pclose);
  const bool ready = access && H5Pset_fapl_core(access.id(), increment, false) >= 0 &&
                     H5Pset_file_image_callbacks(access.id(), &callbacks) >= 0 &&
                     H5Pset_file_image(access.id(), start, bytes.size()) >= 0;
  if (!ready) throw Error(ErrorCode::internal, "the HDF5 library takes no bytes in memory");
  // The library requires that no file of this name exists.
  return {H5Fopen("/dev/null/bytes in memory", H5F_ACC_RDONLY, access.id()), &H5Fclose};
}

struct Link {
  std::string name;
  bool is_hard = false;
};

extern "C" herr_t add_link(hid_t, const char* name, const H5L_info_t* info, void* links) {
  auto& list = *static_cast<std::vector<Link>*>(links);
  if (list.size() >= kMostMatVariables) return 1;
  list.push_back({name, info->type == H5L_TYPE_HARD});
  return 0;
}

// Text of an attribute, with any of the paddings of HDF5.
std::optional<std::string> text_attribute(hid_t object, const char* name) {
  constexpr std::size_t longest = 256;
  if (H5Aexists(object, name) <= 0) return std::nullopt;
  const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), &H5Aclose);
  const Handle type(H5Aget_type(attribute.id()), &H5Tclose), space(H5Aget_space(attribute.id()), &H5Sclose);
  if (H5Tget_class(type.id()) != H5T_STRING || H5Sget_simple_extent_npoints(space.id()) != 1) return std::nullopt;
  if (H5Tis_variable_str(type.id()) > 0) {
    char* text = nullptr;
    if (H5Aread(attribute.id(), type.id(), &text) < 0 || text == nullptr) return std::nullopt;
    std::string copy(text, ::strnlen(text, longest));
    H5free_memory(text);
    return copy;
  }
  const std::size_t length = H5Tget_size(type.id());
  if (length == 0 || length > longest) return std::nullopt;
  std::string text(length, '\0');
  if (H5Aread(attribute.id(), type.id(), text.data()) < 0) return std::nullopt;
  return std::string(trimmed(text));
}

bool has_attribute(hid_t object, const char* name) {
  return H5Aexists(object, name) > 0;
}

// Class of numbers without MATLAB attributes.
std::string class_of_type(hid_t type) {
  const std::size_t bits = 8 * H5Tget_size(type);
  switch (H5Tget_class(type)) {
    case H5T_FLOAT:
      return bits == 32 ? "single" : "double";
    case H5T_INTEGER:
      return fmt::format("{}int{}", H5Tget_sign(type) == H5T_SGN_NONE ? "u" : "", bits);
    case H5T_STRING:
      return "char";
    case H5T_REFERENCE:
      return "references";
    default:
      return "not numeric";
  }
}

// MATLAB stores complex numbers as pairs with these names.
bool is_complex_type(hid_t type) {
  return H5Tget_class(type) == H5T_COMPOUND && H5Tget_nmembers(type) == 2 && H5Tget_member_index(type, "real") >= 0 &&
         H5Tget_member_index(type, "imag") >= 0;
}

// Reason not to read the numbers, judged by storage alone: for a virtual data set the library would open other files.
std::string storage_obstacle(hid_t data) {
  const Handle creation(H5Dget_create_plist(data), &H5Pclose);
  if (H5Pget_layout(creation.id()) == H5D_VIRTUAL) return "a virtual data set, whose numbers lie in other files";
  if (H5Pget_external_count(creation.id()) != 0) return "its numbers lie in another file";
  const int n_filters = H5Pget_nfilters(creation.id());
  for (int k = 0; k < n_filters; ++k) {
    unsigned flags = 0;
    std::size_t n_values = 0;
    const H5Z_filter_t filter =
        H5Pget_filter2(creation.id(), static_cast<unsigned>(k), &flags, &n_values, nullptr, 0, nullptr, nullptr);
    if (filter < 0 || H5Zfilter_avail(filter) <= 0)
      return fmt::format("compressed by a filter ({}) that is not there", filter);
  }
  return "";
}

// Dimensions in MATLAB order, the reverse of HDF5.
std::vector<std::uint64_t> dimensions_of(hid_t data) {
  const Handle space(H5Dget_space(data), &H5Sclose);
  if (!space || H5Sget_simple_extent_type(space.id()) == H5S_NULL) return {0, 0};
  std::array<hsize_t, H5S_MAX_RANK> lengths{};
  const int rank = H5Sget_simple_extent_dims(space.id(), lengths.data(), nullptr);
  if (rank <= 0) return {1, 1};
  if (rank == 1) return {lengths[0], 1};
  std::vector<std::uint64_t> dimensions(lengths.begin(), lengths.begin() + rank);
  std::reverse(dimensions.begin(), dimensions.end());
  return dimensions;
}

void describe_data(hid_t data, MatVariable& variable) {
  const Handle type(H5Dget_type(data), &H5Tclose);
  variable.class_name = text_attribute(data, "MATLAB_class").value_or(class_of_type(type.id()));
  variable.is_complex = is_complex_type(type.id());
  const H5T_class_t kind = H5Tget_class(type.id());
  const bool is_number = kind == H5T_INTEGER || kind == H5T_FLOAT || variable.is_complex;
  variable.obstacle = storage_obstacle(data);
  if (!variable.obstacle.empty()) return;
  if (has_attribute(data, "MATLAB_object_decode")) variable.obstacle = "an object";
  if (!is_number) variable.obstacle = "not stored as numbers";
  // An empty array stores its dimensions in place of the numbers.
  variable.dimensions = has_attribute(data, "MATLAB_empty") ? std::vector<std::uint64_t>{0, 0} : dimensions_of(data);
}

class Mat73Lister {
 public:
  explicit Mat73Lister(const Input& input) : input_(input) {}

  std::vector<MatVariable> list(hid_t group, const MatVariable* parent) {
    std::vector<Link> links;
    if (H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, &add_link, &links) < 0) {
      throw input_.bad_file("the MATLAB file is damaged: its list of variables cannot be read");
    }
    std::vector<MatVariable> variables;
    for (const Link& link : links) {
      // Skips the references of cells and structures, and internal data of objects.
      if (link.name.starts_with('#')) continue;
      if (++count_ > kMostMatVariables) break;
      MatVariable variable;
      variable.name = to_utf8(link.name);
      if (parent != nullptr) {
        variable.path = parent->path;
        variable.name = parent->name + "." + variable.name;
      }
      variable.path.push_back(link.name);
      describe(group, link, variable);
      variables.push_back(std::move(variable));
    }
    return variables;
  }

 private:
  void describe(hid_t group, const Link& link, MatVariable& variable) {
    variable.class_name = "link";
    if (!link.is_hard) {
      variable.obstacle = "links to other places and files are not followed";
      return;
    }
    const Handle object(H5Oopen(group, link.name.c_str(), H5P_DEFAULT), &H5Oclose);
    if (!object) {
      variable.class_name = "damaged";
      variable.damage = input_
                            .bad_file(fmt::format("the MATLAB file is damaged: variable {} cannot be opened",
                                                  in_quotes(variable.name)))
                            .what();
      return;
    }
    const H5I_type_t kind = H5Iget_type(object.id());
    if (kind == H5I_DATASET) return describe_data(object.id(), variable);
    if (kind != H5I_GROUP) {
      variable.class_name = "not numeric";
      return;
    }
    describe_group(object.id(), variable);
  }

  void describe_group(hid_t group, MatVariable& variable) {
    const std::string class_name = text_attribute(group, "MATLAB_class").value_or("struct");
    if (has_attribute(group, "MATLAB_sparse")) {
      variable.class_name = "sparse";
      return;
    }
    variable.class_name = class_name;
    if (class_name != "struct") variable.obstacle = "not stored as numbers";
    if (class_name == "struct" && variable.path.size() <= kMostMatDepth) variable.fields = list(group, &variable);
  }

  const Input& input_;
  std::uint64_t count_ = 0;
};

class Reader {
 public:
  Reader(const Input& input, const MatVariable& variable, hid_t data)
      : input_(input),
        variable_(variable),
        data_(data),
        rows_(variable.dimensions.at(0)),
        columns_(variable.dimensions.at(1)) {}

  void read(MatSink& sink) {
    const Handle type(H5Dget_type(data_), &H5Tclose);
    const std::uint64_t size = H5Tget_size(type.id());
    require_stored(size);
    const bool is_wide = H5Tget_class(type.id()) == H5T_INTEGER && size == 8;
    if (!sink.begin({variable_.name, rows_, columns_, is_wide})) return;
    const std::uint64_t slab_rows = std::min(rows_, kSlabNumbers);
    const std::uint64_t slab_columns = std::clamp<std::uint64_t>(kSlabNumbers / rows_, 1, columns_);
    std::vector<double> numbers(static_cast<std::size_t>(slab_rows * slab_columns));
    for (std::uint64_t column = 0; column < columns_; column += slab_columns) {
      for (std::uint64_t row = 0; row < rows_; row += slab_rows) {
        const Slab slab{row, column, std::min(slab_rows, rows_ - row), std::min(slab_columns, columns_ - column)};
        const auto count = static_cast<std::size_t>(slab.rows * slab.columns);
        read_slab(slab, numbers);
        sink.take(std::span<const double>(numbers).first(count));
      }
    }
  }

 private:
  struct Slab {
    std::uint64_t row, column, rows, columns;
  };

  // Numbers that were never written would be filled in by the library, up to the size in the header.
  void require_stored(std::uint64_t size) const {
    const Handle creation(H5Dget_create_plist(data_), &H5Pclose);
    const bool plain = H5Pget_nfilters(creation.id()) == 0;
    const std::uint64_t stored = H5Dget_storage_size(data_), factor = plain ? 1 : kMostExpansion;
    const std::uint64_t most = std::min(stored, input_.size()) * factor / std::max<std::uint64_t>(size, 1);
    if (columns_ <= most / rows_) return;
    throw input_.bad_file(fmt::format("variable {} announces {} x {} numbers of {} bytes, but {} bytes are stored",
                                      in_quotes(variable_.name), rows_, columns_, size, stored));
  }

  void read_slab(const Slab& slab, std::vector<double>& numbers) const {
    const Handle space(H5Dget_space(data_), &H5Sclose);
    const std::array<hsize_t, 2> start = {slab.column, slab.row}, count = {slab.columns, slab.rows};
    const hsize_t length = slab.rows * slab.columns;
    const int rank = H5Sget_simple_extent_ndims(space.id());
    // A one-dimensional array is a column.
    const hsize_t* from = rank == 1 ? &start[1] : start.data();
    const hsize_t* extent = rank == 1 ? &count[1] : count.data();
    const bool selected =
        rank == 0 || H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, from, nullptr, extent, nullptr) >= 0;
    const Handle memory(H5Screate_simple(1, &length, nullptr), &H5Sclose);
    errno = 0;
    if (selected && H5Dread(data_, H5T_NATIVE_DOUBLE, memory.id(), space.id(), H5P_DEFAULT, numbers.data()) >= 0)
      return;
    if (errno == ENOMEM) throw std::bad_alloc();
    throw input_.bad_file(fmt::format("variable {} is damaged: its numbers cannot be read", in_quotes(variable_.name)));
  }

  const Input& input_;
  const MatVariable& variable_;
  hid_t data_;
  std::uint64_t rows_, columns_;
};

}  // namespace

void read_mat73(Input& input, const std::string& name, MatSink& sink) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  H5PLset_loading_state(0);
  const Handle file = open_image(input.mapped());
  if (!file) throw input.bad_file("the MATLAB file is damaged or cut short: no variable can be read");
  const std::vector<MatVariable> variables = Mat73Lister(input).list(file.id(), nullptr);
  if (variables.empty()) throw input.bad_file("the file holds no variables");
  const MatVariable& variable = chosen_variable(input, variables, name);
  // Every part of the path was checked not to be a link.
  const std::string path = fmt::format("{}", fmt::join(variable.path, "/"));
  const Handle data(H5Dopen2(file.id(), path.c_str(), H5P_DEFAULT), &H5Dclose);
  Reader(input, variable, data.id()).read(sink);
}

}  // namespace biotropy::files

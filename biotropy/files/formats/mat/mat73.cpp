// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hdf5.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <new>
#include <utility>

#include "biotropy/files/formats/eeglab_internal.hpp"
#include "biotropy/files/formats/mat/mat73_objects_internal.hpp"
#include "biotropy/files/formats/mat/versions_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

using Handle = Hdf5Handle;

// Deflate expands one byte to at most 1032.
constexpr std::uint64_t kMostExpansion = 1032;
constexpr std::uint64_t kSlabNumbers = std::uint64_t{1} << 20;
constexpr std::size_t kMostRank = 3;

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

class Mat73Lister {
 public:
  explicit Mat73Lister(const Input& input) : input_(input) {}

  std::vector<MatVariable> list(hid_t group, const MatVariable* parent) {
    const auto links = mat73_links(group);
    if (!links) throw input_.bad_file("the MATLAB file is damaged: its list of variables cannot be read");
    std::vector<MatVariable> variables;
    for (const Mat73Link& link : *links) {
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
  void describe(hid_t group, const Mat73Link& link, MatVariable& variable) {
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
    if (kind == H5I_DATASET) return describe_mat73_data(object.id(), variable);
    if (kind != H5I_GROUP) {
      variable.class_name = "not numeric";
      return;
    }
    describe_group(object.id(), variable);
  }

  void describe_group(hid_t group, MatVariable& variable) {
    const std::string class_name = mat73_text_attribute(group, "MATLAB_class").value_or("struct");
    if (mat73_has_attribute(group, "MATLAB_sparse")) {
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

// Reads an array of two dimensions, or of three as pages of two.
class Mat73Reader {
 public:
  Mat73Reader(const Input& input, const MatVariable& variable, hid_t data)
      : input_(input),
        variable_(variable),
        data_(data),
        rows_(variable.dimensions.at(0)),
        columns_(variable.dimensions.at(1)),
        pages_(variable.dimensions.size() > 2 ? variable.dimensions[2] : 1) {}

  void read(MatSink& sink) {
    const Handle type(H5Dget_type(data_), &H5Tclose);
    const std::uint64_t size = H5Tget_size(type.id());
    require_stored(size);
    const bool is_wide = H5Tget_class(type.id()) == H5T_INTEGER && size == 8;
    if (!sink.begin({variable_.name, rows_, columns_ * pages_, is_wide})) return;
    const Slab most = largest_slab();
    std::vector<double> numbers(static_cast<std::size_t>(most.pages * most.columns * most.rows));
    Slab slab;
    for (slab.page = 0; slab.page < pages_; slab.page += most.pages) {
      slab.pages = std::min(most.pages, pages_ - slab.page);
      for (slab.column = 0; slab.column < columns_; slab.column += most.columns) {
        slab.columns = std::min(most.columns, columns_ - slab.column);
        for (slab.row = 0; slab.row < rows_; slab.row += most.rows) {
          slab.rows = std::min(most.rows, rows_ - slab.row);
          read_slab(slab, numbers);
          sink.take(
              std::span<const double>(numbers).first(static_cast<std::size_t>(slab.pages * slab.columns * slab.rows)));
        }
      }
    }
  }

 private:
  struct Slab {
    std::uint64_t page = 0, column = 0, row = 0, pages = 1, columns = 1, rows = 1;
  };

  // As many rows as fit, then whole columns, then whole pages: their numbers follow each other.
  Slab largest_slab() const {
    Slab most;
    most.rows = std::min(rows_, kSlabNumbers);
    most.columns = std::clamp<std::uint64_t>(kSlabNumbers / rows_, 1, columns_);
    if (most.columns == columns_) most.pages = std::clamp<std::uint64_t>(kSlabNumbers / (rows_ * columns_), 1, pages_);
    return most;
  }

  // Numbers that were never written would be filled in by the library, up to the size in the header.
  void require_stored(std::uint64_t size) const {
    const Handle creation(H5Dget_create_plist(data_), &H5Pclose);
    const bool plain = H5Pget_nfilters(creation.id()) == 0;
    const std::uint64_t stored = H5Dget_storage_size(data_), factor = plain ? 1 : kMostExpansion;
    const std::uint64_t most = std::min(stored, input_.size()) * factor / std::max<std::uint64_t>(size, 1);
    if (columns_ <= most / rows_ && pages_ <= most / rows_ / columns_) return;
    throw input_.bad_file(fmt::format("variable {} announces {} numbers of {} bytes, but {} bytes are stored",
                                      in_quotes(variable_.name), fmt::join(variable_.dimensions, " x "), size, stored));
  }

  void read_slab(const Slab& slab, std::vector<double>& numbers) const {
    const Handle space(H5Dget_space(data_), &H5Sclose);
    const std::array<hsize_t, kMostRank> start = {slab.page, slab.column, slab.row},
                                         count = {slab.pages, slab.columns, slab.rows};
    const hsize_t length = slab.pages * slab.columns * slab.rows;
    const int rank = H5Sget_simple_extent_ndims(space.id());
    // A one-dimensional array is a column.
    const auto skipped = static_cast<std::size_t>(std::max(static_cast<int>(kMostRank) - rank, 0));
    const bool selected = rank == 0 || H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start.data() + skipped, nullptr,
                                                           count.data() + skipped, nullptr) >= 0;
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
  std::uint64_t rows_, columns_, pages_;
};

// Every part of the path was checked not to be a link.
void read_variable(const Input& input, hid_t file, const MatVariable& variable, MatSink& sink) {
  if (variable.dimensions.size() > kMostRank) {
    throw input.error(ErrorCode::unsupported,
                      fmt::format("{} has {} dimensions", variable.name, variable.dimensions.size()));
  }
  const Handle data(H5Dopen2(file, fmt::format("{}", fmt::join(variable.path, "/")).c_str(), H5P_DEFAULT), &H5Dclose);
  Mat73Reader(input, variable, data.id()).read(sink);
}

void read_data_set(const Input& input, hid_t file, const MatVariable& data, const MatDataSetReader& take) {
  if (!data.damage.empty()) throw Error(ErrorCode::bad_file, data.damage);
  const std::string of = data.path.size() > 1 ? data.path.front() : "";
  const Handle parent(H5Gopen2(file, of.empty() ? "/" : of.c_str(), H5P_DEFAULT), &H5Gclose);
  MatDataSet set;
  set.data = data;
  set.values = read_mat73_contents(input, parent.id(), of, kEeglabFields, kEeglabElementFields);
  take(set, [&](MatSink& sink) { read_variable(input, file, data, sink); });
}

// End of the file by the superblock behind MATLAB's 512 bytes (HDF5 File Format Specification, II.A); nothing where
// that has another form.
std::optional<std::uint64_t> end_by_superblock(Input& input) {
  constexpr std::uint64_t block = 512;
  constexpr std::size_t widest = 64;
  if (input.size() < block + widest) return std::nullopt;
  const std::string_view bytes = input.text(block, widest);
  if (!bytes.starts_with("\x89HDF\r\n\x1a\n")) return std::nullopt;
  const int version = bytes[8];
  const std::size_t width_at = version < 2 ? 13 : 9, addresses = version == 0 ? 24 : version == 1 ? 28 : 12;
  if (version > 3 || bytes[width_at] != 8) return std::nullopt;
  std::uint64_t end = 0;
  for (std::size_t k = 8; k-- > 0;) end = end << 8 | static_cast<unsigned char>(bytes[addresses + 16 + k]);
  return end;
}

}  // namespace

void read_mat73(Input& input, const std::string& name, MatSink& sink, const MatDataSetReader& data_set) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  H5PLset_loading_state(0);
  const Handle file = open_image(input.mapped());
  if (!file) throw input.bad_file("the MATLAB file is damaged or cut short: no variable can be read");
  // The library itself refuses only a file that is too short.
  if (const auto end = end_by_superblock(input); end && *end != input.size()) {
    throw input.bad_file(
        fmt::format("the MATLAB file has {} bytes, and {} by its head: bytes were added", input.size(), *end));
  }
  const std::vector<MatVariable> variables = Mat73Lister(input).list(file.id(), nullptr);
  if (variables.empty()) throw input.bad_file("the file holds no variables");
  if (const MatVariable* data = eeglab_data(variables); data != nullptr && name.empty()) {
    read_data_set(input, file.id(), *data, data_set);
  } else {
    read_variable(input, file.id(), chosen_variable(input, variables, name), sink);
  }
}

}  // namespace biotropy::files

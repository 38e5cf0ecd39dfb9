// SPDX-License-Identifier: Apache-2.0
#include "biotropy/files/formats/mat/mat73_objects_internal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

using Handle = Hdf5Handle;

extern "C" herr_t add_link(hid_t, const char* name, const H5L_info_t* info, void* links) {
  auto& list = *static_cast<std::vector<Mat73Link>*>(links);
  if (list.size() >= kMostMatVariables) return 1;
  list.push_back({name, info->type == H5L_TYPE_HARD});
  return 0;
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

// Looks for an array of several numbers behind the references of cells and arrays of structures.
class ArraySearch {
 public:
  bool finds_in(hid_t data, int depth = 0) {
    const Handle type(H5Dget_type(data), &H5Tclose);
    const H5T_class_t kind = H5Tget_class(type.id());
    if (kind == H5T_INTEGER || kind == H5T_FLOAT) return holds_several_numbers(data);
    if (kind != H5T_REFERENCE || depth == kMostMatDepth || H5Tequal(type.id(), H5T_STD_REF_OBJ) <= 0) return false;
    const Handle space(H5Dget_space(data), &H5Sclose);
    const hssize_t count = H5Sget_simple_extent_npoints(space.id());
    // So many parts are not looked at one by one: the user is asked.
    if (count > static_cast<hssize_t>(left_)) return true;
    std::vector<hobj_ref_t> references(static_cast<std::size_t>(std::max<hssize_t>(count, 0)));
    if (references.empty() || !mat73_storage_obstacle(data).empty() ||
        H5Dread(data, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, references.data()) < 0) {
      return false;
    }
    left_ -= references.size();
    return std::any_of(references.begin(), references.end(),
                       [&](const hobj_ref_t& reference) { return finds_behind(data, reference, depth + 1); });
  }

 private:
  static bool holds_several_numbers(hid_t data) {
    const std::vector<std::uint64_t> dimensions = mat73_dimensions(data);
    const std::string class_name = mat73_class(data);
    return class_name != "char" && class_name != "logical" &&
           std::any_of(dimensions.begin(), dimensions.end(), [](auto n) { return n > 1; }) &&
           std::none_of(dimensions.begin(), dimensions.end(), [](auto n) { return n == 0; });
  }

  bool finds_behind(hid_t data, hobj_ref_t reference, int depth) {
    if (reference == 0) return false;
    const Handle object(H5Rdereference2(data, H5P_DEFAULT, H5R_OBJECT, &reference), &H5Oclose);
    if (!object) return false;
    const H5I_type_t kind = H5Iget_type(object.id());
    if (kind == H5I_DATASET) return finds_in(object.id(), depth);
    const auto links = kind == H5I_GROUP && depth < kMostMatDepth ? mat73_links(object.id()) : std::nullopt;
    if (!links || links->size() > left_) return false;
    left_ -= links->size();
    return std::any_of(links->begin(), links->end(), [&](const Mat73Link& link) {
      const Handle part(link.is_hard ? H5Oopen(object.id(), link.name.c_str(), H5P_DEFAULT) : H5I_INVALID_HID,
                        &H5Oclose);
      return part && H5Iget_type(part.id()) == H5I_DATASET && finds_in(part.id(), depth + 1);
    });
  }

  std::uint64_t left_ = kMostMatVariables;
};

}  // namespace

std::optional<std::vector<Mat73Link>> mat73_links(hid_t group) {
  std::vector<Mat73Link> links;
  if (H5Literate(group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, &add_link, &links) < 0) return std::nullopt;
  return links;
}

std::optional<std::string> mat73_text_attribute(hid_t object, const char* name) {
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

bool mat73_has_attribute(hid_t object, const char* name) {
  return H5Aexists(object, name) > 0;
}

std::string mat73_storage_obstacle(hid_t data) {
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

std::vector<std::uint64_t> mat73_dimensions(hid_t data) {
  if (mat73_has_attribute(data, "MATLAB_empty")) return {0, 0};
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

std::string mat73_class(hid_t data) {
  const Handle type(H5Dget_type(data), &H5Tclose);
  return mat73_text_attribute(data, "MATLAB_class").value_or(class_of_type(type.id()));
}

void describe_mat73_data(hid_t data, MatVariable& variable) {
  const Handle type(H5Dget_type(data), &H5Tclose);
  variable.class_name = mat73_class(data);
  variable.is_complex = is_complex_type(type.id());
  const H5T_class_t kind = H5Tget_class(type.id());
  const bool is_number = kind == H5T_INTEGER || kind == H5T_FLOAT || variable.is_complex;
  variable.obstacle = mat73_storage_obstacle(data);
  if (!variable.obstacle.empty()) return;
  if (mat73_has_attribute(data, "MATLAB_object_decode")) variable.obstacle = "an object";
  if (!is_number) variable.obstacle = "not stored as numbers";
  variable.holds_arrays = kind == H5T_REFERENCE && ArraySearch().finds_in(data);
  variable.dimensions = mat73_dimensions(data);
}

}  // namespace biotropy::files

// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "biotropy/files/formats/mat/mat73_objects_internal.hpp"
#include "biotropy/files/formats/text/text_internal.hpp"

namespace biotropy::files {

namespace {

class Mat73ContentReader {
 public:
  Mat73ContentReader(const Input& input, hid_t group, std::span<const std::string_view> fields)
      : input_(input), group_(group), fields_(fields), most_bytes_(most_mat_bytes(input.size())) {}

  MatContents read_named(std::span<const std::string_view> names, const std::string& of) {
    MatContents contents;
    for (const std::string& name : names_in(group_, names, of)) {
      contents[name] = read_at(group_, name, joined(of, name), false);
    }
    return contents;
  }

 private:
  using References = std::vector<hobj_ref_t>;

  // Those names that the group has.
  std::vector<std::string> names_in(hid_t group, std::span<const std::string_view> names, const std::string& of) {
    const auto links = mat73_links(group);
    if (!links) throw damaged(of, "its fields cannot be read");
    std::vector<std::string> found;
    for (const Mat73Link& link : *links) {
      if (std::find(names.begin(), names.end(), link.name) == names.end()) continue;
      if (!link.is_hard) throw unreadable(joined(of, link.name), "links to other places and files are not followed");
      found.push_back(link.name);
    }
    return found;
  }

  MatContent read_at(hid_t group, const std::string& link, const std::string& name, bool is_field) {
    const Hdf5Handle object(H5Oopen(group, link.c_str(), H5P_DEFAULT), &H5Oclose);
    if (!object) throw damaged(name, "it cannot be opened");
    return read(object.id(), name, is_field);
  }

  MatContent read(hid_t object, const std::string& name, bool is_field) {
    take_memory(name, sizeof(MatContent));
    const H5I_type_t kind = H5Iget_type(object);
    if (kind == H5I_GROUP) return read_group(object, name, is_field);
    if (kind == H5I_DATASET) return read_array(object, name);
    throw damaged(name, "it is neither an array nor a structure");
  }

  MatContent read_group(hid_t group, const std::string& name, bool is_field) {
    MatContent content;
    content.class_name = mat73_has_attribute(group, "MATLAB_sparse")
                             ? "sparse"
                             : mat73_text_attribute(group, "MATLAB_class").value_or("struct");
    if (content.class_name != "struct" || is_field) return content;
    content.names = names_in(group, fields_, name);
    std::vector<References> arrays;
    for (const std::string& field : content.names) {
      const Hdf5Handle object(H5Oopen(group, field.c_str(), H5P_DEFAULT), &H5Oclose);
      if (object && is_field_of_many(object.id())) {
        arrays.push_back(references(object.id(), joined(name, field)));
        content.dimensions = mat73_dimensions(object.id());
      } else {
        content.elements.push_back(read_at(group, field, joined(name, field), true));
      }
    }
    if (!arrays.empty()) read_structures(arrays, name, content);
    return content;
  }

  // Fields of an array of structures have no class of their own, cells have theirs.
  static bool is_field_of_many(hid_t object) {
    if (H5Iget_type(object) != H5I_DATASET) return false;
    const Hdf5Handle type(H5Dget_type(object), &H5Tclose);
    return H5Tget_class(type.id()) == H5T_REFERENCE && !mat73_has_attribute(object, "MATLAB_class");
  }

  void read_structures(const std::vector<References>& arrays, const std::string& name, MatContent& content) {
    const std::size_t count = arrays.front().size();
    const bool alike = std::all_of(arrays.begin(), arrays.end(), [&](const auto& one) { return one.size() == count; });
    if (!alike || !content.elements.empty()) throw damaged(name, "its fields are not of one length");
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t f = 0; f < arrays.size(); ++f) {
        content.elements.push_back(referred(arrays[f][k], joined(name, content.names[f]), true));
      }
    }
  }

  MatContent read_array(hid_t data, const std::string& name) {
    if (const std::string obstacle = mat73_storage_obstacle(data); !obstacle.empty()) throw unreadable(name, obstacle);
    const Hdf5Handle type(H5Dget_type(data), &H5Tclose);
    const H5T_class_t kind = H5Tget_class(type.id());
    MatContent content;
    content.class_name = mat73_class(data);
    content.dimensions = mat73_dimensions(data);
    const std::uint64_t count = count_of(content.dimensions, name);
    if (count == 0 || mat73_has_attribute(data, "MATLAB_object_decode")) return content;
    if (kind == H5T_STRING) {
      throw unreadable(name, "a text of HDF5, where MATLAB has an array of characters");
    } else if ((kind == H5T_INTEGER || kind == H5T_FLOAT) && count <= kMostMatNumbers) {
      take_memory(name, count * sizeof(double));
      read_numbers(data, name, static_cast<std::size_t>(count), content);
    }
    return content;
  }

  void read_numbers(hid_t data, const std::string& name, std::size_t count, MatContent& content) const {
    content.numbers.resize(count);
    if (H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, content.numbers.data()) < 0) {
      throw damaged(name, "its numbers cannot be read");
    }
    if (content.class_name != "char") return;
    for (const double unit : std::exchange(content.numbers, {})) add_character(unit, content.text);
  }

  References references(hid_t data, const std::string& name) {
    if (const std::string obstacle = mat73_storage_obstacle(data); !obstacle.empty()) throw unreadable(name, obstacle);
    const Hdf5Handle type(H5Dget_type(data), &H5Tclose);
    const std::uint64_t count = count_of(mat73_dimensions(data), name);
    n_references_ += count;
    if (n_references_ > input_.size() / sizeof(hobj_ref_t))
      throw damaged(name, "more references than its file can hold");
    References found(static_cast<std::size_t>(count));
    const bool to_objects = H5Tequal(type.id(), H5T_STD_REF_OBJ) > 0;
    if (to_objects && (count == 0 || H5Dread(data, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, found.data()) >= 0))
      return found;
    throw damaged(name, "its references cannot be read");
  }

  MatContent referred(hobj_ref_t reference, const std::string& name, bool is_field) {
    if (reference == 0) return {};
    const Hdf5Handle object(H5Rdereference2(group_, H5P_DEFAULT, H5R_OBJECT, &reference), &H5Oclose);
    if (!object) throw damaged(name, "it refers to something that is not there");
    return read(object.id(), name, is_field);
  }

  std::uint64_t count_of(const std::vector<std::uint64_t>& dimensions, const std::string& name) const {
    std::uint64_t count = 1;
    for (const std::uint64_t n : dimensions) {
      if (n > 0 && count > most_bytes_ / n) throw damaged(name, "it has more numbers than its file can hold");
      count *= n;
    }
    return count;
  }

  void take_memory(const std::string& name, std::uint64_t bytes) {
    used_bytes_ += bytes;
    if (used_bytes_ > most_bytes_) {
      throw damaged(name, "its values need more memory than a file of this size may");
    }
  }

  static std::string joined(const std::string& of, const std::string& name) {
    return of.empty() ? name : of + "." + name;
  }

  Error damaged(const std::string& name, std::string_view what) const {
    return input_.bad_file(fmt::format("the MATLAB file is damaged: {}: {}", name.empty() ? "variables" : name, what));
  }

  Error unreadable(const std::string& name, std::string_view what) const {
    return input_.error(ErrorCode::unsupported, fmt::format("{} cannot be read: {}", name, what));
  }

  const Input& input_;
  const hid_t group_;  // any object of the file
  const std::span<const std::string_view> fields_;
  const std::uint64_t most_bytes_;
  std::uint64_t used_bytes_ = 0, n_references_ = 0;
};

}  // namespace

MatContents read_mat73_contents(const Input& input, hid_t group, const std::string& group_name,
                                std::span<const std::string_view> names, std::span<const std::string_view> fields) {
  return Mat73ContentReader(input, group, fields).read_named(names, group_name);
}

}  // namespace biotropy::files

// SPDX-License-Identifier: Apache-2.0
#include "python/bindings/arrays.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

namespace biotropy::python {

namespace {

template <typename T>
nb::object own(std::vector<T> values, const std::vector<std::size_t>& shape) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  T* const data = owned->data();
  nb::capsule owner(owned.get(), [](void* vector) noexcept { delete static_cast<std::vector<T>*>(vector); });
  owned.release();
  return nb::cast(nb::ndarray<nb::numpy, T>(data, shape.size(), shape.data(), owner));
}

}  // namespace

nb::object to_array(std::vector<double> values, std::vector<std::size_t> shape) {
  return own(std::move(values), shape);
}

nb::object to_array(std::vector<std::uint64_t> values, std::vector<std::size_t> shape) {
  return own(std::move(values), shape);
}

nb::object to_array(std::vector<std::uint32_t> values, std::vector<std::size_t> shape) {
  return own(std::move(values), shape);
}

nb::object to_reasons(const std::vector<std::string>& reasons) {
  if (std::ranges::all_of(reasons, [](const std::string& reason) { return reason.empty(); })) return nb::none();
  nb::list list;
  for (const std::string& reason : reasons) list.append(nb::str(reason.c_str(), reason.size()));
  return list;
}

nb::object to_python(NamedArray array) {
  if (const auto* texts = std::get_if<std::vector<std::string>>(&array.values)) return to_reasons(*texts);
  if (auto* reals = std::get_if<std::vector<double>>(&array.values)) return to_array(std::move(*reals), array.shape);
  return to_array(std::move(std::get<std::vector<std::uint64_t>>(array.values)), array.shape);
}

nb::list to_list(const Notices& notices) {
  nb::list made;
  for (const Notice& one : notices) made.append(nb::make_tuple(std::string(word(one.level)), one.code, one.text));
  return made;
}

}  // namespace biotropy::python

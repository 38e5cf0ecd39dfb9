// SPDX-License-Identifier: Apache-2.0
#include "python/bindings/arrays.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <variant>

namespace biotropy::python {

nb::object text_of(const std::optional<Notice>& notice) {
  return notice ? nb::cast(notice->text) : nb::none();
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

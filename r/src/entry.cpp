// SPDX-License-Identifier: Apache-2.0
#include "entry.hpp"

#include <string>

#include "values.hpp"

namespace biotropy::r {

SEXP failure(const Error& error) {
  using namespace cpp11::literals;
  cpp11::writable::list parts({"code"_nm = to_r(std::string(name(error.code()))), "message"_nm = to_r(error.what()),
                               "argument"_nm = to_r(error.parameter()), "value"_nm = to_r(error.value()),
                               "allowed"_nm = to_r(error.allowed())});
  parts.attr("class") = "biotropy_failure";
  return parts;
}

}  // namespace biotropy::r

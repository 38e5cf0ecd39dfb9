// SPDX-License-Identifier: Apache-2.0
//
// Series that seem to have padding.
#include "biotropy/prepare/padding.hpp"

#include "entry.hpp"
#include "module.hpp"
#include "values.hpp"

namespace biotropy::r {

// @param dimensions samples, and series.
SEXP padding_notices(SEXP data, SEXP dimensions, SEXP name) {
  return guarded([&]() -> SEXP {
    const std::vector<std::size_t> sizes = to_sizes(dimensions);
    const auto found = prepare::padding_notice({sizes[1], 1, sizes[0], Columns(data).all()}, to_string(name));
    return to_r(found ? Notices{*found} : Notices{});
  });
}

}  // namespace biotropy::r

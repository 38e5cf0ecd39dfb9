// SPDX-License-Identifier: Apache-2.0
//
// Series that seem to have padding.
#include "biotropy/prepare/padding.hpp"

#include "entry.hpp"
#include "module.hpp"
#include "values.hpp"

namespace biotropy::r {

// @param dimensions samples, and series. @return how many there are, the first of them (from 1), its equal samples, and
// whether they are at its end; NULL if there are none.
SEXP padded_series(SEXP data, SEXP dimensions) {
  return guarded([&]() -> SEXP {
    const std::vector<std::size_t> sizes = to_sizes(dimensions);
    const prepare::PaddedSeries found = prepare::padded_series({sizes[1], 1, sizes[0], Columns(data).all()});
    if (found.n == 0) return R_NilValue;
    return to_r(std::vector<double>{static_cast<double>(found.n), static_cast<double>(found.epoch + 1),
                                    static_cast<double>(found.run), found.at_end ? 1.0 : 0.0});
  });
}

}  // namespace biotropy::r

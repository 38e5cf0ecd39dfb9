// SPDX-License-Identifier: Apache-2.0
//
// Matching composite delay vectors from the papers' equations (Ahmed and Mandic 2011, 2012): every vector is written
// out, and every pair compared.
#pragma once

#include "biotropy/match/multivariate/composite_query.hpp"

namespace biotropy::match {

CompositeCounts naive_composite(const CompositeQuery& query);

}  // namespace biotropy::match

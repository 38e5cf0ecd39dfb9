// SPDX-License-Identifier: Apache-2.0
//
// Membership of a pair of templates at distance d, from 0 to 1, in place of match or no match: the exponential
// functions of fuzzy entropy (Chen et al. 2007, Xie et al. 2010) and the others compared by Azami et al. (2019) and
// offered by EntropyHub.
#pragma once

#include "biotropy/words.hpp"

namespace biotropy::match {

enum class MembershipForm {
  exponential,        ///< exp(-(d / r)^n)
  chen,               ///< exp(-d^n / r)
  gaussian,           ///< exp(-d^2 / (2 r^2))
  constant_gaussian,  ///< 1 up to r, then exp(-ln 2 ((d - r) / r)^2)
  sigmoid,            ///< 1 / (1 + exp((d - corner) / r))
  bell,               ///< 1 / (1 + (d / r)^(2 n))
  triangular,         ///< 1 - d / r, 0 from r on
  trapezoidal1,       ///< 1 up to r, 2 - d / r from there, 0 from 2 r on
  trapezoidal2,       ///< 1 up to r, falling to 0 at the corner
  z_shaped,           ///< 1 up to r, two parabolas that meet at 1.5 r, 0 from 2 r on
  gudermannian        ///< atan(tanh(r / d)) divided by its largest value, pi / 4
};

struct Membership {
  MembershipForm form = MembershipForm::exponential;
  double n = 2.0;       ///< exponent of exponential, chen and bell, above 0
  double corner = 0.0;  ///< sigmoid: the distance of degree 1/2; trapezoidal2: the distance of degree 0, above r
};

/// @throws Error invalid_argument unless the function is defined for r, n and corner.
void validate(const Membership& membership, double r);

/// Degree of membership at a distance of at least 0, by the formulas above.
double degree(const Membership& membership, double r, double distance);

/// Distance beyond which every degree is at most `least` (above 0); infinity if there is none.
double reach(const Membership& membership, double r, double least);

}  // namespace biotropy::match

namespace biotropy {

template <>
inline constexpr std::array kWords<match::MembershipForm>{
    Word{"exponential", match::MembershipForm::exponential},
    Word{"chen", match::MembershipForm::chen},
    Word{"gaussian", match::MembershipForm::gaussian},
    Word{"constant-gaussian", match::MembershipForm::constant_gaussian},
    Word{"sigmoid", match::MembershipForm::sigmoid},
    Word{"bell", match::MembershipForm::bell},
    Word{"triangular", match::MembershipForm::triangular},
    Word{"trapezoidal1", match::MembershipForm::trapezoidal1},
    Word{"trapezoidal2", match::MembershipForm::trapezoidal2},
    Word{"z-shaped", match::MembershipForm::z_shaped},
    Word{"gudermannian", match::MembershipForm::gudermannian},
};

}  // namespace biotropy

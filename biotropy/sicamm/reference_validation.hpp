// SPDX-License-Identifier: Apache-2.0
//
// Cross-validation of simple methods on the folds of cross_validate(), so that nobody takes for a merit of the model
// what any method reaches. Every method has what the model has: the directions in which all classes vary, the counted
// or given chain, the decoder, and beta found on parts of the rest that were left out. So what is due to the chain and
// to tempering is in the scores of all of them but chance.
#pragma once

#include <array>
#include <string_view>

#include "biotropy/sicamm/validation.hpp"
#include "biotropy/words.hpp"

namespace biotropy::sicamm {

enum class ReferenceMethod {
  chance,    ///< the frequencies of the classes in training, for every sample
  gaussian,  ///< a Gaussian hidden Markov model: shrunk quadratic discriminants and the chain
  mixture,   ///< a mixture of Gaussians for each class, and the chain
  logistic   ///< multinomial logistic regression with a ridge of 1, and the chain
};

inline constexpr std::array kReferenceMethods = {ReferenceMethod::chance, ReferenceMethod::gaussian,
                                                 ReferenceMethod::mixture, ReferenceMethod::logistic};

/// As cross_validate(), with a method in place of the model; of the settings of training those count that it has. The
/// Gaussians and the regression are the models of ClassifierKind. Of the others nothing is flagged, and a sample with a
/// number that is not finite counts for no class.
/// @throws Error as cross_validate() does; unsupported unless outliers count.
Validation validate_reference(ReferenceMethod method, std::span<const Labelled> recordings,
                              const std::vector<std::string>& channels, const std::vector<std::string>& classes,
                              const ValidationSettings& settings = {}, const Execution& execution = {});

}  // namespace biotropy::sicamm

namespace biotropy {

template <>
inline constexpr std::array kWords<sicamm::ReferenceMethod>{
    Word{"chance", sicamm::ReferenceMethod::chance},
    Word{"gaussian", sicamm::ReferenceMethod::gaussian},
    Word{"mixture", sicamm::ReferenceMethod::mixture},
    Word{"logistic", sicamm::ReferenceMethod::logistic},
};

}  // namespace biotropy

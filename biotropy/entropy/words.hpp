// SPDX-License-Identifier: Apache-2.0
//
// Names of the values of enumerated options.
#pragma once

#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/uncertainty.hpp"
#include "biotropy/words.hpp"

namespace biotropy {

template <>
inline constexpr std::array kWords<series::RUnit>{
    Word{"sd", series::RUnit::sd},
    Word{"absolute", series::RUnit::absolute},
    Word{"total-variation", series::RUnit::total_variation},
};

template <>
inline constexpr std::array kWords<match::Boundary>{
    Word{"closed", match::Boundary::closed},
    Word{"open", match::Boundary::open},
};

template <>
inline constexpr std::array kWords<match::TemplateRule>{
    Word{"all", match::TemplateRule::all},
    Word{"common", match::TemplateRule::common},
};

template <>
inline constexpr std::array kWords<match::Approach>{
    Word{"full", match::Approach::full},
    Word{"naive", match::Approach::naive},
};

template <>
inline constexpr std::array kWords<entropy::LocalMean>{
    Word{"removed", entropy::LocalMean::removed},
    Word{"kept", entropy::LocalMean::kept},
};

template <>
inline constexpr std::array kWords<entropy::Sign>{
    Word{"kept", entropy::Sign::kept},
    Word{"dropped", entropy::Sign::dropped},
};

template <>
inline constexpr std::array kWords<entropy::Bias>{
    Word{"max", entropy::Bias::max},
    Word{"zero", entropy::Bias::zero},
    Word{"skip", entropy::Bias::skip},
    Word{"none", entropy::Bias::none},
};

template <>
inline constexpr std::array kWords<entropy::Undefined>{
    Word{"natural", entropy::Undefined::natural},
    Word{"negative", entropy::Undefined::negative},
    Word{"bound", entropy::Undefined::bound},
};

template <>
inline constexpr std::array kWords<entropy::Ties>{
    Word{"time", entropy::Ties::time},
    Word{"equal", entropy::Ties::equal},
};

template <>
inline constexpr std::array kWords<entropy::PoolEpochs>{
    Word{"no", entropy::PoolEpochs::no},
    Word{"recording", entropy::PoolEpochs::recording},
    Word{"epoch", entropy::PoolEpochs::epoch},
};

template <>
inline constexpr std::array kWords<entropy::Base>{
    Word{"e", entropy::Base::e},
    Word{"2", entropy::Base::two},
    Word{"10", entropy::Base::ten},
};

template <>
inline constexpr std::array kWords<entropy::Missing>{
    Word{"raise", entropy::Missing::raise},
    Word{"omit", entropy::Missing::omit},
};

template <>
inline constexpr std::array kWords<entropy::MultiscaleMethod>{
    Word{"mse", entropy::MultiscaleMethod::mse},
    Word{"rmse", entropy::MultiscaleMethod::rmse},
    Word{"cmse", entropy::MultiscaleMethod::cmse},
    Word{"rcmse", entropy::MultiscaleMethod::rcmse},
};

template <>
inline constexpr std::array kWords<series::Grain>{
    Word{"mean", series::Grain::mean},
    Word{"variance", series::Grain::variance},
};

template <>
inline constexpr std::array kWords<entropy::ToleranceOf>{
    Word{"original", entropy::ToleranceOf::original},
    Word{"scale", entropy::ToleranceOf::scale},
};

template <>
inline constexpr std::array kWords<entropy::Covariance>{
    Word{"centred", entropy::Covariance::centred},
    Word{"lake", entropy::Covariance::lake},
    Word{"physionet", entropy::Covariance::physionet},
};

}  // namespace biotropy

// SPDX-License-Identifier: Apache-2.0
//
// Keys of results: a hash over every parameter, the bytes of the recordings and the version. Another key is another
// result, so results made under different conditions are never mixed. Time stamps are not included.
#pragma once

#include <string>
#include <vector>

#include "biotropy/study/description.hpp"
#include "biotropy/study/subject.hpp"

namespace biotropy::study {

/// 32 hexadecimal digits for the values of a subject. Of the subject it uses sha256 and the file extension, which
/// affects how bytes are read.
std::string key_of_values(const Description& description, const Subject& subject);

/// 32 hexadecimal digits for values of surrogates of a subject, which depend on everything that key_of_values() covers
/// but how many surrogates there are and where they stop.
std::string key_of_surrogates(const Description& description, const Subject& subject);

/// 32 hexadecimal digits for the result of the study. Of subjects it uses id, group, and the input of key_of_values().
std::string key_of_study(const Description& description, const std::vector<Subject>& subjects);

}  // namespace biotropy::study

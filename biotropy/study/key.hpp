// SPDX-License-Identifier: Apache-2.0
//
// Names of results by what they were made from: a hash over every parameter, the bytes of the recordings and the
// version. What has another key is another result, so nothing made under other conditions is ever mixed in. No time
// stamp has a part in it.
#pragma once

#include <string>
#include <vector>

#include "biotropy/study/description.hpp"
#include "biotropy/study/subject.hpp"

namespace biotropy::study {

/// 32 hexadecimal digits: the values of a subject. Of it they see sha256 and the ending of its recording's name, which
/// has a say in how bytes are read.
std::string key_of_values(const Description& description, const Subject& subject);

/// 32 hexadecimal digits: the result of the study. Of subjects it sees id, group, and what key_of_values() sees.
std::string key_of_study(const Description& description, const std::vector<Subject>& subjects);

}  // namespace biotropy::study

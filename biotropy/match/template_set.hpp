// SPDX-License-Identifier: Apache-2.0
//
// Start positions that are templates in a series with missing samples. Under TemplateRule::all a missing sample matches
// nothing, so it needs no test. Under TemplateRule::common a template must be complete at the longest length to count
// at any, so that both lengths of an entropy use one set of templates.
#pragma once

#include <vector>

#include "biotropy/match/query.hpp"

namespace biotropy::match {

class TemplateSet {
 public:
  TemplateSet(Samples samples, const Rule& rule);

  /// True if every position below template_count() is a template; under TemplateRule::all missing samples match nothing
  /// anyway.
  bool is_full() const { return whole_.empty(); }

  /// @param i below template_count() at some length of the rule.
  bool contains(std::size_t i) const { return whole_.empty() || whole_[i] != 0; }

 private:
  std::vector<char> whole_;  // empty if the set is full
};

}  // namespace biotropy::match

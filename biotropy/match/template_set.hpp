// SPDX-License-Identifier: Apache-2.0
//
// Which start positions of a series with missing samples are templates. Under TemplateRule::all a missing sample needs
// no care: it matches nothing. Under TemplateRule::common a template must be whole at the longest length to count at
// any of them, so that both lengths of an entropy are counted over one set of templates.
#pragma once

#include <vector>

#include "biotropy/match/query.hpp"

namespace biotropy::match {

class TemplateSet {
 public:
  TemplateSet(Samples samples, const Rule& rule);

  /// Whether every position below template_count() is a template, missing samples aside that match nothing anyway.
  bool is_full() const { return whole_.empty(); }

  /// @param i below template_count() at some length of the rule.
  bool contains(std::size_t i) const { return whole_.empty() || whole_[i] != 0; }

 private:
  std::vector<char> whole_;  // empty where the set is full
};

}  // namespace biotropy::match

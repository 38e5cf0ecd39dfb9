// SPDX-License-Identifier: Apache-2.0
//
// A cohort small enough for a fast study.
#pragma once

#include <string>

#include "biotropy/simulate/cohort.hpp"
#include "biotropy/study/study.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::study::test {

class SmallStudy {
 public:
  SmallStudy();

  const std::filesystem::path& folder() const { return scratch_.folder(); }
  std::filesystem::path path(const std::string& name) const { return scratch_.path(name); }
  StudyFolder results() const { return StudyFolder(folder()); }

  StudyRun run(const Shard& shard = {}) const { return study::run(description, results(), shard, {}); }

  /// Replaces a subject's recording by noise, and so many samples of padding at the end.
  void replace(const std::string& id, std::size_t samples, std::size_t padding = 0) const;

  simulate::CohortSettings cohort;
  Description description;

 private:
  Scratch scratch_;
};

}  // namespace biotropy::study::test

// SPDX-License-Identifier: Apache-2.0
//
// Every kernel compiles for CUDA; a machine without a GPU can test no more. OpenCL runs them in the tests of the
// engines.
#include <gtest/gtest.h>

#include <set>

#include "biotropy/device/nvrtc.hpp"
#include "biotropy/device/source.hpp"
#include "biotropy/match/devices/device_bit_rows.hpp"
#include "biotropy/match/devices/device_engine.hpp"
#include "biotropy/match/devices/device_fuzzy_internal.hpp"
#include "biotropy/match/devices/device_templates.hpp"
#include "inputs.hpp"

namespace biotropy::match {
namespace {

class CudaKernels : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string remark;
    compiler_ = device::Nvrtc::open(remark);
    if (compiler_ == nullptr) GTEST_SKIP() << remark;
  }

  // Shapes that differ may give the same program: it is compiled once.
  void expect_compiled(const device::Source& source, const std::vector<std::string>& entries) {
    if (!compiled_.insert(complete_text(device::Api::cuda, source)).second) return;
    // For the newest architecture, the first of them for the oldest, too.
    std::vector<int> architectures{compiler_->architectures().back()};
    if (compiled_.size() == 1) architectures.push_back(compiler_->architectures().front());
    for (const int architecture : architectures) {
      const device::CudaProgram made = compiler_->compile(source, architecture);
      const std::string text(reinterpret_cast<const char*>(made.binary.data()), made.binary.size());
      for (const std::string& entry : entries) EXPECT_NE(text.find(entry), std::string::npos) << entry;
    }
  }

  const device::Nvrtc* compiler_ = nullptr;
  std::set<std::string> compiled_;
};

TEST_F(CudaKernels, BitRows) {
  for (const std::size_t n : {100U, 1024U, 1100U, 16384U}) {
    const std::vector<double> data(n);
    const Samples samples(data);
    const Pair pair;
    for (const std::vector<int>& lengths : {std::vector{1, 2}, std::vector{2, 3}, std::vector{1, 2, 3, 4, 6}}) {
      Query query{std::span(&samples, 1), 1, std::span(&pair, 1), {.lengths = lengths}};
      for (const std::int64_t theiler : {kKeepAllPairs, kExcludeSelf}) {
        query.rule.theiler = theiler;
        const BitRowShape shape(query, RowKernel::global_table);
        expect_compiled(shape.source_of_tables(), {"build_tables", "find_runs"});
        expect_compiled(shape.source_of_counts(), {"count_rows"});
        if (n == 100) expect_compiled(shape.source_of_products(), {"multiply_counts"});
      }
      query.rule.per_template = !query.rule.per_template;
      const BitRowShape shared(query, RowKernel::shared_table);
      if (shared.suits_shared_table()) expect_compiled(shared.source_of_counts(), {"count_rows_shared"});
    }
  }
}

TEST_F(CudaKernels, FuzzyRuns) {
  const FuzzyQuery plain{{{}, 1, {}, {.lengths = {2, 3}, .theiler = kExcludeSelf}}, {}, true};
  for (const bool doubles : {true, false}) {
    for (const int length : {1, 3, 32}) {
      expect_compiled(DeviceFuzzy::source(plain, length, doubles), {"sum_runs", "sum_blocks"});
    }
    for (const MembershipForm form : {MembershipForm::exponential, MembershipForm::sigmoid, MembershipForm::bell,
                                      MembershipForm::triangular, MembershipForm::z_shaped}) {
      FuzzyQuery query = plain;
      query.membership = {form, 2.5, 0.5};
      expect_compiled(DeviceFuzzy::source(query, 2, doubles), {"sum_runs", "sum_blocks"});
    }
  }
}

TEST_F(CudaKernels, Windows) {
  for (const std::int64_t theiler : {kKeepAllPairs, kExcludeSelf}) {
    for (const std::vector<int>& lengths : {std::vector{1}, std::vector{2, 3}, std::vector{1, 2, 3, 4, 6}}) {
      for (const bool per_template : {true, false}) {
        const Rule rule{.lengths = lengths, .theiler = theiler, .per_template = per_template};
        expect_compiled(windows_source(rule), {"count_windows", "clear_counts"});
      }
      const Rule rule{.lengths = lengths};
      expect_compiled(sort_templates_source(rule), {"make_keys", "count_digits", "start_digits", "move_items",
                                                    "rank_samples", "mark_templates", "place_candidates"});
      expect_compiled(find_windows_source(rule), {"find_sample_runs", "find_windows", "find_stretches"});
    }
  }
}

}  // namespace
}  // namespace biotropy::match

// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <sstream>

#include "kernels/instruction_table.hpp"
#include "tests/error_of.hpp"

namespace biotropy::bench {
namespace {

constexpr const char* kPage = R"(Some text.

| work | with |
|---|---|
| other | table |

| kernel | case | per | registers | spilled | sm_80 | sm_90 |
|---|---|---|---:|---:|---:|---:|
| `rows` | N = 1024 | row | 42 | 0 | 12.0 | 9.5 |
| `rows` | N = 256 | 32 samples | 42 | 0 | 64.0 | 16.0 |
)";

TEST(InstructionTable, GivesInstructionsOfOneUnitOnTheNewestArchitectureThatIsNotNewer) {
  const InstructionTable table(kPage);
  EXPECT_EQ(table.per_unit("rows", "N = 1024", 80), 12.0);
  EXPECT_EQ(table.per_unit("rows", "N = 1024", 90), 9.5);
  EXPECT_EQ(table.per_unit("rows", "N = 256", 80), 2.0);
  EXPECT_EQ(table.per_unit("rows", "N = 1024", 89), 12.0);
  EXPECT_EQ(table.per_unit("rows", "N = 1024", 120), 9.5);
  EXPECT_EQ(table.per_unit("rows", "N = 1024", 0), 12.0);
}

TEST(InstructionTable, NamesWhatIsMissing) {
  EXPECT_THROW(InstructionTable("no table"), Error);
  const Error error = error_of([] { (void)InstructionTable(kPage).per_unit("rows", "N = 512", 90); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
}

TEST(InstructionTable, ReadsThePage) {
  std::ostringstream page;
  page << std::ifstream(BIOTROPY_SOURCE "/docs/devices.md").rdbuf();
  const InstructionTable table(page.str());
  EXPECT_GT(table.per_unit("count_windows", "SampEn, m = 2", 90), 0.1);
  EXPECT_LT(table.per_unit("count_windows", "SampEn, m = 2", 90), 1.0);  // 32 candidates at once
  EXPECT_GT(table.per_unit("count_rows_shared", "counts, N = 1024, m = 1", 90), 5.0);
}

}  // namespace
}  // namespace biotropy::bench

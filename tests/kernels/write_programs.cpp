// SPDX-License-Identifier: Apache-2.0
//
// Compiles every kernel for CUDA as the library does, for typical queries, into the files of a folder, and prints what
// kernel_counts.py needs to know of each: its file, kernel, case, unit of work, and the instruction and number by which
// the units in a loop are counted.
//
// Usage: write_programs FOLDER [ARCHITECTURE...]   architectures: 80 90 120, those that the compiler knows
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "biotropy/device/nvrtc.hpp"
#include "biotropy/error.hpp"
#include "biotropy/match/devices/device_bit_rows.hpp"
#include "biotropy/match/devices/device_engine.hpp"
#include "biotropy/match/devices/device_fuzzy_internal.hpp"
#include "biotropy/match/devices/device_templates.hpp"
#include "biotropy/sicamm/density/binned_density.hpp"
#include "biotropy/sicamm/density/device_method_internal.hpp"

namespace {

namespace device = biotropy::device;
namespace match = biotropy::match;

struct Case {
  device::Source source;
  std::string kernel, name, unit;
  std::string marker;     // an instruction; none if the loop, or the kernel, is one unit
  double per_unit = 1.0;  // such instructions for 32 units at once
};

// Instructions of a lane that count bits, for 32 rows at once.
double population_counts(const match::BitRowShape& shape, bool counts_runs) {
  const double lengths = shape.n_lengths - (counts_runs ? 1.0 : 0.0);
  if (shape.kernel == match::RowKernel::shared_table) {
    const double rows = shape.counted_of_chain() * shape.chains;
    return lengths * static_cast<double>(shape.words()) * shape.rows_of_item / rows;
  }
  return lengths * shape.depth * shape.lanes / 32.0;
}

// Both kernels, where both can count it.
void add_count_rows(std::vector<Case>& cases, match::Query query, int m, int tau, bool is_cross_apen) {
  query.rule.lengths = {m, m + 1};
  query.rule.tau = tau;
  query.rule.templates = is_cross_apen ? match::TemplateRule::all : match::TemplateRule::common;
  query.rule.per_template = is_cross_apen;
  const std::size_t n = query.series.front().size();
  const std::string name = fmt::format("{}, N = {}, m = {}{}", is_cross_apen ? "counts" : "totals", n, m,
                                       tau > 1 ? fmt::format(", tau = {}", tau) : "");
  const bool counts_runs = is_cross_apen && m == 1;
  const match::BitRowShape rows(query, match::RowKernel::global_table);
  cases.push_back({rows.source_of_counts(), "count_rows", name, "row", "POPC", population_counts(rows, counts_runs)});
  const match::BitRowShape shared(query, match::RowKernel::shared_table);
  if (!shared.suits_shared_table()) return;
  cases.push_back(
      {shared.source_of_counts(), "count_rows_shared", name, "row", "POPC", population_counts(shared, counts_runs)});
}

void add_bit_rows(std::vector<Case>& cases) {
  for (const std::size_t n : {256U, 1024U, 4096U}) {
    const std::vector<double> data(n);
    const match::Samples samples(data);
    const match::Pair pair;
    const match::Query query{std::span(&samples, 1), 1, std::span(&pair, 1), {.lengths = {1, 2}}};
    const match::BitRowShape shape(query, match::RowKernel::global_table);
    if (n == 1024) {
      cases.push_back({shape.source_of_tables(), "build_tables", "N = 1024", "sample", "STG", 1.0});
      cases.push_back({shape.source_of_tables(), "find_runs", "N = 1024", "32 samples", "POPC", 4.0});
      cases.push_back({shape.source_of_products(), "multiply_counts", "", "32 counts", "DMUL", 1.0});
    }
    for (const int m : {1, 2, 3}) {
      if (m == 3 && n != 1024) continue;
      for (const int tau : {1, 2, 5}) {
        if (tau > 1 && (n != 1024 || m == 3)) continue;
        for (const bool is_cross_apen : {true, false}) add_count_rows(cases, query, m, tau, is_cross_apen);
      }
    }
    match::Query excluding = query;
    excluding.rule = {.lengths = {2, 3}, .templates = match::TemplateRule::common, .theiler = match::kExcludeSelf};
    const match::BitRowShape rows(excluding, match::RowKernel::global_table);
    cases.push_back({rows.source_of_counts(), "count_rows", fmt::format("SampEn, N = {}, m = 2", n), "row", "POPC",
                     population_counts(rows, false)});
  }
}

void add_long_series(std::vector<Case>& cases) {
  for (const int m : {1, 2, 3}) {
    const match::Rule rule{
        .lengths = {m, m + 1}, .templates = match::TemplateRule::common, .theiler = match::kExcludeSelf};
    if (m == 2) {
      for (const char* kernel : {"count_digits", "move_items"}) {
        cases.push_back({match::sort_templates_source(rule), kernel, "a digit", "32 samples", "LDG", 1.0});
      }
      cases.push_back({match::find_windows_source(rule), "find_sample_runs", "", "step of a search", "LDG", 1.0});
    }
    cases.push_back({match::windows_source(rule), "count_windows", fmt::format("SampEn, m = {}", m), "32 candidates",
                     "LDS", m / 4.0});
    const match::FuzzyQuery fuzzy{{{}, 1, {}, rule}, {}, true};
    for (const bool doubles : {true, false}) {
      const double loads = m * (doubles ? 1.0 : 2.0) + 1.0;
      cases.push_back({match::DeviceFuzzy::source(fuzzy, m, doubles), "sum_runs",
                       fmt::format("{}, m = {}", doubles ? "double" : "single", m), "32 pairs", "LDG", loads});
    }
    if (m == 2) cases.push_back({match::DeviceFuzzy::source(fuzzy, m, true), "sum_blocks", "", "32 runs", "LDG", 1.0});
  }
}

void add_densities(std::vector<Case>& cases) {
  const auto source = biotropy::sicamm::double_source(8, 8, 2);
  cases.push_back({source, "unmix", "8 channels", "32 sources", "", 1.0});
  cases.push_back({source, "sum_tables", "8 channels", "32 lanes of a component", "", 1.0});
  const double loads_of_bin = 1.0 + static_cast<double>(biotropy::sicamm::BinnedDensity::kMoments);
  cases.push_back({source, "sum_bins", "double", "32 bins", "LDG", loads_of_bin});
  cases.push_back({biotropy::sicamm::single_source(), "sum_kernels", "single", "32 kernels", "LDG", 3.0});
}

int run(int argc, char** argv) {
  std::string remark;
  const device::Nvrtc* compiler = device::Nvrtc::open(remark);
  if (compiler == nullptr) {
    fmt::print(stderr, "write_programs: {}\n", remark);
    return 1;
  }
  std::vector<int> architectures;
  for (int i = 2; i < argc; ++i) architectures.push_back(std::atoi(argv[i]));
  if (architectures.empty()) architectures = {80, 90, 120};
  const auto& known = compiler->architectures();
  std::erase_if(architectures, [&](int a) { return !std::binary_search(known.begin(), known.end(), a); });
  std::vector<Case> cases;
  add_bit_rows(cases);
  add_long_series(cases);
  add_densities(cases);
  fmt::print("# {}\n", compiler->version());
  for (std::size_t number = 0; number < cases.size(); ++number) {
    const Case& made = cases[number];
    for (const int architecture : architectures) {
      const std::string file = fmt::format("{}/{}.sm_{}.cubin", argv[1], number, architecture);
      const device::CudaProgram program = compiler->compile(made.source, architecture);
      std::ofstream(file, std::ios::binary)
          .write(reinterpret_cast<const char*>(program.binary.data()),
                 static_cast<std::streamsize>(program.binary.size()));
      fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", file, architecture, made.kernel, made.name, made.unit, made.marker,
                 made.per_unit);
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: write_programs FOLDER [ARCHITECTURE...]\n");
    return 2;
  }
  try {
    return run(argc, argv);
  } catch (const biotropy::Error& error) {
    fmt::print(stderr, "write_programs: {}\n", error.what());
    return 1;
  }
}

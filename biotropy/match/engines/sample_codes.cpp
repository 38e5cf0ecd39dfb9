// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/sample_codes.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <utility>

#include "biotropy/match/engines/value_table.hpp"
#include "biotropy/threads.hpp"
namespace biotropy::match {

namespace {

constexpr std::size_t kWorthAThread = 8192;

// Numbers the values of a piece; false if there are more than `most`, here or in another piece, and no grid.
bool number_values(Samples samples, std::size_t most, std::vector<double>& values, std::uint16_t* numbers,
                   const std::atomic<bool>& few) {
  ValueGrid grid(samples);
  if (grid.number_all(samples, numbers)) {
    values = grid.values();
    return true;
  }
  ValueTable table;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (std::isnan(samples[i])) {
      numbers[i] = kNoNumber;
      continue;
    }
    numbers[i] = table.number(samples[i]);
    if (table.values().size() > most || !few.load(std::memory_order_relaxed)) return false;
  }
  values = table.values();
  return true;
}

// A series with values numbered piece by piece, and its distinct values.
struct Numbered {
  Pieces pieces;
  std::vector<std::vector<double>> values_of_piece;  // by number; NaN if a number has no value
  std::vector<std::uint16_t> numbers;
  std::vector<double> values;
};

std::optional<Numbered> numbered(Samples samples, std::size_t most) {
  Numbered result{{samples.size(), kWorthAThread}, {}, {}, {}};
  result.numbers.resize(samples.size());
  result.values_of_piece.resize(result.pieces.size());
  std::atomic<bool> few = true;
  for_each_piece(result.pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    const Samples part = samples.subspan(begin, end - begin);
    if (!number_values(part, most, result.values_of_piece[piece], result.numbers.data() + begin, few)) few = false;
  });
  if (!few) return std::nullopt;
  auto& values = result.values;
  for (const auto& some : result.values_of_piece) {
    std::copy_if(some.begin(), some.end(), std::back_inserter(values), [](double value) { return !std::isnan(value); });
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values.size() <= most ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace

bool has_few_values(Samples samples, std::size_t most) {
  return numbered(samples, most).has_value();
}

std::optional<SampleCodes> sample_codes(Samples samples, std::size_t most) {
  auto found = numbered(samples, most);
  if (!found) return std::nullopt;
  SampleCodes result{std::move(found->values), std::move(found->numbers)};
  const auto& values = result.values;
  for_each_piece(found->pieces, [&](std::size_t piece, std::size_t begin, std::size_t end) {
    const auto& value_of = found->values_of_piece[piece];
    std::vector<std::uint16_t> code_of(value_of.size());
    for (std::size_t number = 0; number < value_of.size(); ++number) {
      if (std::isnan(value_of[number])) continue;
      const auto place = std::lower_bound(values.begin(), values.end(), value_of[number]);
      code_of[number] = static_cast<std::uint16_t>(place - values.begin());
    }
    for (std::uint16_t& code : std::span(result.codes).subspan(begin, end - begin)) {
      code = code == kNoNumber ? static_cast<std::uint16_t>(values.size()) : code_of[code];
    }
  });
  return result;
}

double estimate_distinct(Samples samples, std::size_t looked_at) {
  // Runs of neighbours, spread over the series, cost fewer cache misses than single samples.
  constexpr std::size_t run = 64, first_look = 256;
  const std::size_t step = std::max(run, run * samples.size() / std::max<std::size_t>(1, looked_at));
  ValueTable table;
  double drawn = 0.0;
  for (std::size_t begin = 0; begin < samples.size(); begin += step) {
    for (const double value : samples.subspan(begin, std::min(run, samples.size() - begin))) {
      if (std::isnan(value)) continue;
      table.number(value);
      drawn += 1.0;
    }
    // Without a single tie more samples would not help.
    if (drawn >= first_look && static_cast<double>(table.values().size()) >= drawn) break;
  }
  const auto met = static_cast<double>(table.values().size());
  if (met >= drawn && drawn > 0.0) return std::numeric_limits<double>::infinity();
  // Of `all` equally frequent values, all (1 - exp(-drawn / all)) are expected to be drawn; this grows with `all`.
  double least = met, most = met;
  const auto expected = [&](double all) { return all * -std::expm1(-drawn / all); };
  while (met > 0.0 && expected(most) < met) most *= 2.0;
  for (int step_of_bisection = 0; step_of_bisection < 30; ++step_of_bisection) {
    const double middle = 0.5 * (least + most);
    (middle > 0.0 && expected(middle) < met ? least : most) = middle;
  }
  return most;
}

}  // namespace biotropy::match

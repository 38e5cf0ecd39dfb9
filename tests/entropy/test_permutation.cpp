// SPDX-License-Identifier: Apache-2.0
//
// Permutation entropy against the definitions of Bandt and Pompe (2002), Fadlallah et al. (2013) and Bian et al.
// (2012).
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "biotropy/entropy/grid.hpp"
#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/pattern_codes_internal.hpp"
#include "biotropy/entropy/settings.hpp"
#include "portable_series.hpp"
#include "tests/error_of.hpp"
#include "tests/every_instruction_set.hpp"

namespace biotropy::entropy {
namespace {

struct Naive {
  long double nats = 0.0L;  // a sum of many terms
  std::size_t templates = 0, patterns = 0;
};

// The pattern of a template: the rank of each sample, in order of time among equal ones or shared by them.
std::vector<int> ranks(const std::vector<double>& samples, Ties ties) {
  std::vector<int> found;
  for (std::size_t k = 0; k < samples.size(); ++k) {
    int smaller = 0;
    for (std::size_t j = 0; j < samples.size(); ++j) {
      smaller += samples[j] < samples[k] || (ties == Ties::time && samples[j] == samples[k] && j < k) ? 1 : 0;
    }
    found.push_back(smaller);
  }
  return found;
}

double variance(const std::vector<double>& samples) {
  const auto m = static_cast<double>(samples.size());
  const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / m;
  double sum = 0.0;
  for (const double sample : samples) sum += (sample - mean) * (sample - mean);
  return sum / m;
}

Naive naive(const std::vector<double>& x, std::size_t m, std::size_t tau, Ties ties, bool weighted) {
  std::map<std::vector<int>, double> sizes;
  double all = 0.0;
  Naive found;
  for (std::size_t i = 0; i + (m - 1) * tau < x.size(); ++i) {
    std::vector<double> samples;
    for (std::size_t k = 0; k < m; ++k) samples.push_back(x[i + k * tau]);
    if (std::any_of(samples.begin(), samples.end(), [](double sample) { return std::isnan(sample); })) continue;
    const double size = weighted ? variance(samples) : 1.0;
    sizes[ranks(samples, ties)] += size;
    all += size;
    ++found.templates;
  }
  found.patterns = sizes.size();
  for (const auto& [pattern, size] : sizes) {
    const long double share = static_cast<long double>(size) / all;
    if (size > 0.0) found.nats -= share * std::log(share);
  }
  return found;
}

// Steps of 1/8: many equal samples.
std::vector<double> tied(std::uint64_t seed, std::size_t n) {
  std::vector<double> x = portable_series(seed, n);
  for (double& sample : x) sample = std::round(8.0 * sample) / 8.0;
  return x;
}

std::vector<double> gapped(std::vector<double> x) {
  for (std::size_t i = 7; i < x.size(); i += 61) x[i] = NAN;
  return x;
}

void expect_naive(const std::vector<double>& x, const char* what, const std::vector<int>& lengths,
                  const std::vector<int>& delays = {1, 2, 9}) {
  for (const int m : lengths) {
    for (const int tau : delays) {
      for (const Ties ties : {Ties::time, Ties::equal}) {
        for (const bool weighted : {false, true}) {
          SCOPED_TRACE(what + std::string(", m = ") + std::to_string(m) + ", tau = " + std::to_string(tau) +
                       (ties == Ties::equal ? ", equal" : "") + (weighted ? ", weighted" : ""));
          Parameters p{.m = m, .tau = tau, .ties = ties, .weighted = weighted, .missing = Missing::omit};
          const Naive expected = naive(x, static_cast<std::size_t>(m), static_cast<std::size_t>(tau), ties, weighted);
          const Entropy found = permutation_entropy(x, p);
          EXPECT_EQ(found.templates_m, expected.templates);
          EXPECT_EQ(found.patterns, expected.patterns);
          EXPECT_NEAR(found.value, static_cast<double>(expected.nats), 1e-12);
          EXPECT_EQ(found.reason, "");
        }
      }
    }
  }
}

TEST(Permutation, EqualsThePapersEquations) {
  const std::vector<int> lengths{2, 3, 4, 5, 7, 8, 12};
  expect_naive(portable_series(1, 2500), "noise", lengths);
  expect_naive(tied(2, 2500), "ties", lengths);
  expect_naive(gapped(portable_series(3, 2500)), "gaps", lengths);
  expect_naive(gapped(tied(4, 700)), "ties and gaps", lengths);
  expect_naive(portable_series(5, 150), "short", lengths);
  std::vector<double> steps(700);  // templates without weight, and zeros with both signs
  for (std::size_t i = 0; i < steps.size(); ++i)
    steps[i] = i / 30 % 3 == 1 ? 1.0 : std::copysign(0.0, i % 2 == 0 ? 1.0 : -1.0);
  expect_naive(steps, "steps", lengths);
  expect_naive(gapped(steps), "steps and gaps", lengths);
  for (std::size_t n = 100; n < 112; ++n) expect_naive(tied(n, n), "up to twelve templates", lengths);
}

// Neighbouring templates are counted together if there are many, but not those near a missing sample.
TEST(Permutation, ManyTemplatesAreCountedTogether) {
  for (const std::size_t n : {24000, 24069, 24074}) {
    expect_naive(portable_series(n, n), "noise", {2, 3, 4, 5}, {1});
    expect_naive(tied(n, n), "ties", {2, 3, 4, 5}, {1});
  }
  std::vector<double> slow(25000);
  for (std::size_t i = 0; i < slow.size(); ++i) slow[i] = std::sin(0.01 * static_cast<double>(i));
  expect_naive(slow, "a sine", {2, 3, 4, 5}, {1});
  slow[9000] = NAN;
  expect_naive(slow, "a sine with a gap", {2, 3, 4, 5}, {1});
}

// The code of a template, digit by digit; that of none if it touches a missing sample.
std::size_t naive_code(const double* first, const ShortPatterns& of) {
  std::size_t code = 0, place = 1;
  for (int k = 0; k < of.m; ++k) {
    const double sample = first[static_cast<std::size_t>(k) * of.tau];
    if (std::isnan(sample)) return of.codes;
    std::size_t greater = 0, equal = 0;
    for (int j = 0; j < k; ++j) {
      const double earlier = first[static_cast<std::size_t>(j) * of.tau];
      greater += earlier > sample ? 1 : 0;
      equal |= earlier == sample ? 1 : 0;
    }
    code += place * (of.has_ties ? 2 * greater + equal : greater);
    place *= static_cast<std::size_t>(of.has_ties ? 2 * k + 1 : k + 1);
  }
  return code;
}

template <typename Code>
void expect_naive_codes(const std::vector<double>& x, const ShortPatterns& of,
                        AlignedVector<std::uint8_t>& comparisons) {
  const PatternSegments segments{x.size() - static_cast<std::size_t>(of.m - 1) * of.tau};
  const std::size_t length = segments.length();
  const bool has_missing = std::any_of(x.begin(), x.end(), [](double sample) { return std::isnan(sample); });
  std::vector<Code> codes(kSegments * length);
  EXPECT_EQ(write_pattern_codes(of, x.data(), segments, false, comparisons, codes.data()), !has_missing);
  EXPECT_TRUE(write_pattern_codes(of, x.data(), segments, has_missing, comparisons, codes.data()));
  std::vector<std::uint32_t> expected(of.codes), counts(of.codes);
  std::size_t template_index = 0, wrong = 0;
  for (std::size_t k = 0; k < kSegments; ++k) {
    for (std::size_t p = 0; p < length; ++p) {
      std::size_t code = of.codes;
      if (p >= segments.repeated(k)) {
        ASSERT_EQ(segments.begin(k) + p, template_index);
        code = naive_code(x.data() + template_index++, of);
      }
      wrong += codes[kSegments * p + k] == code ? 0 : 1;
      if (code < of.codes) ++expected[code];
    }
  }
  EXPECT_EQ(template_index, segments.templates);
  EXPECT_EQ(wrong, 0U);
  if (fit_in_bits(of.m, of.has_ties)) {
    EXPECT_EQ(count_short_patterns(of, x.data(), segments, false, comparisons, counts.data()), !has_missing);
    if (!has_missing) {
      EXPECT_EQ(counts, expected);
      std::fill(counts.begin(), counts.end(), 0);
    }
    EXPECT_TRUE(count_short_patterns(of, x.data(), segments, true, comparisons, counts.data()));
    EXPECT_EQ(counts, expected);
  }
}

// The joint code of templates: that of the first, then a digit of each next one.
template <typename Code>
void expect_naive_joint_codes(const std::vector<double>& x, const ShortPatterns& of,
                              AlignedVector<std::uint8_t>& comparisons) {
  const PatternSegments segments{(x.size() - of.reach()) / 64 * 64};
  std::vector<Code> codes(kSegments * segments.length());
  EXPECT_TRUE(write_pattern_codes(of, x.data(), segments, false, comparisons, codes.data()));
  std::size_t wrong = 0;
  for (std::size_t k = 0; k < kSegments; ++k) {
    const std::size_t digits = last_digits(of.m, of.has_ties);
    for (std::size_t p = 0; p < segments.length(); p += of.joined) {
      const double* const first = x.data() + segments.begin(k) + p;
      std::size_t joint = naive_code(first, of), place = of.codes;
      for (std::size_t j = 1; j < of.joined; ++j, place *= digits) {
        joint += place * (naive_code(first + j, of) / (of.codes / digits));
      }
      wrong += codes[kSegments * (p / of.joined * code_step<Code>(of.joined)) + k] == joint ? 0 : 1;
    }
  }
  EXPECT_EQ(wrong, 0U);
}

TEST(Permutation, ShortCodesAreThoseOfTheDefinition) {
  std::vector<double> signs = tied(13, 700);
  for (std::size_t i = 0; i < signs.size(); i += 3) signs[i] = std::copysign(0.0, signs[i]);
  std::vector<std::vector<double>> all{
      portable_series(11, 5000),     tied(12, 1500), gapped(tied(14, 1500)),
      std::vector<double>(600, 1.0), signs,          std::vector<double>(9500, DBL_MAX)};
  for (std::size_t n = 9; n < 90; n += 3) all.push_back(n % 2 == 0 ? gapped(tied(n, n)) : tied(n, n));
  AlignedVector<std::uint8_t> comparisons;
  for (const std::string& name : EveryInstructionSet()) {
    for (const auto& x : all) {
      for (const bool ties : {false, true}) {
        std::uint16_t codes = 1;
        for (int m = 2; fit_in_words(m, ties); ++m) {
          codes = static_cast<std::uint16_t>(codes * (ties ? 2 * m - 1 : m));
          for (const std::size_t tau : {1, 2, 5, 90}) {
            if (x.size() < static_cast<std::size_t>(m - 1) * tau + kSegments) continue;
            SCOPED_TRACE(name + ", m = " + std::to_string(m) + ", tau = " + std::to_string(tau) +
                         ", n = " + std::to_string(x.size()));
            ShortPatterns patterns{m, tau, ties, codes};
            fit_in_bytes(m, ties, 1) ? expect_naive_codes<std::uint8_t>(x, patterns, comparisons)
                                     : expect_naive_codes<std::uint16_t>(x, patterns, comparisons);
            patterns.joined = joined_templates(m, ties);
            if (patterns.joined == 1 || tau != 1 || x.size() < 100 || std::isnan(x[7])) continue;
            fit_in_bytes(m, ties, patterns.joined) ? expect_naive_joint_codes<std::uint8_t>(x, patterns, comparisons)
                                                   : expect_naive_joint_codes<std::uint16_t>(x, patterns, comparisons);
          }
        }
      }
    }
  }
}

// Whatever place a sample has, the count itself finds that it is not finite.
TEST(Permutation, EveryInfiniteSampleIsFound) {
  std::vector<double> x = portable_series(15, 90);
  AlignedVector<std::uint8_t> comparisons;
  for (const std::string& name : EveryInstructionSet()) {
    for (const ShortPatterns& patterns : {ShortPatterns{2, 1, false, 2}, {3, 4, true, 15}, {5, 2, false, 120}}) {
      std::vector<std::uint32_t> counts(patterns.codes);
      std::vector<std::uint8_t> codes(2 * x.size());
      for (double& sample : x) {
        for (const double value : {HUGE_VAL, -HUGE_VAL, static_cast<double>(NAN)}) {
          const double kept = std::exchange(sample, value);
          const PatternSegments segments{x.size() - patterns.reach()};
          SCOPED_TRACE(name + ", sample " + std::to_string(&sample - x.data()));
          EXPECT_FALSE(write_pattern_codes(patterns, x.data(), segments, false, comparisons, codes.data()));
          if (fit_in_bits(patterns.m, patterns.has_ties)) {
            EXPECT_FALSE(count_short_patterns(patterns, x.data(), segments, false, comparisons, counts.data()));
          }
          sample = kept;
        }
      }
      EXPECT_EQ(counts, std::vector<std::uint32_t>(patterns.codes));
    }
  }
}

TEST(Permutation, ExampleOfBandtAndPompe) {
  const std::vector<double> x{4, 7, 9, 10, 6, 11, 3};
  Parameters p{.m = 2, .base = Base::two};
  EXPECT_DOUBLE_EQ(permutation_entropy(x, p).value,
                   -4.0 / 6.0 * std::log2(4.0 / 6.0) - 2.0 / 6.0 * std::log2(2.0 / 6.0));
  EXPECT_NEAR(permutation_entropy(x, p).value, 0.918, 5e-4);
  p.m = 3;
  EXPECT_NEAR(permutation_entropy(x, p).value, 1.522, 5e-4);
  p.m = std::nullopt;  // 3 for this measure
  const Entropy e = permutation_entropy(x, p);
  EXPECT_NEAR(e.value, 1.522, 5e-4);
  EXPECT_EQ(e.templates_m, 5U);
  EXPECT_EQ(e.patterns, 3U);
  // Their example of all five templates of 3 samples: 012 and 120 twice, 021 once.
  EXPECT_DOUBLE_EQ(e.value, -2.0 * (2.0 / 5.0) * std::log2(2.0 / 5.0) - 1.0 / 5.0 * std::log2(1.0 / 5.0));
}

TEST(Permutation, EqualSamplesAreInOrderOfTimeOrAPatternOfTheirOwn) {
  const std::vector<double> x{1, 1, 2, 2, 1};  // <=, <, <=, >
  Parameters p{.m = 2};
  EXPECT_EQ(permutation_entropy(x, p).patterns, 2U);
  EXPECT_DOUBLE_EQ(permutation_entropy(x, p).value, -0.75 * std::log(0.75) - 0.25 * std::log(0.25));
  p.ties = Ties::equal;
  EXPECT_EQ(permutation_entropy(x, p).patterns, 3U);
  EXPECT_DOUBLE_EQ(permutation_entropy(x, p).value, -0.5 * std::log(0.5) - 2 * 0.25 * std::log(0.25));
  // Without equal samples the two agree, bit for bit.
  const auto noise = portable_series(9, 800);
  for (const int m : {2, 3, 6, 9}) {
    p.m = m;
    p.ties = Ties::time;
    const double by_time = permutation_entropy(noise, p).value;
    p.ties = Ties::equal;
    EXPECT_EQ(permutation_entropy(noise, p).value, by_time) << m;
  }
}

TEST(Permutation, NormalisedItIsAtMostOne) {
  // Each order of three samples once, and each weak order of two.
  const std::vector<double> two{1, 1, 2, 1};
  Parameters p{.m = 2, .ties = Ties::equal, .normalise = true};
  EXPECT_DOUBLE_EQ(permutation_entropy(two, p).value, 1.0);
  EXPECT_EQ(unit_of(Measure::permen, p), "1");
  const auto noise = portable_series(9, 3000);
  const double orders[] = {3, 13, 75, 541};  // Fubini numbers
  for (int m = 2; m <= 5; ++m) {
    p.m = m;
    p.ties = Ties::equal;
    Parameters in_nats = p;
    in_nats.normalise = false;
    EXPECT_DOUBLE_EQ(permutation_entropy(noise, p).value,
                     permutation_entropy(noise, in_nats).value / std::log(orders[m - 2]));
    p.ties = Ties::time;
    EXPECT_DOUBLE_EQ(permutation_entropy(noise, p).value,
                     permutation_entropy(noise, in_nats).value / std::log(std::tgamma(m + 1)));
    EXPECT_LE(permutation_entropy(noise, p).value, 1.0);
  }
}

// Parts of long series are counted on threads, small tables, large ones and sorted codes; some blocks have gaps.
TEST(Permutation, DoesNotDependOnThreadsOrInstructionSets) {
  auto x = gapped(tied(6, 100000));
  const auto without_gaps = tied(7, 200000);
  x.insert(x.end(), without_gaps.begin(), without_gaps.end());
  for (const int m : {3, 4, 5, 7, 10}) {
    for (const Ties ties : {Ties::time, Ties::equal}) {
      for (const bool weighted : {false, true}) {
        Parameters p{.m = m, .ties = ties, .weighted = weighted, .missing = Missing::omit};
        const Entropy expected = permutation_entropy(x, p, {1, nullptr});
        const auto expect_same = [&](const Entropy& found) {
          EXPECT_EQ(found.value, expected.value);
          EXPECT_EQ(found.templates_m, expected.templates_m);
          EXPECT_EQ(found.patterns, expected.patterns);
        };
        expect_same(permutation_entropy(x, p, {3, nullptr}));
        for (const std::string& name : EveryInstructionSet()) {
          SCOPED_TRACE(name);
          expect_same(permutation_entropy(x, p, {2, nullptr}));
        }
      }
    }
  }
}

TEST(Permutation, LongSeriesAreThoseOfTheNaiveCount) {
  const auto x = portable_series(8, 200000);
  for (const int m : {3, 6, 9}) {
    Parameters p{.m = m};
    const Naive expected = naive(x, static_cast<std::size_t>(m), 1, Ties::time, false);
    EXPECT_NEAR(permutation_entropy(x, p).value, static_cast<double>(expected.nats), 1e-12);
  }
}

TEST(Permutation, AConstantHasOnePattern) {
  const std::vector<double> constant(50, 0.1);
  Parameters p;
  for (const Ties ties : {Ties::time, Ties::equal}) {
    p.ties = ties;
    EXPECT_EQ(permutation_entropy(constant, p).value, 0.0);
    EXPECT_FALSE(std::signbit(permutation_entropy(constant, p).value));
    EXPECT_EQ(permutation_entropy(constant, p).patterns, 1U);
  }
  p.weighted = true;
  EXPECT_TRUE(std::isnan(permutation_entropy(constant, p).value));
  EXPECT_THAT(permutation_entropy(constant, p).reason, HasSubstr("every weight is 0"));
}

TEST(Permutation, WeightsAreThoseOfAnyUnit) {
  const auto x = portable_series(12, 500);
  Parameters p{.weighted = true};
  const double expected = permutation_entropy(x, p).value;
  for (const int exponent : {-900, 900, 1023}) {
    std::vector<double> scaled = x;
    for (double& sample : scaled) sample = std::ldexp(sample, exponent);
    EXPECT_EQ(permutation_entropy(scaled, p).value, expected) << exponent;
  }
}

TEST(Permutation, MistakesAreSaid) {
  const auto x = portable_series(1, 40);
  const auto refused = [&](int m) {
    Parameters p{.m = m};
    return error_of([&] { permutation_entropy(x, p); });
  };
  for (const int m : {1, 13, 1000}) {
    EXPECT_EQ(refused(m).parameter(), "m");
    EXPECT_EQ(refused(m).allowed(), "an integer from 2 to 12 for permen");
  }
  Parameters p{.tau = 20};
  EXPECT_EQ(error_of([&] { permutation_entropy(x, p); }).code(), ErrorCode::too_short);
  auto with_gap = x;
  with_gap[5] = NAN;
  EXPECT_EQ(error_of([&] { permutation_entropy(with_gap, {}); }).code(), ErrorCode::missing_values);
  p.tau = 1;
  p.missing = Missing::omit;
  std::fill(with_gap.begin(), with_gap.end(), NAN);
  const Entropy none = permutation_entropy(with_gap, p);
  EXPECT_TRUE(std::isnan(none.value));
  EXPECT_EQ(none.reason, "no template is free of missing samples");
  with_gap[5] = INFINITY;
  EXPECT_EQ(error_of([&] { permutation_entropy(with_gap, p); }).code(), ErrorCode::invalid_data);
}

TEST(Permutation, SettingsRefuseWhatHasNoEffect) {
  const auto refused = [](const std::vector<std::pair<const char*, OptionValue>>& given, std::vector<double> r = {}) {
    Settings settings{.measure = Measure::permen, .r = std::move(r)};
    for (const auto& [name, value] : given) settings.set(*find_option(name), value);
    try {
      settings.parameters();
    } catch (const Error& error) {
      return error.parameter();
    }
    return std::string();
  };
  EXPECT_EQ(refused({}), "");
  EXPECT_EQ(refused({{"ties", std::string("equal")}, {"weighted", true}, {"base", std::string("2")}}), "");
  EXPECT_EQ(refused({{"r", 0.3}}), "r");
  EXPECT_EQ(refused({}, {0.2, 0.3}), "r");
  EXPECT_EQ(refused({{"theiler", std::int64_t{3}}}), "theiler");
  EXPECT_EQ(refused({{"boundary", std::string("open")}}), "boundary");
  EXPECT_EQ(refused({{"engine", std::string("direct")}}), "engine");
  EXPECT_EQ(refused({{"normalise", true}, {"base", std::string("2")}}), "base");
  Settings settings{.measure = Measure::permen};
  EXPECT_EQ(settings.grid().m, std::vector<int>{3});
  EXPECT_EQ(length_of(Measure::permen, settings.parameters()), 3);
}

TEST(Permutation, HasGridsAndScales) {
  const auto x = portable_series(14, 900);
  const auto grid = entropy_grid(Measure::permen, x, {}, {{2, 4, 5}, {0.2}}, {});
  for (std::size_t index = 0; index < grid.size(); ++index) {
    Parameters p{.m = index == 0 ? 2 : 3 + static_cast<int>(index)};
    EXPECT_EQ(grid[index].value, permutation_entropy(x, p).value);
  }
  MultiscaleParameters scales{.measure = Measure::permen, .scales = {1, 3}};
  const auto grained = [&](std::size_t start) {
    std::vector<double> means;
    for (std::size_t i = start; i + 3 <= x.size(); i += 3) means.push_back((x[i] + x[i + 1] + x[i + 2]) / 3.0);
    return permutation_entropy(means, {});
  };
  const Multiscale curve = multiscale_entropy(x, scales);
  EXPECT_EQ(curve.scales[0].entropy.value, permutation_entropy(x, {}).value);
  EXPECT_DOUBLE_EQ(curve.scales[1].entropy.value, grained(0).value);
  EXPECT_EQ(curve.scales[1].entropy.patterns, 6U);
  scales.method = MultiscaleMethod::cmse;
  EXPECT_DOUBLE_EQ(multiscale_entropy(x, scales).scales[1].entropy.value,
                   (grained(0).value + grained(1).value + grained(2).value) / 3.0);
  EXPECT_EQ(multiscale_entropy(x, scales).scales[1].entropy.patterns, 3U * 6U);
  scales.method = MultiscaleMethod::rmse;
  EXPECT_TRUE(std::isfinite(multiscale_entropy(x, scales).scales[1].entropy.value));
  scales.method = MultiscaleMethod::rcmse;
  EXPECT_EQ(error_of([&] { multiscale_entropy(x, scales); }).parameter(), "method");
  // A constant has the value 0 at each scale, and no tolerance is asked for.
  scales.method = MultiscaleMethod::mse;
  EXPECT_EQ(multiscale_entropy(std::vector<double>(60, 2.0), scales).complexity_index, 0.0);
}

}  // namespace
}  // namespace biotropy::entropy

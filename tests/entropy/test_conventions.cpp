// SPDX-License-Identifier: Apache-2.0
//
// Values of antropy 0.2.3, EntropyHub 2.0, neurokit2 0.3.0, nolds 0.6.3 and tsfresh 0.21.2 as peer_values.py prints
// them, and of the algorithms of PhysioNet's mse and sampen 1.2.
#include <array>
#include <cmath>
#include <numeric>

#include "biotropy/entropy/conventions.hpp"
#include "biotropy/entropy/entropy.hpp"
#include "biotropy/entropy/multiscale.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/series/normalise.hpp"
#include "portable_series.hpp"
#include "tests/error_of.hpp"

namespace biotropy::entropy {
namespace {

// The population SD is exactly 5, so that 0.2 SD is exactly 1, a distance that occurs.
std::vector<double> exact(std::size_t n) {
  constexpr double block[] = {10, 4, 2, 2, 1, -10, -4, -2, -2, -1};
  constexpr std::size_t steps[] = {1, 3, 7, 9};
  std::vector<double> samples(n);
  for (std::size_t i = 0; i < n; ++i) samples[i] = block[i % 10 * steps[i / 10 % 4] % 10];
  return samples;
}

std::vector<double> series_named(const std::string& wanted) {
  if (wanted == "u") return portable_series(1, 1000);
  if (wanted == "exact") return exact(200);
  if (wanted == "exact_long") return exact(5000);
  if (wanted == "no_m1") return {0, 0, 50, 0, 0, 90, -60, 130, -110, 170, -160, 210};
  std::vector<double> ramp(12);
  std::iota(ramp.begin(), ramp.end(), 0.0);
  return ramp;
}

struct Row {
  Convention convention;
  Measure measure;
  const char* series;
  double value;
  int m = 2;
  int tau = 1;
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << word(row.convention) << " " << word(row.measure) << " of " << row.series << ", m = " << row.m
       << ", tau = " << row.tau;
}

class OfAProgram : public ::testing::TestWithParam<Row> {};

TEST_P(OfAProgram, IsReproduced) {
  const Row& row = GetParam();
  const auto x = series_named(row.series);
  Parameters parameters = conventional(row.convention, row.measure, row.m, x.size());
  parameters.tau = row.tau;
  require_same_values(row.convention, row.measure, parameters);
  const double found = compute(row.measure, x, {}, parameters).value;
  if (std::isnan(row.value)) {
    EXPECT_TRUE(std::isnan(found)) << found;
  } else if (std::isinf(row.value)) {
    EXPECT_EQ(found, row.value);
  } else {
    EXPECT_NEAR(found, row.value, 1e-12);
  }
}

constexpr Row kRows[] = {
    {Convention::richman_moorman, Measure::sampen, "u", 2.2482106453174384},
    {Convention::richman_moorman, Measure::sampen, "ramp", NAN},
    {Convention::costa, Measure::sampen, "u", 2.53288248166487},
    {Convention::costa, Measure::sampen, "exact", 0.120048042287236},
    {Convention::costa, Measure::sampen, "no_m1", 4.49980967033027},
    {Convention::costa, Measure::sampen, "ramp", 4.49980967033027},
    {Convention::physionet, Measure::sampen, "u", 2.24804382573243},
    {Convention::physionet, Measure::sampen, "exact", 0.120048042287236},
    {Convention::physionet, Measure::sampen, "no_m1", INFINITY},
    {Convention::physionet, Measure::sampen, "ramp", NAN},
    {Convention::antropy, Measure::sampen, "u", 2.2480438257324322},
    {Convention::antropy, Measure::sampen, "exact", 0.12004804228723563},
    {Convention::antropy, Measure::sampen, "exact_long", 0.6502659556887157},
    {Convention::antropy, Measure::sampen, "no_m1", INFINITY},
    {Convention::antropy, Measure::sampen, "ramp", NAN},
    {Convention::antropy, Measure::apen, "u", 1.8188102246417399},
    {Convention::antropy, Measure::apen, "exact", 0.5564452417951089},
    {Convention::antropy, Measure::apen, "ramp", -0.095310179804325212},
    {Convention::entropyhub, Measure::sampen, "u", 2.2480438257324322},
    {Convention::entropyhub, Measure::sampen, "exact", 0.75137340016072407},
    {Convention::entropyhub, Measure::sampen, "no_m1", INFINITY},
    {Convention::entropyhub, Measure::sampen, "ramp", NAN},
    {Convention::entropyhub, Measure::apen, "exact", 0.5564452417951089},
    {Convention::entropyhub, Measure::apen, "ramp", -0.095310179804325212},
    {Convention::entropyhub, Measure::fuzzyen, "u", 0.39028313248511182},
    {Convention::entropyhub, Measure::fuzzyen, "exact", 1.3172226756226686},
    {Convention::tsfresh, Measure::sampen, "u", 2.2502103127059851},
    {Convention::tsfresh, Measure::sampen, "exact", 0.76093268697418015},
    {Convention::tsfresh, Measure::sampen, "no_m1", INFINITY},
    {Convention::tsfresh, Measure::sampen, "ramp", NAN},
    {Convention::tsfresh, Measure::apen, "exact", 0.5564452417951089},
    {Convention::tsfresh, Measure::apen, "ramp", 0.095310179804325212},
    {Convention::nolds, Measure::sampen, "u", 2.2419702215200918},
    {Convention::nolds, Measure::sampen, "u", 2.1368524488931748, 3},
    {Convention::nolds, Measure::sampen, "exact", 0.75137340016072407},
    {Convention::nolds, Measure::sampen, "exact", 0.12121357075317274, 3},
    {Convention::nolds, Measure::sampen, "no_m1", INFINITY},
    {Convention::nolds, Measure::sampen, "ramp", NAN},
    {Convention::neurokit, Measure::sampen, "u", 2.2482106453174384},
    {Convention::neurokit, Measure::sampen, "exact", 0.75137340016072385},
    {Convention::neurokit, Measure::sampen, "no_m1", INFINITY},
    {Convention::neurokit, Measure::sampen, "ramp", -INFINITY},
    {Convention::neurokit, Measure::apen, "u", 1.8190082484088368},
    {Convention::neurokit, Measure::apen, "ramp", 0.095310179804325212},
    {Convention::neurokit, Measure::fuzzyen, "u", 1.6479682738946708},
    {Convention::neurokit, Measure::fuzzyen, "exact", 1.3311288396240855},
    {Convention::neurokit, Measure::fuzzyen, "no_m1", 1.263990857171176},
    {Convention::neurokit, Measure::apen, "u", 1.8308326393273493, 2, 2},
    {Convention::entropyhub, Measure::sampen, "u", 2.232175713506691, 2, 2},
    {Convention::entropyhub, Measure::apen, "u", 1.8302655782571637, 2, 2},
    {Convention::entropyhub, Measure::fuzzyen, "u", 0.3993474608783194, 2, 2},
    {Convention::nolds, Measure::sampen, "u", 2.2255999551820524, 2, 2},
    {Convention::antropy, Measure::permen, "u", 2.5810947554440493, 3},
    {Convention::antropy, Measure::permen, "u", 6.8058704949111668, 5},
    {Convention::antropy, Measure::permen, "exact", 2.4791856693951559, 3},
    {Convention::antropy, Measure::permen, "exact", 4.8251769719193565, 5},
    {Convention::antropy, Measure::permen, "ramp", 0.0, 5},
    {Convention::entropyhub, Measure::permen, "u", 2.5810947554440498, 3},
    {Convention::entropyhub, Measure::permen, "u", 6.830795490832542, 5, 2},
    {Convention::tsfresh, Measure::permen, "u", 1.7890785524941046, 3},
    {Convention::tsfresh, Measure::permen, "u", 4.717469944803794, 5},
    {Convention::neurokit, Measure::permen, "u", 0.9985037518818831, 3},
    {Convention::neurokit, Measure::permen, "u", 0.9889827262032558, 5, 2},
};

INSTANTIATE_TEST_SUITE_P(Conventions, OfAProgram, ::testing::ValuesIn(kRows));

TEST(Conventions, WeightedPermutationEntropy) {
  const auto value = [](Convention convention) {
    Parameters parameters = conventional(convention, Measure::permen);
    parameters.weighted = true;
    return permutation_entropy(portable_series(1, 1000), parameters).value;
  };
  EXPECT_NEAR(value(Convention::entropyhub), 2.5834435286252333, 1e-12);
  EXPECT_NEAR(value(Convention::neurokit), 0.9994123813805815, 1e-12);
}

// With a delay of 2 tsfresh finds 1.7847172673004235 for PermEn of u: the delay is the step between its templates.
TEST(Conventions, PermutationEntropiesOfOtherTemplatesOrNormsAreRefused) {
  Parameters parameters = conventional(Convention::tsfresh, Measure::permen);
  parameters.tau = 2;
  EXPECT_EQ(error_of([&] { require_same_values(Convention::tsfresh, Measure::permen, parameters); }).parameter(),
            "tau");
  parameters = conventional(Convention::entropyhub, Measure::permen);
  parameters.ties = Ties::equal;
  EXPECT_NO_THROW(require_same_values(Convention::entropyhub, Measure::permen, parameters));
  parameters.normalise = true;
  EXPECT_EQ(error_of([&] { require_same_values(Convention::entropyhub, Measure::permen, parameters); }).parameter(),
            "normalise");
}

// A program has the measures of its list and no other.
TEST(Conventions, SayWhichMeasuresAProgramHas) {
  const auto measures = [](Convention convention) {
    std::string list;
    for (const Measure measure : kMeasures) {
      if (has(convention, measure)) list.append(list.empty() ? "" : " ").append(word(measure));
    }
    return list;
  };
  EXPECT_EQ(measures(Convention::nolds), "sampen");
  EXPECT_EQ(measures(Convention::costa), "sampen");
  EXPECT_EQ(measures(Convention::physionet), "sampen");
  EXPECT_EQ(measures(Convention::antropy), "apen sampen permen");
  EXPECT_EQ(measures(Convention::tsfresh), "apen sampen permen");
  EXPECT_EQ(measures(Convention::neurokit), "apen sampen fuzzyen permen");
  EXPECT_EQ(measures(Convention::entropyhub),
            "apen sampen fuzzyen permen mvsampen mvfuzzyen cross-apen cross-sampen cross-fuzzyen");
}

// With a delay of 2 NeuroKit2 finds 2.2324548896730927 for SampEn of u: one template of length m is left out, not two.
TEST(Conventions, NeuroKitsSampEnAndFuzzyEnAreRefusedWithADelay) {
  for (const Measure measure : {Measure::sampen, Measure::fuzzyen}) {
    Parameters parameters = conventional(Convention::neurokit, measure);
    EXPECT_NO_THROW(require_same_values(Convention::neurokit, measure, parameters));
    parameters.tau = 2;
    EXPECT_NO_THROW(require_same_values(Convention::entropyhub, measure, parameters));
    EXPECT_EQ(error_of([&] { require_same_values(Convention::neurokit, measure, parameters); }).parameter(), "tau");
  }
}

// tsfresh 0.21.2 has 0 for three samples and 0.25131442828090605 for SampEn of ten equal ones.
TEST(Conventions, TheShortestAndConstantSeriesAreAsThePageSays) {
  const std::vector<double> three{1.0, 2.0, 4.0}, constant(10, 3.0);
  EXPECT_NEAR(approximate_entropy(three, conventional(Convention::antropy, Measure::apen)).value, -std::log(2.0),
              1e-15);
  for (const Convention one : {Convention::tsfresh, Convention::neurokit}) {
    EXPECT_NEAR(approximate_entropy(three, conventional(one, Measure::apen)).value, std::log(2.0), 1e-15);
  }
  for (const Convention one : {Convention::tsfresh, Convention::antropy}) {
    for (const Measure measure : {Measure::apen, Measure::sampen}) {
      Parameters parameters = conventional(one, measure, 2, constant.size());
      EXPECT_EQ(error_of([&] { compute(measure, constant, {}, parameters); }).code(), ErrorCode::constant_series);
      parameters.r_unit = series::RUnit::absolute;
      const bool has_one_more = one == Convention::tsfresh && measure == Measure::sampen;
      EXPECT_NEAR(compute(measure, constant, {}, parameters).value, has_one_more ? 0.25131442828090605 : 0.0, 1e-15);
    }
  }
}

TEST(Conventions, EntropyHubsCrossMeasures) {
  const auto u = portable_series(1, 1000), v = portable_series(2, 1000);
  const auto value = [](Measure measure, const auto& x, const auto& y) {
    return compute(measure, x, y, conventional(Convention::entropyhub, measure)).value;
  };
  EXPECT_NEAR(value(Measure::cross_sampen, u, v), 2.1986696642929, 1e-12);
  // Its templates come from the second series and are looked for in the first.
  EXPECT_NEAR(value(Measure::cross_apen, v, u), 0.37085898030033881, 1e-12);
  EXPECT_NEAR(value(Measure::cross_fuzzyen, u, v), 0.40119864341068484, 1e-12);
}

TEST(Conventions, MultiscaleEntropyOfCosta) {
  MultiscaleParameters parameters = conventional_multiscale(Convention::costa, Measure::sampen, MultiscaleMethod::mse);
  parameters.scales = {1, 2, 3, 4, 5};
  const double of_u[] = {2.53288248166487, 2.19159075961796, 2.15381208440091, 2.08944877315608, 1.88113931289753};
  const double of_few[] = {6.62804137617953, 5.04985600724954, 4.02535169073515, 2.99573227355399};
  const Multiscale found = multiscale_entropy(portable_series(1, 1000), parameters);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(found.scales[i].entropy.value, of_u[i], 1e-12) << i;
  const Multiscale few = multiscale_entropy(portable_series(1, 30), parameters);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(few.scales[i].entropy.value, of_few[i], 1e-12) << i;
}

struct Curve {
  Convention convention;
  Measure measure;
  MultiscaleMethod method;
  std::array<double, 4> values;  // at the scales 1 to 4
};

void PrintTo(const Curve& curve, std::ostream* out) {
  *out << word(curve.convention) << " " << word(curve.method) << " of " << word(curve.measure);
}

class CurveOfAProgram : public ::testing::TestWithParam<Curve> {};

TEST_P(CurveOfAProgram, IsReproduced) {
  const Curve& curve = GetParam();
  MultiscaleParameters parameters = conventional_multiscale(curve.convention, curve.measure, curve.method);
  parameters.scales = {1, 2, 3, 4};
  const Multiscale found = multiscale_entropy(portable_series(7, 1000), parameters);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(found.scales[i].entropy.value, curve.values[i], 1e-12) << i + 1;
}

std::vector<Curve> curves() {
  using enum Convention;
  using enum Measure;
  using enum MultiscaleMethod;
  return {
      {entropyhub, sampen, mse, {2.2062108317462115, 2.2535221643550405, 2.2725613939723432, 2.1676922297712018}},
      {entropyhub, sampen, rmse, {1.6437343828274793, 1.5933894235636363, 1.7155124588255837, 1.5616472485977519}},
      {entropyhub, apen, mse, {1.8137678923632281, 1.3753506804455871, 1.1679892248642254, 0.97147801516537058}},
      {entropyhub, apen, rmse, {1.4313096110333499, 1.2123370721013256, 1.126103983362575, 0.98720003017442393}},
      {entropyhub, fuzzyen, mse, {0.41627386713543868, 0.22165549248748884, 0.1476878848459412, 0.11591790872226826}},
      {entropyhub,
       fuzzyen,
       rmse,
       {0.14852893248969812, 0.07493732440825307, 0.048491935561647437, 0.036891713128297976}},
      {neurokit, sampen, mse, {2.2073487657062789, 1.8271364562389827, 1.6154108224495392, 1.417965704957542}},
      {neurokit, apen, mse, {1.8148273945268443, 1.5001122897379262, 1.349006912842198, 1.1856250437834555}},
      {neurokit, fuzzyen, mse, {1.6872830873988875, 1.3117528147630446, 1.124551324186182, 1.0094962363434183}},
      {entropyhub, permen, mse, {2.5809422516298408, 2.5704960334809996, 2.5802401041444156, 2.5757204005262651}},
      {entropyhub, permen, rmse, {2.2962855066633172, 2.2616114622349346, 2.2993188695653362, 2.2573723175789118}},
      {neurokit, permen, mse, {0.99844475535324262, 0.9944036065373788, 0.99817312762741317, 0.99642466759486348}},
  };
}

// As docs/conventions.md says of the composite curves of NeuroKit2 (CMSEn, RCMSEn): every start keeps one sample in s,
// without averaging, as many as the shortest has.
TEST(Conventions, CompositeCurvesOfNeuroKitAreOfThinnedSeries) {
  const double composite[] = {2.1385168323668458, 2.2247781526710941, 2.1752482920424203};
  const double refined[] = {2.1384664191141476, 2.2241492807068122, 2.1708480080036874};
  const auto x = portable_series(7, 1000);
  Parameters parameters = conventional(Convention::neurokit, Measure::sampen);
  parameters.r *= series::moments(x).sd;
  parameters.r_unit = series::RUnit::absolute;
  for (std::size_t scale = 2; scale <= 4; ++scale) {
    double sum = 0.0, at_m = 0.0, at_m1 = 0.0;
    for (std::size_t start = 0; start < scale; ++start) {
      std::vector<double> thinned;
      for (std::size_t k = 0; k < x.size() / scale; ++k) thinned.push_back(x[start + k * scale]);
      const Entropy one = sample_entropy(thinned, parameters);
      sum += one.value;
      at_m += static_cast<double>(one.matches_m);
      at_m1 += static_cast<double>(one.matches_m1);
    }
    EXPECT_NEAR(sum / static_cast<double>(scale), composite[scale - 2], 1e-12) << scale;
    EXPECT_NEAR(std::log(at_m / at_m1), refined[scale - 2], 1e-12) << scale;
  }
}

INSTANTIATE_TEST_SUITE_P(Conventions, CurveOfAProgram, ::testing::ValuesIn(curves()));

TEST(Conventions, CurvesThatTheProgramLacksAreRefused) {
  for (const auto& [text, one] : kWords<Convention>) {
    for (const Measure measure : kMeasures) {
      for (const auto& [method_text, method] : kWords<MultiscaleMethod>) {
        if (has_multiscale(one, measure, method)) {
          EXPECT_NO_THROW(validate(conventional_multiscale(one, measure, method)));
        } else {
          EXPECT_THROW(conventional_multiscale(one, measure, method), Error);
        }
      }
    }
  }
  EXPECT_THAT(error_of([] { conventional_multiscale(Convention::costa, Measure::sampen, MultiscaleMethod::rcmse); }),
              refuses("convention", "costa"));
}

TEST(Conventions, TheFirstOneIsTheDefault) {
  const auto u = portable_series(5, 300), v = portable_series(6, 300);
  for (const Measure measure : kMeasures) {
    const Parameters preset = conventional(Convention::richman_moorman, measure);
    EXPECT_EQ(compute(measure, u, v, preset).value, compute(measure, u, v, {}).value) << word(measure);
  }
}

TEST(Conventions, NamesLeadBack) {
  for (const auto& [text, one] : kWords<Convention>) EXPECT_EQ(require_choice<Convention>("convention", text), one);
  EXPECT_THAT(error_of([] { require_choice<Convention>("convention", "matlab"); }), refuses("convention", "matlab"));
}

TEST(Conventions, AMeasureThatTheProgramLacksIsRefused) {
  for (const auto& [text, one] : kWords<Convention>) {
    for (const Measure measure : kMeasures) {
      if (has(one, measure)) {
        EXPECT_NO_THROW(validate(measure, conventional(one, measure))) << word(one) << " " << word(measure);
        continue;
      }
      EXPECT_THAT(error_of([&] { conventional(one, measure); }), refuses("convention", std::string(text)));
    }
  }
  EXPECT_EQ(error_of([] { conventional(Convention::nolds, Measure::apen); }).allowed(),
            "one that has apen (richman-moorman, antropy, entropyhub, tsfresh, neurokit)");
  EXPECT_THROW(conventional(Convention::nolds, Measure::sampen, 0), Error);
}

}  // namespace
}  // namespace biotropy::entropy

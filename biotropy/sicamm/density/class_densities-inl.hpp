// SPDX-License-Identifier: Apache-2.0
//
// The vector part of class_densities.cpp, compiled once per instruction set.

#ifndef BIOTROPY_SICAMM_CLASS_JOBS
#define BIOTROPY_SICAMM_CLASS_JOBS

namespace biotropy::sicamm {

/// Size of the groups to which components are padded.
constexpr std::size_t kComponentGroup = 8;

struct UnmixJob {
  const double* centred;  // [sample * channels + channel]
  std::size_t samples, channels, padded;
  const double* unmixing;  // [channel * padded + component]
  double* sources;         // [sample * padded + component]
};

struct TableJob {
  const double* sources;  // padded
  std::size_t components, padded;
  const double *low, *pieces_per_unit, *pieces;  // padded
  const LogTable* tables;
  double *cells, *positions;  // padded, scratch
};

}  // namespace biotropy::sicamm

#endif  // BIOTROPY_SICAMM_CLASS_JOBS

#if defined(BIOTROPY_SICAMM_CLASS_DENSITIES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef BIOTROPY_SICAMM_CLASS_DENSITIES_INL
#undef BIOTROPY_SICAMM_CLASS_DENSITIES_INL
#else
#define BIOTROPY_SICAMM_CLASS_DENSITIES_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::sicamm {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Group = hn::CappedTag<double, kComponentGroup>;

// Sources of kSamples samples; sums run over channels in order, for any number of lanes.
template <std::size_t kSamples>
HWY_INLINE void UnmixSamples(const UnmixJob& job, std::size_t first) {
  const Group d;
  const std::size_t lanes = hn::Lanes(d);
  const double* centred = job.centred + first * job.channels;
  for (std::size_t part = 0; part < job.padded; part += lanes) {
    hn::Vec<Group> sums[kSamples];
    for (auto& sum : sums) sum = hn::Zero(d);
    for (std::size_t channel = 0; channel < job.channels; ++channel) {
      const auto column = hn::Load(d, job.unmixing + channel * job.padded + part);
      for (std::size_t i = 0; i < kSamples; ++i) {
        sums[i] = hn::Add(sums[i], hn::Mul(column, hn::Set(d, centred[i * job.channels + channel])));
      }
    }
    for (std::size_t i = 0; i < kSamples; ++i) hn::Store(sums[i], d, job.sources + (first + i) * job.padded + part);
  }
}

void Unmix(const UnmixJob& job) {
  constexpr std::size_t together = 4;  // samples per load of a column
  std::size_t i = 0;
  for (; i + together <= job.samples; i += together) UnmixSamples<together>(job, i);
  for (; i < job.samples; ++i) UnmixSamples<1>(job, i);
}

// Finds the central piece that contains each source (-1: none) and the position in it.
HWY_INLINE void FindCells(const TableJob& job) {
  const Group d;
  const auto zero = hn::Zero(d), two = hn::Set(d, 2.0), one = hn::Set(d, 1.0);
  for (std::size_t part = 0; part < job.padded; part += hn::Lanes(d)) {
    const auto from_low = hn::Sub(hn::Load(d, job.sources + part), hn::Load(d, job.low + part));
    const auto place = hn::Mul(from_low, hn::Load(d, job.pieces_per_unit + part));
    const auto inside = hn::And(hn::Ge(place, zero), hn::Lt(place, hn::Load(d, job.pieces + part)));
    const auto cell = hn::Floor(place);
    hn::Store(hn::IfThenElse(inside, cell, hn::Set(d, -1.0)), d, job.cells + part);
    hn::Store(hn::Sub(hn::Mul(hn::Sub(place, cell), two), one), d, job.positions + part);
  }
}

// Sum over components of ln f, from their tables: eight lanes hold the powers of r, and a polynomial is (c_0..c_7 + r^8
// c_8..c_15) times these. Lanes are added once, at the end. NaN if a component is on a marked piece or outside all
// pieces.
double SumOfTables(const TableJob& job) {
  const Group d;
  constexpr std::size_t lanes = hn::MaxLanes(d), parts = kComponentGroup / lanes;
  static_assert(LogTable::kCoefficients == 2 * kComponentGroup);
  HWY_ALIGN const double bits[3][kComponentGroup] = {
      {0, 1, 0, 1, 0, 1, 0, 1}, {0, 0, 1, 1, 0, 0, 1, 1}, {0, 0, 0, 0, 1, 1, 1, 1}};
  const auto one = hn::Set(d, 1.0), zero = hn::Zero(d);
  hn::Vec<Group> sums[parts];
  for (auto& sum : sums) sum = zero;
  FindCells(job);
  double squares = 0.0;
  for (std::size_t j = 0; j < job.components; ++j) {
    const LogTable& table = job.tables[j];
    const double* piece = table.coefficients() +
                          static_cast<std::int64_t>(job.cells[j]) * static_cast<std::int64_t>(LogTable::kCoefficients);
    double r = job.positions[j];
    if (job.cells[j] < 0.0) {
      const LogTable::Place place = table.place_in_tails(job.sources[j]);
      if (place.piece == nullptr) return std::numeric_limits<double>::quiet_NaN();
      piece = place.piece;
      r = place.r;
      squares += place.square;
    }
    const double r2 = r * r, r4 = r2 * r2;
    const auto r8 = hn::Set(d, r4 * r4);
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t lane = part * lanes;
      const auto first = hn::IfThenElse(hn::Ne(hn::Load(d, bits[0] + lane), zero), hn::Set(d, r), one);
      const auto second = hn::IfThenElse(hn::Ne(hn::Load(d, bits[1] + lane), zero), hn::Set(d, r2), one);
      const auto third = hn::IfThenElse(hn::Ne(hn::Load(d, bits[2] + lane), zero), hn::Set(d, r4), one);
      const auto powers = hn::Mul(hn::Mul(first, second), third);
      const auto low = hn::Load(d, piece + lane), high = hn::Load(d, piece + kComponentGroup + lane);
      sums[part] = hn::Add(sums[part], hn::Mul(powers, hn::Add(low, hn::Mul(r8, high))));
    }
  }
  HWY_ALIGN double total[kComponentGroup];
  for (std::size_t part = 0; part < parts; ++part) hn::Store(sums[part], d, total + part * lanes);
  for (std::size_t half = kComponentGroup / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) total[lane] += total[lane + half];
  }
  return total[0] - squares;
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::sicamm
HWY_AFTER_NAMESPACE();

#endif  // per-target include guard

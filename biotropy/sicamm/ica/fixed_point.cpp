// SPDX-License-Identifier: Apache-2.0
//
// A chunk of samples stays in the cache: its sources and their contrast come first, four rows of the rotation at a
// time, then the products with the samples. Lanes are samples; eight partial sums of every number, which are added at
// the end, make the result the same on every instruction set.
#include <algorithm>
#include <cstddef>
#include <vector>

#include "biotropy/sicamm/ica/fixed_point_internal.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/sicamm/ica/fixed_point.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

#include "biotropy/sicamm/density/exp2-inl.hpp"

#ifndef BIOTROPY_SICAMM_FIXED_POINT
#define BIOTROPY_SICAMM_FIXED_POINT

namespace biotropy::sicamm {

constexpr std::size_t kChunk = 128, kSampleLanes = 8;
/// Rows and columns of a tile of products, whose partial sums stay in registers. Channels are padded to the rows.
constexpr std::size_t kTileRows = 4, kTileColumns = 2;

struct ContrastJob {
  const double* samples;  // [channel * kChunk + sample]
  const double* weights;
  const double* rows;  // [row * channels + channel]
  std::size_t channels, padded;
  double* scores;    // [row * kChunk + sample], scratch
  double* slopes;    // [row * kSampleLanes + lane]
  double* products;  // [(row * padded + channel) * kSampleLanes + lane]
};

}  // namespace biotropy::sicamm

#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::sicamm {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using OfSamples = hn::CappedTag<double, kSampleLanes>;
using Samples = hn::Vec<OfSamples>;

struct ScoreAndSlope {
  Samples score, slope;
};

// g(y) and g'(y).
template <Contrast kContrast>
HWY_INLINE ScoreAndSlope ContrastOf(OfSamples d, Samples y) {
  const auto one = hn::Set(d, 1.0);
  const auto square = hn::Mul(y, y);
  if constexpr (kContrast == Contrast::cube) {
    return {hn::Mul(square, y), hn::Mul(hn::Set(d, 3.0), square)};
  } else if constexpr (kContrast == Contrast::exp) {
    const auto least = hn::Set(d, -1000.0);
    const auto bell = Exp2OfNormal(d, hn::Max(hn::Mul(square, hn::Set(d, -0.72134752044448170368)), least));
    return {hn::Mul(y, bell), hn::Mul(hn::Sub(one, square), bell)};
  } else {
    const auto most = hn::Set(d, 1000.0), least = hn::Set(d, -1000.0), two = hn::Set(d, 2.0);
    const auto exponent = hn::Mul(y, hn::Set(d, 2.88539008177792681472));  // 2 log2(e)
    const auto power = Exp2OfNormal(d, hn::Min(hn::Max(exponent, least), most));
    const auto tanh = hn::Sub(one, hn::Div(two, hn::Add(power, one)));
    return {tanh, hn::Sub(one, hn::Mul(tanh, tanh))};
  }
}

template <Contrast kContrast>
HWY_INLINE void MakeScores(const ContrastJob& job, std::size_t row) {
  const OfSamples d;
  for (std::size_t part = 0; part < kSampleLanes; part += hn::Lanes(d)) {
    Samples slopes[kTileRows];
    for (std::size_t k = 0; k < kTileRows; ++k) slopes[k] = hn::Load(d, job.slopes + (row + k) * kSampleLanes + part);
    for (std::size_t i = part; i < kChunk; i += kSampleLanes) {
      Samples y[kTileRows];
      for (auto& of_row : y) of_row = hn::Zero(d);
      for (std::size_t channel = 0; channel < job.channels; ++channel) {
        const auto z = hn::Load(d, job.samples + channel * kChunk + i);
        for (std::size_t k = 0; k < kTileRows; ++k) {
          y[k] = hn::Add(y[k], hn::Mul(hn::Set(d, job.rows[(row + k) * job.channels + channel]), z));
        }
      }
      const auto weight = hn::Load(d, job.weights + i);
      for (std::size_t k = 0; k < kTileRows; ++k) {
        const ScoreAndSlope of_row = ContrastOf<kContrast>(d, y[k]);
        hn::Store(hn::Mul(of_row.score, weight), d, job.scores + (row + k) * kChunk + i);
        slopes[k] = hn::Add(slopes[k], hn::Mul(of_row.slope, weight));
      }
    }
    for (std::size_t k = 0; k < kTileRows; ++k) hn::Store(slopes[k], d, job.slopes + (row + k) * kSampleLanes + part);
  }
}

HWY_INLINE void AddTile(const ContrastJob& job, std::size_t row, std::size_t column) {
  const OfSamples d;
  for (std::size_t part = 0; part < kSampleLanes; part += hn::Lanes(d)) {
    const auto place = [&](std::size_t k, std::size_t l) {
      return job.products + ((row + k) * job.padded + column + l) * kSampleLanes + part;
    };
    Samples sums[kTileRows][kTileColumns];
    for (std::size_t k = 0; k < kTileRows; ++k) {
      for (std::size_t l = 0; l < kTileColumns; ++l) sums[k][l] = hn::Load(d, place(k, l));
    }
    for (std::size_t i = part; i < kChunk; i += kSampleLanes) {
      Samples z[kTileColumns];
      for (std::size_t l = 0; l < kTileColumns; ++l) z[l] = hn::Load(d, job.samples + (column + l) * kChunk + i);
      for (std::size_t k = 0; k < kTileRows; ++k) {
        const auto score = hn::Load(d, job.scores + (row + k) * kChunk + i);
        for (std::size_t l = 0; l < kTileColumns; ++l) sums[k][l] = hn::Add(sums[k][l], hn::Mul(score, z[l]));
      }
    }
    for (std::size_t k = 0; k < kTileRows; ++k) {
      for (std::size_t l = 0; l < kTileColumns; ++l) hn::Store(sums[k][l], d, place(k, l));
    }
  }
}

template <Contrast kContrast>
HWY_INLINE void AddChunkWith(const ContrastJob& job) {
  for (std::size_t row = 0; row < job.padded; row += kTileRows) MakeScores<kContrast>(job, row);
  for (std::size_t row = 0; row < job.padded; row += kTileRows) {
    for (std::size_t column = 0; column < job.padded; column += kTileColumns) AddTile(job, row, column);
  }
}

void AddChunk(const ContrastJob& job, Contrast contrast) {
  switch (contrast) {
    case Contrast::logcosh:
      return AddChunkWith<Contrast::logcosh>(job);
    case Contrast::exp:
      return AddChunkWith<Contrast::exp>(job);
    case Contrast::cube:
      return AddChunkWith<Contrast::cube>(job);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::sicamm
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::sicamm {

HWY_EXPORT(AddChunk);

namespace {

// First chunk that begins at this sample or later.
std::size_t chunk_from(Index sample) {
  return (static_cast<std::size_t>(sample) + kChunk - 1) / kChunk;
}

double sum_of_lanes(const double* lanes) {
  return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
}

}  // namespace

FixedPoint::FixedPoint(const Matrix& white, const Vector& weights, Contrast contrast)
    : contrast_(contrast),
      channels_(static_cast<std::size_t>(white.rows())),
      padded_((channels_ + kTileRows - 1) / kTileRows * kTileRows),
      chunks_((static_cast<std::size_t>(white.cols()) + kChunk - 1) / kChunk),
      samples_(chunks_ * padded_ * kChunk),
      weights_(chunks_ * kChunk) {
  std::copy(weights.begin(), weights.end(), weights_.begin());
  for (Index i = 0; i < white.cols(); ++i) {
    const auto sample = static_cast<std::size_t>(i);
    double* place = samples_.data() + sample / kChunk * padded_ * kChunk + sample % kChunk;
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      place[channel * kChunk] = white(static_cast<Index>(channel), i);
    }
  }
}

void FixedPoint::add(std::span<const double> rows, std::size_t first_chunk, std::size_t last_chunk,
                     Matrix& sums) const {
  AlignedVector<double> scores(padded_ * kChunk), slopes(padded_ * kSampleLanes),
      products(padded_ * padded_ * kSampleLanes);
  for (std::size_t chunk = first_chunk; chunk < last_chunk; ++chunk) {
    HWY_DYNAMIC_DISPATCH(AddChunk)
    ({samples_.data() + chunk * padded_ * kChunk, weights_.data() + chunk * kChunk, rows.data(), channels_, padded_,
      scores.data(), slopes.data(), products.data()},
     contrast_);
  }
  for (std::size_t row = 0; row < channels_; ++row) {
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      sums(static_cast<Index>(row), static_cast<Index>(channel)) =
          sum_of_lanes(products.data() + (row * padded_ + channel) * kSampleLanes);
    }
    sums(static_cast<Index>(row), static_cast<Index>(channels_)) = sum_of_lanes(slopes.data() + row * kSampleLanes);
  }
}

Matrix FixedPoint::next(const Matrix& rows, const CancelFlag* cancel) const {
  AlignedVector<double> padded_rows(padded_ * channels_);
  for (std::size_t row = 0; row < channels_; ++row) {
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      padded_rows[row * channels_ + channel] = rows(static_cast<Index>(row), static_cast<Index>(channel));
    }
  }
  const Index m = rows.rows();
  constexpr Index samples_of_chunk = kChunk;
  const Matrix sums =
      sum_over_blocks(static_cast<Index>(chunks_) * samples_of_chunk, m, m + 1, cancel, [&](Block block, Matrix& sum) {
        add(padded_rows, chunk_from(block.first), chunk_from(block.first + block.count), sum);
      });
  return sums.leftCols(m) - sums.col(m).asDiagonal() * rows;
}

}  // namespace biotropy::sicamm

#endif  // HWY_ONCE

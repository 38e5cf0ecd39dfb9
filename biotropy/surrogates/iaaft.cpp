// SPDX-License-Identifier: Apache-2.0
#include "biotropy/surrogates/iaaft.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "biotropy/series/normalise.hpp"
#include "biotropy/surrogates/fourier_internal.hpp"
#include "biotropy/surrogates/generator.hpp"
#include "biotropy/surrogates/value_order_internal.hpp"

namespace biotropy::surrogates {

namespace {

class Iteration {
 public:
  Iteration(Fourier& fourier, std::span<const IaaftSeries> series)
      : fourier_(fourier),
        waiting_(series),
        together_(fourier.together()),
        x_(together_ * fourier.size()),
        with_amplitudes_(x_.size()),
        amplitudes_(together_ * fourier.n_frequencies()),
        spectrum_(2 * amplitudes_.size()),
        column_(fourier.size()) {}

  void run() {
    for (std::size_t place = 0; place < together_; ++place) start(place);
    while (std::any_of(places_.begin(), places_.end(), [](const Place& p) { return p.series != nullptr; })) {
      fourier_.forward(x_, spectrum_);
      set_amplitudes(together_, amplitudes_, spectrum_);
      fourier_.inverse(spectrum_, with_amplitudes_);
      for (std::size_t place = 0; place < together_; ++place) {
        if (places_[place].series != nullptr) adjust(place);
      }
    }
  }

 private:
  struct Place {
    const IaaftSeries* series = nullptr;
    int iterations = 0;
  };

  // The next series that waits, if there is one, takes a place.
  void start(std::size_t place) {
    places_[place] = {};
    if (waiting_.empty()) return;
    const IaaftSeries& series = waiting_.front();
    waiting_ = waiting_.subspan(1);
    places_[place].series = &series;
    set_column(x_, together_, place, series.samples);
    set_column(amplitudes_, together_, place, series.amplitudes);
  }

  void adjust(std::size_t place) {
    Place& at = places_[place];
    if (remap(place, at.series->sorted) && ++at.iterations < kMostIterations) return;
    get_column(x_, together_, place, at.series->samples);
    start(place);
  }

  // The sorted values in the order of the series that has the wanted amplitudes. Returns whether that changed any.
  bool remap(std::size_t place, std::span<const double> sorted) {
    get_column(with_amplitudes_, together_, place, column_);
    bool changed = false;
    std::size_t rank = 0;
    for (const auto& [_, t] : orders_[place].of(column_)) {
      double& value = x_[t * together_ + place];
      changed |= value != sorted[rank];
      value = sorted[rank++];
    }
    return changed;
  }

  Fourier& fourier_;
  std::span<const IaaftSeries> waiting_;
  std::size_t together_;
  std::array<Place, kMostTogether> places_;
  Rows x_, with_amplitudes_, amplitudes_, spectrum_;
  std::vector<double> column_;
  std::array<ValueOrder, kMostTogether> orders_;
};

}  // namespace

void iterate(Fourier& fourier, std::span<const IaaftSeries> series) {
  Iteration(fourier, series).run();
}

namespace {

constexpr double kMostSkewness = 1.5, kMostExcess = 4.0, kMostAutocorrelation = 0.3;

}  // namespace

bool distorts_iaaft(series::Samples x) {
  const series::Moments of = series::moments(x, 0);
  double cubes = 0.0, fourths = 0.0, products = 0.0, previous = 0.0;
  for (const double value : x) {
    const double score = (value - of.mean) / of.sd, square = score * score;
    cubes += score * square;
    fourths += square * square;
    products += previous * score;
    previous = score;
  }
  const auto n = static_cast<double>(x.size());
  const bool heavy = std::abs(cubes / n) > kMostSkewness || fourths / n - 3.0 > kMostExcess;
  return heavy && products / n > kMostAutocorrelation;
}

}  // namespace biotropy::surrogates

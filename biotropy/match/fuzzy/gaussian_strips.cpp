// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/fuzzy/gaussian_strips_internal.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "biotropy/match/fuzzy/compensated_sum_internal.hpp"
#include "biotropy/nan.hpp"
#include "biotropy/threads.hpp"

namespace biotropy::match {

namespace {

constexpr std::size_t kOrders = 3, kMostStrips = 60000;
constexpr std::size_t kWorthThreads = 4096, kStripsOfTask = 16, kSlicesOfTask = 4;
// Slices for each point of a strip, from which on too many are empty and pairs are summed faster one by one.
constexpr std::size_t kMostSlices = 7;
// Cells of a table, up to which those of all slices that a point reaches fit in the cache of a core.
constexpr std::size_t kMostKept = 3000;
constexpr double kFarAway = 1e100;  // of what fills up the last strip

/// Pairs in the same order by two orders have the distance in a coordinate.
struct Sector {
  std::size_t coordinate, first, second;
  bool reversed;  ///< the second order
};
constexpr std::array<Sector, 3> kHexagon{{{0, 1, 2, false}, {1, 2, 0, false}, {2, 0, 1, false}}};
constexpr std::array<Sector, 2> kSquare{{{2, 0, 1, false}, {3, 0, 1, true}}};

/// Pairs in the same strip of an order. In the plane of two samples the third order has one strip.
struct Near {
  std::size_t one, two;
  NearPairs pairs;
};
constexpr std::array<Near, kOrders> kNear{{{1, 2, NearPairs::not_in_same_order},
                                           {0, 2, NearPairs::of_two_and_not_in_same_order},
                                           {0, 1, NearPairs::in_opposite_order}}};

std::span<const Sector> sectors_of(const GaussianPoints& points) {
  if (points.in_hexagon()) return kHexagon;
  return kSquare;
}

/// A multiple of eight. Few strips leave many pairs near, many make large tables, and a table with both orders larger
/// ones than a sweep.
std::size_t points_of_strip(std::size_t points, bool self) {
  const double n = static_cast<double>(points), root = std::sqrt(n);
  const double strips = self ? 0.24 * std::cbrt(n * n) : 2.8 * std::sqrt(root) * std::sqrt(std::sqrt(root));
  const double size = n / std::min(strips, static_cast<double>(kMostStrips));
  return std::max<std::size_t>(1, static_cast<std::size_t>(size / kGroupPoints + 0.5)) * kGroupPoints;
}

using Strips = std::vector<std::uint16_t>;

/// The strips of points, in those of a table.
struct InStrips {
  std::array<std::vector<std::size_t>, kOrders> begins;  // by strip: places in the order
  std::array<Strips, kOrders> strips;                    // by point
  std::array<Order, kOrders> cells;                      // by sector: in the order of its coordinate

  void set_cells(const GaussianPoints& points, std::size_t n_strips) {
    const std::span<const Sector> sectors = sectors_of(points);
    for (std::size_t s = 0; s < sectors.size(); ++s) {
      const Strips &rows = strips[sectors[s].first], &columns = strips[sectors[s].second];
      const Order& order = points.order(sectors[s].coordinate);
      const auto last = static_cast<std::uint32_t>(n_strips - 1);
      cells[s].resize(order.size());
      for (std::size_t i = 0; i < order.size(); ++i) {
        const std::uint32_t column = columns[order[i]];
        cells[s][i] = rows[order[i]] * (last + 1) + (sectors[s].reversed ? last - column : column);
      }
    }
  }
};

// Calls body(first, last) for pieces of a range, on the threads if there are so many points that it is worth it.
void in_pieces(std::size_t count, std::size_t piece, std::size_t points, const CancelFlag* cancel,
               const std::function<void(std::size_t, std::size_t)>& body) {
  if (points < kWorthThreads) piece = std::max<std::size_t>(count, 1);
  parallel_for((count + piece - 1) / piece, cancel,
               [&](std::size_t i) { body(i * piece, std::min((i + 1) * piece, count)); });
}

class StripTable {
 public:
  StripTable(const GaussianPoints& points, bool self)
      : points_(points),
        size_(points_of_strip(points.size(), self)),
        strips_((points.size() + size_ - 1) / size_),
        orders_(points.in_hexagon() ? 3 : 2) {
    own_ = in_strips(points, [&](std::size_t, std::size_t strip, std::size_t place) { return place > last_of(strip); });
    for (std::size_t k = 0; k < orders_; ++k) {
      firsts_[k] = arranged(k, points.place(0), 1.0, kFarAway);
      seconds_[k] = arranged(k, points.place(1), 1.0, 0.0);
      ones_[k] = arranged(k, own_.strips[kNear[k].one], kStripStep, 0.0);
      twos_[k] = arranged(k, own_.strips[kNear[k].two], kStripStep, 0.0);
    }
  }

  const GaussianPoints& points() const { return points_; }
  const InStrips& own() const { return own_; }
  std::size_t strips() const { return strips_; }
  bool is_worthwhile(std::size_t slices) const { return slices <= kMostSlices * size_; }
  bool is_small() const { return strips_ * strips_ <= kMostKept; }

  // Points of another series, of which equal ones stand before those of this one, in the third order after them.
  InStrips placed(const GaussianPoints& other) const {
    return in_strips(other, [&](std::size_t k, std::size_t strip, std::size_t place) {
      const double bound = points_.sorted(k)[last_of(strip)], value = other.sorted(k)[place];
      return k == 2 ? value >= bound : value > bound;
    });
  }

  double near_sum(const GaussianPoints& other, const InStrips& placed, bool later, const CancelFlag* cancel) const {
    std::vector<double> sums(orders_ * strips_);
    in_pieces(sums.size(), kStripsOfTask, points_.size(), cancel, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        const std::size_t k = i / strips_, strip = i % strips_, place = strip * size_;
        const std::size_t begin = placed.begins[k][strip], end = placed.begins[k][strip + 1];
        const GaussianRun run{firsts_[k].data() + place, seconds_[k].data() + place, ones_[k].data() + place,
                              twos_[k].data() + place, size_};
        const GaussianRows rows{other.order(k).data() + begin,
                                0,
                                end - begin,
                                other.place(0).data(),
                                other.place(1).data(),
                                placed.strips[kNear[k].one].data(),
                                placed.strips[kNear[k].two].data()};
        sums[i] = sum_of_near(run, rows, kNear[k].pairs, points_.in_hexagon(), later);
      }
    });
    return compensated_sum(sums);
  }

 private:
  std::size_t last_of(std::size_t strip) const { return (strip + 1) * size_ - 1; }

  // @param is_after whether a place in an order stands after a strip.
  template <typename IsAfter>
  InStrips in_strips(const GaussianPoints& points, const IsAfter& is_after) const {
    InStrips result;
    for (std::size_t k = 0; k < kOrders; ++k) {
      result.strips[k].resize(points.size());
      if (k >= orders_) continue;
      auto& begins = result.begins[k];
      begins.push_back(0);
      for (std::size_t place = 0; place < points.size(); ++place) {
        while (begins.size() < strips_ && is_after(k, begins.size() - 1, place)) begins.push_back(place);
        result.strips[k][points.order(k)[place]] = static_cast<std::uint16_t>(begins.size() - 1);
      }
      begins.resize(strips_ + 1, points.size());
    }
    result.set_cells(points, strips_);
    return result;
  }

  // The points in an order, up to the end of the last strip.
  template <typename Number>
  AlignedVector<double> arranged(std::size_t k, const std::vector<Number>& by_point, double unit, double rest) const {
    AlignedVector<double> column(strips_ * size_, rest);
    for (std::size_t i = 0; i < points_.size(); ++i) column[i] = unit * by_point[points_.order(k)[i]];
    return column;
  }

  const GaussianPoints& points_;
  std::size_t size_, strips_, orders_;
  InStrips own_;
  std::array<AlignedVector<double>, kOrders> firsts_, seconds_, ones_, twos_;
};

bool has_points_beside(const GaussianSpreads& spreads, std::int64_t group) {
  for (std::int64_t of = group - kGroupsBeside; of <= group + kGroupsBeside; ++of) {
    const auto [begin, end] = spreads.points_of(of);
    if (begin < end) return true;
  }
  return false;
}

// Groups of the grid with the distances of one sector that a series reaches.
struct Slice {
  std::size_t sector;
  const GaussianSpreads* spreads;
  std::int64_t group;
};

std::vector<Slice> slices_of(const GaussianPoints& points) {
  std::vector<Slice> slices;
  const std::span<const Sector> sectors = sectors_of(points);
  for (std::size_t s = 0; s < sectors.size(); ++s) {
    const GaussianSpreads& spreads = points.spreads(sectors[s].coordinate);
    const std::int64_t end = spreads.end_of_groups() + kGroupsBeside;
    for (std::int64_t group = spreads.first_group() - kGroupsBeside; group < end; ++group) {
      if (has_points_beside(spreads, group)) slices.push_back({s, &spreads, group});
    }
  }
  return slices;
}

// Products of partners with the tables of a series, for neighbouring slices of one sector. Points of a group reach five
// slices, whose tables are kept, so the numbers of a point are read once.
class FarProducts {
 public:
  FarProducts(const StripTable& table, std::span<const GaussianPoints* const> partners,
              std::span<const InStrips> placed)
      : table_(table), partners_(partners), placed_(placed), cells_(table.strips() * table.strips(), false) {}

  void add(std::span<const Slice> slices, std::size_t at, std::vector<std::vector<double>>& sums) {
    const std::size_t sector = slices.front().sector;
    const std::size_t coordinate = sectors_of(table_.points())[sector].coordinate;
    CellTables reached{};
    std::size_t next = 0;
    for (std::int64_t group = slices.front().group - kGroupsBeside; group <= slices.back().group + kGroupsBeside;
         ++group) {
      std::copy(reached.begin() + 1, reached.end(), reached.begin());
      reached.back() = nullptr;
      if (next < slices.size() && slices[next].group == group + kGroupsBeside) {
        reached.back() = fill(slices[next], kept_[next % kSpreadGroups]);
        ++next;
      }
      for (std::size_t p = 0; p < partners_.size(); ++p) {
        sums[p][at] +=
            sum_of_products(partners_[p]->spreads(coordinate), group, placed_[p].cells[sector].data(), reached);
      }
    }
  }

 private:
  // A cell has no more points than a strip, so nothing that is rounded off need be carried.
  const double* fill(const Slice& slice, UnfilledVector<double>& to) {
    const std::uint32_t* const cells = table_.own().cells[slice.sector].data();
    cells_.add(*slice.spreads, slice.group, cells);
    sum_in_same_order(table_.strips(), cells_.sums(), to);
    cells_.clear(*slice.spreads, slice.group, cells);
    return to.data();
  }

  const StripTable& table_;
  std::span<const GaussianPoints* const> partners_;
  std::span<const InStrips> placed_;
  CellGrid cells_;
  std::array<UnfilledVector<double>, kSpreadGroups> kept_;
};

}  // namespace

double sum_with_itself(const GaussianPoints& points, const CancelFlag* cancel) {
  const StripTable table(points, true);
  const std::vector<Slice> slices = slices_of(points);
  if (!table.is_worthwhile(slices.size())) return kNaN;
  const double near = table.near_sum(points, table.own(), true, cancel);
  std::vector<GaussianSweep> sweeps;
  const std::span<const Sector> sectors = sectors_of(points);
  for (std::size_t s = 0; s < sectors.size(); ++s) {
    sweeps.emplace_back(points.spreads(sectors[s].coordinate), table.own().cells[s], table.strips());
  }
  std::vector<double> far(slices.size());
  in_pieces(slices.size(), kSlicesOfTask, points.size(), cancel, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) far[i] = sweeps[slices[i].sector].sum(slices[i].group);
  });
  return slices.front().spreads->scale() * compensated_sum(far) + near;
}

std::vector<double> sums_with_partners(const GaussianPoints& points, std::span<const GaussianPoints* const> partners,
                                       const CancelFlag* cancel) {
  const StripTable table(points, false);
  const std::vector<Slice> slices = slices_of(points);
  std::vector<double> sums(partners.size(), kNaN);
  if (!table.is_worthwhile(slices.size())) return sums;
  std::vector<InStrips> placed(partners.size());
  parallel_for(partners.size(), cancel, [&](std::size_t p) {
    placed[p] = table.placed(*partners[p]);
    sums[p] = table.near_sum(*partners[p], placed[p], false, cancel);
  });
  std::vector<std::vector<double>> far(partners.size(), std::vector<double>(slices.size()));
  in_pieces(slices.size(), kSlicesOfTask, points.size(), cancel, [&](std::size_t first, std::size_t last) {
    FarProducts products(table, partners, placed);
    for (std::size_t end = first; first < last; first = end) {
      do ++end;
      while (table.is_small() && end < last && slices[end].sector == slices[first].sector);
      products.add(std::span(slices).subspan(first, end - first), first, far);
    }
  });
  for (std::size_t p = 0; p < partners.size(); ++p) {
    sums[p] += slices.front().spreads->scale() * compensated_sum(far[p]);
  }
  return sums;
}

}  // namespace biotropy::match

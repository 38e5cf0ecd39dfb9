// SPDX-License-Identifier: Apache-2.0
#include "biotropy/match/engines/sort_items.hpp"

#include <algorithm>
#include <array>

// Compiled once per instruction set; see Highway on foreach_target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/match/engines/sort_items.cpp"
#include <hwy/foreach_target.h>
// highway.h must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace biotropy::match {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Values = hn::CappedTag<double, 8>;
using Items = hn::RebindToUnsigned<Values>;
using Positions = hn::Rebind<std::uint32_t, Items>;

ValueRange RangeOf(std::span<const double> values) {
  const Values d;
  const hn::RebindToSigned<Values> di;
  auto least = hn::Set(d, INFINITY), greatest = hn::Set(d, -INFINITY);
  auto present = hn::Zero(di);
  std::size_t k = 0;
  for (; k + hn::Lanes(d) <= values.size(); k += hn::Lanes(d)) {
    const auto value = hn::LoadU(d, values.data() + k);
    present = hn::Sub(present, hn::BitCast(di, hn::VecFromMask(d, hn::Eq(value, value))));
    least = hn::IfThenElse(hn::Lt(value, least), value, least);
    greatest = hn::IfThenElse(hn::Gt(value, greatest), value, greatest);
  }
  ValueRange range{static_cast<std::size_t>(hn::GetLane(hn::SumOfLanes(di, present))),
                   hn::GetLane(hn::MinOfLanes(d, least)), hn::GetLane(hn::MaxOfLanes(d, greatest))};
  for (; k < values.size(); ++k) {
    range.present += std::isnan(values[k]) ? 0 : 1;
    range.least = std::fmin(range.least, values[k]);
    range.greatest = std::fmax(range.greatest, values[k]);
  }
  return range;
}

// Keys as SortKeys::of() makes them, in the upper halves of lanes.
HWY_INLINE hn::Vec<Items> KeysOf(hn::Vec<Values> values, const SortKeys& keys) {
  const Values d;
  const Items items;
  if (keys.linear) {
    const auto steps = hn::Mul(hn::Sub(values, hn::Set(d, keys.least)), hn::Set(d, keys.scale));
    const hn::Rebind<std::int32_t, Values> narrow;
    const hn::RebindToSigned<Values> wide;
    return hn::ShiftLeft<32>(hn::BitCast(items, hn::PromoteTo(wide, hn::DemoteTo(narrow, steps))));
  }
  const auto bits = hn::BitCast(items, hn::Add(values, hn::Zero(d)));
  const auto negative = hn::BitCast(items, hn::BroadcastSignBit(hn::BitCast(hn::RebindToSigned<Values>(), bits)));
  const auto ordered = hn::Xor(bits, hn::Or(negative, hn::Set(items, std::uint64_t{1} << 63)));
  return hn::And(ordered, hn::Set(items, ~std::uint64_t{0xffffffff}));
}

void MakeItems(std::span<const double> values, std::size_t position, const SortKeys& keys, std::uint64_t* to) {
  const Values d;
  const Items items;
  std::size_t k = 0;
  for (; k + hn::Lanes(d) <= values.size(); k += hn::Lanes(d)) {
    const auto value = hn::LoadU(d, values.data() + k);
    const auto made = hn::Or(KeysOf(value, keys), hn::Iota(items, position + k));
    const auto present = hn::RebindMask(items, hn::Eq(value, value));
    if (hn::AllTrue(items, present)) {
      hn::StoreU(made, items, to);
      to += hn::Lanes(d);
    } else {
      // Not stored in place: some processors would also write what follows, the items of another thread.
      alignas(64) std::array<std::uint64_t, 8> kept;
      to = std::copy_n(kept.data(), hn::CompressStore(made, present, items, kept.data()), to);
    }
  }
  for (; k < values.size(); ++k) {
    if (!std::isnan(values[k])) *to++ = std::uint64_t{keys.of(values[k])} << 32 | (position + k);
  }
}

void TakePositions(std::span<const std::uint64_t> items, std::uint32_t* positions) {
  const Items d;
  std::size_t k = 0;
  for (; k + hn::Lanes(d) <= items.size(); k += hn::Lanes(d)) {
    hn::StoreU(hn::TruncateTo(Positions(), hn::LoadU(d, items.data() + k)), Positions(), positions + k);
  }
  for (; k < items.size(); ++k) positions[k] = static_cast<std::uint32_t>(items[k]);
}

std::size_t NextTie(std::span<const std::uint64_t> items, std::size_t k) {
  const Items d;
  for (k = std::max<std::size_t>(k, 1); k + hn::Lanes(d) <= items.size(); k += hn::Lanes(d)) {
    const auto differing = hn::Xor(hn::LoadU(d, items.data() + k), hn::LoadU(d, items.data() + k - 1));
    const auto first = hn::FindFirstTrue(d, hn::Eq(hn::ShiftRight<32>(differing), hn::Zero(d)));
    if (first >= 0) return k + static_cast<std::size_t>(first);
  }
  while (k < items.size() && (items[k] ^ items[k - 1]) >> 32 != 0) ++k;
  return k;
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::match
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::match {

HWY_EXPORT(RangeOf);
HWY_EXPORT(MakeItems);
HWY_EXPORT(TakePositions);
HWY_EXPORT(NextTie);

ValueRange range_of(std::span<const double> values) {
  return HWY_DYNAMIC_DISPATCH(RangeOf)(values);
}

void make_items(std::span<const double> values, std::size_t position, const SortKeys& keys, std::uint64_t* items) {
  HWY_DYNAMIC_DISPATCH(MakeItems)(values, position, keys, items);
}

void take_positions(std::span<const std::uint64_t> items, std::uint32_t* positions) {
  HWY_DYNAMIC_DISPATCH(TakePositions)(items, positions);
}

std::size_t next_tie(std::span<const std::uint64_t> items, std::size_t k) {
  return HWY_DYNAMIC_DISPATCH(NextTie)(items, k);
}

}  // namespace biotropy::match

#endif  // HWY_ONCE

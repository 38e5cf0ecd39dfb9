// SPDX-License-Identifier: Apache-2.0
//
// Fuzzy sums of all pairs of all groups: without looking at pairs of templates where that is possible, else one after
// the other on all threads of the processor, in batches on devices.
#include "biotropy/match/fuzzy/fuzzy.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "biotropy/cpu.hpp"
#include "biotropy/device/offload.hpp"
#include "biotropy/match/devices/device_fuzzy_internal.hpp"
#include "biotropy/match/devices/shared_query.hpp"
#include "biotropy/match/fuzzy/fuzzy_task_internal.hpp"
#include "biotropy/match/fuzzy/gaussian_sum_internal.hpp"

namespace biotropy::match {

namespace {

// What the sums of a group start from.
struct FuzzyGroup {
  std::vector<std::optional<FuzzySum>> known;  // by pair and length: those found without looking at pairs of templates
  // Templates of the others, by samples and place of the length. Series with the same samples share them, so that a
  // pair of such series is recognised as a self comparison.
  std::map<std::tuple<const double*, std::size_t, std::size_t>, std::unique_ptr<const FuzzyTemplates>> templates;
};

FuzzyGroup group_of(const FuzzyQuery& fuzzy, std::size_t group, const CancelFlag* cancel) {
  const Rule& rule = fuzzy.query.rule;
  const std::size_t lengths = rule.lengths.size();
  FuzzyGroup result;
  result.known.resize(fuzzy.query.pairs.size() * lengths);
  parallel_for(lengths, cancel, [&](std::size_t position) {
    std::vector<std::size_t> of_length;
    std::vector<std::pair<Samples, Samples>> both;
    for (std::size_t pair = 0; pair < fuzzy.query.pairs.size(); ++pair) {
      const Samples x = fuzzy.query.x(group, pair), y = fuzzy.query.y(group, pair);
      if (!may_be_gaussian(x, y, fuzzy, rule.lengths[position])) continue;
      of_length.push_back(pair * lengths + position);
      both.emplace_back(x, y);
    }
    const auto sums = gaussian_sums(fuzzy, rule.lengths[position], both, cancel);
    for (std::size_t k = 0; k < sums.size(); ++k) result.known[of_length[k]] = sums[k];
  });
  std::vector<std::pair<Samples, int>> wanted;
  std::vector<std::unique_ptr<const FuzzyTemplates>*> places;
  for (std::size_t i = 0; i < result.known.size(); ++i) {
    if (result.known[i]) continue;
    for (const Samples samples : {fuzzy.query.x(group, i / lengths), fuzzy.query.y(group, i / lengths)}) {
      const auto [place, is_new] = result.templates.try_emplace({samples.data(), samples.size(), i % lengths});
      if (!is_new) continue;
      wanted.emplace_back(samples, rule.lengths[i % lengths]);
      places.push_back(&place->second);
    }
  }
  parallel_for(wanted.size(), cancel, [&](std::size_t i) {
    const auto& [samples, length] = wanted[i];
    *places[i] = std::make_unique<const FuzzyTemplates>(samples, rule, TemplateSet(samples, rule), length,
                                                        fuzzy.remove_local_mean);
  });
  return result;
}

// Sums of a query, group after group.
class FuzzyRun {
 public:
  FuzzyRun(const FuzzyQuery& fuzzy, const FuzzySink& sink, const Execution& execution)
      : fuzzy_(fuzzy), query_(fuzzy.query), sink_(sink), execution_(execution) {}

  void on_processor() const {
    parallel_for(query_.groups(), execution_.cancel, [&](std::size_t group) {
      const FuzzyGroup start = group_of(fuzzy_, group, execution_.cancel);
      parallel_for(query_.pairs.size(), execution_.cancel, [&](std::size_t pair) { on_processor(group, start, pair); });
    });
  }

  /// @throws Error device, out_of_memory; what was passed to the sink is right.
  void on_device(DeviceFuzzy& device) const {
    device::Batches batches(pairs_of_batch());
    const std::size_t lengths = query_.rule.lengths.size();
    for (std::size_t group = 0; group < query_.groups(); ++group) {
      const FuzzyGroup start = group_of(fuzzy_, group, execution_.cancel);
      for (std::size_t done = 0; done < query_.pairs.size();) {
        std::vector<FuzzySum> sums;
        const std::size_t count = batches.run(
            query_.pairs.size() - done, [&](std::size_t n) { sums = sums_on_device(device, group, start, done, n); });
        for (std::size_t i = 0; i < count; ++i) {
          sink_({group, done + i, std::span(sums).subspan(i * lengths, lengths)});
        }
        done += count;
      }
    }
  }

 private:
  // Windows of a batch, on the processor and on the device.
  std::size_t pairs_of_batch() const {
    constexpr std::size_t most_pairs = 1024, bytes = std::size_t{128} << 20, bytes_of_row = 24;
    std::size_t longest = 1;
    for (const Samples samples : query_.series) longest = std::max(longest, samples.size());
    return std::clamp<std::size_t>(bytes / (longest * bytes_of_row), 1, most_pairs);
  }

  const std::optional<FuzzySum>& known(const FuzzyGroup& start, std::size_t pair, std::size_t position) const {
    return start.known[pair * query_.rule.lengths.size() + position];
  }

  FuzzyTask task(std::size_t group, std::size_t pair, std::size_t position, const FuzzyGroup& start) const {
    const auto templates = [&](Samples samples) -> const FuzzyTemplates& {
      return *start.templates.at({samples.data(), samples.size(), position});
    };
    return {templates(query_.x(group, pair)), templates(query_.y(group, pair)), fuzzy_, execution_.cancel};
  }

  void on_processor(std::size_t group, const FuzzyGroup& start, std::size_t pair) const {
    std::vector<FuzzySum> sums;
    for (std::size_t position = 0; position < query_.rule.lengths.size(); ++position) {
      if (const auto& found = known(start, pair, position); found) {
        sums.push_back(*found);
        continue;
      }
      const FuzzyTask sum = task(group, pair, position, start);
      sums.push_back(sum.result(sum.block_sums(execution_.cancel)));
    }
    sink_({group, pair, sums});
  }

  // Indexed by [pair * lengths + length].
  std::vector<FuzzySum> sums_on_device(DeviceFuzzy& device, std::size_t group, const FuzzyGroup& start,
                                       std::size_t first, std::size_t count) const {
    const std::size_t lengths = query_.rule.lengths.size();
    std::vector<FuzzySum> sums(count * lengths);
    for (std::size_t position = 0; position < lengths; ++position) {
      std::vector<std::size_t> open;
      for (std::size_t i = 0; i < count; ++i) {
        const auto& found = known(start, first + i, position);
        if (found) sums[i * lengths + position] = *found;
        if (!found) open.push_back(i);
      }
      if (open.empty()) continue;
      std::vector<std::unique_ptr<const FuzzyTask>> tasks(open.size());
      parallel_for(open.size(), execution_.cancel, [&](std::size_t k) {
        tasks[k] = std::make_unique<const FuzzyTask>(task(group, first + open[k], position, start));
      });
      const auto found = device.block_sums(query_.rule.lengths[position], tasks, execution_.cancel);
      for (std::size_t k = 0; k < open.size(); ++k) sums[open[k] * lengths + position] = tasks[k]->result(found[k]);
    }
    return sums;
  }

  const FuzzyQuery& fuzzy_;
  const Query& query_;
  const FuzzySink& sink_;
  const Execution& execution_;
};

void sum_on_devices(const std::vector<device::Device*>& devices, const FuzzyQuery& fuzzy, const FuzzySink& sink,
                    const Execution& execution) {
  SharedQuery shared(fuzzy.query, devices.size());
  const auto part_of = [&](const QueryPart& part) -> FuzzyQuery {
    return {part.query(), fuzzy.membership, fuzzy.remove_local_mean};
  };
  std::vector<std::unique_ptr<DeviceFuzzy>> on_devices(devices.size());
  shared.on_devices([&](std::size_t device, const QueryPart& part) {
    if (!on_devices[device]) on_devices[device] = std::make_unique<DeviceFuzzy>(*devices[device], fuzzy);
    const FuzzySink keep = [&](const FuzzySums& sums) {
      shared.deliver(part, sums.group, sums.pair, [&](std::size_t group, std::size_t pair) {
        sink({group, pair, sums.lengths});
      });
    };
    const FuzzyQuery of_part = part_of(part);
    FuzzyRun(of_part, keep, execution).on_device(*on_devices[device]);
  });
  shared.on_processor(execution, "summed", [&](const QueryPart& part) {
    const FuzzySink keep = [&](const FuzzySums& sums) {
      sink({part.first_group + sums.group, part.positions[sums.pair], sums.lengths});
    };
    const FuzzyQuery of_part = part_of(part);
    FuzzyRun(of_part, keep, execution).on_processor();
  });
}

// The query has been validated.
void sum_on(const std::vector<device::Device*>& devices, const FuzzyQuery& fuzzy, const FuzzySink& sink,
            const Execution& execution) {
  const std::string reason = devices.empty() ? "" : DeviceFuzzy::why_not(*devices.front(), fuzzy);
  if (!reason.empty() && execution.notify) {
    execution.notify(warning("device_unused", reason + "; the processor made the sums instead"));
  }
  if (devices.empty() || !reason.empty()) return FuzzyRun(fuzzy, sink, execution).on_processor();
  sum_on_devices(device::of_equal_bits(devices, execution), fuzzy, sink, execution);
}

// Passes on the query, or one with samples and r times a power of two that has the same sums: 1 / r of the smallest
// numbers is not a double.
void at_scale(const FuzzyQuery& fuzzy, const std::function<void(const FuzzyQuery&)>& sum) {
  static const bool limited = (limit_instruction_set_by_environment(), true);
  (void)limited;
  constexpr double small = 0x1p-960;
  constexpr int power_of_two = 64;
  validate(fuzzy.query);
  validate(fuzzy.membership, fuzzy.query.rule.r);
  if (fuzzy.query.rule.r >= small) return sum(fuzzy);
  const bool is_chen = fuzzy.membership.form == MembershipForm::chen;  // exp(-d^n / r)
  FuzzyQuery scaled = fuzzy;
  scaled.query.rule.r *= std::exp2(power_of_two * (is_chen ? fuzzy.membership.n : 1.0));
  scaled.membership.corner = std::ldexp(fuzzy.membership.corner, power_of_two);
  std::vector<std::vector<double>> data;
  for (const Samples samples : fuzzy.query.series) {
    data.emplace_back(samples.begin(), samples.end());
    for (double& value : data.back()) value = std::ldexp(value, power_of_two);
  }
  const std::vector<Samples> series(data.begin(), data.end());
  scaled.query.series = series;
  sum(scaled);
}

}  // namespace

void fuzzy_sums(const FuzzyQuery& fuzzy, const FuzzySink& sink, const Execution& execution) {
  at_scale(fuzzy, [&](const FuzzyQuery& query) {
    with_threads(execution, [&] { sum_on(devices_for(query, execution), query, sink, execution); });
  });
}

void fuzzy_sums_on(const std::vector<device::Device*>& devices, const FuzzyQuery& fuzzy, const FuzzySink& sink,
                   const Execution& execution) {
  at_scale(fuzzy,
           [&](const FuzzyQuery& query) { with_threads(execution, [&] { sum_on(devices, query, sink, execution); }); });
}

}  // namespace biotropy::match

// SPDX-License-Identifier: Apache-2.0
//
// Permutation entropy (Bandt and Pompe 2002): the Shannon entropy of the ordinal patterns of all templates, which are
// counted as integers. The code of a pattern consists of digits: digit k is the number of the k earlier samples of the
// template that are greater than sample k (Lehmer code). Templates share comparisons: the number of greater samples at
// the lags tau ... k tau is that at tau ... (k - 1) tau and one more comparison, so a template costs m - 1 comparisons
// instead of m (m - 1) / 2. Codes of many templates are computed at once, in doubles, which represent them exactly, or
// for short patterns in bytes (pattern_bytes.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <boost/sort/spreadsort/spreadsort.hpp>
#include <cmath>
#include <vector>

#include "biotropy/cpu.hpp"
#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/pattern_bytes_internal.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/nan.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "biotropy/entropy/permutation.cpp"
#include <hwy/foreach_target.h>
// Highway requires highway.h after foreach_target.h.
#include <hwy/highway.h>

#ifndef BIOTROPY_ENTROPY_PERMUTATION
#define BIOTROPY_ENTROPY_PERMUTATION

namespace biotropy::entropy {

// The digit of one sample of neighbouring templates.
struct Digits {
  const double *earlier, *later;  // the compared samples; the digit belongs to the later ones
  std::size_t templates;          // templates whose codes get the digit
  std::size_t samples;            // later samples, at least as many as templates: the next lags need their numbers
  double place_value;             // of the digit
  double *greater, *equal;        // per later sample: number of greater samples, and whether one was equal
  double* codes;
};

// Variances of neighbouring templates; the scale, a power of two, prevents overflow and underflow of squares.
struct Variances {
  const double* samples;
  std::size_t templates, tau;
  int m;
  double scale;
  double* sums;  // of squared differences from the mean
};

}  // namespace biotropy::entropy

#endif

HWY_BEFORE_NAMESPACE();
namespace biotropy::entropy {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Processes full vectors from index `i` on; returns the first index that is left.
template <bool kHasTies, class D>
std::size_t AddDigitsFrom(std::size_t i, D d, const Digits& of) {
  const auto one = hn::Set(d, 1.0), place_value = hn::Set(d, of.place_value);
  for (; i + hn::Lanes(d) <= of.samples; i += hn::Lanes(d)) {
    const auto earlier = hn::LoadU(d, of.earlier + i), later = hn::LoadU(d, of.later + i);
    const auto greater = hn::Add(hn::LoadU(d, of.greater + i), hn::IfThenElseZero(hn::Gt(earlier, later), one));
    hn::StoreU(greater, d, of.greater + i);
    auto digit = greater;
    if constexpr (kHasTies) {
      const auto equal = hn::IfThenElse(hn::Eq(earlier, later), one, hn::LoadU(d, of.equal + i));
      hn::StoreU(equal, d, of.equal + i);
      digit = hn::Add(hn::Add(greater, greater), equal);
    }
    if (i + hn::Lanes(d) > of.templates) {
      for (std::size_t k = 0; i + k < of.templates; ++k) {
        const double alone = of.greater[i + k];
        of.codes[i + k] += of.place_value * (kHasTies ? 2.0 * alone + of.equal[i + k] : alone);
      }
    } else {
      hn::StoreU(hn::Add(hn::LoadU(d, of.codes + i), hn::Mul(place_value, digit)), d, of.codes + i);
    }
  }
  return i;
}

void AddDigits(const Digits& of) {
  const hn::ScalableTag<double> all;
  const hn::CappedTag<double, 1> one;
  if (of.equal == nullptr) {
    AddDigitsFrom<false>(AddDigitsFrom<false>(0, all, of), one, of);
  } else {
    AddDigitsFrom<true>(AddDigitsFrom<true>(0, all, of), one, of);
  }
}

template <class D>
std::size_t SumSquaresFrom(std::size_t i, D d, const Variances& of) {
  const auto scale = hn::Set(d, of.scale), length = hn::Set(d, static_cast<double>(of.m));
  for (; i + hn::Lanes(d) <= of.templates; i += hn::Lanes(d)) {
    // Differences from the first sample: equal samples give exactly 0, which a rounded mean would not.
    const auto first = hn::Mul(scale, hn::LoadU(d, of.samples + i));
    const auto sample = [&](int k) {
      return hn::Sub(hn::Mul(scale, hn::LoadU(d, of.samples + i + static_cast<std::size_t>(k) * of.tau)), first);
    };
    auto mean = hn::Zero(d), sum = hn::Zero(d);
    for (int k = 1; k < of.m; ++k) mean = hn::Add(mean, sample(k));
    mean = hn::Div(mean, length);
    for (int k = 0; k < of.m; ++k) {
      const auto difference = hn::Sub(sample(k), mean);
      sum = hn::Add(sum, hn::Mul(difference, difference));
    }
    hn::StoreU(sum, d, of.sums + i);
  }
  return i;
}

void SumSquares(const Variances& of) {
  const hn::ScalableTag<double> all;
  const hn::CappedTag<double, 1> one;
  SumSquaresFrom(SumSquaresFrom(0, all, of), one, of);
}

}  // namespace HWY_NAMESPACE
}  // namespace biotropy::entropy
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace biotropy::entropy {

HWY_EXPORT(AddDigits);
HWY_EXPORT(SumSquares);

namespace {

constexpr int kShortestPattern = 2, kLongestPattern = 12;

/// Least number of templates whose codes are computed at once.
constexpr std::size_t kBlock = 2048;
/// Greatest number of parts that are counted in parallel, each in its own table, and least number of templates of a
/// part.
constexpr std::size_t kMostParts = 64, kLeastOfPart = std::size_t{1} << 16;
/// Up to this number of codes they are counted in a table; more are sorted.
constexpr double kLargestTable = 1 << 20;
/// Small tables have several copies, so that increments of consecutive equal patterns do not wait for each other.
constexpr std::size_t kCopies = 4, kLargestCopied = 1024;

struct Coding {
  int m;
  std::size_t tau;
  bool has_ties, weighted;
  double codes;  // number of codes, which is also the code of a template that touches a missing sample

  Coding(Measure measure, const Parameters& parameters)
      : m(length_of(measure, parameters)),
        tau(static_cast<std::size_t>(parameters.tau)),
        has_ties(parameters.ties == Ties::equal),
        weighted(parameters.weighted),
        codes(place_value(m)) {}

  // Place value of the digit of sample k: sample j has j + 1 digits, or 2 j + 1 if samples can be equal.
  double place_value(int k) const {
    double product = 1.0;
    for (int j = 1; j < k; ++j) product *= has_ties ? 2 * j + 1 : j + 1;
    return product;
  }
  std::size_t reach() const { return static_cast<std::size_t>(m - 1) * tau; }
  /// Templates whose codes are computed at once: with what their last templates reach they fit in the cache of a core.
  std::size_t block() const { return std::max(kBlock, reach()); }
  bool has_missing(const double* first, std::size_t templates) const {
    return series::missing_count({first, templates + reach()}) > 0;
  }
};

double log_of_patterns(const Coding& coding) {
  if (!coding.has_ties) return std::log(coding.codes);
  // Number of weak orders of k samples (Fubini numbers), by recursion over the number i of the smallest ones.
  std::vector<double> orders{1.0};
  for (int k = 1; k <= coding.m; ++k) {
    double choices = 1.0, sum = 0.0;
    for (int i = 1; i <= k; ++i) {
      choices = choices * (k - i + 1) / i;
      sum += choices * orders[static_cast<std::size_t>(k - i)];
    }
    orders.push_back(sum);
  }
  return std::log(orders.back());
}

// A power of two that brings the largest sample near 1.
double scale_of(Samples samples) {
  double largest = 0.0;
  for (const double sample : samples) largest = std::abs(sample) > largest ? std::abs(sample) : largest;
  return largest > 0.0 ? std::ldexp(1.0, -std::clamp(std::ilogb(largest), -1000, 1000)) : 1.0;
}

/// Codes and weights of neighbouring templates.
class Block {
 public:
  Block(Samples samples, const Coding& coding, double scale)
      : samples_(samples),
        coding_(coding),
        scale_(scale),
        size_(coding.block()),
        codes_(size_),
        weights_(coding.weighted ? size_ : 0),
        greater_(size_ + coding.reach()),
        equal_(coding.has_ties ? greater_.size() : 0) {}

  /// Calls visit(code, weight) for the templates from begin to end.
  template <typename Visit>
  void each(std::size_t begin, std::size_t end, Visit visit) {
    for (; begin < end; begin += size_) {
      const std::size_t n = std::min(size_, end - begin);
      fill(samples_.data() + begin, n);
      for (std::size_t i = 0; i < n; ++i) visit(codes_[i], weights_.empty() ? 1.0 : weights_[i]);
    }
  }

 private:
  void fill(const double* samples, std::size_t n) {
    std::fill_n(codes_.begin(), n, 0.0);
    std::fill(greater_.begin(), greater_.end(), 0.0);
    std::fill(equal_.begin(), equal_.end(), 0.0);
    for (int k = 1; k < coding_.m; ++k) {
      const std::size_t lag = static_cast<std::size_t>(k) * coding_.tau;
      double* const equal = equal_.empty() ? nullptr : equal_.data() + lag;
      HWY_DYNAMIC_DISPATCH(AddDigits)
      ({samples, samples + lag, n, n + coding_.reach() - lag, coding_.place_value(k), greater_.data() + lag, equal,
        codes_.data()});
    }
    if (coding_.has_missing(samples, n)) leave_out(samples, n);
    if (weights_.empty()) return;
    HWY_DYNAMIC_DISPATCH(SumSquares)({samples, n, coding_.tau, coding_.m, scale_, weights_.data()});
  }

  void leave_out(const double* samples, std::size_t n) {
    for (std::size_t lag = 0; lag <= coding_.reach(); lag += coding_.tau) {
      for (std::size_t i = 0; i < n; ++i) codes_[i] = std::isnan(samples[i + lag]) ? coding_.codes : codes_[i];
    }
  }

  Samples samples_;
  const Coding& coding_;
  double scale_;
  std::size_t size_;
  std::vector<double> codes_, weights_, greater_, equal_;
};

/// Patterns that occur: numbers of templates, or sums of their weights.
struct Patterns {
  std::uint64_t templates = 0;
  std::vector<double> sizes;
};

class PatternCount {
 public:
  PatternCount(Samples samples, const Coding& coding, const Execution& execution)
      : samples_(samples),
        coding_(coding),
        execution_(execution),
        templates_(series::template_count(samples.size(), coding.m, static_cast<int>(coding.tau))),
        scale_(coding.weighted ? scale_of(samples) : 1.0) {}

  Patterns run() const {
    if (coding_.codes > kLargestTable || coding_.codes > std::max(1024.0, 4.0 * static_cast<double>(templates_))) {
      return coding_.weighted ? sorted_with_weights() : sorted();
    }
    return in_tables();
  }

 private:
  struct Table {
    std::vector<std::uint64_t> counts;
    std::vector<double> weights;
  };

  Block block() const { return {samples_, coding_, scale_}; }

  // Number of parts. It depends only on the series, so weights are added in the same order for any number of threads.
  std::size_t parts(std::size_t table_size) const {
    const std::size_t least = std::max({kLeastOfPart, 4 * table_size, coding_.reach()});
    return std::clamp<std::size_t>(templates_ / least, 1, kMostParts);
  }

  void each_part(std::size_t parts,
                 const std::function<void(std::size_t part, std::size_t begin, std::size_t end)>& body) const {
    parallel_for(parts, execution_.cancel,
                 [&](std::size_t part) { body(part, templates_ * part / parts, templates_ * (part + 1) / parts); });
  }

  void count_in_bytes(Table& table, std::size_t begin, std::size_t end) const {
    const auto values = possible_patterns(coding_.m, coding_.has_ties);
    std::vector<std::uint8_t> codes(coding_.block());
    std::vector<double> weights(coding_.weighted ? codes.size() : 0);
    for (; begin < end; begin += codes.size()) {
      const double* const samples = samples_.data() + begin;
      const std::size_t n = std::min(codes.size(), end - begin);
      write_pattern_bytes({samples, n, coding_.tau, coding_.m, coding_.has_ties, coding_.has_missing(samples, n),
                           coding_.weighted, codes.data()});
      if (!coding_.weighted) {
        count_bytes(values, codes.data(), n, table.counts.data());
        continue;
      }
      HWY_DYNAMIC_DISPATCH(SumSquares)({samples, n, coding_.tau, coding_.m, scale_, weights.data()});
      for (std::size_t i = 0; i < n; ++i) {
        ++table.counts[codes[i]];
        table.weights[codes[i]] += weights[i];
      }
    }
  }

  void count(Table& table, std::size_t table_size, std::size_t begin, std::size_t end) const {
    if (coding_.weighted) {
      block().each(begin, end, [&](double code, double weight) {
        ++table.counts[static_cast<std::uint32_t>(code)];
        table.weights[static_cast<std::uint32_t>(code)] += weight;
      });
      return;
    }
    const std::size_t copies = table_size <= kLargestCopied ? kCopies : 1;
    table.counts.resize(table_size * copies);
    std::size_t first = 0;
    block().each(begin, end, [&](double code, double) {
      ++table.counts[first + static_cast<std::uint32_t>(code)];
      first = first + table_size == table_size * copies ? 0 : first + table_size;
    });
    for (std::size_t i = table_size; i < table.counts.size(); ++i) table.counts[i % table_size] += table.counts[i];
  }

  Patterns in_tables() const {
    const bool in_bytes = fit_in_bytes(coding_.m, coding_.has_ties);
    const std::size_t table_size = in_bytes ? kMissingPattern + 1 : static_cast<std::size_t>(coding_.codes) + 1;
    std::vector<Table> tables(parts(table_size));
    each_part(tables.size(), [&](std::size_t part, std::size_t begin, std::size_t end) {
      Table& table = tables[part];
      table.counts.resize(table_size);
      table.weights.resize(coding_.weighted ? table_size : 0);
      in_bytes ? count_in_bytes(table, begin, end) : count(table, table_size, begin, end);
    });
    Patterns found;
    for (std::size_t code = 0; code + 1 < table_size; ++code) {
      std::uint64_t count = 0;
      double weight = 0.0;
      for (const Table& table : tables) {
        count += table.counts[code];
        weight += coding_.weighted ? table.weights[code] : 0.0;
      }
      if (count == 0) continue;
      found.templates += count;
      found.sizes.push_back(coding_.weighted ? weight : static_cast<double>(count));
    }
    return found;
  }

  Patterns sorted() const {
    std::vector<double> codes(templates_);
    each_part(parts(0), [&](std::size_t, std::size_t begin, std::size_t end) {
      block().each(begin, end, [&, i = begin](double code, double) mutable { codes[i++] = code; });
    });
    boost::sort::spreadsort::spreadsort(codes.begin(), codes.end());
    codes.erase(std::lower_bound(codes.begin(), codes.end(), coding_.codes), codes.end());
    Patterns found;
    found.templates = codes.size();
    for (auto begin = codes.begin(); begin != codes.end();) {
      const auto end = std::find_if(begin, codes.end(), [code = *begin](double other) { return other != code; });
      found.sizes.push_back(static_cast<double>(end - begin));
      begin = end;
    }
    return found;
  }

  Patterns sorted_with_weights() const {
    struct Template {
      double code, weight;
    };
    std::vector<Template> templates(templates_);
    each_part(parts(0), [&](std::size_t, std::size_t begin, std::size_t end) {
      block().each(begin, end, [&, i = begin](double code, double weight) mutable { templates[i++] = {code, weight}; });
    });
    std::stable_sort(templates.begin(), templates.end(),
                     [](const Template& one, const Template& other) { return one.code < other.code; });
    Patterns found;
    for (double last = -1.0; const auto& [code, weight] : templates) {
      if (code == coding_.codes) break;
      ++found.templates;
      if (code != last) found.sizes.push_back(0.0);
      found.sizes.back() += weight;
      last = code;
    }
    return found;
  }

  Samples samples_;
  const Coding& coding_;
  const Execution& execution_;
  std::size_t templates_;
  double scale_;
};

// In nats. Terms are added in the order of size, so the numbering of patterns has no effect; equal sizes at once.
double shannon_entropy(std::vector<double> sizes) {
  std::sort(sizes.begin(), sizes.end());
  double total = 0.0, entropy = 0.0;
  for (const double size : sizes) total += size;
  for (auto begin = std::upper_bound(sizes.begin(), sizes.end(), 0.0); begin != sizes.end();) {
    const auto end = std::upper_bound(begin, sizes.end(), *begin);
    entropy += static_cast<double>(end - begin) * (*begin / total * std::log(total / *begin));
    begin = end;
  }
  return entropy;
}

class Permutation final : public Family {
 public:
  void validate(Measure measure, const Parameters& parameters) const override {
    const int m = length_of(measure, parameters);
    if (m >= kShortestPattern && m <= kLongestPattern) return;
    throw Error::argument(
        "m", std::to_string(m),
        fmt::format("an integer from {} to {} for {}", kShortestPattern, kLongestPattern, word(measure)));
  }

  void require_use(std::string_view option, const std::string& value, const Parameters& parameters) const override {
    if (option != "base" || !parameters.normalise) return;
    throw Error::argument("base", value, "left out, as a normalised value has no base");
  }

  std::size_t least_samples(Measure measure, const Parameters& parameters) const override {
    return Coding(measure, parameters).reach() + 1;
  }

  // Counted with the patterns.
  TemplateCount templates(Measure, Samples, const Parameters&) const override { return {}; }

  std::string_view measure(const Batch& batch, const Parameters& parameters, const Receive& receive,
                           const Execution& execution) const override {
    static const bool limited = (limit_instruction_set_by_environment(), true);
    static_cast<void>(limited);
    const Coding coding(batch.measure, parameters);
    const std::size_t pairs = batch.pairs.size();
    parallel_for(batch.series.size() / batch.group_size * pairs, execution.cancel, [&](std::size_t index) {
      const std::size_t group = index / pairs, pair = index % pairs;
      const std::size_t series = group * batch.group_size + batch.pairs[pair].x;
      const PatternCount count(batch.series[series], coding, execution);
      receive(group, pair, evaluate(count.run(), coding, parameters));
    });
    return {};
  }

  std::span<const Number> numbers() const override {
    static constexpr Number kPatternsThatOccur[] = {
        {"patterns", "different ordinal patterns that occur",
         [](const Entropy& entropy) { return static_cast<double>(entropy.patterns); }, true}};
    return kPatternsThatOccur;
  }

  std::string_view unit(const Parameters& parameters) const override {
    return parameters.normalise ? "1" : Family::unit(parameters);
  }

  double seconds(double n, const Parameters&) const override { return n * 1e-8; }

 private:
  static Entropy evaluate(const Patterns& found, const Coding& coding, const Parameters& parameters) {
    Entropy result;
    result.templates_m = found.templates;
    result.patterns = found.sizes.size();
    result.value = kNaN;
    if (found.sizes.empty()) {
      result.reason = "no template is free of missing samples";
      return result;
    }
    if (*std::max_element(found.sizes.begin(), found.sizes.end()) == 0.0) {
      result.reason = "the samples of each template are equal, so that every weight is 0";
      return result;
    }
    const double nats = shannon_entropy(found.sizes);
    // Rounding could give a value above 1.
    result.value =
        parameters.normalise ? std::min(nats / log_of_patterns(coding), 1.0) : in_base(nats, parameters.base);
    return result;
  }
};

}  // namespace

const Family& permutation_family() {
  static const Permutation family;
  return family;
}

}  // namespace biotropy::entropy

#endif  // HWY_ONCE

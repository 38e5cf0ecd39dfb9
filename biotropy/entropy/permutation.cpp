// SPDX-License-Identifier: Apache-2.0
//
// Permutation entropy (Bandt and Pompe 2002): the Shannon entropy of the ordinal patterns of all templates, which are
// counted as integers. The code of a pattern consists of digits: digit k is the number of the k earlier samples of the
// template that are greater than sample k (Lehmer code). Templates share comparisons: the number of greater samples at
// the lags tau ... k tau is that at tau ... (k - 1) tau and one more comparison, so a template costs m - 1 comparisons
// instead of m (m - 1) / 2. Codes of many templates are computed at once, in doubles, which represent them exactly, or
// for short patterns in small integers; the shortest are counted without codes (pattern_codes.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/sort/spreadsort/spreadsort.hpp>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "biotropy/cpu.hpp"
#include "biotropy/entropy/family_internal.hpp"
#include "biotropy/entropy/pattern_codes_internal.hpp"
#include "biotropy/entropy/pattern_kernels_internal.hpp"
#include "biotropy/entropy/sliding_patterns_internal.hpp"
#include "biotropy/entropy/templates.hpp"
#include "biotropy/entropy/words.hpp"
#include "biotropy/nan.hpp"

namespace biotropy::entropy {

namespace {

constexpr int kShortestPattern = 2, kLongestPattern = 12;

/// Least number of templates whose codes are computed at once, of all or in each segment.
constexpr std::size_t kBlock = 2048, kShortBlock = 256;
/// Greatest number of parts that are counted in parallel, each in its own table, and least number of templates of a
/// part.
constexpr std::size_t kMostParts = 64, kLeastOfPart = std::size_t{1} << 16;
/// Up to this number of codes they are counted in a table; more are sorted.
constexpr double kLargestTable = 1 << 20;
/// Small tables have several copies, so that increments of consecutive equal patterns do not wait for each other.
/// Large tables of joint codes have two.
constexpr std::size_t kCopies = 4, kLargestCopied = 1024, kMostCopied = 256;
/// Templates that fill segments of whole vectors, and least number of templates for each joint code.
constexpr std::size_t kWhole = kSegments * kSegments, kLeastPerCode = 32;
/// Longest patterns with joint codes.
constexpr int kLongestJoined = 5;
/// Up to this number of codes they are counted as a window slides.
constexpr double kMostSlid = 120;
/// Sums of squares in these limits lost nothing that matters to overflow or underflow.
constexpr double kLeastSum = 1e-200, kGreatestSum = 1e200;

struct Coding {
  int m;
  std::size_t tau;
  bool has_ties, weighted;
  Missing missing;
  double codes;  // number of codes, which is also the code of a template that touches a missing sample

  Coding(Measure measure, const Parameters& parameters)
      : m(length_of(measure, parameters)),
        tau(static_cast<std::size_t>(parameters.tau)),
        has_ties(parameters.ties == Ties::equal),
        weighted(parameters.weighted),
        missing(parameters.missing),
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
  /// The same for each segment of short patterns, whose comparisons, codes and weights fit in the first cache.
  std::size_t short_block() const { return std::clamp(4 * reach(), kShortBlock, block()); }
  bool has_missing(const double* first, std::size_t templates) const {
    return missing == Missing::omit && series::missing_count({first, templates + reach()}) > 0;
  }
  /// Whether patterns are counted from comparisons, which tell if samples are finite.
  bool is_short(std::size_t templates) const { return templates >= kSegments && fit_in_words(m, has_ties); }
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

/// The code of a template digit by digit; that of none, the number of codes, if it touches a missing sample.
std::size_t code_of(Samples of_template, std::size_t tau, bool has_ties, std::size_t none) {
  std::size_t code = 0, place_value = 1;
  for (std::size_t i = 0, k = 1; i < of_template.size(); i += tau, ++k) {
    if (std::isnan(of_template[i])) return none;
    std::size_t greater = 0, equal = 0;
    for (std::size_t j = 0; j < i; j += tau) {
      greater += of_template[j] > of_template[i] ? 1 : 0;
      equal |= of_template[j] == of_template[i] ? 1 : 0;
    }
    code += place_value * (has_ties ? 2 * greater + equal : greater);
    place_value *= last_digits(static_cast<int>(k), has_ties);
  }
  return code;
}

using CodesWithoutFirst = std::vector<std::uint16_t>;

/// For each code of m samples that of the samples after the first, without a digit of one more sample.
CodesWithoutFirst find_codes_without_first(int m, bool has_ties) {
  CodesWithoutFirst codes(joint_codes(m, has_ties, 1));
  for (std::size_t code = 0; code < codes.size(); ++code) {
    std::vector<double> samples, descending{-1.0};
    std::size_t rest = code;
    for (int k = 1; k <= m; ++k) {  // a sample below the `greater` greatest ones, or equal to the next
      const std::size_t digits = last_digits(k, has_ties), digit = rest % digits,
                        greater = has_ties ? digit / 2 : digit;
      const double next = descending[greater], above = greater == 0 ? next + 2.0 : descending[greater - 1];
      samples.push_back(has_ties && digit % 2 == 1 ? next : (next + above) / 2.0);
      descending.insert(descending.begin() + static_cast<std::ptrdiff_t>(greater), samples.back());
      rest /= digits;
    }
    codes[code] = static_cast<std::uint16_t>(code_of(Samples(samples).subspan(1), 1, has_ties, 0));
  }
  return codes;
}

const CodesWithoutFirst& codes_without_first(int m, bool has_ties) {
  static const auto found = [] {
    std::array<CodesWithoutFirst, 2 * (kLongestJoined + 1)> all;
    for (int k = 2; k <= kLongestJoined; ++k) {
      for (const bool ties : {false, true})
        all[static_cast<std::size_t>(2 * k + ties)] = find_codes_without_first(k, ties);
    }
    return all;
  }();
  return found[static_cast<std::size_t>(2 * m + has_ties)];
}

/// Codes and weights of neighbouring templates.
class Block {
 public:
  Block(Samples samples, Samples weighed, const Coding& coding)
      : samples_(samples),
        weighed_(weighed),
        coding_(coding),
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
      fill(begin, n);
      for (std::size_t i = 0; i < n; ++i) visit(codes_[i], weights_.empty() ? 1.0 : weights_[i]);
    }
  }

 private:
  void fill(std::size_t begin, std::size_t n) {
    const double* const samples = samples_.data() + begin;
    std::fill_n(codes_.begin(), n, 0.0);
    std::fill(greater_.begin(), greater_.end(), 0.0);
    std::fill(equal_.begin(), equal_.end(), 0.0);
    for (int k = 1; k < coding_.m; ++k) {
      const std::size_t lag = static_cast<std::size_t>(k) * coding_.tau;
      double* const equal = equal_.empty() ? nullptr : equal_.data() + lag;
      add_digits({samples, samples + lag, n, n + coding_.reach() - lag, coding_.place_value(k), greater_.data() + lag,
                  equal, codes_.data()});
    }
    if (coding_.has_missing(samples, n)) leave_out(samples, n);
    if (weights_.empty()) return;
    sum_squares({weighed_.data() + begin, n, coding_.tau, coding_.m, weights_.data()});
  }

  void leave_out(const double* samples, std::size_t n) {
    for (std::size_t lag = 0; lag <= coding_.reach(); lag += coding_.tau) {
      for (std::size_t i = 0; i < n; ++i) codes_[i] = std::isnan(samples[i + lag]) ? coding_.codes : codes_[i];
    }
  }

  Samples samples_, weighed_;
  const Coding& coding_;
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
        weighed_(samples),
        coding_(coding),
        execution_(execution),
        templates_(series::template_count(samples.size(), coding.m, static_cast<int>(coding.tau))),
        is_short_(coding.is_short(templates_)),
        in_bits_(is_short_ && !coding.weighted && fit_in_bits(coding.m, coding.has_ties)),
        copies_(!in_bits_ && coding.codes < std::min<double>(kLargestCopied, static_cast<double>(templates_ / kCopies))
                    ? kCopies
                    : 1) {}

  Patterns run() {
    if (!is_short_) require_known_samples(samples_, coding_.missing, "the series");
    Patterns found = count_patterns();
    if (!coding_.weighted || found.templates == 0) return found;
    const double sum = std::accumulate(found.sizes.begin(), found.sizes.end(), 0.0);
    if (sum > kLeastSum && sum < kGreatestSum) return found;
    std::vector<double> scaled(samples_.begin(), samples_.end());
    const double scale = scale_of(samples_);
    for (double& sample : scaled) sample *= scale;
    weighed_ = scaled;
    return count_patterns();
  }

 private:
  // Either counts or weights. -0 is the weight of a code that does not occur, and leaves sums as they are.
  struct Table {
    AlignedVector<std::uint32_t> counts;  // of the first code in each copy, of the second ...
    AlignedVector<double> weights;        // the same, of each of the joined templates
    std::size_t copies = 1;
    std::uint64_t weighted = 0;  // templates
    bool is_counted = true;      // no sample is missing that was not looked for

    void resize(std::size_t codes, std::size_t of_each, std::size_t joined, bool has_weights) {
      copies = of_each;
      counts.resize(has_weights ? 0 : copies * codes);
      weights.resize(has_weights ? joined * copies * codes : 0, -0.0);
    }
  };

  static bool occurs(double weight) { return weight != 0.0 || !std::signbit(weight); }

  // Codes and weights of a block.
  struct Work {
    AlignedVector<std::uint8_t> comparisons, bytes;
    AlignedVector<std::uint16_t> words;
    AlignedVector<double> weights;
  };

  Patterns count_patterns() const {
    if (coding_.codes > kLargestTable || coding_.codes > std::max(1024.0, 4.0 * static_cast<double>(templates_))) {
      return coding_.weighted ? sorted_with_weights() : sorted();
    }
    return in_tables(false);
  }

  Block block() const { return {samples_, weighed_, coding_}; }

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

  ShortPatterns short_patterns(std::size_t joined) const {
    return {coding_.m, coding_.tau, coding_.has_ties, static_cast<std::uint16_t>(coding_.codes), joined};
  }

  /// Calls body(first, templates) for blocks of at most `most` templates that fill segments, the last one with the
  /// rest.
  template <typename Body>
  static void each_block(std::size_t begin, std::size_t end, std::size_t most, const Body& body) {
    const std::size_t blocks = (end - begin + most - 1) / most;
    for (std::size_t block = 0, first = begin; block < blocks; ++block) {
      const std::size_t next = begin + (end - begin) * (block + 1) / blocks / kWhole * kWhole;
      body(first, (block + 1 == blocks ? end : next) - first);
      first = next;
    }
  }

  void count_bits(Table& table, std::size_t begin, std::size_t end, bool may_miss) const {
    AlignedVector<std::uint8_t> comparisons;
    each_block(begin, end, kSegments * coding_.block(), [&](std::size_t first, std::size_t templates) {
      table.is_counted =
          table.is_counted && count_short_patterns(short_patterns(1), samples_.data() + first, {templates}, may_miss,
                                                   comparisons, table.counts.data());
    });
  }

  // Joined templates fill whole segments without missing samples; others are counted one by one.
  void count_short(Table& table, std::size_t begin, std::size_t end, bool may_miss) const {
    const std::size_t most = joined_templates(coding_.m, coding_.has_ties);
    const std::size_t joint_size = joint_codes(coding_.m, coding_.has_ties, most);
    const bool joins = coding_.tau == 1 && most > 1 && end - begin >= kLeastPerCode * joint_size;
    Table joint;
    if (joins) joint.resize(joint_size, joint_size <= kMostCopied ? kCopies : 2, most, coding_.weighted);
    Work work;
    each_block(begin, end, kSegments * coding_.short_block(), [&](std::size_t first, std::size_t templates) {
      const bool has_missing = may_miss && coding_.has_missing(samples_.data() + first, templates);
      std::size_t whole = joins && !has_missing ? templates / kWhole * kWhole : 0;
      if (whole < templates && templates < whole + kSegments) whole -= kWhole;
      if (whole > 0) add(joint, most, first, whole, false, work);
      if (whole < templates) add(table, 1, first + whole, templates - whole, has_missing, work);
    });
    table.is_counted = table.is_counted && joint.is_counted;
    if (joins) split(joint, most, table);
  }

  void add(Table& table, std::size_t joined, std::size_t first, std::size_t templates, bool has_missing,
           Work& work) const {
    const PatternSegments segments{templates};
    const double* const samples = samples_.data() + first;
    const bool are_weighed = weighed_.data() == samples_.data();
    if (coding_.weighted) grow(work.weights, templates);
    const auto write = [&](auto& codes) {
      grow(codes, kSegments * segments.length());
      return write_pattern_codes(short_patterns(joined), samples, segments, has_missing, work.comparisons, codes.data(),
                                 coding_.weighted && are_weighed ? work.weights.data() : nullptr);
    };
    const bool in_bytes = fit_in_bytes(coding_.m, coding_.has_ties, joined);
    table.is_counted = table.is_counted && (in_bytes ? write(work.bytes) : write(work.words));
    if (!table.is_counted) return;
    Tally tally{joined,
                table.copies,
                segments.length(),
                in_bytes ? work.bytes.data() : nullptr,
                work.words.data(),
                {},
                table.counts.data(),
                nullptr};
    if (coding_.weighted) {
      table.weighted += templates;
      if (has_missing) table.weighted -= without_code(work, in_bytes, segments);
      if (!are_weighed) sum_squares({weighed_.data() + first, templates, coding_.tau, coding_.m, work.weights.data()});
      for (std::size_t k = 0; k < kSegments; ++k) tally.first[k] = work.weights.data() + segments.begin(k);
      tally.weights = table.weights.data();
    }
    add_to_tables(tally);
  }

  template <typename T>
  static void grow(AlignedVector<T>& to, std::size_t size) {
    if (to.size() < size) to.resize(size);
  }

  // Templates that touch a missing sample.
  std::size_t without_code(const Work& work, bool in_bytes, PatternSegments segments) const {
    const auto codes = static_cast<std::ptrdiff_t>(kSegments * segments.length());
    const auto none = [&](const auto& from) { return std::count(from.begin(), from.begin() + codes, coding_.codes); };
    return static_cast<std::size_t>(in_bytes ? none(work.bytes) : none(work.words)) -
           (static_cast<std::size_t>(codes) - segments.templates);
  }

  // Adds what has joint codes to the code of each template.
  void split(const Table& joint, std::size_t joined, Table& table) const {
    const std::vector<std::uint16_t>& after = codes_without_first(coding_.m, coding_.has_ties);
    const std::size_t digits = last_digits(coding_.m, coding_.has_ties), place = after.size() / digits;
    table.weighted += joint.weighted;
    for (std::size_t at = 0, rest = 0, size = joint_codes(coding_.m, coding_.has_ties, joined); at < size; ++rest) {
      std::size_t added[4] = {};  // by the digit of each next template
      for (std::size_t j = 0, others = rest; j + 1 < joined; ++j, others /= digits)
        added[j] = place * (others % digits);
      for (std::size_t code = 0; code < after.size(); ++code, ++at) {
        std::uint32_t count = 0;
        double sums[4] = {-0.0, -0.0, -0.0, -0.0};  // of each template
        for (std::size_t copy = joint.copies * at; copy < joint.copies * (at + 1); ++copy) {
          if (!coding_.weighted) count += joint.counts[copy];
          for (std::size_t j = 0; coding_.weighted && j < joined; ++j) sums[j] += joint.weights[joined * copy + j];
        }
        if (coding_.weighted ? !occurs(sums[0]) : count == 0) continue;
        for (std::size_t j = 0, one = code; j < joined; one = after[one] + added[j++]) {
          if (coding_.weighted) {
            table.weights[copies_ * one] += sums[j];
          } else {
            table.counts[copies_ * one] += count;
          }
        }
      }
    }
  }

  void count(Table& table, std::size_t begin, std::size_t end) const {
    block().each(begin, end, [&, copy = std::size_t{0}](double code, double weight) mutable {
      const std::size_t at = copies_ * static_cast<std::uint32_t>(code) + copy;
      if (coding_.weighted) {
        table.weights[at] += weight;
        table.weighted += code < coding_.codes ? 1 : 0;
      } else {
        ++table.counts[at];
      }
      copy = copy + 1 == copies_ ? 0 : copy + 1;
    });
  }

  void count_part(Table& table, std::size_t begin, std::size_t end, bool may_miss) const {
    table.resize(static_cast<std::size_t>(coding_.codes) + 1, copies_, 1, coding_.weighted);
    if (!is_short_) return count(table, begin, end);
    in_bits_ ? count_bits(table, begin, end, may_miss) : count_short(table, begin, end, may_miss);
  }

  Patterns in_tables(bool may_miss) const {
    const auto values = static_cast<std::size_t>(coding_.codes);
    std::vector<Table> tables(parts(values));
    each_part(tables.size(), [&](std::size_t part, std::size_t begin, std::size_t end) {
      count_part(tables[part], begin, end, may_miss);
    });
    if (!std::ranges::all_of(tables, &Table::is_counted)) {
      require_known_samples(samples_, coding_.missing, "the series");
      return in_tables(true);
    }
    Patterns found;
    for (const Table& table : tables) found.templates += table.weighted;
    for (std::size_t code = 0; code < values; ++code) {
      std::uint64_t count = 0;
      double weight = -0.0;
      for (const Table& table : tables) {
        for (std::size_t at = copies_ * code; at < copies_ * (code + 1); ++at) {
          if (coding_.weighted) {
            weight += table.weights[at];
          } else {
            count += table.counts[at];
          }
        }
      }
      if (coding_.weighted ? !occurs(weight) : count == 0) continue;
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
  Samples weighed_;  // those whose variances are the weights
  const Coding& coding_;
  const Execution& execution_;
  std::size_t templates_;
  bool is_short_, in_bits_;
  std::size_t copies_;
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

Entropy evaluate_patterns(const Patterns& found, const Coding& coding, const Parameters& parameters) {
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
  result.value = parameters.normalise ? std::min(nats / log_of_patterns(coding), 1.0) : in_base(nats, parameters.base);
  return result;
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

  bool checks_samples() const override { return true; }

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
      PatternCount count(batch.series[series], coding, execution);
      receive(group, pair, evaluate_patterns(count.run(), coding, parameters));
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
};

}  // namespace

bool SlidingPatterns::suit(const Parameters& parameters) {
  const Coding coding(Measure::permen, parameters);
  return !coding.weighted && coding.codes <= kMostSlid;
}

SlidingPatterns::SlidingPatterns(const Parameters& parameters) : parameters_(parameters) {
  const Coding coding(Measure::permen, parameters);
  samples_of_template_ = coding.reach() + 1;
  counts_.resize(static_cast<std::size_t>(coding.codes) + 1);
}

std::size_t SlidingPatterns::code(Samples of_template) const {
  return code_of(of_template, static_cast<std::size_t>(parameters_.tau), parameters_.ties == Ties::equal,
                 counts_.size() - 1);
}

Entropy SlidingPatterns::value() const {
  Patterns found;
  for (std::size_t code = 0; code + 1 < counts_.size(); ++code) {
    if (counts_[code] == 0) continue;
    found.templates += counts_[code];
    found.sizes.push_back(static_cast<double>(counts_[code]));
  }
  return evaluate_patterns(found, Coding(Measure::permen, parameters_), parameters_);
}

const Family& permutation_family() {
  static const Permutation family;
  return family;
}

}  // namespace biotropy::entropy

// SPDX-License-Identifier: Apache-2.0
//
// RR intervals: beat annotations, lists of intervals, and their cleaning.
#include "biotropy/files/open.hpp"
#include "biotropy/files/wfdb.hpp"
#include "biotropy/prepare/beats.hpp"
#include "biotropy/prepare/rr.hpp"
#include "entry.hpp"
#include "module.hpp"
#include "values.hpp"

namespace biotropy::r {

namespace {

using namespace cpp11::literals;

prepare::RrUnit unit_of(const std::string& text) {
  if (text == "s") return prepare::RrUnit::seconds;
  return text == "ms" ? prepare::RrUnit::milliseconds : prepare::RrUnit::automatic;
}

prepare::RrCleaning cleaning_of(SEXP given) {
  const Named options(given);
  prepare::RrCleaning cleaning;
  cleaning.unit = unit_of(options.text("unit"));
  cleaning.output = unit_of(options.text("output"));
  const std::string first = options.text("first"), ectopic = options.text("ectopic");
  if (first == "interval") cleaning.first = prepare::FirstValue::interval;
  if (first == "onset") cleaning.first = prepare::FirstValue::onset;
  if (ectopic == "previous") cleaning.ectopic = prepare::EctopicRule::previous;
  if (ectopic == "neighbours") cleaning.ectopic = prepare::EctopicRule::neighbours;
  if (ectopic == "median") cleaning.ectopic = prepare::EctopicRule::median;
  cleaning.least = options.number("min");
  cleaning.greatest = options.number("max");
  cleaning.ectopic_change = options.number("ectopic_change");
  cleaning.policy = options.text("policy") == "close" ? prepare::GapPolicy::close : prepare::GapPolicy::gap;
  return cleaning;
}

cpp11::sexp sizes_to_r(const std::vector<std::size_t>& sizes) {
  return to_r(std::vector<double>(sizes.begin(), sizes.end()));
}

SEXP to_list(const prepare::RrSeries& cleaned) {
  std::vector<double> positions, values;
  std::vector<std::string> reasons;
  for (const prepare::RrRemoval& removal : cleaned.report.removals) {
    positions.push_back(static_cast<double>(removal.position) + 1.0);
    values.push_back(removal.value);
    reasons.emplace_back(prepare::name(removal.reason));
  }
  return cpp11::writable::list(
      {"samples"_nm = to_r(cleaned.channel.samples), "gap_starts"_nm = sizes_to_r(cleaned.channel.gap_starts),
       "n_read"_nm = static_cast<double>(cleaned.report.n_read), "unit_read"_nm = std::string(prepare::name(cleaned.report.unit)),
       "unit"_nm = std::string(prepare::name(cleaned.report.output)), "position"_nm = to_r(positions), "value"_nm = to_r(values),
       "reason"_nm = to_r(reasons), "sentences"_nm = to_r(cleaned.report.sentences())});
}

files::OpenOptions open_options(SEXP given) {
  const Named options(given);
  files::OpenOptions open;
  open.rate = options.number_if_any("rate");
  if (options.has("columns")) open.columns = options.text("columns");
  if (options.has("variable")) open.variable = options.text("variable");
  return open;
}

}  // namespace

SEXP annotation_file(SEXP given) {
  return guarded([&]() -> SEXP {
    const std::filesystem::path path = files::wfdb_record(to_string(given));
    const auto found = files::wfdb_annotation_file(path);
    if (!found && files::has_wfdb_name(path) && std::filesystem::exists(path)) {
      throw Error(ErrorCode::bad_file,
                  path.string() + ": no annotation file (.atr, .ecg or .qrs) stands beside the header");
    }
    return found ? static_cast<SEXP>(to_r(found->string())) : R_NilValue;
  });
}

SEXP read_beats(SEXP path, SEXP options, SEXP consecutive) {
  return guarded([&]() -> SEXP {
    const files::WfdbAnnotations read = files::read_wfdb_annotations(to_string(path), open_options(options));
    const prepare::Between between =
        Rf_asLogical(consecutive) == TRUE ? prepare::Between::nothing : prepare::Between::anything;
    const prepare::BeatIntervals beats = prepare::beat_intervals(read.samples, read.codes, *read.rate, between);
    if (beats.n_beats < 2) {
      throw Error(ErrorCode::too_short, to_string(path) + ": " + std::to_string(beats.n_beats) + " of " +
                                            std::to_string(read.samples.size()) +
                                            " annotations are beats, and an interval needs two");
    }
    return cpp11::writable::list(
        {"samples"_nm = to_r(beats.seconds), "gap_starts"_nm = sizes_to_r(beats.gap_starts),
         "n_beats"_nm = static_cast<double>(beats.n_beats), "n_others"_nm = static_cast<double>(beats.n_others),
         "n_left_out"_nm = static_cast<double>(beats.n_left_out), "first_beat"_nm = beats.first_beat,
         "rate"_nm = *read.rate, "format"_nm = "WFDB", "warnings"_nm = to_r(read.warnings)});
  });
}

SEXP read_intervals(SEXP path, SEXP options) {
  return guarded([&]() -> SEXP {
    const series::Recording recording = files::open(to_string(path), open_options(options));
    if (recording.channels.size() != 1) {
      throw Error::argument("columns", std::to_string(recording.channels.size()) + " columns of " + to_string(path),
                            "the name or number of one column");
    }
    const series::Channel& channel = recording.channels.front();
    return cpp11::writable::list({"samples"_nm = to_r(channel.samples),
                                  "gap_starts"_nm = sizes_to_r(channel.gap_starts), "format"_nm = recording.format,
                                  "warnings"_nm = to_r(recording.warnings)});
  });
}

SEXP clean_rr(SEXP values, SEXP gap_starts, SEXP cleaning) {
  return guarded([&]() -> SEXP {
    const std::vector<std::size_t> gaps = to_sizes(gap_starts);
    const auto size = static_cast<std::size_t>(Rf_xlength(values));
    return to_list(prepare::clean_rr({REAL(values), size}, gaps, cleaning_of(cleaning)));
  });
}

}  // namespace biotropy::r

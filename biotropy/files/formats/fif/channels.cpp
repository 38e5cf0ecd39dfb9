// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string_view>
#include <utility>

#include "biotropy/files/formats/fif/part_internal.hpp"

namespace biotropy::files {

namespace {

using FifWord = std::pair<std::int32_t, std::string_view>;

template <std::size_t N>
std::string_view word_of(const std::array<FifWord, N>& words, std::int32_t number, std::string_view otherwise) {
  for (const auto& [known, word] : words) {
    if (known == number) return word;
  }
  return otherwise;
}

constexpr std::int32_t kMeg = 1, kReferenceMeg = 301, kNirs = 1100, kEyeTracking = 1400;
constexpr std::int32_t kTeslaPerMetre = 201;

constexpr std::array kKinds = {
    FifWord{2, "EEG"},      FifWord{3, "TRIG"},     FifWord{102, "MISC"}, FifWord{202, "EOG"},  FifWord{302, "EMG"},
    FifWord{402, "ECG"},    FifWord{502, "MISC"},   FifWord{602, "RESP"}, FifWord{700, "HLU"},  FifWord{701, "HLU"},
    FifWord{702, "HLU"},    FifWord{703, "HLU"},    FifWord{704, "HLU"},  FifWord{705, "HLU"},  FifWord{706, "HLU"},
    FifWord{707, "FITERR"}, FifWord{708, "FITERR"}, FifWord{709, "HLU"},  FifWord{802, "SEEG"}, FifWord{803, "DBS"},
    FifWord{902, "ECOG"},   FifWord{1200, "TEMP"},  FifWord{1300, "GSR"},
};

// Coils of sensors; magnetometers are the rest.
constexpr std::array kMegCoils = {
    FifWord{2, "MEGGRADPLANAR"},    FifWord{3, "MEGGRADPLANAR"},    FifWord{4, "MEGGRADAXIAL"},
    FifWord{2001, "MEGGRADAXIAL"},  FifWord{3011, "MEGGRADPLANAR"}, FifWord{3012, "MEGGRADPLANAR"},
    FifWord{3013, "MEGGRADPLANAR"}, FifWord{3014, "MEGGRADPLANAR"}, FifWord{3015, "MEGGRADPLANAR"},
    FifWord{4002, "MEGGRADAXIAL"},  FifWord{5001, "MEGGRADAXIAL"},  FifWord{6001, "MEGGRADAXIAL"},
    FifWord{7001, "MEGGRADAXIAL"},  FifWord{7501, "MEGGRADAXIAL"},  FifWord{9001, "MEGGRADAXIAL"},
    FifWord{9101, "MEGGRADAXIAL"},  FifWord{9102, "MEGGRADAXIAL"},
};

constexpr std::array kReferenceCoils = {
    FifWord{4004, "MEGREFGRADAXIAL"},  FifWord{4005, "MEGREFGRADPLANAR"}, FifWord{5003, "MEGREFGRADAXIAL"},
    FifWord{5004, "MEGREFGRADPLANAR"}, FifWord{7503, "MEGREFGRADAXIAL"},
};

// Frequency-domain and time-domain NIRS have no type of their own in BIDS.
constexpr std::array kNirsCoils = {
    FifWord{300, "NIRSCWHBO"},
    FifWord{301, "NIRSCWHBR"},
    FifWord{302, "NIRSCWAMPLITUDE"},
    FifWord{303, "NIRSCWOPTICALDENSITY"},
};

constexpr std::array kEyeCoils = {FifWord{400, "EYEGAZE"}, FifWord{401, "PUPIL"}};

constexpr std::array kUnits = {
    FifWord{1, "m"},     FifWord{2, "kg"},      FifWord{3, "s"},     FifWord{4, "A"},     FifWord{5, "K"},
    FifWord{6, "mol"},   FifWord{7, "rad"},     FifWord{8, "sr"},    FifWord{9, "cd"},    FifWord{10, "mol/m^3"},
    FifWord{101, "Hz"},  FifWord{102, "N"},     FifWord{103, "Pa"},  FifWord{104, "J"},   FifWord{105, "W"},
    FifWord{106, "C"},   FifWord{107, "V"},     FifWord{108, "F"},   FifWord{109, "Ohm"}, FifWord{110, "S"},
    FifWord{111, "Wb"},  FifWord{112, "T"},     FifWord{113, "H"},   FifWord{114, "oC"},  FifWord{115, "lm"},
    FifWord{116, "lx"},  FifWord{117, "V/m^2"}, FifWord{118, "s^2"}, FifWord{201, "T/m"}, FifWord{202, "Am"},
    FifWord{203, "A/m"}, FifWord{204, "A/m^2"}, FifWord{210, "px"},
};

}  // namespace

std::string fif_type(const FifChannel& channel) {
  const std::int32_t coil = channel.coil & 0xffff;
  switch (channel.kind) {
    case kMeg:
      return std::string(word_of(kMegCoils, coil, channel.unit == kTeslaPerMetre ? "MEGGRADPLANAR" : "MEGMAG"));
    case kReferenceMeg:
      return std::string(word_of(kReferenceCoils, coil, "MEGREFMAG"));
    case kNirs:
      return std::string(word_of(kNirsCoils, coil, "MISC"));
    case kEyeTracking:
      return std::string(word_of(kEyeCoils, coil, "MISC"));
    default:
      return std::string(word_of(kKinds, channel.kind, "OTHER"));
  }
}

std::string fif_unit(const FifChannel& channel) {
  return std::string(word_of(kUnits, channel.unit, ""));
}

}  // namespace biotropy::files

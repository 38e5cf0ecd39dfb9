// SPDX-License-Identifier: Apache-2.0
#include "tests/files/samples.hpp"

#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>

#include "tests/files/edf_bytes.hpp"
#include "tests/files/fif_bytes.hpp"
#include "tests/files/gdf_bytes.hpp"
#include "tests/files/mat_files.hpp"
#include "tests/files/npy_bytes.hpp"
#include "tests/files/wfdb_bytes.hpp"

namespace biotropy::files::test {

using namespace std::string_literals;

std::vector<SampleFile> edf_samples() {
  std::vector<SampleFile> samples;
  samples.push_back({"plain", plain_edf(3).bytes()});

  EdfBytes bdf = plain_edf(2);
  bdf.bdf = true;
  bdf.signals.push_back(bdf.signals[0]);
  samples.push_back({"bdf", bdf.bytes()});

  EdfBytes continuous = plain_edf(2);
  continuous.reserved = "EDF+C";
  continuous.signals.push_back(annotation_signal("20", {"+0\x14\x14\0+0.25\x15"
                                                        "0.5\x14"
                                                        "blink\x14\0"s,
                                                        "+1\x14\x14\0"s}));
  samples.push_back({"annotated", continuous.bytes()});

  EdfBytes gaps = plain_edf(3);
  gaps.reserved = "EDF+D";
  gaps.signals.push_back(annotation_signal("10", {"+5\x14\x14\0"s, "+6\x14\x14\0"s, "+9.5\x14\x14\0"s}));
  samples.push_back({"gaps", gaps.bytes()});

  EdfBytes unfinished = plain_edf(2);
  unfinished.n_records = "-1";
  unfinished.signals[0].physical_max = unfinished.signals[0].physical_min;
  unfinished.signals[0].unit = "\xb5V";
  unfinished.duration = "0";
  unfinished.tail = "tail";
  samples.push_back({"odd", unfinished.bytes()});
  return samples;
}

std::vector<SampleFile> fif_samples() {
  FifBytes rich;
  rich.head().begin(100).begin(101).integers(200, {2}).floats(201, {10.0}).integers(204, {1000, 0});
  rich.channel({"A very long nam", 1, 5001 | (1 << 16), 112, -15, 2.0F, 0.5F}).channel({"B", 3, 0, 107});
  rich.begin(113).text(258, "A very long name &#8230;").end(113).begin(113).integers(252, {502}).end(113);
  rich.begin(359).text(3507, "B").end(359).begin(370).end(370).end(101);
  rich.begin(3810).floats(3568, {3.0, 4.5}).floats(3569, {3.5, 9.0}).text(206, "BAD_blink:a{COLON}b");
  rich.doubles(204, {1000.0, 0.0}).end(3810).begin(102).integers(208, {30}).shorts(300, {1, 2, 3, 4});
  rich.integers(301, {2}).integers(300, {5, 6}).integers(303, {3}).floats(300, {0.5, 1.5}).doubles(300, {2.5, 3.5});
  rich.begin(118).integers(115, {1}).text(118, "b.fif").integers(117, {1}).end(118).end(102).end(100);
  return {{"big-endian", plain_fif().bytes()}, {"little-endian", plain_fif(false).bytes()}, {"rich", rich.bytes()}};
}

std::vector<SampleFile> gdf_samples() {
  GdfBytes second{.version = "GDF 2.20", .events = {{1, 769, 0, 2}, {3, 0x7ffe, 1, 0}, {4, 0x7fff, 1, 5}}};
  GdfBytes plain = second;
  plain.extended_events = false;
  GdfBytes first = second;
  first.version = "GDF 1.25";
  first.unit_code = 0;
  return {{"second", second.bytes()}, {"plain-events", plain.bytes()}, {"first", first.bytes()}};
}

std::vector<SampleFile> npy_samples() {
  std::vector<SampleFile> samples;
  samples.push_back({"flat", npy_bytes(dictionary("<f8", "(3,)"), doubles({1.5, -2.5, 3.5}))});
  samples.push_back({"table", npy_bytes(dictionary("<f8", "(2, 4)"), doubles({1, 2, 3, 4, 5, 6, 7, 8}))});
  samples.push_back({"fortran", npy_bytes(dictionary("<f8", "(2, 4)", true), doubles({1, 5, 2, 6, 3, 7, 4, 8}), 2)});
  samples.push_back(
      {"big-endian", npy_bytes(dictionary(">i2", "(4, 2)"),
                               number_bytes<std::int16_t, std::uint16_t>({1, -2, 3, -4, 5, -6, 7, -8}, true), 3)});
  samples.push_back({"wide", npy_bytes(dictionary("<u8", "(1, 2)"),
                                       number_bytes<std::uint64_t, std::uint64_t>({1, ~std::uint64_t{0}}, false))});
  return samples;
}

std::vector<SampleFile> csv_samples() {
  return {{"column", "0.5\n-1.25\n3e2\n+4\n"},
          {"commas", "Fp1,\"Fp2, left\",O1\n1,2,3\n4,,6\n7,NaN,9\n"},
          {"dates", "time,rri\n26/06/2018 22:41:56,790\n26/06/2018 22:41:57,815\n"},
          {"clock", "time,Fz\n0,5\n1,7\n2,5\n3,2\n4,9\n5,1\n6,1\n7,2\n8,3\n9,0\n10,4\n11,4\n"},
          {"semicolons", "rri;time\r\n790;1\r\n815;2\r\n\r\n"},
          {"comments", "%Sample Rate = 250.0 Hz\n0, 1.5\n1, 2.5\n# end\n2, 3.5\n3\n"},
          {"blanks", "  1.5   2\t3\n 4 5  6 \n"},
          {"tabs", "EEG 1\tEEG 2\n\t\n1.5\t2\n\t\n3\t\n"},
          {"tabs-alone", "\t\t\n1\t\t\n\t\t"},
          {"index", "\"\",\"2\",\"5\"\n\"1\",1.5,2.5\n\"2\",-3,NA\n"},
          {"carriage-returns", "Fz;Cz\r1;2\r\n3;4\r\r\n5;6\r"},
          {"utf16", "\xfe\xff\0a\xd8\x3d\xde\0\0\r\0\n\0001\0\n\0002"s},
          {"decimal-commas", "1,5;2,5\n3,5;4,5\n"},
          {"words", "900\n810\n670, wat\nHello\nWorld\n\n"}};
}

std::vector<SampleFile> polar_samples() {
  const std::string head = "[Params]\r\nVersion=106\r\nMonitor=13\r\n";
  const std::string rest = "\r\n[Note]\r\n\r\n[IntTimes]\r\n00:00:02.4\t89\t31\t83\t211\r\n0\t0\r\n\r\n[HRData]\r\n";
  const std::string beats = head + "SMode=000000000\r\nLength=00:00:02.4\r\nInterval=238\r\n";
  return {{"beats", beats + rest + "800\r\n810\r\n0\r\n790\r\n"},
          {"marked", "\xef\xbb\xbf" + beats + rest + "800\r\n\r\n810\r\n[Trip]\r\n12\r\n"},
          {"old", "[Params]\nVersion=102\nMode=100\nLength=00:10:00.0\nInterval=238\n[HRData]\n800\n810\n"},
          {"rates", head + "SMode=111000000\r\nInterval=5\r\n" + rest + "92\t137\t21\r\n93\t100\t15\r\n"}};
}

std::vector<SampleFile> physio_samples() {
  const std::string member =
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x33\xe4\x34\xe2\x02\x00\x38\xc6\xa7\x6b\x04\x00\x00\x00"s;
  return {{"packed",
           "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x33\xe4\x34\xd0\x33\xe5\x32\xe0\xcc\xd3\x4f\xe4\x02\x00"
           "\x16\x0c\x38\xb9\x0c\x00\x00\x00"s},
          {"stored",
           "\x1f\x8b\x08\x00\x00\x00\x00\x00\x04\x03\x01\x0c\x00\xf3\xff\x31\x09\x30\x2e\x35\x0a\x30\x09\x6e"
           "\x2f\x61\x0a\x16\x0c\x38\xb9\x0c\x00\x00\x00"s},
          {"members", member + member}};
}

std::vector<SampleFile> brainvision_samples() {
  const auto header = [](const std::string& format, const std::string& orientation, const std::string& more) {
    return "Brain Vision Data Exchange Header File Version 1.0\n[Common "
           "Infos]\nDataFile=input\nMarkerFile=$b.vmrk\nDataFormat=" +
           format + "\nDataOrientation=" + orientation + "\nNumberOfChannels=2\nSamplingInterval=2000\n" + more +
           "[Channel Infos]\nCh1=Fz,,0.5,uV\nCh2=a\\1b\n[Comment]\n=\n";
  };
  const std::string markers =
      "\0Brain Vision Data Exchange Marker File, Version 1.0\n[Marker Infos]\n"
      "Mk1=New Segment,,1,1,0,20240229235959500000\nMk2=Stimulus,S  1,2,1,0\n"
      "Mk3=New Segment,,3,1,0,20240301000001500000\n"s;
  const std::string samples = "\1\2\3\4\5\6\7\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10"s;
  const std::string binary = "[Binary Infos]\nBinaryFormat=";
  return {
      {"shorts", header("BINARY", "MULTIPLEXED", "DataPoints=4\n" + binary + "INT_16\n") + '\0' + samples + markers},
      {"floats",
       header("BINARY", "VECTORIZED", binary + "IEEE_FLOAT_32\nUseBigEndianOrder=YES\n") + '\0' + samples + markers},
      {"rows", header("ASCII", "MULTIPLEXED", "[ASCII Infos]\nSkipLines=1\n") + "\0Fz a,b\n1.5 2\n-3e1 4\n5 6\n7 8\n"s +
                   markers},
      {"columns", header("ASCII", "VECTORIZED", "[ASCII Infos]\nDecimalSymbol=,\nSkipColumns=1\n") +
                      "\0Fz 1,5 2 3 4\na 3 4,25 1 2\n"s + markers}};
}

std::vector<SampleFile> wfdb_samples() {
  const std::string beats = word(1, 300) + word(1, 290) + subtype(3) + skip(70'000) + word(5, 0) + channel(1) +
                            number(2) + word(28, 5) + aux("(N\0"s) + end_of_annotations();
  const std::string preface = note("## time resolution: 360") + note("## annotation type definitions") +
                              note("42 X other") + note("## end of definitions") + skip(-1) + word(0, 1);
  const std::string samples = "\x01\x02\x03\xff\xfe\xfd\x80\x00\x80\x7f\x10\x20"s;
  const auto record = [&](const std::string& header) { return header + '\0' + samples; };
  return {{"beats", beats},
          {"preface", preface + beats},
          {"16", record("# a\nrec 2 360 3\nrec.dat 16 200(1024)/mV 11 1024 995 -22131 0 II\nrec.dat 16 5/uV\n")},
          {"212", record("rec 1 250 8\nrec.dat 212 0 12 0 0 7 0 V1\n")},
          {"80", record("rec 2 128/1000(3) 4\nrec.dat 80x2:1 1\nrec.dat 80x1 1\n")},
          {"24", record("rec 1 250\nrec.dat 24+3 1\n")},
          {"32", record("rec 1 250 3 10:00:00 01/01/2000\nrec.dat 32 1 32 9\n")},
          {"8", record("rec 2 250 6\nrec.dat 8 1 12 0 -3\nrec.dat 8 1 12 7\n")},
          {"61", record("rec 1 250 6\nrec.dat 61 1\n")},
          {"310", record("rec 1 250 8\nrec.dat 310 1\n")},
          {"311", record("rec 1 250 8\nrec.dat 311 1\n")},
          {"segments", record("rec/3 2 250 8\na 3\n~ 2\na 3\n\0a 2 250 3\na.dat 80 1\na.dat 80 1\n"s)},
          {"layout", record("rec/3 1 250 7\na 0\n~ 4\na 3\n\0a 1\na.dat 16 1\n"s)}};
}

// A data set of two channels and four samples, with two events.
MatValue eeglab_set() {
  const auto text = [](const std::string& name, const std::string& words) {
    MatValue value{name, {1, words.size()}, {words.begin(), words.end()}};
    value.kind = MatValue::Kind::text;
    return value;
  };
  const auto structures = [](const std::string& name, std::size_t count, std::vector<MatValue> fields) {
    MatValue value{name, {1, count}, {}};
    value.kind = MatValue::Kind::structure;
    value.fields = std::move(fields);
    return value;
  };
  const auto number = [](const std::string& name, double value) { return MatValue{name, {1, 1}, {value}}; };
  return structures(
      "EEG", 1,
      {number("srate", 250), number("nbchan", 2), number("pnts", 4), MatValue{"data", {2, 4}, {1, 2, 3, 4, 5, 6, 7, 8}},
       structures("chanlocs", 2, {text("labels", "Fz"), text("labels", "Cz")}),
       structures("event", 2,
                  {text("type", "boundary"), number("latency", 2.5), number("type", 7), number("latency", 3)})});
}

std::vector<SampleFile> mat_samples(const std::filesystem::path& folder) {
  MatValue value{"eeg", {2, 20}, {}};
  for (int k = 0; k < 40; ++k) value.numbers.push_back(std::sin(k));
  MatValue shorts{"short", {3, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
  shorts.is_int16 = true;
  MatValue structure{"s", {1, 1}, {}};
  structure.kind = MatValue::Kind::structure;
  structure.fields = {MatValue{"x", {1, 3}, {1, 2, 3}}, MatValue{"empty", {0, 0}, {}}};
  const std::vector<MatValue> values = {MatValue{"fs", {1, 1}, {250}}, value, shorts, structure};
  const std::vector<MatValue> data_set = {eeglab_set()};
  std::vector<SampleFile> samples;
  const auto add = [&](const std::string& name, MatKind kind, const std::vector<MatValue>& all) {
    const std::filesystem::path path = folder / (name + ".mat");
    write_mat(path, kind, all);
    std::ifstream file(path, std::ios::binary);
    samples.push_back({name, {std::istreambuf_iterator<char>(file), {}}});
  };
  add("v5", MatKind::v5, values);
  add("v5-compressed", MatKind::v5_compressed, values);
  add("v7.3", MatKind::v7_3, values);
  add("v7.3-compressed", MatKind::v7_3_compressed, values);
  add("eeglab", MatKind::v5, data_set);
  add("eeglab-compressed", MatKind::v5_compressed, data_set);
  add("eeglab-v7.3", MatKind::v7_3, data_set);
  return samples;
}

}  // namespace biotropy::files::test

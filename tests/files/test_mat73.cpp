// SPDX-License-Identifier: Apache-2.0
//
// MATLAB 7.3 files as written by other packages, and files that refer to others, all made by the HDF5 library.
#include <fmt/format.h>
#include <hdf5.h>

#include <fstream>
#include <numeric>
#include <utility>

#include "biotropy/files/formats/readers.hpp"
#include "tests/files/outcome.hpp"
#include "tests/files/scratch.hpp"

namespace biotropy::files {
namespace {

class Mat73 : public ::testing::Test {
 protected:
  static constexpr hsize_t kUserBlock = 512;

  Mat73() {
    const hid_t creation = H5Pcreate(H5P_FILE_CREATE);
    H5Pset_userblock(creation, kUserBlock);
    file_ = H5Fcreate(path().generic_string().c_str(), H5F_ACC_TRUNC, creation, H5P_DEFAULT);
    H5Pclose(creation);
  }

  std::filesystem::path path() const { return scratch_.path("a.mat"); }

  // Columns and rows, as HDF5 has the dimensions of a MATLAB array.
  hid_t add(hid_t place, const std::string& name, std::vector<hsize_t> lengths, hid_t creation = H5P_DEFAULT,
            hid_t type = H5T_NATIVE_DOUBLE) {
    const hid_t space = H5Screate_simple(static_cast<int>(lengths.size()), lengths.data(), nullptr);
    const hid_t data = H5Dcreate2(place, name.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    H5Sclose(space);
    return data;
  }

  void write(hid_t data, std::size_t count) {
    std::vector<double> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 1.0);
    H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data());
  }

  // With a NUL at the end, as padded by h5py and hdf5storage, or without.
  void set_class(hid_t object, const std::string& word, H5T_str_t padding = H5T_STR_NULLPAD) {
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    std::string bytes = word;
    if (padding == H5T_STR_SPACEPAD) bytes += "   ";
    if (padding == H5T_STR_NULLPAD) bytes += std::string(3, '\0');
    if (padding == H5T_STR_NULLTERM) bytes += '\0';
    H5Tset_size(type, bytes.size());
    H5Tset_strpad(type, padding);
    const hid_t attribute = H5Acreate2(object, "MATLAB_class", type, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, type, bytes.data());
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
  }

  series::Recording read(const std::string& variable = "") {
    if (file_ >= 0) finish();
    OpenOptions options{.variable = variable};
    Input input(path());
    return read_mat(input, options);
  }

  void finish() {
    H5Fclose(std::exchange(file_, H5I_INVALID_HID));
    std::string header = "MATLAB 7.3 MAT-file";
    header.resize(124, ' ');
    std::fstream(path(), std::ios::binary | std::ios::in | std::ios::out) << header << std::string("\x00\x02IM", 4);
  }

  Scratch scratch_;
  hid_t file_ = H5I_INVALID_HID;
};

TEST_F(Mat73, TheClassInEveryPaddingOrNone) {
  int k = 0;
  for (const H5T_str_t padding : {H5T_STR_NULLPAD, H5T_STR_NULLTERM, H5T_STR_SPACEPAD}) {
    const hid_t data = add(file_, fmt::format("x{}", k++), {4, 2});
    write(data, 8);
    set_class(data, "double", padding);
    H5Dclose(data);
  }
  const hid_t bare = add(file_, "bare", {4, 2}), text = add(file_, "text", {1, 4});
  write(bare, 8);
  write(text, 4);
  set_class(text, "char");
  H5Dclose(bare);
  H5Dclose(text);
  for (const char* name : {"x0", "x1", "x2", "bare"}) {
    const series::Recording recording = read(name);
    ASSERT_EQ(recording.channels.size(), 2U) << name;
    EXPECT_THAT(recording.channels[1].samples, ElementsAre(2, 4, 6, 8)) << name;
  }
  EXPECT_THAT(error_of([&] { read("text"); }), IsError(ErrorCode::unsupported, "text (char, 4 x 1)"));
}

TEST_F(Mat73, ObjectsAreNoSamples) {
  const hid_t data = add(file_, "t", {1, 6}), space = H5Screate(H5S_SCALAR);
  write(data, 6);
  set_class(data, "uint32");
  H5Aclose(H5Acreate2(data, "MATLAB_object_decode", H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT));
  H5Sclose(space);
  H5Dclose(data);
  EXPECT_THAT(error_of([&] { read(); }), IsError(ErrorCode::unsupported, "t (uint32, 6 x 1: an object)"));
  EXPECT_THAT(error_of([&] { read("t"); }), IsError(ErrorCode::unsupported, "cannot be read"));
}

// Numbers of another file, which would be read with the user's permissions.
TEST_F(Mat73, OtherFilesAreNeverRead) {
  const std::string secret = scratch_.write("secret.bin", std::string(800, 'x')).generic_string();
  const hid_t outside = H5Pcreate(H5P_DATASET_CREATE), composed = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(outside, secret.c_str(), 0, 800);
  const hid_t stored = add(file_, "external", {100, 1}, outside);
  set_class(stored, "double");
  const hsize_t lengths[] = {100, 1};
  const hid_t space = H5Screate_simple(2, lengths, nullptr);
  H5Pset_virtual(composed, space, "other.mat", "x", space);
  const hid_t data = add(file_, "virtual", {100, 1}, composed);
  set_class(data, "double");
  H5Lcreate_external("other.mat", "/x", file_, "linked", H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_soft("/external", file_, "soft", H5P_DEFAULT, H5P_DEFAULT);
  for (const hid_t one : {stored, data}) H5Dclose(one);
  for (const hid_t one : {outside, composed}) H5Pclose(one);
  H5Sclose(space);
  EXPECT_THAT(error_of([&] { read(); }), IsError(ErrorCode::unsupported, "array of numbers that is not empty"));
  EXPECT_THAT(error_of([&] { read("external"); }), IsError(ErrorCode::unsupported, "its numbers lie in another file"));
  EXPECT_THAT(error_of([&] { read("virtual"); }), IsError(ErrorCode::unsupported, "whose numbers lie in other files"));
  EXPECT_THAT(error_of([&] { read("linked"); }), IsError(ErrorCode::unsupported, "are not followed"));
  EXPECT_THAT(error_of([&] { read("soft"); }), IsError(ErrorCode::unsupported, "are not followed"));
}

TEST_F(Mat73, NumbersThatWereNeverWrittenAreNotMadeUp) {
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t chunk[] = {1, 65'536};
  H5Pset_chunk(creation, 2, chunk);
  H5Pset_deflate(creation, 9);
  H5Dclose(add(file_, "x", {1, 100'000'000}, creation, H5T_NATIVE_UINT8));
  H5Pclose(creation);
  EXPECT_THAT(error_of([&] { read(); }), IsError(ErrorCode::bad_file, "100000000 x 1 numbers of 1 bytes, but 0 bytes"));
}

// Compressed zeros: as many numbers as the bytes can give, and more memory than a recording of that size needs.
TEST_F(Mat73, ASmallFileAsksForLittleMemory) {
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t n = 20'000'000, chunk[] = {1, n};
  H5Pset_chunk(creation, 2, chunk);
  H5Pset_deflate(creation, 1);
  const hid_t data = add(file_, "x", {1, n}, creation, H5T_NATIVE_UINT8);
  const std::vector<unsigned char> zeros(n);
  H5Dwrite(data, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, zeros.data());
  H5Dclose(data);
  H5Pclose(creation);
  EXPECT_THAT(error_of([&] { read(); }), IsError(ErrorCode::bad_file, "announces 20000000 x 1 numbers"));
}

TEST_F(Mat73, GroupsThatHoldThemselvesEnd) {
  const hid_t group = H5Gcreate2(file_, "s", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Lcreate_hard(group, ".", group, "again", H5P_DEFAULT, H5P_DEFAULT);
  const hid_t data = add(group, "x", {3, 1});
  write(data, 3);
  H5Dclose(data);
  H5Gclose(group);
  EXPECT_THAT(read("s.again.x").channels.at(0).samples, ElementsAre(1, 2, 3));
}

TEST_F(Mat73, ATableMayHoldTheSamples) {
  const hid_t table = add(file_, "table", {6, 1}, H5P_DEFAULT, H5T_NATIVE_UINT32), times = add(file_, "times", {9, 1});
  set_class(table, "timetable");
  write(times, 9);
  H5Dclose(table);
  H5Dclose(times);
  EXPECT_THAT(error_of([&] { read(); }), IsError(ErrorCode::invalid_argument, "2 variables may be the samples"));
  EXPECT_EQ(read("times").channels.at(0).samples.size(), 9U);
}

TEST_F(Mat73, ThousandsOfVariablesAreListed) {
  for (int k = 0; k < 3000; ++k) {
    const hid_t data = add(file_, fmt::format("v{}", k), {2, 1});
    write(data, 2);
    H5Dclose(data);
  }
  EXPECT_THAT(error_of([&] { read(); }), IsError(ErrorCode::invalid_argument, "3000 variables may be the samples"));
  EXPECT_THAT(read("v1234").channels.at(0).samples, ElementsAre(1, 2));
}

}  // namespace
}  // namespace biotropy::files

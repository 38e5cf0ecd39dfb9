// SPDX-License-Identifier: Apache-2.0
//
// Results as NetCDF-4. One input: dimensions (epoch, channel[, partner]) in the root. Several: a leading dimension
// `file` over all inputs with the channels of the first, shorter ones padded with missing values; an input with other
// channels gets its own group, like the file of a single input.
#include <fmt/format.h>
#include <hdf5.h>
#include <netcdf.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "biotropy/error.hpp"
#include "biotropy/files/atomic_file.hpp"
#include "biotropy/files/results/results_group_internal.hpp"
#include "biotropy/files/results/results_internal.hpp"
#include "biotropy/system/open_file.hpp"
#include "biotropy/version.hpp"

namespace biotropy::files {

namespace {

/// Error number of the system for more bytes in a file that will be discarded; 0 if it accepts them.
int refusal_of_bytes(const std::filesystem::path& path) {
  constexpr std::size_t block_bytes = 4096, n_blocks = 256;
  const int descriptor = system::open_or_create(path, system::Links::refused);
  if (descriptor < 0) return errno;
  const auto status = system::status_of(descriptor);
  const std::vector<char> block(block_bytes, 'x');
  int number = status && system::cut(descriptor, status->size) ? 0 : errno;
  for (std::size_t n = 0; n < n_blocks && number == 0; ++n) {
    if (system::write_some(descriptor, block.data(), block.size()) < 0) number = errno;
  }
  // Some file systems report a full disk late.
  if (number == 0 && !system::synchronise_content(descriptor)) number = errno;
  system::close(descriptor);
  return number;
}

/// The library does not give the reason of a write failure, and reports every file that it cannot create as forbidden.
std::string describe(int status, const std::filesystem::path& temporary) {
  if (status != NC_EHDFERR && status != EACCES) return nc_strerror(status);
  if (const int number = refusal_of_bytes(temporary); number != 0) return std::strerror(number);
  if (system::file_sizes_are_limited()) return std::strerror(EFBIG);
  return "writing failed in the HDF5 library; is the disk full?";
}

/// An open NetCDF file. HDF5 cannot close a file that it cannot write, and crashes at the end of the process. So a file
/// that is discarded, or cannot be written, is closed in memory. Where a limit on file sizes forbids even that, the
/// file stays open, and HDF5 may not look for open files at the end of the process.
class NetcdfFile {
 public:
  explicit NetcdfFile(const std::filesystem::path& path) : path_(path) {
    H5dont_atexit();
    require(nc_create(path.generic_string().c_str(), NC_NETCDF4 | NC_NOCLOBBER, &id_));
  }
  ~NetcdfFile() {
    if (!open_) return;
    system::abandon(path_);
    nc_close(id_);
  }
  NetcdfFile(const NetcdfFile&) = delete;
  NetcdfFile& operator=(const NetcdfFile&) = delete;

  int id() const { return id_; }

  void close() {
    require(nc_sync(id_));
    open_ = false;
    const int status = nc_close(id_);
    if (status != NC_NOERR) system::abandon(path_);
    require(status);
  }

 private:
  std::filesystem::path path_;
  int id_ = -1;
  bool open_ = true;
};

class NetcdfWriter : public ResultWriter {
 public:
  NetcdfWriter(const std::filesystem::path& path, ResultsHead head)
      : name_(path.generic_string()), head_(std::move(head)), place_(path) {
    guarded([&] {
      file_.emplace(place_.temporary());
      put_attribute(file_->id(), NC_GLOBAL, "title", head_.long_name);
      put_attribute(file_->id(), NC_GLOBAL, "biotropy_version", std::string(version()));
      put_attribute(file_->id(), NC_GLOBAL, "command_line", head_.command);
      for (const Parameter& parameter : head_.parameters) {
        put_attribute(file_->id(), NC_GLOBAL, parameter.name, parameter.value);
      }
    });
  }

  void add(const FileResults& results, const CancelFlag* cancel) override {
    guarded([&] {
      checksums_ += digest_lines({{results.path, results.sha256}}) + digest_lines(results.other_files);
      if (head_.n_inputs == 1) {
        ResultGroup(file_->id(), head_, results, false).put(results, 0, cancel);
        return;
      }
      if (!along_files_) along_files_.emplace(file_->id(), head_, results, true);
      if (along_files_->fits(results)) {
        along_files_->put(results, n_along_++, cancel);
        return;
      }
      int group = -1;
      require(nc_def_grp(file_->id(), fmt::format("other_channels_{}", ++n_groups_).c_str(), &group));
      ResultGroup(group, head_, results, false).put(results, 0, cancel);
    });
  }

  void finish() override {
    guarded([&] {
      if (head_.n_inputs > 1) put_attribute(file_->id(), NC_GLOBAL, "sha256", checksums_);
      file_->close();
    });
    place_.commit();
  }

  std::filesystem::path temporary() const override { return place_.temporary(); }

 private:
  template <typename Work>
  void guarded(const Work& work) const {
    try {
      work();
    } catch (const NetcdfFailure& failure) {
      const ErrorCode code = failure.status == NC_ENOMEM ? ErrorCode::out_of_memory : ErrorCode::io;
      throw Error(code, fmt::format("{}: {}", name_, describe(failure.status, place_.temporary())));
    }
  }

  std::string name_;
  ResultsHead head_;
  AtomicFile place_;  // removes the file after it is closed
  std::optional<NetcdfFile> file_;
  std::optional<ResultGroup> along_files_;
  std::size_t n_along_ = 0, n_groups_ = 0;
  std::string checksums_;
};

}  // namespace

std::unique_ptr<ResultWriter> netcdf_writer(const std::filesystem::path& path, ResultsHead head) {
  return std::make_unique<NetcdfWriter>(path, std::move(head));
}

}  // namespace biotropy::files

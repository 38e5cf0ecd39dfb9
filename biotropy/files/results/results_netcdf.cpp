// SPDX-License-Identifier: Apache-2.0
//
// Results as NetCDF-4. One input: dimensions (epoch, channel[, partner]) in the root. Several: a leading dimension
// `file` over all inputs with the channels of the first, shorter ones padded with missing values; an input with other
// channels gets its own group, like the file of a single input.
#include <fcntl.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <netcdf.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

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
#include "biotropy/version.hpp"

namespace biotropy::files {

namespace {

/// A process rarely has more, and new ones get the lowest free number.
constexpr long kMostDescriptors = 65536;

bool file_sizes_are_limited() {
  struct rlimit limit = {};
  return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/// Error number of the system for more bytes in a file that will be discarded; 0 if it accepts them.
int refusal_of_bytes(const std::filesystem::path& path) {
  constexpr std::size_t block_bytes = 4096, n_blocks = 256;
  constexpr mode_t mode = 0600;
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, mode);
  if (descriptor < 0) return errno;
  const std::vector<char> block(block_bytes, 'x');
  int number = 0;
  for (std::size_t n = 0; n < n_blocks && number == 0; ++n) {
    if (::write(descriptor, block.data(), block.size()) < 0) number = errno;
  }
  // Some file systems report a full disk late.
  if (number == 0 && ::fsync(descriptor) != 0) number = errno;
  ::close(descriptor);
  return number;
}

/// The library does not give the reason of a write failure, and reports every file that it cannot create as forbidden.
std::string describe(int status, const std::filesystem::path& temporary) {
  if (status != NC_EHDFERR && status != EACCES) return nc_strerror(status);
  if (const int number = refusal_of_bytes(temporary); number != 0) return std::strerror(number);
  if (file_sizes_are_limited()) return std::strerror(EFBIG);
  return "writing failed in the HDF5 library; is the disk full?";
}

/// An open NetCDF file. HDF5 cannot close a file that it cannot write, and crashes at the end of the process. So a file
/// that is discarded, or cannot be written, is closed in memory. Where a limit on file sizes forbids even that, the
/// file stays open, and HDF5 may not look for open files at the end of the process.
class NetcdfFile {
 public:
  explicit NetcdfFile(const std::filesystem::path& path) : path_(path) {
    H5dont_atexit();
    require(nc_create(path.c_str(), NC_NETCDF4 | NC_NOCLOBBER, &id_));
  }
  ~NetcdfFile() {
    if (!open_) return;
    divert_to_memory();
    nc_close(id_);
  }
  NetcdfFile(const NetcdfFile&) = delete;
  NetcdfFile& operator=(const NetcdfFile&) = delete;

  int id() const { return id_; }

  void close() {
    require(nc_sync(id_));
    open_ = false;
    const int status = nc_close(id_);
    if (status != NC_NOERR) divert_to_memory();
    require(status);
  }

 private:
  // Redirects every descriptor of this process that is open on the file to an anonymous file.
  void divert_to_memory() const {
    struct stat wanted = {}, found = {};
    if (::stat(path_.c_str(), &wanted) != 0) return;
    // A limit on file sizes also applies to files in memory.
    const int memory =
        file_sizes_are_limited() ? ::open("/dev/null", O_RDWR | O_CLOEXEC) : ::memfd_create("abandoned", MFD_CLOEXEC);
    if (memory < 0) return;
    // Listing the open ones would need memory, which may be what is lacking.
    const auto limit = static_cast<int>(std::min<long>(::sysconf(_SC_OPEN_MAX), kMostDescriptors));
    for (int descriptor = 0; descriptor < limit; ++descriptor) {
      const bool same = ::fstat(descriptor, &found) == 0 && wanted.st_dev == found.st_dev && wanted.st_ino == found.st_ino;
      if (same) ::dup2(memory, descriptor);
    }
    ::close(memory);
  }

  std::filesystem::path path_;
  int id_ = -1;
  bool open_ = true;
};

class NetcdfWriter : public ResultWriter {
 public:
  NetcdfWriter(const std::filesystem::path& path, ResultsHead head)
      : name_(path.string()), head_(std::move(head)), place_(path) {
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

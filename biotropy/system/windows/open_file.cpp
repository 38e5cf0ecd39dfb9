// SPDX-License-Identifier: Apache-2.0
//
// Descriptors are those of the C library. Files are opened by Windows itself, so that others can rename and replace
// them meanwhile, as on other systems.
#include "biotropy/system/open_file.hpp"

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "biotropy/system/windows/error_number_internal.hpp"

namespace biotropy::system {

namespace {

constexpr DWORD kSharedWithAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;

HANDLE handle_of(int descriptor) {
  return descriptor < 0 ? INVALID_HANDLE_VALUE : reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
}

// Without the meaning of invalid parameters for the C library, which ends the program.
bool is_open(int descriptor) {
  const HANDLE handle = handle_of(descriptor);
  if (handle != INVALID_HANDLE_VALUE && reinterpret_cast<std::intptr_t>(handle) != -2) return true;
  errno = EBADF;
  return false;
}

HANDLE opened(const std::filesystem::path& path, DWORD access, DWORD creation, DWORD flags) {
  const HANDLE handle = ::CreateFileW(path.c_str(), access, kSharedWithAll, nullptr, creation, flags, nullptr);
  if (handle == INVALID_HANDLE_VALUE) set_error_number();
  return handle;
}

int descriptor_of(HANDLE handle, int flags) {
  if (handle == INVALID_HANDLE_VALUE) return -1;
  const int descriptor = ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), flags | _O_BINARY | _O_NOINHERIT);
  if (descriptor < 0) ::CloseHandle(handle);
  return descriptor;
}

bool is_link(const std::filesystem::path& path) {
  const DWORD attributes = ::GetFileAttributesW(path.c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
}

bool refuses(const std::filesystem::path& path, Links links) {
  if (links == Links::followed || !is_link(path)) return false;
  errno = ELOOP;
  return true;
}

}  // namespace

// The flag is needed for folders.
int open_to_read(const std::filesystem::path& path, Links links) {
  if (refuses(path, links)) return -1;
  return descriptor_of(opened(path, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS), _O_RDONLY);
}

int open_to_write(const std::filesystem::path& path) {
  return descriptor_of(opened(path, GENERIC_WRITE, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL), _O_WRONLY);
}

int open_or_create(const std::filesystem::path& path, Links links) {
  if (refuses(path, links)) return -1;
  return descriptor_of(opened(path, GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL), _O_RDWR);
}

int create_new(const std::filesystem::path& path) {
  return descriptor_of(opened(path, GENERIC_WRITE, CREATE_NEW, FILE_ATTRIBUTE_NORMAL), _O_WRONLY);
}

int duplicate(int descriptor) {
  return is_open(descriptor) ? ::_dup(descriptor) : -1;
}

int open_again_to_read(int descriptor) {
  if (!is_open(descriptor)) return -1;
  const HANDLE handle = ::ReOpenFile(handle_of(descriptor), GENERIC_READ, kSharedWithAll, 0);
  if (handle == INVALID_HANDLE_VALUE) set_error_number();
  return descriptor_of(handle, _O_RDONLY);
}

bool close(int descriptor) {
  return is_open(descriptor) && ::_close(descriptor) == 0;
}

// No path refers to a descriptor.
std::optional<int> descriptor_at(std::filesystem::path) {
  return std::nullopt;
}

std::optional<FileStatus> status_of(int descriptor) {
  if (!is_open(descriptor)) return std::nullopt;
  const HANDLE handle = handle_of(descriptor);
  if (::GetFileType(handle) != FILE_TYPE_DISK) return FileStatus{FileKind::other, 0};
  FILE_STANDARD_INFO found = {};
  if (::GetFileInformationByHandleEx(handle, FileStandardInfo, &found, sizeof found) == 0) {
    set_error_number();
    return std::nullopt;
  }
  return FileStatus{found.Directory != 0 ? FileKind::folder : FileKind::ordinary,
                    static_cast<std::uint64_t>(found.EndOfFile.QuadPart)};
}

// The folder of the user's own files has such rights.
bool is_from_this_user(int descriptor) {
  const auto status = status_of(descriptor);
  return status && status->kind == FileKind::ordinary;
}

std::int64_t read_some(int descriptor, void* data, std::size_t length) {
  if (!is_open(descriptor)) return -1;
  return ::_read(descriptor, data, static_cast<unsigned>(std::min(length, kMostAtOnce)));
}

std::int64_t read_at(int descriptor, void* data, std::size_t length, std::uint64_t position) {
  if (!is_open(descriptor)) return -1;
  constexpr int half = 32;
  // The position of the descriptor must stay as it is.
  LARGE_INTEGER before = {};
  const HANDLE handle = handle_of(descriptor);
  const bool known = ::SetFilePointerEx(handle, {}, &before, FILE_CURRENT) != 0;
  OVERLAPPED place = {};
  place.Offset = static_cast<DWORD>(position);
  place.OffsetHigh = static_cast<DWORD>(position >> half);
  DWORD count = 0;
  const bool done = ::ReadFile(handle, data, static_cast<DWORD>(std::min(length, kMostAtOnce)), &count, &place) != 0;
  const bool at_end = !done && ::GetLastError() == ERROR_HANDLE_EOF;
  if (!done && !at_end) set_error_number();
  if (known) ::SetFilePointerEx(handle, before, nullptr, FILE_BEGIN);
  return done ? static_cast<std::int64_t>(count) : at_end ? 0 : -1;
}

std::int64_t write_some(int descriptor, const void* data, std::size_t length) {
  if (!is_open(descriptor)) return -1;
  return ::_write(descriptor, data, static_cast<unsigned>(std::min(length, kMostAtOnce)));
}

bool cut(int descriptor, std::uint64_t length) {
  if (!is_open(descriptor)) return false;
  const auto end = static_cast<std::int64_t>(length);
  return ::_chsize_s(descriptor, end) == 0 && ::_lseeki64(descriptor, end, SEEK_SET) >= 0;
}

// A byte far behind the end of any file: Windows lets nobody else read or write bytes that are locked.
bool lock(int descriptor, Lock kind) {
  if (!is_open(descriptor)) return false;
  OVERLAPPED place = {};
  place.OffsetHigh = 0x7fffffff;
  const DWORD exclusive = kind == Lock::exclusive ? LOCKFILE_EXCLUSIVE_LOCK : 0;
  if (::LockFileEx(handle_of(descriptor), LOCKFILE_FAIL_IMMEDIATELY | exclusive, 0, 1, 0, &place) != 0) return true;
  const DWORD reason = ::GetLastError();
  set_error_number();
  if (reason == ERROR_LOCK_VIOLATION || reason == ERROR_IO_PENDING) errno = EWOULDBLOCK;
  return false;
}

bool synchronise_content(int descriptor) {
  if (!is_open(descriptor)) return false;
  if (::FlushFileBuffers(handle_of(descriptor)) != 0) return true;
  set_error_number();
  return false;
}

bool synchronise_file(const std::filesystem::path& path) {
  const int descriptor = open_to_write(path);
  if (descriptor < 0) return false;
  const bool done = synchronise_content(descriptor);
  const int number = errno;
  close(descriptor);
  errno = number;
  return done;
}

// Windows has no such call, and its file systems keep a journal of names.
void synchronise_folder(const std::filesystem::path&) {}

// The usual call refuses to replace a file that another program has open, which the newer one does not.
void replace(const std::filesystem::path& from, const std::filesystem::path& to, std::error_code& failure) {
  failure.clear();
  if (::MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING) != 0) return;
  failure.assign(static_cast<int>(::GetLastError()), std::system_category());
  const HANDLE handle = opened(from, DELETE | SYNCHRONIZE, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT);
  if (handle == INVALID_HANDLE_VALUE) return;
  std::error_code unknown;
  const std::wstring name = std::filesystem::absolute(to, unknown).native();
  const std::size_t bytes = name.size() * sizeof(wchar_t);
  std::vector<std::byte> memory(sizeof(FILE_RENAME_INFO) + bytes);
  auto* information = reinterpret_cast<FILE_RENAME_INFO*>(memory.data());
  constexpr auto rename_information_ex = static_cast<FILE_INFO_BY_HANDLE_CLASS>(22);
  constexpr DWORD replace_although_open = 1 | 2;
  std::memcpy(memory.data(), &replace_although_open, sizeof replace_although_open);  // its first field
  information->FileNameLength = static_cast<DWORD>(bytes);
  std::copy(name.begin(), name.end(), information->FileName);
  const bool done =
      ::SetFileInformationByHandle(handle, rename_information_ex, information, static_cast<DWORD>(memory.size())) != 0;
  ::CloseHandle(handle);
  if (done) failure.clear();
}

// Folders below that of the user are for the user alone.
void make_private_folder(const std::filesystem::path& path) {
  ::CreateDirectoryW(path.c_str(), nullptr);
}

void remove_at_once(const std::filesystem::path::value_type* name) noexcept {
  ::DeleteFileW(name);
}

bool file_sizes_are_limited() {
  return false;
}

// The C library of Windows does not say which descriptors are open on a file.
void abandon(const std::filesystem::path&) {}

}  // namespace biotropy::system

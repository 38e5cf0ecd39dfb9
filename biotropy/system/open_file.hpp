// SPDX-License-Identifier: Apache-2.0
//
// Open files, by descriptor. What fails returns -1, false or nothing, and leaves the reason in errno; an interrupted
// call is repeated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <system_error>

namespace biotropy::system {

constexpr int kStandardInput = 0, kStandardOutput = 1, kStandardError = 2;

enum class Links { followed, refused };

/// A file, or a folder. A pipe is opened without waiting for its writer.
int open_to_read(const std::filesystem::path& path, Links links = Links::followed);

/// What is there already.
int open_to_write(const std::filesystem::path& path);

/// For reading and writing; an empty file where there is none.
int open_or_create(const std::filesystem::path& path, Links links);

/// A new file, for writing. Fails where there is a file or a link of that name.
int create_new(const std::filesystem::path& path);

/// Another descriptor of the same open file, with the same position.
int duplicate(int descriptor);

/// The same file opened again, for reading; -1 where the system cannot do that.
int open_again_to_read(int descriptor);

bool close(int descriptor);

/// Descriptor of this process that a path refers to, such as 1 for /dev/stdout; none for any other path.
std::optional<int> descriptor_at(std::filesystem::path path);

enum class FileKind { ordinary, folder, other };

struct FileStatus {
  FileKind kind = FileKind::other;
  std::uint64_t size = 0;
};

std::optional<FileStatus> status_of(int descriptor);

/// True for an ordinary file that only this user can have written.
bool is_from_this_user(int descriptor);

/// Bytes read, at most `length`; 0 at the end of the file, -1 where nothing can be read (EAGAIN: not yet).
std::int64_t read_some(int descriptor, void* data, std::size_t length);

/// The same from a position of an ordinary file.
std::int64_t read_at(int descriptor, void* data, std::size_t length, std::uint64_t position);

/// Bytes written, at most `length`; -1 where nothing can be written. A signal ends it with EINTR, as the program may
/// have to end.
std::int64_t write_some(int descriptor, const void* data, std::size_t length);

/// Gives an ordinary file this length; the next byte is written at its end.
bool cut(int descriptor, std::uint64_t length);

enum class Lock { shared, exclusive };

/// Until the file is closed. Does not wait: EWOULDBLOCK where another process has the lock.
bool lock(int descriptor, Lock kind);

/// Flushes the content to disk, so that it outlives a power failure.
bool synchronise_content(int descriptor);
bool synchronise_file(const std::filesystem::path& path);

/// The same for the names in a folder, which some file systems cannot do.
void synchronise_folder(const std::filesystem::path& path);

/// Renames a file in one step; what has the new name is replaced, also while others have it open.
void replace(const std::filesystem::path& from, const std::filesystem::path& to, std::error_code& failure);

/// For this user alone.
void make_private_folder(const std::filesystem::path& path);

/// Deletes a file by its native name. May be called in a signal handler.
void remove_at_once(const std::filesystem::path::value_type* name) noexcept;

/// True if files may only have a certain size.
bool file_sizes_are_limited();

/// Directs all descriptors of this process that are open on the file elsewhere, so that what a library writes to it from
/// now on is lost. For a file that is to be discarded and that its library can neither write nor close.
void abandon(const std::filesystem::path& path);

}  // namespace biotropy::system

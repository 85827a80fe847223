#pragma once

// Files, folders, and descriptors. Every call of the program that touches a file goes through these functions, and
// every one of them passes `admit` in files.c first, which enforces what must hold for all of them.
//
// A function that returns an int or an int64_t returns a negative number if it fails: the system's error, negated.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a descriptor or a path refers to.
typedef enum {
  bgp_kind_regular = 0,  // a file with a fixed content, which can be read again
  bgp_kind_folder = 1,
  bgp_kind_stream = 2,   // a pipe, a FIFO, a socket, or a device: what was read cannot be read again
} bgp_file_kind;

/// What the system knows about a file.
typedef struct {
  bgp_file_kind kind;
  int64_t size;      // bytes; 0 for a stream
  uint64_t device;   // together with `inode`, identifies a file
  uint64_t inode;
  uint32_t permissions;  // the nine bits of owner, group and others
  int64_t changed;   // nanoseconds since 1970 at the last change of its content
} bgp_file_status;

/// How a file is opened for writing.
typedef enum {
  bgp_write_stream = 0,  // an existing pipe, FIFO, or device; a FIFO without a reader is an error
  bgp_write_new = 1,     // an error if anything has that name, a symbolic link included
} bgp_write_mode;

/// Opens a file for reading: its descriptor. Opening a FIFO does not block; its first read waits for a writer.
int bgp_open_read(const char *path);

/// Opens a file for writing: its descriptor.
int bgp_open_write(const char *path, bgp_write_mode mode);

int bgp_close(int descriptor);

/// Reads at most `most` bytes, waiting for the first if some may follow: their number, 0 at the end.
int64_t bgp_read(int descriptor, void *bytes, size_t most);

/// Writes all of the bytes: 0.
int bgp_write(int descriptor, const void *bytes, size_t count);

/// Returns to the first byte of a regular file: 0.
int bgp_rewind(int descriptor);

/// Waits until a read would not block, at most this many milliseconds (without limit for -1): 1, or 0 if it would.
int bgp_wait_readable(int descriptor, int milliseconds);

/// Waits until the content of a file is on disk: 0.
int bgp_sync(int descriptor);

/// Waits until the names in a folder are on disk: 0.
int bgp_sync_folder(const char *path);

/// Claims an open file for as long as it is open here: 0, or an error if another process has claimed it, or if the file
/// system knows no claims. A process that ends gives its claims up, however it ends.
int bgp_claim(int descriptor);

/// Sets the permissions of an open file: 0.
int bgp_set_permissions(int descriptor, uint32_t permissions);

/// The path of an existing file without symbolic links: 0.
int bgp_real_path(const char *path, char *real, size_t room);

int bgp_status(int descriptor, bgp_file_status *status);
int bgp_status_of(const char *path, bgp_file_status *status);

/// Renames a file, atomically replacing a file that has the name: 0.
int bgp_rename(const char *from, const char *to);

int bgp_remove(const char *path);
int bgp_make_folder(const char *path);

/// A folder whose names are being read.
typedef struct bgp_folder bgp_folder;

/// Opens a folder; NULL if there is none.
bgp_folder *bgp_folder_open(const char *path);

/// The next name, valid until the next call; NULL after the last. In no particular order.
const char *bgp_folder_next(bgp_folder *folder);
void bgp_folder_close(bgp_folder *folder);

bool bgp_is_terminal(int descriptor);

/// Whether an error means that no file has a name.
bool bgp_is_missing(int error);

/// Whether an error means that the name is in use.
bool bgp_is_taken(int error);

/// The system's text for an error.
const char *bgp_error_text(int error);

// MARK: For tests

/// In place of an error: a read or a write of one byte only.
enum { bgp_short = -1 };

/// Makes the `nth` call of this thread from now on fail with an error, and later ones succeed again; 0 for none.
///
/// EINTR, EAGAIN and bgp_short do not make the call fail: they meet the first system call in it, which is then tried again,
/// or goes on behind its first byte.
void bgp_files_fail(int64_t nth, int error);

/// How many calls this thread has made since the last ``bgp_files_fail``.
int64_t bgp_files_calls(void);

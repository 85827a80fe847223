#include "internal.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform_files.h"

/// Per thread: tests run in parallel.
static _Thread_local int64_t calls, failing_call;
static _Thread_local int failing_error;

/// What the next system call of a function is to meet: EINTR, EAGAIN, bgp_short, or 0.
static _Thread_local int hindrance;

static bool is_hindrance(int error) { return error == EINTR || error == EAGAIN || error == bgp_short; }

/// Called first by every function: 0, or the error that it is to fail with, negated.
static int admit(void) {
  bool is_chosen = ++calls == failing_call;
  hindrance = is_chosen && is_hindrance(failing_error) ? failing_error : 0;
  return is_chosen && !hindrance ? -failing_error : 0;
}

/// Whether a test interrupts the system call that comes next, or puts it off; errno says which.
static bool is_hindered(void) {
  if (hindrance == 0 || hindrance == bgp_short) return false;
  errno = hindrance;
  hindrance = 0;
  return true;
}

/// How many bytes the system call that comes next is to take or give.
static size_t allowed(size_t count) {
  if (hindrance != bgp_short || count < 2) return count;
  hindrance = 0;
  return 1;
}

void bgp_files_fail(int64_t nth, int error) {
  failing_error = error;
  failing_call = nth;
  calls = 0;
}

int64_t bgp_files_calls(void) { return calls; }

/// The result of a system call that fails with -1.
static int answer(int result) { return result < 0 ? -errno : result; }

static int open_file(const char *path, int flags) {
  int refused = admit();
  if (refused) return refused;
  int descriptor;
  // A named terminal must not become the session's controlling terminal.
  if (hindrance == EAGAIN) hindrance = 0;  // opening is never put off
  do {
    descriptor = is_hindered() ? -1 : open(path, flags | O_CLOEXEC | O_NOCTTY, 0644);
  } while (descriptor < 0 && errno == EINTR);
  return answer(descriptor);
}

// Without O_NONBLOCK, opening a FIFO blocks until its other end is opened, and a signal that is only recorded does not
// end that.
int bgp_open_read(const char *path) { return open_file(path, O_RDONLY | O_NONBLOCK); }

int bgp_open_write(const char *path, bgp_write_mode mode) {
  if (mode == bgp_write_stream) return open_file(path, O_WRONLY | O_NONBLOCK);
  return open_file(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_NONBLOCK);
}

int bgp_close(int descriptor) {
  int refused = admit();
  // After EINTR, the descriptor is closed on Linux, and in an unknown state elsewhere: closing is not retried.
  int result = close(descriptor);
  return refused ? refused : answer(result);
}

int64_t bgp_read(int descriptor, void *bytes, size_t most) {
  int refused = admit();
  if (refused) return refused;
  // Larger ones are an error on macOS.
  if (most > INT32_MAX) most = INT32_MAX;
  // poll ignores invalid descriptors, and would wait.
  if (descriptor < 0) return -EBADF;
  // For read, a FIFO without a writer is at its end; for poll, it is not.
  struct pollfd ready = {.fd = descriptor, .events = POLLIN};
  for (;;) {
    if (poll(&ready, 1, -1) < 0 && errno != EINTR) return -errno;
    ssize_t count = is_hindered() ? -1 : read(descriptor, bytes, allowed(most));
    if (count >= 0) return count;
    if (errno != EINTR && errno != EAGAIN) return -errno;
  }
}

int bgp_write(int descriptor, const void *bytes, size_t count) {
  const char *next = bytes;
  while (count > 0) {
    int refused = admit();
    if (refused) return refused;
    ssize_t written = is_hindered() ? -1 : write(descriptor, next, allowed(count > INT32_MAX ? INT32_MAX : count));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      // Another process that shares standard output may have made it nonblocking.
      struct pollfd room = {.fd = descriptor, .events = POLLOUT};
      poll(&room, 1, -1);
      continue;
    }
    if (written < 0) return -errno;
    next += written;
    count -= (size_t)written;
  }
  return 0;
}

int bgp_rewind(int descriptor) {
  int refused = admit();
  if (refused) return refused;
  return lseek(descriptor, 0, SEEK_SET) < 0 ? -errno : 0;
}

int bgp_wait_readable(int descriptor, int milliseconds) {
  int refused = admit();
  if (refused) return refused;
  struct pollfd ready = {.fd = descriptor, .events = POLLIN};
  int count;
  do {
    count = hindrance == EINTR && is_hindered() ? -1 : poll(&ready, 1, milliseconds);
  } while (count < 0 && errno == EINTR);
  if (count > 0 && (ready.revents & POLLNVAL)) return -EBADF;
  return answer(count);
}

int bgp_sync(int descriptor) {
  int refused = admit();
  if (refused) return refused;
  int result;
  // File systems of a network can be interrupted.
  do {
    result = hindrance == EINTR && is_hindered() ? -1 : fsync(descriptor);
  } while (result < 0 && errno == EINTR);
  return answer(result);
}

int bgp_claim(int descriptor) {
  int refused = admit();
  return refused ? refused : answer(flock(descriptor, LOCK_EX | LOCK_NB));
}

static void describe(const struct stat *found, bgp_file_status *status) {
  bool is_regular = S_ISREG(found->st_mode);
#ifdef __APPLE__
  struct timespec changed = found->st_mtimespec;
#else
  struct timespec changed = found->st_mtim;
#endif
  *status = (bgp_file_status){
      .kind = is_regular ? bgp_kind_regular : S_ISDIR(found->st_mode) ? bgp_kind_folder : bgp_kind_stream,
      .size = is_regular ? (int64_t)found->st_size : 0,
      .device = (uint64_t)found->st_dev,
      .inode = (uint64_t)found->st_ino,
      .permissions = (uint32_t)(found->st_mode & 0777),
      .changed = (int64_t)changed.tv_sec * 1000000000 + changed.tv_nsec,
  };
}

int bgp_status(int descriptor, bgp_file_status *status) {
  int refused = admit();
  if (refused) return refused;
  struct stat found;
  if (fstat(descriptor, &found) != 0) return -errno;
  describe(&found, status);
  return 0;
}

int bgp_status_of(const char *path, bgp_file_status *status) {
  int refused = admit();
  if (refused) return refused;
  struct stat found;
  if (stat(path, &found) != 0) return -errno;
  describe(&found, status);
  return 0;
}

int bgp_set_permissions(int descriptor, uint32_t permissions) {
  int refused = admit();
  return refused ? refused : answer(fchmod(descriptor, (mode_t)permissions));
}

int bgp_sync_folder(const char *path) {
  int descriptor = open_file(path, O_RDONLY | O_DIRECTORY);
  if (descriptor < 0) return descriptor;
  int result = bgp_sync(descriptor);
  bgp_close(descriptor);
  // Some file systems cannot sync a folder.
  return result == -EINVAL || result == -ENOTSUP ? 0 : result;
}

int bgp_real_path(const char *path, char *real, size_t room) {
  int refused = admit();
  if (refused) return refused;
  char *found = realpath(path, NULL);
  if (!found) return -errno;
  int result = strlen(found) < room ? 0 : -ENAMETOOLONG;
  if (result == 0) strcpy(real, found);
  free(found);
  return result;
}

int bgp_rename(const char *from, const char *to) {
  int refused = admit();
  return refused ? refused : answer(rename(from, to));
}

int bgp_remove(const char *path) {
  int refused = admit();
  return refused ? refused : answer(unlink(path));
}

int bgp_make_folder(const char *path) {
  int refused = admit();
  return refused ? refused : answer(mkdir(path, 0755));
}

bgp_folder *bgp_folder_open(const char *path) { return admit() ? NULL : (bgp_folder *)opendir(path); }

const char *bgp_folder_next(bgp_folder *folder) {
  if (admit()) return NULL;
  struct dirent *entry = readdir((DIR *)folder);
  return entry ? entry->d_name : NULL;
}

void bgp_folder_close(bgp_folder *folder) { closedir((DIR *)folder); }

bool bgp_is_terminal(int descriptor) { return isatty(descriptor) == 1; }

bool bgp_is_missing(int error) {
  error = error < 0 ? -error : error;
  return error == ENOENT || error == ENOTDIR;
}

bool bgp_is_taken(int error) {
  error = error < 0 ? -error : error;
  // For a symbolic link, the error is ELOOP where O_NOFOLLOW is checked first.
  return error == EEXIST || error == ELOOP;
}

const char *bgp_error_text(int error) { return strerror(error < 0 ? -error : error); }

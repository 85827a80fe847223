#include "internal.h"

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#ifdef __APPLE__
#include <sys/event.h>
#include <time.h>
#else
#include <sys/inotify.h>
#endif

#include "platform_watch.h"

struct bgp_watch {
  int descriptor;
#ifdef __APPLE__
  int folder, file;  // held open to be watched; -1 for none
  char *path;
#endif
};

/// The folder that contains a file, to be freed.
static char *folder_of(const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash) return strdup(".");
  return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

int bgp_watch_descriptor(const bgp_watch *watch) { return watch->descriptor; }

#ifdef __APPLE__

/// Opens a path and requests notifications about it: its descriptor, or -1.
static int add(int queue, const char *path) {
  int file = open(path, O_EVTONLY | O_CLOEXEC);
  if (file < 0) return -1;
  struct kevent wanted;
  EV_SET(&wanted, (uintptr_t)file, EVFILT_VNODE, EV_ADD | EV_CLEAR,
         NOTE_WRITE | NOTE_EXTEND | NOTE_ATTRIB | NOTE_RENAME | NOTE_DELETE, 0, NULL);
  if (kevent(queue, &wanted, 1, NULL, 0, NULL) == 0) return file;
  close(file);
  return -1;
}

bgp_watch *bgp_watch_open(const char *path) {
  bgp_watch *watch = malloc(sizeof *watch);
  char *folder = folder_of(path), *copy = strdup(path);
  int queue = kqueue();
  if (watch && folder && copy && queue >= 0) {
    fcntl(queue, F_SETFD, FD_CLOEXEC);
    *watch = (bgp_watch){.descriptor = queue, .folder = add(queue, folder), .file = add(queue, path), .path = copy};
    free(folder);
    if (watch->folder >= 0) return watch;
    bgp_watch_close(watch);
    return NULL;
  }
  if (queue >= 0) close(queue);
  free(copy);
  free(folder);
  free(watch);
  return NULL;
}

void bgp_watch_take(bgp_watch *watch) {
  struct kevent told;
  struct timespec at_once = {0, 0};
  while (kevent(watch->descriptor, NULL, 0, &told, 1, &at_once) > 0) {}
  // Another file may have the name by now. Closing a descriptor ends its notifications.
  if (watch->file >= 0) close(watch->file);
  watch->file = add(watch->descriptor, watch->path);
}

void bgp_watch_close(bgp_watch *watch) {
  if (watch->file >= 0) close(watch->file);
  if (watch->folder >= 0) close(watch->folder);
  close(watch->descriptor);
  free(watch->path);
  free(watch);
}

#else

bgp_watch *bgp_watch_open(const char *path) {
  bgp_watch *watch = malloc(sizeof *watch);
  char *folder = folder_of(path);
  int queue = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  // Written in place, or replaced: the folder reports both.
  if (watch && folder && queue >= 0 && inotify_add_watch(queue, folder, IN_CLOSE_WRITE | IN_MOVED_TO) >= 0) {
    free(folder);
    *watch = (bgp_watch){.descriptor = queue};
    return watch;
  }
  if (queue >= 0) close(queue);
  free(folder);
  free(watch);
  return NULL;
}

void bgp_watch_take(bgp_watch *watch) {
  char told[4096];
  while (read(watch->descriptor, told, sizeof told) > 0) {}
}

void bgp_watch_close(bgp_watch *watch) {
  close(watch->descriptor);
  free(watch);
}

#endif

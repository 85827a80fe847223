#ifdef __APPLE__
#define _DARWIN_C_SOURCE 1
#else
#define _GNU_SOURCE 1
#endif

#include "pseudo_terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

int bgt_open_leader(char *path, size_t room) {
  int leader = posix_openpt(O_RDWR | O_NOCTTY);
  if (leader < 0) return -1;
  const char *name = grantpt(leader) == 0 && unlockpt(leader) == 0 ? ptsname(leader) : NULL;
  if (name && strlen(name) < room) {
    fcntl(leader, F_SETFD, FD_CLOEXEC);
    strcpy(path, name);
    return leader;
  }
  close(leader);
  return -1;
}

int bgt_open_follower(const char *path) { return open(path, O_RDWR | O_NOCTTY | O_CLOEXEC); }

void bgt_close(int descriptor) { close(descriptor); }

void bgt_resize(int follower, int columns, int rows) {
  struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
  ioctl(follower, TIOCSWINSZ, &size);
}

void bgt_type(int leader, const uint8_t *bytes, size_t count) {
  if (write(leader, bytes, count) < 0) {}
}

int64_t bgt_read(int leader, uint8_t *bytes, size_t most) {
  struct pollfd ready = {.fd = leader, .events = POLLIN};
  if (poll(&ready, 1, 10) <= 0) return 0;
  ssize_t count = read(leader, bytes, most);
  return count < 0 ? 0 : count;
}

bool bgt_has_echo(int follower) {
  struct termios modes;
  return tcgetattr(follower, &modes) == 0 && (modes.c_lflag & ECHO) && (modes.c_lflag & ICANON);
}

int bgt_start(const char *path, char *const *words, char *const *variables, const char *terminal) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  for (int stream = 0; stream < 3; stream++)
    posix_spawn_file_actions_addopen(&files, stream, terminal, O_RDWR | O_NOCTTY, 0);
  // Threads of the tests hold signals back, and a process begins with what its parent's thread holds back.
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK);
  pid_t process;
  int result = posix_spawn(&process, path, &files, &attributes, words, variables);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return result == 0 ? (int)process : -1;
}

void bgt_kill(int process) {
  kill(process, SIGKILL);
  waitpid(process, NULL, 0);
}

int bgt_exit_code(int process) {
  int status;
  if (waitpid(process, &status, WNOHANG) != process) return -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void bgt_signal(int process, int number) { kill(process, number); }

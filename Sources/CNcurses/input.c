#include "internal.h"

int bgc_signal_pipe(void);

int bgc_wait(int milliseconds, const int *extra, int count, bool *ready) {
  enum { limit = 16 };
  struct pollfd all[limit + 2] = {{.fd = bgc.tty, .events = POLLIN}, {.fd = bgc_signal_pipe(), .events = POLLIN}};
  if (count > limit) count = limit;
  for (int i = 0; i < count; i++) all[2 + i] = (struct pollfd){.fd = extra[i], .events = POLLIN};
  int found = poll(all, (nfds_t)count + 2, milliseconds);
  if (found < 0) return errno == EINTR ? bgc_ready_signal : bgc_ready_hangup;
  int result = 0;
  // What was typed before the terminal disconnected can still be read.
  if (all[0].revents & POLLIN) result |= bgc_ready_input;
  if (all[0].revents & (POLLHUP | POLLERR | POLLNVAL)) result |= bgc_ready_hangup;
  if (all[1].revents & POLLIN) result |= bgc_ready_signal;
  for (int i = 0; i < count; i++) {
    ready[i] = all[2 + i].revents != 0;
    if (ready[i]) result |= bgc_ready_extra;
  }
  return result;
}

long bgc_read(uint8_t *bytes, size_t limit) {
  struct pollfd tty = {.fd = bgc.tty, .events = POLLIN};
  if (poll(&tty, 1, 0) <= 0) return 0;
  if (!(tty.revents & POLLIN)) return -1;
  ssize_t count = read(bgc.tty, bytes, limit);
  if (count > 0) return count;
  return count < 0 && (errno == EINTR || errno == EAGAIN) ? 0 : -1;
}

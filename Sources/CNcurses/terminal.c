#include "internal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <term.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

struct bgc_state bgc = {.tty = -1, .out = -1, .frame = -1, .real_stderr = -1, .caught_stderr = -1};

bool bgc_locale_is_utf8(bool force) {
  // Only the character set: numbers and texts must not depend on where the program runs.
  const char *found = setlocale(LC_CTYPE, "");
  if (found && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return true;
  if (force) {
    static const char *const others[] = {"C.UTF-8", "en_US.UTF-8", "UTF-8"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
      if (setlocale(LC_CTYPE, others[i]) && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return true;
  }
  setlocale(LC_CTYPE, "C");
  return false;
}

int bgc_anonymous_file(void) {
#ifdef __linux__
  return memfd_create("bgtop", MFD_CLOEXEC);
#else
  char name[] = "/tmp/bgtop.XXXXXX";
  int fd = mkstemp(name);
  if (fd >= 0) {
    unlink(name);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
  }
  return fd;
#endif
}

int bgc_open(const char *path) {
  if (bgc.tty >= 0) return errno = EBUSY, -1;
  // Never become a session's terminal by accident.
  int flags = O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK;
  int fd = open(path ? path : "/dev/tty", flags);
  if (fd < 0 && !path) {
    // Without a controlling terminal, an inherited one is used.
    const char *name = isatty(STDOUT_FILENO) ? ttyname(STDOUT_FILENO) : NULL;
    if (name) fd = open(name, flags);
  }
  if (fd < 0) return -1;
  if (tcgetattr(fd, &bgc.before) != 0) {
    int reason = errno;
    close(fd);
    return errno = reason, -1;
  }
  // A terminal that does not read must not block the program. The device was opened for this alone, so the flag is not
  // shared.
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  bgc.is_leaving = false;
  bgc.tty = fd;
  return fd;
}

/// Looks up a type: whether it is known and has what a full screen needs.
static bool is_usable(const char *type) {
  int problem = 0;
  if (!type || setupterm(type, bgc.tty, &problem) != OK) return false;
  const char *address = tigetstr("cup");
  bool usable = address && address != (char *)-1 && tigetflag("gn") != 1 && tigetflag("hc") != 1;
  del_curterm(cur_term);
  return usable;
}

static void close_streams(void) {
  if (bgc.out_stream) fclose(bgc.out_stream);
  if (bgc.in_stream) fclose(bgc.in_stream);
  bgc.out_stream = bgc.in_stream = NULL;
  bgc.out = -1;
  if (bgc.frame >= 0) close(bgc.frame);
  bgc.frame = -1;
}

/// Opens the files that curses writes to.
static bool open_streams(void) {
  bgc.frame = bgc_anonymous_file();
  bgc.out = fcntl(bgc.tty, F_DUPFD_CLOEXEC, 3);
  int in = fcntl(bgc.tty, F_DUPFD_CLOEXEC, 3);
  bgc.out_stream = bgc.out >= 0 ? fdopen(bgc.out, "w") : NULL;
  bgc.in_stream = in >= 0 ? fdopen(in, "r") : NULL;
  if (bgc.frame >= 0 && bgc.out_stream && bgc.in_stream) return true;
  close_streams();
  return false;
}

/// Keys arrive immediately and unchanged, except that Ctrl-C and Ctrl-\ still end a program that hangs.
static void set_line_modes(void) {
  cbreak();
  noecho();
  nonl();
  struct termios modes;
  if (tcgetattr(bgc.tty, &modes) != 0) return;
  modes.c_iflag &= ~(tcflag_t)(IXON | IXOFF | ISTRIP);
  modes.c_lflag &= ~(tcflag_t)IEXTEN;
  modes.c_cc[VSUSP] = _POSIX_VDISABLE;
#ifdef VDSUSP
  modes.c_cc[VDSUSP] = _POSIX_VDISABLE;
#endif
  modes.c_cc[VMIN] = 1;
  modes.c_cc[VTIME] = 0;
  tcsetattr(bgc.tty, TCSANOW, &modes);
  // curses returns to these modes after an interruption.
  def_prog_mode();
}

static void send_modes(bool on) {
  if (bgc.is_plain) return;
  char text[128] = "";
  if (on && (bgc.modes & bgc_mode_focus)) strcat(text, "\033[?1004h");
  if (on && (bgc.modes & bgc_mode_paste)) strcat(text, "\033[?2004h");
  if (on && (bgc.modes & bgc_mode_mouse)) strcat(text, "\033[?1000h\033[?1002h\033[?1006h");
  if (!on) strcat(text, "\033[?1006l\033[?1002l\033[?1000l\033[?2004l\033[?1004l");
  if (*text) bgc_write_all(text, strlen(text));
}

/// Opens the full screen: the alternate one, empty, without a cursor, in one write.
///
/// Until it has been through an endwin, curses sends every cursor movement separately. Therefore it goes through one
/// first, which the terminal does not see; the sequences after it that open the screen must reach the terminal.
static void enter(void) {
  int height, width;
  bgc_size(&height, &width);
  if (is_term_resized(height, width)) resizeterm(height, width);
  bgc_capture_begin();
  endwin();
  bgc_capture_drop();
  bgc_capture_begin();
  refresh();
  bgc.shows_cursor = false;
  curs_set(0);
  bgc_capture_send();
}

void bgc_set_modes(unsigned modes) {
  bool is_different = modes != bgc.modes;
  if (is_different && bgc.is_full_screen && bgc.modes) send_modes(false);
  bgc.modes = modes;
  if (is_different && bgc.is_full_screen) send_modes(true);
}

bool bgc_start(const char *type, const char *entry) {
  if (bgc.tty < 0 || bgc.screen) return false;
  // A built-in entry does not describe the terminal's additional capabilities.
  bool is_known = is_usable(entry ? getenv("TERM") : type) || entry;
  char *kept = NULL;
  if (entry) {
    const char *old = getenv("TERMINFO");
    if (old) kept = strdup(old);
    setenv("TERMINFO", entry, 1);
  }
  bool is_started = false;
  bgc_signals_install();
  if (is_known && open_streams()) {
    // The size is the terminal's own, regardless of LINES and COLUMNS.
    use_env(FALSE);
    use_tioctl(TRUE);
    bgc.is_full_screen = true;
    bgc.screen = newterm(type, bgc.out_stream, bgc.in_stream);
    is_started = bgc.screen != NULL;
  }
  if (entry) {
    if (kept) setenv("TERMINFO", kept, 1); else unsetenv("TERMINFO");
  }
  free(kept);
  if (!is_started) {
    bgc.is_full_screen = false;
    close_streams();
    bgc_signals_remove();
    return false;
  }
  bgc.is_plain = strncmp(type, "vt", 2) == 0 || strncmp(type, "linux", 5) == 0 || strncmp(type, "ansi", 4) == 0;
  set_line_modes();
  intrflush(stdscr, FALSE);
  typeahead(-1);
  leaveok(stdscr, FALSE);
  scrollok(stdscr, FALSE);
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
  enter();
  bgc_stderr_catch();
  send_modes(true);
  return true;
}

int bgc_colors(void) { return bgc.screen && has_colors() ? COLORS : 0; }
int bgc_pairs(void) { return bgc.screen && has_colors() ? COLOR_PAIRS : 0; }

/// Leaves the full screen, in one write.
static void leave(void) {
  bgc.is_leaving = true;
  send_modes(false);
  bgc_capture_begin();
  curs_set(1);
  endwin();
  bool is_sent = bgc_capture_send();
  // Output that a terminal has not read is discarded: closing the terminal may wait for it.
  if (!is_sent) tcflush(bgc.tty, TCOFLUSH);
  // curses would do this, but it writes to a file.
  tcsetattr(bgc.tty, TCSANOW, &bgc.before);
  bgc.is_leaving = false;
  bgc.is_full_screen = false;
}

/// Work that must not stop the process because the shell owns the terminal.
static void with_terminal(void (*work)(void)) {
  struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
  sigemptyset(&ignore.sa_mask);
  sigaction(SIGTTOU, &ignore, &old);
  work();
  sigaction(SIGTTOU, &old, NULL);
}

void bgc_close(void) {
  if (bgc.tty < 0) return;
  if (bgc.screen) {
    if (bgc.is_full_screen) with_terminal(leave);
    // Mouse reports that are still in transit must not reach the shell.
    tcflush(bgc.tty, TCIFLUSH);
    delscreen(bgc.screen);
    bgc.screen = NULL;
    close_streams();
    bgc_stderr_release();
    bgc_signals_remove();
  }
  close(bgc.tty);
  bgc.tty = -1;
  free(bgc.buffer);
  bgc.buffer = NULL;
  bgc.buffer_size = 0;
}

void bgc_suspend(void) {
  if (!bgc.screen || !bgc.is_full_screen) return;
  with_terminal(leave);
  bgc_stderr_release();
  bgc_signals_stop();
  bgc_stderr_catch();
  bgc_retake();
}

void bgc_retake(void) {
  if (!bgc.screen) return;
  bgc.is_full_screen = true;
  reset_prog_mode();
  send_modes(true);
  bgc_redraw(true);
}

void bgc_send(const uint8_t *bytes, size_t count) {
  if (bgc.is_full_screen) bgc_write_all((const char *)bytes, count);
}

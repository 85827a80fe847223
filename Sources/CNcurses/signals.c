#include "internal.h"

#include <sys/time.h>

// A handler may do little: write the number to a pipe that the loop waits for, or, when the process is about to die,
// restore the terminal and let it die.

typedef enum {
  told,   // reported to the loop
  asked,  // also reported, and asks for the end: the process dies of it if the loop does not handle it in time
  deadly  // the process dies of it: the terminal is restored first
} policy;

/// The effect of every signal that could end the process while the terminal is in use. Not listed are SIGKILL and
/// SIGSTOP, which cannot be caught, SIGPIPE and SIGXFSZ, which are ignored and appear as write errors, and the
/// real-time signals, which are deadly like the rest.
static const struct { int number; policy policy; } table[] = {
    {SIGWINCH, told}, {SIGTSTP, told}, {SIGCONT, told},
    {SIGINT, asked}, {SIGTERM, asked}, {SIGHUP, asked}, {SIGQUIT, asked},
    // Faults of the program itself.
    {SIGSEGV, deadly}, {SIGBUS, deadly}, {SIGABRT, deadly}, {SIGFPE, deadly}, {SIGILL, deadly}, {SIGTRAP, deadly},
    {SIGSYS, deadly},
    // From outside, and without a meaning here. SIGALRM also ends a wait for the loop.
    {SIGALRM, deadly}, {SIGUSR1, deadly}, {SIGUSR2, deadly}, {SIGVTALRM, deadly}, {SIGPROF, deadly}, {SIGXCPU, deadly},
#ifdef __linux__
    // macOS ignores SIGIO by default, and has none of the others.
    {SIGIO, deadly}, {SIGPWR, deadly}, {SIGSTKFLT, deadly},
#endif
#ifdef SIGEMT
    {SIGEMT, deadly},
#endif
};
enum { count = sizeof table / sizeof *table };

static struct sigaction old[count], old_pipe;
#ifdef SIGRTMIN
// Linux also has signals without names; macOS has none.
enum { realtime_most = 64 };
static struct sigaction old_realtime[realtime_most];
#endif
static int pipe_ends[2] = {-1, -1};
static volatile sig_atomic_t end_wanted;
static bool is_installed;
// Swift's backtracer takes over the terminal and prompts for half a minute, so it must be requested by name.
static bool wants_backtrace;

/// How long the loop may take to see a signal that asks for the end, in microseconds.
static const int patience = 400000;

static bool asks_for_end(int number) {
  for (int i = 0; i < count; i++)
    if (table[i].number == number) return table[i].policy == asked;
  return false;
}

/// Schedules SIGALRM after the patience, or cancels it.
static void set_alarm(int microseconds) {
  struct itimerval time = {.it_value = {.tv_usec = microseconds}};
  setitimer(ITIMER_REAL, &time, NULL);
}

/// Makes the process die of a signal as if there had been no handler.
static void die_of(int number) {
  struct sigaction standard = {.sa_handler = SIG_DFL};
  sigemptyset(&standard.sa_mask);
  sigaction(number, &standard, NULL);
  raise(number);
}

static void note(int number) {
  int reason = errno;
  if (asks_for_end(number)) {
    // Requested a second time while the loop has not even seen the first: it hangs.
    if (end_wanted) {
      bgc_emergency_restore();
      die_of(number);
    }
    end_wanted = number;
    set_alarm(patience);
  }
  char byte = (char)number;
  // A full pipe is notification enough.
  if (write(pipe_ends[1], &byte, 1) < 0) {}
  errno = reason;
}

static void crash(int number) {
  bgc_emergency_restore();
  // The loop has not seen a signal that asks for the end: the process dies of that signal.
  if (number == SIGALRM && end_wanted) number = end_wanted;
  // The signal is blocked until this handler returns.
  if (!wants_backtrace) {
    die_of(number);
    return;
  }
  // A previous handler now has a readable terminal.
  for (int i = 0; i < count; i++)
    if (table[i].number == number) sigaction(number, &old[i], NULL);
  raise(number);
}

void bgc_signals_install(void) {
  if (is_installed) return;
#ifdef __linux__
  if (pipe2(pipe_ends, O_NONBLOCK | O_CLOEXEC) != 0) return;
#else
  if (pipe(pipe_ends) != 0) return;
  for (int i = 0; i < 2; i++) {
    fcntl(pipe_ends[i], F_SETFL, O_NONBLOCK);
    fcntl(pipe_ends[i], F_SETFD, FD_CLOEXEC);
  }
#endif
  end_wanted = 0;
  wants_backtrace = getenv("SWIFT_BACKTRACE") != NULL;
  // The handler of a stack overflow needs its own stack.
  static char stack[1 << 16];
  stack_t present, own = {.ss_sp = stack, .ss_size = sizeof stack};
  if (sigaltstack(NULL, &present) == 0 && (present.ss_flags & SS_DISABLE)) sigaltstack(&own, NULL);
  // Without SA_RESTART: a signal must wake a wait for the terminal.
  struct sigaction listen = {.sa_handler = note}, restore = {.sa_handler = crash, .sa_flags = SA_ONSTACK};
  sigfillset(&listen.sa_mask);
  sigfillset(&restore.sa_mask);
  for (int i = 0; i < count; i++) {
    sigaction(table[i].number, NULL, &old[i]);
    // Signals that were ignored at startup, as under nohup, stay ignored.
    bool is_outer = table[i].number == SIGHUP || table[i].policy == deadly;
    if (is_outer && table[i].number != SIGALRM && old[i].sa_handler == SIG_IGN) continue;
    sigaction(table[i].number, table[i].policy == deadly ? &restore : &listen, NULL);
  }
#ifdef SIGRTMIN
  for (int number = SIGRTMIN; number <= SIGRTMAX && number - SIGRTMIN < realtime_most; number++) {
    sigaction(number, NULL, &old_realtime[number - SIGRTMIN]);
    if (old_realtime[number - SIGRTMIN].sa_handler == SIG_DFL) sigaction(number, &restore, NULL);
  }
#endif
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigemptyset(&ignore.sa_mask);
  sigaction(SIGPIPE, &ignore, &old_pipe);
  is_installed = true;
}

void bgc_signals_remove(void) {
  if (!is_installed) return;
  set_alarm(0);
  for (int i = 0; i < count; i++) sigaction(table[i].number, &old[i], NULL);
#ifdef SIGRTMIN
  for (int number = SIGRTMIN; number <= SIGRTMAX && number - SIGRTMIN < realtime_most; number++)
    sigaction(number, &old_realtime[number - SIGRTMIN], NULL);
#endif
  sigaction(SIGPIPE, &old_pipe, NULL);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  pipe_ends[0] = pipe_ends[1] = -1;
  is_installed = false;
}

bool bgc_end_is_wanted(void) { return end_wanted != 0; }

void bgc_signals_stop(void) {
  struct sigaction standard = {.sa_handler = SIG_DFL}, ours;
  sigemptyset(&standard.sa_mask);
  sigaction(SIGTSTP, &standard, &ours);
  raise(SIGTSTP);
  sigaction(SIGTSTP, &ours, NULL);
}

int bgc_signal_pipe(void) { return pipe_ends[0]; }

int bgc_next_signal(void) {
  unsigned char byte;
  if (pipe_ends[0] < 0 || read(pipe_ends[0], &byte, 1) != 1) return 0;
  if (asks_for_end(byte)) {
    end_wanted = 0;
    set_alarm(0);
  }
  return byte;
}

int bgc_signal_window(void) { return SIGWINCH; }
int bgc_signal_stop(void) { return SIGTSTP; }
int bgc_signal_continue(void) { return SIGCONT; }

void bgc_emergency_restore(void) {
  if (bgc.tty < 0 || !bgc.is_full_screen) return;
  bgc.is_full_screen = false;
  static const char full[] =
      "\033[?2026l\033[?1006l\033[?1003l\033[?1002l\033[?1000l\033[?1004l\033[?2004l\033[0m\033[?25h\033[?1l\033>"
      "\033[?1049l";
  static const char plain[] = "\033[0m\r\n";
  // The shell may own the terminal.
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGTTOU, &ignore, NULL);
  if (write(bgc.tty, bgc.is_plain ? plain : full, (bgc.is_plain ? sizeof plain : sizeof full) - 1) < 0) {}
  tcsetattr(bgc.tty, TCSANOW, &bgc.before);
  tcflush(bgc.tty, TCIFLUSH);
  bgc_stderr_release();
}

#pragma once

// Before any header: the wide functions of curses, and all of POSIX.
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#ifdef __APPLE__
#define _DARWIN_C_SOURCE 1
#else
#define _GNU_SOURCE 1
#endif

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "cncurses.h"

/// Everything that is known about the open terminal. The handlers of fatal signals read it too.
struct bgc_state {
  int tty;            // the device; -1 if none is open
  int out;            // curses' own descriptor: the device, or the file of the frame that is being made
  int frame;          // a file in memory that catches the bytes of a frame
  FILE *out_stream;   // of `out`
  FILE *in_stream;    // curses wants one; nothing is ever read from it
  SCREEN *screen;
  struct termios before;   // the modes that are to come back
  bool is_full_screen;     // the alternate screen is shown
  bool is_plain;           // the terminal knows nothing of private modes
  unsigned modes;
  bool shows_cursor;
  bool is_leaving;         // the terminal is being given back, and nobody waits for one that does not read
  int real_stderr;         // where standard error went before; -1 if it still goes there
  int caught_stderr;       // what was said meanwhile
  char *buffer;            // a frame on its way
  size_t buffer_size;
};
extern struct bgc_state bgc;

/// A file without a name; -1 if there is none to be had.
int bgc_anonymous_file(void);

/// Sends all bytes; gives up when the terminal is gone, or does not read while a signal asks for the end or it is being
/// given back.
bool bgc_write_all(const char *bytes, size_t count);

void bgc_capture_begin(void);
/// Ends the capture; the terminal sees nothing of it.
void bgc_capture_drop(void);
/// Ends the capture, and sends it in one write.
bool bgc_capture_send(void);

void bgc_signals_install(void);
void bgc_signals_remove(void);
/// Whether a signal that asks for the end waits to be taken.
bool bgc_end_is_wanted(void);
/// Lets SIGTSTP stop the process, until it goes on.
void bgc_signals_stop(void);

void bgc_stderr_catch(void);
void bgc_stderr_release(void);
/// Gives the terminal back with nothing but calls that are allowed in a handler.
void bgc_emergency_restore(void);

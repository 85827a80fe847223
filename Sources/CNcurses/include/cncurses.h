#pragma once

// The parts of curses that Swift cannot call: macros, variadic functions, global variables, and signal handlers. One
// terminal is open at a time, and all functions but those of the handlers belong to the thread that opened it.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Opening and closing (terminal.c)

/// Reads the character set from the environment. True if it is UTF-8. With `force`, any UTF-8 locale will do.
bool bgc_locale_is_utf8(bool force);

/// Opens a terminal device, or the controlling terminal for NULL, and saves its modes. Its descriptor, or -1 (errno).
int bgc_open(const char *path);

/// Starts full-screen drawing on the open device as a terminal of a type. False if the type is unknown or cannot address
/// the cursor. `entry` is the entry itself in curses' `b64:` form, or NULL to look the type up.
bool bgc_start(const char *type, const char *entry);

/// The colors of the started terminal, and the maximum number of pairs of them.
int bgc_colors(void);
int bgc_pairs(void);

/// Restores the terminal to the state when it was opened, prints the buffered standard error, and resets everything.
void bgc_close(void);

// MARK: Modes (terminal.c)

enum {
  bgc_mode_mouse = 1,  // clicks, drags and the wheel are reported
  bgc_mode_paste = 2,  // pastes are bracketed
  bgc_mode_focus = 4,  // getting and losing the focus is reported
};

/// Chooses the modes of the full screen; what is not chosen is switched off.
void bgc_set_modes(unsigned modes);

/// Restores the screen, stops the process as the shell expects, and reopens the screen when the process continues.
void bgc_suspend(void);

/// Sets the modes of the terminal again after another program may have changed them.
void bgc_retake(void);

/// Sends bytes to the terminal, outside of any frame.
void bgc_send(const uint8_t *bytes, size_t count);

// MARK: Drawing (frame.c)

/// A glyph of one or two columns.
typedef struct {
  uint32_t base;
  uint16_t marks[4];
  uint16_t attributes;
  uint16_t width;
  int32_t pair;
} bgc_cell;

enum { bgc_bold = 1, bgc_dim = 2, bgc_underline = 4, bgc_reverse = 8, bgc_italic = 16 };

/// Reserves a pair of colors; -1 is the terminal's own. Zero, the pair of both own colors, if there is no room.
int bgc_pair(int foreground, int background, int next);

/// Draws glyphs side by side.
void bgc_put(int row, int column, const bgc_cell *cells, int count);

/// Sends what has changed since the last frame, and moves the cursor, in one write; with `atomic`, between the marks of
/// a synchronized update. The number of bytes, or -1 if the terminal does not accept them.
long bgc_present(int row, int column, bool shows_cursor, bool atomic);

/// Makes the screen as large as the terminal is now, and blank.
void bgc_resize(int rows, int columns);

/// Invalidates the contents of the screen, so that the next frame sends everything; with `clear`, the screen is cleared
/// first.
void bgc_redraw(bool clear);

/// The terminal's present size, or the usual one for a terminal that does not report it.
void bgc_size(int *rows, int *columns);

// MARK: Waiting (input.c)

enum { bgc_ready_input = 1, bgc_ready_signal = 2, bgc_ready_extra = 4, bgc_ready_hangup = 8 };

/// Sleeps until something arrives or the time is over (never for -1). A set of bgc_ready; `ready[i]` for extra
/// descriptors.
int bgc_wait(int milliseconds, const int *extra, int count, bool *ready);

/// Reads bytes that the terminal has sent without waiting for more: their number, 0 for none, -1 if it is gone.
long bgc_read(uint8_t *bytes, size_t limit);

/// The next signal that arrived, or 0. Signals that change nothing here are omitted.
int bgc_next_signal(void);

/// Numbers of the signals that matter outside, which Swift spells differently on each system.
int bgc_signal_window(void);
int bgc_signal_stop(void);
int bgc_signal_continue(void);

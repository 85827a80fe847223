#include "internal.h"

void bgc_capture_begin(void) {
  fflush(bgc.out_stream);
  // What a longer frame left in the buffer is not read: the position marks where this one ends.
  lseek(bgc.frame, 0, SEEK_SET);
  dup2(bgc.frame, bgc.out);
}

static bool bgc_buffer_reserve(size_t needed) {
  if (needed <= bgc.buffer_size) return true;
  char *larger = realloc(bgc.buffer, needed * 2);
  if (!larger) return false;
  bgc.buffer = larger;
  bgc.buffer_size = needed * 2;
  return true;
}

// What prevents a terminal from showing half a frame (synchronized output, mode 2026).
static const char frame_begin[] = "\033[?2026h", frame_end[] = "\033[?2026l";
enum { mark = sizeof frame_begin - 1 };

/// Ends a capture. The bytes are in the buffer, after room for a mark, and with room for one after them.
static size_t bgc_capture_take(void) {
  fflush(bgc.out_stream);
  off_t end = lseek(bgc.frame, 0, SEEK_CUR);
#ifdef __linux__
  dup3(bgc.tty, bgc.out, O_CLOEXEC);
#else
  dup2(bgc.tty, bgc.out);
  fcntl(bgc.out, F_SETFD, FD_CLOEXEC);
#endif
  size_t count = end > 0 ? (size_t)end : 0;
  if (!bgc_buffer_reserve(count + 2 * mark)) return 0;
  size_t taken = 0;
  while (taken < count) {
    ssize_t more = pread(bgc.frame, bgc.buffer + mark + taken, count - taken, (off_t)taken);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return 0;
    taken += (size_t)more;
  }
  return count;
}

void bgc_capture_drop(void) { bgc_capture_take(); }

bool bgc_capture_send(void) {
  size_t count = bgc_capture_take();
  return bgc_write_all(bgc.buffer + mark, count);
}

bool bgc_write_all(const char *bytes, size_t count) {
  // The wait proceeds in steps of this many milliseconds: a signal that arrived just before a wait is seen after one
  // step.
  enum { step = 50, last_steps = 4 };
  int waited = 0;
  while (count > 0) {
    ssize_t sent = write(bgc.tty, bytes, count);
    if (sent > 0) {
      bytes += sent;
      count -= (size_t)sent;
    } else if (sent < 0 && errno == EINTR) {
      if (bgc_end_is_wanted()) return false;
    } else if (sent < 0 && errno == EAGAIN) {
      struct pollfd ready = {.fd = bgc.tty, .events = POLLOUT};
      if (poll(&ready, 1, step) != 0) continue;
      if (bgc_end_is_wanted()) return false;
      if (bgc.is_leaving && ++waited >= last_steps) return false;
    } else {
      return false;
    }
  }
  return true;
}

int bgc_pair(int foreground, int background, int next) {
  if (foreground < 0 && background < 0) return 0;
#if defined(NCURSES_EXT_COLORS) && NCURSES_EXT_COLORS >= 20170401
  (void)next;
  int pair = alloc_pair(foreground, background);
  return pair < 0 ? 0 : pair;
#else
  if (next >= COLOR_PAIRS || next > 32767) return 0;
  return init_pair((short)next, (short)foreground, (short)background) == OK ? next : 0;
#endif
}

/// A space with the appearance of a cell. Adjacent cells usually look alike, so the last one is cached.
static const cchar_t *blank(const bgc_cell *cell) {
  static cchar_t made;
  static uint16_t made_attributes;
  static int32_t made_pair = -1;
  if (cell->pair == made_pair && cell->attributes == made_attributes) return &made;
  attr_t attributes = 0;
  if (cell->attributes & bgc_bold) attributes |= A_BOLD;
  if (cell->attributes & bgc_dim) attributes |= A_DIM;
  if (cell->attributes & bgc_underline) attributes |= A_UNDERLINE;
  if (cell->attributes & bgc_reverse) attributes |= A_REVERSE;
#ifdef A_ITALIC
  if (cell->attributes & bgc_italic) attributes |= A_ITALIC;
#endif
#if defined(NCURSES_EXT_COLORS) && NCURSES_EXT_COLORS >= 20170401
  int pair = cell->pair;
  setcchar(&made, L" ", attributes, 0, &pair);
#else
  setcchar(&made, L" ", attributes, (short)cell->pair, NULL);
#endif
  made_attributes = cell->attributes;
  made_pair = cell->pair;
  return &made;
}

/// The glyph in the form that curses needs. The C library must determine the same width as the caller, or else a
/// substitute is used: curses asks it, and both would lose track of the columns.
static int make(cchar_t *made, const bgc_cell *cell) {
  *made = *blank(cell);
  bool fits = cell->base < 0x80 || wcwidth((wchar_t)cell->base) == cell->width;
  if (fits) made->chars[0] = (wchar_t)cell->base;
  else made->chars[0] = wcwidth(0xFFFD) == 1 ? 0xFFFD : L'?';
  int length = 1;
  for (int i = 0; fits && i < 4 && cell->marks[i] && length < CCHARW_MAX; i++)
    if (wcwidth(cell->marks[i]) == 0) made->chars[length++] = cell->marks[i];
  return fits ? cell->width : 1;
}

void bgc_put(int row, int column, const bgc_cell *cells, int count) {
  enum { limit = 256 };
  static cchar_t made[limit];
  int from = column;
  while (count > 0) {
    int length = 0, end = from;
    // A substitute may need a space after it.
    for (; count > 0 && length + 1 < limit; cells++, count--) {
      int width = make(&made[length++], cells);
      end += width;
      if (width < cells->width) {
        bgc_cell space = *cells;
        space.base = ' ';
        space.width = 1;
        memset(space.marks, 0, sizeof space.marks);
        end += make(&made[length++], &space);
      }
    }
    mvwadd_wchnstr(stdscr, row, from, made, length);
    from = end;
  }
}

long bgc_present(int row, int column, bool shows_cursor, bool atomic) {
  if (!bgc.screen || !bgc.is_full_screen) return 0;
  bgc_capture_begin();
  if (shows_cursor != bgc.shows_cursor) {
    curs_set(shows_cursor ? 1 : 0);
    bgc.shows_cursor = shows_cursor;
  }
  wmove(stdscr, row, column);
  wnoutrefresh(stdscr);
  doupdate();
  size_t count = bgc_capture_take();
  if (count == 0) return 0;
  char *start = bgc.buffer + mark;
  if (atomic && !bgc.is_plain) {
    memcpy(bgc.buffer, frame_begin, mark);
    memcpy(start + count, frame_end, mark);
    start = bgc.buffer;
    count += 2 * mark;
  }
  return bgc_write_all(start, count) ? (long)count : -1;
}

void bgc_resize(int rows, int columns) {
  if (!bgc.screen || rows < 1 || columns < 1) return;
  bgc_capture_begin();
  resizeterm(rows, columns);
  werase(stdscr);
  bgc_capture_drop();
  bgc_redraw(false);
}

void bgc_redraw(bool clear) {
  if (!bgc.screen) return;
  if (clear) clearok(curscr, TRUE);
  else redrawwin(curscr);
}

void bgc_size(int *rows, int *columns) {
  struct winsize size;
  bool is_told = bgc.tty >= 0 && ioctl(bgc.tty, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0;
  *rows = is_told ? size.ws_row : 24;
  *columns = is_told ? size.ws_col : 80;
}

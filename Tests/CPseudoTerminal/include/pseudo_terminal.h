#pragma once

// Both ends of a terminal that is not displayed, and a program on it: for tests.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether terminals can be had here. `path` of at least 128 bytes is given the device's name.
int bgt_open_leader(char *path, size_t room);

/// Opens the device of a terminal without making it that of the session: its descriptor, or -1.
int bgt_open_follower(const char *path);

void bgt_close(int descriptor);
void bgt_resize(int follower, int columns, int rows);
void bgt_type(int leader, const uint8_t *bytes, size_t count);

/// Takes what was written to the terminal: the number of bytes, 0 if nothing comes for 10 ms.
int64_t bgt_read(int leader, uint8_t *bytes, size_t most);

/// Whether typed letters are shown, as in a shell.
bool bgt_has_echo(int follower);

/// Starts a program in a separate session, with all three streams on a terminal: its process, or -1.
int bgt_start(const char *path, char *const *words, char *const *variables, const char *terminal);

/// Ends a process and waits until it has exited.
void bgt_kill(int process);

/// The exit code of a process that has ended, 128 and the number for one that a signal has ended; -1 while it runs.
int bgt_exit_code(int process);

/// Sends a signal to a process.
void bgt_signal(int process, int number);

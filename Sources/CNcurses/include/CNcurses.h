/// ncurses, loaded when a full-screen command starts instead of when the program starts; and the guard that gives the
/// terminal back on every way out.
///
/// The program is not linked to ncurses. Its descriptions of terminals are used, not its windows: those know no true color
/// where the terminal's description lacks it, as most do, and leave the width of characters to the C library.

#ifndef CNCURSES_H
#define CNCURSES_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The functions of a loaded ncurses. It is never changed and never unloaded; the terminal that it describes is one for all.
typedef struct cncurses_library cncurses_library;

/// Loads the library with the file name; NULL when there is none, or one that lacks a function.
const cncurses_library *_Nullable cncurses_open(const char *name);
/// Reads the description of a terminal: 1 when found, 0 when it is unknown or too simple, -1 without any descriptions.
int cncurses_setup(const cncurses_library *library, const char *terminal, int descriptor);
/// A capability that is a text; NULL when the terminal lacks it.
const char *_Nullable cncurses_string(const cncurses_library *library, const char *name);
/// A capability that is a number; negative when the terminal lacks it.
int cncurses_number(const cncurses_library *library, const char *name);
/// Whether the terminal has a capability.
int cncurses_flag(const cncurses_library *library, const char *name);
/// Puts numbers into a capability with parameters; NULL on failure. The text is valid until the next call.
const char *_Nullable cncurses_format(
    const cncurses_library *library, const char *capability, long first, long second, long third);

/// Takes the locale of the environment for characters; returns whether it is UTF-8.
int cncurses_use_locale(void);

/// Keeps the modes of a terminal and begins to watch signals. There is one guard in a process.
///
/// - `leave`: what is written to give the terminal back.
/// Returns the descriptor from which numbers of signals are read, one byte each; -1 on failure.
int cncurses_guard_open(int input, int output, const char *leave, size_t length);
/// Gives every key to the program as it is, and keeps messages for standard error until the terminal is given back; returns 0 or the system's error number.
int cncurses_guard_take(void);
/// Gives the terminal back, once for each `take`. Safe in a signal handler and on any thread.
///
/// `discards`: whether what was typed and not read is thrown away.
void cncurses_guard_give_back(int discards);
/// Stops the process as the terminal's own Ctrl-Z would; returns when it goes on, or at once where nothing could continue it.
void cncurses_guard_stop(void);
/// Sends the signal of Ctrl-Z to the processes of the job.
void cncurses_stop_group(void);
/// Wakes the reader of the descriptor with the number 0. Safe on any thread.
void cncurses_guard_wake(void);
/// Gives the terminal back and watches signals no longer.
void cncurses_guard_close(void);

/// Writes all bytes; returns 0, or -1 when the terminal is gone.
int cncurses_write(int descriptor, const uint8_t *bytes, size_t length);
/// The size of a terminal; returns 0, or -1 when it is not known.
int cncurses_size(int descriptor, int *columns, int *rows);

/// Starts a thread; returns 0 or the system's error number.
int cncurses_start_thread(void (*body)(void *context), void *context);

#pragma clang assume_nonnull end

#endif

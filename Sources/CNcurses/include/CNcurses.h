/// ncurses, loaded when a full-screen command starts rather than when the program starts; and a guard that restores the
/// terminal on every exit.
///
/// The program isn't linked against ncurses. It uses ncurses' terminal descriptions but not its windows: those don't
/// support true color unless the terminal's description does, which is rare, and let the C library decide on widths.

#ifndef CNCURSES_H
#define CNCURSES_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// The functions of a loaded ncurses. It is never changed or unloaded; all instances share one terminal description.
typedef struct cncurses_library cncurses_library;

/// Loads the library with the given file name; NULL if it doesn't exist or lacks a function.
const cncurses_library *_Nullable cncurses_open(const char *name);
/// Reads a terminal's description: 1 on success, 0 if it is unknown or too limited, -1 if there are no descriptions.
int cncurses_setup(const cncurses_library *library, const char *terminal, int descriptor);
/// Returns a string capability; NULL if the terminal lacks it.
const char *_Nullable cncurses_string(const cncurses_library *library, const char *name);
/// Returns a numeric capability; negative if the terminal lacks it.
int cncurses_number(const cncurses_library *library, const char *name);
/// Returns whether the terminal has a capability.
int cncurses_flag(const cncurses_library *library, const char *name);
/// Substitutes the parameters of a capability; NULL on failure. The text is valid until the next call.
const char *_Nullable cncurses_format(
    const cncurses_library *library, const char *capability, long first, long second, long third);

/// Uses the environment's locale for characters; returns whether it is UTF-8.
int cncurses_use_locale(void);

/// Saves the terminal's modes and starts to handle signals. There is only one guard per process.
///
/// - `leave`: the bytes that restore the terminal.
/// Returns the descriptor from which signal numbers can be read, one byte each; -1 on failure.
int cncurses_guard_open(int input, int output, const char *leave, size_t length);
/// Sets raw mode and keeps standard error's messages until the terminal is restored; returns 0 or errno.
int cncurses_guard_take(void);
/// Restores the terminal, once per `take`. Safe in signal handlers and on any thread.
///
/// `discards`: whether to discard unread input.
void cncurses_guard_give_back(int discards);
/// Stops the process like Ctrl-Z does; returns when it continues, or at once if nothing could continue it.
void cncurses_guard_stop(void);
/// Sends the signal of Ctrl-Z to the process group.
void cncurses_stop_group(void);
/// Wakes the descriptor's reader by sending it the number 0. Safe on any thread.
void cncurses_guard_wake(void);
/// Restores the terminal and stops handling signals.
void cncurses_guard_close(void);

/// Writes all bytes; returns 0, or -1 if the terminal is gone.
int cncurses_write(int descriptor, const uint8_t *bytes, size_t length);
/// Gets the terminal's size; returns 0, or -1 if it is unknown.
int cncurses_size(int descriptor, int *columns, int *rows);

#pragma clang assume_nonnull end

#endif

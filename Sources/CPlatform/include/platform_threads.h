#pragma once

// Threads, and locks on which threads wait for each other.

#include <stdbool.h>

/// A thread that does one thing and ends.
typedef struct bgp_thread bgp_thread;

/// Starts a thread; NULL if the system has none available. It must be joined or detached, once.
bgp_thread *bgp_thread_start(void (*body)(void *), void *context);

/// Waits until a thread has ended.
void bgp_thread_join(bgp_thread *thread);

/// Detaches a thread, so that no one has to wait for it.
void bgp_thread_detach(bgp_thread *thread);

/// Lowers the calling thread's priority in favor of others.
void bgp_thread_lower_priority(void);

/// A lock with a condition to wait for.
typedef struct bgp_lock bgp_lock;

bgp_lock *bgp_lock_create(void);
void bgp_lock_destroy(bgp_lock *lock);
void bgp_lock_take(bgp_lock *lock);
void bgp_lock_release(bgp_lock *lock);

/// Releases the lock until another thread signals, and locks it again. May return without a signal.
void bgp_lock_wait(bgp_lock *lock);

/// Like ``bgp_lock_wait``, but for at most this many milliseconds. False if the time is over.
bool bgp_lock_wait_at_most(bgp_lock *lock, int milliseconds);

/// Wakes all waiting threads.
void bgp_lock_signal(bgp_lock *lock);

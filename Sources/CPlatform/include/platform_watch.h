#pragma once

// Notifications when a file may have changed.

/// A file that is being watched, together with its folder: editors write a file in place or put another in its place.
typedef struct bgp_watch bgp_watch;

/// Watches a file, which may not exist yet; NULL if the system provides no notifications.
bgp_watch *bgp_watch_open(const char *path);

/// A descriptor that becomes readable when the file may have changed. It belongs to the watch.
int bgp_watch_descriptor(const bgp_watch *watch);

/// Discards the notifications received so far.
void bgp_watch_take(bgp_watch *watch);

void bgp_watch_close(bgp_watch *watch);

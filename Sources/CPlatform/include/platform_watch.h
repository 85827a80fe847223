#pragma once

// Being told when a file may have changed.

/// A file that is being watched, together with its folder: editors write a file in place or put another in its place.
typedef struct bgp_watch bgp_watch;

/// Watches a file, which may be missing still; NULL where the system does not tell.
bgp_watch *bgp_watch_open(const char *path);

/// A descriptor that can be read when the file may have changed. It belongs to the watch.
int bgp_watch_descriptor(const bgp_watch *watch);

/// Forgets what was told until now.
void bgp_watch_take(bgp_watch *watch);

void bgp_watch_close(bgp_watch *watch);

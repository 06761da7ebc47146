/** Permissions for caches from outside, and the caches that there are. All types are immutable or thread-safe. */
@NullMarked
package io.keelson.cache.access;

import org.jspecify.annotations.NullMarked;

/** Who may do what with caches from outside, and which caches there are. All types are immutable or thread-safe. */
@NullMarked
package io.keelson.cache.access;

import org.jspecify.annotations.NullMarked;

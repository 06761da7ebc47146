/**
 * A cache by memcached's text protocol, on channels that name {@code memcached}. {@link io.keelson.cache.memcached.CommandParser} reads
 * commands, {@link io.keelson.cache.memcached.Commands} carries them out, {@link io.keelson.cache.memcached.MemcachedConnection} keeps
 * their order. A connection belongs to its event loop, which nothing of this blocks.
 */
@NullMarked
package io.keelson.cache.memcached;

import org.jspecify.annotations.NullMarked;

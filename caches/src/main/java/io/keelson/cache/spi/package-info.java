/**
 * Seam to the library that keeps the entries, which is in the part {@code infinispan}. All types are immutable or
 * thread-safe.
 */
@NullMarked
package io.keelson.cache.spi;

import org.jspecify.annotations.NullMarked;

/** The configuration records of caches. Immutable. */
@NullMarked
package io.keelson.cache.config;

import org.jspecify.annotations.NullMarked;

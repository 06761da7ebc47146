/** The caches by REST, as an Infinispan server has them at {@code /rest/v2/caches}. All types are thread-safe. */
@NullMarked
package io.keelson.cache.rest;

import org.jspecify.annotations.NullMarked;

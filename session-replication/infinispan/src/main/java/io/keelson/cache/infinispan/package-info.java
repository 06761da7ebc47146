/**
 * Infinispan as the keeper of the domain's caches, and its server for Hot Rod: in the part {@code infinispan}, which is opened by the
 * first cache. See docs/design/caches.md. All classes are thread-safe.
 */
@NullMarked
package io.keelson.cache.infinispan;

import org.jspecify.annotations.NullMarked;

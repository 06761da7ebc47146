/**
 * The caches of a domain: for applications under {@code cache/NAME}, for clients over Hot Rod, memcached's protocol and REST, and for
 * management. The entries are kept by the part {@code infinispan}, which is opened by the first cache. See docs/design/caches.md. All
 * classes are thread-safe unless they say otherwise.
 */
@NullMarked
package io.keelson.cache;

import org.jspecify.annotations.NullMarked;

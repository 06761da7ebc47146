/**
 * JCache (JSR 107, version 1.1) for applications: the caches of the domain, and local caches that an application makes for itself. Local
 * caches and managers belong to the class loader of an application and are closed with it. Everything here is thread-safe unless it says
 * otherwise. See docs/design/jcache.md.
 */
@NullMarked
package io.keelson.ee.jcache;

import org.jspecify.annotations.NullMarked;

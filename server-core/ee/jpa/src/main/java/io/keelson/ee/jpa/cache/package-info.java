/**
 * The second-level cache of units whose provider is the server's Hibernate: regions in the server's own memory, bounded by their number
 * of entries. See docs/adr/0013-second-level-cache.md.
 */
@NullMarked
package io.keelson.ee.jpa.cache;

import org.jspecify.annotations.NullMarked;

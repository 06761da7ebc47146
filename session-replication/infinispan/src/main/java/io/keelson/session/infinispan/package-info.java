/**
 * Sessions on a grid that the servers of a cluster have among themselves: the part {@code infinispan}, which is opened by the first
 * application whose {@code persistent-store-type} is {@code cache} in a domain that names no other grid. See
 * docs/design/session-grids.md. All classes are thread-safe.
 */
@NullMarked
package io.keelson.session.infinispan;

import org.jspecify.annotations.NullMarked;

/**
 * Objects with a copy on another server of the cluster: {@link io.keelson.kernel.spi.replica.ReplicatedObjects}. The engine is that of
 * sessions. See docs/design/session-replication.md.
 */
@NullMarked
package io.keelson.kernel.spi.replica;

import org.jspecify.annotations.NullMarked;

/**
 * Leases: which server owns a name. See docs/design/leases.md for what is promised and why it holds.
 *
 * <p>{@link io.keelson.cluster.lease.LeaseTable} is what every voter agrees on; it knows no time.
 * {@link io.keelson.cluster.lease.LeaseMachine} is one server's part in it, as owner and as leader: a pure
 * {@code step(event, now)}. {@link io.keelson.cluster.lease.LeaseNode} gives it a thread, a link and a log.
 *
 * <p>All state of a node belongs to its {@link io.keelson.cluster.io.Scheduler}'s thread; what other threads read
 * ({@link io.keelson.kernel.spi.lease.Lease#stillMine()}) is immutable and published by a volatile write.
 */
@NullMarked
package io.keelson.cluster.lease;

import org.jspecify.annotations.NullMarked;

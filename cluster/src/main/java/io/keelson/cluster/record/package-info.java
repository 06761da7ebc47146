/**
 * Tables of small records in the log of the leases. {@link io.keelson.cluster.record.RecordState} is what the voters agree on: pure,
 * without a clock. {@link io.keelson.cluster.record.RecordNode} is one server's part: it finds the leader and asks again. All state
 * belongs to the thread of the leases. See docs/design/leases.md.
 */
@NullMarked
package io.keelson.cluster.record;

import org.jspecify.annotations.NullMarked;

/**
 * Small records that a cluster keeps without a database: {@link io.keelson.kernel.spi.record.ClusterRecords}. Rows of timers are their
 * first user. See docs/design/leases.md.
 */
@NullMarked
package io.keelson.kernel.spi.record;

import org.jspecify.annotations.NullMarked;

/**
 * Leases: names that one server of the cluster owns at a time, {@link io.keelson.kernel.spi.lease.LeaseService}. See
 * docs/design/leases.md.
 */
@NullMarked
package io.keelson.kernel.spi.lease;

import org.jspecify.annotations.NullMarked;

/**
 * Interfaces between rooms that may not know each other: one of them implements an interface of this package, the other uses it. The
 * javadoc of each interface numbers what an implementation MUST do; its contract test holds it to that. They lie in packages by what they
 * are about: leases, membership, records, replicated objects, resources, sessions, singletons, transactions and health.
 */
@NullMarked
package io.keelson.kernel.spi;

import org.jspecify.annotations.NullMarked;

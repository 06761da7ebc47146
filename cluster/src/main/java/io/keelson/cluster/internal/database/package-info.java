/**
 * Leases by rows of a database ({@code migration-basis: database}): the same commands, decided by compare-and-set on a row.
 * No clock of the database is asked. JDBC blocks, so it has a thread of its own.
 */
@NullMarked
package io.keelson.cluster.internal.database;

import org.jspecify.annotations.NullMarked;

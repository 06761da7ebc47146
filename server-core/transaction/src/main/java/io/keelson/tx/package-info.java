/**
 * Transactions (Jakarta Transactions 2.0). {@link io.keelson.tx.TransactionSubsystemFactory} makes the subsystem; other rooms use
 * {@link io.keelson.kernel.spi.transaction.TransactionControl}, applications {@code jakarta.transaction}. A transaction belongs to the
 * thread
 * that it is associated with; its time-out comes on the thread {@code keelson.tx: time-outs}. See docs/design/transactions.md.
 */
@NullMarked
package io.keelson.tx;

import org.jspecify.annotations.NullMarked;

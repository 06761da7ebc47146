package io.keelson.kernel.spi.transaction;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tells whose a transaction is. Immutable.
 *
 * @param id of the transaction
 * @param application that began it; null: the server itself
 * @param since when it began
 * @param thread on which it began
 */
public record TransactionOwner(TransactionId id, @Nullable String application, Instant since, String thread) {}

/**
 * The seam of transactions: {@link io.keelson.kernel.spi.transaction.TransactionControl} is what servlets, remote calls, beans, data
 * sources and message stores use. Applications see {@code jakarta.transaction} only. See docs/design/transactions.md.
 */
@NullMarked
package io.keelson.kernel.spi.transaction;

import org.jspecify.annotations.NullMarked;

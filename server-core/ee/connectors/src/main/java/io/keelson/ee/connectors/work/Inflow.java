package io.keelson.ee.connectors.work;

import io.keelson.kernel.spi.transaction.ImportedTransactions;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.security.Realm;

/**
 * What the contexts of an adapter's work need of the server. Immutable.
 *
 * @param realm users of security contexts
 * @param mappings users of the server for those of the system behind the adapter
 * @param transactions those of the calling thread
 * @param imported those that come with work
 */
public record Inflow(
        Realm realm, CallerMappings mappings, TransactionControl transactions, ImportedTransactions imported) {}

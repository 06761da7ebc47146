package io.keelson.ee.connectors.work;

import io.keelson.kernel.spi.transaction.ImportedTransactions;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.security.Realm;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Services of the server that the contexts of an adapter's work need. Immutable.
 *
 * @param realm users of security contexts
 * @param mappings users of the server for those of the system behind the adapter
 * @param transactions those of the calling thread
 * @param imported those that come with work
 * @param unmapped takes users who are mapped to none of the server's
 */
public record Inflow(
        Realm realm,
        CallerMappings mappings,
        TransactionControl transactions,
        ImportedTransactions imported,
        Consumer<String> unmapped) {
    private static final int MOST_SAID = 1000;

    /** Makes that of an adapter, which says each user in the log once. */
    public static Inflow of(
            String adapter,
            Realm realm,
            CallerMappings mappings,
            TransactionControl transactions,
            ImportedTransactions imported) {
        Set<String> said = ConcurrentHashMap.newKeySet();
        return new Inflow(realm, mappings, transactions, imported, user -> {
            if (said.size() < MOST_SAID && said.add(user)) {
                WorkLog.LOG.unmapped(user, adapter);
            }
        });
    }
}

package io.keelson.ee.connectors;

import io.keelson.base.time.Ticker;
import io.keelson.component.spi.MessageInflows;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.resource.AdapterLogins;
import io.keelson.kernel.spi.transaction.ImportedTransactions;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.security.Realm;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** The services of the server that adapters use. Immutable. */
record ConnectorServices(
        Naming naming,
        TransactionControl transactions,
        ImportedTransactions imported,
        TransactionSynchronizationRegistry registry,
        MessageInflows inflows,
        DomainLibrary library,
        AdapterLogins logins,
        Realm realm,
        Ticker ticker) {}

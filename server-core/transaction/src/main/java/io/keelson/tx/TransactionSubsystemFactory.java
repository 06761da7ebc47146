package io.keelson.tx;

import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.subsystem.SubsystemFactory;
import io.keelson.kernel.spi.transaction.ImportedTransactions;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.kernel.spi.transaction.TransactionPropagation;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.util.Set;

/** Makes the transactions of a server. See docs/design/transactions.md. */
public final class TransactionSubsystemFactory implements SubsystemFactory {
    @Override
    public String name() {
        return "transactions";
    }

    @Override
    public Set<Class<?>> provides() {
        return Set.of(
                ImportedTransactions.class,
                OwnedLog.class,
                TransactionAdministration.class,
                TransactionControl.class,
                TransactionManager.class,
                TransactionPropagation.class,
                TransactionSynchronizationRegistry.class,
                UserTransaction.class);
    }

    @Override
    public Subsystem create(Services services) {
        return new TransactionSubsystem(services);
    }
}

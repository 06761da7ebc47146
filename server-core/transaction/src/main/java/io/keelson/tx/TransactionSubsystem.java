package io.keelson.tx;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.Services;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.resource.ServerConnections;
import io.keelson.kernel.spi.transaction.ImportedTransactions;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.kernel.spi.transaction.TransactionPropagation;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import javax.naming.Context;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a server. Its log is opened by the first transaction that has branches, or at the start where there is one.
 * The kernel calls one method at a time.
 */
final class TransactionSubsystem implements Subsystem {
    private static final String LOG_FILE = "decisions.log";
    private static final String HEURISTICS_FILE = "heuristic-outcomes";

    private final Services services;
    private final AtomicReference<@Nullable ServerConnections> connections = new AtomicReference<>();
    private final ServerLog log;
    private final Function<String, LogPlace> places;
    private final Transactions transactions;
    private final Recovery recovery;
    private final RecoverySchedule schedule;
    private final Imports imports;
    private final Propagation propagation;
    private volatile TransactionSettings settings;
    private @Nullable TransactionSettings prepared;

    TransactionSubsystem(Services services) {
        this.services = services;
        this.settings = services.get(Configuration.class).get(TransactionSettings.class);
        ServerIdentity server = services.get(ServerIdentity.class);
        Path file = server.directory().resolve("transactions").resolve(LOG_FILE);
        Optional<JdbcLogSettings> inDatabase = settings.database();
        if (inDatabase.isPresent()) {
            JdbcLogs logs =
                    new JdbcLogs(server.domainName(), inDatabase.get(), () -> Optional.ofNullable(connections.get()));
            this.places = logs::of;
            this.log = new ServerLog(server.name(), logs.own(server.name(), file));
        } else {
            this.places = name -> LogPlace.file(server.domain()
                    .resolve("servers")
                    .resolve(name)
                    .resolve("transactions")
                    .resolve(LOG_FILE));
            this.log = new ServerLog(server.name(), LogPlace.file(file));
        }
        Ticker ticker = services.get(Ticker.class);
        this.transactions = new Transactions(
                ticker,
                log::ids,
                log::decisions,
                () -> settings.timeout(),
                new Heuristics(ticker, file.resolveSibling(HEURISTICS_FILE)),
                TransactionSubsystem::apart);
        this.recovery = new Recovery(log::existing, transactions::runs, transactions.heuristics());
        this.schedule = new RecoverySchedule(recovery, log::exists);
        log.leased(() -> {}); // until its owner says more
        this.imports = new Imports(
                transactions,
                log::existing,
                () -> {
                    boolean unused = recovery.pass();
                },
                schedule::passSoon);
        OwnName own = new OwnName(server.name(), server.domainName());
        this.propagation = new Propagation(
                own,
                transactions,
                imports,
                link -> new OtherServers(own, link, schedule::add),
                () -> settings.betweenServers() == TransactionSettings.BetweenServers.JOIN,
                schedule::passSoon,
                Propagation.looks());
        recovery.onKeptServers(propagation::recoverKept);
        log.onOpen(opened -> {
            propagation.opened(opened);
            schedule.passSoon();
        });
        transactions.onUnfinished(schedule::passSoon);
    }

    private static void apart(Runnable end) {
        Threads.daemon("keelson.tx: end of a late transaction", end).start();
    }

    @Override
    public void start() throws NamingException {
        JtaTransactionManager manager = new JtaTransactionManager(transactions);
        UserTransaction user = new JtaUserTransaction(manager);
        TransactionSynchronizationRegistry registry = new JtaSynchronizationRegistry(transactions);
        services.publish(TransactionControl.class, new ServerTransactionControl(transactions, schedule::add));
        OwnedLog owned = new OwnedLog(
                log,
                places,
                connections::set,
                () -> settings.transactionRecovery() == TransactionSettings.MemberRecoveryMode.AUTOMATIC,
                this::recoveryBy,
                schedule::passSoon,
                this::close,
                new AtomicReference<>());
        services.publish(OwnedLog.class, owned);
        services.publish(ImportedTransactions.class, imports);
        services.publish(TransactionPropagation.class, propagation);
        services.publish(TransactionAdministration.class, new TransactionAdministration(transactions, recovery, owned));
        services.publish(TransactionManager.class, manager);
        services.publish(UserTransaction.class, user);
        services.publish(TransactionSynchronizationRegistry.class, registry);
        Naming naming = services.get(Naming.class);
        naming.addDefault("UserTransaction", user);
        naming.addDefault("TransactionSynchronizationRegistry", registry);
        Context names = naming.context();
        names.bind("jakarta.transaction.UserTransaction", user);
        names.bind("jakarta.transaction.TransactionManager", manager);
        names.bind("jakarta.transaction.TransactionSynchronizationRegistry", registry);
        services.get(RuntimeState.class).add("transactions", TransactionsRuntime.class, () -> List.of(runtime()));
        services.get(RuntimeState.class).add("in-doubt-transactions", InDoubtRuntime.class, this::inDoubt);
        services.get(RuntimeState.class).add("heuristic-outcomes", HeuristicRuntime.class, this::heuristics);
        services.get(RuntimeState.class)
                .add("running-transactions", TransactionRuntime.class, () -> TransactionRuntime.of(transactions));
    }

    private Recovery recoveryBy(FileDecisions taken) {
        propagation.opened(taken);
        return recovery.by(taken);
    }

    private List<InDoubtRuntime> inDoubt() {
        return recovery.inDoubt().stream().map(InDoubtRuntime::of).toList();
    }

    private List<HeuristicRuntime> heuristics() {
        return transactions.heuristics().all().stream()
                .map(HeuristicRuntime::of)
                .toList();
    }

    private TransactionsRuntime runtime() {
        TransactionCounts counts = transactions.counts();
        return new TransactionsRuntime(
                transactions.running().size(),
                counts.committed(),
                counts.rolledBack(),
                counts.failed(),
                counts.byOperator(),
                counts.timedOutCount(),
                counts.forgottenCount(),
                counts.heuristic(),
                counts.inDoubt(),
                recovery.inDoubt().size(),
                recovery.foreign().size(),
                counts.prepareTimes(),
                counts.commitTimes(),
                recovery.passes(),
                log.haltedReason());
    }

    @Override
    public void stop(Deadline deadline) {
        close();
    }

    private void close() {
        propagation.close();
        schedule.close();
        transactions.close();
        log.close();
    }

    @Override
    public void prepare(Configuration next) {
        prepared = next.get(TransactionSettings.class);
    }

    @Override
    public void commit() {
        TransactionSettings next = prepared;
        prepared = null;
        if (next != null) {
            settings = next;
        }
    }

    @Override
    public void rollback() {
        prepared = null;
    }
}

package io.keelson.tx;

import io.keelson.kernel.management.FeatureOperation.RefusedException;
import io.keelson.kernel.management.FeatureOperation.RefusedException.Reason;
import io.keelson.kernel.spi.transaction.RecoverableResource;
import io.keelson.kernel.spi.transaction.TransactionId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Resolves what is in doubt. One pass asks every resource; passes come one after the other, under one lock. What the log says is decided is
 * followed; what it does not say is rolled back once it is certain that no last resource has decided it; everything else is left alone and
 * said. An error of one resource decides nothing in another.
 */
final class Recovery {
    private final Supplier<@Nullable FileDecisions> log;
    private final LongPredicate running;
    private final Heuristics heuristics;
    private final List<RecoverableResource> resources;
    private final boolean tellsForeign;
    private final Set<Object> said = ConcurrentHashMap.newKeySet();
    private final ReentrantLock passing = new ReentrantLock();
    private volatile RecoveryPass.KeptServers keptServers = (log, names, all) -> {};
    private Set<RecoveryPass.Foreign> foreignBefore = Set.of();
    private volatile List<InDoubt> inDoubt = List.of();
    private volatile List<InDoubt> foreign = List.of();
    private volatile long passes;

    /**
     * A branch that is not resolved.
     *
     * @param transaction it belongs to
     * @param resource that holds it
     * @param decision what is known
     * @param reason why it is not resolved
     */
    record InDoubt(TransactionId transaction, String resource, String decision, String reason) {}

    /**
     * Recovery by one log.
     *
     * @param log null where there is none, so that no branch can be of it
     * @param running tells which transactions of the log's present epoch run
     */
    Recovery(Supplier<@Nullable FileDecisions> log, LongPredicate running, Heuristics heuristics) {
        this(log, running, heuristics, new CopyOnWriteArrayList<>(), true);
    }

    private Recovery(
            Supplier<@Nullable FileDecisions> log,
            LongPredicate running,
            Heuristics heuristics,
            List<RecoverableResource> resources,
            boolean tellsForeign) {
        this.resources = resources;
        this.tellsForeign = tellsForeign;
        this.log = log;
        this.running = running;
        this.heuristics = heuristics;
    }

    /** Returns the recovery by the log of a server that is gone, with the same resources. */
    Recovery by(FileDecisions taken) {
        Recovery by = new Recovery(() -> taken, number -> false, heuristics, resources, false);
        by.onKeptServers(keptServers);
        return by;
    }

    /** Says what is told which servers decisions of last resources wait for. */
    void onKeptServers(RecoveryPass.KeptServers told) {
        keptServers = told;
    }

    void add(RecoverableResource resource) {
        resources.add(resource);
    }

    void remove(RecoverableResource resource) {
        resources.remove(resource);
    }

    List<InDoubt> inDoubt() {
        return inDoubt;
    }

    /** Returns the branches of other logs that two passes one after the other have met. */
    List<InDoubt> foreign() {
        return foreign;
    }

    long passes() {
        return passes;
    }

    /** Asks all resources once. Returns true if all have answered and nothing is in doubt any more. */
    boolean pass() {
        passing.lock();
        try (RecoveryPass pass = begin()) {
            pass.run();
            if (tellsForeign) {
                foreign = pass.foreignSince(foreignBefore);
                foreignBefore = pass.foreign();
            }
            inDoubt = pass.unresolved();
            passes++;
            return inDoubt.isEmpty() && pass.isComplete();
        } finally {
            passing.unlock();
        }
    }

    private RecoveryPass begin() {
        return new RecoveryPass(resources, log.get(), running, heuristics, said, keptServers);
    }

    /**
     * Has an operator decide a transaction that is in doubt. A commit by this server's log is written there first, so that resources which
     * are away follow it later.
     *
     * @param otherLog true where the operator knows that the log of the transaction is lost
     * @return the resources that have followed
     * @throws RefusedException where there is no such branch, or the decision is known and another one
     */
    List<String> decide(TransactionId id, boolean commit, boolean otherLog, String operator) throws RefusedException {
        passing.lock();
        try (RecoveryPass pass = begin()) {
            return pass.decide(id, commit, otherLog, operator);
        } finally {
            passing.unlock();
        }
    }

    /**
     * Has a decision to commit wait no more for a resource that never comes back.
     *
     * @throws RefusedException where no such decision waits for the resource
     */
    void giveUp(TransactionId id, String resource, String operator) throws RefusedException {
        if (resources.stream().anyMatch(each -> each.name().equals(resource)) && !isAway(id, resource)) {
            throw new RefusedException(
                    Reason.CONFLICT,
                    "The transaction " + id + " does not wait for " + resource
                            + ", or the resource is there and follows with the next pass of recovery");
        }
        passing.lock();
        try (RecoveryPass pass = begin()) {
            pass.giveUp(id, resource, operator);
        } finally {
            passing.unlock();
        }
    }

    /**
     * Has a resource drop what it remembers of a heuristic outcome.
     *
     * @throws RefusedException where the resource cannot be asked
     */
    void forget(String resource, BranchXid branch) throws RefusedException {
        passing.lock();
        try (RecoveryPass pass = begin()) {
            pass.forget(resource, branch);
        } finally {
            passing.unlock();
        }
    }

    private boolean isAway(TransactionId id, String resource) {
        return inDoubt.stream()
                .anyMatch(
                        each -> each.transaction().equals(id) && each.resource().equals(resource));
    }
}

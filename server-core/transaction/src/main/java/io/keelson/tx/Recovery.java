package io.keelson.tx;

import io.keelson.kernel.spi.transaction.CommitDecision;
import io.keelson.kernel.spi.transaction.RecoverableResource;
import io.keelson.kernel.spi.transaction.RecoverableResource.Session;
import io.keelson.kernel.spi.transaction.TransactionId;
import io.keelson.tx.Decisions.Decision;
import io.keelson.tx.Decisions.Prepared;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * Resolves what is in doubt. One pass asks every resource; passes come one after the other, on one thread. What the server that has the log
 * decided is followed; what it did not decide is rolled back once it is certain that no last resource has decided it; everything else is
 * left
 * alone and said. An error of one resource decides nothing in another.
 */
final class Recovery {
    private final Supplier<@Nullable FileDecisions> log;
    private final Transactions transactions;
    private final List<RecoverableResource> resources = new CopyOnWriteArrayList<>();
    private final Set<Object> said = ConcurrentHashMap.newKeySet();
    private volatile List<InDoubt> inDoubt = List.of();
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
     * Recovery of one server.
     *
     * @param log null where the server has none, so that nothing of it can be in doubt
     */
    Recovery(Supplier<@Nullable FileDecisions> log, Transactions transactions) {
        this.log = log;
        this.transactions = transactions;
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

    long passes() {
        return passes;
    }

    /** Asks all resources once. Returns true if nothing is in doubt any more, as far as could be seen. */
    boolean pass() {
        FileDecisions decisions = log.get();
        if (decisions == null) {
            return true;
        }
        Pass pass = new Pass(decisions);
        try {
            pass.run();
        } finally {
            pass.close();
        }
        inDoubt = List.copyOf(pass.unresolved);
        passes++;
        return inDoubt.isEmpty();
    }

    /** One pass. */
    private final class Pass {
        private final FileDecisions decisions;
        private final Map<String, Session> sessions = new HashMap<>();
        private final Map<String, List<BranchXid>> listed = new HashMap<>();
        private final Map<TransactionId, CommitDecision> kept = new HashMap<>();
        private final Map<TransactionId, Session> keepers = new HashMap<>();
        private final Set<String> readable = new HashSet<>();
        private final List<InDoubt> unresolved = new ArrayList<>();
        private final Set<TransactionId> logged = new HashSet<>();

        Pass(FileDecisions decisions) {
            this.decisions = decisions;
        }

        void run() {
            // Branches first: a transaction whose branches were listed and which does not run any more is decided.
            resources.forEach(this::list);
            List<Decision> open = decisions.open();
            open.forEach(each -> logged.add(each.id()));
            listed.forEach((name, branches) -> branches.forEach(each -> resolve(name, each)));
            open.forEach(this::finish);
            kept.values().forEach(this::finish);
        }

        private void list(RecoverableResource resource) {
            if (resource.keepsDecisions() && !decisions.lastResources().contains(resource.name())) {
                return; // it has never decided anything for this server
            }
            try {
                Session session = resource.open();
                sessions.put(resource.name(), session);
                XAResource xa = session.branches();
                if (xa != null) {
                    listed.put(resource.name(), ours(xa.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN)));
                }
                if (resource.keepsDecisions()) {
                    for (CommitDecision each : session.decided()) {
                        kept.put(each.id(), each);
                        keepers.put(each.id(), session);
                    }
                    readable.add(resource.name());
                }
                boolean unused = said.remove(resource.name());
            } catch (Exception | LinkageError e) { // a driver may throw anything
                if (said.add(resource.name())) {
                    String reason = e instanceof XAException xa ? XaErrors.text(xa) : String.valueOf(e.getMessage());
                    TransactionLog.LOG.resourceAway(resource.name(), reason);
                }
            }
        }

        private static List<BranchXid> ours(Xid @Nullable [] all) {
            List<BranchXid> ours = new ArrayList<>();
            if (all != null) {
                for (Xid each : all) {
                    BranchXid branch = BranchXid.of(each);
                    if (branch != null) {
                        ours.add(branch);
                    }
                }
            }
            return ours;
        }

        private void resolve(String resource, BranchXid branch) {
            TransactionId id = branch.transaction();
            TransactionIds.Parts parts = TransactionIds.Parts.of(id);
            if (parts == null || !parts.log().equals(decisions.log())) {
                foreign(resource, id, parts == null ? "?" : parts.server());
            } else if (parts.epoch() == decisions.epoch() && transactions.runs(parts.number())) {
                TransactionLog.LOG.tracef("%s runs", id);
            } else if (logged.contains(id) || kept.containsKey(id)) {
                follow(resource, branch, true);
            } else {
                undecided(resource, branch);
            }
        }

        private void foreign(String resource, TransactionId id, String server) {
            if (said.add(List.of(resource, id))) {
                TransactionLog.LOG.foreign(resource, id.toString(), server);
            }
        }

        /** Rolls back what nobody has decided, once it is certain that nobody has. */
        private void undecided(String resource, BranchXid branch) {
            TransactionId id = branch.transaction();
            Set<String> last = decisions.lastResources();
            if (decisions.halted() != null) {
                unresolved.add(new InDoubt(id, resource, "unknown", "the log takes no decisions any more"));
                return;
            }
            if (!readable.containsAll(last)) {
                unresolved.add(new InDoubt(id, resource, "unknown", "one of " + last + " cannot be asked"));
                if (said.add(List.of(resource, id))) {
                    TransactionLog.LOG.undecidable(id.toString(), resource, last.toString());
                }
                return;
            }
            try {
                for (String each : last) {
                    Session session = sessions.get(each);
                    if (session == null || !session.refuse(id)) {
                        unresolved.add(new InDoubt(id, resource, "commit", "its decision has just been found"));
                        return;
                    }
                }
            } catch (Exception e) {
                unresolved.add(new InDoubt(id, resource, "unknown", String.valueOf(e.getMessage())));
                return;
            }
            follow(resource, branch, false);
        }

        private void follow(String resource, BranchXid branch, boolean commit) {
            Session session = sessions.get(resource);
            XAResource xa = session == null ? null : session.branches();
            if (xa == null) {
                return;
            }
            TransactionId id = branch.transaction();
            try {
                if (commit) {
                    xa.commit(branch, false);
                } else {
                    xa.rollback(branch);
                }
                done(resource, branch, commit);
            } catch (XAException e) {
                switch (commit ? XaErrors.ofCommit(e) : XaErrors.ofRollback(e)) {
                    case DONE -> done(resource, branch, commit);
                    case AGAIN ->
                        unresolved.add(new InDoubt(id, resource, commit ? "commit" : "rollback", XaErrors.text(e)));
                    case DEVIATED -> deviated(resource, branch, e);
                }
            } catch (RuntimeException e) { // a driver may throw anything
                unresolved.add(new InDoubt(id, resource, commit ? "commit" : "rollback", String.valueOf(e)));
            }
        }

        private void done(String resource, BranchXid branch, boolean commit) {
            TransactionLog.LOG.recovered(
                    commit ? "committed" : "rolled back",
                    branch.toString(),
                    branch.transaction().toString(),
                    resource);
        }

        private void deviated(String resource, BranchXid branch, XAException e) {
            if (said.add(branch)) {
                TransactionLog.LOG.heuristic(branch.transaction().toString(), resource, XaErrors.text(e));
                transactions.heuristics().add(branch.transaction(), resource, branch, XaErrors.text(e));
            }
        }

        /** Drops a decision of the log that every resource has followed. */
        private void finish(Decision decision) {
            if (isRunning(decision.id())) {
                return;
            }
            List<String> waiting = decision.branches().stream()
                    .map(Prepared::resource)
                    .filter(each -> !hasFollowed(each, decision.id()))
                    .toList();
            if (waiting.isEmpty()) {
                decisions.over(decision.id());
            }
            waiting.forEach(each -> waits(decision.id(), each));
        }

        /** Drops a decision of a last resource that every resource has followed. */
        private void finish(CommitDecision decision) {
            TransactionIds.Parts parts = TransactionIds.Parts.of(decision.id());
            if (parts == null || !parts.log().equals(decisions.log()) || isRunning(decision.id())) {
                return;
            }
            List<String> waiting = decision.resources().stream()
                    .filter(each -> !hasFollowed(each, decision.id()))
                    .toList();
            waiting.forEach(each -> waits(decision.id(), each));
            Session keeper = keepers.get(decision.id());
            if (waiting.isEmpty() && keeper != null) {
                try {
                    keeper.forget(List.of(decision.id()));
                } catch (Exception e) { // the next pass finds it again
                    TransactionLog.LOG.debugf(e, "the decision of %s stays", decision.id());
                }
            }
        }

        private boolean isRunning(TransactionId id) {
            TransactionIds.Parts parts = TransactionIds.Parts.of(id);
            return parts != null && parts.epoch() == decisions.epoch() && transactions.runs(parts.number());
        }

        private boolean hasFollowed(String resource, TransactionId id) {
            return listed.containsKey(resource)
                    && unresolved.stream()
                            .noneMatch(each -> each.transaction().equals(id)
                                    && each.resource().equals(resource));
        }

        private void waits(TransactionId id, String resource) {
            boolean known = unresolved.stream()
                    .anyMatch(each ->
                            each.transaction().equals(id) && each.resource().equals(resource));
            if (!known) {
                unresolved.add(new InDoubt(id, resource, "commit", "the resource cannot be asked"));
            }
        }

        void close() {
            sessions.forEach((name, session) -> {
                try {
                    session.close();
                } catch (Exception e) { // it is over for this pass
                    TransactionLog.LOG.debugf(e, "the end of recovery in %s", name);
                }
            });
        }
    }
}

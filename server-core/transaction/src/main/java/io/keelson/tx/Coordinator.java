package io.keelson.tx;

import io.keelson.kernel.spi.transaction.CommitDecision;
import io.keelson.kernel.spi.transaction.LocalResource;
import io.keelson.kernel.spi.transaction.TransactionId;
import io.keelson.tx.Branch.Local;
import io.keelson.tx.Branch.Xa;
import io.keelson.tx.Decisions.Awaiting;
import io.keelson.tx.Decisions.Decision;
import io.keelson.tx.Decisions.NotDecidedException;
import io.keelson.tx.Decisions.Prepared;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/**
 * Takes one transaction through its two phases (XA 2.3). Reads from top to bottom: one resource commits in one phase; several prepare, then
 * the decision is kept, then they commit. The decision is a record of the log, or the row of the last resource. Used by one thread.
 */
final class Coordinator {
    private final Supplier<TransactionId> id;
    private final Supplier<Decisions> decisions;
    private final Heuristics heuristics;
    private final IntConsumer status;
    private final Runnable unfinished;
    private final List<Xa> prepared = new ArrayList<>();
    private final List<Local> emulated = new ArrayList<>();
    private @Nullable Local last;

    /**
     * For one transaction.
     *
     * @param id made when it is needed
     * @param decisions opened when they are needed
     * @param status told of the phases
     * @param unfinished called where something is left to recovery
     */
    Coordinator(
            Supplier<TransactionId> id,
            Supplier<Decisions> decisions,
            Heuristics heuristics,
            IntConsumer status,
            Runnable unfinished) {
        this.id = id;
        this.decisions = decisions;
        this.heuristics = heuristics;
        this.status = status;
        this.unfinished = unfinished;
    }

    /** Commits what can be committed, else rolls back. */
    Outcome commit(List<Branch> branches) {
        if (branches.isEmpty()) {
            return new Outcome.Committed();
        }
        if (branches.size() == 1) {
            status.accept(Status.STATUS_COMMITTING);
            return onePhase(branches.get(0));
        }
        Throwable refused = prepare(branches);
        if (refused != null) {
            status.accept(Status.STATUS_ROLLING_BACK);
            rollback();
            return new Outcome.RolledBack(refused);
        }
        status.accept(Status.STATUS_PREPARED);
        return decide();
    }

    // ---- one phase -------------------------------------------------------------------------------------------------

    private Outcome onePhase(Branch branch) {
        return branch instanceof Xa xa ? onePhase(xa) : onePhase((Local) branch);
    }

    private Outcome onePhase(Xa branch) {
        try {
            branch.commit(true);
            return new Outcome.Committed();
        } catch (XAException e) {
            if (XaErrors.isRollback(e)
                    || e.errorCode == XAException.XAER_RMERR
                    || e.errorCode == XAException.XAER_NOTA) {
                return new Outcome.RolledBack(e);
            }
            return switch (e.errorCode) {
                case XAException.XA_HEURCOM -> {
                    forget(branch);
                    yield new Outcome.Committed();
                }
                case XAException.XA_HEURRB -> {
                    heuristic(branch, e);
                    yield new Outcome.HeuristicRollback(XaErrors.text(e));
                }
                default -> {
                    heuristic(branch, e);
                    yield new Outcome.Mixed(unknown(branch, XaErrors.text(e)), e);
                }
            };
        } catch (RuntimeException e) { // a driver may throw anything
            heuristic(branch, e);
            return new Outcome.Mixed(unknown(branch, String.valueOf(e)), e);
        }
    }

    private Outcome onePhase(Local branch) {
        try {
            branch.commit(null);
            return new Outcome.Committed();
        } catch (RollbackException e) {
            return new Outcome.RolledBack(e.getCause() == null ? e : e.getCause());
        } catch (Exception e) {
            heuristic(branch, e);
            return new Outcome.Mixed(unknown(branch, String.valueOf(e.getMessage())), e);
        }
    }

    private static String unknown(Branch branch, String reason) {
        return "nobody knows whether " + branch.resource() + " has committed: " + reason;
    }

    // ---- the first phase -------------------------------------------------------------------------------------------

    /** Returns why it cannot be committed; null where it can. What may have to be rolled back is known then. */
    @Nullable
    Throwable prepare(List<Branch> branches) {
        status.accept(Status.STATUS_PREPARING);
        Throwable refused = null;
        for (Branch each : branches) {
            if (each instanceof Local local) {
                add(local);
            } else if (refused == null) {
                refused = prepare((Xa) each);
            } else {
                prepared.add((Xa) each); // not asked any more, but to be rolled back
            }
        }
        return refused;
    }

    private void add(Local local) {
        if (local.local().role() == LocalResource.Role.LAST) {
            last = local;
        } else {
            emulated.add(local);
        }
    }

    private @Nullable Throwable prepare(Xa branch) {
        try {
            if (branch.prepare()) {
                prepared.add(branch);
            }
            return null;
        } catch (XAException e) {
            if (!XaErrors.isRollback(e)) {
                prepared.add(branch); // it may be prepared all the same
            }
            return e;
        } catch (RuntimeException e) { // a driver may throw anything
            prepared.add(branch);
            return e;
        }
    }

    // ---- a decision of another system -------------------------------------------------------------------------------

    /** Prepares, and keeps that another system decides. Returns why it was rolled back; null where it was not. */
    @Nullable
    Throwable prepareFor(SuperiorXid superior, List<Branch> branches) {
        Throwable refused = unpreparable(branches);
        if (refused != null) {
            status.accept(Status.STATUS_ROLLING_BACK);
            rollback(branches);
            return refused;
        }
        refused = prepare(branches);
        if (refused == null && !prepared.isEmpty()) {
            try {
                decisions.get().awaiting(new Awaiting(id.get(), superior, recorded()));
            } catch (IOException | RuntimeException e) { // a log that cannot be opened, too
                refused = e;
            }
        }
        if (refused != null) {
            status.accept(Status.STATUS_ROLLING_BACK);
            rollback();
            return refused;
        }
        status.accept(Status.STATUS_PREPARED);
        return null;
    }

    private static @Nullable Throwable unpreparable(List<Branch> branches) {
        for (Branch each : branches) {
            if (each instanceof Local local && local.local().role() != LocalResource.Role.EMULATED) {
                return new SystemException("resource " + each.resource()
                        + " cannot be prepared, which the system that began the transaction asks for; give it an XA"
                        + " driver and two-phase-commit");
            }
        }
        return null;
    }

    /** Returns true if nothing was changed, so that nothing has to be decided. */
    boolean hasOnlyRead() {
        return prepared.isEmpty() && emulated.isEmpty();
    }

    /** Commits what {@link #prepareFor} has prepared; the log has the decision already. */
    Outcome commitAsDecided() {
        return follow(null, !prepared.isEmpty(), 0);
    }

    private List<Prepared> recorded() {
        return prepared.stream()
                .map(each -> new Prepared(each.resource(), each.xid()))
                .toList();
    }

    // ---- the decision ----------------------------------------------------------------------------------------------

    private Outcome decide() {
        Local carrier = last;
        if (carrier != null) {
            return decideBy(carrier);
        }
        // A single branch that is left prepared needs no record: if it is not committed, nothing is.
        boolean logged = !prepared.isEmpty() && prepared.size() + emulated.size() > 1;
        if (logged) {
            Outcome undecided = log();
            if (undecided != null) {
                return undecided;
            }
        }
        return follow(null, logged, 0);
    }

    /** The last resource's own commit is the decision; where others wait for it, its row says so. */
    private Outcome decideBy(Local carrier) {
        boolean others = !prepared.isEmpty();
        try {
            if (others) {
                decisions.get().lastResource(carrier.resource());
            }
        } catch (IOException e) {
            status.accept(Status.STATUS_ROLLING_BACK);
            rollback();
            return new Outcome.RolledBack(e);
        }
        try {
            status.accept(Status.STATUS_COMMITTING);
            carrier.commit(others ? new CommitDecision(id.get(), OtherServers.kept(prepared)) : null);
        } catch (RollbackException e) {
            status.accept(Status.STATUS_ROLLING_BACK);
            last = null;
            rollback();
            return new Outcome.RolledBack(e.getCause() == null ? e : e.getCause());
        } catch (Exception e) {
            if (others) {
                unfinished.run();
                return new Outcome.InDoubt(
                        "nobody knows whether " + carrier.resource()
                                + " has committed with the decision; recovery looks for it there",
                        e);
            }
            heuristic(carrier, e);
            return new Outcome.Mixed(unknown(carrier, String.valueOf(e.getMessage())), e);
        }
        return follow(others ? carrier : null, false, 1);
    }

    private @Nullable Outcome log() {
        try {
            decisions.get().commit(new Decision(id.get(), recorded()));
            return null;
        } catch (NotDecidedException e) {
            status.accept(Status.STATUS_ROLLING_BACK);
            rollback();
            return new Outcome.RolledBack(e);
        } catch (IOException e) {
            return new Outcome.InDoubt(
                    "the decision could neither be written to the log nor taken back; recovery reads it at the next"
                            + " start",
                    e);
        }
    }

    // ---- the second phase ------------------------------------------------------------------------------------------

    /**
     * Commits what is prepared.
     *
     * @param carrier that keeps the decision; null where it does not
     * @param logged whether the log keeps the decision
     * @param committedBefore how many resources have committed already
     */
    private Outcome follow(@Nullable Local carrier, boolean logged, int committedBefore) {
        status.accept(Status.STATUS_COMMITTING);
        int committed = committedBefore;
        boolean all = true;
        List<String> deviations = new ArrayList<>();
        for (Xa each : prepared) {
            switch (commit(each, logged || carrier != null, deviations)) {
                case COMMITTED -> committed++;
                case LATER -> {
                    committed++;
                    all = false;
                }
                case DEVIATED -> {}
            }
        }
        for (Local each : emulated) {
            committed += commit(each, deviations) ? 1 : 0;
        }
        if (all) {
            over(carrier, logged);
        } else {
            unfinished.run();
        }
        if (deviations.isEmpty()) {
            return new Outcome.Committed();
        }
        String reason = String.join("; ", deviations);
        return committed == 0 ? new Outcome.HeuristicRollback(reason) : new Outcome.Mixed(reason, null);
    }

    private void over(@Nullable Local carrier, boolean logged) {
        if (logged) {
            decisions.get().over(id.get());
        }
        if (carrier != null) {
            carrier.local().over(id.get());
        }
    }

    private enum Followed {
        COMMITTED,
        /** The resource is away; recovery commits it. */
        LATER,
        DEVIATED
    }

    /** @param kept true where the decision outlives this server: who else resolves the branch then commits it too */
    private Followed commit(Xa branch, boolean kept, List<String> deviations) {
        try {
            branch.commit(false);
            return Followed.COMMITTED;
        } catch (XAException e) {
            boolean lost = !kept && e.errorCode == XAException.XAER_NOTA;
            switch (lost ? XaErrors.Answer.DEVIATED : XaErrors.ofCommit(e)) {
                case DONE -> {
                    if (e.errorCode == XAException.XA_HEURCOM) {
                        forget(branch);
                    }
                    return Followed.COMMITTED;
                }
                case AGAIN -> {
                    return later(branch, kept, XaErrors.text(e), e, deviations);
                }
                case DEVIATED -> {
                    heuristic(branch, e);
                    deviations.add(branch.resource() + ": " + XaErrors.text(e));
                    return Followed.DEVIATED;
                }
            }
            throw new IllegalStateException("unknown answer", e);
        } catch (RuntimeException e) { // a driver may throw anything; recovery asks it again
            TransactionLog.LOG.debugf(e, "commit of %s", branch.xid());
            return later(branch, kept, String.valueOf(e), e, deviations);
        }
    }

    /** Leaves a commit to recovery. That needs a record; the only branch that was left prepared had none until now. */
    private Followed later(Xa branch, boolean kept, String text, Exception e, List<String> deviations) {
        if (!kept) {
            try {
                decisions.get().commit(new Decision(id.get(), recorded()));
            } catch (IOException | RuntimeException full) { // recovery may roll it back
                heuristic(branch, e);
                deviations.add(unknown(branch, text + "; " + full.getMessage()));
                return Followed.DEVIATED;
            }
        }
        return Followed.LATER;
    }

    private boolean commit(Local branch, List<String> deviations) {
        try {
            branch.commit(null);
            return true;
        } catch (Exception e) {
            heuristic(branch, e);
            deviations.add(branch.resource() + " claimed to be prepared and failed: " + e.getMessage());
            return false;
        }
    }

    // ---- rollback --------------------------------------------------------------------------------------------------

    /** Rolls back what {@link #prepare} has met. */
    void rollback() {
        prepared.forEach(this::rollback);
        emulated.forEach(this::rollback);
        if (last != null) {
            rollback(last);
        }
    }

    /** Rolls back branches that were not asked to prepare. */
    void rollback(List<Branch> branches) {
        branches.forEach(this::rollback);
    }

    private void rollback(Branch branch) {
        try {
            branch.rollback();
        } catch (XAException e) {
            switch (XaErrors.ofRollback(e)) {
                case DONE -> {}
                case AGAIN -> {
                    TransactionLog.LOG.rollbackFailed(
                            branch.resource(), id.get().toString(), XaErrors.text(e));
                    unfinished.run();
                }
                case DEVIATED -> heuristic(branch, e);
            }
        } catch (Exception e) {
            TransactionLog.LOG.rollbackFailed(branch.resource(), id.get().toString(), String.valueOf(e.getMessage()));
        }
    }

    // ---- heuristic outcomes ----------------------------------------------------------------------------------------

    private void heuristic(Branch branch, Exception e) {
        String reason = e instanceof XAException xa ? XaErrors.text(xa) : String.valueOf(e.getMessage());
        TransactionLog.LOG.heuristic(id.get().toString(), branch.resource(), reason);
        heuristics.add(id.get(), branch.resource(), branch instanceof Xa xa ? xa.xid() : null, reason);
    }

    private static void forget(Xa branch) {
        try {
            branch.xa().forget(branch.xid());
        } catch (XAException e) {
            TransactionLog.LOG.debugf(e, "forget of %s", branch.xid());
        }
    }
}

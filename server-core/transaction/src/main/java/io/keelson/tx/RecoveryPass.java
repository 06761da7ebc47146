package io.keelson.tx;

import io.keelson.kernel.management.FeatureOperation.RefusedException;
import io.keelson.kernel.management.FeatureOperation.RefusedException.Reason;
import io.keelson.kernel.spi.transaction.CommitDecision;
import io.keelson.kernel.spi.transaction.RecoverableResource;
import io.keelson.kernel.spi.transaction.RecoverableResource.Session;
import io.keelson.kernel.spi.transaction.TransactionId;
import io.keelson.tx.Decisions.Awaiting;
import io.keelson.tx.Decisions.Decision;
import io.keelson.tx.Decisions.Prepared;
import io.keelson.tx.Recovery.InDoubt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/** One look at all resources, with a connection to each that is closed at its end. Used by one thread. */
final class RecoveryPass implements AutoCloseable {
    private static final String AWAITED = "it is prepared, and the system that began it has not decided it yet";

    private final List<RecoverableResource> resources;
    private final @Nullable FileDecisions decisions;
    private final LongPredicate running;
    private final Heuristics heuristics;
    private final Set<Object> said;
    private final KeptServers keptServers;
    private final Map<String, Session> sessions = new HashMap<>();
    private final Map<String, List<BranchXid>> listed = new HashMap<>();
    private final Map<String, Predicate<TransactionId>> since = new HashMap<>();
    private final Map<TransactionId, CommitDecision> kept = new HashMap<>();
    private final Map<TransactionId, Session> keepers = new HashMap<>();
    private final Map<TransactionId, List<String>> servers = new LinkedHashMap<>();
    private final Set<String> readable = new HashSet<>();
    private final List<InDoubt> unresolved = new ArrayList<>();
    private final Set<TransactionId> logged = new HashSet<>();
    private final Map<TransactionId, Awaiting> awaited = new LinkedHashMap<>();
    private final Set<Foreign> foreign = new LinkedHashSet<>();
    private boolean complete = true;

    /** Has servers asked that decisions of last resources wait for. */
    interface KeptServers {
        /**
         * Says which servers they are.
         *
         * @param log whose decisions they are
         * @param names as the last resources keep them
         * @param all false where a last resource could not be read: there may be more
         */
        void wait(FileDecisions log, Set<String> names, boolean all);
    }

    /** A branch of another log. */
    record Foreign(String resource, TransactionId id) {}

    /**
     * Begins a pass.
     *
     * @param decisions null where there is no log: every branch is another's then
     * @param running tells which transactions of the log's present epoch run
     * @param said what was said already, and is not said again
     * @param keptServers is told which servers decisions of last resources wait for
     */
    RecoveryPass(
            List<RecoverableResource> resources,
            @Nullable FileDecisions decisions,
            LongPredicate running,
            Heuristics heuristics,
            Set<Object> said,
            KeptServers keptServers) {
        this.resources = resources;
        this.decisions = decisions;
        this.running = running;
        this.heuristics = heuristics;
        this.said = said;
        this.keptServers = keptServers;
    }

    void run() {
        List<Decision> open = look();
        listed.forEach((name, branches) -> branches.forEach(each -> resolve(name, each)));
        open.forEach(this::finish);
        kept.values().forEach(this::finish);
        awaited.values().forEach(this::await);
        tellKeptServers();
    }

    /** Counts a prepared transaction as in doubt, also where the resource that has it cannot be asked here. */
    private void await(Awaiting prepared) {
        TransactionId id = prepared.id();
        boolean told = logged.contains(id)
                || unresolved.stream().anyMatch(each -> each.transaction().equals(id));
        if (!told && !isRunning(id)) {
            unresolved.add(new InDoubt(id, prepared.branches().get(0).resource(), "unknown", AWAITED));
        }
    }

    /** Lists the branches of all resources, then reads the log; returns its decisions. */
    private List<Decision> look() {
        // Branches first: a transaction whose branches were listed and which does not run any more is decided.
        resources.forEach(this::list);
        resources.forEach(this::read);
        FileDecisions ours = decisions;
        if (ours == null) {
            return List.of();
        }
        FileDecisions.Kept now = ours.kept();
        now.open().forEach(each -> logged.add(each.id()));
        now.awaiting().forEach(each -> awaited.put(each.id(), each));
        return now.open();
    }

    /** Returns true if every resource has answered. */
    boolean isComplete() {
        return complete;
    }

    List<InDoubt> unresolved() {
        return List.copyOf(unresolved);
    }

    Set<Foreign> foreign() {
        return Set.copyOf(foreign);
    }

    /** Returns those of other logs that an earlier pass has met too, and says them: another server may have been about to decide. */
    List<InDoubt> foreignSince(Set<Foreign> earlier) {
        List<InDoubt> stays = new ArrayList<>();
        for (Foreign each : foreign) {
            if (earlier.contains(each)) {
                TransactionIds.Parts parts = TransactionIds.Parts.of(each.id());
                String server = parts == null ? "?" : parts.server();
                if (said.add(each)) {
                    TransactionLog.LOG.foreign(each.resource(), each.id().toString(), server);
                }
                stays.add(new InDoubt(each.id(), each.resource(), "unknown", "it is of a log of server " + server));
            }
        }
        return stays;
    }

    private void list(RecoverableResource resource) {
        FileDecisions ours = decisions;
        if (resource.keepsDecisions() && (ours == null || !ours.lastResources().contains(resource.name()))) {
            return; // it has never decided anything for this server
        }
        try {
            Session session = resource.open();
            sessions.put(resource.name(), session);
            XAResource xa = session.branches();
            if (xa != null) {
                listed.put(resource.name(), ours(xa.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN)));
            }
            if (!resource.keepsDecisions()) {
                boolean unused = said.remove(resource.name());
            }
        } catch (Exception | LinkageError e) { // a driver may throw anything
            away(resource, e);
        }
    }

    /** Reads the decisions that a last resource keeps. */
    private void read(RecoverableResource resource) {
        Session session = sessions.get(resource.name());
        if (session == null || !resource.keepsDecisions()) {
            return;
        }
        try {
            for (CommitDecision each : session.decided()) {
                keep(each, session);
            }
            readable.add(resource.name());
            boolean unused = said.remove(resource.name());
        } catch (Exception | LinkageError e) { // a driver may throw anything
            away(resource, e);
        }
    }

    private void keep(CommitDecision decision, Session keeper) {
        List<String> names =
                decision.resources().stream().map(OtherServers::nameOf).toList();
        kept.put(decision.id(), new CommitDecision(decision.id(), names));
        keepers.put(decision.id(), keeper);
        if (isOurs(decision.id()) && !isRunning(decision.id())) {
            servers.put(
                    decision.id(),
                    decision.resources().stream().filter(OtherServers::isName).toList());
        }
    }

    /**
     * Says which servers have to be asked for the sake of decisions that last resources keep: the log does not name them. A server that has
     * committed asks for nothing: only this side can find that out.
     */
    private void tellKeptServers() {
        FileDecisions ours = decisions;
        if (ours != null) {
            Set<String> waited = new LinkedHashSet<>();
            servers.values().forEach(waited::addAll);
            keptServers.wait(ours, waited, readable.containsAll(ours.lastResources()));
        }
    }

    private void away(RecoverableResource resource, Throwable e) {
        complete = false;
        if (said.add(resource.name())) {
            String reason = e instanceof XAException xa ? XaErrors.text(xa) : String.valueOf(e.getMessage());
            TransactionLog.LOG.resourceAway(resource.name(), reason);
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
        FileDecisions ours = decisions;
        if (ours == null || !isOurs(id)) {
            boolean unused = !OtherServers.isName(resource) && foreign.add(new Foreign(resource, id));
        } else if (isRunning(id)) {
            TransactionLog.LOG.tracef("%s runs", id);
        } else if (isDecided(id)) {
            boolean unused = follow(resource, branch, true);
        } else if (isStillThere(resource, branch)) {
            undecided(ours, resource, branch);
        }
    }

    /** Returns true unless the transaction has completed since its branch was listed, and its decision is gone already. */
    private boolean isStillThere(String resource, BranchXid branch) {
        Session session = sessions.get(resource);
        XAResource xa = session == null ? null : session.branches();
        try {
            return xa != null
                    && ours(xa.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                            .contains(branch);
        } catch (XAException | RuntimeException e) { // a driver may throw anything; the next pass asks again
            unresolved.add(new InDoubt(branch.transaction(), resource, "unknown", String.valueOf(e.getMessage())));
            return false;
        }
    }

    private boolean isOurs(TransactionId id) {
        FileDecisions ours = decisions;
        TransactionIds.Parts parts = TransactionIds.Parts.of(id);
        return ours != null && parts != null && parts.log().equals(ours.log());
    }

    private boolean isDecided(TransactionId id) {
        return logged.contains(id) || kept.containsKey(id);
    }

    /** Rolls back what nobody has decided, once it is certain that nobody has. */
    private void undecided(FileDecisions ours, String resource, BranchXid branch) {
        TransactionId id = branch.transaction();
        if (awaited.containsKey(id)) {
            unresolved.add(new InDoubt(id, resource, "unknown", AWAITED));
            return;
        }
        Set<String> last = ours.lastResources();
        if (ours.isUnsure(id)) {
            unresolved.add(new InDoubt(id, resource, "unknown", "the log may have its decision or not"));
            return;
        }
        if (ours.halted() != null) {
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
        boolean unused = follow(resource, branch, false);
    }

    /** Has a resource commit or roll back a branch; returns true if it has. */
    private boolean follow(String resource, BranchXid branch, boolean commit) {
        Session session = sessions.get(resource);
        XAResource xa = session == null ? null : session.branches();
        if (xa == null) {
            return false;
        }
        TransactionId id = branch.transaction();
        try {
            if (commit) {
                xa.commit(branch, false);
            } else {
                xa.rollback(branch);
            }
            done(resource, branch, commit);
            return true;
        } catch (XAException e) {
            switch (commit ? XaErrors.ofCommit(e) : XaErrors.ofRollback(e)) {
                case DONE -> {
                    done(resource, branch, commit);
                    return true;
                }
                case AGAIN ->
                    unresolved.add(new InDoubt(id, resource, commit ? "commit" : "rollback", XaErrors.text(e)));
                case DEVIATED -> deviated(resource, branch, e);
            }
        } catch (RuntimeException e) { // a driver may throw anything
            unresolved.add(new InDoubt(id, resource, commit ? "commit" : "rollback", String.valueOf(e)));
        }
        return false;
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
            heuristics.add(branch.transaction(), resource, branch, XaErrors.text(e));
        }
    }

    /** Drops a decision of the log that every resource has followed. */
    private void finish(Decision decision) {
        FileDecisions ours = decisions;
        if (ours == null || isRunning(decision.id())) {
            return;
        }
        List<String> waiting = decision.branches().stream()
                .map(Prepared::resource)
                .filter(each -> !hasFollowed(each, decision.id()))
                .toList();
        if (waiting.isEmpty()) {
            ours.over(decision.id());
        }
        waiting.forEach(each -> waits(decision.id(), each));
    }

    /** Drops a decision of a last resource that every resource has followed. */
    private void finish(CommitDecision decision) {
        if (!isOurs(decision.id()) || isRunning(decision.id())) {
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
                servers.remove(decision.id());
            } catch (Exception e) { // the next pass finds it again
                TransactionLog.LOG.debugf(e, "the decision of %s stays", decision.id());
            }
        }
    }

    private boolean isRunning(TransactionId id) {
        FileDecisions ours = decisions;
        TransactionIds.Parts parts = TransactionIds.Parts.of(id);
        return ours != null && parts != null && parts.epoch() == ours.epoch() && running.test(parts.number());
    }

    private boolean hasFollowed(String resource, TransactionId id) {
        return listed.containsKey(resource)
                && unresolved.stream()
                        .noneMatch(each ->
                                each.transaction().equals(id) && each.resource().equals(resource))
                && since.computeIfAbsent(resource, this::nothingSince).test(id);
    }

    /**
     * Asks a resource again and returns which transactions have no branch there that was not listed before: the decision of such a one may
     * have been made between the listing and the look at the log. None, where it cannot be asked.
     */
    private Predicate<TransactionId> nothingSince(String resource) {
        Session session = sessions.get(resource);
        XAResource xa = session == null ? null : session.branches();
        if (xa == null) {
            return id -> false;
        }
        try {
            Set<BranchXid> now = new HashSet<>(ours(xa.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN)));
            listed.getOrDefault(resource, List.of()).forEach(now::remove);
            return id -> now.stream().noneMatch(each -> each.transaction().equals(id));
        } catch (XAException | RuntimeException e) { // a driver may throw anything; the next pass asks again
            TransactionLog.LOG.debugf(e, "%s is not asked again", resource);
            return id -> false;
        }
    }

    private void waits(TransactionId id, String resource) {
        boolean known = unresolved.stream()
                .anyMatch(
                        each -> each.transaction().equals(id) && each.resource().equals(resource));
        if (!known) {
            unresolved.add(new InDoubt(id, resource, "commit", "the resource cannot be asked"));
        }
    }

    // ---- by an operator --------------------------------------------------------------------------------------------

    /** See {@link Recovery#decide}. */
    List<String> decide(TransactionId id, boolean commit, boolean otherLog, String operator) throws RefusedException {
        List<Decision> open = look();
        Map<String, BranchXid> branches = new LinkedHashMap<>();
        listed.forEach((name, all) -> all.stream()
                .filter(each -> each.transaction().equals(id))
                .findFirst()
                .ifPresent(each -> branches.put(name, each)));
        if (branches.isEmpty() && open.stream().noneMatch(each -> each.id().equals(id))) {
            throw new RefusedException(
                    Reason.UNKNOWN, "No resource that can be asked has a branch of " + id + " in doubt");
        }
        check(id, commit, otherLog);
        if (commit && isOurs(id) && !isDecided(id)) {
            write(id, branches);
        }
        FileDecisions ours = decisions;
        if (!commit && ours != null && awaited.containsKey(id)) {
            ours.over(id);
        }
        List<String> followed = new ArrayList<>();
        branches.forEach((resource, branch) -> {
            if (follow(resource, branch, commit)) {
                followed.add(resource);
                TransactionLog.LOG.decidedByOperator(
                        operator, branch.toString(), id.toString(), resource, commit ? "committed" : "rolled back");
            }
        });
        return followed;
    }

    private void check(TransactionId id, boolean commit, boolean otherLog) throws RefusedException {
        if (!isOurs(id)) {
            if (!otherLog) {
                throw new RefusedException(
                        Reason.CONFLICT,
                        "The transaction " + id + " is of another log. Start the server that has it. Where that log is"
                                + " lost, say so: --log-is-lost true");
            }
        } else if (isRunning(id)) {
            throw new RefusedException(Reason.CONFLICT, "The transaction " + id + " runs; it is not in doubt");
        } else if (isDecided(id) && !commit) {
            throw new RefusedException(
                    Reason.CONFLICT,
                    "The transaction " + id + " is decided: it commits. Where a resource never comes back, have it"
                            + " wait no more: keelson transactions forget --resource NAME");
        }
    }

    /** Keeps an operator's decision before anything follows it; all resources with branches are waited for. */
    private void write(TransactionId id, Map<String, BranchXid> branches) throws RefusedException {
        FileDecisions ours = decisions;
        if (ours == null) {
            throw new RefusedException(Reason.UNAVAILABLE, "This server has no transaction log");
        }
        List<Prepared> all = new ArrayList<>();
        for (RecoverableResource each : resources) {
            if (!each.keepsDecisions()) {
                BranchXid branch = branches.get(each.name());
                all.add(new Prepared(each.name(), branch == null ? new BranchXid(id, new byte[0]) : branch));
            }
        }
        try {
            ours.keep(new Decision(id, all));
        } catch (IOException e) {
            throw new RefusedException(
                    Reason.UNAVAILABLE, "The decision cannot be kept, so that nothing is committed: " + e.getMessage());
        }
    }

    /** See {@link Recovery#giveUp}. */
    void giveUp(TransactionId id, String resource, String operator) throws RefusedException {
        List<Decision> open = look();
        for (Decision each : open) {
            if (each.id().equals(id)
                    && each.branches().stream()
                            .anyMatch(branch -> branch.resource().equals(resource))) {
                giveUp(each, resource);
                TransactionLog.LOG.resourceGivenUp(operator, id.toString(), resource);
                return;
            }
        }
        CommitDecision decided = kept.get(id);
        Session keeper = keepers.get(id);
        if (decided != null && keeper != null && decided.resources().equals(List.of(resource))) {
            try {
                keeper.forget(List.of(id));
            } catch (Exception e) {
                throw new RefusedException(
                        Reason.UNAVAILABLE, "The last resource cannot drop the decision now: " + e.getMessage());
            }
            TransactionLog.LOG.resourceGivenUp(operator, id.toString(), resource);
            return;
        }
        throw new RefusedException(
                Reason.UNKNOWN,
                "No decision of the transaction " + id + " waits for the resource " + resource + " only");
    }

    private void giveUp(Decision decision, String resource) throws RefusedException {
        FileDecisions ours = decisions;
        List<Prepared> left = decision.branches().stream()
                .filter(each -> !each.resource().equals(resource))
                .toList();
        if (ours == null) {
            return;
        }
        try {
            if (left.isEmpty()) {
                ours.over(decision.id());
            } else {
                ours.keep(new Decision(decision.id(), left));
            }
        } catch (IOException e) {
            throw new RefusedException(Reason.UNAVAILABLE, "The log cannot be written: " + e.getMessage());
        }
    }

    /** Has a resource drop what it remembers of a heuristic outcome. */
    void forget(String resource, BranchXid branch) throws RefusedException {
        resources.stream().filter(each -> each.name().equals(resource)).forEach(this::list);
        Session session = sessions.get(resource);
        XAResource xa = session == null ? null : session.branches();
        if (xa == null) {
            throw new RefusedException(
                    Reason.UNAVAILABLE,
                    "The resource " + resource + " cannot be asked to forget the outcome; try again when it is back,"
                            + " or, where it never comes: --resource-is-gone true");
        }
        try {
            xa.forget(branch);
        } catch (XAException e) {
            if (e.errorCode != XAException.XAER_NOTA && e.errorCode != XAException.XAER_PROTO) {
                throw new RefusedException(
                        Reason.UNAVAILABLE, "The resource " + resource + " does not forget: " + XaErrors.text(e));
            }
        }
    }

    @Override
    public void close() {
        sessions.forEach((name, session) -> {
            try {
                session.close();
            } catch (Exception e) { // it is over for this pass
                TransactionLog.LOG.debugf(e, "the end of recovery in %s", name);
            }
        });
    }
}

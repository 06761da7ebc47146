package io.keelson.tx;

import io.keelson.kernel.management.FeatureOperation.RefusedException;
import io.keelson.kernel.management.FeatureOperation.RefusedException.Reason;
import io.keelson.kernel.spi.transaction.TransactionId;
import io.keelson.kernel.spi.transaction.TransactionOwner;
import io.keelson.tx.Heuristics.Heuristic;
import io.keelson.tx.Recovery.InDoubt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Operators' view of a server's transactions, and their operations on them. Thread-safe. */
final class TransactionAdministration {
    private static final int MOST = 1000;
    private static final String COMPARE =
            "Compare what the transaction did in its resources, correct it by hand, then forget it.";

    private final Transactions transactions;
    private final Recovery recovery;
    private final OwnedLog owned;

    TransactionAdministration(Transactions transactions, Recovery recovery, OwnedLog owned) {
        this.transactions = transactions;
        this.recovery = recovery;
        this.owned = owned;
    }

    // ---- seen ------------------------------------------------------------------------------------------------------

    TransactionList list() {
        return new TransactionList(
                transactions.running().stream()
                        .sorted(Comparator.comparingLong(ServerTransaction::number))
                        .limit(MOST)
                        .map(TransactionAdministration::row)
                        .toList(),
                Stream.concat(
                                Stream.concat(recovery.inDoubt().stream(), owned.inDoubtOfMembers().stream())
                                        .map(each -> row(each, false)),
                                recovery.foreign().stream().map(each -> row(each, true)))
                        .toList(),
                transactions.heuristics().all().stream()
                        .map(TransactionAdministration::row)
                        .toList());
    }

    private static TransactionList.Running row(ServerTransaction each) {
        TransactionOwner owner = each.owner();
        String application = owner.application();
        return new TransactionList.Running(
                TransactionIds.shown(owner.id()),
                application == null ? "the server" : application,
                StatusNames.of(each.getStatus()),
                owner.since().toString(),
                each.age() / 1_000_000_000L,
                each.timeoutNanos() / 1_000_000_000L,
                each.resources(),
                owner.thread(),
                List.of("rollback"));
    }

    private static TransactionList.InDoubt row(InDoubt each, boolean foreign) {
        TransactionIds.Parts parts = TransactionIds.Parts.of(each.transaction());
        return new TransactionList.InDoubt(
                TransactionIds.shown(each.transaction()),
                parts == null ? "?" : parts.server(),
                each.resource(),
                each.decision(),
                each.reason(),
                toDo(each, foreign),
                foreign ? List.of() : "unknown".equals(each.decision()) ? List.of("commit", "rollback") : List.of());
    }

    private static String toDo(InDoubt each, boolean foreign) {
        String id = TransactionIds.shown(each.transaction());
        if (foreign) {
            return "Start the server that has the log. Where the log is lost: keelson transactions commit|rollback "
                    + id + " --log-is-lost true, after a look at the other resources.";
        }
        return "unknown".equals(each.decision())
                ? "Bring the named data source back under its name; or decide by commit or rollback."
                : "Bring " + each.resource() + " back. Where it never comes back: keelson transactions forget " + id
                        + " --resource " + each.resource();
    }

    private static TransactionList.Outcome row(Heuristic each) {
        return new TransactionList.Outcome(
                TransactionIds.shown(each.transaction()),
                each.resource(),
                each.reason(),
                each.at().toString(),
                COMPARE,
                List.of("forget"));
    }

    TransactionDetails show(String text) throws RefusedException {
        TransactionId id = find(text);
        List<String> facts = new ArrayList<>();
        Set<String> toDo = new LinkedHashSet<>();
        List<String> begun = List.of();
        List<String> stack = List.of();
        String state = "over";
        for (Heuristic each : transactions.heuristics().all()) {
            if (each.transaction().equals(id)) {
                state = "heuristic outcome";
                facts.add(each.resource() + ": " + each.reason() + ", " + each.at());
                toDo.add(COMPARE);
            }
        }
        for (InDoubt each : recovery.inDoubt()) {
            if (each.transaction().equals(id)) {
                state = "in doubt";
                facts.add(each.resource() + ": decision " + each.decision() + ", " + each.reason());
                toDo.add(toDo(each, false));
            }
        }
        for (InDoubt each : recovery.foreign()) {
            if (each.transaction().equals(id)) {
                state = "in doubt, of another log";
                facts.add(each.resource() + ": " + each.reason());
                toDo.add(toDo(each, true));
            }
        }
        for (ServerTransaction each : transactions.running()) {
            if (each.id().equals(id)) {
                state = StatusNames.of(each.getStatus());
                facts.add("application: " + row(each).application());
                facts.add("since: " + each.owner().since());
                facts.add("time-out: " + each.timeoutNanos() / 1_000_000_000L + " s, of which "
                        + each.age() / 1_000_000_000L + " s are over");
                facts.add("resources: " + String.join(", ", each.resources()));
                facts.add("thread: " + each.thread().getName());
                Throwable where = each.begun();
                begun = where == null ? List.of() : frames(where.getStackTrace());
                stack = frames(each.thread().getStackTrace());
            }
        }
        TransactionIds.Parts parts = TransactionIds.Parts.of(id);
        return new TransactionDetails(
                TransactionIds.shown(id),
                id.toString(),
                parts == null ? "?" : parts.server(),
                state,
                facts,
                List.copyOf(toDo),
                begun,
                stack);
    }

    private static List<String> frames(StackTraceElement[] stack) {
        return Arrays.stream(stack).map(StackTraceElement::toString).toList();
    }

    /** Finds the transaction that is meant among those that can be seen. */
    private TransactionId find(String text) throws RefusedException {
        Set<TransactionId> known = new LinkedHashSet<>();
        transactions.running().forEach(each -> known.add(each.id()));
        recovery.inDoubt().forEach(each -> known.add(each.transaction()));
        recovery.foreign().forEach(each -> known.add(each.transaction()));
        transactions.heuristics().all().forEach(each -> known.add(each.transaction()));
        List<TransactionId> meant = known.stream()
                .filter(each -> TransactionIds.shown(each).equals(text)
                        || each.toString().equalsIgnoreCase(text))
                .toList();
        if (meant.size() != 1) {
            throw new RefusedException(
                    Reason.UNKNOWN,
                    meant.isEmpty()
                            ? "There is no transaction '" + text + "' here that runs, is in doubt, or has a heuristic"
                                    + " outcome"
                            : "Several transactions are shown as '" + text + "'; give the global id of one: " + meant);
        }
        return meant.get(0);
    }

    // ---- done ------------------------------------------------------------------------------------------------------

    TransactionWork decide(String text, boolean commit, boolean logIsLost, String operator) throws RefusedException {
        TransactionId id = find(text);
        String shown = TransactionIds.shown(id);
        for (ServerTransaction each : transactions.running()) {
            if (each.id().equals(id)) {
                return end(each, commit, operator);
            }
        }
        List<String> followed = recovery.decide(id, commit, logIsLost, operator);
        recovery.pass();
        return new TransactionWork(
                shown,
                (commit ? "committed" : "rolled back") + " in "
                        + (followed.isEmpty() ? "no resource yet" : String.join(", ", followed)));
    }

    private static TransactionWork end(ServerTransaction running, boolean commit, String operator)
            throws RefusedException {
        String shown = TransactionIds.shown(running.id());
        if (commit) {
            throw new RefusedException(
                    Reason.CONFLICT,
                    "The transaction " + shown + " runs; only its application can commit it. It can be rolled back");
        }
        if (!running.endByOperator(operator)) {
            throw new RefusedException(Reason.CONFLICT, "The transaction " + shown + " is completing already");
        }
        return new TransactionWork(
                shown, running.isOver() ? "rolled back" : "marked; rolled back as soon as it is idle");
    }

    /** Begins to recover the log of a server that is gone. */
    TransactionWork recover(String server) throws RefusedException {
        MemberRecovery members = owned.taking().get();
        if (members == null || !members.recover(server)) {
            throw new RefusedException(
                    Reason.CONFLICT,
                    "The transactions of '" + server
                            + "' cannot be recovered here: it is seen in the cluster, is none of its"
                            + " servers, or its log cannot be reached from here");
        }
        return new TransactionWork(server, "recovery begins as soon as the lease is granted");
    }

    TransactionWork forget(String text, String resource, boolean gone, String operator) throws RefusedException {
        TransactionId id = find(text);
        if (!resource.isEmpty()) {
            recovery.giveUp(id, resource, operator);
            recovery.pass();
            return new TransactionWork(TransactionIds.shown(id), "waits no more for " + resource);
        }
        List<Heuristic> outcomes = transactions.heuristics().all().stream()
                .filter(each -> each.transaction().equals(id))
                .toList();
        if (outcomes.isEmpty()) {
            throw new RefusedException(
                    Reason.CONFLICT,
                    "The transaction " + TransactionIds.shown(id)
                            + " has no heuristic outcome to forget. Where it waits"
                            + " for a resource that never comes back, name that: --resource NAME");
        }
        for (Heuristic each : outcomes) {
            BranchXid branch = each.xid();
            if (branch != null && !gone) {
                recovery.forget(each.resource(), branch);
            }
        }
        List<Heuristic> forgotten = transactions.heuristics().forget(id);
        return new TransactionWork(TransactionIds.shown(id), forgotten.size() + " outcomes forgotten");
    }
}

package io.keelson.tx;

import io.keelson.tx.Branch.Xa;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/**
 * Calls what is to be called before the completion of one transaction, at this server and at those that are branches of it, before any
 * resource of them all is prepared. Registered synchronizations are called everywhere, then interposed ones everywhere, as what the former
 * change the latter write. Each may call other servers, also back to where the call comes from, and so add more: it goes on until nothing
 * is left. Used by one thread, beside calls that count.
 *
 * <p>Specification: Jakarta Transactions 2.0, 3.3.2 and 4.1.
 */
final class BeforeCompletion {
    private final Synchronizations own;
    private final Supplier<List<Xa>> branches;
    private final BooleanSupplier goesOn;
    private final Consumer<Throwable> failed;
    private final AtomicInteger calls = new AtomicInteger();
    private final Map<Xa, Integer> asked = new HashMap<>();
    private final Map<Xa, Boolean> waiting = new HashMap<>();
    private int callsElsewhere;

    /** A server that takes part. */
    interface Server {
        /**
         * Has the server call what is to be called before the completion, there and at its own branches.
         *
         * @param interposed false: registered ones only
         * @throws XAException where it does not do so; the transaction cannot be committed then
         */
        Told beforeCompletion(boolean interposed) throws XAException;
    }

    /**
     * Answer of a server that takes part.
     *
     * @param calls to other servers that were made for it
     * @param waits whether interposed ones are left
     * @param marked whether the transaction is marked for rollback there
     * @param reason why it is
     */
    record Told(int calls, boolean waits, boolean marked, String reason) {}

    /**
     * Nothing was called yet.
     *
     * @param branches those of the transaction at present
     * @param goesOn false from when the transaction can only be rolled back
     * @param failed marks it for rollback
     */
    BeforeCompletion(
            Synchronizations own, Supplier<List<Xa>> branches, BooleanSupplier goesOn, Consumer<Throwable> failed) {
        this.own = own;
        this.branches = branches;
        this.goesOn = goesOn;
        this.failed = failed;
    }

    /** Counts a call to another server, at which more may have been registered. From any thread. */
    void called() {
        calls.incrementAndGet();
    }

    private int calls() {
        return calls.get() + callsElsewhere;
    }

    /** Calls everything, everywhere. */
    void all() {
        registered();
        interposed();
    }

    /** Carries out a superior's request. */
    Told asked(boolean interposed, Supplier<@Nullable Throwable> marked) {
        int before = calls();
        if (interposed) {
            interposed();
        } else {
            asked.clear(); // there were calls somewhere since
            registered();
        }
        Throwable reason = marked.get();
        return new Told(
                calls() - before,
                own.hasWaiting(true) || waiting.containsValue(true),
                !goesOn.getAsBoolean(),
                reason == null ? "" : String.valueOf(reason.getMessage()));
    }

    private void callOwn(boolean withInterposed) {
        Throwable failure = own.before(goesOn, withInterposed);
        if (failure != null) {
            failed.accept(failure);
        }
    }

    private void registered() {
        boolean again = true;
        while (again && goesOn.getAsBoolean()) {
            callOwn(false);
            again = false;
            for (Xa each : branches.get()) {
                Integer last = asked.get(each);
                if (goesOn.getAsBoolean() && each.isServer() && (last == null || last != calls())) {
                    ask(each, false);
                    again = true;
                }
            }
            again |= own.hasWaiting(false);
        }
    }

    private void interposed() {
        boolean again = true;
        while (again && goesOn.getAsBoolean()) {
            int before = calls();
            callOwn(true);
            registeredSince(before);
            for (Xa each : branches.get()) {
                if (goesOn.getAsBoolean() && waiting.getOrDefault(each, false)) {
                    int asking = calls();
                    ask(each, true);
                    registeredSince(asking);
                }
            }
            again = calls() != before || own.hasWaiting(true);
        }
    }

    /** Calls what calls to other servers may have registered there, before any interposed one follows. */
    private void registeredSince(int before) {
        if (calls() != before) {
            registered();
        }
    }

    private void ask(Xa server, boolean interposed) {
        try {
            Told told = ((Server) server.xa()).beforeCompletion(interposed);
            callsElsewhere += told.calls();
            if (!interposed) {
                asked.put(server, calls());
            }
            waiting.put(server, told.waits());
            if (told.marked()) {
                failed.accept(new IllegalStateException(
                        server.resource() + " has marked it for rollback before its completion"
                                + (told.reason().isEmpty() ? "" : ": " + told.reason())));
            }
        } catch (XAException e) {
            failed.accept(new IllegalStateException(
                    server.resource() + " does not call what is to be called before the completion: "
                            + XaErrors.text(e),
                    e));
        }
    }
}

package io.keelson.tx;

import io.keelson.base.thread.Threads;
import io.keelson.kernel.spi.transaction.ServerLink;
import io.keelson.kernel.spi.transaction.TransactionId;
import io.keelson.kernel.spi.transaction.TransactionPropagation;
import io.keelson.tx.Decisions.Awaiting;
import io.keelson.tx.Decisions.Decision;
import io.keelson.tx.PropagatedCall.Answer;
import io.keelson.tx.PropagatedCall.Part;
import io.keelson.tx.ServerRequest.Operation;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/**
 * Transactions that go from server to server with calls. The server that calls is the superior: the one that is called becomes a branch of
 * its transaction when the answer says so. Each server knows a transaction again by the id that it has where it began, so that a call which
 * comes back joins it. Superiors and subordinates that lose one another ask. Thread-safe. See docs/design/transactions.md.
 */
final class Propagation implements TransactionPropagation {
    /** Makes what runs the questions of a server; who has it made ends it by {@link #close}. */
    static ScheduledExecutorService looks() {
        return Threads.scheduler("keelson.tx: other servers", LONGEST_LOOK);
    }

    /** Time between two looks at what waits for a superior. */
    private static final Duration LOOK = Duration.ofSeconds(5);

    private static final Duration LONGEST_LOOK = Duration.ofMinutes(2);
    private static final int MOST_LEFT_BEHIND = 100;

    private final OwnName own;
    private final Transactions transactions;
    private final Imports imports;
    private final OtherServers servers;
    private final Runnable passSoon;
    private final BooleanSupplier joins;
    private final Map<TransactionId, ServerTransaction> byRoot = new ConcurrentHashMap<>();
    private final Map<Long, Journey> journeys = new ConcurrentHashMap<>();
    private final Map<String, FileDecisions> taken = new ConcurrentHashMap<>();
    /** Addresses of servers of other domains of which the log has been told. */
    private final Set<String> leftBehind = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean watching = new AtomicBoolean();
    private final @Nullable ScheduledExecutorService looks;
    private volatile @Nullable ServerLink link;
    private volatile boolean closed;

    /**
     * The part that a transaction has beyond this server.
     *
     * @param root its id where it began
     * @param id by which the servers that this one calls know it; its log may give it another one later
     * @param superior as this server knows that of the caller; null where it began here
     * @param members the servers that are branches of it
     * @param away calls that have not returned
     */
    private record Journey(
            TransactionId root,
            TransactionId id,
            @Nullable SuperiorXid superior,
            Set<String> members,
            AtomicInteger away) {
        Journey(TransactionId root, TransactionId id, @Nullable SuperiorXid superior) {
            this(root, id, superior, ConcurrentHashMap.newKeySet(), new AtomicInteger());
        }
    }

    /**
     * Propagates nothing until it has a link.
     *
     * @param own name of this server
     * @param servers makes what asks other servers
     * @param joins whether transactions go along at all
     * @param passSoon has recovery pass
     * @param looks runs what this server asks by itself; null where a test does
     */
    Propagation(
            OwnName own,
            Transactions transactions,
            Imports imports,
            Function<Supplier<@Nullable ServerLink>, OtherServers> servers,
            BooleanSupplier joins,
            Runnable passSoon,
            @Nullable ScheduledExecutorService looks) {
        this.own = own;
        this.transactions = transactions;
        this.imports = imports;
        this.servers = servers.apply(() -> link);
        this.joins = joins;
        this.passSoon = passSoon;
        this.looks = looks;
        this.servers.self(this::serve, this::isHere);
        transactions.onEnd(this::ended);
    }

    @Override
    public void link(ServerLink way) {
        link = way;
        watch(); // what an earlier run has left waits for its superiors
    }

    private void ended(ServerTransaction transaction) {
        Journey journey = journeys.isEmpty() ? null : journeys.remove(transaction.number());
        if (journey != null) {
            byRoot.remove(journey.root(), transaction);
        }
    }

    // ---- a call leaves ---------------------------------------------------------------------------------------------

    @Override
    public byte @Nullable [] leaving() {
        ServerTransaction current = transactions.current();
        ServerLink way = link;
        if (current == null || way == null || !joins.getAsBoolean()) {
            return null;
        }
        int status = current.getStatus();
        if (status != Status.STATUS_ACTIVE && status != Status.STATUS_MARKED_ROLLBACK) {
            return null;
        }
        Journey journey =
                journeys.computeIfAbsent(current.number(), number -> new Journey(current.id(), current.id(), null));
        byRoot.putIfAbsent(journey.root(), current);
        if (current.isOver()) {
            ended(current);
            return null;
        }
        journey.away().incrementAndGet();
        current.callLeaves();
        long left = Math.max(0, current.timeoutNanos() - current.age());
        return new PropagatedCall(
                        journey.root(),
                        journey.id(),
                        status == Status.STATUS_MARKED_ROLLBACK,
                        Duration.ofNanos(left),
                        way.addresses())
                .bytes();
    }

    @Override
    public void staysBehind(String address) {
        if (joins.getAsBoolean()
                && transactions.current() != null
                && leftBehind.size() < MOST_LEFT_BEHIND
                && leftBehind.add(address)) {
            TransactionLog.LOG.leftBehind(address);
        }
    }

    @Override
    public void returned(byte @Nullable [] answer, boolean lost) {
        ServerTransaction current = transactions.current();
        Journey journey = current == null ? null : journeys.get(current.number());
        try {
            returned(current, journey, answer, lost);
        } finally {
            if (journey != null) {
                journey.away().decrementAndGet();
            }
        }
    }

    private void returned(
            @Nullable ServerTransaction current, @Nullable Journey journey, byte @Nullable [] answer, boolean lost) {
        if (answer == null) {
            if (lost && current != null) {
                mark(current, "a call to another server may have been executed in it, and no answer came");
            }
            return;
        }
        Answer told = Answer.read(answer);
        if (told.part() == Part.NEW && (current == null || journey == null || !joined(current, journey, told))) {
            // The transaction ended while the call ran.
            notify(told.server(), told.addresses(), journey);
        }
        if (told.marked() && current != null) {
            mark(current, "server " + told.server() + " has marked it for rollback");
        }
    }

    private boolean joined(ServerTransaction current, Journey journey, Answer told) {
        if (!journey.members().add(told.server())) {
            mark(
                    current,
                    "server " + told.server() + " has lost what it did in it: it was restarted, or its time was over");
            return true;
        }
        return current.add(servers.branch(
                journey.id(), current::idOfLog, journey.members().size(), told.server(), told.addresses()));
    }

    private static void mark(ServerTransaction transaction, String reason) {
        boolean unused = transaction.tryMark(new RollbackException(reason));
    }

    private void notify(String server, List<String> addresses, @Nullable Journey over) {
        if (over != null) {
            TransactionId id = over.id();
            run(() -> {
                try {
                    byte[] unused = servers.ask(addresses, Operation.ROLLBACK, server, id);
                } catch (IOException e) { // that server asks itself, or its time-out ends it
                    TransactionLog.LOG.debugf(e, "the end of %s at %s", id, server);
                }
            });
        }
    }

    // ---- a call arrives --------------------------------------------------------------------------------------------

    @Override
    public Entered arrived(byte[] context, @Nullable String domain) {
        PropagatedCall call = PropagatedCall.read(context);
        ServerTransaction present = byRoot.get(call.root());
        Journey known = present == null ? null : journeys.get(present.number());
        if (present != null && known != null) {
            return known.superior() == null ? back(present) : enter(call, known.superior(), present, domain);
        }
        return enter(call, SuperiorXid.of(call.superior(), call.addresses(), domain), null, domain);
    }

    /** A call that has come back to the server where the transaction began. */
    private Entered back(ServerTransaction present) {
        try {
            transactions.resume(present);
        } catch (InvalidTransactionException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
        return () -> {
            transactions.dissociate(present);
            return answer(Part.KNOWN, present, own.server());
        };
    }

    /**
     * A call of a superior.
     *
     * @param present what this server has of the transaction; null where it has nothing yet
     * @param domain the other domain that the caller is of; null for this one
     */
    private Entered enter(
            PropagatedCall call, SuperiorXid superior, @Nullable ServerTransaction present, @Nullable String domain) {
        ServerTransaction entered;
        try {
            entered = imports.join(superior, call.remaining());
        } catch (NotSupportedException | InvalidTransactionException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
        if (present != null && entered != present) {
            lost(superior, entered);
            throw new IllegalStateException(present + " has ended at this server while the call came");
        }
        boolean began = present == null
                && journeys.putIfAbsent(entered.number(), new Journey(call.root(), entered.id(), superior)) == null;
        byRoot.putIfAbsent(call.root(), entered);
        if (call.marked()) {
            mark(entered, "it is marked for rollback at the server that calls");
        }
        watch();
        String told = domain == null ? own.server() : OwnName.of(own.server(), own.domain());
        return () -> {
            // The end of the call may have taken it from the thread, as its time was over.
            imports.leave(superior, entered);
            if (!began) {
                return answer(Part.KNOWN, entered, told);
            }
            boolean marked = entered.getStatus() != Status.STATUS_ACTIVE;
            boolean none = imports.endIdle(superior);
            return new Answer(none ? Part.NONE : Part.NEW, marked, told, addresses()).bytes();
        };
    }

    /** Ends what has begun in the place of something that was rolled back. */
    private void lost(SuperiorXid superior, ServerTransaction begun) {
        imports.leave(superior, begun);
        try {
            imports.refuse(superior);
        } catch (XAException e) { // its time-out ends it
            TransactionLog.LOG.debugf(e, "the end of %s", begun);
        }
    }

    private byte[] answer(Part part, ServerTransaction transaction, String told) {
        return new Answer(part, transaction.getStatus() != Status.STATUS_ACTIVE, told, addresses()).bytes();
    }

    private List<String> addresses() {
        ServerLink way = link;
        return way == null ? List.of() : way.addresses();
    }

    // ---- what others ask -------------------------------------------------------------------------------------------

    @Override
    public byte[] serve(byte[] request) {
        try {
            ServerRequest asked = ServerRequest.read(request);
            FileDecisions log = taken(asked.target());
            if (log != null) {
                return servedBy(log, asked);
            }
            if (!isThis(asked.target())) {
                throw ServerRequest.error(
                        XAException.XAER_RMFAIL,
                        "server " + own.server() + " of domain " + own.domain() + " is there, and not "
                                + asked.target(),
                        null);
            }
            return served(asked);
        } catch (XAException e) {
            return ServerRequest.failed(e);
        } catch (RuntimeException e) { // the log cannot be read, say; the other server asks again
            TransactionLog.LOG.debugf(e, "a question of another server");
            return ServerRequest.failed(
                    ServerRequest.error(XAException.XAER_RMFAIL, String.valueOf(e.getMessage()), e));
        }
    }

    /** Ids have the beginning of a name only; who looks for whoever has a log names nobody. */
    private boolean isThis(String target) {
        String name = own.within(target);
        return name.isEmpty() || name.equals(own.server()) || name.equals(TransactionIds.shortened(own.server()));
    }

    private byte[] served(ServerRequest asked) throws XAException {
        TransactionId id = asked.transaction();
        switch (asked.operation()) {
            case PREPARE -> {
                int vote = imports.prepare(xid(id));
                return ServerRequest.done(out -> out.writeInt(vote));
            }
            case BEFORE_COMPLETION -> {
                return ServerRequest.told(imports.beforeCompletion(xid(id), false));
            }
            case BEFORE_COMPLETION_INTERPOSED -> {
                return ServerRequest.told(imports.beforeCompletion(xid(id), true));
            }
            case COMMIT -> imports.commit(xid(id), false);
            case COMMIT_ONE_PHASE -> imports.commit(xid(id), true);
            case ROLLBACK -> imports.refuse(xid(id));
            case RENAME -> rename(xid(id), asked);
            case RECOVER -> {
                List<TransactionId> prepared = prepared();
                return ServerRequest.done(out -> {
                    out.writeInt(prepared.size());
                    for (TransactionId each : prepared) {
                        PropagatedCall.write(out, each);
                    }
                });
            }
            case RESOLVE -> {
                servers.recover(asked.from(), asked.addresses());
                passSoon.run();
            }
            case TAKES_PART -> {
                boolean takesPart = takesPart(asked.from(), Objects.requireNonNull(id));
                return ServerRequest.done(out -> out.writeBoolean(takesPart));
            }
        }
        return ServerRequest.done(out -> {});
    }

    private void rename(SuperiorXid before, ServerRequest asked) throws XAException {
        SuperiorXid superior = SuperiorXid.of(
                Objects.requireNonNull(asked.renamed()), asked.addresses(), OwnName.domainOf(asked.from()));
        ServerTransaction renamed = imports.rename(before, superior);
        Journey unused = journeys.computeIfPresent(
                renamed.number(),
                (number, journey) ->
                        new Journey(journey.root(), journey.id(), superior, journey.members(), journey.away()));
    }

    private boolean isHere(String server) {
        return !server.isEmpty() && (isThis(server) || taken(server) != null);
    }

    /** Returns the log of a server that is gone, where this one has it. */
    private @Nullable FileDecisions taken(String named) {
        taken.values().removeIf(FileDecisions::isClosed);
        String server = own.within(named);
        for (FileDecisions each : taken.values()) {
            if (server.equals(each.server()) || server.equals(TransactionIds.shortened(each.server()))) {
                return each;
            }
        }
        return null;
    }

    /** Answers for a server whose log this one has: nothing runs there, and what is prepared is in the log. */
    private byte[] servedBy(FileDecisions log, ServerRequest asked) throws XAException {
        switch (asked.operation()) {
            case RECOVER -> {
                List<TransactionId> prepared = log.awaiting().stream()
                        .map(Awaiting::superior)
                        .filter(SuperiorXid::isOfServer)
                        .map(SuperiorXid::transaction)
                        .toList();
                return ServerRequest.done(out -> {
                    checkHeld(log);
                    out.writeInt(prepared.size());
                    for (TransactionId each : prepared) {
                        PropagatedCall.write(out, each);
                    }
                });
            }
            case COMMIT -> {
                Awaiting prepared = prepared(log, xid(asked.transaction()));
                try {
                    log.keep(new Decision(prepared.id(), prepared.branches()));
                } catch (IOException e) {
                    throw ServerRequest.error(
                            XAException.XAER_RMFAIL, "the decision cannot be kept: " + e.getMessage(), e);
                }
                servers.recoverBy(log);
            }
            case ROLLBACK -> log.over(prepared(log, xid(asked.transaction())).id());
            case RESOLVE -> servers.recover(asked.from(), asked.addresses());
            default ->
                throw ServerRequest.error(
                        XAException.XAER_RMFAIL,
                        "server " + log.server() + " is gone; server " + own.server() + " recovers its transactions",
                        null);
        }
        checkHeld(log);
        return ServerRequest.done(out -> {});
    }

    private Awaiting prepared(FileDecisions log, SuperiorXid superior) throws XAException {
        Optional<Awaiting> found = log.awaiting().stream()
                .filter(each -> each.superior().equals(superior))
                .findFirst();
        checkHeld(log);
        return found.orElseThrow(() -> ServerRequest.error(
                XAException.XAER_NOTA, "server " + log.server() + " had no transaction " + superior, null));
    }

    private void checkHeld(FileDecisions log) {
        if (!log.isHeld()) {
            throw new IllegalStateException(
                    "server " + own.server() + " has the log of server " + log.server() + " no more");
        }
    }

    private static SuperiorXid xid(@Nullable TransactionId id) throws XAException {
        if (id == null) {
            throw ServerRequest.error(XAException.XAER_INVAL, "it names no transaction", null);
        }
        return SuperiorXid.of(id);
    }

    private List<TransactionId> prepared() throws XAException {
        List<TransactionId> prepared = new ArrayList<>();
        for (var each : imports.recover()) {
            if (each instanceof SuperiorXid superior && superior.isOfServer()) {
                prepared.add(superior.transaction());
            }
        }
        return prepared;
    }

    private boolean takesPart(String server, TransactionId id) {
        TransactionIds.Parts parts = TransactionIds.Parts.of(id);
        Journey journey = parts == null ? null : journeys.get(parts.number());
        ServerTransaction running = journey == null ? null : byRoot.get(journey.root());
        if (journey == null
                || running == null
                || !journey.id().equals(id) && !running.id().equals(id)) {
            return false;
        }
        // A call that is on its way may be about to tell.
        return journey.away().get() > 0 || journey.members().contains(server);
    }

    // ---- what this server asks -------------------------------------------------------------------------------------

    private void watch() {
        ScheduledExecutorService on = looks;
        if (on != null && link != null && !closed && !watching.get() && watching.compareAndSet(false, true)) {
            var unused = on.schedule(this::look, LOOK.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void run(Runnable task) {
        ScheduledExecutorService on = looks;
        if (on == null) {
            task.run();
        } else if (!closed) {
            on.execute(task);
        }
    }

    private void look() {
        watching.set(false);
        boolean waits = true;
        try {
            waits = ask();
        } catch (RuntimeException | Error e) { // the log cannot be opened, say; the next look tries again
            TransactionLog.LOG.debugf(e, "a look at what waits for other servers");
        }
        if (waits) {
            watch();
        }
    }

    /** Asks the superiors of what waits here. Returns whether something does. */
    boolean ask() {
        List<SuperiorXid> prepared =
                imports.prepared().stream().filter(SuperiorXid::isOfServer).toList();
        Set<String> asked = new LinkedHashSet<>();
        for (SuperiorXid each : prepared) {
            if (asked.add(superiorOf(each) + each.addresses())) {
                resolve(own.server(), each);
            }
        }
        List<SuperiorXid> waiting =
                imports.waiting().stream().filter(SuperiorXid::isOfServer).toList();
        waiting.forEach(this::stillTakesPart);
        taken.values().removeIf(FileDecisions::isClosed);
        taken.values().forEach(this::askFor);
        return !prepared.isEmpty() || !waiting.isEmpty() || !journeys.isEmpty() || !taken.isEmpty();
    }

    private static String superiorOf(SuperiorXid xid) {
        TransactionIds.Parts parts = TransactionIds.Parts.of(xid.transaction());
        return OwnName.of(parts == null ? "" : parts.server(), xid.domain());
    }

    /** Asks the superiors of what is prepared by the log of a server that is gone. */
    private void askFor(FileDecisions log) {
        Set<String> asked = new LinkedHashSet<>();
        for (Awaiting each : log.awaiting()) {
            if (each.superior().isOfServer()
                    && asked.add(superiorOf(each.superior()) + each.superior().addresses())) {
                resolve(log.server(), each.superior());
            }
        }
    }

    /** Has the superior's recovery look at what a subordinate has prepared; where it is gone, that of whoever may have its log. */
    private void resolve(String subordinate, SuperiorXid prepared) {
        String superior = superiorOf(prepared);
        try {
            Object unused = ServerRequest.result(
                    servers.askFor(subordinate, prepared.addresses(), Operation.RESOLVE, superior), in -> Boolean.TRUE);
        } catch (IOException | XAException e) {
            TransactionLog.LOG.debugf(e, "the superior %s of %s", superior, prepared);
            ServerLink way = link;
            if (way != null) {
                way.others().forEach(each -> resolveAt(subordinate, each, superior));
            }
        }
    }

    private void resolveAt(String subordinate, String address, String superior) {
        try {
            byte[] unused = servers.askFor(subordinate, List.of(address), Operation.RESOLVE, "");
        } catch (IOException e) {
            TransactionLog.LOG.debugf(e, "%s in the place of %s", address, superior);
        }
    }

    /** Rolls back what the superior does not know as a part of its transaction: the answer to the call was lost. */
    private void stillTakesPart(SuperiorXid waiting) {
        try {
            boolean takesPart = ServerRequest.result(
                    servers.ask(waiting.addresses(), Operation.TAKES_PART, superiorOf(waiting), waiting.transaction()),
                    in -> in.readBoolean());
            if (!takesPart) {
                imports.refuse(waiting);
            }
        } catch (IOException | XAException e) { // its time-out ends it
            TransactionLog.LOG.debugf(e, "the superior of %s", waiting);
        }
    }

    /** See {@link RecoveryPass.KeptServers#wait}. */
    void recoverKept(FileDecisions log, Set<String> names, boolean all) {
        servers.recoverKept(log, names, all);
    }

    void opened(FileDecisions opened) {
        if (!opened.server().equals(own.server())) {
            taken.put(opened.server(), opened);
        }
        servers.recoverBy(opened);
        watch();
    }

    void close() {
        closed = true;
        ScheduledExecutorService on = looks;
        if (on != null) {
            on.shutdownNow();
        }
    }
}

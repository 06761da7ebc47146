package io.keelson.tx;

import io.keelson.kernel.spi.transaction.RecoverableResource;
import io.keelson.kernel.spi.transaction.ServerLink;
import io.keelson.kernel.spi.transaction.TransactionId;
import io.keelson.tx.Decisions.Prepared;
import io.keelson.tx.ServerRequest.Operation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The servers that take part in transactions of this one: each is a resource of XA, and one of recovery as long as something is left there.
 * The branch that a server is says in its qualifier where that server is, so that it is found again by the log alone. Thread-safe.
 */
final class OtherServers {
    private static final String PREFIX = "server:";
    private static final int NUMBER = Integer.BYTES;
    private static final int LONGEST = 255; // of a qualifier in the log
    private static final int LONGEST_KEPT = 1_000; // the column of a last resource

    private final OwnName own;
    private final Supplier<@Nullable ServerLink> link;
    private final Function<RecoverableResource, AutoCloseable> recovery;
    private volatile UnaryOperator<byte[]> self = request -> request;
    private volatile Predicate<String> isHere = server -> false;
    private final Set<FileDecisions> logs = ConcurrentHashMap.newKeySet();
    private final Map<FileDecisions, Set<String>> keptWait = new ConcurrentHashMap<>();
    private final Map<String, Recoverable> recovered = new ConcurrentHashMap<>();

    /**
     * Knows none yet.
     *
     * @param own name of this server
     * @param link null while there is no way to others
     * @param recovery registers a resource
     */
    OtherServers(
            OwnName own, Supplier<@Nullable ServerLink> link, Function<RecoverableResource, AutoCloseable> recovery) {
        this.own = own;
        this.link = link;
        this.recovery = recovery;
    }

    /**
     * Says what answers this server itself, where it recovers by the log of another one in whose transactions it took part.
     *
     * @param here whether that answers for a server: this one, or one whose log it has
     */
    void self(UnaryOperator<byte[]> serving, Predicate<String> here) {
        self = serving;
        isHere = here;
    }

    /** Returns whether a resource of that name is a server. */
    static boolean isName(String resource) {
        return resource.startsWith(PREFIX);
    }

    /**
     * Returns the branch that a server is in a transaction.
     *
     * @param transaction the id by which that server knows it
     * @param durable opens the log and gives the id by which it is decided
     */
    Branch.Xa branch(
            TransactionId transaction,
            Supplier<TransactionId> durable,
            int number,
            String server,
            List<String> addresses) {
        SuperiorXid where = SuperiorXid.of(transaction, addresses);
        byte[] text = where.getBranchQualifier();
        byte[] qualifier = ByteBuffer.allocate(NUMBER + Math.min(text.length, LONGEST - NUMBER))
                .putInt(number)
                .put(text, 0, Math.min(text.length, LONGEST - NUMBER))
                .array();
        return Branch.Xa.joined(
                PREFIX + server,
                new Resource(server, addresses, transaction, durable),
                new BranchXid(transaction, qualifier));
    }

    /** Has recovery ask a server from now on, until nothing is left there. */
    void recover(String server, List<String> addresses) {
        Recoverable known = recovered.computeIfAbsent(server, Recoverable::new);
        if (!addresses.isEmpty()) {
            known.addresses = addresses;
        }
        known.begin();
    }

    /** Has recovery ask the servers that decisions of a log wait for, as long as that is open. */
    void recoverBy(FileDecisions opened) {
        logs.removeIf(FileDecisions::isClosed);
        logs.add(opened);
        opened.open()
                .forEach(decision -> decision.branches().stream()
                        .filter(each -> isName(each.resource()))
                        .forEach(each -> recover(each.resource().substring(PREFIX.length()), addresses(each.xid()))));
    }

    /**
     * Returns the names of branches as a last resource keeps them with its decision: behind that of a server come its addresses, where
     * there is room for all.
     */
    static List<String> kept(List<Branch.Xa> branches) {
        List<String> told = branches.stream()
                .map(each -> isName(each.resource())
                        ? String.join(" ", concat(each.resource(), addresses(each.xid())))
                        : each.resource())
                .toList();
        return String.join("\n", told).length() <= LONGEST_KEPT
                ? told
                : branches.stream().map(Branch.Xa::resource).toList();
    }

    /** Returns the name of a resource without what {@link #kept} wrote behind it. */
    static String nameOf(String kept) {
        int end = isName(kept) ? kept.indexOf(' ') : -1;
        return end < 0 ? kept : kept.substring(0, end);
    }

    /** See {@link RecoveryPass.KeptServers#wait}. Such a server is asked as long as the log is open and a decision waits for it. */
    void recoverKept(FileDecisions log, Set<String> names, boolean all) {
        if (all && names.isEmpty()) {
            keptWait.remove(log);
            return;
        }
        Set<String> waited = ConcurrentHashMap.newKeySet();
        names.forEach(each -> waited.add(nameOf(each)));
        keptWait.merge(log, waited, (before, now) -> {
            if (!all) {
                now.addAll(before);
            }
            return now;
        });
        names.forEach(this::recoverKept);
    }

    private void recoverKept(String kept) {
        String name = nameOf(kept);
        String behind = kept.substring(name.length()).trim();
        recover(name.substring(PREFIX.length()), behind.isEmpty() ? List.of() : List.of(behind.split(" ")));
    }

    private static List<String> concat(String first, List<String> more) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(more);
        return all;
    }

    private static List<String> addresses(BranchXid branch) {
        byte[] qualifier = branch.qualifier();
        String text = new String(qualifier, NUMBER, Math.max(0, qualifier.length - NUMBER), StandardCharsets.US_ASCII);
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }

    /**
     * Asks a server.
     *
     * @throws IOException where the answer did not come
     */
    byte[] ask(List<String> addresses, Operation operation, String server, @Nullable TransactionId transaction)
            throws IOException {
        return ask(addresses, operation, server, transaction, null);
    }

    /** Asks for a server whose log this one has: what is prepared there is to be told the outcome here. */
    byte[] askFor(String subordinate, List<String> addresses, Operation operation, String server) throws IOException {
        String from = own.towards(server, subordinate);
        return ask(addresses, new ServerRequest(operation, server, null, null, from, ownAddresses()));
    }

    private byte[] ask(
            List<String> addresses,
            Operation operation,
            String server,
            @Nullable TransactionId transaction,
            @Nullable TransactionId renamed)
            throws IOException {
        return ask(
                addresses,
                new ServerRequest(operation, server, transaction, renamed, own.towards(server), ownAddresses()));
    }

    private byte[] ask(List<String> addresses, ServerRequest request) throws IOException {
        ServerLink way = link.get();
        if (isHere.test(request.target())) {
            return self.apply(request.bytes());
        }
        if (way == null) {
            throw new ServerLink.ServerAwayException("this server makes no calls yet", new IOException("no link"));
        }
        return way.ask(addresses, request.bytes());
    }

    private List<String> ownAddresses() {
        ServerLink way = link.get();
        return way == null ? List.of() : way.addresses();
    }

    private List<String> others() {
        ServerLink way = link.get();
        return way == null ? List.of() : way.others();
    }

    /** One server as a resource. It keeps no association with threads: calls bring the transaction. */
    private final class Resource implements XAResource, BeforeCompletion.Server {
        private final String server;
        private final List<String> addresses;
        private final @Nullable Supplier<TransactionId> durable;
        private volatile @Nullable TransactionId known;
        private volatile List<String> answering;

        /** The one of a transaction that runs here, or, without its ids, of recovery. */
        Resource(
                String server,
                List<String> addresses,
                @Nullable TransactionId known,
                @Nullable Supplier<TransactionId> durable) {
            this.server = server;
            this.addresses = addresses;
            this.answering = addresses;
            this.known = known;
            this.durable = durable;
        }

        private <T> T ask(Operation operation, @Nullable Xid xid, PropagatedCall.Reading<T> result) throws XAException {
            TransactionId id = known;
            if (id == null && xid != null) {
                BranchXid branch = BranchXid.of(xid);
                id = branch == null ? null : branch.transaction();
            }
            return known == null ? askAnyone(operation, id, result) : ask(addresses, operation, id, null, result);
        }

        /** Asks the server; where that does not answer, or another one is there, whoever has its log by now. */
        private <T> T askAnyone(Operation operation, @Nullable TransactionId id, PropagatedCall.Reading<T> result)
                throws XAException {
            XAException failure;
            try {
                return ask(answering, operation, id, null, result);
            } catch (XAException e) {
                if (e.errorCode != XAException.XAER_RMFAIL) {
                    throw e;
                }
                failure = e;
            }
            List<String> more = new ArrayList<>(addresses);
            more.addAll(others());
            for (String each : more) {
                try {
                    T answer = ask(List.of(each), operation, id, null, result);
                    answering = List.of(each);
                    return answer;
                } catch (XAException e) {
                    if (e.errorCode != XAException.XAER_RMFAIL) {
                        answering = List.of(each);
                        throw e;
                    }
                    failure.addSuppressed(e);
                }
            }
            throw failure;
        }

        private <T> T ask(
                List<String> at,
                Operation operation,
                @Nullable TransactionId id,
                @Nullable TransactionId renamed,
                PropagatedCall.Reading<T> result)
                throws XAException {
            try {
                return ServerRequest.result(OtherServers.this.ask(at, operation, server, id, renamed), result);
            } catch (IOException e) {
                throw ServerRequest.error(XAException.XAER_RMFAIL, String.valueOf(e.getMessage()), e);
            }
        }

        @Override
        public int prepare(Xid xid) throws XAException {
            rename();
            return ask(Operation.PREPARE, xid, in -> in.readInt());
        }

        @Override
        public BeforeCompletion.Told beforeCompletion(boolean interposed) throws XAException {
            return ask(
                    interposed ? Operation.BEFORE_COMPLETION_INTERPOSED : Operation.BEFORE_COMPLETION,
                    (Xid) null,
                    in -> ServerRequest.told(in));
        }

        /** A decision is kept by an id of the log, which was not open yet when the transaction left. */
        private void rename() throws XAException {
            Supplier<TransactionId> opening = durable;
            if (opening == null) {
                return;
            }
            TransactionId kept;
            try {
                kept = opening.get();
            } catch (IllegalStateException e) { // the log cannot be opened: there is no decision to come
                throw ServerRequest.error(XAException.XAER_RMFAIL, String.valueOf(e.getMessage()), e);
            }
            TransactionId before = known;
            if (!kept.equals(before)) {
                Object unused = ask(addresses, Operation.RENAME, before, kept, in -> Boolean.TRUE);
                known = kept;
            }
        }

        @Override
        public void commit(Xid xid, boolean onePhase) throws XAException {
            try {
                Object unused = ask(onePhase ? Operation.COMMIT_ONE_PHASE : Operation.COMMIT, xid, in -> Boolean.TRUE);
            } catch (XAException e) {
                if (!onePhase) {
                    OtherServers.this.recover(server, addresses);
                }
                throw e;
            }
        }

        @Override
        public void rollback(Xid xid) throws XAException {
            Object unused = ask(Operation.ROLLBACK, xid, in -> Boolean.TRUE);
        }

        @Override
        public Xid[] recover(int flag) throws XAException {
            return ask(Operation.RECOVER, null, in -> ServerRequest.ids(in)).stream()
                    .map(each -> new BranchXid(each, new byte[NUMBER]))
                    .toArray(Xid[]::new);
        }

        @Override
        public void start(Xid xid, int flags) {
            // The calls bring it.
        }

        @Override
        public void end(Xid xid, int flags) {
            // The calls have ended it.
        }

        @Override
        public void forget(Xid xid) {
            // What a server did by itself it keeps in its own list of heuristic outcomes.
        }

        @Override
        public boolean isSameRM(XAResource other) {
            return other == this;
        }

        @Override
        public int getTransactionTimeout() {
            return 0;
        }

        @Override
        public boolean setTransactionTimeout(int seconds) {
            return false; // it went along with the call
        }

        @Override
        public String toString() {
            return PREFIX + server + " " + addresses;
        }
    }

    /** One server for recovery. */
    private final class Recoverable implements RecoverableResource {
        private final String server;
        private volatile List<String> addresses = List.of();
        private @Nullable AutoCloseable registered;

        Recoverable(String server) {
            this.server = server;
        }

        synchronized void begin() {
            if (registered == null) {
                registered = recovery.apply(this);
            }
        }

        @Override
        public String name() {
            return PREFIX + server;
        }

        @Override
        public boolean keepsDecisions() {
            return false;
        }

        @Override
        public Session open() {
            Resource resource = new Resource(server, addresses, null, null);
            return new Session() {
                @Override
                public XAResource branches() {
                    return resource;
                }

                @Override
                public void close() throws Exception {
                    endIfDone(resource);
                }
            };
        }

        /** A server at which nothing is left is not asked any more. */
        private void endIfDone(Resource resource) throws Exception {
            if (isWaitedFor() || resource.recover(XAResource.TMNOFLAGS).length > 0) {
                return;
            }
            synchronized (this) {
                AutoCloseable ended = registered;
                if (ended != null && !isWaitedFor()) { // by what another thread has found meanwhile
                    registered = null;
                    ended.close();
                }
            }
        }

        /** Returns whether a decision of a log that is open waits for it, kept there or by a last resource. */
        private boolean isWaitedFor() {
            logs.removeIf(FileDecisions::isClosed);
            keptWait.keySet().removeIf(FileDecisions::isClosed);
            return keptWait.values().stream().anyMatch(each -> each.contains(name()))
                    || logs.stream()
                            .flatMap(each -> each.open().stream())
                            .flatMap(each -> each.branches().stream())
                            .map(Prepared::resource)
                            .anyMatch(name()::equals);
        }
    }
}

package io.keelson.boot;

import io.keelson.api.remote.CurrentCall;
import io.keelson.appclient.transaction.RemoteTransactions;
import io.keelson.appclient.transaction.TransactionEntry;
import io.keelson.kernel.spi.transaction.Completion;
import io.keelson.kernel.spi.transaction.ServerLink;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.kernel.spi.transaction.TransactionPropagation;
import io.keelson.remoting.spi.CallEntry;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.rmi.RemoteException;
import java.security.Principal;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that application clients have begun on this server. A call that brings the identifier of one runs in it. Where that call
 * comes to another server, which the identifier tells where it began, that server asks this one to take part for the time of the call. One
 * whose client is gone ends by its time-out. Thread-safe. See docs/design/application-clients.md.
 */
final class ClientTransactions implements RemoteTransactions {
    /** So many are open at most; those that are over go first. */
    private static final int MOST = 1_000;

    private static final int ID_BYTES = 16;

    private final String own;
    private final TransactionControl control;
    private final @Nullable TransactionPropagation propagation;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Open> open = new ConcurrentHashMap<>();
    private volatile @Nullable ServerLink link;

    /**
     * Has none yet.
     *
     * @param own name of this server
     * @param propagation null where transactions stay on their server
     */
    ClientTransactions(String own, TransactionControl control, @Nullable TransactionPropagation propagation) {
        this.own = own;
        this.control = control;
        this.propagation = propagation;
    }

    /** Says how other servers are asked. Until then transactions stay here. */
    void link(ServerLink way) {
        link = way;
    }

    /**
     * A transaction of a client.
     *
     * @param user who began it; empty for nobody
     * @param busy whether a call runs in it
     * @param elsewhere whether that call runs on another server
     */
    private record Open(Transaction transaction, String user, AtomicBoolean busy, AtomicBoolean elsewhere) {
        boolean isOver() {
            try {
                return switch (transaction.getStatus()) {
                    case Status.STATUS_COMMITTED, Status.STATUS_ROLLEDBACK, Status.STATUS_NO_TRANSACTION -> true;
                    default -> false;
                };
            } catch (SystemException e) {
                return false;
            }
        }
    }

    private static String user() {
        Principal caller = CurrentCall.caller();
        return caller == null ? "" : caller.getName();
    }

    private @Nullable Open find(byte[] id) {
        return find(id, user());
    }

    private @Nullable Open find(byte[] id, String user) {
        Open found = open.get(key(id));
        return found != null && found.user().equals(user) ? found : null;
    }

    private static String key(byte[] id) {
        return HexFormat.of().formatHex(id, 0, Math.min(ID_BYTES, id.length));
    }

    @Override
    public byte[] begin(int timeoutSeconds) throws RemoteException {
        if (open.size() >= MOST) {
            open.values().removeIf(Open::isOver);
        }
        if (open.size() >= MOST) {
            throw new RemoteException(
                    "clients have " + MOST + " transactions on this server, which is the most it keeps");
        }
        try {
            control.begin(Duration.ofSeconds(Math.max(0, timeoutSeconds)));
        } catch (NotSupportedException e) {
            throw new RemoteException("no transaction can begin: " + e.getMessage());
        }
        Transaction begun = Objects.requireNonNull(control.suspend());
        byte[] number = new byte[ID_BYTES];
        random.nextBytes(number);
        open.put(key(number), new Open(begun, user(), new AtomicBoolean(), new AtomicBoolean()));
        ServerLink way = link;
        return new ClientTransactionOrigin(own, way == null ? List.of() : way.addresses()).behind(number);
    }

    @Override
    public String commit(byte[] id) throws RemoteException {
        Open found = taken(id);
        if (found == null) {
            return ROLLED_BACK
                    + " the server does not know the transaction: it began on another one, or was rolled back after its time";
        }
        try {
            control.resume(found.transaction());
            control.complete(Completion.COMMIT);
            return COMMITTED;
        } catch (RollbackException | HeuristicRollbackException | InvalidTransactionException e) {
            return ROLLED_BACK + " " + e.getMessage();
        } catch (HeuristicMixedException e) {
            return MIXED + " " + e.getMessage();
        } catch (SystemException | IllegalStateException e) {
            return FAILED + " " + e.getMessage();
        } finally {
            left();
        }
    }

    @Override
    public void rollback(byte[] id) throws RemoteException {
        Open found = taken(id);
        if (found == null || found.isOver()) {
            return;
        }
        try {
            control.resume(found.transaction());
            control.complete(Completion.ROLLBACK);
        } catch (InvalidTransactionException e) {
            // Its time was over meanwhile.
            return;
        } catch (RollbackException
                | HeuristicMixedException
                | HeuristicRollbackException
                | SystemException
                | IllegalStateException e) {
            throw new RemoteException("the rollback failed: " + e.getMessage());
        } finally {
            left();
        }
    }

    /** Frees the thread of its transaction, whatever failed, before it goes on to other calls. */
    private void left() {
        if (control.current() != null) {
            Transaction ignored = control.suspend();
        }
    }

    /** Takes a transaction out, to complete it. */
    private @Nullable Open taken(byte[] id) throws RemoteException {
        Open found = find(id);
        if (found == null) {
            return null;
        }
        if (found.elsewhere().compareAndSet(true, false)) {
            lost(found); // the client has its answer, or will never have one
        } else if (!found.busy().compareAndSet(false, true)) {
            throw new RemoteException("a call runs in the transaction, which cannot be completed meanwhile");
        }
        open.remove(key(id));
        return found;
    }

    @Override
    public void setRollbackOnly(byte[] id) throws RemoteException {
        Open found = find(id);
        if (found == null || found.isOver()) {
            return;
        }
        try {
            found.transaction().setRollbackOnly();
        } catch (SystemException | IllegalStateException e) {
            throw new RemoteException("the transaction cannot be marked: " + e.getMessage());
        }
    }

    @Override
    public int status(byte[] id) throws RemoteException {
        Open found = find(id);
        try {
            return found == null
                    ? Status.STATUS_ROLLEDBACK
                    : found.transaction().getStatus();
        } catch (SystemException e) {
            throw new RemoteException("the transaction has no status: " + e.getMessage());
        }
    }

    // ---- a call to another server ----------------------------------------------------------------------------------

    /** Marks a transaction for rollback: a call of it may have been executed on another server, and that has not said so. */
    private void lost(Open found) {
        byte[] unused = in(found, travelling -> {
            travelling.returned(null, true);
            return null;
        });
    }

    @FunctionalInterface
    private interface Travelling {
        byte @Nullable [] with(TransactionPropagation propagation);
    }

    /** Does something as the thread that has the transaction; null where it is over. */
    private byte @Nullable [] in(Open found, Travelling what) {
        TransactionPropagation travelling = propagation;
        if (travelling == null) {
            return null;
        }
        try {
            control.resume(found.transaction());
            return what.with(travelling);
        } catch (InvalidTransactionException e) {
            BootLog.LOG.debugf(e, "the transaction of a client");
            return null;
        } finally {
            left();
        }
    }

    /** Runs a call in a transaction that a client began on another server: asks that one for it, and tells it what came of the call. */
    private CallEntry.Serving elsewhere(byte[] id) {
        TransactionPropagation travelling = propagation;
        ServerLink way = link;
        ClientTransactionOrigin origin = ClientTransactionOrigin.of(id, ID_BYTES);
        if (origin == null || origin.server().equals(own) || travelling == null || way == null) {
            throw new IllegalStateException("the client's transaction is over, or is not known here");
        }
        String user = user();
        byte[] number = Arrays.copyOf(id, ID_BYTES);
        byte[] context = asked(way, origin, new Question(number, user, null));
        if (context.length == 0) {
            throw new IllegalStateException(
                    "the client's transaction is over, or another call runs in it, says server " + origin.server());
        }
        TransactionPropagation.Entered entered = travelling.arrived(context, null);
        return () -> {
            byte[] unused = asked(way, origin, new Question(number, user, entered.left()));
            return null;
        };
    }

    private static byte[] asked(ServerLink way, ClientTransactionOrigin origin, Question question) {
        try {
            byte[] answer = way.ask(origin.addresses(), question.bytes());
            return Arrays.copyOfRange(answer, 1, answer.length);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "server " + origin.server() + ", where the client's transaction began, is not heard: "
                            + e.getMessage(),
                    e);
        }
    }

    /**
     * Question of a server about a transaction of this one's clients.
     *
     * @param number the identifier of the transaction
     * @param user who calls
     * @param answer what the call has come to there; null where it begins
     */
    private record Question(byte[] number, String user, byte @Nullable [] answer) {
        byte[] bytes() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (DataOutputStream out = new DataOutputStream(bytes)) {
                out.write(number);
                out.writeUTF(user);
                if (answer != null) {
                    out.write(answer);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.toByteArray();
        }

        static Question read(byte[] bytes) throws IOException {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            byte[] number = new byte[ID_BYTES];
            in.readFully(number);
            String user = in.readUTF();
            byte[] rest = in.readAllBytes();
            return new Question(number, user, rest.length == 0 ? null : rest);
        }
    }

    /** Answers another server: what goes with a call that begins there; nothing for one that has ended. Never empty: a byte comes first. */
    byte[] serve(byte[] request) {
        byte[] result = new byte[0];
        try {
            Question asked = Question.read(request);
            Open found = find(asked.number(), asked.user());
            if (found != null) {
                byte[] context = asked.answer() == null ? leaving(found) : returned(found, asked.answer());
                result = context == null ? result : context;
            }
        } catch (IOException | IllegalStateException e) {
            BootLog.LOG.debugf(e, "a question about the transaction of a client");
        }
        byte[] answer = new byte[1 + result.length];
        System.arraycopy(result, 0, answer, 1, result.length);
        return answer;
    }

    private byte @Nullable [] leaving(Open found) {
        if (found.isOver() || !found.busy().compareAndSet(false, true)) {
            return null;
        }
        byte[] context = null;
        try {
            context = in(found, TransactionPropagation::leaving);
            return context;
        } finally {
            if (context == null) {
                found.busy().set(false);
            } else {
                found.elsewhere().set(true);
            }
        }
    }

    private byte @Nullable [] returned(Open found, byte[] answer) {
        if (found.elsewhere().compareAndSet(true, false)) {
            try {
                byte[] unused = in(found, travelling -> {
                    travelling.returned(answer, false);
                    return null;
                });
            } finally {
                found.busy().set(false);
            }
        }
        return null;
    }

    /** Returns what runs calls in their clients' transactions. */
    CallEntry entry() {
        return new Entry();
    }

    private final class Entry implements CallEntry {
        @Override
        public String name() {
            return TransactionEntry.NAME;
        }

        /** Returns nothing: calls of this server bring their transaction as {@link PropagationEntry}. */
        @Override
        public @Nullable Value leaving(Peer to) {
            return null;
        }

        @Override
        public void returned(@Nullable Value answer, boolean lost) {
            // Nothing was sent.
        }

        @Override
        public Serving arrived(Value value, Peer from) {
            if (value.version() != TransactionEntry.VERSION) {
                throw new IllegalStateException("the client's transaction is of version " + value.version()
                        + ", which this server does not know");
            }
            Open found = find(value.bytes());
            if (found == null) {
                return elsewhere(value.bytes());
            }
            if (!found.busy().compareAndSet(false, true)) {
                throw new IllegalStateException("another call runs in the client's transaction");
            }
            boolean resumed = false;
            try {
                control.resume(found.transaction());
                resumed = true;
            } catch (InvalidTransactionException e) {
                throw new IllegalStateException("the client's transaction is over: " + e.getMessage(), e);
            } finally {
                if (!resumed) {
                    found.busy().set(false);
                }
            }
            return () -> {
                left();
                found.busy().set(false);
                return null;
            };
        }
    }
}

package io.keelson.boot;

import io.keelson.api.remote.CurrentCall;
import io.keelson.appclient.transaction.RemoteTransactions;
import io.keelson.appclient.transaction.TransactionEntry;
import io.keelson.kernel.spi.transaction.Completion;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.remoting.spi.CallEntry;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.rmi.RemoteException;
import java.security.Principal;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that application clients have begun on this server. A call that brings the identifier of one runs in it. One whose client is gone
 * ends by its time-out. Thread-safe. See docs/design/application-clients.md.
 */
final class ClientTransactions implements RemoteTransactions {
    /** So many are open at most; those that are over go first. */
    private static final int MOST = 1_000;

    private static final int ID_BYTES = 16;

    private final TransactionControl control;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Open> open = new ConcurrentHashMap<>();

    ClientTransactions(TransactionControl control) {
        this.control = control;
    }

    /**
     * A transaction of a client.
     *
     * @param user who began it; empty for nobody
     * @param busy whether a thread runs in it
     */
    private record Open(Transaction transaction, String user, AtomicBoolean busy) {
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
        Open found = open.get(HexFormat.of().formatHex(id));
        return found != null && found.user().equals(user()) ? found : null;
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
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        open.put(HexFormat.of().formatHex(id), new Open(begun, user(), new AtomicBoolean()));
        return id;
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
        if (!found.busy().compareAndSet(false, true)) {
            throw new RemoteException("a call runs in the transaction, which cannot be completed meanwhile");
        }
        open.remove(HexFormat.of().formatHex(id));
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

    /** Returns what runs calls in their clients' transactions. */
    CallEntry entry() {
        return new Entry();
    }

    private final class Entry implements CallEntry {
        @Override
        public String name() {
            return TransactionEntry.NAME;
        }

        /** Transactions of clients stay on the server where they began. */
        @Override
        public @Nullable Value leaving() {
            return null;
        }

        @Override
        public void returned(@Nullable Value answer) {
            // Nothing was sent.
        }

        @Override
        public Serving arrived(Value value) {
            if (value.version() != TransactionEntry.VERSION) {
                throw new IllegalStateException("the client's transaction is of version " + value.version()
                        + ", which this server does not know");
            }
            Open found = find(value.bytes());
            if (found == null) {
                throw new IllegalStateException(
                        "the client's transaction is not known here: it began on another server,"
                                + " and does not go from one to the other, or it is over");
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

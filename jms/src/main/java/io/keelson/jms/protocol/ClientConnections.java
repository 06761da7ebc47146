package io.keelson.jms.protocol;

import io.keelson.base.time.Deadline;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The connections of a protocol's clients, limited in number: lets them in while the server runs, and ends them. Thread-safe. */
public final class ClientConnections implements MessagingProtocol.Opened {
    private static final Logger LOG = Logger.getLogger(ClientConnections.class);

    /** A connection of a client. Its methods are thread-safe and do not block. */
    public interface Client {
        /** Takes nothing new, and ends the connection when what its client has sent is answered for. */
        void drain();

        /** Ends the connection at once. */
        void cutOff();

        /** Completes when the connection has ended. */
        CompletableFuture<@Nullable Void> ended();
    }

    private final String protocol;
    private final int most;
    private final Set<Client> clients = ConcurrentHashMap.newKeySet();
    private final AtomicInteger open = new AtomicInteger();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private volatile boolean admitting;

    /**
     * Makes a registry that lets nobody in yet.
     *
     * @param protocol as messages name it
     * @param most the largest number of connections
     */
    public ClientConnections(String protocol, int most) {
        this.protocol = protocol;
        this.most = most;
    }

    /**
     * Returns true if a client may send its password: within TLS, or from the machine itself.
     *
     * @param secure true within TLS
     * @param from the client's address; null: it is not known
     */
    public static boolean takesPasswords(boolean secure, @Nullable InetSocketAddress from) {
        return secure
                || from != null
                        && from.getAddress() != null
                        && from.getAddress().isLoopbackAddress();
    }

    /**
     * Returns true if another client may come, which then counts as open until {@link #gone}.
     *
     * @param from the client's address
     */
    public boolean admits(Object from) {
        if (!admitting) {
            refused.increment();
            return false;
        }
        if (open.incrementAndGet() > most) {
            open.decrementAndGet();
            refused.increment();
            LOG.debugf("%s of %s is not served: too many connections are open", protocol, from);
            return false;
        }
        accepted.increment();
        return true;
    }

    /** Adds a client that was admitted and is ready to be drained. */
    public void add(Client client) {
        clients.add(client);
        if (!admitting) { // since it was looked at
            client.drain();
        }
    }

    /** Removes a client whose connection has ended. */
    public void gone(Client client) {
        if (clients.remove(client)) {
            open.decrementAndGet();
        }
    }

    @Override
    public void resume() {
        admitting = true;
    }

    @Override
    public void suspend(Deadline deadline) throws InterruptedException {
        admitting = false;
        List<Client> all = List.copyOf(clients);
        all.forEach(Client::drain);
        try {
            Object unused = CompletableFuture.allOf(
                            all.stream().map(Client::ended).toArray(CompletableFuture[]::new))
                    .get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debugf(e, "%d connections by %s are cut off", clients.size(), protocol);
            clients.forEach(Client::cutOff);
        }
    }

    @Override
    public MessagingProtocol.Figures figures() {
        return new MessagingProtocol.Figures(open.get(), accepted.sum(), refused.sum());
    }

    @Override
    public void close() {
        admitting = false;
        clients.forEach(Client::cutOff);
    }
}

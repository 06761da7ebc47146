package io.keelson.jms.client;

import io.keelson.client.ClientStreams;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.QueueConnection;
import jakarta.jms.TopicConnection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A connection that a foreign container keeps in a pool and lends to its applications, one after the other. What all sessions of a loan do
 * belongs to the transaction that the container has begun on the connection: a branch, or a local one. Without one each message counts
 * by itself. Thread-safe.
 *
 * <p>Specification: Jakarta Connectors 2.1, 6.5 and 7; Jakarta Messaging 3.1, 6.2.14; Jakarta EE Platform 11, 6.7.
 */
public final class PooledConnection implements AutoCloseable {
    private final FactorySettings settings;
    private final Consumer<JMSException> whenEnded;
    private final ClientConnection.LinkState state = new ClientConnection.LinkState();
    private final List<Loan> loans = new CopyOnWriteArrayList<>();
    private final GlobalTransactions transactions = session -> work();
    private final XaBranches branches;
    private final Link link;

    /** Work of the local transaction; null: there is none. */
    private volatile @Nullable Work local;

    private volatile boolean ended;

    private PooledConnection(
            Link.Connector connector,
            FactorySettings settings,
            @Nullable String user,
            @Nullable String password,
            Consumer<JMSException> whenEnded)
            throws JmsFailure {
        this.settings = settings;
        this.whenEnded = whenEnded;
        this.link = connector.connect(user, password, new Incoming());
        Link to = link;
        this.branches = new XaBranches(0, request -> Failures.await(to.request(request)), () -> {});
    }

    /**
     * Opens a connection.
     *
     * @param user who logs in; null: whom the connector knows
     * @param whenEnded hears once that the connection was lost for good; must not block
     */
    public static PooledConnection open(
            Link.Connector connector,
            FactorySettings settings,
            @Nullable String user,
            @Nullable String password,
            Consumer<JMSException> whenEnded)
            throws JMSException {
        PooledConnection made;
        try {
            made = new PooledConnection(connector, settings, user, password, whenEnded);
        } catch (JmsFailure e) {
            throw Failures.of(e);
        }
        String id = settings.clientId();
        if (id != null) {
            try {
                Reply unused = made.request(new Request.Identify(id));
            } catch (JMSException e) {
                made.link.close();
                throw e;
            }
        }
        return made;
    }

    /** Returns what connects to the servers that streams know. */
    public static Link.Connector connector(ClientStreams streams, FactorySettings settings) {
        return new RemoteFactory.Connector(settings, streams, new AtomicInteger());
    }

    /** Returns an exception as the simplified interfaces throw it. */
    public static JMSRuntimeException unchecked(JMSException e) {
        return Failures.unchecked(e);
    }

    private Reply request(Request request) throws JMSException {
        return Failures.await(link.request(request));
    }

    /** Handler of what comes from the server; the loans find out whose it is. */
    private final class Incoming implements Link.Handler {
        @Override
        public void delivered(long consumer, List<Delivery> batch) {
            loans.forEach(each -> each.handler.delivered(consumer, batch));
        }

        @Override
        public int renewed(long consumer) {
            return loans.stream()
                    .mapToInt(each -> each.handler.renewed(consumer))
                    .sum();
        }

        @Override
        public void refused(long sender, JmsFailure why) {
            loans.forEach(each -> each.handler.refused(sender, why));
        }

        @Override
        public void flow(DestinationName destination, boolean above) {
            loans.forEach(each -> each.handler.flow(destination, above));
        }

        @Override
        public void flowUnknown() {
            loans.forEach(each -> each.handler.flowUnknown());
        }

        @Override
        public void ended(JmsFailure why) {
            ended = true;
            loans.forEach(each -> each.handler.ended(why));
            whenEnded.accept(Failures.of(why));
        }
    }

    // ---- transactions ----------------------------------------------------------------------------------------------

    private @Nullable Work work() {
        Work branch = branches.active();
        return branch != null ? branch : local;
    }

    /** Returns what takes part in global transactions. */
    public XAResource xaResource() {
        return branches;
    }

    /** Begins a local transaction. */
    public void begin() throws JMSException {
        if (local != null || branches.active() != null) {
            throw new jakarta.jms.IllegalStateException("the connection is in a transaction already", "ILLEGAL_STATE");
        }
        local = new Work();
    }

    /** Commits the local transaction; where that fails it is rolled back. */
    public void commit() throws JMSException {
        Work done = ended();
        if (done.isEmpty()) {
            return;
        }
        try {
            Reply unused = request(new Request.Commit(done.sends(), done.tags(), settings.sendTimeout(), null, 0));
        } catch (JMSException e) {
            giveBack(done);
            throw e;
        }
    }

    /** Rolls the local transaction back. */
    public void rollback() throws JMSException {
        giveBack(ended());
    }

    private Work ended() throws JMSException {
        Work done = local;
        local = null;
        if (done == null) {
            throw new jakarta.jms.IllegalStateException("the connection is in no local transaction", "ILLEGAL_STATE");
        }
        return done;
    }

    private void giveBack(Work work) throws JMSException {
        long[] tags = work.tags();
        if (tags.length > 0) {
            Reply unused = request(new Request.Return(tags, true));
        }
    }

    // ---- lending ---------------------------------------------------------------------------------------------------

    /** Lends the connection. */
    public Loan lend() {
        Loan loan = new Loan();
        loans.add(loan);
        return loan;
    }

    /** Ends all loans. */
    public void takeBack() {
        loans.forEach(Loan::close);
    }

    /** Returns true while it is not lost for good. */
    public boolean isUsable() {
        return !ended;
    }

    /** Closes it, and what is lent. Does not wait for the server. */
    @Override
    public void close() {
        ended = true;
        JmsFailure why = new JmsFailure(JmsFailure.Code.CLOSED, "the connection is closed");
        loans.forEach(each -> each.handler.ended(why));
        loans.clear();
        link.close();
    }

    /** One use of the connection by an application: one connection of Jakarta Messaging, or one context. Thread-safe. */
    public final class Loan implements AutoCloseable {
        private final Set<DestinationName> temporaries = ConcurrentHashMap.newKeySet();
        private volatile Link.Handler handler = new Nobody();
        private volatile @Nullable ClientConnection opened;
        private volatile boolean over;

        private ClientConnection open(ClientConnection.Domain domain) throws JMSException {
            if (opened != null || over) {
                throw new jakarta.jms.IllegalStateException("the loan is used already", "ILLEGAL_STATE");
            }
            Link.Connector one = (user, password, incoming) -> {
                handler = incoming;
                return new LentLink(this);
            };
            ClientConnection made = ClientConnection.over(one, settings, transactions, domain, state);
            opened = made;
            return made;
        }

        /** Returns it as a connection. */
        public Connection connection() throws JMSException {
            return open(ClientConnection.Domain.ANY);
        }

        /** Returns it as a connection of the legacy interfaces for queues. */
        public QueueConnection queueConnection() throws JMSException {
            return open(ClientConnection.Domain.QUEUE);
        }

        /** Returns it as a connection of the legacy interfaces for topics. */
        public TopicConnection topicConnection() throws JMSException {
            return open(ClientConnection.Domain.TOPIC);
        }

        /** Returns it as a context. */
        public JMSContext context(int mode) throws JMSException {
            return ClientContext.open(open(ClientConnection.Domain.ANY), mode);
        }

        /** Ends it: sessions and consumers are closed, temporary destinations deleted. What a transaction has stays. */
        @Override
        public void close() {
            if (over) {
                return;
            }
            ClientConnection own = opened;
            try {
                if (own != null) {
                    own.close();
                }
            } catch (JMSException e) {
                ClientLog.LOG.debugf(e, "the end of a loan of %s", settings.name());
            } finally {
                over = true;
                loans.remove(this);
                for (DestinationName each : temporaries) {
                    var unused = link.request(new Request.DropTemporary(each));
                }
            }
        }
    }

    /** The link, as long as a loan lasts. */
    private final class LentLink implements Link {
        private final Loan loan;

        LentLink(Loan loan) {
            this.loan = loan;
        }

        @Override
        public CompletableFuture<Reply> request(Request request) {
            if (loan.over) {
                return CompletableFuture.failedFuture(
                        new JmsFailure(JmsFailure.Code.CLOSED, "the connection is back in its pool"));
            }
            if (request instanceof Request.DropTemporary drop) {
                loan.temporaries.remove(drop.destination());
            }
            CompletableFuture<Reply> reply = link.request(request);
            return request instanceof Request.MakeTemporary make
                    ? reply.whenComplete((made, error) -> note(make, made))
                    : reply;
        }

        private void note(Request.MakeTemporary make, @Nullable Reply made) {
            if (made instanceof Reply.Named named) {
                loan.temporaries.add(new DestinationName(make.topic(), named.name()));
            }
        }

        @Override
        public void sendOneWay(long sender, List<MessageData> messages) {
            link.sendOneWay(sender, messages);
        }

        @Override
        public void close() {
            // The pool goes on with the link.
        }
    }

    /** Handler of a loan that nobody uses yet. */
    private static final class Nobody implements Link.Handler {
        @Override
        public void delivered(long consumer, List<Delivery> batch) {}

        @Override
        public void ended(JmsFailure why) {}
    }
}

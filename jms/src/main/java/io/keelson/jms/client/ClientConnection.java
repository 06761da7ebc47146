package io.keelson.jms.client;

import io.keelson.base.thread.Threads;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.ConnectionMetaData;
import jakarta.jms.Destination;
import jakarta.jms.ExceptionListener;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueSession;
import jakarta.jms.ServerSessionPool;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicSession;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A connection. Thread-safe: what changes is volatile or concurrent, and requests are the link's matter.
 *
 * <p>Specification: Jakarta Messaging 3.1, 6.1 Connections; in a container, Jakarta EE Platform 11, 6.7.
 */
final class ClientConnection implements QueueConnection, TopicConnection, XAConnection {
    /** Kind of destination for which the connection was made: the legacy interfaces refuse the other kind. */
    enum Domain {
        ANY,
        QUEUE,
        TOPIC
    }

    private final FactorySettings settings;
    private final @Nullable GlobalTransactions transactions;
    private final Domain domain;
    private final String origin = UUID.randomUUID().toString();
    private final LinkState state;

    private final Map<Long, ClientConsumer> consumers = new ConcurrentHashMap<>();
    private final List<ClientSession> sessions = new CopyOnWriteArrayList<>();
    private volatile @Nullable Link link;
    private volatile @Nullable String clientId;
    private volatile boolean used;
    private volatile boolean running;
    private volatile boolean closed;
    private volatile boolean lent;
    private volatile @Nullable ExceptionListener exceptionListener;

    private ClientConnection(
            FactorySettings settings, @Nullable GlobalTransactions transactions, Domain domain, LinkState state) {
        this.settings = settings;
        this.transactions = transactions;
        this.domain = domain;
        this.state = state;
    }

    /** State of a link, which several connections of a container may have one after the other. Thread-safe. */
    static final class LinkState {
        private final AtomicLong numbers = new AtomicLong();
        private final AtomicLong sessions = new AtomicLong();

        /** Destinations that are above their thresholds, as far as the server has said so. */
        private final Set<DestinationName> crowded = ConcurrentHashMap.newKeySet();
    }

    static ClientConnection open(
            Link.Connector connector,
            FactorySettings settings,
            @Nullable GlobalTransactions transactions,
            @Nullable String user,
            @Nullable String password,
            Domain domain)
            throws JMSException {
        ClientConnection made = new ClientConnection(settings, transactions, domain, new LinkState());
        try {
            made.link = connector.connect(user, password, made.new Incoming());
        } catch (JmsFailure e) {
            throw Failures.of(e);
        }
        String id = settings.clientId();
        if (id != null) {
            try {
                made.identify(id);
            } catch (JMSException e) {
                made.link().close();
                throw e;
            }
        }
        return made;
    }

    /**
     * Makes a connection over a link that it does not have for itself. The link has the client id of the settings already.
     *
     * @param connector gives the link
     * @param state of that link
     */
    static ClientConnection over(
            Link.Connector connector,
            FactorySettings settings,
            GlobalTransactions transactions,
            Domain domain,
            LinkState state)
            throws JMSException {
        ClientConnection made = new ClientConnection(settings, transactions, domain, state);
        try {
            made.link = connector.connect(null, null, made.new Incoming());
        } catch (JmsFailure e) {
            throw Failures.of(e);
        }
        made.clientId = settings.clientId();
        made.lent = true;
        return made;
    }

    long nextSession() {
        return state.sessions.incrementAndGet();
    }

    /** Returns true if producers to a destination should slow down. */
    boolean isAbove(DestinationName destination) {
        return state.crowded.contains(destination);
    }

    /** Handler of messages and events from the server. */
    private final class Incoming implements Link.Handler {
        @Override
        public void delivered(long consumer, List<Delivery> batch) {
            ClientConsumer known = consumers.get(consumer);
            if (known != null) {
                known.delivered(batch);
            }
        }

        @Override
        public int renewed(long consumer) {
            ClientConsumer known = consumers.get(consumer);
            return known == null ? 0 : known.throwAway();
        }

        @Override
        public void refused(long sender, JmsFailure why) {
            sessions.stream().filter(each -> each.number() == sender).forEach(each -> each.refused(why));
        }

        @Override
        public void flow(DestinationName destination, boolean above) {
            if (above) {
                state.crowded.add(destination);
            } else {
                state.crowded.remove(destination);
            }
        }

        @Override
        public void flowUnknown() {
            state.crowded.clear();
        }

        @Override
        public void ended(JmsFailure why) {
            closed = true;
            sessions.forEach(ClientSession::connectionEnded);
            ExceptionListener listener = exceptionListener;
            if (listener != null) {
                Threads.daemon(
                                "keelson.jms: exception listener of " + settings.name(),
                                () -> listener.onException(Failures.of(why)))
                        .start();
            }
        }
    }

    Link link() throws JMSException {
        Link open = link;
        if (open == null) {
            throw new IllegalStateException("the connection is not open", "CLOSED");
        }
        return open;
    }

    Reply request(Request request) throws JMSException {
        return Failures.await(link().request(request));
    }

    FactorySettings settings() {
        return settings;
    }

    @Nullable
    GlobalTransactions transactions() {
        return transactions;
    }

    Domain domain() {
        return domain;
    }

    /** Returns whose messages {@code noLocal} leaves out. */
    String origin() {
        String id = clientId;
        return id == null ? origin : id;
    }

    /** Returns an id that no other message has. */
    String nextMessageId() {
        return "ID:" + origin + ":" + state.numbers.incrementAndGet();
    }

    long nextNumber() {
        return state.numbers.incrementAndGet();
    }

    boolean isRunning() {
        return running;
    }

    boolean isClosed() {
        return closed;
    }

    /** Returns true if its link goes on after it. */
    boolean isLent() {
        return lent;
    }

    void add(long number, ClientConsumer consumer) {
        consumers.put(number, consumer);
    }

    void remove(long number) {
        consumers.remove(number);
    }

    void remove(ClientSession session) {
        sessions.remove(session);
    }

    private void use() throws JMSException {
        if (closed) {
            throw new IllegalStateException("the connection is closed", "CLOSED");
        }
        used = true;
    }

    private void notInContainer(String what) throws JMSException {
        if (transactions != null) {
            throw new IllegalStateException(
                    what + " is not allowed in an application server (Jakarta EE Platform, 6.7)", "CONTAINER");
        }
    }

    // ---- sessions --------------------------------------------------------------------------------------------------

    private ClientSession usedSession(boolean transacted, int mode, boolean xa) throws JMSException {
        use();
        return session(transacted, mode, xa);
    }

    /** Makes a session. The client id may still be set, as a context needs it. */
    ClientSession session(boolean transacted, int mode, boolean xa) throws JMSException {
        open();
        if (!transacted
                && mode != Session.AUTO_ACKNOWLEDGE
                && mode != Session.CLIENT_ACKNOWLEDGE
                && mode != Session.DUPS_OK_ACKNOWLEDGE) {
            throw new JMSException("no acknowledge mode has the number " + mode, "ILLEGAL_VALUE");
        }
        ClientSession made;
        if (transactions != null) {
            // 6.7: in a container the arguments do not count; a transaction of the container does.
            made = new ClientSession(
                    this, false, mode == Session.DUPS_OK_ACKNOWLEDGE ? mode : Session.AUTO_ACKNOWLEDGE, xa);
        } else {
            made = new ClientSession(this, transacted, transacted ? Session.SESSION_TRANSACTED : mode, xa);
        }
        sessions.add(made);
        return made;
    }

    @Override
    public Session createSession(boolean transacted, int mode) throws JMSException {
        return usedSession(transacted, mode, false);
    }

    @Override
    public Session createSession(int mode) throws JMSException {
        return usedSession(mode == Session.SESSION_TRANSACTED, mode, false);
    }

    @Override
    public Session createSession() throws JMSException {
        return usedSession(false, Session.AUTO_ACKNOWLEDGE, false);
    }

    @Override
    public QueueSession createQueueSession(boolean transacted, int mode) throws JMSException {
        return usedSession(transacted, mode, false);
    }

    @Override
    public TopicSession createTopicSession(boolean transacted, int mode) throws JMSException {
        return usedSession(transacted, mode, false);
    }

    @Override
    public XASession createXASession() throws JMSException {
        return usedSession(false, Session.AUTO_ACKNOWLEDGE, true);
    }

    // ---- identity --------------------------------------------------------------------------------------------------

    @Override
    public @Nullable String getClientID() throws JMSException {
        open();
        return clientId;
    }

    private void open() throws JMSException {
        if (closed) {
            throw new IllegalStateException("the connection is closed", "CLOSED");
        }
    }

    @Override
    public void setClientID(@Nullable String id) throws JMSException {
        open();
        notInContainer("setClientID");
        if (clientId != null) {
            throw new IllegalStateException(
                    "the connection has the client id '" + clientId + "' already", "ILLEGAL_STATE");
        }
        if (used) {
            throw new IllegalStateException(
                    "the client id has to be set before the connection is used for anything else", "ILLEGAL_STATE");
        }
        if (id == null || id.isBlank()) {
            throw new InvalidClientIDException("a client id is not empty", "INVALID_CLIENT_ID");
        }
        identify(id);
    }

    private void identify(String id) throws JMSException {
        Reply unused = request(new Request.Identify(id));
        clientId = id;
    }

    @Override
    public ConnectionMetaData getMetaData() throws JMSException {
        use();
        return ClientMetaData.INSTANCE;
    }

    @Override
    public @Nullable ExceptionListener getExceptionListener() throws JMSException {
        use();
        return exceptionListener;
    }

    @Override
    public void setExceptionListener(@Nullable ExceptionListener listener) throws JMSException {
        use();
        notInContainer("setExceptionListener");
        exceptionListener = listener;
    }

    // ---- running and closing
    // -----------------------------------------------------------------------------------------

    @Override
    public void start() throws JMSException {
        use();
        running = true;
        sessions.forEach(ClientSession::wake);
    }

    @Override
    public void stop() throws JMSException {
        use();
        notInContainer("stop");
        for (ClientSession each : sessions) {
            each.notFromItsListener("stop its connection");
        }
        running = false;
        sessions.forEach(ClientSession::awaitListener);
    }

    @Override
    public void close() throws JMSException {
        for (ClientSession each : sessions) {
            each.notFromItsListener("close its connection");
        }
        closed = true;
        running = false;
        for (ClientSession each : sessions) {
            each.close();
        }
        finish();
    }

    /** Closes the link once nobody needs it: a transaction of a container outlives the connection. */
    void finish() {
        Link open = link;
        if (open != null && closed && sessions.stream().noneMatch(ClientSession::hasBranches)) {
            sessions.clear();
            open.close();
        }
    }

    void deleteTemporary(DestinationName name) throws JMSException {
        open();
        Reply unused = request(new Request.DropTemporary(name));
    }

    // ---- consumers of application servers, which this provider does not have
    // --------------------------------------------

    private static JMSException optional() {
        return new JMSException(
                "connection consumers are an optional part of Jakarta Messaging that this provider does not have",
                "NOT_SUPPORTED");
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Destination destination, @Nullable String selector, ServerSessionPool pool, int most) throws JMSException {
        notInContainer("createConnectionConsumer");
        throw optional();
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Queue queue, @Nullable String selector, ServerSessionPool pool, int most) throws JMSException {
        notInContainer("createConnectionConsumer");
        throw optional();
    }

    @Override
    public ConnectionConsumer createConnectionConsumer(
            Topic topic, @Nullable String selector, ServerSessionPool pool, int most) throws JMSException {
        notInContainer("createConnectionConsumer");
        throw optional();
    }

    @Override
    public ConnectionConsumer createSharedConnectionConsumer(
            Topic topic, String name, @Nullable String selector, ServerSessionPool pool, int most) throws JMSException {
        topics("createSharedConnectionConsumer");
        throw optional();
    }

    @Override
    public ConnectionConsumer createDurableConnectionConsumer(
            Topic topic, String name, @Nullable String selector, ServerSessionPool pool, int most) throws JMSException {
        topics("createDurableConnectionConsumer");
        throw optional();
    }

    @Override
    public ConnectionConsumer createSharedDurableConnectionConsumer(
            Topic topic, String name, @Nullable String selector, ServerSessionPool pool, int most) throws JMSException {
        topics("createSharedDurableConnectionConsumer");
        throw optional();
    }

    private void topics(String what) throws JMSException {
        notInContainer(what);
        if (domain == Domain.QUEUE) {
            throw new IllegalStateException(what + " is not for a QueueConnection", "ILLEGAL_STATE");
        }
    }

    @Override
    public String toString() {
        return "connection of " + settings.name();
    }
}

package io.keelson.ee.amqp;

import io.keelson.jms.protocol.AmqpSettings;
import io.keelson.jms.protocol.ClientConnections;
import io.keelson.jms.protocol.JmsRequests;
import io.keelson.jms.protocol.OpenTransactions;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.engine.Collector;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.EndpointState;
import org.apache.qpid.proton.engine.Event;
import org.apache.qpid.proton.engine.Receiver;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.engine.Session;
import org.apache.qpid.proton.engine.Transport;
import org.apache.qpid.proton.engine.impl.TransportImpl;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a client: feeds Proton's engine with what comes, sends what it has, and does what its events say with a link to
 * the JMS server. All state is confined to the event loop; replies and deliveries of the JMS server are handed over to it.
 */
final class AmqpConnection extends ChannelInboundHandlerAdapter implements Link.Handler, ClientConnections.Client {
    private static final Logger LOG = Logger.getLogger(AmqpConnection.class);
    private static final int MAX_FRAME = 64 * 1024;
    private static final Symbol SOLE = Symbol.valueOf("sole-connection-for-container");

    /** Sessions and links of a connection. */
    private static final int MAX_LINKS = 4096;

    /** The number of the largest messages that may be unfinished at a time. */
    private static final int UNFINISHED = 8;

    /** For how long the last frames may be on their way, in milliseconds. */
    private static final long LINGER = 2_000;

    private final Channel channel;
    private final AmqpSettings settings;
    private final Link.Connector connector;
    private final Executor blocking;
    private final Consumer<AmqpConnection> gone;
    private final Transport transport = Proton.transport();
    private final Connection connection = Proton.connection();
    private final Collector collector = Proton.collector();
    private final SaslExchange login;
    private final JmsRequests<Outgoing> requests;
    private final OpenTransactions<Integer> transactions;
    private final Set<Session> sessions = new LinkedHashSet<>();
    private final Set<org.apache.qpid.proton.engine.Link> links = new LinkedHashSet<>();
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();

    private @Nullable Future<?> ticking;
    private @Nullable Future<?> loginLimit;
    private long lastRead = System.nanoTime();
    private boolean held;

    /** The client has opened, and the JMS server is asked for its connection. What the client has sent behind that waits. */
    private boolean opening;

    /** The number of the last transaction. */
    private int declared;

    private boolean refused;
    private boolean draining;
    private boolean ending;
    private boolean over;

    AmqpConnection(
            Channel channel,
            AmqpSettings settings,
            Link.Connector connector,
            Executor blocking,
            AmqpLogin login,
            Consumer<AmqpConnection> gone) {
        this.channel = channel;
        this.settings = settings;
        this.connector = connector;
        this.blocking = blocking;
        this.gone = gone;
        transport.setMaxFrameSize(MAX_FRAME);
        transport.setChannelMax(FrameGuard.MAX_CHANNEL);
        // what is said to the client: half of what is granted (AMQP 1.0, 2.4.5)
        transport.setIdleTimeout((int) (settings.idleTimeout().toMillis() / 2));
        ((TransportImpl) transport).setProtocolTracer(new FrameGuard());
        this.login = new SaslExchange(transport, login, this::blocking, this::onLoop, this::refusedLogin);
        this.requests = new JmsRequests<>(this::onLoop, connection::getRemoteContainer, this::answered);
        this.transactions = new OpenTransactions<>(settings.maxTransactionSize().bytes());
        transport.bind(connection);
        connection.collect(collector);
    }

    // ---- bytes -----------------------------------------------------------------------------------------------------

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        long every = Math.max(250, settings.idleTimeout().toMillis() / 8);
        ticking = ctx.executor().scheduleAtFixedRate(this::tick, every, every, TimeUnit.MILLISECONDS);
        loginLimit =
                ctx.executor().schedule(this::loginOver, settings.loginTimeout().toMillis(), TimeUnit.MILLISECONDS);
    }

    private void loginOver() {
        if (!over && connection.getRemoteState() == EndpointState.UNINITIALIZED) {
            LOG.debugf("the client %s has not logged in and opened its connection in time", channel.remoteAddress());
            channel.close();
        }
    }

    private void tick() {
        if (over || refused || connection.getLocalState() == EndpointState.UNINITIALIZED) {
            return; // until then the limit of logins counts
        }
        if (!held && System.nanoTime() - lastRead > settings.idleTimeout().toNanos()) {
            LOG.debugf("the client %s is given up: it has given no sign of life", channel.remoteAddress());
            end(new ErrorCondition(
                    Symbol.valueOf("amqp:resource-limit-exceeded"), "the connection was idle for too long"));
            return;
        }
        transport.setIdleTimeout(0); // it is looked after here, as the engine does not know when nothing is read
        guarded(() -> {
            long unused = transport.tick(TimeUnit.NANOSECONDS.toMillis(System.nanoTime()) + 1);
        });
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        lastRead = System.nanoTime();
        try {
            while (in.isReadable() && !over && !refused) {
                int room = transport.capacity();
                if (room <= 0) {
                    break; // the engine is at its end, and closes
                }
                ByteBuffer tail = transport.tail();
                int n = Math.min(Math.min(room, tail.remaining()), in.readableBytes());
                int limit = tail.limit();
                tail.limit(tail.position() + n);
                in.readBytes(tail);
                tail.limit(limit);
                transport.process();
                if (!refused) {
                    login.proceed();
                }
                pump();
            }
            if (unfinished() > (long) UNFINISHED * maxMessageSize()) {
                end(new ErrorCondition(
                        Symbol.valueOf("amqp:resource-limit-exceeded"),
                        "more than " + UNFINISHED + " of the largest messages are unfinished at a time"));
            }
            proceed();
        } catch (RuntimeException e) {
            broken(e);
        } finally {
            in.release();
        }
    }

    /** Returns how many bytes of messages the engine holds that are not whole yet. */
    private long unfinished() {
        long all = 0;
        for (Session each : sessions) {
            all += each.getIncomingBytes();
        }
        return all;
    }

    /** Sends what waited for the client's window, or for room in the channel. */
    private void proceed() {
        if (!over && !ending && !refused) {
            requests.consumers().forEach(Outgoing::proceed);
            pump();
        }
    }

    /** The codec throws what it likes: whatever it is, this connection alone ends. */
    private void broken(RuntimeException why) {
        LOG.debugf(why, "the connection of %s is closed: its frames cannot be read", channel.remoteAddress());
        try {
            flush();
        } catch (RuntimeException e) {
            LOG.debugf(e, "and the last of its frames cannot be written");
        }
        closeWhenSent();
    }

    private void guarded(Runnable what) {
        try {
            what.run();
            pump();
        } catch (RuntimeException e) {
            broken(e);
        }
    }

    /** Handles what has happened, and sends what the engine has. */
    void pump() {
        Event event = collector.peek();
        while (event != null && !over && !opening) {
            handle(event);
            collector.pop();
            event = collector.peek();
        }
        flush();
    }

    /** Sends what the engine has. */
    void flush() {
        int pending = transport.pending();
        while (pending > 0) {
            ByteBuffer head = transport.head();
            ByteBuf out = Unpooled.copiedBuffer(head);
            transport.pop(out.readableBytes());
            channel.write(out, channel.voidPromise());
            pending = transport.pending();
        }
        channel.flush();
        if (pending < 0 && !over && !refused) { // Transport.END_OF_STREAM: everything is sent
            closeWhenSent();
        }
        reading();
    }

    /** Leaves a client unread that does not read what it gets, that is being let in, or that sends faster than it is stored. */
    private void reading() {
        boolean full = login.isChecking() || opening || requests.inFlight() > Math.max(1L << 20, 2L * maxMessageSize());
        if (held && !full) {
            lastRead = System.nanoTime(); // nobody could see it
        }
        held = full;
        channel.config().setAutoRead(!full && channel.isWritable());
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (channel.isWritable()) {
            guarded(this::proceed);
        }
        reading();
    }

    /** Closes the channel when all is written, and after a while at the latest. */
    private void closeWhenSent() {
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        closeSoon();
    }

    /** Leaves it to the client to close for a while, so that it reads why; what it sends is not heard. */
    private void closeSoon() {
        refused = true;
        try {
            var unused = channel.eventLoop().schedule(() -> channel.close(), LINGER, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            channel.close();
        }
    }

    boolean isWritable() {
        return channel.isWritable();
    }

    // ---- threads ---------------------------------------------------------------------------------------------------

    private void refusedLogin() {
        flush();
        closeWhenSent();
    }

    private boolean blocking(Runnable what) {
        try {
            blocking.execute(what);
            return true;
        } catch (RejectedExecutionException e) {
            LOG.debugf(e, "the server has no room for a client of AMQP");
            return false;
        }
    }

    /** Does something on the event loop, then sends what has come of it. */
    void onLoop(Runnable what) {
        try {
            channel.eventLoop().execute(() -> {
                if (!over) {
                    guarded(what);
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debugf(e, "the server stops");
        }
    }

    // ---- events ----------------------------------------------------------------------------------------------------

    private void handle(Event event) {
        if (refused || !login.isAdmitted()) {
            return;
        }
        switch (event.getType()) {
            case CONNECTION_REMOTE_OPEN -> open();
            case CONNECTION_REMOTE_CLOSE -> {
                requests.close(); // before the client hears of it, so that its names are free then
                connection.close();
            }
            case SESSION_REMOTE_OPEN -> {
                // A client whose window is closed sends what it has for other links first: its discharge would come
                // before the rest of a transaction. What is unfinished is bounded for the connection.
                event.getSession().setIncomingCapacity(Integer.MAX_VALUE);
                sessions.add(event.getSession());
                event.getSession().open();
            }
            case SESSION_REMOTE_CLOSE -> close(event.getSession());
            case LINK_REMOTE_OPEN -> attach(event.getLink());
            case LINK_FLOW -> {
                if (event.getLink().getContext() instanceof Outgoing outgoing) {
                    outgoing.flow();
                }
            }
            case LINK_REMOTE_DETACH -> detach(event.getLink(), false);
            case LINK_REMOTE_CLOSE -> detach(event.getLink(), true);
            case LINK_LOCAL_DETACH, LINK_LOCAL_CLOSE -> {
                if (!links.contains(event.getLink())) {
                    event.getLink().free(); // both sides are done with it
                }
            }
            case DELIVERY -> delivery(event.getDelivery());
            case TRANSPORT_ERROR ->
                LOG.debugf("the connection of %s broke: %s", channel.remoteAddress(), transport.getCondition());
            default -> {} // what is ours, or says nothing new
        }
    }

    /** Ends a session, and the links that its client has left open in it. */
    private void close(Session session) {
        for (org.apache.qpid.proton.engine.Link each : List.copyOf(links)) {
            if (each.getSession() == session) {
                links.remove(each);
                if (each.getContext() instanceof Incoming incoming) {
                    incoming.abandon();
                } else if (each.getContext() instanceof Outgoing outgoing) {
                    outgoing.abandon();
                }
            }
        }
        sessions.remove(session);
        session.close();
        session.free();
    }

    private void open() {
        opening = true;
        boolean offered = blocking(() -> {
            try {
                Link made = connector.connect(null, null, this);
                onLoop(() -> opened(made), made);
            } catch (JmsFailure e) {
                onLoop(() -> refuse(e));
            }
        });
        if (!offered) {
            refuse(new JmsFailure(
                    JmsFailure.Code.RESOURCE_ALLOCATION, "the server has too much to do; try again later"));
        }
    }

    /** The same; where the connection is over by then its link is closed. */
    private void onLoop(Runnable what, Link made) {
        try {
            channel.eventLoop().execute(() -> {
                if (over) {
                    made.close();
                } else {
                    guarded(what);
                }
            });
        } catch (RejectedExecutionException e) {
            made.close();
        }
    }

    private void refuse(JmsFailure why) {
        opening = false;
        connection.open();
        connection.setCondition(condition(why));
        connection.close();
    }

    private void opened(Link made) {
        requests.open(made);
        connection.setContainer("keelson");
        connection.setOfferedCapabilities(new Symbol[] {
            SOLE, Symbol.valueOf("ANONYMOUS-RELAY"), Symbol.valueOf("DELAYED_DELIVERY"), Symbol.valueOf("SHARED-SUBS")
        });
        if (!Addresses.has(connection.getRemoteDesiredCapabilities(), SOLE.toString())) {
            opening = false;
            connection.open();
            return;
        }
        requests.then(requests.identify(), (reply, error) -> {
            opening = false;
            connection.open();
            if (error != null) {
                connection.setCondition(condition(error));
                connection.close();
            }
        });
    }

    private void attach(org.apache.qpid.proton.engine.Link attached) {
        links.add(attached);
        if (links.size() > MAX_LINKS) {
            end(new ErrorCondition(
                    Symbol.valueOf("amqp:resource-limit-exceeded"),
                    "the connection has more than " + MAX_LINKS + " links"));
        } else if (attached instanceof Receiver receiver) {
            new Incoming(this, receiver).attach();
        } else if (attached instanceof Sender sender) {
            new Outgoing(this, sender).attach();
        }
    }

    private void detach(org.apache.qpid.proton.engine.Link detached, boolean closed) {
        links.remove(detached);
        boolean before = detached.getLocalState() == EndpointState.CLOSED;
        Object context = detached.getContext();
        if (context instanceof Incoming incoming) {
            incoming.end();
        } else if (context instanceof Outgoing outgoing) {
            outgoing.end(closed);
        } else {
            detached.close();
        }
        if (before) { // this side was the first
            detached.free();
        }
    }

    private static void delivery(Delivery delivery) {
        Object context = delivery.getLink().getContext();
        if (context instanceof Incoming incoming) {
            incoming.delivery(delivery);
        } else if (context instanceof Outgoing outgoing) {
            outgoing.disposed(delivery);
        }
    }

    // ---- the JMS server --------------------------------------------------------------------------------------------

    /** Returns the requests to the JMS server. */
    JmsRequests<Outgoing> requests() {
        return requests;
    }

    /** Returns the transactions that are open. */
    OpenTransactions<Integer> transactions() {
        return transactions;
    }

    /** Begins a transaction. Returns its number; 0: there are too many. */
    int declare() {
        boolean begun = transactions.mayBegin() && transactions.begin(declared + 1);
        return begun ? ++declared : 0;
    }

    private void answered() {
        if (draining) {
            onLoop(this::endIfDrained); // after what the reply is for has been done
        }
    }

    boolean isDraining() {
        return draining;
    }

    int maxMessageSize() {
        return settings.maxMessageSize().toInt();
    }

    static ErrorCondition condition(Throwable why) {
        String condition = "amqp:internal-error";
        if (why instanceof JmsFailure failure) {
            condition = switch (failure.code()) {
                case INVALID_DESTINATION -> "amqp:not-found";
                case INVALID_SELECTOR, INVALID_CLIENT_ID -> "amqp:invalid-field";
                case ILLEGAL_STATE -> "amqp:illegal-state";
                case RESOURCE_ALLOCATION -> "amqp:resource-limit-exceeded";
                case SECURITY -> "amqp:unauthorized-access";
                case ROLLED_BACK -> "amqp:transaction:rollback";
                case PROTOCOL -> "amqp:not-allowed";
                case STORE, CLOSED, LOST, ELSEWHERE -> "amqp:internal-error";
            };
        }
        return new ErrorCondition(Symbol.valueOf(condition), String.valueOf(why.getMessage()));
    }

    @Override
    public void delivered(long consumer, List<io.keelson.jms.wire.Delivery> batch) {
        onLoop(() -> requests.delivered(consumer, batch));
    }

    @Override
    public int renewed(long consumer) {
        onLoop(() -> requests.renewed(consumer));
        return 0; // what is thrown away is asked for again
    }

    @Override
    public void ended(JmsFailure why) {
        onLoop(() -> {
            if (connection.getLocalState() != EndpointState.CLOSED) {
                connection.setCondition(condition(why));
                connection.close();
            }
        });
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    @Override
    public void drain() {
        onLoop(() -> {
            draining = true;
            endIfDrained();
        });
    }

    private void endIfDrained() {
        if (draining && requests.isIdle()) {
            end(new ErrorCondition(Symbol.valueOf("amqp:connection:forced"), "the server is being stopped"));
        }
    }

    @Override
    public CompletableFuture<@Nullable Void> ended() {
        return ended;
    }

    @Override
    public void cutOff() {
        channel.close();
    }

    private void end(ErrorCondition why) {
        if (ending || over) {
            return;
        }
        ending = true;
        if (connection.getRemoteState() == EndpointState.UNINITIALIZED) { // it has not come so far
            channel.close();
            return;
        }
        try {
            if (connection.getLocalState() == EndpointState.UNINITIALIZED) {
                connection.open();
            }
            connection.setCondition(why);
            connection.close();
            flush();
        } catch (RuntimeException e) {
            LOG.debugf(e, "the connection of %s cannot be closed in good order", channel.remoteAddress());
        }
        closeSoon();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            ctx.close();
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        over();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        over();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debugf(cause, "the connection of %s broke", channel.remoteAddress());
        ctx.close();
    }

    private void over() {
        if (over) {
            return;
        }
        over = true;
        if (ticking != null) {
            ticking.cancel(false);
        }
        if (loginLimit != null) {
            loginLimit.cancel(false);
        }
        requests.close();
        gone.accept(this);
        ended.complete(null);
    }
}

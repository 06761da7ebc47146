package io.keelson.ee.stomp;

import io.keelson.base.time.Ticker;
import io.keelson.jms.protocol.ClientConnections;
import io.keelson.jms.protocol.JmsRequests;
import io.keelson.jms.protocol.StompSettings;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a client: reads its frames, logs it in, and writes what the JMS server answers and delivers. {@link Session} does what
 * frames say. All state is confined to the event loop; replies and deliveries of the JMS server are handed over to it.
 */
final class StompConnection extends ChannelInboundHandlerAdapter implements Link.Handler, ClientConnections.Client {
    private static final Logger LOG = Logger.getLogger(StompConnection.class);
    private static final byte[] NOTHING = {};

    /** Bytes of headers of a client that is not logged in. */
    private static final int FIRST_HEADERS = 8192;

    /** The shortest time between heart-beats of the server, in milliseconds. */
    private static final long SHORTEST_BEAT = 1000;

    /** For how long the last frames may be on their way, in milliseconds. */
    private static final long LINGER = 2_000;

    /** The least that may be without an answer of the JMS server. */
    private static final long IN_FLIGHT = 1L << 20;

    /**
     * Settings and services of a connection.
     *
     * @param endOutput ends this side when all is sent
     * @param blocking runs what may block
     */
    record Parts(
            Channel channel,
            Runnable endOutput,
            StompSettings settings,
            Link.Connector connector,
            Executor blocking,
            StompLogin login,
            Ticker ticker) {}

    private enum State {
        /** Waits for CONNECT. */
        NEW,
        /** Is being let in. */
        OPENING,
        OPEN,
        /** Gives back what the client has, before the last frame. */
        LEAVING,
        /** The last frame is written: what comes is not heard. */
        ENDING,
        OVER
    }

    private final Parts parts;
    private final Channel channel;
    private final Consumer<? super StompConnection> gone;
    private final FrameParser parser;
    private final JmsRequests<Subscription> requests;
    private final Session session;
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();

    /** Came while no frame could be handled. */
    private final ByteBuf waiting = Unpooled.buffer(0);

    private State state = State.NEW;
    private Version version = Version.V1_0;
    private HeartBeats beats = new HeartBeats(0, 0);
    private @Nullable String clientId;
    private @Nullable Future<?> ticking;
    private @Nullable Future<?> loginLimit;
    private long lastRead;
    private long lastWrite;
    private long lastWritable;

    /** Nothing is read on purpose, so that nobody can see whether the client lives. */
    private boolean held;

    private boolean draining;

    StompConnection(Parts parts, Consumer<? super StompConnection> gone) {
        this.parts = parts;
        this.channel = parts.channel();
        this.gone = gone;
        StompSettings settings = parts.settings();
        this.parser = new FrameParser(new FrameParser.Limits(
                Math.min(FIRST_HEADERS, settings.maxHeaderSize().toInt()), settings.maxHeaderCount(), 0));
        this.requests = new JmsRequests<>(this::onLoop, () -> clientId, this::answered);
        this.session = new Session(this, settings);
        this.lastRead = parts.ticker().nanoTime();
        this.lastWrite = lastRead;
        this.lastWritable = lastRead;
    }

    // ---- bytes -----------------------------------------------------------------------------------------------------

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        loginLimit = ctx.executor()
                .schedule(this::loginOver, parts.settings().loginTimeout().toMillis(), TimeUnit.MILLISECONDS);
    }

    private void loginOver() {
        if (state == State.NEW || state == State.OPENING) {
            LOG.debugf("the client %s has not logged in in time", channel.remoteAddress());
            channel.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        lastRead = parts.ticker().nanoTime();
        try {
            if (state == State.ENDING || state == State.OVER) {
                return;
            }
            if (waiting.isReadable()) {
                waiting.writeBytes(in);
                proceed();
            } else {
                guarded(() -> handleFrames(in));
                if (in.isReadable() && state != State.ENDING && state != State.OVER) {
                    waiting.clear().writeBytes(in);
                }
            }
        } finally {
            in.release();
        }
        flush();
    }

    /** Handles what waited, as far as that is possible now. */
    private void proceed() {
        guarded(() -> handleFrames(waiting));
        if (!waiting.isReadable()) {
            waiting.clear().capacity(0);
        } else {
            waiting.discardSomeReadBytes();
        }
    }

    /** Handles frames one after the other; each is handled when the one before does not wait for a reply that it needs. */
    private void handleFrames(ByteBuf in) {
        while (state == State.NEW || state == State.OPEN && !draining && !session.isBusy() && !isFull()) {
            try {
                Frame frame = parser.next(in);
                if (frame == null) {
                    return;
                }
                if (state == State.NEW) {
                    connect(frame);
                } else {
                    session.handle(frame);
                }
            } catch (FrameException e) {
                fail(String.valueOf(e.getMessage()), e.receipt());
                return;
            }
        }
    }

    private boolean isFull() {
        return requests.inFlight() > Math.max(IN_FLIGHT, 2L * maxMessageSize());
    }

    int maxMessageSize() {
        return parts.settings().maxMessageSize().toInt();
    }

    /** Whatever is wrong, this connection alone ends. */
    private void guarded(Runnable what) {
        try {
            what.run();
        } catch (RuntimeException e) {
            LOG.debugf(e, "the connection of %s is closed", channel.remoteAddress());
            fail("the server could not handle a frame", null);
        }
    }

    /** Leaves a client unread that does not read what it gets, or that sends faster than is handled. */
    private void reading() {
        boolean full = state == State.OPENING || state == State.OPEN && (draining || session.isBusy() || isFull());
        long now = parts.ticker().nanoTime();
        if (held && !full) {
            lastRead = now;
        }
        held = full;
        boolean writable = channel.isWritable();
        if (writable) {
            lastWritable = now;
        }
        channel.config().setAutoRead(!full && writable);
    }

    /** Sends what is written. */
    private void flush() {
        channel.flush();
        reading();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (channel.isWritable() && state == State.OPEN) {
            guarded(session::proceed);
            proceed();
        }
        flush();
    }

    boolean isWritable() {
        return channel.isWritable();
    }

    /** Writes a frame, which is sent with what is written next. */
    void write(String command, Map<String, String> headers, byte[] body) {
        if (state != State.ENDING && state != State.OVER) {
            lastWrite = parts.ticker().nanoTime();
            channel.write(FrameWriter.write(version, command, headers, body), channel.voidPromise());
        }
    }

    /** Does something when all that is written is on its way to the client. Not where the connection is lost before. */
    void afterWrites(Runnable what) {
        var unused = channel.write(Unpooled.EMPTY_BUFFER).addListener(done -> {
            if (done.isSuccess() && state != State.OVER) {
                guarded(what);
                flush();
            }
        });
    }

    // ---- threads ---------------------------------------------------------------------------------------------------

    /** Does something on the event loop, then what waited for it. */
    private void onLoop(Runnable what) {
        try {
            channel.eventLoop().execute(() -> {
                if (state != State.OVER) {
                    guarded(what);
                    if (state == State.OPEN) {
                        proceed();
                    }
                    flush();
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debugf(e, "the server stops");
        }
    }

    /** The same; where the connection is over by then its link is closed. */
    private void onLoop(Runnable what, Link made) {
        try {
            channel.eventLoop().execute(() -> {
                if (state == State.OPENING) {
                    guarded(what);
                    proceed();
                    flush();
                } else {
                    made.close();
                }
            });
        } catch (RejectedExecutionException e) {
            made.close();
        }
    }

    // ---- the beginning ---------------------------------------------------------------------------------------------

    private void connect(Frame frame) throws FrameException {
        if (!frame.command().connects()) {
            throw new FrameException("the first frame of a connection is CONNECT or STOMP", frame.receipt());
        }
        Version agreed = Version.agreed(frame.header("accept-version"));
        if (agreed == null) {
            end("this server speaks STOMP " + Version.ALL, new LinkedHashMap<>(Map.of("version", Version.ALL)));
            return;
        }
        long idle = parts.settings().idleTimeout().toMillis();
        beats = HeartBeats.agreed(
                agreed == Version.V1_0 ? null : frame.header("heart-beat"), SHORTEST_BEAT, Math.max(1, idle / 2));
        version = agreed;
        clientId = frame.header("client-id");
        state = State.OPENING;
        String user = header(frame, "login");
        String passcode = header(frame, "passcode");
        try {
            parts.blocking().execute(() -> logIn(user, passcode));
        } catch (RejectedExecutionException e) {
            LOG.debugf(e, "the server has no room for a client of STOMP");
            fail("the server has too much to do; try again later", null);
        }
    }

    /** Returns a header as its version has it: 1.0 has blanks around values. */
    private @Nullable String header(Frame frame, String name) {
        String value = frame.header(name);
        return value != null && version == Version.V1_0 ? value.trim() : value;
    }

    /** Runs on a work manager. */
    private void logIn(@Nullable String user, @Nullable String passcode) {
        try {
            String refusal = parts.login().refusal(user, passcode);
            if (refusal != null) {
                onLoop(() -> fail(refusal, null));
                return;
            }
            Link made = parts.connector().connect(null, null, this);
            onLoop(() -> opened(made), made);
        } catch (JmsFailure e) {
            onLoop(() -> fail(e, null));
        } catch (RuntimeException e) {
            LOG.debugf(e, "the login of %s", channel.remoteAddress());
            onLoop(() -> fail("the login could not be checked", null));
        }
    }

    private void opened(Link made) {
        requests.open(made);
        String id = clientId;
        if (id == null || id.isBlank()) {
            connected();
            return;
        }
        requests.then(requests.identify(), (reply, error) -> {
            if (error != null) {
                fail(error, null);
            } else if (state == State.OPENING) {
                connected();
            }
        });
    }

    private void connected() {
        StompSettings settings = parts.settings();
        parser.speak(
                version,
                new FrameParser.Limits(settings.maxHeaderSize().toInt(), settings.maxHeaderCount(), maxMessageSize()));
        state = State.OPEN;
        cancel(loginLimit);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("version", version.text());
        headers.put("server", "Keelson");
        headers.put("session", channel.id().asShortText());
        if (version != Version.V1_0) {
            headers.put(
                    "heart-beat",
                    SHORTEST_BEAT + "," + Math.max(1, settings.idleTimeout().toMillis() / 2));
        }
        write("CONNECTED", headers, NOTHING);
        long every = Math.max(100, Math.min(settings.idleTimeout().toMillis() / 8, shortestBeat() / 4));
        ticking = channel.eventLoop().scheduleAtFixedRate(this::tick, every, every, TimeUnit.MILLISECONDS);
        lastRead = parts.ticker().nanoTime();
        lastWritable = lastRead;
        if (draining) {
            endIfDrained();
        }
    }

    private long shortestBeat() {
        long toClient = beats.toClient() == 0 ? Long.MAX_VALUE : beats.toClient();
        return Math.min(toClient, beats.fromClient() == 0 ? Long.MAX_VALUE : beats.fromClient());
    }

    /** Sends a heart-beat where it is time, and gives up a client of which too long nothing has come or that reads nothing. */
    private void tick() {
        if (state != State.OPEN) {
            return;
        }
        long now = parts.ticker().nanoTime();
        if (channel.isWritable()) {
            lastWritable = now;
        } else if (now - lastWritable > parts.settings().idleTimeout().toNanos()) {
            LOG.debugf("the client %s is given up: it reads nothing of what it is sent", channel.remoteAddress());
            channel.close();
            return;
        }
        long silence = TimeUnit.NANOSECONDS.toMillis(now - lastRead);
        if (beats.fromClient() > 0 && !held && silence > 2 * beats.fromClient()) {
            LOG.debugf("the client %s is given up: its heart-beats have ended", channel.remoteAddress());
            fail("nothing has come for " + silence + " ms, though heart-beats were promised", null);
            flush();
            return;
        }
        if (beats.toClient() > 0
                && channel.isWritable()
                && TimeUnit.NANOSECONDS.toMillis(now - lastWrite) >= beats.toClient() / 2) {
            lastWrite = now;
            channel.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {'\n'}), channel.voidPromise());
        }
    }

    // ---- the JMS server --------------------------------------------------------------------------------------------

    JmsRequests<Subscription> requests() {
        return requests;
    }

    @Nullable
    String clientId() {
        return clientId;
    }

    Ticker ticker() {
        return parts.ticker();
    }

    Version version() {
        return version;
    }

    /** Returns true if no messages are sent any more. */
    boolean isEnding() {
        return draining || state != State.OPEN || session.isDisconnecting();
    }

    private void answered() {
        if (draining || session.hasLeft()) {
            onLoop(this::endIfDrained); // after what the reply is for has been done
        }
    }

    @Override
    public void delivered(long consumer, List<Delivery> batch) {
        onLoop(() -> requests.delivered(consumer, batch));
    }

    @Override
    public int renewed(long consumer) {
        onLoop(() -> requests.renewed(consumer));
        return 0; // what is thrown away is asked for again
    }

    @Override
    public void ended(JmsFailure why) {
        onLoop(() -> fail(why, null));
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    @Override
    public void drain() {
        onLoop(() -> {
            draining = true;
            endIfDrained();
        });
    }

    /** Ends it where the server or the client wants that, when the JMS server has answered for what the client has sent. */
    void endIfDrained() {
        if (state == State.NEW) {
            channel.close();
        } else if (state == State.OPEN && requests.isIdle()) {
            if (session.hasLeft()) {
                session.disconnected();
            } else if (draining) {
                fail("the server is being stopped", null);
            }
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

    /** Ends the connection for a request that the JMS server has not done. */
    void fail(Throwable why, @Nullable String receipt) {
        if (!(why instanceof JmsFailure)) {
            LOG.debugf(why, "a request of %s", channel.remoteAddress());
        }
        fail(
                why instanceof JmsFailure && why.getMessage() != null
                        ? why.getMessage()
                        : "the server could not do what a frame asks for",
                receipt);
    }

    /**
     * Tells the client what is wrong, and ends the connection.
     *
     * @param receipt that the frame has asked for; null: none
     */
    void fail(String why, @Nullable String receipt) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (receipt != null) {
            headers.put("receipt-id", receipt);
        }
        end(why, headers);
    }

    private void end(String why, Map<String, String> headers) {
        if (isLeaving()) {
            return;
        }
        LOG.debugf("the connection of %s ends: %s", channel.remoteAddress(), why);
        headers.put("message", why);
        headers.put("content-type", "text/plain");
        close("ERROR", headers, why.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes the last frame, and closes when it is sent. What the client has and has not acknowledged goes back before. */
    void close(String command, Map<String, String> headers, byte[] body) {
        leave();
        write(command, headers, body);
        close();
    }

    /** Closes when what is written is sent. */
    void close() {
        leave();
        state = State.ENDING;
        channel.flush();
        parts.endOutput().run(); // and reads on, so that the last frame is not lost by a reset
        closeSoon();
    }

    /** Ends what the client has at the JMS server, before it hears of it, so that its names are free then. */
    private void leave() {
        if (!isLeaving()) {
            state = State.LEAVING; // what comes of this ends nothing once more
            session.release();
            requests.close();
        }
    }

    private boolean isLeaving() {
        return state == State.LEAVING || state == State.ENDING || state == State.OVER;
    }

    /** Leaves it to the client to close for a while, so that it reads why; what it sends is not heard. */
    private void closeSoon() {
        try {
            var unused = channel.eventLoop().schedule(() -> channel.close(), LINGER, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            channel.close();
        }
    }

    private static void cancel(@Nullable Future<?> what) {
        if (what != null) {
            what.cancel(false);
        }
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
        if (state == State.OVER) {
            return;
        }
        leave();
        state = State.OVER;
        cancel(ticking);
        cancel(loginLimit);
        waiting.clear().capacity(0);
        gone.accept(this);
        ended.complete(null);
    }
}

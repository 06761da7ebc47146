package io.keelson.http.internal;

import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkBatch;
import io.keelson.base.work.WorkManager;
import io.keelson.http.HttpHandler;
import io.keelson.http.HttpServer.Audience;
import io.keelson.net.config.ChannelLimits;
import io.keelson.net.fixture.Defaults;
import io.keelson.net.spi.Connection;
import io.keelson.net.spi.TlsSession;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One HTTP/1 connection without a socket, on a clock of its own; work that is handed over waits until the test runs it. */
final class EmbeddedHttp implements AutoCloseable {
    final ManualTicker ticker = new ManualTicker();
    final List<Runnable> work = new ArrayList<>();
    final EmbeddedChannel channel = new EmbeddedChannel();
    final Dispatcher dispatcher;
    final LoopState loop;
    boolean full;
    private final String applicationProtocol;

    /** What TLS agreed on; null for a connection in the clear. */
    TlsSession tls;

    private ChannelLimits limits;

    EmbeddedHttp(HttpHandler handler, Map<String, Object> limits) {
        this(serving(handler), false, limits, "");
    }

    EmbeddedHttp(Dispatcher dispatcher, boolean admin) {
        this(dispatcher, admin, Map.of(), "");
    }

    /** A connection whose client has chosen a protocol in the handshake. */
    EmbeddedHttp(HttpHandler handler, String applicationProtocol) {
        this(serving(handler), false, Map.of(), applicationProtocol);
    }

    private EmbeddedHttp(Dispatcher dispatcher, boolean admin, Map<String, Object> limits, String applicationProtocol) {
        this.applicationProtocol = applicationProtocol;
        this.dispatcher = dispatcher;
        loop = new LoopState(
                channel.eventLoop(),
                0,
                1,
                new Batch(),
                Runnable::run,
                ticker,
                new DateHeader(ticker.currentTimeMillis()));
        this.limits = Defaults.of(ChannelLimits.class, limits);
        new HttpProtocol(dispatcher, l -> loop).connect(new TestConnection(channel, admin));
    }

    private static Dispatcher serving(HttpHandler handler) {
        Dispatcher dispatcher = new Dispatcher(false);
        dispatcher.register("/", Audience.APPLICATION, handler);
        dispatcher.phase(Dispatcher.Phase.OPEN);
        return dispatcher;
    }

    EmbeddedHttp(HttpHandler handler) {
        this(handler, Map.of());
    }

    /** The client's address. */
    InetSocketAddress address() {
        return new InetSocketAddress("127.0.0.1", 50_000);
    }

    /** Changes what the channel grants. */
    void limits(Map<String, Object> next) {
        limits = Defaults.of(ChannelLimits.class, next);
    }

    EmbeddedHttp send(String bytes) {
        return send(bytes.getBytes(StandardCharsets.ISO_8859_1));
    }

    EmbeddedHttp send(byte[] bytes) {
        if (channel.isOpen()) {
            channel.writeInbound(Unpooled.copiedBuffer(bytes));
            channel.runPendingTasks();
        }
        return this;
    }

    /** Sends bytes in a buffer that the connection then owns. */
    EmbeddedHttp send(ByteBuf bytes) {
        if (channel.isOpen()) {
            channel.writeInbound(bytes);
            channel.runPendingTasks();
        } else {
            bytes.release();
        }
        return this;
    }

    /** Returns what has been sent to the client since the last call. */
    String sent() {
        channel.runPendingTasks();
        StringBuilder all = new StringBuilder();
        ByteBuf out;
        while ((out = channel.readOutbound()) != null) {
            all.append(out.toString(StandardCharsets.ISO_8859_1));
            out.release();
        }
        return all.toString();
    }

    /** Runs what was handed over, on this thread. */
    void runWork() {
        List<Runnable> due = List.copyOf(work);
        work.clear();
        due.forEach(Runnable::run);
        channel.runPendingTasks();
    }

    /** Lets time pass and has the loop look for time-outs. */
    void pass(long millis) {
        ticker.nanos += millis * 1_000_000;
        loop.sweep();
        channel.runPendingTasks();
    }

    boolean open() {
        channel.runPendingTasks();
        return channel.isOpen();
    }

    @Override
    public void close() {
        channel.finishAndReleaseAll();
    }

    /** A work manager that only the batch knows. */
    static final WorkManager ANY = new WorkManager() {
        @Override
        public String name() {
            return "any";
        }

        @Override
        public boolean offer(Runnable work) {
            return false;
        }

        @Override
        public int load() {
            return 0;
        }
    };

    static final class ManualTicker implements Ticker {
        long nanos = Long.MAX_VALUE - 5_000_000_000L;
        long millis = 784_111_777_000L;

        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return millis;
        }
    }

    private final class Batch implements WorkBatch {
        @Override
        public boolean add(WorkManager manager, Runnable piece) {
            return !full && work.add(piece);
        }

        @Override
        public int size() {
            return work.size();
        }

        @Override
        public void flush() {}
    }

    private final class TestConnection implements Connection {
        private final EmbeddedChannel underneath;
        private final boolean admin;

        TestConnection(EmbeddedChannel underneath, boolean admin) {
            this.underneath = underneath;
            this.admin = admin;
        }

        @Override
        public TlsSession tls() {
            return tls;
        }

        @Override
        public String applicationProtocol() {
            return applicationProtocol;
        }

        @Override
        public boolean admin() {
            return admin;
        }

        @Override
        public ChannelLimits limits() {
            return limits;
        }

        @Override
        public long id() {
            return 1;
        }

        @Override
        public String channel() {
            return "test";
        }

        @Override
        public InetSocketAddress localAddress() {
            return new InetSocketAddress("127.0.0.1", 7001);
        }

        @Override
        public InetSocketAddress remoteAddress() {
            return address();
        }

        @Override
        public void endOutput() {
            throw new UnsupportedOperationException("an embedded channel has no two sides");
        }

        @Override
        public void drop() {
            underneath.unsafe().close(underneath.voidPromise());
        }

        @Override
        public <T> T unwrap(Class<T> type) {
            return type.cast(underneath);
        }
    }
}

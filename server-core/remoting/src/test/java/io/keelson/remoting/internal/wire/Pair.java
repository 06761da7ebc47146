package io.keelson.remoting.internal.wire;

import io.keelson.remoting.internal.auth.AnonymousLogin;
import io.keelson.remoting.internal.auth.RealmLogin;
import io.keelson.remoting.spi.RemoteCaller;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Two connections that talk to each other in the test's thread, without sockets. Time is {@link #now}. */
final class Pair {
    final Side client;
    final Side server;
    final Queue<Runnable> tasks = new ArrayDeque<>();
    long now = 1_000_000_000_000L;

    static WireSettings settings() {
        return WireSettings.standard(7, "test");
    }

    static WireSettings settings(int maxMessage, int maxFrame, Duration peerTimeout) {
        return new WireSettings(maxMessage, 0, maxFrame, peerTimeout, Duration.ofSeconds(5), 7, "test");
    }

    Pair(WireSettings client, WireSettings server) {
        this(
                client,
                Hello.of(client, List.of()),
                server,
                Hello.of(server, anyone().mechanisms()),
                new AnonymousLogin(),
                anyone());
    }

    Pair(WireSettings c, Hello ch, WireSettings s, Hello sh, ClientLogin clientLogin, ServerLogin serverLogin) {
        client = new Side("client");
        server = new Side("server");
        client.wire = WireConnection.client(ch, c, client, client, clientLogin);
        server.wire = WireConnection.server(sh, s, server, server, serverLogin);
        client.peer = server;
        server.peer = client;
    }

    static RealmLogin anyone() {
        return new RealmLogin(null, true, false, true, null, List.of(), null, new SecureRandom());
    }

    /** Begins and runs until nothing more happens. */
    Pair open() {
        server.wire.open(now);
        client.wire.open(now);
        run();
        return this;
    }

    /** Lets bytes arrive until there are none; a side that is stopped reads and does nothing. */
    void run() {
        boolean moved = true;
        while (moved) {
            moved = client.step() | server.step();
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
                moved = true;
            }
        }
    }

    /** Time passes in steps, in each of which both look at it. */
    void pass(Duration time, Duration step) {
        for (long at = 0; at < time.toNanos(); at += step.toNanos()) {
            now += step.toNanos();
            client.tick();
            server.tick();
            run();
        }
    }

    /** One end: link and user at once; what happens is kept. */
    final class Side implements ConnectionLink, ConnectionUser {
        final String name;
        final ByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
        final ArrayDeque<ByteBuf> written = new ArrayDeque<>();
        final List<String> calls = new ArrayList<>();
        final List<String> replies = new ArrayList<>();
        final List<String> peers = new ArrayList<>();
        final List<Integer> cancelled = new ArrayList<>();
        final List<Integer> sent = new ArrayList<>();
        final List<Integer> dropped = new ArrayList<>();
        final List<byte[]> seen = new ArrayList<>();
        WireConnection wire;
        Side peer;
        Terms terms;
        RemoteCaller caller;
        IOException closed;
        String draining;
        boolean silent;
        boolean stopped;
        boolean consumes = true;
        int writable = Integer.MAX_VALUE;
        int chunk = Integer.MAX_VALUE;

        Side(String name) {
            this.name = name;
        }

        void tick() {
            if (!stopped) {
                wire.tick(now);
            }
        }

        /** The peer reads what this side has written. */
        boolean step() {
            if (peer.stopped || written.isEmpty()) {
                return false;
            }
            ByteBuf next = written.peek();
            int n = Math.min(chunk, next.readableBytes());
            ByteBuf bytes = allocator.buffer(n).writeBytes(next, n);
            if (!next.isReadable()) {
                written.remove().release();
            }
            byte[] copy = new byte[n];
            bytes.getBytes(0, copy);
            seen.add(copy);
            peer.wire.received(bytes, now);
            peer.wire.readComplete();
            wire.writable();
            return true;
        }

        void call(int id, String text) {
            call(id, text.getBytes(StandardCharsets.UTF_8));
        }

        void call(int id, byte[] bytes) {
            wire.post(Outgoing.call(id, message(bytes), new Outgoing.Listener() {
                @Override
                public void sent() {
                    sent.add(id);
                }

                @Override
                public void dropped() {
                    dropped.add(id);
                }
            }));
        }

        void reply(int id, String text) {
            wire.post(Outgoing.reply(id, message(text.getBytes(StandardCharsets.UTF_8))));
        }

        private ByteBuf message(byte[] bytes) {
            return allocator.buffer().writeZero(Outgoing.ROOM).writeBytes(bytes);
        }

        /** All that went out, as a text of bytes. */
        String seen() {
            StringBuilder all = new StringBuilder();
            seen.forEach(bytes -> all.append(new String(bytes, StandardCharsets.ISO_8859_1)));
            return all.toString();
        }

        @Override
        public boolean writable() {
            return written.size() < writable;
        }

        @Override
        public void write(ByteBuf frame) {
            written.add(frame);
        }

        @Override
        public void flush() {
            // Whatever is written arrives with the next step.
        }

        @Override
        public void close() {
            // What was written still arrives.
        }

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public void offload(Runnable task) {
            tasks.add(task);
        }

        @Override
        public ByteBufAllocator allocator() {
            return allocator;
        }

        @Override
        public void ready(Terms agreed, PeerIdentity who) {
            terms = agreed;
            caller = who.caller();
        }

        @Override
        public void call(int id, ByteBuf body) {
            calls.add(id + ":" + text(body));
        }

        @Override
        public void reply(int id, ByteBuf body) {
            replies.add(id + ":" + text(body));
        }

        private String text(ByteBuf body) {
            int size = body.readableBytes();
            String text = body.toString(StandardCharsets.UTF_8);
            body.release();
            if (consumes) {
                wire.consumed(size);
            }
            return text.length() > 100 ? size + " bytes" : text;
        }

        @Override
        public void peer(String address, boolean named) {
            peers.add((named ? "+" : "-") + address);
        }

        @Override
        public void cancel(int id) {
            cancelled.add(id);
        }

        @Override
        public void draining(String why) {
            draining = why;
        }

        @Override
        public void peerIsSilent() {
            silent = true;
        }

        @Override
        public void closed(IOException why) {
            if (closed != null) {
                throw new AssertionError(name + " was closed twice");
            }
            closed = why;
        }
    }
}

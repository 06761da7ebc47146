package io.keelson.remoting.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.keelson.remoting.internal.auth.RealmLogin;
import io.keelson.remoting.internal.auth.TestRealm;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;

/**
 * Bytes of a client of the native protocol, from its first one. Must hold: the same calls and frames in answer however the
 * bytes arrive, no call before the login is over, a refused connection is told why, little memory for who has announced
 * much, and every buffer given back.
 */
class WireFuzzTest {
    private static final WireSettings SETTINGS = Pair.settings(64 * 1024, 4096, Duration.ofSeconds(20));
    /** Made once: its keys take milliseconds. */
    private static final TestRealm REALM = new TestRealm();
    /** A frame, a message, and what a buffer's growth takes beside them. */
    private static final long MOST_MEMORY = 4 * 64 * 1024;

    private record Outcome(List<String> events, List<String> frames, boolean open) {}

    @FuzzTest
    void clients(byte[] bytes) {
        Outcome whole = of(bytes, bytes.length, bytes.length);
        assertThat(whole.events()).as("a refused client is told why").satisfies(events -> {
            if (events.stream().anyMatch(e -> e.startsWith("closed"))
                    && whole.frames().stream().noneMatch(f -> f.startsWith("GOODBYE"))) {
                assertThat(events).anyMatch(e -> e.startsWith("closed by the client"));
            }
        });
        assertThat(of(bytes, 1, 1)).as("byte by byte").isEqualTo(whole);
        CRC32 seed = new CRC32();
        seed.update(bytes);
        Random random = new Random(seed.getValue());
        int most = 1 + random.nextInt(60);
        assertThat(of(bytes, 1, most)).as("in pieces of up to " + most).isEqualTo(whole);
    }

    private static Outcome of(byte[] bytes, int least, int most) {
        Server server = new Server();
        server.wire.open(0);
        Random random = new Random(bytes.length);
        for (int from = 0; from < bytes.length && !server.over; ) {
            int piece = Math.min(bytes.length - from, least + random.nextInt(Math.max(1, most - least + 1)));
            server.wire.received(server.memory.buffer(piece).writeBytes(bytes, from, piece), 0);
            server.wire.readComplete();
            from += piece;
            assertThat(server.memory.metric().usedHeapMemory())
                    .as("memory in use")
                    .isLessThan(MOST_MEMORY);
        }
        Outcome outcome = new Outcome(List.copyOf(server.events), List.copyOf(server.frames), !server.over);
        server.wire.lost(new IOException("the test is over"));
        assertThat(server.memory.metric().usedHeapMemory())
                .as("bytes of leaked buffers")
                .isZero();
        return outcome;
    }

    /** Numbers that a server chooses by chance are the same each time here. */
    private static final class Counting extends SecureRandom {
        private static final long serialVersionUID = 1;

        @Override
        public void nextBytes(byte[] bytes) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) ('a' + i % 26);
            }
        }
    }

    /** The server's end: link and user at once. What takes a while is done at once. */
    private static final class Server implements ConnectionLink, ConnectionUser {
        private final UnpooledByteBufAllocator memory = new UnpooledByteBufAllocator(false, true);
        private final List<String> events = new ArrayList<>();
        private final List<String> frames = new ArrayList<>();
        private final WireConnection wire;
        private boolean ready;
        private boolean over;

        Server() {
            RealmLogin login = new RealmLogin(REALM, true, false, true, null, List.of(), null, new Counting());
            wire = WireConnection.server(Hello.of(SETTINGS, login.mechanisms()), SETTINGS, this, this, login);
        }

        @Override
        public boolean writable() {
            return true;
        }

        @Override
        public void write(ByteBuf frame) {
            FrameType type = FrameType.of(frame.getUnsignedByte(3));
            frames.add(type + " " + frame.getInt(5)
                    + (type == FrameType.GOODBYE
                            ? " "
                                    + frame.toString(
                                            Frames.HEADER,
                                            frame.readableBytes() - Frames.HEADER,
                                            java.nio.charset.StandardCharsets.ISO_8859_1)
                            : ""));
            if (type == FrameType.CREDIT) {
                // How often credit is given depends on how much has come at once.
                frames.remove(frames.size() - 1);
            }
            frame.release();
        }

        @Override
        public void flush() {
            // What is written is kept at once.
        }

        @Override
        public void close() {
            over = true;
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void offload(Runnable task) {
            task.run();
        }

        @Override
        public ByteBufAllocator allocator() {
            return memory;
        }

        @Override
        public void ready(Terms terms, PeerIdentity who) {
            assertThat(ready).isFalse();
            ready = true;
            events.add("ready "
                    + (who.caller() == null
                            ? "nobody"
                            : who.caller().principal().getName()));
        }

        @Override
        public void call(int id, ByteBuf body) {
            take("call", id, body);
        }

        @Override
        public void reply(int id, ByteBuf body) {
            take("reply", id, body);
        }

        @Override
        public void stream(ByteBuf body) {
            take("stream", 0, body);
        }

        private void take(String what, int id, ByteBuf body) {
            assertThat(ready).as(what + " before the login is over").isTrue();
            int size = body.readableBytes();
            assertThat(size).isLessThanOrEqualTo(SETTINGS.maxMessageSize());
            events.add(what + " " + id + " of " + size);
            body.release();
            wire.consumed(size);
        }

        @Override
        public void cancel(int id) {
            assertThat(ready).isTrue();
            events.add("cancel " + id);
        }

        @Override
        public void draining(String why) {
            events.add("draining");
        }

        @Override
        public void peerIsSilent() {
            events.add("silent");
        }

        @Override
        public void closed(IOException why) {
            String text = String.valueOf(why.getMessage());
            boolean byClient =
                    why instanceof LoginRefusedException && frames.stream().noneMatch(f -> f.startsWith("GOODBYE"))
                            || text.startsWith("the peer has ended")
                            || text.startsWith("the peer refuses")
                            || text.equals("the test is over");
            events.add((byClient ? "closed by the client: " : "closed: ") + text);
        }
    }
}

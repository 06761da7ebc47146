package io.keelson.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.remoting.fixture.LoneServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams between servers of a domain, over real sockets. */
@Timeout(60)
class StreamsIT {
    private final List<LoneServer> servers = new ArrayList<>();

    private LoneServer server(String key) {
        LoneServer server = new LoneServer(null, key);
        servers.add(server);
        return server;
    }

    @AfterEach
    void stop() {
        servers.forEach(LoneServer::close);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Keeps what comes; of a message its length, and the number that stands in its first four bytes. */
    private static final class Log implements ServerStream.Listener {
        final List<int[]> received = new CopyOnWriteArrayList<>();
        /** Of what stands behind the number. */
        final List<Long> sums = new CopyOnWriteArrayList<>();

        final AtomicReference<IOException> end = new AtomicReference<>();
        final AtomicReference<ServerStream> stream = new AtomicReference<>();
        boolean echo;

        @Override
        public void received(ByteBuffer message) {
            int length = message.remaining();
            int number = message.getInt();
            received.add(new int[] {number, length});
            sums.add(sum(message));
            if (echo) {
                stream.get().send(4, to -> to.putInt(number));
            }
        }

        private static long sum(ByteBuffer bytes) {
            CRC32 sum = new CRC32();
            sum.update(bytes);
            return sum.getValue();
        }

        @Override
        public void readComplete() {}

        @Override
        public void closed(IOException why) {
            end.set(why);
        }
    }

    private static Log accepting(LoneServer server, String greeting) {
        Log log = new Log();
        server.node.accept("test", (stream, shown, secure) -> {
            if (!new String(shown, StandardCharsets.UTF_8).equals(greeting)) {
                throw new IOException("not that greeting");
            }
            log.stream.set(stream);
            return log;
        });
        return log;
    }

    @Test
    void messagesOfAllSizesKeepTheirOrderAndAreAnswered() throws Exception {
        LoneServer one = server("domain key");
        LoneServer two = server("domain key");
        Log there = accepting(one, "hello");
        there.echo = true;
        Log here = new Log();
        ServerStream stream = two.open(one.url(), "test", text("hello"), here);
        assertThat(stream.maxMessageSize()).isEqualTo(1024 * 1024);
        Random random = new Random(3);
        int[] sizes = random.ints(2_000, 4, 2_000).toArray();
        for (int i = 0; i < sizes.length; i += 7) {
            sizes[i] = 4 + random.nextInt(100_000); // those are cut into fragments
        }
        sizes[1_000] = stream.maxMessageSize();
        byte[] content = new byte[stream.maxMessageSize() + sizes.length];
        random.nextBytes(content);
        stream.execute(() -> {
            for (int i = 0; i < sizes.length; i++) {
                int number = i;
                if (sizes[i] > stream.wholeMessageSize() && i % 2 == 0) {
                    ByteBuffer first = ByteBuffer.allocate(6).position(2).putInt(2, number);
                    stream.send(List.of(
                            first,
                            ByteBuffer.wrap(content, number, 10),
                            ByteBuffer.wrap(content, number + 10, sizes[i] - 14)));
                } else {
                    stream.send(sizes[i], to -> to.putInt(number).put(content, number, sizes[number] - 4));
                }
                if (i % 50 == 0) {
                    stream.flush();
                }
            }
            stream.flush();
        });
        await().until(() -> here.received.size() == sizes.length);
        for (int i = 0; i < sizes.length; i++) {
            assertThat(there.received.get(i)).containsExactly(i, sizes[i]);
            assertThat(here.received.get(i)[0]).isEqualTo(i);
            assertThat(there.sums.get(i)).isEqualTo(Log.sum(ByteBuffer.wrap(content, i, sizes[i] - 4)));
        }
        await().until(() -> stream.waiting() == 0);
    }

    @Test
    void theEndIsHeardOnBothSides() throws Exception {
        LoneServer one = server("domain key");
        LoneServer two = server("domain key");
        Log there = accepting(one, "");
        Log here = new Log();
        ServerStream stream = two.open(one.url(), "test", text(""), here);
        await().until(() -> there.stream.get() != null);
        stream.close("enough");
        await().until(() -> here.end.get() != null && there.end.get() != null);
        assertThat(there.end.get()).hasMessageContaining("enough");
        stream.execute(() -> stream.send(4, to -> to.putInt(1)));
        assertThat(there.received).isEmpty();
    }

    /** A server that is suspended ends the others, and these not yet. */
    @Test
    void aStreamIsNoConnectionOfCalls() throws Exception {
        LoneServer one = server("domain key");
        LoneServer two = server("domain key");
        Log there = accepting(one, "");
        ServerStream stream = two.open(one.url(), "test", text(""), new Log());
        await().until(() -> there.stream.get() != null);
        await().untilAsserted(() -> assertThat(one.node.connections()).hasSize(1));
        assertThat(one.node.callers()).isEmpty();
        assertThat(two.node.callers()).isEmpty();
        stream.execute(() -> {
            stream.send(4, to -> to.putInt(7));
            stream.flush();
        });
        await().until(() -> there.received.size() == 1);
    }

    /** As when members join and leave: that is told to clients, over the connections that these have opened. */
    @Test
    void aStreamGoesOnWhenItsServersVouchForOthers() throws Exception {
        LoneServer one = server("domain key");
        LoneServer two = server("domain key");
        Log there = accepting(one, "");
        there.echo = true;
        Log here = new Log();
        ServerStream stream = two.open(one.url(), "test", text(""), here);
        await().until(() -> there.stream.get() != null);
        for (int i = 0; i < 3; i++) {
            int number = i;
            two.node.trust(List.of("keelson://127.0.0.1:" + (1 + number)));
            one.node.trust(List.of("keelson://127.0.0.1:" + (11 + number)));
            stream.execute(() -> {
                stream.send(4, to -> to.putInt(number));
                stream.flush();
            });
            await().until(() -> here.received.size() == number + 1 || here.end.get() != null);
        }
        assertThat(here.end.get()).isNull();
        assertThat(there.end.get()).isNull();
    }

    @Test
    void whoIsNotWantedIsTold() throws Exception {
        LoneServer one = server("domain key");
        LoneServer two = server("domain key");
        accepting(one, "the right one");
        Log wrong = new Log();
        two.open(one.url(), "test", text("a wrong one"), wrong);
        await().until(() -> wrong.end.get() != null);
        assertThat(wrong.end.get()).hasMessageContaining("not that greeting");
        Log unknown = new Log();
        two.open(one.url(), "nothing", text(""), unknown);
        await().until(() -> unknown.end.get() != null);
        assertThat(unknown.end.get()).hasMessageContaining("takes no streams for 'nothing'");
    }

    @Test
    void onlyServersOfTheDomainComeIn() {
        LoneServer one = server("domain key");
        Log there = accepting(one, "");
        LoneServer stranger = server("another key");
        assertThatThrownBy(() -> stranger.open(one.url(), "test", text(""), new Log()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("server of this domain");
        LoneServer nobody = server(null);
        assertThatThrownBy(() -> nobody.open(one.url(), "test", text(""), new Log()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("server of this domain");
        assertThat(there.stream.get()).isNull();
    }

    /** The check on the accepting side: a stranger that speaks the protocol and does not keep to its rules. */
    @Test
    void aStrangersStreamIsRefusedThoughItOpensOne() throws Exception {
        LoneServer one = new LoneServer();
        servers.add(one);
        Log there = accepting(one, "");
        LoneServer two = new LoneServer();
        servers.add(two);
        Log here = new Log();
        two.openAsNobody(one.url(), "test", text(""), here);
        await().until(() -> here.end.get() != null);
        assertThat(here.end.get()).hasMessageContaining("no server of this domain");
        assertThat(there.stream.get()).isNull();
    }
}

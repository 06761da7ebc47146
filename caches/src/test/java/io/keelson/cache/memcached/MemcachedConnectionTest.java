package io.keelson.cache.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManager;
import io.keelson.cache.MapStore;
import io.keelson.cache.access.CacheRoles;
import io.keelson.cache.config.CacheMode;
import io.keelson.cache.config.CacheSettings;
import io.keelson.cache.config.Partitions;
import io.keelson.cache.config.Persistence;
import io.keelson.cache.config.ValueKind;
import io.keelson.kernel.context.Caller;
import io.keelson.security.Realm;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests what a client of memcached's protocol sees: answers, their order, logins, roles and bounds. */
class MemcachedConnectionTest {
    private static final int MOST = 1_000;

    private final MapStore store = new MapStore();

    private static CacheSettings settings(List<String> readers, List<String> writers, List<String> administrators) {
        return new CacheSettings(
                CacheMode.LOCAL,
                1,
                ValueKind.TEXT,
                null,
                null,
                0,
                null,
                Persistence.NONE,
                false,
                Partitions.ALLOW_ALL,
                readers,
                writers,
                administrators);
    }

    private EmbeddedChannel client(CacheSettings settings, boolean safe) {
        MemcachedLogin login =
                new MemcachedLogin("demo", new CacheRoles(Map.of("demo", settings)), new Ann(), new AtOnce(), safe);
        Figures figures = new Figures(Ticker.system());
        return new EmbeddedChannel(new MemcachedConnection(
                Duration.ofSeconds(20),
                new CommandParser(MOST),
                new Commands(store, Ticker.system(), MOST),
                login,
                figures,
                () -> figures.lines(store.counts(), 1)));
    }

    private EmbeddedChannel everyone() {
        return client(settings(List.of(), List.of(), List.of("everyone")), true);
    }

    private static String ask(EmbeddedChannel client, String text) {
        client.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
        return answers(client);
    }

    private static String answers(EmbeddedChannel client) {
        client.runPendingTasks();
        StringBuilder all = new StringBuilder();
        for (ByteBuf next = client.readOutbound(); next != null; next = client.readOutbound()) {
            all.append(next.toString(StandardCharsets.ISO_8859_1));
            next.release();
        }
        return all.toString();
    }

    @Test
    void answersInTheOrderOfTheCommands() {
        assertThat(ask(everyone(), "set a 7 0 1\r\nx\r\nget a b\r\ndelete a\r\ndelete a\r\nget a\r\nversion\r\n"))
                .isEqualTo("STORED\r\nVALUE a 7 1\r\nx\r\nEND\r\nDELETED\r\nNOT_FOUND\r\nEND\r\nVERSION 1.6.0\r\n");
    }

    @Test
    void putsInEachWay() {
        EmbeddedChannel client = everyone();

        assertThat(ask(client, "replace a 0 0 1\r\nx\r\n")).isEqualTo("NOT_STORED\r\n");
        assertThat(ask(client, "append a 0 0 1\r\nx\r\n")).isEqualTo("NOT_STORED\r\n");
        assertThat(ask(client, "add a 3 0 1\r\nb\r\n")).isEqualTo("STORED\r\n");
        assertThat(ask(client, "add a 0 0 1\r\nx\r\n")).isEqualTo("NOT_STORED\r\n");
        assertThat(ask(client, "append a 0 0 1\r\nc\r\n")).isEqualTo("STORED\r\n");
        assertThat(ask(client, "prepend a 0 0 1\r\na\r\n")).isEqualTo("STORED\r\n");
        assertThat(ask(client, "get a\r\n")).isEqualTo("VALUE a 3 3\r\nabc\r\nEND\r\n");
        assertThat(ask(client, "set a 0 -1 1\r\nx\r\n")).isEqualTo("STORED\r\n");
        assertThat(ask(client, "get a\r\n")).isEqualTo("END\r\n");
    }

    @Test
    void comparesBeforeItPuts() {
        EmbeddedChannel client = everyone();
        ask(client, "set a 0 0 1\r\nx\r\n");
        String found = ask(client, "gets a\r\n");
        String unique = found.substring("VALUE a 0 1 ".length(), found.indexOf("\r\n"));

        assertThat(ask(client, "cas b 0 0 1 " + unique + "\r\ny\r\n")).isEqualTo("NOT_FOUND\r\n");
        assertThat(ask(client, "cas a 0 0 1 " + unique + "\r\ny\r\n")).isEqualTo("STORED\r\n");
        assertThat(ask(client, "cas a 0 0 1 " + unique + "\r\nz\r\n")).isEqualTo("EXISTS\r\n");
    }

    @Test
    void countsWithoutSign() {
        EmbeddedChannel client = everyone();
        ask(client, "set n 0 0 20\r\n18446744073709551615\r\n");

        assertThat(ask(client, "incr n 2\r\n")).isEqualTo("1\r\n");
        assertThat(ask(client, "decr n 5\r\n")).isEqualTo("0\r\n");
        assertThat(ask(client, "incr m 2\r\n")).isEqualTo("NOT_FOUND\r\n");
        ask(client, "set n 0 0 1\r\nx\r\n");
        assertThat(ask(client, "incr n 2\r\n"))
                .isEqualTo("CLIENT_ERROR cannot increment or decrement non-numeric value\r\n");
    }

    @Test
    void saysNothingWhereNobodyWaits() {
        assertThat(ask(everyone(), "set a 0 0 1 noreply\r\nx\r\ndelete a noreply\r\nflush_all noreply\r\nget a\r\n"))
                .isEqualTo("END\r\n");
    }

    @Test
    void logsInByItsFirstSet() {
        EmbeddedChannel client = client(settings(List.of(), List.of("clerks"), List.of()), true);

        assertThat(ask(client, "get a\r\n")).isEqualTo("CLIENT_ERROR unauthenticated\r\n");
        assertThat(ask(client, "set x 0 0 9\r\nann wrong\r\n")).isEqualTo("CLIENT_ERROR authentication failure\r\n");
        assertThat(ask(client, "set x 0 0 10\r\nann secret\r\n")).isEqualTo("STORED\r\n");
        assertThat(ask(client, "get x\r\nset x 0 0 1\r\ny\r\nget x\r\n"))
                .isEqualTo("END\r\nSTORED\r\nVALUE x 0 1\r\ny\r\nEND\r\n");
        assertThat(ask(client, "flush_all\r\n")).isEqualTo("CLIENT_ERROR you may not do that with this cache\r\n");
    }

    @Test
    void closesAfterThreeWrongPasswords() {
        EmbeddedChannel client = client(settings(List.of(), List.of("clerks"), List.of()), true);

        for (int i = 0; i < 3; i++) {
            assertThat(ask(client, "set x 0 0 9\r\nann wrong\r\n"))
                    .isEqualTo("CLIENT_ERROR authentication failure\r\n");
        }
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void takesNoPasswordInTheClear() {
        EmbeddedChannel client = client(settings(List.of(), List.of("clerks"), List.of()), false);

        assertThat(ask(client, "set x 0 0 10\r\nann secret\r\n"))
                .isEqualTo("CLIENT_ERROR a password is taken over TLS only\r\n");
    }

    @Test
    void whoMayOnlyReadPutsNothing() {
        store.put(new byte[] {'a'}, io.keelson.cache.spi.StoredValue.of(new byte[] {'x'}));
        EmbeddedChannel client = client(settings(List.of("everyone", "ann"), List.of(), List.of()), true);

        assertThat(ask(client, "get a\r\n")).isEqualTo("VALUE a 0 1\r\nx\r\nEND\r\n");
        assertThat(ask(client, "delete a\r\n")).isEqualTo("CLIENT_ERROR unauthenticated\r\n");
        ask(client, "set x 0 0 10\r\nann secret\r\n");
        assertThat(ask(client, "set a 0 0 1\r\ny\r\ndelete a\r\ngat 5 a\r\n"))
                .isEqualTo("CLIENT_ERROR you may not do that with this cache\r\n".repeat(3));
    }

    @Test
    void endsWhoDoesNotEndACommand() {
        EmbeddedChannel client = everyone();
        assertThat(ask(client, "set a 0 0 5\r\nab")).isEmpty();

        client.advanceTimeBy(21, TimeUnit.SECONDS);
        client.runScheduledPendingTasks();

        assertThat(answers(client)).isEqualTo("CLIENT_ERROR the command did not come whole in time\r\n");
        assertThat(client.isOpen()).isFalse();
    }

    @Test
    void leavesAloneWhoIsSilentBetweenCommands() {
        EmbeddedChannel client = everyone();
        ask(client, "get a\r\n");

        client.advanceTimeBy(1, TimeUnit.HOURS);
        client.runScheduledPendingTasks();

        assertThat(client.isOpen()).isTrue();
    }

    @Test
    void endsWhereItDoesNotKnowWhatFollows() {
        EmbeddedChannel client = everyone();

        assertThat(ask(client, "set a 0 0 x\r\nget b\r\n")).isEqualTo("CLIENT_ERROR bad data chunk\r\n");
        assertThat(client.isOpen()).isFalse();
    }

    /** One user. */
    private static final class Ann implements Realm {
        @Override
        public String name() {
            return "test";
        }

        @Override
        public Optional<Caller> authenticate(String user, char[] password) {
            return user.equals("ann") && new String(password).equals("secret") ? find(user) : Optional.empty();
        }

        @Override
        public Optional<Caller> find(String user) {
            return Optional.of(new Caller(() -> user, Set.of("clerks")));
        }
    }

    /** Runs work at once. */
    private static final class AtOnce implements WorkManager {
        @Override
        public String name() {
            return "test";
        }

        @Override
        public boolean offer(Runnable work) {
            work.run();
            return true;
        }

        @Override
        public int load() {
            return 0;
        }
    }
}

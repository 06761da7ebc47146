package io.keelson.session.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.cluster.MemoryServers.Server;
import io.keelson.session.link.CompressionRules;
import io.keelson.session.store.TestHost;
import io.keelson.testkit.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions over direct connections between servers of this JVM, which are held back and cut. */
@Timeout(60)
class DirectSessionsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MOST = 100_000;

    private final Map<Server, ReplicatedStore> stores = new HashMap<>();
    private final MemoryStreams streams = new MemoryStreams(MOST);
    private final MemoryServers servers = new MemoryServers(false, streams);
    private final TestHost host = new TestHost(new ManualTicker());

    @AfterEach
    void close() {
        stores.values().forEach(ReplicatedStore::close);
        servers.close();
        streams.close();
    }

    private Server start(String name) {
        Server server = servers.start(name);
        ReplicatedStore store = new ReplicatedStore(StoreType.REPLICATED, server.replication, "shop");
        store.open(host);
        stores.put(server, store);
        return server;
    }

    private void awaitConnections(int count) {
        await().atMost(PATIENCE).until(() -> streams.open() == count);
    }

    private SessionState begin(Server server, String id) {
        SessionState state = new SessionState(
                id, host.ticker().currentTimeMillis(), host.ticker().nanoTime(), 3600);
        state.use();
        assertThat(stores.get(server).add(state)).isTrue();
        return state;
    }

    private CompletableFuture<Void> put(Server server, SessionState state, Object value) {
        state.put("value", value);
        stores.get(server).requestEnds(state);
        return stores.get(server).settled(state).toCompletableFuture();
    }

    private static void kept(CompletableFuture<Void> settled) throws Exception {
        settled.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private Object valueAfterDeath(Server primary, Server other, String id) {
        primary.dies();
        SessionState there = stores.get(other).find(id);
        assertThat(there).isNotNull();
        return there.attributes().get("value");
    }

    @Test
    void updatesAndAcknowledgementsNeedNoChannel() throws Exception {
        Server a = start("a");
        Server b = start("b");
        awaitConnections(2); // one each way, opened at the same time
        SessionState state = begin(a, "s1");
        kept(put(a, state, 1));
        long before = servers.throughChannel.get();
        servers.air.lock();
        try {
            for (int i = 2; i <= 50; i++) {
                kept(put(a, state, i));
            }
        } finally {
            servers.air.unlock();
        }
        assertThat(servers.throughChannel.get()).isEqualTo(before);
        assertThat(valueAfterDeath(a, b, "s1")).isEqualTo(50);
    }

    @Test
    void whatIsCompressedIsTheSameAtTheOtherEnd() throws Exception {
        servers.compression = new CompressionRules(CompressionRules.When.ALWAYS, 1_000);
        Server a = start("a");
        Server b = start("b");
        awaitConnections(2);
        SessionState state = begin(a, "s1");
        kept(put(a, state, "small"));
        assertThat(a.replication.links()).singleElement().satisfies(link -> {
            assertThat(link.server()).isEqualTo("b");
            assertThat(link.compressed()).isZero();
        });
        String text = "a text that is said again and again, ".repeat(1_500);
        kept(put(a, state, text));
        byte[] noise = new byte[50_000];
        new Random(1).nextBytes(noise);
        kept(put(a, state, noise)); // goes as it is
        kept(put(a, state, text));
        assertThat(a.replication.links()).singleElement().satisfies(link -> {
            assertThat(link.compressed()).isEqualTo(2);
            assertThat(link.rawBytes()).isGreaterThan(100_000);
            assertThat(link.sentBytes()).isLessThan(10_000);
        });
        assertThat(valueAfterDeath(a, b, "s1")).isEqualTo(text);
    }

    @Test
    void whoDoesNotSayThatItExpandsIsSentNothingCompressed() throws Exception {
        servers.compression = new CompressionRules(CompressionRules.When.ALWAYS, 1_000);
        streams.old = true;
        Server a = start("a");
        Server b = start("b");
        awaitConnections(2);
        SessionState state = begin(a, "s1");
        String text = "again and again, ".repeat(1_000);
        kept(put(a, state, text));
        assertThat(a.replication.links())
                .singleElement()
                .satisfies(link -> assertThat(link.compressed()).isZero());
        assertThat(valueAfterDeath(a, b, "s1")).isEqualTo(text);
    }

    @Test
    void manySessionsShareAWriteAndAnAcknowledgement() throws Exception {
        Server a = start("a");
        start("b");
        awaitConnections(2);
        List<SessionState> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(begin(a, "s" + i));
            kept(put(a, all.get(i), 0));
        }
        long before = streams.messages.get();
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        CountDownLatch gathered = new CountDownLatch(1);
        streams.busyUntil(gathered);
        try {
            all.forEach(state -> ends.add(put(a, state, 1)));
            assertThat(ends).noneMatch(CompletableFuture::isDone);
        } finally {
            gathered.countDown();
        }
        for (CompletableFuture<Void> end : ends) {
            kept(end);
        }
        assertThat(streams.messages.get() - before).isEqualTo(2);
    }

    @Test
    void aSlowSecondaryHoldsTheAnswersAndNoThread() throws Exception {
        Server a = start("a");
        Server b = start("b");
        awaitConnections(2);
        SessionState state = begin(a, "s1");
        kept(put(a, state, 1));
        CompletableFuture<Void> end;
        streams.wire.lock();
        try {
            end = put(a, state, 2); // returns at once
            assertThat(end).isNotDone();
        } finally {
            streams.wire.unlock();
        }
        kept(end);
        assertThat(valueAfterDeath(a, b, "s1")).isEqualTo(2);
    }

    /**
     * Nothing gets from one to the other, and nobody is taken out of the view: after a while the session goes on without a copy, which
     * comes again when there are answers.
     */
    @Test
    void whoDoesNotAnswerHasNoCopiesUntilItDoes() throws Exception {
        servers.failureTimeout = Duration.ofSeconds(3);
        Server a = start("a");
        Server b = start("b");
        awaitConnections(2);
        SessionState state = begin(a, "s1");
        kept(put(a, state, 1));
        streams.wire.lock();
        servers.air.lock();
        try {
            kept(put(a, state, 2));
            assertThat(a.state().sessionsWithoutSecondary()).isEqualTo(1);
            kept(put(a, state, 3));
        } finally {
            servers.air.unlock();
            streams.wire.unlock();
        }
        await().atMost(PATIENCE).until(() -> a.state().sessionsWithoutSecondary() == 0);
        assertThat(valueAfterDeath(a, b, "s1")).isEqualTo(3);
    }

    @Test
    void whatIsUnderWayWhenTheConnectionBreaksIsAskedForThroughTheChannelAtOnce() throws Exception {
        Server a = start("a");
        Server b = start("b");
        awaitConnections(2);
        List<SessionState> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(begin(a, "s" + i));
            kept(put(a, all.get(i), 1));
        }
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        streams.wire.lock();
        try {
            all.forEach(state -> ends.add(put(a, state, 2)));
            streams.cut();
        } finally {
            streams.wire.unlock();
        }
        for (CompletableFuture<Void> end : ends) {
            kept(end);
        }
        awaitConnections(2); // they are made again
        for (SessionState state : all) {
            kept(put(a, state, 3));
        }
        a.dies();
        for (int i = 0; i < 20; i++) {
            SessionState there = stores.get(b).find("s" + i);
            assertThat(there).isNotNull();
            assertThat(there.attributes()).containsEntry("value", 3);
        }
    }

    @Test
    void aSessionThatIsTooLargeGoesThroughTheChannelAndNothingOfItOvertakes() throws Exception {
        Server a = start("a");
        Server b = start("b");
        awaitConnections(2);
        SessionState state = begin(a, "s1");
        kept(put(a, state, 1));
        long before = servers.throughChannel.get();
        kept(put(a, state, new byte[2 * MOST]));
        assertThat(servers.throughChannel.get()).isGreaterThan(before);
        CompletableFuture<Void> large;
        CompletableFuture<Void> small;
        servers.air.lock();
        try {
            large = put(a, state, new byte[3 * MOST]);
            small = put(a, state, 4);
            assertThat(small).isNotDone();
        } finally {
            servers.air.unlock();
        }
        kept(large);
        kept(small);
        assertThat(valueAfterDeath(a, b, "s1")).isEqualTo(4);
    }

    @Test
    void aServerThatIsNotThereAnyMoreHasNoConnection() throws Exception {
        Server a = start("a");
        Server b = start("b");
        Server c = start("c");
        awaitConnections(6);
        SessionState state = begin(a, "s1");
        kept(put(a, state, 1));
        Server secondary = stores.get(a).servers(state).get(1).equals("b") ? b : c;
        CompletableFuture<Void> end;
        streams.wire.lock();
        try {
            end = put(a, state, 2); // the view changes while it is under way
            secondary.dies();
        } finally {
            streams.wire.unlock();
        }
        kept(end);
        await().atMost(PATIENCE).until(() -> streams.open() == 2);
        // Who has died may have answered before; then the next copy comes with a tick.
        await().atMost(PATIENCE).until(() -> a.state().sessionsWithoutSecondary() == 0);
        assertThat(valueAfterDeath(a, secondary == b ? c : b, "s1")).isEqualTo(2);
    }
}

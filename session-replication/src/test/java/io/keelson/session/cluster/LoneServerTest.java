package io.keelson.session.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.cluster.MemoryServers.Server;
import io.keelson.session.marshal.Said;
import io.keelson.session.store.TestHost;
import io.keelson.testkit.ManualTicker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server with replicated sessions that has no other one for the copies. */
@Timeout(60)
class LoneServerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final MemoryServers servers = new MemoryServers(false);
    private final Map<Server, ReplicatedStore> stores = new HashMap<>();

    private Server start(String name) {
        Server server = servers.start(name);
        ReplicatedStore store = new ReplicatedStore(StoreType.REPLICATED, server.replication, "shop");
        store.open(new TestHost(new ManualTicker()));
        stores.put(server, store);
        return server;
    }

    @AfterEach
    void close() {
        stores.values().forEach(ReplicatedStore::close);
        servers.close();
    }

    private SessionState use(Server server, String id) {
        SessionState state = stores.get(server).find(id);
        if (state == null) {
            state = new SessionState(id, 0, 0, 3600);
            assertThat(stores.get(server).add(state)).isTrue();
        }
        return state.use() ? state : use(server, id);
    }

    private void set(Server server, String id, String name, Object value) throws Exception {
        SessionState state = use(server, id);
        state.put(name, value);
        stores.get(server).requestEnds(state);
        state.release(0);
        CompletableFuture<Void> settled = stores.get(server).settled(state).toCompletableFuture();
        settled.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Other tests of the room may say something at the same time. */
    private static void says(Said said, String message) {
        assertThat(said.messages()).anySatisfy(one -> assertThat(one).endsWith(message));
    }

    /** The store is "away": requests go on, it is said, and the copy is made when somebody comes. */
    @Test
    void requestsGoOnWithoutACopyAndItIsMadeAfterwards() throws Exception {
        Server a = start("a");
        Server b = start("b");
        await().atMost(PATIENCE)
                .until(() -> a.replication.snapshot().members().size() == 2
                        && b.replication.snapshot().members().size() == 2);
        set(a, "s1", "n", 1);
        assertThat(a.state().sessionsWithoutSecondary()).isZero();
        try (Said said = new Said()) {
            b.dies();
            await().atMost(PATIENCE)
                    .until(() -> a.replication.snapshot().members().size() == 1);
            set(a, "s1", "n", 2);
            assertThat(a.state().sessionsWithoutSecondary()).isEqualTo(1);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> says(
                            said,
                            "1 sessions of this server have no copy on another one: what a crash now would lose"));
            Server c = start("c");
            await().atMost(PATIENCE).until(() -> a.state().sessionsWithoutSecondary() == 0);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> says(said, "All sessions of this server have a copy on another one again"));
            a.dies();
            assertThat(use(c, "s1").attributes()).containsEntry("n", 2);
        }
    }

    /** The last one cannot hand its sessions over, and says how many end. */
    @Test
    void theLastOneSaysWhatEndsWithIt() throws Exception {
        Server a = start("a");
        set(a, "s1", "n", 1);
        set(a, "s2", "n", 1);
        try (Said said = new Said()) {
            a.replication.leave(Deadline.in(Ticker.system(), PATIENCE));
            says(said, "This server leaves, and 2 sessions end with it: no other server stays");
        }
    }
}

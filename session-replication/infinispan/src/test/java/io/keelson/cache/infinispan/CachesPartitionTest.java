package io.keelson.cache.infinispan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.config.DataSize;
import io.keelson.base.time.Ticker;
import io.keelson.cache.config.CacheMode;
import io.keelson.cache.config.CacheSettings;
import io.keelson.cache.config.GridSettings;
import io.keelson.cache.config.Partitions;
import io.keelson.cache.config.Persistence;
import io.keelson.cache.config.ValueKind;
import io.keelson.cache.spi.CacheEngine.Place;
import io.keelson.cache.spi.EntryStore;
import io.keelson.cache.spi.StoredEntry;
import io.keelson.cache.spi.StoredValue;
import io.keelson.cluster.membership.Topic;
import io.keelson.session.grid.GridMembers;
import io.keelson.session.infinispan.MemoryCluster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three servers with a cache of two owners, whose network is cut while clients on each append tokens to lists. {@link TokenHistory} says
 * what was lost. The order of the cuts and who is told first come from a seed that is printed.
 */
@ExtendWith(PartLoading.class)
class CachesPartitionTest implements AutoCloseable {
    private static final int LISTS = 20;
    private static final long PAUSE_NANOS = 5_000_000;
    private static final List<String> NAMES = List.of("a", "b", "c");

    private final MemoryCluster cluster = new MemoryCluster(2);
    private final List<MemoryCluster.Server> servers = new ArrayList<>();
    private final List<CachesNode> nodes = new ArrayList<>();
    private final TokenHistory history = new TokenHistory();
    /** Acknowledged by each server; clients of a server that is cut off get none. */
    private final AtomicIntegerArray progress = new AtomicIntegerArray(NAMES.size());

    private final List<Thread> clients = new ArrayList<>();
    private volatile boolean ended;

    @Override
    public void close() throws InterruptedException {
        stopClients();
        List<Thread> leaving = new ArrayList<>();
        for (CachesNode node : nodes) {
            Thread thread = new Thread(() -> node.leave(Duration.ofMillis(1)));
            thread.start();
            leaving.add(thread);
        }
        for (Thread each : leaving) {
            each.join();
        }
        cluster.close();
    }

    private void begin(Partitions handling, Path directory) {
        CacheSettings cache = new CacheSettings(
                CacheMode.DISTRIBUTED,
                2,
                ValueKind.TEXT,
                null,
                null,
                0,
                null,
                Persistence.NONE,
                false,
                handling,
                List.of(),
                List.of(),
                List.of());
        GridSettings grid =
                new GridSettings(false, null, DataSize.parse("1MiB"), Duration.ofSeconds(2), Duration.ofSeconds(20));
        NAMES.forEach(name -> servers.add(cluster.comes(name)));
        for (int i = 0; i < NAMES.size(); i++) {
            GridMembers bond = new GridMembers(
                    servers.get(i).membership, new Topic(100, "caches"), Duration.ofSeconds(3), Ticker.system());
            nodes.add(new CachesNode(new Place(
                    NAMES.get(i), directory.resolve(NAMES.get(i)), bond, Map.of("demo", cache), grid, failure -> {})));
        }
        nodes.forEach(CachesNode::open);
        awaitWhole();
    }

    private EntryStore store(int server) {
        return nodes.get(server).store("demo");
    }

    private void awaitWhole() {
        for (int i = 0; i < NAMES.size(); i++) {
            int server = i;
            await().atMost(MemoryCluster.PATIENCE.multipliedBy(2)).untilAsserted(() -> {
                assertThat(nodes.get(server).ready()).isTrue();
                assertThat(store(server).counts().members()).isEqualTo(NAMES.size());
                assertThat(store(server).counts().available()).isTrue();
                assertThat(nodes.get(server).exposed()).isZero();
            });
        }
    }

    private void startClients() {
        for (int i = 0; i < NAMES.size(); i++) {
            int server = i;
            for (int j = 0; j < 2; j++) {
                Random random = new Random(31L * i + j);
                Thread client = new Thread(() -> appendUntilTheEnd(server, random), "client-" + i + '-' + j);
                clients.add(client);
                client.start();
            }
        }
    }

    private void stopClients() throws InterruptedException {
        ended = true;
        for (Thread each : clients) {
            each.join();
        }
        clients.clear();
    }

    private void appendUntilTheEnd(int server, Random random) {
        while (!ended) {
            if (append(server, "list-" + random.nextInt(LISTS))) {
                progress.incrementAndGet(server);
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Appends a token; true if that was acknowledged. A failure, and a refusal after others were faster, leave it open. */
    private boolean append(int server, String list) {
        String token = history.invoke(list);
        byte[] key = list.getBytes(StandardCharsets.UTF_8);
        try {
            StoredEntry seen = store(server).get(key).toCompletableFuture().get(60, TimeUnit.SECONDS);
            boolean done;
            if (seen == null) {
                done = store(server)
                        .putIfAbsent(key, StoredValue.of(token.getBytes(StandardCharsets.UTF_8)))
                        .toCompletableFuture()
                        .get(60, TimeUnit.SECONDS);
            } else {
                byte[] before = seen.value().bytes();
                byte[] next =
                        (new String(before, StandardCharsets.UTF_8) + ' ' + token).getBytes(StandardCharsets.UTF_8);
                done = store(server)
                        .replace(key, before, StoredValue.of(next))
                        .toCompletableFuture()
                        .get(60, TimeUnit.SECONDS);
            }
            if (done) {
                history.ok(list, token);
            }
            return done;
        } catch (ExecutionException | TimeoutException e) {
            return false; // the cache cannot be used there now
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void awaitProgress(Integer... among) {
        for (int server : among) {
            int before = progress.get(server);
            await().atMost(MemoryCluster.PATIENCE)
                    .untilAsserted(() -> assertThat(progress.get(server))
                            .as("acknowledged by " + NAMES.get(server))
                            .isGreaterThan(before + 3));
        }
    }

    /** Cuts one server off, or all from one another; sides notice at different times. */
    private void cutAndHeal(Random random) {
        List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
        Collections.shuffle(order, random);
        MemoryCluster.Server alone = servers.get(order.get(0));
        MemoryCluster.Server[] others = {servers.get(order.get(1)), servers.get(order.get(2))};
        int kind = random.nextInt(3);
        System.out.println(
                "cut: " + (kind == 2 ? "all" : NAMES.get(order.get(0))) + (kind == 1 ? ", it notices last" : ""));
        if (kind == 2) {
            cluster.scatter(alone, others[0], others[1]);
            cluster.tell(alone);
            cluster.tell(others[0]);
            cluster.tell(others[1]);
            for (int i = 0; i < NAMES.size(); i++) {
                awaitUnavailable(i);
            }
        } else {
            cluster.divide(alone);
            if (kind == 0) {
                cluster.tell(alone);
                awaitUnavailable(order.get(0));
                cluster.tell(others);
            } else {
                cluster.tell(others);
                awaitProgress(order.get(1), order.get(2)); // it believes still that it is one of three
                cluster.tell(alone);
                awaitUnavailable(order.get(0));
            }
            awaitProgress(order.get(1), order.get(2));
        }
        cluster.heal();
        awaitWhole();
        awaitProgress(0, 1, 2);
    }

    private void awaitUnavailable(int server) {
        await().atMost(MemoryCluster.PATIENCE)
                .untilAsserted(() -> assertThat(store(server).counts().available())
                        .as(NAMES.get(server))
                        .isFalse());
    }

    private Map<String, List<String>> lists(int server) throws Exception {
        Map<String, List<String>> all = new HashMap<>();
        for (int i = 0; i < LISTS; i++) {
            String list = "list-" + i;
            StoredEntry entry = store(server)
                    .get(list.getBytes(StandardCharsets.UTF_8))
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
            if (entry != null) {
                all.put(list, Arrays.asList(new String(entry.value().bytes(), StandardCharsets.UTF_8).split(" ")));
            }
        }
        return all;
    }

    private void assertNothingIsLost(int cuts, Path directory) throws Exception {
        long seed = Long.getLong("keelson.seed", System.nanoTime());
        System.out.println("seed: " + seed);
        Random random = new Random(seed);
        begin(Partitions.DENY_READS_AND_WRITES, directory);
        startClients();
        awaitProgress(0, 1, 2);
        for (int i = 0; i < cuts; i++) {
            cutAndHeal(random);
        }
        stopClients();
        for (int i = 0; i < NAMES.size(); i++) {
            assertThat(history.violations(lists(i)))
                    .as("as %s sees it, seed %d", NAMES.get(i), seed)
                    .isEmpty();
        }
        assertThat(history.acknowledgements()).isGreaterThan(3 * NAMES.size() * cuts);
        System.out.println(cuts + " cuts, " + history.acknowledgements() + " acknowledged writes, none lost");
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    void whoDeniesReadsAndWritesLosesNoAcknowledgedWrite(@TempDir Path directory) throws Exception {
        assertNothingIsLost(3, directory);
    }

    @Test
    @Tag("soak")
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void norInManyCuts(@TempDir Path directory) throws Exception {
        assertNothingIsLost(Integer.getInteger("keelson.cuts", 60), directory);
    }

    /** Both sides go on, and of two values of a list one is lost: what the manual says, and a check of the check. */
    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    void whoAllowsAllLosesWritesOfOneSide(@TempDir Path directory) throws Exception {
        begin(Partitions.ALLOW_ALL, directory);
        for (int i = 0; i < LISTS; i++) {
            assertThat(append(0, "list-" + i)).isTrue();
        }
        cluster.divide(servers.get(0));
        cluster.tell(servers.get(0));
        cluster.tell(servers.get(1), servers.get(2));
        await().atMost(MemoryCluster.PATIENCE).untilAsserted(() -> {
            assertThat(store(0).counts().members()).isEqualTo(1);
            assertThat(store(1).counts().members()).isEqualTo(2);
            assertThat(store(2).counts().members()).isEqualTo(2);
        });
        for (int i = 0; i < LISTS; i++) {
            String list = "list-" + i;
            await().atMost(MemoryCluster.PATIENCE).until(() -> append(0, list));
            await().atMost(MemoryCluster.PATIENCE).until(() -> append(1, list));
        }
        cluster.heal();
        awaitWhole();
        List<String> violations = history.violations(lists(2));
        assertThat(violations)
                .as("one of two values of each list")
                .hasSize(LISTS)
                .allMatch(each -> each.startsWith("lost: "));
    }
}

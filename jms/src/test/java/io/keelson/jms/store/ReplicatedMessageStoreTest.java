package io.keelson.jms.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Ticker;
import io.keelson.jms.store.HolderRecord.Holders;
import io.keelson.jms.store.HolderRecord.Outcome;
import io.keelson.jms.store.MessageStore.Put;
import io.keelson.jms.store.MessageStore.Remove;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract, and copies, over real disks. */
final class ReplicatedMessageStoreTest extends MessageStoreContractTest {
    private final Path directory;
    private final Map<String, StoreReplica> replicas = new ConcurrentHashMap<>();
    private final Map<String, ReplicaPeers.Listener> owners = new ConcurrentHashMap<>();
    private volatile List<String> there = List.of("b", "c");
    private volatile Holders holders = new Holders(1, Set.of("a"));
    private boolean alone;

    ReplicatedMessageStoreTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @AfterEach
    void end() {
        replicas.values().forEach(StoreReplica::close);
    }

    @Override
    MessageStore store() {
        return owner("a");
    }

    private ReplicatedMessageStore owner(String server) {
        StoreReplica here = replicas.remove(server);
        if (here != null) {
            here.close();
        }
        return new ReplicatedMessageStore(
                "test",
                files(server),
                new Record(),
                holders,
                new Peers(),
                new ReplicaRules(server, "a", alone, Duration.ofSeconds(1)),
                Ticker.system());
    }

    private FileMessageStore files(String server) {
        return new FileMessageStore("test", directory.resolve(server), WritePolicy.CACHE_FLUSH, 1 << 20);
    }

    /** Ends a server. */
    private void kill(String server) {
        there = there.stream().filter(each -> !each.equals(server)).toList();
        StoreReplica replica = replicas.remove(server);
        ReplicaPeers.Listener owner = owners.remove(server);
        if (replica != null) {
            replica.close();
        }
        if (owner != null) {
            owner.closed("killed");
        }
    }

    @Test
    void theCopyHasWhatWasAcknowledged() throws Exception {
        try (ReplicatedMessageStore store = owner("a")) {
            store.open(1);
            kept(append(store, new Put(1, bytes(1)), new Put(2, bytes(2))));
            kept(append(store, new Remove(1)));
            assertThat(holders.servers()).containsExactlyInAnyOrder("a", "b");
            assertThat(store.replicas().copies()).containsExactly("b");
        }
        try (ReplicatedMessageStore next = owner("b")) {
            assertThat(next.open(2).records()).containsExactly(2L);
            assertThat(next.read(2)).containsExactly(2);
        }
        holders = new Holders(9, Set.of("b"));
        ReplicatedMessageStore lacking = owner("c");
        assertThatThrownBy(() -> lacking.open(3)).hasMessageContaining("does not have the whole message store");
    }

    @Test
    void anotherServerGetsACopyWhileMessagesAreSent() throws Exception {
        try (ReplicatedMessageStore store = owner("a")) {
            store.open(1);
            for (int i = 0; i < 500; i++) {
                append(store, new Put(i, new byte[5_000]));
            }
            kept(append(store, new Put(1_000, bytes(1))));
            kill("b");
            for (int i = 0; i < 500; i += 2) {
                append(store, new Remove(i), new Put(2_000 + i, bytes(3)));
            }
            kept(append(store, new Remove(1_000)));
            assertThat(holders.servers()).containsExactlyInAnyOrder("a", "c");
        }
        try (ReplicatedMessageStore next = owner("c")) {
            assertThat(next.open(2).records())
                    .hasSize(500)
                    .doesNotContain(0L, 1_000L)
                    .contains(1L, 2_000L);
            assertThat(next.read(499)).hasSize(5_000);
        }
    }

    @Test
    void withoutAnotherServerItWaitsOrGoesOn() throws Exception {
        there = List.of();
        try (ReplicatedMessageStore store = owner("a")) {
            store.open(1);
            CompletableFuture<Void> waiting = append(store, new Put(1, bytes(1)));
            assertThatThrownBy(() -> waiting.get(1500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            there = List.of("b");
            kept(waiting);
            assertThat(holders.servers()).containsExactlyInAnyOrder("a", "b");
        }
        there = List.of();
        alone = true;
        try (ReplicatedMessageStore store = owner("a")) {
            store.open(2);
            kept(append(store, new Put(2, bytes(2))));
            assertThat(holders.servers()).containsExactly("a");
            await().untilAsserted(() -> assertThat(store.replicas().alone()).isTrue());
        }
    }

    /** A record that answers on the caller's thread. */
    private final class Record implements HolderRecord {
        @Override
        public CompletionStage<Outcome> replace(Holders before, Set<String> servers) {
            if (before.version() != holders.version()) {
                return CompletableFuture.completedFuture(new Outcome.Changed());
            }
            holders = new Holders(before.version() + 1, servers);
            return CompletableFuture.completedFuture(new Outcome.Done(holders));
        }

        @Override
        public CompletionStage<Holders> read() {
            return CompletableFuture.completedFuture(holders);
        }
    }

    /** Copies in the same process. */
    private final class Peers implements ReplicaPeers {
        @Override
        public List<String> candidates() {
            return there;
        }

        @Override
        public void connect(String server, Listener listener) {
            if (!there.contains(server)) {
                listener.closed("it is not there");
                return;
            }
            StoreReplica before = replicas.remove(server);
            if (before != null) {
                before.close();
            }
            StoreReplica[] made = new StoreReplica[1];
            made[0] = new StoreReplica("test", 0, files(server), new Connection() {
                private boolean opened;

                @Override
                public void send(byte[] frame) {
                    if (opened) {
                        listener.received(frame);
                        return;
                    }
                    opened = true;
                    listener.opened(new Connection() {
                        @Override
                        public void send(byte[] to) {
                            made[0].received(to);
                        }

                        @Override
                        public void close(String why) {
                            made[0].end();
                        }
                    });
                }

                @Override
                public void close(String why) {
                    listener.closed(why);
                }
            });
            replicas.put(server, made[0]);
            owners.put(server, listener);
            made[0].start();
        }
    }

    /** Nobody reads what is not a frame. */
    @Test
    void framesThatAreNoneAreRefused() throws IOException {
        for (byte[] each :
                List.of(bytes(), bytes('X', 0, 0, 0, 0, 0, 0, 0, 1), bytes('C', 0, 0, 0, 0, 0, 0, 0, 1, 9))) {
            assertThatThrownBy(() -> ReplicaFrames.read(each)).isInstanceOf(IllegalArgumentException.class);
        }
        byte[] whole = ReplicaFrames.changes(7, List.of(List.of(new Put(1, bytes(1, 2)), new Remove(3))));
        ReplicaFrames.Read read = ReplicaFrames.read(whole);
        assertThat(read.number()).isEqualTo(7);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> ReplicaFrames.read(cut)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}

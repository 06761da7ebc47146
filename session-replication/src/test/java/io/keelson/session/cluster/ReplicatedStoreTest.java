package io.keelson.session.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.session.SessionSight;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionUnreachableException;
import io.keelson.servlet.spi.StoreType;
import io.keelson.session.cluster.MemoryServers.Server;
import io.keelson.session.replica.Place;
import io.keelson.session.replica.ReplicaEvent;
import io.keelson.session.store.TestHost;
import io.keelson.testkit.ManualTicker;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stores of several servers in this JVM, with the real machine between them. */
@Timeout(60)
class ReplicatedStoreTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Map<Server, ReplicatedStore> stores = new HashMap<>();
    private final Map<Server, TestHost> hosts = new HashMap<>();
    private MemoryServers servers = new MemoryServers(false);

    @AfterEach
    void close() {
        stores.values().forEach(ReplicatedStore::close);
        servers.close();
    }

    private Server start(String name, StoreType type) {
        return start(name, type, ReplicatedStoreTest.class.getClassLoader());
    }

    private Server start(String name, StoreType type, ClassLoader loader) {
        Server server = servers.start(name);
        TestHost host = new TestHost(new ManualTicker()) {
            @Override
            public ClassLoader classLoader() {
                return loader;
            }
        };
        ReplicatedStore store = new ReplicatedStore(type, server.replication, "shop");
        store.open(host);
        stores.put(server, store);
        hosts.put(server, host);
        return server;
    }

    private SessionState begin(Server server, String id) {
        TestHost host = hosts.get(server);
        SessionState state = new SessionState(
                id, host.ticker().currentTimeMillis(), host.ticker().nanoTime(), 3600);
        state.use();
        assertThat(stores.get(server).add(state)).isTrue();
        return state;
    }

    private SessionState use(Server server, String id) {
        SessionState state = stores.get(server).find(id);
        assertThat(state).isNotNull();
        return state.use() ? state : use(server, id);
    }

    private CompletableFuture<Void> end(Server server, SessionState state) {
        stores.get(server).requestEnds(state);
        state.release(hosts.get(server).ticker().nanoTime());
        return stores.get(server).settled(state).toCompletableFuture();
    }

    private static void kept(CompletableFuture<Void> settled) throws Exception {
        settled.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private void awaitMembers(Server... all) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            for (Server one : all) {
                assertThat(one.replication.snapshot().members()).hasSize(all.length);
            }
        });
    }

    // ----------------------------------------------------------------------------------------------------------------

    /** A version retires when no server has any of its sessions: the copies count, also before anybody has made an object of them. */
    @Test
    void aServerKnowsThatItHasASessionOrACopyUntilItHasEnded() throws Exception {
        Server a = start("a", StoreType.REPLICATED);
        Server b = start("b", StoreType.REPLICATED);
        awaitMembers(a, b);
        assertThat(stores.get(a).sideBySide()).isTrue();
        assertThat(stores.get(a).held()).isZero();
        kept(end(a, begin(a, "one")));
        assertThat(stores.get(a).held()).isEqualTo(1);
        assertThat(stores.get(b).held()).isEqualTo(1);
        assertThat(stores.get(b).local()).isEmpty();
        SessionState state = use(b, "one");
        kept(end(b, state));
        assertThat(stores.get(a).held() + stores.get(b).held()).isEqualTo(2);
        state = use(b, "one");
        stores.get(b).remove("one");
        kept(stores.get(b).settled(state).toCompletableFuture());
        for (Server one : List.of(a, b)) {
            await().atMost(PATIENCE).until(() -> stores.get(one).held() == 0);
        }
    }

    /** Of sessions that have ended little is kept, here and where the copies were, and for ten minutes: there may be thousands a second. */
    @Test
    void aSessionThatHasEndedNeedsLittleAndIsRememberedAllTheSame() throws Exception {
        Server a = start("a", StoreType.REPLICATED);
        Server b = start("b", StoreType.REPLICATED);
        awaitMembers(a, b);
        kept(end(a, begin(a, "short")));
        SessionState state = use(a, "short");
        stores.get(a).remove("short");
        kept(stores.get(a).settled(state).toCompletableFuture());
        long later = System.nanoTime() + Duration.ofSeconds(6).toNanos();
        for (Server one : List.of(a, b)) {
            Slots slots = one.replication.of("shop");
            await().atMost(PATIENCE).untilAsserted(() -> {
                one.replication.sweep(later);
                assertThat(slots.byId).isEmpty();
                assertThat(slots.ended).containsOnlyKeys("short");
            });
            assertThat(stores.get(one).look("short", null))
                    .hasValueSatisfying(
                            sight -> assertThat(sight.where().holding()).isEqualTo(SessionSight.Holding.ENDED));
            assertThat(stores.get(one).find("short")).as("nobody gets it again").isNull();
            assertThat(slots.byId)
                    .as("who was asked for it remembers it in full for a while")
                    .containsKey("short");
            one.replication.sweep(later);
            assertThat(slots.ended).containsOnlyKeys("short");
            one.replication.sweep(later + Duration.ofMinutes(10).toNanos());
            assertThat(slots.ended).isEmpty();
        }
    }

    /** A server of a build that writes sessions in another form is no secondary, and what it may have is not answered with nothing. */
    @Test
    void aServerOfAnotherBuildHasNoSessionsInCommonWithThis() throws Exception {
        Server a = start("a", StoreType.REPLICATED);
        byte[] says = {ReplicaCodec.VERSION + 1, 0, 1};
        ClusterMember c = servers.stranger("c");
        await().atMost(PATIENCE).untilAsserted(() -> {
            servers.says(c, a.member, says); // what comes before the member is seen is not heard
            assertThat(a.replication.snapshot().members()).containsExactly(a.member);
        });
        SessionState alone = begin(a, "alone");
        kept(end(a, alone)); // it is not waited for
        assertThat(a.state().sessionsWithoutSecondary()).isEqualTo(1);
        assertThatThrownBy(() -> stores.get(a).find("theirs", Routes.of("c", Optional.empty())))
                .isInstanceOf(SessionUnreachableException.class)
                .hasMessageContaining("the server c may have it");
        assertThat(stores.get(a).find("nobody's", "")).isNull();

        Server b = start("b", StoreType.REPLICATED);
        servers.says(c, b.member, new byte[] {ReplicaCodec.VERSION + 1, 0, 1});
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(b.replication.snapshot().members()).containsExactly(a.member, b.member);
            assertThat(a.state().sessionsWithoutSecondary()).isZero();
        });
        for (int i = 0; i < 20; i++) {
            SessionState both = begin(a, "both-" + i);
            kept(end(a, both));
            assertThat(stores.get(a).servers(both)).containsExactly("a", "b");
        }
    }

    /** What a server of another build does not say at once it says when it is first sent something: until then it may have been chosen. */
    @Test
    void aServerThatTurnsOutToBeOfAnotherBuildIsReplacedAsSecondary() throws Exception {
        Server a = start("a", StoreType.REPLICATED);
        ClusterMember c = servers.stranger("c");
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(a.replication.snapshot().members()).hasSize(2));
        SessionState state = begin(a, "waits");
        CompletableFuture<Void> settled = end(a, state);
        assertThat(settled).isNotDone();
        servers.says(c, a.member, new byte[] {1, 5});
        kept(settled);
        assertThat(stores.get(a).servers(state)).containsExactly("a");
    }

    /** Each server that joins is told at once in which version the others speak. */
    @Test
    void whoJoinsIsToldTheVersion() throws Exception {
        Server a = start("a", StoreType.REPLICATED);
        ClusterMember c = servers.stranger("c");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(servers.heard(c))
                        .anySatisfy(message -> assertThat(message).isEqualTo(ReplicaCodec.leaving(false))));
        assertThat(a.state()).isNotNull();
    }

    /** A view passes over all places of sessions, and takes away those that are empty: not one that is about to be used. */
    @Test
    void sessionsBeginWhileViewsCome() throws Exception {
        Server a = start("a", StoreType.REPLICATED);
        Server b = start("b", StoreType.REPLICATED);
        awaitMembers(a, b);
        Slots slots = a.replication.of("shop");
        AtomicReference<String> next = new AtomicReference<>("");
        CompletableFuture<Void> views = CompletableFuture.runAsync(() -> {
            for (String id = ""; !id.equals("over"); id = next.get()) {
                Slot slot = slots.byId.get(id);
                if (slot != null) {
                    a.replication.step(slot, new ReplicaEvent.Viewed(Set.of()));
                }
            }
        });
        try {
            for (int i = 0; i < 20_000; i++) {
                next.set("s" + i);
                SessionState state = begin(a, "s" + i);
                CompletableFuture<Void> first = end(a, state);
                stores.get(a).remove("s" + i);
                kept(first);
            }
        } finally {
            next.set("over");
            views.join();
        }
    }

    /** Whoever logs in on another server than the one that showed the login page comes to the page all the same. */
    @Test
    void thePageThatWaitsForALoginMoves() throws Exception {
        Server a = start("a", StoreType.REPLICATED);
        Server b = start("b", StoreType.REPLICATED);
        awaitMembers(a, b);
        SessionState state = begin(a, "s1");
        state.login().await("/shop/order?id=7");
        kept(end(a, state));

        a.dies();
        SessionState there = use(b, "s1");
        assertThat(there.login().awaited()).isEqualTo("/shop/order?id=7");
        assertThat(there.attributes()).isEmpty();
        kept(end(b, there));
    }

    @Test
    void attributesHearOfEachMove() throws Exception {
        Server a = start("a", StoreType.REPLICATED);
        Server b = start("b", StoreType.REPLICATED);
        awaitMembers(a, b);
        SessionState state = begin(a, "s1");
        state.put("name", "ann");
        kept(end(a, state));
        assertThat(hosts.get(a).events).isEmpty();

        SessionState there = use(b, "s1");
        assertThat(there.attributes()).containsEntry("name", "ann");
        assertThat(hosts.get(a).events).containsExactly("passivate");
        assertThat(hosts.get(b).events).containsExactly("activate");
        there.put("name", "bob");
        kept(end(b, there));

        SessionState back = use(a, "s1");
        assertThat(back.attributes()).containsEntry("name", "bob");
        assertThat(hosts.get(b).events).containsExactly("activate", "passivate");
        assertThat(hosts.get(a).events).containsExactly("passivate", "activate");
        kept(end(a, back));

        a.dies();
        SessionState orphan = use(b, "s1");
        assertThat(orphan.attributes()).containsEntry("name", "bob");
        assertThat(hosts.get(b).events).containsExactly("activate", "passivate", "activate");
        kept(end(b, orphan));
    }

    @Test
    void tellsWhereASessionIsAndWhyItMoved() throws Exception {
        Server a = start("a", StoreType.REPLICATED);
        Server b = start("b", StoreType.REPLICATED);
        Server c = start("c", StoreType.REPLICATED);
        awaitMembers(a, b, c);
        SessionState state = begin(a, "s1");
        state.put("name", "a secret");
        kept(end(a, state));
        SessionSight begun = look(a);
        assertThat(begun.where().holding()).isEqualTo(SessionSight.Holding.PRIMARY);
        assertThat(begun.where().epoch()).hasValue(1);
        assertThat(begun.where().version()).hasValue(1);
        assertThat(begun.where().atRisk()).isFalse();
        assertThat(stores.get(a).bytes()).isEqualTo(begun.content().bytes()).hasValue(9);
        assertThat(begun.content().attributes())
                .containsExactly(new SessionSight.Attribute("name", "java.lang.String", OptionalLong.of(9)));
        for (Server each : List.of(a, b, c)) {
            stores.get(each)
                    .look("s1", "name")
                    .ifPresent(seen -> assertThat(seen.content().name()).contains("a secret"));
        }
        String copy = begun.where().secondary().orElseThrow();
        Server second = copy.equals("b") ? b : c;
        Server third = second == b ? c : b;
        assertThat(look(second).where())
                .isEqualTo(new SessionSight.Where(
                        SessionSight.Holding.SECONDARY,
                        Optional.of("a"),
                        Optional.of(copy),
                        OptionalLong.of(1),
                        OptionalLong.of(1),
                        false));
        assertThat(look(second).content().attributes())
                .isEqualTo(begun.content().attributes());
        assertThat(look(second).moves())
                .singleElement()
                .satisfies(move -> assertThat(move.why()).isEqualTo("a chose this server for the copy"));
        assertThat(stores.get(third).look("s1", null)).isEmpty();
        assertThat(third.state().bytes()).isZero();

        String there = third.member.server();
        kept(end(third, use(third, "s1")));
        assertThat(look(third).moves())
                .extracting(SessionSight.Move::from, SessionSight.Move::to, SessionSight.Move::why)
                .contains(tuple(Optional.of("a"), Optional.of(there), "a request came here"));
        assertThat(look(a).moves().get(look(a).moves().size() - 1).why()).isEqualTo("a request came to " + there);
        assertThat(look(a).where().holding()).isEqualTo(SessionSight.Holding.SECONDARY);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(look(second).where().holding()).isEqualTo(SessionSight.Holding.GONE));

        third.dies();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(look(a).where().holding()).isEqualTo(SessionSight.Holding.PRIMARY));
        assertThat(look(a).moves())
                .extracting(SessionSight.Move::from, SessionSight.Move::to, SessionSight.Move::why)
                .contains(tuple(
                        Optional.of(there),
                        Optional.of("a"),
                        there + " was not there any more, and the copy was here"));
        assertThat(look(a).toString()).doesNotContain("a secret");
    }

    private SessionSight look(Server server) {
        return stores.get(server).look("s1", null).orElseThrow();
    }

    @Test
    void requestsOfOneSessionAtTheSameTimeWaitForNoNetworkButAtTheirEnds() throws Exception {
        Server a = start("a", StoreType.REPLICATED);
        Server b = start("b", StoreType.REPLICATED);
        awaitMembers(a, b);
        kept(end(a, begin(a, "s1")));

        CompletableFuture<Void> first;
        CompletableFuture<Void> second;
        servers.air.lock(); // nothing arrives: the secondary says nothing
        try {
            SessionState one = use(a, "s1");
            SessionState two = use(a, "s1");
            assertThat(two).isSameAs(one);
            one.put("x", 1);
            two.put("y", 2);
            first = end(a, one);
            second = end(a, two);
            // Nobody had to wait so far, and a third one begins, reads and ends its work meanwhile.
            SessionState three = use(a, "s1");
            assertThat(three.attributes()).containsEntry("x", 1).containsEntry("y", 2);
            three.release(0);
            assertThat(first).isNotDone();
            assertThat(second).isNotDone();
        } finally {
            servers.air.unlock();
        }
        kept(first);
        kept(second);
        assertThat(use(b, "s1").attributes()).containsEntry("x", 1).containsEntry("y", 2);
    }

    @Test
    void theCopyIsOnAnotherMachine() throws Exception {
        servers.place("a", new Place("one", null, null));
        servers.place("b", new Place("one", null, null));
        servers.place("c", new Place("two", null, null));
        Server a = start("a", StoreType.REPLICATED);
        Server b = start("b", StoreType.REPLICATED);
        Server c = start("c", StoreType.REPLICATED);
        awaitMembers(a, b, c);
        for (int i = 0; i < 20; i++) {
            SessionState state = begin(a, "s" + i);
            kept(end(a, state));
            assertThat(stores.get(a).servers(state)).containsExactly("a", "c");
        }
        c.dies();
        // The only other one is on the same machine: better than none.
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(b.state().secondaries()).isEqualTo(20));
        assertThat(a.state().sessionsWithoutSecondary()).isZero();
    }

    @Test
    void aCopyMayBeRequired() throws Exception {
        servers.close();
        servers = new MemoryServers(true);
        Server a = start("a", StoreType.REPLICATED);
        Server b = start("b", StoreType.REPLICATED);
        awaitMembers(a, b);
        SessionState state = begin(a, "s1");
        kept(end(a, state));

        SessionState during = use(a, "s1");
        b.dies();
        awaitMembers(a);
        during.put("x", 1);
        CompletableFuture<Void> refused = end(a, during);
        assertThatThrownBy(() -> refused.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .hasCauseInstanceOf(SessionUnreachableException.class)
                .hasMessageContaining("one is required");
        assertThatThrownBy(() -> stores.get(a).find("s1"))
                .isInstanceOf(SessionUnreachableException.class)
                .hasMessageContaining("one is required");

        Server c = start("c", StoreType.REPLICATED);
        awaitMembers(a, c);
        kept(end(a, use(a, "s1")));
    }

    @Test
    void whatWaitsIsSaidAndIsFlushedWhenTheServerLeaves() throws Exception {
        Server a = start("a", StoreType.ASYNC_REPLICATED);
        Server b = start("b", StoreType.ASYNC_REPLICATED);
        awaitMembers(a, b);
        kept(end(a, begin(a, "s1")));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(a.state().updatesBehind()).isZero());

        servers.air.lock();
        try {
            for (int i = 1; i <= 10; i++) {
                SessionState state = use(a, "s1");
                state.put("n", i);
                CompletableFuture<Void> settled = end(a, state);
                assertThat(settled).as("nothing waits for the secondary").isCompleted();
            }
            assertThat(a.state().updatesBehind()).isEqualTo(10);
            assertThat(a.state().behind()).isEqualTo(1);
            assertThat(a.state().behindFor()).isPositive();
        } finally {
            servers.air.unlock();
        }
        SessionState state = use(a, "s1");
        state.put("n", 11);
        kept(end(a, state));
        a.replication.leave(Deadline.in(Ticker.system(), PATIENCE));
        assertThat(a.state().primaries()).isZero();
        assertThat(use(b, "s1").attributes()).containsEntry("n", 11);
    }

    /** What a session has in it; the test makes another version of it. */
    public static final class Cart implements Serializable {
        private static final long serialVersionUID = 1;
        final int items;

        public Cart(int items) {
            this.items = items;
        }
    }

    /** Knows the class by the same name with another serial version. */
    private static final class OtherVersion extends ClassLoader {
        OtherVersion() {
            super(ReplicatedStoreTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Cart.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (InputStream in = Cart.class.getResourceAsStream("ReplicatedStoreTest$Cart.class")) {
                byte[] bytes = in.readAllBytes();
                byte[] field = "serialVersionUID".getBytes(java.nio.charset.StandardCharsets.UTF_8);
                for (int i = 0; i + field.length < bytes.length; i++) {
                    if (java.util.Arrays.equals(bytes, i, i + field.length, field, 0, field.length)) {
                        bytes[i] = 'S'; // the number is computed now, and is another one
                    }
                }
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void whatAnotherVersionOfAClassCannotReadIsLeftOut() throws Exception {
        Server a = start("a", StoreType.REPLICATED);
        Server b = start("b", StoreType.REPLICATED, new OtherVersion());
        awaitMembers(a, b);
        SessionState state = begin(a, "s1");
        state.put("cart", new Cart(3));
        state.put("name", "ann");
        kept(end(a, state));

        SessionState there = use(b, "s1");
        assertThat(there.attributes()).containsEntry("name", "ann").doesNotContainKey("cart");
        there.put("name", "bob");
        kept(end(b, there));

        // Back on a server of the earlier version it is there again: its bytes were kept.
        SessionState back = use(a, "s1");
        assertThat(back.attributes()).containsEntry("name", "bob");
        assertThat(((Cart) back.attributes().get("cart")).items).isEqualTo(3);
        kept(end(a, back));
    }
}

package io.keelson.cluster.singleton;

import static io.keelson.cluster.singleton.Fixtures.member;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.api.cluster.LeaseContext;
import io.keelson.api.cluster.LeasedService;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.cluster.membership.Membership;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.naming.NameOwner;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.naming.NamingSettings;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.singleton.SingletonServices.HistoryEntry;
import io.keelson.kernel.spi.singleton.SingletonServices.State;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Singleton services of several servers in one JVM, with threads and names as they are, and leases that a table decides. */
@Timeout(60)
class SingletonsTest {
    private static final List<String> HEARD = new CopyOnWriteArrayList<>();
    private static final Set<String> THROW = ConcurrentHashMap.newKeySet();
    private static final Map<String, CountDownLatch> HANG = new ConcurrentHashMap<>();
    private static final Set<String> ACTIVE = ConcurrentHashMap.newKeySet();
    private static final Map<String, Naming> NAMES = new ConcurrentHashMap<>();

    /** The service: it says what is done with it, and does what the test wants. */
    public static final class Probe implements LeasedService {
        @Override
        public void activate(LeaseContext lease) {
            String server = lease.owner();
            HEARD.add("up " + server + " " + lease.epoch());
            CountDownLatch until = HANG.get(server);
            if (until != null) {
                awaitQuietly(until);
            }
            if (THROW.contains(server)) {
                throw new IllegalStateException("on purpose");
            }
            if (until == null) {
                assertThat(ACTIVE).as("active while it starts on " + server).isEmpty();
            }
            ACTIVE.add(server);
            bind(server);
        }

        private static void bind(String server) {
            try {
                // With several servers in one JVM a thread of no application's has no initial context.
                NameOwner owner = InvocationContext.current().get(NameOwner.SLOT);
                NAMES.get(server).context(owner).bind("probe-of-" + server, server);
                HEARD.add("bound " + server);
            } catch (NamingException e) {
                HEARD.add("not bound " + server);
            }
        }

        @Override
        public void deactivate(LeaseContext lease) {
            ACTIVE.remove(lease.owner());
            HEARD.add("down " + lease.owner() + " " + lease.epoch() + " " + lease.stillMine());
        }

        private static void awaitQuietly(CountDownLatch until) {
            try {
                assertThat(until.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static final class Node {
        final ClusterMember member;
        final Membership membership;
        final Naming naming;
        final Singletons singletons;

        Node(ClusterMember member, MemoryCluster cluster, MemoryLeases leases) {
            this.member = member;
            membership = cluster.member(member);
            naming = Naming.open(member.server(), () -> NamingSettings.NONE);
            NAMES.put(member.server(), naming);
            singletons = new Singletons(membership, leases.of(member.server()), naming, Ticker.system());
        }

        Optional<Object> bound() {
            try {
                return Optional.of(naming.context().lookup("probe-of-" + member.server()));
            } catch (NameNotFoundException e) {
                return Optional.empty();
            } catch (NamingException e) {
                throw new AssertionError(e);
            }
        }
    }

    private final MemoryCluster cluster = new MemoryCluster();
    private final MemoryLeases leases = new MemoryLeases();
    private final Map<String, Node> nodes = new LinkedHashMap<>();

    @BeforeEach
    void forget() {
        HEARD.clear();
        THROW.clear();
        HANG.clear();
        ACTIVE.clear();
    }

    @AfterEach
    void stop() {
        HANG.values().forEach(CountDownLatch::countDown);
        nodes.values().forEach(node -> {
            node.singletons.close(deadline());
            node.singletons.end();
            MemoryCluster.stop(node.membership);
            node.naming.close();
        });
        leases.close();
    }

    private static Deadline deadline() {
        return Deadline.in(Ticker.system(), Duration.ofSeconds(5));
    }

    private static SingletonSettings settings(String preferred, boolean failback) {
        return new SingletonSettings(
                Probe.class.getName(),
                preferred,
                List.of(),
                1,
                50,
                failback,
                Duration.ofMillis(400),
                Duration.ofMillis(400));
    }

    private void start(SingletonSettings settings, ClusterMember... members) {
        for (ClusterMember member : members) {
            Node node = new Node(member, cluster, leases);
            nodes.put(member.server(), node);
            node.singletons.offer("probe", settings, getClass().getClassLoader());
        }
        cluster.view();
        for (ClusterMember member : members) {
            nodes.get(member.server()).singletons.open();
        }
    }

    private void kill(String server) {
        kill(server, cluster::dies);
    }

    private void kill(String server, Consumer<ClusterMember> told) {
        Node node = nodes.remove(server);
        node.singletons.end(); // nothing of it is heard of any more, and its object just stops
        ACTIVE.remove(server);
        leases.dies(server);
        told.accept(node.member);
        MemoryCluster.stop(node.membership);
        node.naming.close();
    }

    private State seenBy(String server) {
        return nodes.get(server).singletons.services().get(0);
    }

    private void awaitState(String state, String owner) {
        nodes.keySet()
                .forEach(server -> await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
                    assertThat(seenBy(server).state()).as(server + " " + HEARD).isEqualTo(state);
                    assertThat(seenBy(server).owner().orElse("nobody"))
                            .as(server)
                            .isEqualTo(owner);
                }));
    }

    @Test
    void worksOnThePreferredServerAndOnAnotherWhenThatDies() {
        start(settings("b", false), member("a"), member("b"), member("c"));
        awaitState("ACTIVE", "b");
        assertThat(HEARD).containsExactly("up b 1", "bound b");
        assertThat(nodes.get("b").bound()).contains("b");

        kill("b");
        awaitState("ACTIVE", "a");
        assertThat(HEARD).endsWith("up a 2", "bound a");

        start(settings("b", false), member("b", 2));
        awaitState("ACTIVE", "a");
        assertThat(seenBy("b").candidates()).containsExactly("a", "b", "c");
        List<HistoryEntry> history = nodes.get("b").singletons.history("probe");
        assertThat(history)
                .extracting(HistoryEntry::to)
                .as("who joins is told all")
                .containsExactly("b", "a");
        assertThat(history.get(1).why()).isEqualTo("b is gone");
        assertThat(history.get(1).from()).contains("b");
    }

    /** A view without it may come much later. */
    @Test
    void goesOnAsSoonAsTheProcessOfItsServerHasEnded() {
        start(settings("b", false), member("a"), member("b"), member("c"));
        awaitState("ACTIVE", "b");

        kill("b", cluster::ends);
        awaitState("ACTIVE", "a");
        assertThat(HEARD).endsWith("up a 2", "bound a");
        assertThat(nodes.get("a").membership.view().current().members()).hasSize(3);
        assertThat(seenBy("c").candidates()).containsExactly("a", "c");
    }

    @Test
    void movesWhenItIsAskedToAndItsNamesGo() {
        start(settings("a", false), member("a"), member("b"));
        awaitState("ACTIVE", "a");
        nodes.get("b").singletons.migrate("probe", "b", "somebody");
        awaitState("ACTIVE", "b");
        assertThat(HEARD).containsExactly("up a 1", "bound a", "down a 1 true", "up b 2", "bound b");
        await().atMost(Duration.ofSeconds(5)).until(() -> nodes.get("a").bound().isEmpty());
        assertThat(nodes.get("a").singletons.history("probe").get(1).why()).isEqualTo("moved by somebody");

        Singletons of = nodes.get("a").singletons;
        assertThatThrownBy(() -> of.migrate("probe", "b", "x")).hasMessageContaining("is on 'b' already");
        assertThatThrownBy(() -> of.migrate("probe", "c", "x")).hasMessageContaining("cannot go to 'c' now");
        assertThatThrownBy(() -> of.migrate("other", "b", "x")).hasMessageContaining("there is no singleton service");
        assertThatThrownBy(() -> of.history("other")).hasMessageContaining("there is no singleton service");
    }

    @Test
    void goesBackWhereThatIsAskedFor() {
        start(settings("b", true), member("a"), member("b"));
        awaitState("ACTIVE", "b");
        kill("b");
        awaitState("ACTIVE", "a");
        start(settings("b", true), member("b", 2));
        awaitState("ACTIVE", "b");
        assertThat(HEARD).endsWith("up a 2", "bound a", "down a 2 true", "up b 3", "bound b");
    }

    @Test
    void whatThrowsGoesToTheNextUntilAllAttemptsAreUsedUpAndAWishGivesNewOnes() {
        THROW.addAll(List.of("a", "b"));
        start(settings("a", false), member("a"), member("b"));
        awaitState("DEACTIVATED", "nobody");
        assertThat(HEARD).containsExactly("up a 1", "up b 2", "up a 3", "up b 4");
        assertThat(seenBy("a").epoch()).isEqualTo(4);
        assertThat(nodes.get("a").singletons.history("probe"))
                .extracting(HistoryEntry::result)
                .containsOnly("FAILED");

        THROW.clear();
        nodes.get("a").singletons.migrate("probe", "b", "somebody");
        awaitState("ACTIVE", "b");
    }

    @Test
    void whatHangsLosesItsEpochAndIsDeactivatedWhenItReturns() {
        CountDownLatch hung = new CountDownLatch(1);
        HANG.put("a", hung);
        start(settings("a", false), member("a"), member("b"));
        awaitState("ACTIVE", "b");
        assertThat(HEARD).containsExactly("up a 1", "up b 2", "bound b");

        hung.countDown();
        await().atMost(Duration.ofSeconds(5)).until(() -> HEARD.contains("down a 1 false"));
        assertThat(HEARD).as("its binds fail").contains("not bound a").doesNotContain("bound a");
        assertThat(nodes.get("a").bound()).isEmpty();

        HANG.clear();
        kill("b");
        awaitState("ACTIVE", "a");
        assertThat(HEARD).endsWith("up a 3", "bound a");
    }

    @Test
    void whatLosesItsLeaseIsDeactivatedAtOnce() {
        start(settings("a", false), member("a"), member("b"));
        awaitState("ACTIVE", "a");
        leases.lose("singleton/probe");
        await().atMost(Duration.ofSeconds(5)).until(() -> HEARD.contains("down a 1 false"));
        await().atMost(Duration.ofSeconds(10)).until(() -> seenBy("a").state().equals("ACTIVE"));
        assertThat(seenBy("a").epoch()).isGreaterThan(1);
        assertThat(nodes.get("a").singletons.history("probe").get(0).why())
                .isEqualTo("its lease could not be renewed in time");
    }

    @Test
    void aServerThatStopsLetsItGo() {
        start(settings("a", false), member("a"), member("b"));
        awaitState("ACTIVE", "a");
        nodes.get("a").singletons.close(deadline());
        assertThat(HEARD).contains("down a 1 true");
        awaitState("ACTIVE", "b");
        nodes.get("b").singletons.close(deadline());
        assertThat(HEARD).endsWith("down b 2 true");
        awaitState("WAITING", "nobody");

        nodes.get("a").singletons.open();
        awaitState("ACTIVE", "a");
        assertThat(HEARD).endsWith("up a 3", "bound a");
    }

    @Test
    void aServerThatHasNotTheClassKnowsOfTheServiceAllTheSame() {
        Node without = new Node(member("a"), cluster, leases);
        nodes.put("a", without);
        without.singletons.offer(
                "probe",
                new SingletonSettings(
                        "x.Missing", null, List.of(), 1, 50, false, Duration.ofSeconds(1), Duration.ofSeconds(1)),
                getClass().getClassLoader());
        without.singletons.open();
        start(settings(null, false), member("b"));
        awaitState("ACTIVE", "b");
        assertThat(seenBy("a").candidates()).containsExactly("b");
        assertThatThrownBy(() -> without.singletons.migrate("probe", "a", "x")).hasMessageContaining("[b]");
    }
}

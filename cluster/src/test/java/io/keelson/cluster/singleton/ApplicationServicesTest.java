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
import io.keelson.kernel.spi.singleton.ApplicationSingletons.Declaration;
import io.keelson.kernel.spi.singleton.ApplicationSingletons.Service;
import io.keelson.kernel.spi.singleton.ApplicationSingletons.Terms;
import io.keelson.kernel.spi.singleton.SingletonServices.HistoryEntry;
import io.keelson.kernel.spi.singleton.SingletonServices.State;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Services that applications bring, on servers of one JVM with their threads and names; a table in memory decides the leases. */
class ApplicationServicesTest {
    private static final List<String> HEARD = Collections.synchronizedList(new ArrayList<>());
    private static final Set<String> THROW = ConcurrentHashMap.newKeySet();
    private static final Map<String, CountDownLatch> HANG = new ConcurrentHashMap<>();
    private static final Map<String, Naming> NAMES = new ConcurrentHashMap<>();

    /** The service: it says what is done with it, and as whom it is called. */
    public static class Probe implements LeasedService {
        @Override
        public void activate(LeaseContext lease) {
            InvocationContext context = InvocationContext.current();
            HEARD.add("up " + lease.owner() + " as " + context.application() + " "
                    + Thread.currentThread().getContextClassLoader().getName());
            if (THROW.contains(lease.owner())) {
                throw new IllegalStateException("on purpose");
            }
            awaitQuietly("up " + lease.owner());
            try {
                NAMES.get(lease.owner()).context(context.get(NameOwner.SLOT)).bind("probe", lease.owner());
            } catch (NamingException e) {
                HEARD.add("not bound");
            }
        }

        @Override
        public void deactivate(LeaseContext lease) {
            HEARD.add("down " + lease.owner() + " " + lease.stillMine());
            awaitQuietly("down " + lease.owner());
        }

        private static void awaitQuietly(String where) {
            CountDownLatch until = HANG.get(where);
            try {
                assertThat(until == null || until.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The next version of it. */
    public static final class Mended extends Probe {
        @Override
        public void activate(LeaseContext lease) {
            HEARD.add("mended " + lease.owner());
        }
    }

    /** One that throws when it is made. */
    public static final class Throwing extends Probe {
        public Throwing() {
            throw new IllegalStateException("on purpose");
        }
    }

    private static final class Node {
        final ClusterMember member;
        final Membership membership;
        final Naming naming;
        final Singletons singletons;
        final ApplicationServices applications;

        Node(ClusterMember member, MemoryCluster cluster, MemoryLeases leases) {
            this.member = member;
            membership = cluster.member(member);
            naming = Naming.open(member.server(), () -> NamingSettings.NONE);
            NAMES.put(member.server(), naming);
            singletons = new Singletons(membership, leases.of(member.server()), naming, Ticker.system());
            applications = new ApplicationServices(singletons, Set.of("of-domain"), () -> Set.of("a", "b", "c"));
        }

        Optional<Object> bound() {
            try {
                return Optional.of(naming.context().lookup("probe"));
            } catch (NameNotFoundException e) {
                return Optional.empty();
            } catch (NamingException e) {
                throw new AssertionError(e);
            }
        }

        Optional<State> state() {
            return singletons.services().stream().findFirst();
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
        for (String server : List.of("AdminServer", "a", "b")) {
            nodes.put(server, new Node(member(server), cluster, leases));
        }
        cluster.view();
        nodes.get("a").singletons.open();
        nodes.get("b").singletons.open();
    }

    @AfterEach
    void stop() {
        HANG.values().forEach(CountDownLatch::countDown);
        nodes.values().forEach(node -> {
            node.singletons.close(Deadline.in(Ticker.system(), Duration.ofSeconds(5)));
            node.singletons.end();
            MemoryCluster.stop(node.membership);
            node.naming.close();
        });
        leases.close();
    }

    private static Declaration declaration(String name, Class<?> type, String application) {
        Terms terms =
                new Terms(Optional.of("a"), List.of(), 0, 50, false, Duration.ofMillis(400), Duration.ofMillis(400));
        return new Declaration(name, type.getName(), application, application + "#web", terms);
    }

    private static ClassLoader loader(String name) {
        return new URLClassLoader(name, new URL[0], ApplicationServicesTest.class.getClassLoader());
    }

    private Service deploy(String server, Class<?> type, String version) {
        Service service = nodes.get(server).applications.make(declaration("probe", type, "shop"), loader(version));
        service.open();
        return service;
    }

    private void awaitState(String state, String owner) {
        nodes.values()
                .forEach(node -> await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
                    assertThat(node.state().map(State::state))
                            .as(node.member + " " + HEARD)
                            .contains(state);
                    assertThat(node.state().flatMap(State::owner).orElse("nobody"))
                            .isEqualTo(owner);
                }));
    }

    @Test
    void worksAsItsApplicationAndIsKnownWhereThatIsNot() {
        Service onA = deploy("a", Probe.class, "v1");
        awaitState("ACTIVE", "a");
        assertThat(HEARD).containsExactly("up a as shop#web v1");
        assertThat(nodes.get("a").bound()).contains("a");
        nodes.values().forEach(node -> {
            State state = node.state().orElseThrow();
            assertThat(state.application()).as(node.member.toString()).contains("shop");
            assertThat(state.preferred()).contains("a");
            assertThat(state.candidates()).containsExactly("a");
        });

        onA.close();
        assertThat(HEARD).endsWith("down a true");
        assertThat(nodes.get("a").bound())
                .as("its names are gone when it returns")
                .isEmpty();
        nodes.values().forEach(node -> await().until(() -> node.state().isEmpty()));
    }

    @Test
    void redeploymentRunsNewCodeAndOneVersionAtATime() {
        Service onA = deploy("a", Probe.class, "v1");
        Service onB = deploy("b", Probe.class, "v1");
        awaitState("ACTIVE", "a");
        onA.close();
        awaitState("ACTIVE", "b");
        onA = deploy("a", Mended.class, "v2");
        onB.close();
        awaitState("ACTIVE", "a");
        assertThat(HEARD)
                .containsExactly(
                        "up a as shop#web v1", "down a true", "up b as shop#web v1", "down b true", "mended a");
        List<HistoryEntry> history = nodes.get("AdminServer").singletons.history("probe");
        assertThat(history)
                .extracting(HistoryEntry::why)
                .containsExactly("undeployed on a", "undeployed on b", "undeployed on b");
        onA.close();
        assertThat(HEARD).endsWith("down a true");
    }

    @Test
    void whatHasUsedUpItsAttemptsGetsNewOnesByADeployment() {
        THROW.addAll(List.of("a", "b"));
        Service onA = deploy("a", Probe.class, "v1");
        Service onB = deploy("b", Probe.class, "v1");
        awaitState("DEACTIVATED", "nobody");
        onB.close();
        onB = deploy("b", Mended.class, "v2");
        awaitState("ACTIVE", "b");
        assertThat(nodes.get("a").singletons.history("probe"))
                .last()
                .satisfies(turn -> assertThat(turn.why()).isEqualTo("moved by a deployment on b"));
        onA.close();
        onB.close();
    }

    @Test
    void whatHangsInDeactivateIsGivenUpAndTheNextVersionWorks() {
        CountDownLatch hung = new CountDownLatch(1);
        HANG.put("down a", hung);
        Service onA = deploy("a", Probe.class, "v1");
        awaitState("ACTIVE", "a");
        onA.close();
        assertThat(HEARD).endsWith("down a true");
        onA = deploy("a", Mended.class, "v2");
        awaitState("ACTIVE", "a");
        assertThat(HEARD).endsWith("mended a");
        hung.countDown();
        onA.close();
        nodes.values().forEach(node -> await().until(() -> node.state().isEmpty()));
    }

    @Test
    void whatHangsInActivateIsDeactivatedWhenItReturnsAfterAll() {
        CountDownLatch hung = new CountDownLatch(1);
        HANG.put("up a", hung);
        Service onA = deploy("a", Probe.class, "v1");
        await().until(() -> !HEARD.isEmpty());
        onA.close();
        assertThat(HEARD).hasSize(1);
        hung.countDown();
        // Its names are taken from it meanwhile: it binds no more, or what it has bound goes.
        await().untilAsserted(() -> assertThat(HEARD).endsWith("down a false"));
        await().until(() -> nodes.get("a").bound().isEmpty());
    }

    /** Its applications stop with it and come again: it is no undeployment. */
    @Test
    void aServerThatStopsLeavesTheServiceKnown() {
        Service onA = deploy("a", Probe.class, "v1");
        awaitState("ACTIVE", "a");
        Singletons stopping = nodes.get("a").singletons;
        stopping.close(Deadline.in(Ticker.system(), Duration.ofSeconds(5)));
        onA.close();
        awaitState("WAITING", "nobody");
        assertThat(nodes.get("AdminServer").state().flatMap(State::application)).contains("shop");

        stopping.open(); // without the application this time
        nodes.values().forEach(node -> await().until(() -> node.state().isEmpty()));
    }

    @Test
    void refusesNamesThatAreTaken() {
        ApplicationServices onA = nodes.get("a").applications;
        ClassLoader loader = loader("v1");
        assertThatThrownBy(() -> onA.check(declaration("of-domain", Probe.class, "shop"), loader))
                .hasMessageContaining("singleton-services.of-domain in domain.yaml");
        Service first = deploy("a", Probe.class, "v1");
        awaitState("ACTIVE", "a");
        onA.check(declaration("probe", Probe.class, "shop"), loader); // the next version of the same
        for (String server : List.of("a", "b")) {
            ApplicationServices there = nodes.get(server).applications;
            assertThatThrownBy(() -> there.check(declaration("probe", Probe.class, "office"), loader))
                    .hasMessageContaining("the application 'shop' has a singleton service 'probe' already");
        }
        assertThatThrownBy(() -> onA.make(declaration("probe", Probe.class, "office"), loader))
                .hasMessageContaining("the application 'shop'");
        first.close();
        nodes.get("a")
                .applications
                .make(declaration("probe", Probe.class, "office"), loader)
                .close();
    }

    @Test
    void whatCannotBeMadeLeavesItsNameFree() {
        ApplicationServices onA = nodes.get("a").applications;
        onA.check(declaration("probe", Throwing.class, "shop"), loader("v1")); // no code of it runs
        assertThatThrownBy(() -> onA.make(declaration("probe", Throwing.class, "shop"), loader("v1")))
                .hasMessageContaining("cannot be made: java.lang.IllegalStateException: on purpose");
        onA.check(declaration("probe", Probe.class, "office"), loader("v1"));
        assertThatThrownBy(() -> onA.check(declaration("probe", String.class, "shop"), loader("v1")))
                .hasMessageContaining("implements neither");
    }

    /** The admin server, and a server without a cluster: they look at it like the others, and never have it. */
    @Test
    void aServerThatNeverHasServicesRefusesTheSame() {
        ApplicationServices never = new ApplicationServices(null, Set.of("of-domain"), Set::of);
        ClassLoader loader = loader("v1");
        assertThatThrownBy(() -> never.check(declaration("of-domain", Probe.class, "shop"), loader))
                .hasMessageContaining("of-domain");
        assertThatThrownBy(() -> never.check(declaration("probe", String.class, "shop"), loader))
                .hasMessageContaining("implements neither");
        Service service = never.make(declaration("probe", Probe.class, "shop"), loader);
        service.open();
        assertThatThrownBy(() -> never.make(declaration("probe", Probe.class, "office"), loader))
                .hasMessageContaining("'shop'");
        service.close();
        assertThat(HEARD).isEmpty();
    }

    /** What ends in a hurry ends its services first, and the deployer comes later. */
    @Test
    void endsAfterTheServicesHaveEnded() {
        Service onA = deploy("a", Probe.class, "v1");
        awaitState("ACTIVE", "a");
        Node ending = nodes.remove("a");
        ending.singletons.end();
        onA.close();
        assertThat(HEARD).hasSize(1);
        MemoryCluster.stop(ending.membership);
        ending.naming.close();
    }
}

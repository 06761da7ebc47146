package io.keelson.kernel.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkDefinitions;
import io.keelson.base.work.WorkManager;
import io.keelson.base.work.WorkManagerDefinition;
import io.keelson.base.work.WorkScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests who gets a thread while there are too few: shares, goals, callers, and changes of them while work is done. */
@Timeout(90)
class RequestClassesTest {
    private final List<KernelWorkManagers> started = new ArrayList<>();
    private final AtomicBoolean going = new AtomicBoolean(true);

    @AfterEach
    void stop() {
        going.set(false);
        started.forEach(managers -> managers.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(2))));
    }

    private KernelWorkManagers start(int threads, DomainWork domain) {
        KernelWorkManagers managers =
                KernelWorkManagers.start(Ticker.system(), new ThreadPoolSettings(threads, threads), domain);
        started.add(managers);
        return managers;
    }

    private static WorkManagerSettings goal(Duration goal) {
        return with(null, goal, null);
    }

    private static WorkManagerSettings named(String requestClass) {
        return with(null, null, requestClass);
    }

    private static WorkManagerSettings with(Integer share, Duration goal, String requestClass) {
        return new WorkManagerSettings(
                100_000,
                share,
                goal,
                requestClass,
                null,
                null,
                null,
                WorkManagerSettings.ShutdownTriggerSettings.NEVER,
                false,
                false);
    }

    private static RequestClassSettings share(int share) {
        return new RequestClassSettings(share, null, List.of());
    }

    /** So many clients, each of which hands over its next piece when the last is done. Counts time on the threads, and waits. */
    private final class Clients {
        final AtomicLong held = new AtomicLong();
        final AtomicLong waited = new AtomicLong();
        final AtomicLong pieces = new AtomicLong();
        private final WorkManager to;
        private final long[] micros;

        Clients(WorkManager to, int clients, long... micros) {
            this.to = to;
            this.micros = micros;
            for (int i = 0; i < clients; i++) {
                next(i);
            }
        }

        private void next(int turn) {
            long offered = System.nanoTime();
            to.offer(() -> {
                long begun = System.nanoTime();
                LockSupport.parkNanos(micros[turn % micros.length] * 1_000);
                held.addAndGet(System.nanoTime() - begun);
                waited.addAndGet(begun - offered);
                pieces.incrementAndGet();
                if (going.get()) {
                    next(turn + 1);
                }
            });
        }

        void forget() {
            held.set(0);
            waited.set(0);
            pieces.set(0);
        }

        double meanWait() {
            return (double) waited.get() / pieces.get();
        }
    }

    private static void run(Duration time, Clients... clients) {
        for (Clients each : clients) {
            each.forget();
        }
        LockSupport.parkNanos(time.toNanos());
    }

    private static double part(Clients of, Clients other) {
        return (double) of.held.get() / (of.held.get() + other.held.get());
    }

    @Test
    void sharesHoldForShortAndLongPiecesMixed() {
        KernelWorkManagers managers = start(
                4,
                DomainWork.of(
                        Map.of("a", new WorkManagerSettings(1_000, 80), "b", new WorkManagerSettings(1_000, 20))));
        Clients a = new Clients(managers.named("a"), 40, 200, 300, 5_000, 200);
        Clients b = new Clients(managers.named("b"), 40, 10_000, 100, 100, 1_000, 300);
        run(Duration.ofMillis(300));
        Measured.between(0.75, 0.85, () -> {
            run(Duration.ofSeconds(2), a, b);
            return part(a, b);
        });
    }

    @Test
    void waitsAreInProportionToTheGoals() {
        KernelWorkManagers managers = start(
                2,
                DomainWork.of(Map.of("quick", goal(Duration.ofMillis(20)), "patient", goal(Duration.ofMillis(200)))));
        Clients quick = new Clients(managers.named("quick"), 40, 500);
        Clients patient = new Clients(managers.named("patient"), 40, 500);
        run(Duration.ofSeconds(1));
        Measured.between(6.0, 16.0, () -> {
            run(Duration.ofSeconds(2), quick, patient);
            return patient.meanWait() / quick.meanWait();
        });
    }

    @Test
    void goalsTakeNothingFromShares() {
        KernelWorkManagers managers = start(
                2,
                DomainWork.of(Map.of(
                        "quick", goal(Duration.ofMillis(20)),
                        "patient", goal(Duration.ofMillis(200)),
                        "shared", new WorkManagerSettings(1_000, 50))));
        Clients quick = new Clients(managers.named("quick"), 30, 500);
        Clients patient = new Clients(managers.named("patient"), 30, 500);
        Clients shared = new Clients(managers.named("shared"), 30, 500);
        run(Duration.ofSeconds(1));
        Measured.between(0.25, 0.42, () -> {
            run(Duration.ofSeconds(2), quick, patient, shared);
            double all = quick.held.get() + patient.held.get() + shared.held.get();
            return shared.held.get() / all;
        });
    }

    private static DomainWork byCaller() {
        RequestClassSettings context = new RequestClassSettings(
                null,
                null,
                List.of(
                        new RequestClassSettings.CaseSettings(null, "staff", "silver"),
                        new RequestClassSettings.CaseSettings(null, "guests", "tin"),
                        new RequestClassSettings.CaseSettings("alice", null, "gold")));
        return new DomainWork(
                Map.of("gold", share(90), "silver", share(60), "tin", share(10), "who", context),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of("shop", named("who"), "plain", new WorkManagerSettings(10, 50)));
    }

    @Test
    void theCallerDecidesTheClass() {
        KernelWorkManagers managers = start(1, byCaller());
        WorkManager shop = managers.named("shop");
        assertThat(shop.asksForCaller()).isTrue();
        assertThat(managers.named("plain").asksForCaller()).isFalse();
        assertThat(managers.named("plain").forCaller("alice", Set.of())).isSameAs(managers.named("plain"));

        WorkManager gold = shop.forCaller("alice", Set.of("staff"));
        WorkManager silver = shop.forCaller("bob", Set.of("guests", "staff"));
        WorkManager tin = shop.forCaller(null, Set.of("guests"));
        assertThat(shop.forCaller("carol", Set.of())).isSameAs(shop);
        assertThat(Set.of(shop, gold, silver, tin)).hasSize(4);
        assertThat(((Lane) gold).requestClass().share()).isEqualTo(90);
        assertThat(((Lane) silver).requestClass().share()).isEqualTo(60);
        assertThat(((Lane) tin).requestClass().share()).isEqualTo(10);
        assertThat(List.of(gold.name(), tin.name())).containsOnly("shop");

        CountDownLatch gate = new CountDownLatch(1);
        gold.offer(() -> awaitLatch(gate));
        tin.offer(() -> {});
        assertThat(shop.load()).isEqualTo(2);
        assertThat(gold.load()).isEqualTo(2);
        gate.countDown();
        await().until(() -> shop.load() == 0);
    }

    @Test
    void everybodyIsInEveryoneAndWhoHasLoggedInInUsers() {
        CallerLanes lanes = lanes("users", "everyone");
        assertThat(lanes.of("alice", Set.of())).isSameAs(lanes.groups().get(0).lane());
        assertThat(lanes.of(null, Set.of())).isSameAs(lanes.groups().get(1).lane());
        assertThat(lanes("users", "guests").of(null, Set.of("staff"))).isNull();
    }

    private CallerLanes lanes(String... groups) {
        KernelWorkManagers managers = start(1, DomainWork.of(Map.of()));
        return new CallerLanes(
                Map.of(),
                Stream.of(groups)
                        .map(group -> new CallerLanes.OfGroup(
                                group, (Lane) managers.forApplication(group).standard()))
                        .toList());
    }

    @Test
    void callersOfOneWorkManagerShareByTheirClasses() {
        KernelWorkManagers managers = start(2, byCaller());
        Clients gold = new Clients(managers.named("shop").forCaller("alice", Set.of()), 20, 500);
        Clients tin = new Clients(managers.named("shop").forCaller("eve", Set.of("guests")), 20, 500);
        run(Duration.ofMillis(200));
        Measured.between(0.85, 0.95, () -> {
            run(Duration.ofSeconds(2), gold, tin);
            return part(gold, tin);
        });
    }

    @Test
    void aClassByContextMayNotNameAnother() {
        RequestClassSettings inner = new RequestClassSettings(
                null, null, List.of(new RequestClassSettings.CaseSettings("a", null, "outer")));
        RequestClassSettings outer = new RequestClassSettings(
                null, null, List.of(new RequestClassSettings.CaseSettings("a", null, "inner")));
        assertThatThrownBy(() ->
                        new DomainWork(Map.of("inner", inner, "outer", outer), Map.of(), Map.of(), Map.of(), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is by context itself");
    }

    // ---- changes while work is done --------------------------------------------------------------------------------

    @Test
    void changedSharesCountForWorkThatIsThere() {
        KernelWorkManagers managers = start(
                2,
                DomainWork.of(
                        Map.of("a", new WorkManagerSettings(1_000, 80), "b", new WorkManagerSettings(1_000, 20))));
        Clients a = new Clients(managers.forApplication("one").named("a"), 20, 500);
        Clients b = new Clients(managers.forApplication("two").named("b"), 20, 500);
        Measured.between(0.75, 0.85, () -> {
            run(Duration.ofSeconds(1), a, b);
            return part(a, b);
        });
        managers.apply(DomainWork.of(
                Map.of("a", new WorkManagerSettings(1_000, 20), "b", new WorkManagerSettings(1_000, 80))));
        run(Duration.ofMillis(100));
        Measured.between(0.15, 0.25, () -> {
            run(Duration.ofSeconds(1), a, b);
            return part(a, b);
        });
    }

    @Test
    void changedCapacitiesCountForWorkManagersThatAreThere() {
        KernelWorkManagers managers = start(1, DomainWork.of(Map.of("a", new WorkManagerSettings(5, 50))));
        WorkScope shop = managers.forApplication("shop");
        WorkManager a = shop.named("a");
        CountDownLatch gate = new CountDownLatch(1);
        assertThat(fill(a, gate)).isEqualTo(5);
        managers.apply(DomainWork.of(Map.of("a", new WorkManagerSettings(8, 50))));
        assertThat(fill(a, gate)).isEqualTo(3);
        managers.apply(DomainWork.of(Map.of("a", new WorkManagerSettings(2, 50))));
        assertThat(fill(a, gate)).isZero();
        assertThat(fill(shop.standard(), gate, 100)).isEqualTo(100);
        managers.apply(DomainWork.of(
                Map.of("a", new WorkManagerSettings(2, 50), "default", new WorkManagerSettings(101, 50))));
        assertThat(fill(shop.standard(), gate, 100)).isEqualTo(1);
        gate.countDown();
        await().until(() -> a.load() == 0);
        assertThat(a.offer(() -> {})).isTrue();
    }

    @Test
    void aWorkManagerThatIsGoneGoesOnForApplicationsWithTheLimitsOfTheDefault() {
        KernelWorkManagers managers = start(1, DomainWork.of(Map.of("a", new WorkManagerSettings(5, 50))));
        WorkManager ofServer = managers.named("a");
        WorkManager ofShop = managers.forApplication("shop").named("a");
        managers.apply(DomainWork.of(Map.of("default", new WorkManagerSettings(3, 50))));
        assertThat(ofServer.offer(() -> {})).isFalse();
        CountDownLatch gate = new CountDownLatch(1);
        assertThat(fill(ofShop, gate)).isEqualTo(3);
        gate.countDown();
    }

    @Test
    void aClassByContextMayComeAndGo() {
        DomainWork who = byCaller();
        KernelWorkManagers managers = start(1, who);
        WorkManager shop = managers.forApplication("x").named("shop");
        WorkManager before = shop.forCaller("alice", Set.of());
        managers.apply(
                new DomainWork(who.requestClasses(), Map.of(), Map.of(), Map.of(), Map.of("shop", named("gold"))));
        assertThat(shop.asksForCaller()).isFalse();
        assertThat(shop.forCaller("alice", Set.of())).isSameAs(shop);
        assertThat(((Lane) shop).requestClass().share()).isEqualTo(90);
        CountDownLatch ran = new CountDownLatch(1);
        assertThat(before.offer(ran::countDown)).isTrue();
        awaitLatch(ran);
        managers.apply(who);
        assertThat(shop.forCaller("alice", Set.of())).isSameAs(before);
    }

    @Test
    void aConfigurationWithoutWhatAnApplicationNamesIsRefusedAndChangesNothing() {
        DomainWork full = byCaller();
        KernelWorkManagers managers = start(1, full);
        WorkScope shop = managers.forApplication("shop");
        shop.inner(
                "web",
                new WorkDefinitions(
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of("own", WorkManagerDefinition.PLAIN.withRequestClass("gold"))));
        assertThatThrownBy(() -> managers.check(DomainWork.of(Map.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'own' of application/shop/web")
                .hasMessageContaining("request class 'gold'");
        managers.check(full);
        shop.close();
        managers.check(DomainWork.of(Map.of()));
    }

    private static int fill(WorkManager manager, CountDownLatch gate) {
        return fill(manager, gate, 50);
    }

    private static int fill(WorkManager manager, CountDownLatch gate, int tries) {
        int accepted = 0;
        for (int i = 0; i < tries; i++) {
            accepted += manager.offer(() -> awaitLatch(gate)) ? 1 : 0;
        }
        return accepted;
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}

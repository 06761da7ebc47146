package io.keelson.ejb.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Ticker;
import io.keelson.ejb.model.AccessRule;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import io.keelson.ejb.model.Patience;
import io.keelson.ejb.schedule.ScheduleText;
import io.keelson.kernel.spi.lease.Fence;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TransactionAttributeType;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Timers of servers that share their rows, with threads that run at the same time. */
@Timeout(120)
class ConcurrentTimersTest {
    private final ExecutorService voters = Executors.newFixedThreadPool(2);
    private final ExecutorService work = Executors.newFixedThreadPool(8);
    private final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
    private final MemoryRecords records = new MemoryRecords(voters);

    @AfterEach
    void end() {
        scheduler.shutdownNow();
        work.shutdownNow();
        voters.shutdownNow();
    }

    /** A server with a bean. The first one owns the timers. */
    private final class Server implements TimedBean, TimerOwnership, TimerMembers {
        final boolean owner;
        final Map<String, AtomicInteger> fired = new ConcurrentHashMap<>();
        final ApplicationTimers timers;
        final BeanTimerService service;

        Server(boolean owner, MemoryRecords of) {
            this.owner = owner;
            TimerStore store =
                    new ClusterTimerStore(of, "timers/shop", bean -> getClass().getClassLoader(), 100_000, () -> 4096);
            this.timers = new ApplicationTimers(
                    "shop", store, this, this, noTransactions(), scheduler, Ticker.system(), MissedRuns.ONCE);
            this.service = new BeanTimerService(timers, this);
            timers.add(this);
        }

        @Override
        public String id() {
            return "shop#Clock";
        }

        @Override
        public boolean hasMethod(@Nullable String method) {
            return true;
        }

        @Override
        public boolean fire(@Nullable String method, @Nullable String key, Timer timer, BooleanSupplier mayCommit) {
            fired.computeIfAbsent(String.valueOf(timer.getInfo()), none -> new AtomicInteger())
                    .incrementAndGet();
            return true;
        }

        @Override
        public boolean offer(Runnable body) {
            work.execute(body);
            return true;
        }

        @Override
        public void want(Listener listener) {
            if (owner) {
                listener.granted(1);
            }
        }

        @Override
        public boolean mine() {
            return owner;
        }

        @Override
        public Optional<Fence> fence() {
            return Optional.of(new Fence("timers/shop", owner ? 1 : 0));
        }

        @Override
        public void release() {}

        @Override
        public String self() {
            return "one";
        }

        @Override
        public Set<String> present() {
            return Set.of("one");
        }
    }

    private static TransactionManager noTransactions() {
        return (TransactionManager) Proxy.newProxyInstance(
                TransactionManager.class.getClassLoader(),
                new Class<?>[] {TransactionManager.class},
                (proxy, method, arguments) -> null);
    }

    @Test
    void tenThousandTimersThatAreMadeWhileTheStoreIsReadFireOnceEach() throws Exception {
        int makers = 4;
        int each = 2_500;
        Server server = new Server(true, records);
        Server other = new Server(false, records);
        server.timers.load(Map.of());
        server.timers.start();
        other.timers.load(Map.of());
        other.timers.start();
        AtomicBoolean making = new AtomicBoolean(true);
        List<Future<?>> all = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(makers + 1);
        try {
            Future<?> reader = threads.submit(() -> {
                while (making.get()) {
                    server.service.getTimers(); // reads what is new in the store
                    other.service.getTimers();
                }
            });
            for (int maker = 0; maker < makers; maker++) {
                int from = maker * each;
                BeanTimerService makes = maker == 0 ? other.service : server.service;
                all.add(threads.submit(() -> {
                    for (int i = from; i < from + each; i++) {
                        makes.createSingleActionTimer(0, new TimerConfig(i, true));
                    }
                }));
            }
            for (Future<?> one : all) {
                one.get(60, TimeUnit.SECONDS);
            }
            making.set(false);
            reader.get(60, TimeUnit.SECONDS);
        } finally {
            threads.shutdownNow();
        }

        await().atMost(Duration.ofSeconds(60))
                .until(() ->
                        server.fired.size() == makers * each && records.keys().isEmpty());

        assertThat(server.fired.values()).allMatch(count -> count.get() == 1);
        assertThat(other.fired).isEmpty();
        assertThat(server.service.getTimers()).isEmpty();
    }

    private static BeanModel.Automatic everyMinute(String name) throws Exception {
        BeanMethod method = new BeanMethod(
                0,
                Runnable.class.getMethod("run"),
                TransactionAttributeType.REQUIRED,
                new AccessRule.PermitAll(),
                true,
                Patience.UNLIMITED,
                false,
                null);
        return new BeanModel.Automatic(
                method, new ScheduleText("0", name, "*", "*", "*", "*", "*", null, null, null), name, true);
    }

    @Test
    void serversThatBeginAtOnceMakeOneRowForEachAutomaticTimer() throws Exception {
        Map<String, List<ApplicationTimers.Automatic>> automatic = Map.of(
                "shop#Clock",
                List.of(
                        new ApplicationTimers.Automatic("a()", everyMinute("1")),
                        new ApplicationTimers.Automatic("a()", everyMinute("2")),
                        new ApplicationTimers.Automatic("b(Timer)", everyMinute("1"))));
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            for (int round = 0; round < 500; round++) {
                MemoryRecords fresh = new MemoryRecords(voters);
                CyclicBarrier together = new CyclicBarrier(3);
                List<Server> servers = new ArrayList<>();
                List<Future<?>> begun = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    Server server = new Server(i == 0, fresh);
                    servers.add(server);
                    begun.add(threads.submit(() -> {
                        together.await();
                        server.timers.load(automatic);
                        return null;
                    }));
                }
                for (Future<?> each : begun) {
                    each.get(60, TimeUnit.SECONDS);
                }

                assertThat(fresh.keys()).as("round %d", round).hasSize(3);
                for (Server server : servers) {
                    Set<String> ids = new TreeSet<>();
                    server.timers.rows().forEach(row -> ids.add(row.id()));
                    assertThat(ids).as("round %d", round).containsExactlyElementsOf(fresh.keys());
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }
}

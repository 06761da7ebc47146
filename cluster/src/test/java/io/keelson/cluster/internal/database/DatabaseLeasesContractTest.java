package io.keelson.cluster.internal.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import io.keelson.cluster.io.Link;
import io.keelson.cluster.io.Scheduler;
import io.keelson.cluster.lease.LeaseCommand;
import io.keelson.cluster.lease.LeaseMachine;
import io.keelson.cluster.lease.LeaseNode;
import io.keelson.cluster.lease.LeaseResult;
import io.keelson.cluster.lease.LeaseTiming;
import io.keelson.cluster.lease.Owner;
import io.keelson.kernel.spi.Lease;
import io.keelson.kernel.spi.LeaseClaim;
import io.keelson.kernel.spi.LeaseListener;
import io.keelson.kernel.spi.LeaseLoss;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leases by a database: two servers in simulated time over a real database. One subclass a database. */
abstract class DatabaseLeasesContractTest {
    private static final long MILLI = 1_000_000L;
    private static final String TABLE = "keelson_leases";

    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private long now;
    private long order;
    private boolean away;
    private Server a;
    private Server b;

    /** The database, without a lease in it. */
    abstract DataSource source() throws Exception;

    @BeforeEach
    void begin() throws Exception {
        DataSource source = source();
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists keelson_leases");
        }
        a = new Server("a", 1.0);
        b = new Server("b", 1.0);
    }

    @Test
    void oneOfTwoGetsItAndKeepsItWhileItRenews() {
        a.claim();
        b.claim();
        until("somebody has it", 2_000, () -> a.lease != null || b.lease != null);
        run(30_000);

        assertThat(List.of(a.grants, b.grants)).containsExactlyInAnyOrder(1, 0);
    }

    @Test
    void aChallengerTakesOverAfterTheDurationAndTheDriftBound() {
        a.claim();
        until("a has it", 2_000, () -> a.lease != null);
        b.claim();
        run(1_000);
        a.paused = true;
        double waited = until("b has it", 10_000, () -> b.lease != null);

        // The last renewal was up to a third of a duration before the pause.
        assertThat(waited).isBetween(5_250 - 5_000 / 3.0 - 300, 5_250 + 800.0);
        assertThat(b.lease.epoch()).isEqualTo(2);
        a.resume();
        assertThat(a.lease == null || !a.lease.stillMine()).isTrue();
    }

    @Test
    void aDatabaseThatIsAwayForLessThanADurationChangesNothing() {
        a.claim();
        b.claim();
        until("somebody has it", 2_000, () -> a.lease != null || b.lease != null);
        Server owner = a.lease != null ? a : b;
        Lease lease = owner.lease;
        away = true;
        run(2_500);
        away = false;
        run(20_000);

        assertThat(owner.lease).isSameAs(lease);
        assertThat(a.grants + b.grants).isEqualTo(1);
    }

    @Test
    void withoutTheDatabaseWhatIsHeldEndsInTimeAndNothingIsGranted() {
        a.claim();
        until("a has it", 2_000, () -> a.lease != null);
        b.claim();
        run(1_000);
        away = true;
        until("a has lost it", 5_000, () -> a.lease == null);
        assertThat(a.losses).containsExactly(LeaseLoss.EXPIRED);
        run(20_000);
        assertThat(a.grants + b.grants).isEqualTo(1);

        away = false;
        until("somebody has it again", 8_000, () -> a.lease != null || b.lease != null);
        assertThat((a.lease != null ? a : b).lease.epoch()).isEqualTo(2);
    }

    @Test
    void releasingHandsOverAtOnce() {
        a.claim();
        until("a has it", 2_000, () -> a.lease != null);
        b.claim();
        run(1_000);
        a.claim.release();
        double waited = until("b has it", 2_000, () -> b.lease != null);

        assertThat(waited).isLessThan(600);
        assertThat(b.lease.epoch()).isEqualTo(2);
    }

    @Test
    void epochsGoOnAfterARestartOfEverything() throws Exception {
        a.claim();
        until("a has it", 2_000, () -> a.lease != null);
        a.node.stop();
        a = new Server("a", 1.0);
        a.claim();
        until("a's next life has it", 8_000, () -> a.lease != null);

        assertThat(a.lease.epoch()).isEqualTo(2);
    }

    @Test
    void aDatabaseThatFellBackIsRefused() throws Exception {
        a.claim();
        until("a has it", 2_000, () -> a.lease != null);
        for (int i = 0; i < 5; i++) {
            LeaseClaim old = a.claim;
            old.release();
            until("released", 2_000, () -> old.release().toCompletableFuture().isDone());
            a.claim();
            until("a has it again", 2_000, () -> a.lease != null);
        }
        assertThat(a.lease.epoch()).isEqualTo(6);
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("update keelson_leases set epoch = 2, renewals = 0, owner_server = null");
        }
        until("a sees that it lost it", 3_000, () -> a.lease == null);
        run(10_000);

        assertThat(a.grants).as("a lower epoch was taken").isEqualTo(6);
    }

    @Test
    void clocksThatDriftByTheBoundDoNotOverlap() throws Exception {
        Server slow = new Server("slow", 0.976);
        Server fast = new Server("fast", 1.024);
        slow.claim();
        until("the slow one has it", 2_000, () -> slow.lease != null);
        Lease first = slow.lease;
        fast.claim();
        run(2_000);
        slow.cutOff = true;
        until("the fast one has it", 10_000, () -> fast.lease != null);

        assertThat(first.stillMine()).isFalse();
    }

    @Test
    void ofManyThatWantTheSameAtOnceOneGetsIt() throws Exception {
        LeaseRows rows = new LeaseRows(source()::getConnection, TABLE, 5);
        rows.create();
        int contenders = 8;
        ExecutorService threads = Executors.newFixedThreadPool(contenders);
        try {
            for (int round = 0; round < 20; round++) {
                String name = "round-" + round;
                AtomicInteger granted = new AtomicInteger();
                CountDownLatch start = new CountDownLatch(1);
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < contenders; i++) {
                    Owner owner = new Owner("s" + i, i, "", 0, 0);
                    all.add(threads.submit(() -> {
                        start.await();
                        var result = rows.apply(new LeaseCommand.Acquire(name, owner, 0, 5_000));
                        if (result instanceof LeaseResult.Granted) {
                            granted.incrementAndGet();
                        }
                        return null;
                    }));
                }
                start.countDown();
                for (var one : all) {
                    one.get(30, TimeUnit.SECONDS);
                }
                assertThat(granted).as(name).hasValue(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void run(long millis) {
        long end = now + millis * MILLI;
        while (!tasks.isEmpty() && tasks.peek().at <= end) {
            Task task = tasks.poll();
            now = task.at;
            task.body.run();
        }
        now = end;
    }

    private double until(String what, long millis, BooleanSupplier condition) {
        long begin = now;
        while (!condition.getAsBoolean()) {
            if (now - begin > millis * MILLI) {
                throw new AssertionError(what + ": not within " + millis + " ms");
            }
            run(10);
        }
        return (now - begin) / (double) MILLI;
    }

    private record Task(long at, long order, Runnable body) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
        }
    }

    /** A server, its clock, and its way to the database. */
    private final class Server implements LeaseListener, Scheduler, Ticker {
        private final double rate;
        private final LeaseNode node;
        private final List<Runnable> backlog = new ArrayList<>();
        private final List<LeaseLoss> losses = new ArrayList<>();
        private LeaseClaim claim;
        private Lease lease;
        private int grants;
        private boolean paused;
        private boolean cutOff;

        Server(String name, double rate) throws Exception {
            this.rate = rate;
            Owner owner = new Owner(name, order++, "", 0, 0);
            LeaseTiming timing = new LeaseTiming(5_000);
            node = new LeaseNode(
                    owner,
                    timing,
                    this,
                    this,
                    new Nobody(name),
                    LeaseMachine.byDatabase(owner, timing),
                    Set.of(),
                    other -> false);
            DataSource mine = failing(source(), this);
            node.decide(parts -> new DatabaseBasis(mine::getConnection, TABLE, this, Runnable::run, parts));
            node.start();
        }

        void claim() {
            claim = node.claim("timer", this);
        }

        void resume() {
            paused = false;
            List<Runnable> waiting = List.copyOf(backlog);
            backlog.clear();
            waiting.forEach(Runnable::run);
        }

        @Override
        public void granted(Lease granted) {
            grants++;
            lease = granted;
        }

        @Override
        public void lost(Lease ended, LeaseLoss why) {
            losses.add(why);
            lease = null;
        }

        @Override
        public void execute(Runnable task) {
            tasks.add(new Task(now, order++, () -> soon(task)));
        }

        @Override
        public void schedule(Runnable task, long nanos) {
            tasks.add(new Task(now + (long) (nanos / rate), order++, () -> soon(task)));
        }

        @Override
        public long nanoTime() {
            return (long) (now * rate);
        }

        @Override
        public long currentTimeMillis() {
            return 1_700_000_000_000L + nanoTime() / MILLI;
        }

        private void soon(Runnable task) {
            if (paused) {
                backlog.add(task);
            } else {
                task.run();
            }
        }
    }

    private DataSource failing(DataSource source, Server server) {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (away || server.cutOff) {
                        throw new SQLException("the database is away");
                    }
                    try {
                        return method.invoke(source, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private record Nobody(String self) implements Link {
        @Override
        public void send(String server, byte[] message) {}

        @Override
        public void receive(Receiver receiver) {}
    }
}

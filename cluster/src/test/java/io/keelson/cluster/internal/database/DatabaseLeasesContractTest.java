package io.keelson.cluster.internal.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import io.keelson.cluster.io.Link;
import io.keelson.cluster.io.Scheduler;
import io.keelson.cluster.lease.LeaseCommand;
import io.keelson.cluster.lease.LeaseMachine;
import io.keelson.cluster.lease.LeaseNode;
import io.keelson.cluster.lease.LeaseResult;
import io.keelson.cluster.lease.LeaseRow;
import io.keelson.cluster.lease.LeaseTiming;
import io.keelson.cluster.lease.Owner;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseLoss;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
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
    static final String TABLE = "keelson_leases";

    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    private long now;
    private long order;
    private boolean away;
    Member a;
    Member b;

    /** The database, without a lease in it. */
    abstract DataSource source() throws Exception;

    @BeforeEach
    void begin() throws Exception {
        DataSource source = source();
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists keelson_leases");
        }
        a = new Member("a", 1.0);
        b = new Member("b", 1.0);
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
        Member owner = a.lease != null ? a : b;
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
        a = new Member("a", 1.0);
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
    void aGrantWhoseAnswerIsLostIsFoundAgain() throws Exception {
        a.answersToLose = 1;
        a.claim();
        until("a has it", 5_000, () -> a.lease != null);
        b.claim();
        run(20_000);

        assertThat(a.answersToLose).as("answers left to lose").isZero();
        assertThat(List.of(a.grants, b.grants)).containsExactly(1, 0);
        assertThat(row().epoch()).isEqualTo(a.lease.epoch());
        assertThat(row().owner().server()).isEqualTo("a");
    }

    @Test
    void renewalsWhoseAnswersAreLostChangeNothing() {
        a.claim();
        b.claim();
        until("somebody has it", 2_000, () -> a.lease != null || b.lease != null);
        Member owner = a.lease != null ? a : b;
        for (int i = 0; i < 5; i++) {
            owner.answersToLose = 2;
            run(5_000);
            assertThat(owner.answersToLose).as("answers left to lose").isZero();
        }
        assertThat(a.grants + b.grants).isEqualTo(1);
        assertThat(owner.lease.stillMine()).isTrue();
    }

    @Test
    void namesThatDifferInCaseOrBlanksAreTwo() throws Exception {
        LeaseRows rows = new LeaseRows(source()::getConnection, TABLE, 5);
        rows.create();
        for (String name : List.of("orders", "Orders", "orders ", "\u00f6rders")) {
            Owner owner = new Owner("of " + name, 1, "", 0, 0);
            assertThat(rows.apply(new LeaseCommand.Acquire(name, owner, 0, 5_000)))
                    .as(name)
                    .isInstanceOf(LeaseResult.Granted.class);
        }
        assertThat(rows.all()).hasSize(4);
    }

    @Test
    void severalMakeTheTableAtTheSameMoment() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(6);
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement()) {
            for (int round = 0; round < 20; round++) {
                statement.execute("drop table if exists keelson_leases");
                CountDownLatch start = new CountDownLatch(1);
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    Connection own = source().getConnection();
                    all.add(threads.submit(() -> {
                        start.await();
                        new LeaseRows(() -> own, TABLE, 5).create();
                        return null;
                    }));
                }
                start.countDown();
                for (var one : all) {
                    one.get(30, TimeUnit.SECONDS);
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** The row of the one lease. */
    final LeaseRow row() throws Exception {
        return new LeaseRows(source()::getConnection, TABLE, 5).all().get(0);
    }

    @Test
    void clocksThatDriftByTheBoundDoNotOverlap() throws Exception {
        Member slow = new Member("slow", 0.976);
        Member fast = new Member("fast", 1.024);
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

    final void run(long millis) {
        long end = now + millis * MILLI;
        while (!tasks.isEmpty() && tasks.peek().at <= end) {
            Task task = tasks.poll();
            now = task.at;
            task.body.run();
        }
        now = end;
    }

    final double until(String what, long millis, BooleanSupplier condition) {
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
    final class Member implements LeaseListener, Scheduler, Ticker {
        private final double rate;
        private final LeaseNode node;
        private final List<Runnable> backlog = new ArrayList<>();
        final List<LeaseLoss> losses = new ArrayList<>();
        LeaseClaim claim;
        Lease lease;
        int grants;
        private boolean paused;
        private boolean cutOff;
        private int answersToLose;

        Member(String name, double rate) throws Exception {
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
            DataSource mine = failing(this);
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

    /** The database as it is now, wherever it listens. */
    private DataSource failing(Member server) throws Exception {
        return over(DataSource.class, source(), (method, arguments) -> {
            if (away || server.cutOff) {
                throw new SQLException("the database is away");
            }
            Object got = method.invoke(source(), arguments);
            return got instanceof Connection connection ? forgetful(connection, server) : got;
        });
    }

    /** A connection that now and then is lost when its statement has been committed and before its answer comes. */
    private static Connection forgetful(Connection connection, Member server) {
        return over(Connection.class, connection, (method, arguments) -> {
            Object got = method.invoke(connection, arguments);
            return got instanceof PreparedStatement statement ? forgetful(statement, connection, server) : got;
        });
    }

    private static PreparedStatement forgetful(PreparedStatement statement, Connection connection, Member server) {
        return over(PreparedStatement.class, statement, (method, arguments) -> {
            Object got = method.invoke(statement, arguments);
            if (method.getName().equals("executeUpdate") && server.answersToLose > 0) {
                server.answersToLose--;
                connection.close();
                throw new SQLException("the connection was lost");
            }
            return got;
        });
    }

    private interface Call {
        Object on(Method method, Object[] arguments) throws Exception;
    }

    private static <T> T over(Class<T> type, T target, Call call) {
        return type.cast(Proxy.newProxyInstance(
                DatabaseLeasesContractTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> {
                    try {
                        return call.on(method, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private record Nobody(String self) implements Link {
        @Override
        public void send(String server, byte[] message) {}

        @Override
        public void receive(Receiver receiver) {}
    }
}

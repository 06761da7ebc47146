package io.keelson.ejb.invocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.keelson.ejb.fixture.OneThreadTransactions;
import io.keelson.ejb.fixture.TestBean;
import jakarta.ejb.AccessTimeout;
import jakarta.ejb.ConcurrentAccessException;
import jakarta.ejb.ConcurrentAccessTimeoutException;
import jakarta.ejb.EJBException;
import jakarta.ejb.IllegalLoopbackException;
import jakarta.ejb.Lock;
import jakarta.ejb.LockType;
import jakarta.ejb.NoSuchEJBException;
import jakarta.ejb.Remove;
import jakarta.ejb.RemoveException;
import jakarta.ejb.SessionSynchronization;
import jakarta.ejb.Singleton;
import jakarta.ejb.Stateful;
import jakarta.ejb.Stateless;
import jakarta.transaction.Synchronization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pools, locks and stateful beans. */
class InstancesTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    /** Runs what it is given. */
    @Stateless
    static class Runs {
        public Object run(Callable<Object> body) throws Exception {
            return body.call();
        }
    }

    @Test
    void theInstanceThatCameBackLastIsLentFirst() throws Throwable {
        TestBean bean = TestBean.of(Runs.class);
        for (int i = 0; i < 10; i++) {
            bean.call("run", (Callable<Object>) () -> 1);
        }
        assertThat(bean.instances.created).hasValue(1);

        bean.pipeline.close();
        assertThat(bean.instances.destroyed).hasValue(1);
    }

    @Test
    void aCallThatFindsNoInstanceWaitsAndIsRefusedWhenTheWaitIsOver() throws Exception {
        TestBean bean = TestBean.of(Runs.class, new Pipeline.Settings(1, Duration.ofMillis(20), 0));
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Future<Object> first = threads.submit(() -> called(bean, inside, end));
        inside.await();

        Throwable refused = catchThrowable(() -> bean.call("run", (Callable<Object>) () -> 1));

        assertThat(refused)
                .isInstanceOf(ConcurrentAccessTimeoutException.class)
                .hasMessageContaining("max-beans-in-free-pool");
        end.countDown();
        assertThat(first.get()).isEqualTo("done");
        assertThat(bean.pipeline.pool().counts()).isEqualTo(new StatelessPool.Counts(1, 0, 0, 1, 1));
    }

    private static Object called(TestBean bean, CountDownLatch inside, CountDownLatch end) throws Exception {
        try {
            return bean.call("run", (Callable<Object>) () -> {
                inside.countDown();
                end.await();
                return "done";
            });
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aCallThatWaitsGetsThePlaceOfADiscardedInstance() throws Exception {
        TestBean bean = TestBean.of(Runs.class, new Pipeline.Settings(1, Duration.ofMinutes(1), 0));
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Future<Throwable> first = threads.submit(() -> catchThrowable(() -> bean.call("run", (Callable<Object>) () -> {
            inside.countDown();
            end.await();
            throw new IllegalStateException("planted");
        })));
        inside.await();
        Future<Object> second = threads.submit(() -> called(bean, new CountDownLatch(1), new CountDownLatch(0)));
        Awaitility.await().until(() -> bean.pipeline.pool().counts().waiting() == 1);
        end.countDown();

        assertThat(first.get()).isInstanceOf(EJBException.class);
        assertThat(second.get()).isEqualTo("done");
        assertThat(bean.instances.created).hasValue(2);
    }

    @Test
    void manyThreadsShareFewInstancesAndNoneIsLostOrRefused() throws Exception {
        TestBean bean = TestBean.of(Runs.class, new Pipeline.Settings(2, Duration.ofMinutes(1), 0));
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Callable<Object> body = () -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            Thread.yield();
            return inside.decrementAndGet();
        };
        List<Future<Throwable>> callers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            callers.add(threads.submit(() -> catchThrowable(() -> {
                for (int j = 0; j < 5_000; j++) {
                    Object unused = bean.call("run", body);
                }
            })));
        }
        for (Future<Throwable> each : callers) {
            assertThat(each.get()).isNull();
        }

        assertThat(most.get()).isBetween(1, 2);
        assertThat(bean.instances.created.get()).isBetween(1, 2);
        StatelessPool.Counts counts = bean.pipeline.pool().counts();
        assertThat(counts.free()).isEqualTo(bean.instances.created.get());
        assertThat(List.of(counts.inUse(), counts.waiting())).containsOnly(0);
        bean.pipeline.close();
        assertThat(bean.instances.destroyed.get()).isEqualTo(bean.instances.created.get());
    }

    /** Locks. */
    @Singleton
    static class Guarded {
        @Lock(LockType.READ)
        public Object read(Callable<Object> body) throws Exception {
            return body.call();
        }

        public Object write(Callable<Object> body) throws Exception {
            return body.call();
        }

        @AccessTimeout(0)
        public void atOnce() {}

        @AccessTimeout(10)
        public void soon() {}
    }

    @Test
    void readersShareTheLockAndAWriterIsAlone() throws Throwable {
        TestBean bean = TestBean.of(Guarded.class);
        CountDownLatch both = new CountDownLatch(2);
        Callable<Object> reader = () -> {
            both.countDown();
            both.await();
            return "read";
        };
        Future<Object> one = threads.submit(() -> quietly(bean, "read", reader));
        Future<Object> two = threads.submit(() -> quietly(bean, "read", reader));
        assertThat(one.get()).isEqualTo("read");
        assertThat(two.get()).isEqualTo("read");

        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Future<Object> writer = threads.submit(() -> quietly(bean, "write", () -> {
            inside.countDown();
            end.await();
            return "written";
        }));
        inside.await();
        assertThatExceptionOfType(ConcurrentAccessException.class).isThrownBy(() -> bean.call("atOnce"));
        assertThatExceptionOfType(ConcurrentAccessTimeoutException.class).isThrownBy(() -> bean.call("soon"));
        end.countDown();
        assertThat(writer.get()).isEqualTo("written");
        assertThat(bean.instances.created).hasValue(1);
    }

    private static Object quietly(TestBean bean, String method, Callable<Object> body) {
        try {
            return bean.call(method, body);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aReaderThatWantsToWriteIsRefused() throws Throwable {
        TestBean bean = TestBean.of(Guarded.class);

        Object refused = bean.call("read", (Callable<Object>)
                () -> catchThrowable(() -> bean.call("write", (Callable<Object>) () -> 1)));

        assertThat(refused).isInstanceOf(IllegalLoopbackException.class);
        assertThat(bean.call("write", (Callable<Object>) () -> quietly(bean, "read", () -> "within")))
                .isEqualTo("within");
    }

    @Test
    void theLockIsHeldUntilTheCommit() throws Throwable {
        TestBean bean = TestBean.of(Guarded.class);
        List<Throwable> others = new ArrayList<>();

        bean.call("write", (Callable<Object>) () -> {
            bean.transactions.getTransaction().registerSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {}

                @Override
                public void afterCompletion(int status) {
                    others.add(after(() -> catchThrowable(() -> bean.call("atOnce"))));
                }
            });
            return 1;
        });

        assertThat(others).hasSize(1).hasOnlyElementsOfType(ConcurrentAccessException.class);
        assertThat(after(() -> catchThrowable(() -> bean.call("atOnce")))).isNull();
    }

    private Throwable after(Callable<Throwable> body) {
        try {
            return threads.submit(body).get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void noTransactionWaitsForTheLock() throws Throwable {
        TestBean bean = TestBean.of(Guarded.class);

        bean.call("write", (Callable<Object>) () -> after(() -> catchThrowable(() -> bean.call("soon"))));

        assertThat(bean.transactions.outcomes()).containsExactly("1 committed");
    }

    /** Fails to begin. */
    @Singleton
    static class Broken {
        Broken() {
            throw new IllegalStateException("planted");
        }

        public void call() {}
    }

    @Test
    void aSingletonThatCouldNotBeMadeIsTriedOnce() {
        TestBean bean = TestBean.of(Broken.class);
        for (int i = 0; i < 3; i++) {
            assertThatExceptionOfType(NoSuchEJBException.class)
                    .isThrownBy(() -> bean.call("call"))
                    .withMessageContaining("planted");
        }
        assertThat(bean.instances.created).hasValue(1);
    }

    /** Counts, and hears of transactions. */
    @Stateful
    static class Counter implements SessionSynchronization {
        static final List<String> HEARD = new ArrayList<>();

        private int count;

        public int add(int more) {
            count += more;
            return count;
        }

        public Object run(Callable<Object> body) throws Exception {
            return body.call();
        }

        @AccessTimeout(0)
        public void atOnce() {}

        public void fails() {
            throw new IllegalStateException("planted");
        }

        @Remove
        public void end() {}

        @Remove(retainIfException = true)
        public void endUnlessFailed(Exception e) throws Exception {
            throw e;
        }

        @Override
        public void afterBegin() {
            HEARD.add("began");
        }

        @Override
        public void beforeCompletion() {
            HEARD.add("completing");
        }

        @Override
        public void afterCompletion(boolean committed) {
            HEARD.add(committed ? "committed" : "rolled back");
        }
    }

    private static TestBean counter(Object... keys) throws Throwable {
        Counter.HEARD.clear();
        TestBean bean = TestBean.of(Counter.class);
        for (Object key : keys) {
            bean.pipeline.stateful().create(key);
        }
        return bean;
    }

    @Test
    void eachStatefulBeanHasItsOwnState() throws Throwable {
        TestBean bean = counter("a", "b");

        assertThat(bean.call(ClientKind.LOCAL, "a", "add", 1)).isEqualTo(1);
        assertThat(bean.call(ClientKind.LOCAL, "b", "add", 5)).isEqualTo(5);
        assertThat(bean.call(ClientKind.LOCAL, "a", "add", 1)).isEqualTo(2);
    }

    @Test
    void aTransactionIsToldOnceHoweverManyCallsItHas() throws Throwable {
        TestBean bean = counter("a");
        bean.transactions.begin();
        bean.call(ClientKind.LOCAL, "a", "add", 1);
        bean.call(ClientKind.LOCAL, "a", "add", 1);
        bean.transactions.commit();
        assertThat(Counter.HEARD).containsExactly("began", "completing", "committed");
    }

    @Test
    void anotherCallWaitsForTheEndOfTheTransaction() throws Throwable {
        TestBean bean = counter("a");
        bean.transactions.begin();
        bean.call(ClientKind.LOCAL, "a", "add", 1);
        Future<Throwable> other =
                threads.submit(() -> catchThrowable(() -> bean.call(ClientKind.LOCAL, "a", "atOnce")));
        assertThat(other.get()).isInstanceOf(ConcurrentAccessException.class);
        bean.transactions.rollback();

        Future<Throwable> again =
                threads.submit(() -> catchThrowable(() -> bean.call(ClientKind.LOCAL, "a", "atOnce")));
        assertThat(again.get()).isNull();
        assertThat(Counter.HEARD).startsWith("began", "rolled back");
    }

    @Test
    void aRemoveMethodEndsTheBeanAndAnExceptionMayKeepIt() throws Throwable {
        TestBean bean = counter("a");
        assertThat(catchThrowable(() -> bean.call(ClientKind.LOCAL, "a", "endUnlessFailed", new Exception("planted"))))
                .hasMessage("planted");
        assertThat(bean.call(ClientKind.LOCAL, "a", "add", 1)).isEqualTo(1);

        bean.call(ClientKind.LOCAL, "a", "end");

        assertThat(bean.instances.destroyed).hasValue(1);
        assertThatExceptionOfType(NoSuchEJBException.class)
                .isThrownBy(() -> bean.call(ClientKind.LOCAL, "a", "add", 1));
        assertThat(catchThrowable(() -> bean.call(ClientKind.RMI, "a", "add", 1)))
                .isInstanceOf(java.rmi.NoSuchObjectException.class);
    }

    @Test
    void aBeanThatIsRemovedInATransactionEndsWithIt() throws Throwable {
        TestBean bean = counter("a");
        bean.transactions.begin();
        bean.call(ClientKind.LOCAL, "a", "add", 1);
        bean.call(ClientKind.LOCAL, "a", "end");
        assertThat(bean.instances.destroyed).hasValue(0);

        bean.transactions.commit();

        assertThat(bean.instances.destroyed).hasValue(1);
        assertThat(bean.pipeline.stateful().size()).isZero();
    }

    @Test
    void theRemoveMethodOfAHomeIsRefusedInATransaction() throws Throwable {
        TestBean bean = counter("a");
        bean.transactions.begin();
        bean.call(ClientKind.LOCAL, "a", "add", 1);

        assertThatExceptionOfType(RemoveException.class)
                .isThrownBy(() -> bean.pipeline.stateful().removeByClient("a"));
        assertThat(bean.call(ClientKind.LOCAL, "a", "add", 1)).isEqualTo(2);
        bean.transactions.commit();

        assertThat(bean.transactions.outcomes()).containsExactly("1 committed");
        assertThat(bean.pipeline.stateful().removeByClient("a")).isTrue();
        assertThat(bean.pipeline.stateful().removeByClient("a")).isFalse();
        assertThat(bean.instances.destroyed).hasValue(1);
    }

    @Test
    void aSystemExceptionEndsTheBeanWithoutItsCallbacks() throws Throwable {
        TestBean bean = counter("a");

        assertThat(catchThrowable(() -> bean.call(ClientKind.LOCAL, "a", "fails")))
                .isInstanceOf(EJBException.class);

        assertThat(bean.instances.discarded).hasValue(1);
        assertThat(bean.instances.destroyed).hasValue(0);
        assertThatExceptionOfType(NoSuchEJBException.class)
                .isThrownBy(() -> bean.call(ClientKind.LOCAL, "a", "add", 1));
    }

    @Test
    void aCallOfTheBeanByItselfIsALoop() throws Throwable {
        TestBean bean = counter("a");

        Object refused = bean.call(ClientKind.LOCAL, "a", "run", (Callable<Object>)
                () -> catchThrowable(() -> bean.call(ClientKind.LOCAL, "a", "add", 1)));

        assertThat(refused).isInstanceOf(IllegalLoopbackException.class);
        assertThat(bean.call(ClientKind.LOCAL, "a", "add", 1)).isEqualTo(1);
    }

    @Test
    void idleBeansTimeOutButNotWithinATransaction() throws Throwable {
        TestBean bean = counter("a", "b");
        OneThreadTransactions transactions = bean.transactions;
        transactions.begin();
        bean.call(ClientKind.LOCAL, "a", "add", 1);

        assertThat(bean.pipeline.stateful().expire(0)).isEqualTo(1);
        transactions.commit();
        assertThat(bean.pipeline.stateful().expire(0)).isEqualTo(1);
        assertThat(bean.pipeline.stateful().expired()).isEqualTo(2);
    }
}

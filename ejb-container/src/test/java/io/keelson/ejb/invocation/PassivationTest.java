package io.keelson.ejb.invocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.ejb.fixture.TestBean;
import io.keelson.testkit.ManualTicker;
import jakarta.ejb.AccessTimeout;
import jakarta.ejb.NoSuchEJBException;
import jakarta.ejb.Stateful;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests which stateful beans go to disk, and when. */
class PassivationTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ManualTicker ticker = new ManualTicker();
    private final Disk disk = new Disk();
    private final TestBean bean = TestBean.of(Counts.class, ticker, disk);

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    /** A bean with a state. */
    @Stateful
    static class Counts {
        private int count;

        @AccessTimeout(0)
        public int next() {
            return ++count;
        }
    }

    /** Keeps instances in memory, where it takes them. */
    private static final class Disk implements Passivation {
        private final Map<Object, BeanInstance> kept = new ConcurrentHashMap<>();
        private final List<Object> written = new ArrayList<>();
        private volatile int most = 2;
        private volatile Duration idle = Duration.ZERO;
        private volatile Outcome outcome = Outcome.WRITTEN;
        private volatile CountDownLatch begun = new CountDownLatch(1);
        private volatile CountDownLatch go = new CountDownLatch(0);

        @Override
        public int mostInMemory() {
            return most;
        }

        @Override
        public Duration idle() {
            return idle;
        }

        @Override
        public Outcome write(Object key, BeanInstance instance) {
            begun.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            written.add(key);
            if (outcome == Outcome.WRITTEN) {
                kept.put(key, instance);
            }
            return outcome;
        }

        @Override
        public BeanInstance read(Object key) {
            BeanInstance there = kept.remove(key);
            if (there == null) {
                throw new NoSuchEJBException("gone");
            }
            return there;
        }

        @Override
        public void remove(Object key) {
            kept.remove(key);
        }

        @Override
        public void close() {
            kept.clear();
        }
    }

    private Object next(Object key) throws Throwable {
        return bean.call(ClientKind.LOCAL, key, "next");
    }

    private void create(Object... keys) throws Throwable {
        for (Object key : keys) {
            bean.pipeline.stateful().create(key);
        }
    }

    @Test
    void theOneThatWasUsedLeastRecentlyGoesFirst() throws Throwable {
        create("a", "b");
        next("a");
        create("c");
        assertThat(disk.written).containsExactly("b");

        assertThat(next("b")).isEqualTo(1);
        assertThat(disk.written).containsExactly("b", "a");
        assertThat(next("a")).as("its state came back").isEqualTo(2);
        assertThat(bean.pipeline.stateful().inMemory()).isEqualTo(2);
        assertThat(bean.pipeline.stateful().passivations()).isEqualTo(3);
        assertThat(bean.pipeline.stateful().activations()).isEqualTo(2);
    }

    @Test
    void aBeanOfATransactionStaysInMemory() throws Throwable {
        create("a", "b");
        bean.transactions.begin();
        next("a");
        next("b");
        create("c", "d");
        assertThat(disk.written).containsExactly("c", "d");
        bean.transactions.commit();
        bean.pipeline.stateful().passivate();
        assertThat(disk.written).containsExactly("c", "d");
    }

    @Test
    void anIdleBeanGoesByItsTimeAndEndsOnDisk() throws Throwable {
        disk.idle = Duration.ofSeconds(10);
        create("a");
        ticker.advance(Duration.ofSeconds(6));
        create("b");
        ticker.advance(Duration.ofSeconds(5));
        bean.pipeline.stateful().passivate();
        assertThat(disk.written).containsExactly("a");

        assertThat(bean.pipeline.stateful().expire(Duration.ofSeconds(8).toNanos()))
                .isEqualTo(1);
        assertThat(disk.kept).isEmpty();
        assertThat(bean.instances.destroyed).as("no callback on disk").hasValue(0);
        assertThatThrownBy(() -> next("a")).isInstanceOf(NoSuchEJBException.class);
    }

    @Test
    void aDiskThatRefusesIsTriedAgainLater() throws Throwable {
        disk.outcome = Passivation.Outcome.REFUSED;
        create("a", "b", "c", "d");
        assertThat(disk.written).hasSize(1);
        assertThat(next("a")).isEqualTo(1);

        disk.outcome = Passivation.Outcome.WRITTEN;
        bean.pipeline.stateful().passivate();
        assertThat(disk.written).hasSize(1);
        ticker.advance(Duration.ofSeconds(31));
        bean.pipeline.stateful().passivate();
        assertThat(bean.pipeline.stateful().inMemory()).isEqualTo(2);
    }

    @Test
    void aBeanThatCannotBeWrittenIsTriedOnceAndCountsNoMore() throws Throwable {
        disk.outcome = Passivation.Outcome.RESIDENT;
        create("a", "b", "c");
        assertThat(disk.written).containsExactly("a");
        next("a");
        disk.outcome = Passivation.Outcome.WRITTEN;
        create("d");
        assertThat(disk.written).containsExactly("a", "b");
    }

    @Test
    void aBeanWhoseCallbackFailedIsGone() throws Throwable {
        disk.outcome = Passivation.Outcome.FAILED;
        create("a", "b", "c");
        assertThatThrownBy(() -> next("a")).isInstanceOf(NoSuchEJBException.class);
        assertThat(bean.pipeline.stateful().size()).isEqualTo(2);
    }

    @Test
    void aDamagedFileEndsTheBean() throws Throwable {
        create("a", "b", "c");
        disk.kept.clear();
        assertThatThrownBy(() -> next("a"))
                .isInstanceOf(NoSuchEJBException.class)
                .hasMessageContaining("gone");
        assertThat(bean.pipeline.stateful().has("a")).isFalse();
    }

    @Test
    void aCallWaitsForABeanOnItsWayToDiskWhateverItsPatience() throws Throwable {
        create("a", "b");
        disk.go = new CountDownLatch(1);
        Future<?> creating = threads.submit(() -> {
            try {
                create("c");
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        });
        disk.begun.await();
        Thread[] calling = new Thread[1];
        Future<Object> call = threads.submit(() -> {
            calling[0] = Thread.currentThread();
            try {
                return next("a");
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        });
        Awaitility.await().until(() -> calling[0] != null && calling[0].getState() == Thread.State.WAITING);
        disk.go.countDown();
        assertThat(call.get(60, TimeUnit.SECONDS)).isEqualTo(1);
        creating.get(60, TimeUnit.SECONDS);
    }

    @Test
    void theClientsRemovalBringsTheBeanBackForItsCallback() throws Throwable {
        create("a", "b", "c");
        assertThat(bean.pipeline.stateful().remove("a")).isTrue();
        assertThat(bean.instances.destroyed).hasValue(1);
        assertThat(disk.kept).isEmpty();
    }
}

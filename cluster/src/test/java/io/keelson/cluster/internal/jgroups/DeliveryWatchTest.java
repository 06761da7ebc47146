package io.keelson.cluster.internal.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.thread.Pulse;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.util.TimeScheduler3;
import org.junit.jupiter.api.Test;

class DeliveryWatchTest {
    private final WatchedPulses watched = new WatchedPulses();
    private final DeliveryWatch watch = new DeliveryWatch(watched);

    private Pulse only() {
        assertThat(watched.pulses).hasSize(1);
        return watched.pulses.keySet().iterator().next();
    }

    @Test
    void aThreadIsAtAPieceWhileItWorksAndAtNoneAfterwards() {
        for (int i = 0; i < 3; i++) {
            watch.work(() -> {
                assertThat(only().at()).isNotZero();
                assertThat(only().thread()).isSameAs(Thread.currentThread());
                // A library may deliver on the thread that reads.
                long outer = only().at();
                watch.work(() -> assertThat(only().at()).isEqualTo(outer));
                assertThat(only().at()).isEqualTo(outer);
            });
            assertThat(only().at()).isZero();
        }
    }

    @Test
    void aPieceThatFailsHasEnded() {
        assertThatThrownBy(() -> watch.work(() -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(only().at()).isZero();
    }

    @Test
    void whoLeavesAndWhoHasEndedIsForgotten() throws Exception {
        watch.work(() -> {});
        watch.leave();
        assertThat(watched.pulses).isEmpty();
        Thread ended = new Thread(() -> watch.work(() -> {}));
        ended.start();
        ended.join();
        assertThat(watched.pulses).hasSize(1);
        watch.work(() -> {});
        assertThat(only().thread()).isSameAs(Thread.currentThread());
        watch.close();
        assertThat(watched.pulses).isEmpty();
    }

    @Test
    void aThreadThatDoesNotComeBackStaysAtItsPiece() throws Exception {
        CountDownLatch at = new CountDownLatch(1);
        CountDownLatch on = new CountDownLatch(1);
        Thread hanging = new Thread(() -> watch.work(() -> {
            at.countDown();
            try {
                on.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }));
        hanging.start();
        at.await();
        long piece = only().at();
        assertThat(piece).isNotZero();
        watch.work(() -> {});
        assertThat(watched.pulses.keySet().stream()
                        .filter(pulse -> pulse.thread() == hanging)
                        .map(Pulse::at))
                .containsExactly(piece);
        on.countDown();
        hanging.join();
    }

    @Test
    void whatATimerThatEndsHasNotRunCountsAsRun() {
        TimeScheduler3 timer = new TimeScheduler3(); // its thread is not started
        DeliveryWatch.Ending ending = watch.timer(timer);
        AtomicInteger runs = new AtomicInteger();
        watched.timers.get(0).execute(runs::incrementAndGet);
        ending.end();
        assertThat(runs).hasValueGreaterThan(0);
        assertThatThrownBy(() -> watched.timers.get(0).execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class);
        timer.stop();
    }

    @Test
    void aThreadThatSendsIsAtAPiece() throws Exception {
        watch.send(() -> assertThat(only().at()).isNotZero());
        assertThatThrownBy(() -> watch.send(() -> {
                    throw new java.io.IOException("gone");
                }))
                .hasMessage("gone");
        assertThat(only().at()).isZero();
    }
}

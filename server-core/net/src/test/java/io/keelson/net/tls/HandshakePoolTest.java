package io.keelson.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Ticker;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HandshakePoolTest {
    @Test
    void refusesWhatDoesNotFit() throws Exception {
        HandshakePool pool = new HandshakePool("test.tls.Handshake", 1, 2, Ticker.system());
        CountDownLatch done = new CountDownLatch(3);
        CountDownLatch go = new CountDownLatch(1);
        Runnable task = () -> {
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            done.countDown();
        };
        try {
            for (int i = 0; i < 3; i++) {
                pool.execute(task);
            }
            assertThatThrownBy(() -> pool.execute(task)).isInstanceOf(RejectedExecutionException.class);
            go.countDown();
            assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            pool.close();
        }
        assertThatThrownBy(() -> pool.execute(task)).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void leavesHalfOfTheProcessors() {
        assertThat(HandshakePool.standardSize(1)).isEqualTo(1);
        assertThat(HandshakePool.standardSize(2)).isEqualTo(1);
        assertThat(HandshakePool.standardSize(16)).isEqualTo(8);
    }
}

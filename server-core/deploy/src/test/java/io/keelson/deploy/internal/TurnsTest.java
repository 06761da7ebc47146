package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.spi.DeploymentException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class TurnsTest {
    private final CountDownLatch began = new CountDownLatch(1);
    private final CountDownLatch gate = new CountDownLatch(1);

    private String hang() {
        began.countDown();
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "first";
    }

    @Test
    void whoWaitsTooLongForAnotherOperationOnTheApplicationIsRefused() throws Exception {
        Turns turns = new Turns(Duration.ofMillis(50));
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<String> first = other.submit(() -> turns.call("shop", this::hang));
            began.await();
            assertThatThrownBy(() -> turns.call("shop", () -> "second"))
                    .isInstanceOf(DeploymentException.class)
                    .hasMessageContaining("another operation on the application 'shop'")
                    .hasMessageContaining("keelson.deploy: shop");
            assertThat(turns.call("bank", () -> "other")).isEqualTo("other");
            gate.countDown();
            assertThat(first.get()).isEqualTo("first");
            assertThat(turns.call("shop", () -> "third")).isEqualTo("third");
        } finally {
            gate.countDown();
            other.shutdown();
        }
    }

    @Test
    void oneThatFailsGivesItsTurnBack() throws Exception {
        Turns turns = new Turns(Duration.ofMillis(50));
        assertThatThrownBy(() -> turns.call("shop", () -> {
                    throw new DeploymentException("broken");
                }))
                .hasMessage("broken");
        assertThat(turns.call("shop", () -> "next")).isEqualTo("next");
    }
}

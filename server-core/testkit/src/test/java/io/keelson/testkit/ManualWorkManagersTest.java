package io.keelson.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.base.time.Deadline;
import io.keelson.base.work.WorkBatch;
import io.keelson.base.work.WorkManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualWorkManagersTest {
    private final ManualWorkManagers managers = new ManualWorkManagers();
    private final List<String> ran = new ArrayList<>();

    @Test
    void runsWorkInOrderWhenTheTestSaysSo() {
        WorkBatch batch = managers.newBatch();
        assertThat(batch.add(managers.standard(), () -> ran.add("second"))).isTrue();
        assertThat(managers.administration().offer(() -> ran.add("first"))).isTrue();
        assertThat(managers.queued()).isEqualTo(1);
        batch.flush();
        assertThat(batch.size()).isZero();
        assertThat(ran).isEmpty();
        assertThat(managers.runAll()).isEqualTo(2);
        assertThat(ran).containsExactly("first", "second");
        assertThat(managers.runNext()).isFalse();
    }

    @Test
    void refusesBeyondTheCapacityAndWhenClosed() {
        WorkManager small = managers.define("small", 1);
        assertThat(managers.named("small")).isSameAs(small);
        assertThat(small.offer(() -> {})).isTrue();
        assertThat(small.offer(() -> {})).isFalse();
        assertThat(managers.newBatch().add(small, () -> {})).isFalse();
        managers.runAll();
        assertThat(small.load()).isZero();
        assertThat(small.offer(() -> {})).isTrue();

        var application = managers.forApplication("shop");
        assertThat(application.named("small")).isNotSameAs(small).isSameAs(application.named("small"));
        assertThat(application.named("other")).isSameAs(application.standard());
        application.standard().offer(() -> ran.add("queued"));
        application.close();
        assertThat(application.standard().offer(() -> {})).isFalse();
        managers.runAll();
        assertThat(ran).containsExactly("queued");
        assertThatThrownBy(() -> managers.named("other")).hasMessageContaining("'other'");
    }

    @Test
    void giveThePlaceBackWhenWorkThrows() {
        WorkManager small = managers.define("small", 1);
        small.offer(() -> {
            throw new IllegalStateException("thrown on purpose");
        });
        assertThatThrownBy(managers::runNext).hasMessage("thrown on purpose");
        assertThat(small.load()).isZero();
    }

    @Test
    void timePassesOnlyWhenTheTestMovesIt() {
        ManualTicker ticker = new ManualTicker();
        Deadline deadline = Deadline.in(ticker, Duration.ofSeconds(10));
        long wall = ticker.currentTimeMillis();
        ticker.jumpWallClock(Duration.ofHours(-1));
        assertThat(deadline.remaining()).isEqualTo(Duration.ofSeconds(10));
        assertThat(ticker.currentTimeMillis()).isEqualTo(wall - 3_600_000);
        ticker.advance(Duration.ofSeconds(10));
        assertThat(deadline.passed()).isTrue();
        assertThat(ticker.currentTimeMillis()).isEqualTo(wall - 3_590_000);
        assertThatThrownBy(() -> ticker.advance(Duration.ofNanos(-1))).isInstanceOf(IllegalArgumentException.class);
    }
}

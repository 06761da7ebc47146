package io.keelson.jms.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class HourlyCountTest {
    private static final long MINUTE = TimeUnit.MINUTES.toMillis(1);
    private static final long BEGIN = 29_000_000 * MINUTE;

    @Test
    void countsTheLastSixtyMinutes() {
        HourlyCount count = new HourlyCount();
        assertThat(count.lastHour(BEGIN)).isZero();
        for (int i = 0; i < 90; i++) {
            count.add(BEGIN + i * MINUTE);
            count.add(BEGIN + i * MINUTE + 59_999);
            assertThat(count.lastHour(BEGIN + i * MINUTE + 59_999)).isEqualTo(2 * Math.min(60, i + 1));
        }
        assertThat(count.lastHour(BEGIN + (89 + 30) * MINUTE)).isEqualTo(60);
        assertThat(count.lastHour(BEGIN + (89 + 59) * MINUTE)).isEqualTo(2);
        assertThat(count.lastHour(BEGIN + (89 + 60) * MINUTE)).isZero();
    }

    @Test
    void aClockThatIsSetBackBeginsAnew() {
        HourlyCount count = new HourlyCount();
        count.add(BEGIN);
        assertThat(count.lastHour(BEGIN - 10 * MINUTE)).isZero();
        count.add(BEGIN - 10 * MINUTE);
        assertThat(count.lastHour(BEGIN)).isEqualTo(1);
    }
}

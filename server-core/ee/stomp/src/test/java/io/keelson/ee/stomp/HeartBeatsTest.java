package io.keelson.ee.stomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HeartBeatsTest {
    private static HeartBeats agreed(String said) throws FrameException {
        return HeartBeats.agreed(said, 1_000, 30_000);
    }

    @Test
    void theSlowerOneDecidesAndZeroIsNone() throws FrameException {
        assertThat(agreed(null)).isEqualTo(new HeartBeats(0, 0));
        assertThat(agreed("0,0")).isEqualTo(new HeartBeats(0, 0));
        assertThat(agreed("10000,10000")).isEqualTo(new HeartBeats(10_000, 30_000));
        assertThat(agreed("60000, 10")).isEqualTo(new HeartBeats(1_000, 60_000));
        assertThat(agreed("0,5000")).isEqualTo(new HeartBeats(5_000, 0));
    }

    @Test
    void whatIsNoPairOfNumbersIsRefused() {
        for (String each : new String[] {"", "1", "a,b", "-1,5", "1,", ",1", "99999999999999999999,1"}) {
            assertThatThrownBy(() -> agreed(each)).as(each).isInstanceOf(FrameException.class);
        }
    }
}

package io.keelson.kernel.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EpochFenceTest {
    private final EpochFence fence = new EpochFence();

    @Test
    void admitsTheSameEpochAgainAndHigherOnes() {
        assertThat(fence.admit("timer", 3)).isTrue();
        assertThat(fence.admit("timer", 3)).isTrue();
        assertThat(fence.admit("timer", 7)).isTrue();
        assertThat(fence.highest("timer")).isEqualTo(7);
    }

    @Test
    void refusesWhatIsLowerThanWasSeen() {
        fence.admit("timer", 7);

        assertThat(fence.admit("timer", 6)).isFalse();
        assertThat(fence.highest("timer")).isEqualTo(7);
    }

    @Test
    void keepsNamesApart() {
        fence.admit("timer", 7);

        assertThat(fence.admit("poller", 1)).isTrue();
        assertThat(fence.highest("other")).isZero();
    }
}

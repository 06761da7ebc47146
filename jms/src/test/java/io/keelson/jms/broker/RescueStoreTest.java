package io.keelson.jms.broker;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Numbers that a rescued store gives: none that may have been given before. */
class RescueStoreTest {
    private static long below(byte @Nullable [] known, long greatest, long lost) {
        return ((StoredForm.Numbers) StoredForm.read(RescueStore.RULES.numbers(known, greatest, lost))).below();
    }

    @Test
    void numbersGoOnBehindAllThatMayHaveBeenGiven() {
        byte[] known = new StoredForm.Numbers(2_000_000).bytes();
        assertThat(below(known, 1_500_000, 0)).isEqualTo(2_000_000);
        assertThat(below(null, 1_500_000, 0)).isEqualTo(1_500_001);
        assertThat(below(new byte[] {1}, 7, 0)).isEqualTo(8);
        assertThat(below(null, 1_500_000, 20)).as("given a million at a time").isEqualTo(1_500_001 + (1 << 20));
        assertThat(below(known, 1_500_000, 100)).isEqualTo(2_000_000 + 4 * (1 << 20));
        assertThat(below(known, 1_500_000, 1L << 31)).isEqualTo(2_000_000 + (1L << 30));
    }
}

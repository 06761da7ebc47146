package io.keelson.jms.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RecordNumbersTest {
    @Test
    void hasWhatItWasGiven() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            TreeSet<Long> numbers = new TreeSet<>();
            long next = random.nextInt(10) - 5;
            for (int i = random.nextInt(2000); i > 0; i--) {
                numbers.add(next);
                next += random.nextInt(5) > 0 ? 1 : 1 + (random.nextLong() >>> 20 + random.nextInt(43));
            }
            RecordNumbers of = RecordNumbers.of(numbers);
            assertThat(of).containsExactlyElementsOf(numbers);
            assertThat(of.size()).isEqualTo(numbers.size());
            assertThat(of.isEmpty()).isEqualTo(numbers.isEmpty());
            if (!numbers.isEmpty()) {
                assertThat(of.last()).isEqualTo(numbers.last());
            }
        }
    }

    @Test
    void knowsExtremes() {
        List<Long> extremes = List.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE);
        assertThat(RecordNumbers.of(extremes)).containsExactlyElementsOf(extremes);
        assertThat(RecordNumbers.NONE).isEmpty();
        assertThatThrownBy(RecordNumbers.NONE::last).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(() -> RecordNumbers.of(List.of(1L, 1L))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void takesFewBytesForMany() {
        RecordNumbers.Builder all = new RecordNumbers.Builder();
        for (long i = 0; i < 1_000_000; i++) {
            if (i % 1000 != 0) {
                all.add(i);
            }
        }
        assertThat(all.build().bytes()).isLessThan(4000);
    }
}

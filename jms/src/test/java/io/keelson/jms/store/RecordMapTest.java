package io.keelson.jms.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A map beside one of the JDK. */
class RecordMapTest {
    @Test
    void knowsWhatAnotherMapKnows() {
        for (long seed = 1; seed <= 50; seed++) {
            Random random = new Random(seed);
            RecordMap map = new RecordMap(2);
            TreeMap<Long, int[]> other = new TreeMap<>();
            long next = random.nextInt(5) - 2;
            for (int i = 0; i < 20_000; i++) {
                long old = next - random.nextInt(3000);
                switch (random.nextInt(seed % 2 == 0 ? 6 : 9)) {
                    case 0, 1 -> put(map, other, next++, random);
                    case 2 -> put(map, other, old, random);
                    case 3 -> assertThat(map.get(old)).isEqualTo(other.get(old));
                    case 4 -> {
                        int[] values = {random.nextInt(), 7};
                        map.set(old, values);
                        other.put(old, values);
                    }
                    case 5 -> {
                        map.discard(old);
                        other.remove(old);
                    }
                    default -> assertThat(map.remove(old)).isEqualTo(other.remove(old));
                }
                assertThat(map.size()).isEqualTo(other.size());
            }
            assertThat(map.numbers()).containsExactlyElementsOf(other.keySet());
            for (int i = 0; i < 100; i++) {
                long number = random.nextInt((int) next + 10) - 5;
                Long higher = other.higherKey(number);
                assertThat(map.higher(number)).isEqualTo(higher == null ? number : higher);
            }
            long[] sums = new long[2];
            map.forEach(values -> {
                sums[0] += values[0];
                sums[1] += values[1];
            });
            assertThat(sums[0])
                    .isEqualTo(
                            other.values().stream().mapToLong(each -> each[0]).sum());
            assertThat(sums[1])
                    .isEqualTo(
                            other.values().stream().mapToLong(each -> each[1]).sum());
        }
    }

    private static void put(RecordMap map, TreeMap<Long, int[]> other, long record, Random random) {
        int one = 1000 + random.nextInt(record % 4096 < 2048 ? 60_000 : 200_000);
        int two = random.nextInt();
        assertThat(map.put(record, one, two)).isEqualTo(other.put(record, new int[] {one, two}));
        assertThat(map.contains(record)).isTrue();
        assertThat(map.get(record, -1)).isEqualTo(one);
    }

    @Test
    void keepsNumbersAlone() {
        RecordMap map = new RecordMap(0);
        for (long i = -5; i < 5000; i++) {
            assertThat(map.put(i * 3)).isNull();
        }
        assertThat(map.remove(9)).isEmpty();
        assertThat(map.remove(9)).isNull();
        assertThat(map.contains(12)).isTrue();
        assertThat(map.size()).isEqualTo(5004);
        assertThat(map.numbers()).startsWith(-15L, -12L).endsWith(14_994L, 14_997L);
    }
}

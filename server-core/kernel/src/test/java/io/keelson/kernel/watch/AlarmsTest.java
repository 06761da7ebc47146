package io.keelson.kernel.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlarmsTest {
    private final Alarms alarms = new Alarms();
    private final List<Integer> told = new ArrayList<>();

    @Test
    void listenersHearOfChangesOnly() {
        alarms.addListener(() -> told.add(alarms.failures().size()));
        alarms.set("caches", null);
        assertThat(told).isEmpty();
        alarms.set("caches", "the disk is full");
        alarms.set("caches", "the disk is full");
        assertThat(told).containsExactly(1);
        alarms.set("caches", "no answer");
        alarms.set("apples", "rotten");
        assertThat(alarms.failures()).containsExactly(entry("apples", "rotten"), entry("caches", "no answer"));
        alarms.set("caches", null);
        alarms.set("caches", null);
        assertThat(told).containsExactly(1, 1, 2, 1);
    }
}

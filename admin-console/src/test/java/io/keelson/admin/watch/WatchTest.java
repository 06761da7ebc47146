package io.keelson.admin.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.watch.Watch.Outcome;
import io.keelson.admin.watch.WatchRuntime.State;
import io.keelson.admin.watch.WatchSettings.AlarmType;
import io.keelson.admin.watch.WatchSettings.WatchSeverity;
import io.keelson.base.time.Ticker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchTest {
    private static final Observation HOLDS = Observation.yes("orders: 7");
    private static final Observation NOT = Observation.no("orders: 1");

    private long nanos = -5_000_000_000L;
    private long shift;

    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return 1_800_000_000_000L + shift + nanos / 1_000_000;
        }
    };

    private Watch watch(String when, Duration holdsFor, AlarmType alarm) {
        return new Watch(
                "w",
                new WatchSettings(
                        when,
                        holdsFor,
                        WatchSeverity.ERROR,
                        alarm,
                        Duration.ofSeconds(60),
                        true,
                        false,
                        List.of(),
                        List.of(),
                        true),
                ticker);
    }

    private Watch runtime(int holdsFor, AlarmType alarm) {
        return watch("a.b > 5", Duration.ofSeconds(holdsFor), alarm);
    }

    private void pass(int seconds) {
        nanos += Duration.ofSeconds(seconds).toNanos();
    }

    private static State state(Watch watch) {
        return watch.runtime().state();
    }

    @Test
    void itTriggersWhenItHasHeldForLongEnough() {
        Watch watch = runtime(30, AlarmType.NONE);
        assertThat(watch.seen(HOLDS)).isEqualTo(Outcome.NOTHING);
        assertThat(state(watch)).isEqualTo(State.PENDING);
        pass(29);
        assertThat(watch.seen(HOLDS)).isEqualTo(Outcome.NOTHING);
        assertThat(watch.seen(NOT)).isEqualTo(Outcome.NOTHING);
        assertThat(state(watch)).isEqualTo(State.QUIET);
        pass(1);
        assertThat(watch.seen(HOLDS)).as("it begins anew").isEqualTo(Outcome.NOTHING);
        shift = 3_600_000; // the wall clock decides nothing
        pass(30);
        assertThat(watch.seen(HOLDS)).isEqualTo(Outcome.TRIGGERED);
        assertThat(state(watch)).isEqualTo(State.ALARM);
        assertThat(watch.runtime().triggered()).isEqualTo(1);
    }

    @Test
    void withoutAnAlarmItTriggersEachTimeThatItBeginsToHold() {
        Watch watch = runtime(0, AlarmType.NONE);
        assertThat(watch.seen(HOLDS)).isEqualTo(Outcome.TRIGGERED);
        pass(1000);
        assertThat(watch.seen(HOLDS)).isEqualTo(Outcome.NOTHING);
        assertThat(watch.seen(NOT)).isEqualTo(Outcome.OVER);
        assertThat(watch.seen(HOLDS)).isEqualTo(Outcome.TRIGGERED);
    }

    @Test
    void anAutomaticAlarmLastsForItsPeriod() {
        Watch watch = runtime(0, AlarmType.AUTOMATIC_RESET);
        assertThat(watch.seen(HOLDS)).isEqualTo(Outcome.TRIGGERED);
        pass(30);
        assertThat(watch.seen(NOT)).isEqualTo(Outcome.NOTHING);
        assertThat(watch.seen(HOLDS)).isEqualTo(Outcome.NOTHING);
        assertThat(state(watch)).isEqualTo(State.ALARM);
        pass(30);
        assertThat(watch.seen(HOLDS)).as("it holds still").isEqualTo(Outcome.TRIGGERED);
        pass(60);
        assertThat(watch.seen(NOT)).isEqualTo(Outcome.OVER);
        assertThat(state(watch)).isEqualTo(State.QUIET);
    }

    @Test
    void aManualAlarmLastsUntilItIsReset() {
        Watch watch = runtime(10, AlarmType.MANUAL_RESET);
        assertThat(watch.reset()).isEqualTo(Outcome.NOTHING);
        watch.seen(HOLDS);
        pass(10);
        assertThat(watch.seen(HOLDS)).isEqualTo(Outcome.TRIGGERED);
        pass(10_000);
        assertThat(watch.seen(NOT)).isEqualTo(Outcome.NOTHING);
        assertThat(watch.seen(HOLDS)).isEqualTo(Outcome.NOTHING);
        assertThat(watch.reset()).isEqualTo(Outcome.OVER);
        assertThat(watch.seen(HOLDS)).as("it has to hold again").isEqualTo(Outcome.NOTHING);
        pass(10);
        assertThat(watch.seen(HOLDS)).isEqualTo(Outcome.TRIGGERED);
    }

    @Test
    void whatHappensTriggersAtOnceAndOncePerAlarm() {
        Watch each = watch("log severity >= WARN", Duration.ZERO, AlarmType.NONE);
        assertThat(each.happened("x")).isEqualTo(Outcome.TRIGGERED);
        assertThat(state(each)).isEqualTo(State.QUIET);
        assertThat(each.happened("y")).isEqualTo(Outcome.TRIGGERED);

        Watch automatic = watch("log severity >= WARN", Duration.ZERO, AlarmType.AUTOMATIC_RESET);
        assertThat(automatic.happened("x")).isEqualTo(Outcome.TRIGGERED);
        assertThat(automatic.happened("y")).isEqualTo(Outcome.NOTHING);
        assertThat(automatic.nothingHappened()).isEqualTo(Outcome.NOTHING);
        pass(60);
        assertThat(automatic.nothingHappened()).isEqualTo(Outcome.OVER);
        assertThat(automatic.nothingHappened()).isEqualTo(Outcome.NOTHING);

        Watch manual = watch("log severity >= WARN", Duration.ZERO, AlarmType.MANUAL_RESET);
        assertThat(manual.happened("x")).isEqualTo(Outcome.TRIGGERED);
        pass(10_000);
        assertThat(manual.happened("y")).isEqualTo(Outcome.NOTHING);
        assertThat(manual.nothingHappened()).isEqualTo(Outcome.NOTHING);
    }

    @Test
    void whatCannotBeLookedAtIsUnknownAndEndsNoAlarm() {
        Watch watch = runtime(0, AlarmType.MANUAL_RESET);
        watch.seen(Observation.unknown("this server has no state 'a'"));
        assertThat(state(watch)).isEqualTo(State.UNKNOWN);
        assertThat(watch.runtime().problem()).contains("this server has no state 'a'");
        assertThat(watch.seen(HOLDS)).isEqualTo(Outcome.TRIGGERED);
        watch.seen(Observation.unknown("it is gone"));
        assertThat(state(watch)).isEqualTo(State.ALARM);
    }

    @Test
    void itSaysWhatItSaw() {
        Watch watch = runtime(0, AlarmType.NONE);
        watch.seen(HOLDS);
        Alarm alarm = watch.alarm("server-1", "shop", false);
        assertThat(alarm.message()).isEqualTo("The watch w on server-1 has triggered (a.b > 5): orders: 7");
        assertThat(alarm.json().toString())
                .isEqualTo(
                        "{\"watch\":\"w\",\"server\":\"server-1\",\"domain\":\"shop\",\"state\":\"ALARM\","
                                + "\"severity\":\"ERROR\",\"when\":\"2027-01-15T07:59:55Z\",\"condition\":\"a.b > 5\","
                                + "\"value\":\"orders: 7\",\"message\":\"The watch w on server-1 has triggered (a.b > 5): orders: 7\"}");
        assertThat(watch.runtime().lastMessage()).contains(alarm.message());
        watch.alarm("server-1", "shop", true);
        assertThat(watch.runtime().lastMessage()).contains(alarm.message());
    }
}

package io.keelson.ee.concurrency.task;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.concurrent.CronTrigger;
import java.time.ZoneOffset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times that triggers name after a run. */
class TimetablesTest {
    private static final long DUE = 1_700_000_048_000L;

    @ParameterizedTest
    @CsvSource({"0, 0", "-1, -1", "-1, 0", "0, 1", "5, 900"})
    void aTimeThatWasDueDoesNotComeAgain(long start, long end) {
        CronTrigger evenSeconds = new CronTrigger("*/2 * * * * *", ZoneOffset.UTC);
        Timetable timetable = new Timetables.OfTrigger(evenSeconds, null, DUE - 1_500);

        assertThat(timetable.next(null)).isEqualTo(DUE);
        assertThat(timetable.next(new Timetable.Run(DUE, DUE + start, DUE + end, null)))
                .isEqualTo(DUE + 2_000);
    }

    /** A run that takes longer than the pause leaves times out. */
    @ParameterizedTest
    @CsvSource({"2000, 2000", "2001, 4000", "5000, 6000"})
    void aLongRunIsFollowedByTheNextTimeAfterItsEnd(long end, long next) {
        CronTrigger evenSeconds = new CronTrigger("*/2 * * * * *", ZoneOffset.UTC);
        Timetable timetable = new Timetables.OfTrigger(evenSeconds, null, DUE);

        assertThat(timetable.next(new Timetable.Run(DUE, DUE, DUE + end, null))).isEqualTo(DUE + next);
    }
}

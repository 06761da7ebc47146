package io.keelson.ejb.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jakarta.ejb.ScheduleExpression;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Due times against a table, and against a search through every second or day that knows nothing of the code's way. */
class CalendarScheduleTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static ScheduleText text(
            String second, String minute, String hour, String dom, String month, String dow, String year) {
        return new ScheduleText(second, minute, hour, dom, month, dow, year, "Europe/Berlin", null, null);
    }

    private static CalendarSchedule days(String dom, String month, String dow, String year) {
        return CalendarSchedule.of(text("0", "0", "0", dom, month, dow, year), BERLIN);
    }

    private static Instant at(String local) {
        return LocalDateTime.parse(local).atZone(BERLIN).toInstant();
    }

    private static String next(CalendarSchedule schedule, String after) {
        Instant due = schedule.next(at(after));
        return due == null ? "never" : due.atZone(BERLIN).toLocalDateTime().toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // dayOfMonth | month | dayOfWeek | year | after | next
                "29|2|*|*|2025-03-01T00:00|2028-02-29T00:00",
                "Last|2|*|*|2027-02-01T00:00|2027-02-28T00:00",
                "Last|2|*|*|2028-02-01T00:00|2028-02-29T00:00",
                "-1|*|*|*|2026-04-01T00:00|2026-04-29T00:00",
                "-7|2|*|*|2026-02-01T00:00|2026-02-21T00:00",
                "1st Sun|*|*|*|2026-11-02T00:00|2026-12-06T00:00",
                "5th Mon|*|*|*|2026-11-01T00:00|2026-11-30T00:00",
                "5th Mon|12|*|*|2026-11-01T00:00|2029-12-31T00:00",
                "Last Fri|11|*|*|2026-11-01T00:00|2026-11-27T00:00",
                "27-3|*|*|*|2026-02-10T00:00|2026-02-27T00:00",
                "27-3|*|*|*|2026-02-28T00:00|2026-03-01T00:00",
                "*|*|Sat-Tue|*|2026-11-24T00:00|2026-11-28T00:00",
                "*|*|Fri-Mon|*|2026-11-23T00:00|2026-11-27T00:00",
                "*|*|7|*|2026-11-23T00:00|2026-11-29T00:00",
                "*|*|0|*|2026-11-23T00:00|2026-11-29T00:00",
                "15|*|Mon|*|2026-11-10T00:00|2026-11-15T00:00",
                "15|*|Mon|*|2026-11-15T00:00|2026-11-16T00:00",
                "*|Nov-Feb|*|*|2026-03-01T00:00|2026-11-01T00:00",
                "1|jan,JUL|*|*|2026-02-01T00:00|2026-07-01T00:00",
                "1|1|*|2030-2032,2040|2032-06-01T00:00|2040-01-01T00:00",
                "30|2|*|*|2026-01-01T00:00|never",
                "1|1|*|2020|2026-01-01T00:00|never",
                "1st Mon-2nd Wed|11|*|*|2026-11-01T00:00|2026-11-02T00:00",
                "1st Mon-2nd Wed|11|*|*|2026-11-11T00:00|2027-11-01T00:00"
            })
    void days(String dom, String month, String dow, String year, String after, String next) {
        assertThat(next(days(dom, month, dow, year), after)).isEqualTo(next);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "30|15|10|2026-11-28T10:15:29|2026-11-28T10:15:30",
                "30|15|10|2026-11-28T10:15:30|2026-11-29T10:15:30",
                "*/20|*|*|2026-11-28T10:15:41|2026-11-28T10:16",
                "5/20|*|*|2026-11-28T10:15:26|2026-11-28T10:15:45",
                "0|55-5|*|2026-11-28T10:06|2026-11-28T10:55",
                "0|10,40|8-10|2026-11-28T10:41|2026-11-29T08:10",
                "0|0|22-2|2026-11-28T03:00|2026-11-28T22:00",
                "59|59|23|2026-12-31T23:59:59|2027-01-01T23:59:59",
                // The clock goes forward on 29 March 2026 at 2:00 and back on 25 October 2026 at 3:00.
                "0|30|2|2026-03-28T12:00|2026-03-29T03:00",
                "0|30|2|2026-03-29T03:00|2026-03-30T02:30",
                "0|*/30|*|2026-03-29T01:30|2026-03-29T03:00",
                "0|0|3|2026-03-28T12:00|2026-03-29T03:00",
                "0|0|0|2026-03-28T12:00|2026-03-29T00:00",
                "0|0|4|2026-10-25T00:30|2026-10-25T04:00"
            })
    void times(String second, String minute, String hour, String after, String next) {
        assertThat(next(CalendarSchedule.of(text(second, minute, hour, "*", "*", "*", "*"), BERLIN), after))
                .isEqualTo(next);
    }

    @Test
    void aTimeThatTheWallShowsTwiceIsDueOnce() {
        CalendarSchedule schedule = CalendarSchedule.of(text("0", "30", "2", "*", "*", "*", "*"), BERLIN);
        Instant first = schedule.next(at("2026-10-24T12:00"));

        assertThat(first).isEqualTo("2026-10-25T00:30:00Z");
        assertThat(schedule.next(first)).isEqualTo("2026-10-26T01:30:00Z");
        assertThat(schedule.next(Instant.parse("2026-10-25T01:10:00Z"))).isEqualTo("2026-10-26T01:30:00Z");
    }

    @Test
    void whatIsDueEachHalfHourGoesOnThroughBothPasses() {
        CalendarSchedule schedule = CalendarSchedule.of(text("0", "*/30", "*", "*", "*", "*", "*"), BERLIN);
        Instant due = Instant.parse("2026-10-24T23:30:00Z");
        for (int i = 1; i <= 8; i++) {
            Instant next = schedule.next(due);
            assertThat(next).isEqualTo(due.plusSeconds(1800));
            due = next;
        }
    }

    @Test
    void startAndEndBoundTheTimes() {
        ScheduleText text = new ScheduleText(
                "0",
                "0",
                "12",
                "*",
                "*",
                "*",
                "*",
                "UTC",
                Instant.parse("2026-11-28T12:00:00Z"),
                Instant.parse("2026-11-29T12:00:00Z"));
        CalendarSchedule schedule = CalendarSchedule.of(text, BERLIN);

        assertThat(schedule.next(Instant.EPOCH)).isEqualTo("2026-11-28T12:00:00Z");
        assertThat(schedule.next(Instant.parse("2026-11-28T12:00:00Z"))).isEqualTo("2026-11-29T12:00:00Z");
        assertThat(schedule.next(Instant.parse("2026-11-29T12:00:00Z"))).isNull();
    }

    /** Each second of four days around both changes of the clock is asked, without any arithmetic on fields. */
    @Test
    void timesAreThoseOfASearchThroughSeconds() {
        Random random = new Random(20261128);
        for (String begin : List.of("2026-03-28T00:00:00Z", "2026-10-24T00:00:00Z")) {
            for (int round = 0; round < 12; round++) {
                int h = random.nextInt(24);
                int m = random.nextInt(60);
                boolean every = round % 3 == 0;
                CalendarSchedule schedule = CalendarSchedule.of(
                        text("0", Integer.toString(m), every ? "*" : Integer.toString(h), "*", "*", "*", "*"), BERLIN);
                Predicate<ZonedDateTime> allowed =
                        time -> time.getSecond() == 0 && time.getMinute() == m && (every || time.getHour() == h);
                Instant from = Instant.parse(begin);
                Instant to = from.plusSeconds(4 * 86400L);
                assertThat(listed(schedule, from, to))
                        .as("seed 20261128, round %d, %d:%d", round, h, m)
                        .isEqualTo(searched(allowed, from, to, every));
            }
        }
    }

    private static List<Instant> listed(CalendarSchedule schedule, Instant from, Instant to) {
        List<Instant> times = new ArrayList<>();
        for (Instant due = schedule.next(from); due != null && due.isBefore(to); due = schedule.next(due)) {
            times.add(due);
        }
        return times;
    }

    private static List<Instant> searched(Predicate<ZonedDateTime> allowed, Instant from, Instant to, boolean every) {
        List<Instant> times = new ArrayList<>();
        List<LocalDateTime> seen = new ArrayList<>();
        for (Instant at = from.plusSeconds(1); at.isBefore(to); at = at.plusSeconds(1)) {
            ZonedDateTime wall = at.atZone(BERLIN);
            ZonedDateTime before = at.minusSeconds(1).atZone(BERLIN);
            long jumped = wall.toLocalDateTime().toEpochSecond(java.time.ZoneOffset.UTC)
                    - before.toLocalDateTime().toEpochSecond(java.time.ZoneOffset.UTC);
            boolean leftOut = false;
            for (long second = 1; second < jumped && !every; second++) {
                ZonedDateTime missing =
                        before.toLocalDateTime().plusSeconds(second).atZone(java.time.ZoneOffset.UTC);
                leftOut |= allowed.test(missing);
            }
            if (leftOut || (allowed.test(wall) && (every || !seen.contains(wall.toLocalDateTime())))) {
                times.add(at);
                seen.add(wall.toLocalDateTime());
            }
        }
        return times;
    }

    /** Each day of five years is asked, by the calendar of the JDK alone. */
    @Test
    void daysAreThoseOfASearchThroughDays() {
        Random random = new Random(7);
        String[] names = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
        for (int round = 0; round < 40; round++) {
            int nth = 1 + random.nextInt(5);
            int weekday = random.nextInt(7);
            DayOfWeek day = DayOfWeek.of(weekday == 0 ? 7 : weekday);
            String ordinal = nth + (nth == 1 ? "st" : nth == 2 ? "nd" : nth == 3 ? "rd" : "th");
            CalendarSchedule schedule = days((ordinal + " " + names[weekday]).toUpperCase(Locale.ROOT), "*", "*", "*");
            Instant due = at("2024-01-01T00:00");
            LocalDateTime at = LocalDateTime.parse("2024-01-01T00:00");
            for (int i = 0; i < 20; i++) {
                do {
                    at = at.plusDays(1);
                } while (at.getDayOfWeek() != day || (at.getDayOfMonth() - 1) / 7 != nth - 1);
                due = schedule.next(due);
                assertThat(due)
                        .as("%s %s", ordinal, names[weekday])
                        .isEqualTo(at.atZone(BERLIN).toInstant());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"60", "-1", "x", "", "1,", "1-", "*/x", "1/2/3", "5,*/10"})
    void aWrongSecondIsNamed(String second) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CalendarSchedule.of(text(second, "0", "0", "*", "*", "*", "*"), BERLIN))
                .withMessageStartingWith("second '");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "32", "-8", "6th Mon", "Last Foo", "first Mon", "1st", ""})
    void aWrongDayOfMonthIsNamed(String day) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> days(day, "*", "*", "*"))
                .withMessageStartingWith("dayOfMonth '");
    }

    @ParameterizedTest
    @ValueSource(strings = {"26", "20266", "2030-2020", "2026-", "x"})
    void aWrongYearIsNamed(String year) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> days("*", "*", "*", year))
                .withMessageStartingWith("year '");
    }

    @ParameterizedTest
    @ValueSource(strings = {"second", "minute", "hour", "dayOfMonth", "month", "dayOfWeek", "year"})
    void anAttributeThatIsNullIsNamed(String attribute) throws Exception {
        ScheduleExpression expression = new ScheduleExpression();
        ScheduleExpression.class.getMethod(attribute, String.class).invoke(expression, (String) null);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ScheduleText.of(expression))
                .withMessageContaining(attribute);
    }

    @Test
    void incrementsAreForTimesOnly() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> days("*", "*/2", "*", "*"))
                .withMessageContaining("second, minute and hour only");
    }

    @Test
    void anUnknownZoneIsNamed() {
        ScheduleText text = new ScheduleText("0", "0", "0", "*", "*", "*", "*", "Europe/Atlantis", null, null);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CalendarSchedule.of(text, BERLIN))
                .withMessageContaining("Europe/Atlantis");
    }
}

package io.keelson.jms.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;

/** The pipeline that finds its own size: its rules, and a simulation beside static windows with a clock of its own. */
final class AutoWindowTest {
    private static final long MILLI = 1_000_000;
    private static final long BUDGET = 32 << 20;

    private static int settled(AutoWindow window, long roundTrip, long work, int size) {
        int last = 0;
        for (int i = 0; i < 200; i++) {
            window.answered(roundTrip);
            window.worked(work);
            window.seen(size);
            last = window.messages(BUDGET);
        }
        return last;
    }

    @Test
    void theWindowIsTwiceWhatIsWorkedOffInARoundTripAndTwoMore() {
        assertThat(settled(new AutoWindow(), 10 * MILLI, MILLI, 1024)).isEqualTo(24);
        assertThat(settled(new AutoWindow(), MILLI / 10, MILLI, 1024)).isEqualTo(6);
        assertThat(settled(new AutoWindow(), 50 * MILLI, MILLI / 10, 1024)).isEqualTo(1004);
        assertThat(settled(new AutoWindow(), 3600_000 * MILLI, 1, 300)).isEqualTo(AutoWindow.MOST);
    }

    @Test
    void itIsBoundedInBytesAndOneAlwaysGoes() {
        assertThat(settled(new AutoWindow(), 50 * MILLI, MILLI, 3 << 20)).isEqualTo(10);
        assertThat(settled(new AutoWindow(), 50 * MILLI, MILLI, 64 << 20)).isEqualTo(1);
    }

    @Test
    void itBeginsSmallAndGrowsToDoubleAtMost() {
        AutoWindow window = new AutoWindow();
        assertThat(window.messages(BUDGET)).isEqualTo(AutoWindow.FIRST);
        window.answered(50 * MILLI);
        assertThat(window.messages(BUDGET)).as("nobody knows the work").isEqualTo(AutoWindow.FIRST);
        window.worked(MILLI / 10);
        window.seen(1024);
        assertThat(window.messages(BUDGET)).isEqualTo(20);
        assertThat(window.messages(BUDGET)).isEqualTo(40);
    }

    @Test
    void oneLongRoundTripAndOnePauseOfTheApplicationChangeLittleAndAreForgotten() {
        AutoWindow window = new AutoWindow();
        assertThat(settled(window, 10 * MILLI, MILLI, 1024)).isEqualTo(24);
        window.answered(500 * MILLI);
        assertThat(window.messages(BUDGET)).isBetween(24, 48);
        assertThat(settled(window, 10 * MILLI, MILLI, 1024)).isEqualTo(24);
        window.worked(60_000 * MILLI);
        assertThat(window.messages(BUDGET)).isBetween(12, 24);
        assertThat(settled(window, 10 * MILLI, MILLI, 1024)).as("it recovers").isEqualTo(24);
        assertThat(settled(window, 30 * MILLI, MILLI, 1024))
                .as("a longer way is learned")
                .isEqualTo(64);
    }

    @Test
    void theHeapIsShared() {
        assertThat(PipelineMemory.share(512 << 20, 1)).isEqualTo(32 << 20);
        assertThat(PipelineMemory.share(512 << 20, 8)).isEqualTo(8 << 20);
        assertThat(PipelineMemory.share(64 << 20, 0)).isEqualTo(8 << 20);
    }

    @Test
    void theSettingIsANumberOrAuto() {
        assertThat(FactorySettings.parseMessagesMaximum("auto")).isEqualTo(FactorySettings.AUTO);
        assertThat(FactorySettings.parseMessagesMaximum("-1")).isEqualTo(FactorySettings.BYTES);
        assertThat(FactorySettings.parseMessagesMaximum("300")).isEqualTo(300);
        for (String wrong : List.of("0", "-2", "many", "1000001", "", "1.5")) {
            assertThatThrownBy(() -> FactorySettings.parseMessagesMaximum(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("messages-maximum");
        }
    }

    // ---- the simulation --------------------------------------------------------------------------------------------

    /** Number of messages that may be on their way to a consumer. */
    private interface Window {
        int messages();

        default void answered(long nanos) {}

        default void worked(long nanos) {}
    }

    private static Window fixed(int messages, int size, long budget) {
        int bounded = (int) Math.max(1, Math.min(messages, budget / size));
        return () -> bounded;
    }

    private static Window auto(int size, long budget) {
        AutoWindow window = new AutoWindow();
        window.seen(size);
        return new Window() {
            @Override
            public int messages() {
                return window.messages(budget);
            }

            @Override
            public void answered(long nanos) {
                window.answered(nanos);
            }

            @Override
            public void worked(long nanos) {
                window.worked(nanos);
            }
        };
    }

    /**
     * One queue with a backlog, a link of 125 MB a second that all share, and consumers, which work 100 µs on a message and 1 ns on each
     * of its bytes. Consumers ask as {@link ClientConsumer} does: when half of the window is left.
     */
    private static final class Simulation {
        private enum Kind {
            /** A request for messages comes to the server. */
            ASKED,
            /** A message comes to a consumer. */
            CAME,
            /** The answer to a request comes. */
            ANSWERED,
            /** A consumer is done with a message. */
            WORKED
        }

        private record Event(long at, long order, Kind kind, int consumer, long value) {}

        private static final class Consumer {
            final Window window;
            int asked;
            int here;
            int credit;
            boolean working;
            long taken;

            Consumer(Window window) {
                this.window = window;
            }
        }

        private final long roundTrip;
        private final int size;

        /** From when on it is measured: where the link is at its end windows take seconds to grow to their bound. */
        private final long warm;

        private final long end;
        private final PriorityQueue<Event> events = new PriorityQueue<>(
                (a, b) -> a.at() != b.at() ? Long.compare(a.at(), b.at()) : Long.compare(a.order(), b.order()));
        private final List<Consumer> consumers = new ArrayList<>();
        private long now;
        private long order;
        private long linkFree;
        private int turn;

        Simulation(long roundTrip, int size, List<Window> windows) {
            this.roundTrip = roundTrip;
            this.size = size;
            this.warm = size > 1 << 10 ? 3_000 * MILLI : 600 * MILLI;
            this.end = size > 1 << 10 ? 6_000 * MILLI : 1_500 * MILLI;
            windows.forEach(each -> consumers.add(new Consumer(each)));
        }

        private void at(long when, Kind kind, int consumer, long value) {
            events.add(new Event(when, order++, kind, consumer, value));
        }

        private void ask(int number) {
            Consumer consumer = consumers.get(number);
            int most = consumer.window.messages();
            if (consumer.asked <= most / 2) {
                int more = most - consumer.asked;
                consumer.asked = most;
                at(now + roundTrip / 2, Kind.ASKED, number, (long) more << 40 | now / 1_000);
            }
        }

        /** The server sends to those with credit in turn, and the answer behind that. */
        private void asked(int number, int more, long since) {
            consumers.get(number).credit += more;
            boolean progress = true;
            while (progress) {
                progress = false;
                for (int i = 0; i < consumers.size(); i++) {
                    Consumer next = consumers.get(turn++ % consumers.size());
                    if (next.credit > 0) {
                        next.credit--;
                        progress = true;
                        linkFree = Math.max(linkFree, now) + size * 8L;
                        at(linkFree + roundTrip / 2, Kind.CAME, consumers.indexOf(next), 0);
                    }
                }
            }
            at(Math.max(linkFree, now) + roundTrip / 2, Kind.ANSWERED, number, since);
        }

        private void take(int number) {
            Consumer consumer = consumers.get(number);
            ask(number);
            if (!consumer.working && consumer.here > 0) {
                consumer.working = true;
                consumer.here--;
                consumer.asked--;
                at(now + 100_000 + size, Kind.WORKED, number, 0);
            }
        }

        /** Returns how many messages a second each consumer has worked off after the beginning. */
        double[] run() {
            for (int i = 0; i < consumers.size(); i++) {
                ask(i);
            }
            while (!events.isEmpty() && events.peek().at() < end) {
                Event event = events.poll();
                now = event.at();
                Consumer consumer = consumers.get(event.consumer());
                switch (event.kind()) {
                    case ASKED -> asked(event.consumer(), (int) (event.value() >>> 40), event.value() & (1L << 40) - 1);
                    case CAME -> {
                        consumer.here++;
                        take(event.consumer());
                    }
                    case ANSWERED -> consumer.window.answered(now - event.value() * 1_000);
                    case WORKED -> {
                        consumer.working = false;
                        consumer.taken += now >= warm ? 1 : 0;
                        consumer.window.worked(100_000 + size);
                        take(event.consumer());
                    }
                }
            }
            return consumers.stream()
                    .mapToDouble(each -> each.taken * 1e9 / (end - warm))
                    .toArray();
        }
    }

    private static double[] run(long roundTrip, int size, int consumers, int messages) {
        long budget = PipelineMemory.share(512 << 20, consumers);
        List<Window> windows = new ArrayList<>();
        for (int i = 0; i < consumers; i++) {
            windows.add(messages == 0 ? auto(size, budget) : fixed(messages, size, budget));
        }
        return new Simulation(roundTrip, size, windows).run();
    }

    private static double sum(double[] all) {
        double sum = 0;
        for (double each : all) {
            sum += each;
        }
        return sum;
    }

    /** Returns Jain's index: 1 where all have the same, 1 / n where one has everything. */
    private static double jain(double[] all) {
        double squares = 0;
        for (double each : all) {
            squares += each * each;
        }
        return sum(all) * sum(all) / (all.length * squares);
    }

    @Test
    void itIsWithinATenthOfTheBestStaticWindowAndFair() {
        int[] windows = {1, 3, 10, 30, 100, 300, 1_000, 3_000};
        int[] atFullRate = new int[windows.length];
        int cells = 0;
        for (long roundTrip : new long[] {MILLI / 5, 2 * MILLI, 10 * MILLI, 50 * MILLI}) {
            for (int size : new int[] {1 << 10, 30 << 10, 300 << 10, 3 << 20}) {
                for (int consumers : new int[] {1, 2, 4, 8}) {
                    double best = 0;
                    int of = 0;
                    double[] rates = new double[windows.length];
                    for (int i = 0; i < windows.length; i++) {
                        rates[i] = sum(run(roundTrip, size, consumers, windows[i]));
                        if (rates[i] > best * 1.001) {
                            best = rates[i];
                            of = windows[i];
                        }
                    }
                    double[] auto = run(roundTrip, size, consumers, 0);
                    cells++;
                    for (int i = 0; i < windows.length; i++) {
                        atFullRate[i] += rates[i] >= 0.9 * best ? 1 : 0;
                    }
                    String cell = String.format(
                            Locale.ROOT,
                            "| %.1f ms | %d KB | %d | %.0f | %d | %.0f | %.2f | %.3f |",
                            roundTrip / 1e6,
                            size >> 10,
                            consumers,
                            best,
                            of,
                            sum(auto),
                            sum(auto) / best,
                            jain(auto));
                    assertThat(sum(auto)).as(cell).isGreaterThanOrEqualTo(0.9 * best);
                    assertThat(jain(auto)).as(cell).isGreaterThanOrEqualTo(0.95);
                }
            }
        }
        assertThat(cells).isEqualTo(64);
        assertThat(atFullRate[0]).as("without a pipeline it would not do").isLessThan(cells / 2);
        assertThat(atFullRate[2]).as("with ten neither").isLessThan(cells);
    }
}

package io.keelson.base.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class LogQueueTest {
    private final ManualTicker ticker = new ManualTicker();
    private final FaultyOutput output = new FaultyOutput();
    private final RecordedTroubles troubles = new RecordedTroubles();

    private static final class Lines implements LogQueue.Form<String> {
        @Override
        public int weight(String event) {
            return event.length();
        }

        @Override
        public void append(String event, StringBuilder to) {
            if (event.equals("broken")) {
                to.append("half of");
                throw new IllegalStateException("broken");
            }
            to.append(event).append('\n');
        }
    }

    private LogQueue<String> queue(int length) {
        return new LogQueue<>("test", length, Duration.ZERO, new Lines(), output, troubles, ticker);
    }

    @Test
    void writesInOrder() {
        LogQueue<String> queue = queue(16);
        queue.offer("a");
        queue.offer("b");
        assertThat(queue.turn()).isTrue();
        assertThat(output.written()).isEqualTo("a\nb\n");
        assertThat(queue.turn()).isFalse();
    }

    @Test
    void dropsWhatFindsNoPlaceAndSaysHowManyOnceItCan() {
        LogQueue<String> queue = queue(16);
        IntStream.range(0, 26).forEach(i -> queue.offer("r" + i));
        assertThat(queue.dropped()).isEqualTo(10);
        assertThat(troubles.told).isEmpty();
        queue.turn();
        assertThat(troubles.told).containsExactly("dropped 10");
        assertThat(output.written()).startsWith("r0\n").endsWith("r15\n");

        IntStream.range(0, 18).forEach(i -> queue.offer("s" + i));
        queue.turn();
        assertThat(troubles.told).as("not more than once a second").hasSize(1);
        ticker.advance(Duration.ofSeconds(1));
        queue.turn();
        assertThat(troubles.told).containsExactly("dropped 10", "dropped 2");
    }

    @Test
    void isBoundedInSizeToo() {
        LogQueue<String> queue = queue(1024);
        String large = "x".repeat(400_000);
        queue.offer(large);
        queue.offer(large);
        queue.offer(large);
        assertThat(queue.dropped()).isEqualTo(1);
        queue.turn();
        queue.turn();
        queue.offer(large);
        queue.offer(large);
        assertThat(queue.dropped()).as("room is given back").isEqualTo(1);
    }

    @Test
    void keepsWhatAFullDiskRefusedAndWritesItOnceTheDiskIsBack() {
        LogQueue<String> queue = queue(16);
        output.full = true;
        queue.offer("a");
        queue.turn();
        queue.offer("b");
        ticker.advance(Duration.ofSeconds(2));
        queue.turn();
        assertThat(queue.failures()).isEqualTo(2);
        assertThat(output.written()).isEmpty();

        output.full = false;
        ticker.advance(Duration.ofSeconds(2));
        queue.turn();
        queue.turn();
        assertThat(output.written()).isEqualTo("a\nb\n");
        assertThat(queue.dropped()).isZero();
        assertThat(troubles.told).containsExactly("failed No space left on device 1", "resumed");
    }

    @Test
    void complainsOnceAMinute() {
        LogQueue<String> queue = queue(16);
        output.full = true;
        queue.offer("a");
        for (int second = 0; second < 150; second++) {
            queue.turn();
            ticker.advance(Duration.ofSeconds(1));
        }
        assertThat(troubles.told)
                .containsExactly(
                        "failed No space left on device 1",
                        "failed No space left on device 61",
                        "failed No space left on device 121");
    }

    @Test
    void triesAgainOnlyAfterASecond() {
        LogQueue<String> queue = queue(16);
        output.full = true;
        queue.offer("a");
        queue.turn();
        queue.turn();
        queue.turn();
        assertThat(queue.failures()).isEqualTo(1);
    }

    @Test
    void aRecordThatCannotBeWrittenHarmsNoOther() {
        LogQueue<String> queue = queue(16);
        queue.offer("a");
        queue.offer("broken");
        queue.offer("b");
        queue.turn();
        assertThat(output.written()).isEqualTo("a\nb\n");
        assertThat(queue.dropped()).isEqualTo(1);
    }

    @Test
    @Timeout(20)
    void neverMakesTheCallerWaitForAHangingDisk() {
        output.hang = new CountDownLatch(1);
        LogQueue<String> queue = queue(16);
        queue.start();
        queue.offer("first");
        await().until(() -> output.waiting);
        IntStream.range(0, 10_000).forEach(i -> queue.offer("r"));
        assertThat(queue.dropped()).isEqualTo(10_000 - 16);
        output.hang.countDown();
        await().until(() -> !output.written().isEmpty());
        await().until(() -> troubles.told.stream().anyMatch(t -> t.startsWith("dropped")));
        queue.offer("last");
        await().until(() -> output.written().endsWith("last\n"));
        assertThat(queue.close(Duration.ofSeconds(5))).isTrue();
        assertThat(output.closed).isTrue();
    }

    @Test
    @Timeout(20)
    void closingIsBoundedWhenTheDiskHangs() {
        output.hang = new CountDownLatch(1);
        LogQueue<String> queue = queue(16);
        queue.start();
        queue.offer("a");
        assertThat(queue.close(Duration.ofMillis(50))).isFalse();
        queue.offer("too late");
        assertThat(queue.dropped()).isPositive();
    }

    @Test
    @Timeout(20)
    void closingWritesWhatIsQueued() {
        LogQueue<String> queue = queue(4096);
        IntStream.range(0, 4000).forEach(i -> queue.offer("r" + i));
        queue.start();
        assertThat(queue.close(Duration.ofSeconds(10))).isTrue();
        assertThat(output.written().lines()).hasSize(4000);
    }

    @Test
    @Timeout(30)
    void losesAndDoublesNothingUnderManyThreads() throws Exception {
        LogQueue<String> queue = queue(256);
        queue.start();
        Thread[] threads = new Thread[4];
        for (int t = 0; t < threads.length; t++) {
            int id = t;
            threads[t] = new Thread(() -> IntStream.range(0, 20_000).forEach(i -> queue.offer(id + "-" + i)));
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(queue.close(Duration.ofSeconds(10))).isTrue();
        assertThat(output.written().lines().count() + queue.dropped()).isEqualTo(80_000);
        assertThat(output.written().lines()).doesNotHaveDuplicates();
    }
}

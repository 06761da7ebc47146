package io.keelson.admin.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import io.keelson.base.trace.FinishedSpan;
import io.keelson.base.trace.Span;
import io.keelson.base.trace.Tracer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how many spans wait, and what becomes of the others. */
@Timeout(60)
class SpanQueueTest {
    private final SpanQueue queue = new SpanQueue();
    private final AtomicInteger full = new AtomicInteger();

    static FinishedSpan span(String name) {
        List<FinishedSpan> one = new ArrayList<>();
        new Tracer(1, Ticker.system(), one::add).begin(Span.Kind.SERVER, null).end(name, Map.of(), false);
        return one.get(0);
    }

    private void offer(int count) {
        for (int i = 0; i < count; i++) {
            queue.offer(span("GET " + i));
        }
    }

    @Test
    void whatFindsNoPlaceIsDroppedAndCounted() {
        queue.open(600, full::incrementAndGet);
        offer(607);
        assertThat(queue.waiting()).isEqualTo(600);
        assertThat(queue.dropped()).isEqualTo(7);
        assertThat(queue.take())
                .hasSize(SpanQueue.BATCH)
                .extracting(FinishedSpan::name)
                .startsWith("GET 0", "GET 1");
        assertThat(queue.waiting()).isEqualTo(600 - SpanQueue.BATCH);
        offer(3);
        assertThat(queue.take()).hasSize(600 - SpanQueue.BATCH + 3);
        assertThat(queue.take()).isEmpty();
        assertThat(queue.waiting()).isZero();
        queue.lost(5);
        assertThat(queue.dropped()).isEqualTo(12);
    }

    @Test
    void aBatchIsToldOfWhenItIsThere() {
        queue.open(5_000, full::incrementAndGet);
        offer(SpanQueue.BATCH - 1);
        assertThat(full).hasValue(0);
        offer(1);
        assertThat(full).hasValue(1);
        offer(SpanQueue.BATCH);
        assertThat(full).hasValue(2);
    }

    @Test
    void nobodyKeepsWhatNobodyWants() {
        offer(3);
        assertThat(queue.take()).isEmpty();
        queue.open(1_000, full::incrementAndGet);
        offer(3);
        queue.close();
        offer(3);
        assertThat(queue.take()).isEmpty();
        assertThat(queue.waiting()).isZero();
        assertThat(queue.dropped()).isZero();
    }

    @Test
    void manyMayBringAndNoneIsLostOrTwiceThere() throws Exception {
        int threads = 6;
        int each = 20_000;
        int length = 1_000;
        queue.open(length, full::incrementAndGet);
        ConcurrentLinkedQueue<FinishedSpan> taken = new ConcurrentLinkedQueue<>();
        CountDownLatch ends = new CountDownLatch(threads);
        FinishedSpan one = span("GET");
        AtomicInteger most = new AtomicInteger();
        for (int t = 0; t < threads; t++) {
            Thread brings = new Thread(() -> {
                for (int i = 0; i < each; i++) {
                    queue.offer(one);
                }
                ends.countDown();
            });
            brings.setDaemon(true);
            brings.start();
        }
        while (ends.getCount() > 0 || queue.waiting() > 0) {
            // Those that are being turned away count for a moment.
            most.accumulateAndGet(queue.waiting(), Math::max);
            taken.addAll(queue.take());
        }
        assertThat(taken.size() + queue.dropped()).isEqualTo((long) threads * each);
        assertThat(most.get()).isLessThanOrEqualTo(length + threads);
    }
}

package io.keelson.ee.jcache;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.cache.expiry.CreatedExpiryPolicy;
import javax.cache.expiry.Duration;
import javax.cache.expiry.EternalExpiryPolicy;
import javax.cache.expiry.ExpiryPolicy;
import javax.cache.expiry.TouchedExpiryPolicy;
import org.junit.jupiter.api.Test;

class LiveEntriesTest {
    private static final Duration TEN = new Duration(TimeUnit.MILLISECONDS, 10);

    private long millis = 1_000;
    private final Ticker time = new Ticker() {
        @Override
        public long nanoTime() {
            return TimeUnit.MILLISECONDS.toNanos(millis);
        }

        @Override
        public long currentTimeMillis() {
            return millis;
        }
    };

    private LiveEntries<String, List<String>> entries(ExpiryPolicy policy, boolean byValue) {
        return new LiveEntries<>(
                new Copies(byValue ? LiveEntriesTest.class.getClassLoader() : null),
                new Lifespans(policy),
                new Listeners<>(null, Runnable::run),
                time);
    }

    private static boolean put(LiveEntries<String, List<String>> entries, String key, String value) {
        return entries.change(key, (there, now) -> entries.create(key, new ArrayList<>(List.of(value)), now));
    }

    @Test
    void anEntryGoesAfterItsEnd() {
        LiveEntries<String, List<String>> entries = entries(new CreatedExpiryPolicy(TEN), false);
        assertThat(put(entries, "a", "1")).isTrue();
        millis += 9;
        assertThat(entries.find("a")).isNotNull();
        millis++;
        assertThat(entries.find("a")).isNull();
        assertThat(entries.all()).hasSize(1);
        assertThat(entries.<Boolean>change("a", (there, now) -> there == null)).isTrue();
        assertThat(entries.all()).isEmpty();
    }

    @Test
    void useMovesTheEnd() {
        LiveEntries<String, List<String>> entries = entries(new TouchedExpiryPolicy(TEN), false);
        assertThat(put(entries, "a", "1")).isTrue();
        millis += 9;
        entries.used(entries.find("a"), millis);
        millis += 9;
        assertThat(entries.find("a")).isNotNull();
        Void unused = entries.change("a", (there, now) -> {
            entries.update("a", there, List.of("2"), now);
            return null;
        });
        millis += 9;
        assertThat(entries.value(entries.find("a"))).containsExactly("2");
    }

    @Test
    void oneThatWouldEndAtOnceIsNotMade() {
        LiveEntries<String, List<String>> entries = entries(new CreatedExpiryPolicy(Duration.ZERO), false);
        assertThat(put(entries, "a", "1")).isFalse();
        assertThat(entries.all()).isEmpty();
    }

    @Test
    void byValueEachReaderHasItsOwn() {
        LiveEntries<String, List<String>> entries = entries(new EternalExpiryPolicy(), true);
        assertThat(put(entries, "a", "1")).isTrue();
        entries.value(entries.find("a")).add("changed");
        assertThat(entries.value(entries.find("a"))).containsExactly("1");
        LiveEntries<String, List<String>> shared = entries(new EternalExpiryPolicy(), false);
        assertThat(put(shared, "a", "1")).isTrue();
        shared.value(shared.find("a")).add("changed");
        assertThat(shared.value(shared.find("a"))).containsExactly("1", "changed");
    }

    @Test
    void aChangeHasItsKeyAlone() throws Exception {
        LiveEntries<String, List<String>> entries = entries(new EternalExpiryPolicy(), false);
        AtomicInteger within = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            new Thread(() -> {
                        for (int n = 0; n < 1_000; n++) {
                            int unused = entries.change("a", (there, now) -> {
                                most.accumulateAndGet(within.incrementAndGet(), Math::max);
                                return within.decrementAndGet();
                            });
                        }
                        done.countDown();
                    })
                    .start();
        }
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(most).hasValue(1);
    }
}

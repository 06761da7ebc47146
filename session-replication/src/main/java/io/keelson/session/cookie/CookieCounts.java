package io.keelson.session.cookie;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts of one application. Thread-safe. */
final class CookieCounts {
    final LongAdder written = new LongAdder();
    final AtomicLong largest = new AtomicLong();
    final LongAdder damaged = new LongAdder();
    final LongAdder unknownKey = new LongAdder();
    final LongAdder expired = new LongAdder();
    final LongAdder ended = new LongAdder();
    final LongAdder tooLarge = new LongAdder();
    final LongAdder late = new LongAdder();

    void written(int characters) {
        written.increment();
        largest.accumulateAndGet(characters, Math::max);
    }

    CookieRuntime of(String application) {
        return new CookieRuntime(
                application,
                written.sum(),
                largest.get(),
                damaged.sum(),
                unknownKey.sum(),
                expired.sum(),
                ended.sum(),
                tooLarge.sum(),
                late.sum());
    }

    /** Reasons why a client's cookie is no session. */
    enum Trouble {
        DAMAGED,
        UNKNOWN_KEY,
        EXPIRED
    }

    void count(Trouble trouble) {
        switch (trouble) {
            case DAMAGED -> damaged.increment();
            case UNKNOWN_KEY -> unknownKey.increment();
            case EXPIRED -> expired.increment();
        }
    }
}

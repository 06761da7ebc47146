package io.keelson.session.marshal;

import io.keelson.servlet.spi.AttributeCost;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Costs of the attributes of one application, by name. Thread-safe. */
final class AttributeCosts {
    /** Names may come from clients: what is beyond is counted together. */
    private static final int MOST = 1_000;

    private static final String OTHERS = "(others)";

    private final ConcurrentMap<String, Counts> byName = new ConcurrentHashMap<>();

    /** Of one attribute. */
    private static final class Counts {
        private final LongAdder set = new LongAdder();
        private final LongAdder changed = new LongAdder();
        private final LongAdder bytes = new LongAdder();
        private final LongAdder unchangedBytes = new LongAdder();
        private final LongAdder nanos = new LongAdder();
        private final LongAdder inPlace = new LongAdder();
        private final AtomicLong largest = new AtomicLong();
        private volatile @Nullable String type;
    }

    private Counts of(String name) {
        Counts there = byName.get(name);
        if (there == null) {
            String key = byName.size() < MOST ? name : OTHERS;
            there = byName.computeIfAbsent(key, any -> new Counts());
        }
        return there;
    }

    /** An attribute was serialised, because it had been set. */
    void written(String name, Class<?> type, int bytes, boolean changed, long nanos) {
        Counts counts = of(name);
        counts.type = type.getName();
        counts.set.increment();
        counts.nanos.add(nanos);
        if (bytes > counts.largest.get()) {
            counts.largest.accumulateAndGet(bytes, Math::max);
        }
        if (changed) {
            counts.changed.increment();
            counts.bytes.add(bytes);
        } else {
            counts.unchangedBytes.add(bytes);
        }
    }

    /** An attribute was found to have been changed in place. */
    void changedInPlace(String name) {
        of(name).inPlace.increment();
    }

    List<AttributeCost> all() {
        return byName.entrySet().stream()
                .map(each -> {
                    Counts counts = each.getValue();
                    String type = counts.type;
                    return new AttributeCost(
                            each.getKey(),
                            type == null ? "" : type,
                            counts.set.sum(),
                            counts.changed.sum(),
                            counts.bytes.sum(),
                            counts.unchangedBytes.sum(),
                            counts.largest.get(),
                            counts.nanos.sum() / 1_000,
                            counts.inPlace.sum());
                })
                .toList();
    }
}

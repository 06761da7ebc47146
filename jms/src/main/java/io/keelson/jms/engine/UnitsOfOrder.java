package io.keelson.jms.engine;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The units of order of a queue: a unit that has messages in flight belongs to one consumer, and one that has a message which waits for its
 * redelivery belongs to nobody. Guarded by the lock of the queue.
 */
final class UnitsOfOrder {
    private static final class Unit {
        long holder;
        int inFlight;
        int waiting;
    }

    private final Map<String, Unit> units = new HashMap<>();

    /** Returns true if a consumer may get a message of the unit. */
    boolean free(@Nullable String unit, long consumer) {
        if (unit == null) {
            return true;
        }
        Unit known = units.get(unit);
        return known == null || known.waiting == 0 && (known.inFlight == 0 || known.holder == consumer);
    }

    void taken(@Nullable String unit, long consumer) {
        if (unit != null) {
            Unit known = units.computeIfAbsent(unit, name -> new Unit());
            known.holder = consumer;
            known.inFlight++;
        }
    }

    /** Returns true if others may get messages of the unit from now on. */
    boolean left(@Nullable String unit) {
        Unit known = unit == null ? null : units.get(unit);
        if (known == null) {
            return false;
        }
        known.inFlight--;
        return removeIfIdle(unit, known);
    }

    void waits(@Nullable String unit) {
        if (unit != null) {
            units.computeIfAbsent(unit, name -> new Unit()).waiting++;
        }
    }

    boolean waitedEnough(@Nullable String unit) {
        Unit known = unit == null ? null : units.get(unit);
        if (known == null) {
            return false;
        }
        known.waiting--;
        return removeIfIdle(unit, known);
    }

    private boolean removeIfIdle(@Nullable String unit, Unit known) {
        if (known.inFlight == 0 && known.waiting == 0) {
            units.remove(unit);
        }
        return known.inFlight == 0 || known.waiting == 0;
    }
}

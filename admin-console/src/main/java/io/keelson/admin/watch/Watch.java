package io.keelson.admin.watch;

import io.keelson.admin.watch.WatchRuntime.State;
import io.keelson.admin.watch.WatchSettings.AlarmType;
import io.keelson.base.time.Ticker;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One watch: what it has seen, and whether it is in alarm. It looks at nothing itself. Thread-safe: {@code lock} guards all state, so
 * that it can be shown and reset while it is told what was seen.
 */
final class Watch {
    /** Consequence of what was seen. */
    enum Outcome {
        /** Nothing. */
        NOTHING,
        /** Has triggered. */
        TRIGGERED,
        /** Its alarm is over. */
        OVER
    }

    private final String name;
    private final WatchSettings settings;
    private final Condition condition;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private State state = State.QUIET;
    private String since;
    private String value = "";
    private String problem = "";
    private boolean holding;
    private long heldSince;
    private long alarmSince;
    private long triggered;
    private @Nullable String lastTriggered;
    private @Nullable String lastMessage;

    Watch(String name, WatchSettings settings, Ticker ticker) {
        this.name = name;
        this.settings = settings;
        this.condition = settings.condition();
        this.ticker = ticker;
        this.since = wallClock();
    }

    String name() {
        return name;
    }

    WatchSettings settings() {
        return settings;
    }

    Condition condition() {
        return condition;
    }

    private String wallClock() {
        return Instant.ofEpochMilli(ticker.currentTimeMillis()).toString();
    }

    /** Takes what a look at a condition that holds or does not has shown. */
    Outcome seen(Observation observation) {
        lock.lock();
        try {
            long now = ticker.nanoTime();
            problem = observation.problem();
            value = observation.value().isEmpty() ? value : observation.value();
            if (!problem.isEmpty()) {
                holding = false;
                if (state != State.ALARM) {
                    become(State.UNKNOWN);
                }
                return Outcome.NOTHING;
            }
            return observation.holds() ? holds(now) : doesNot(now);
        } finally {
            lock.unlock();
        }
    }

    /** Something has happened that the condition is about. */
    Outcome happened(String what) {
        lock.lock();
        try {
            value = what;
            long now = ticker.nanoTime();
            if (state == State.ALARM) {
                boolean again = settings.alarm() == AlarmType.AUTOMATIC_RESET && periodPassed(now);
                return again ? trigger(now) : Outcome.NOTHING;
            }
            Outcome outcome = trigger(now);
            if (settings.alarm() == AlarmType.NONE) {
                become(State.QUIET); // it is there and gone
            }
            return outcome;
        } finally {
            lock.unlock();
        }
    }

    /** Lets time pass for a watch over what happens. */
    Outcome nothingHappened() {
        lock.lock();
        try {
            return state == State.ALARM ? doesNot(ticker.nanoTime()) : Outcome.NOTHING;
        } finally {
            lock.unlock();
        }
    }

    private Outcome holds(long now) {
        if (!holding) {
            holding = true;
            heldSince = now;
        }
        boolean longEnough = now - heldSince >= settings.holdsFor().toNanos();
        if (state == State.ALARM) {
            boolean again = settings.alarm() == AlarmType.AUTOMATIC_RESET && periodPassed(now) && longEnough;
            return again ? trigger(now) : Outcome.NOTHING;
        }
        if (longEnough) {
            return trigger(now);
        }
        become(State.PENDING);
        return Outcome.NOTHING;
    }

    private Outcome doesNot(long now) {
        holding = false;
        if (state != State.ALARM) {
            become(State.QUIET);
            return Outcome.NOTHING;
        }
        boolean over = switch (settings.alarm()) {
            case NONE -> true;
            case MANUAL_RESET -> false;
            case AUTOMATIC_RESET -> periodPassed(now);
        };
        if (!over) {
            return Outcome.NOTHING;
        }
        become(State.QUIET);
        return Outcome.OVER;
    }

    private boolean periodPassed(long now) {
        return now - alarmSince >= settings.alarmResetPeriod().toNanos();
    }

    private Outcome trigger(long now) {
        alarmSince = now;
        triggered++;
        lastTriggered = wallClock();
        become(State.ALARM);
        return Outcome.TRIGGERED;
    }

    private void become(State next) {
        if (state != next) {
            state = next;
            since = wallClock();
        }
    }

    /** Ends an alarm; OVER where there was one. A condition that still holds begins anew. */
    Outcome reset() {
        lock.lock();
        try {
            if (state != State.ALARM) {
                return Outcome.NOTHING;
            }
            holding = false;
            become(State.QUIET);
            return Outcome.OVER;
        } finally {
            lock.unlock();
        }
    }

    /** Returns what is told of the present state. */
    Alarm alarm(String server, String domain, boolean over) {
        lock.lock();
        try {
            Alarm alarm =
                    new Alarm(name, server, domain, over, settings.severity(), wallClock(), settings.when(), value);
            lastMessage = over ? lastMessage : alarm.message();
            return alarm;
        } finally {
            lock.unlock();
        }
    }

    WatchRuntime runtime() {
        lock.lock();
        try {
            return new WatchRuntime(
                    name,
                    state,
                    settings.severity(),
                    settings.when(),
                    since,
                    value.isEmpty() ? Optional.empty() : Optional.of(value),
                    triggered,
                    Optional.ofNullable(lastTriggered),
                    Optional.ofNullable(lastMessage),
                    problem.isEmpty() ? Optional.empty() : Optional.of(problem));
        } finally {
            lock.unlock();
        }
    }
}

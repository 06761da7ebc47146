package io.keelson.ejb.timer;

import io.keelson.ejb.timer.BeanTimer.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The timers of an application as this server knows them, beside a store that other servers change too. An answer of the store may be
 * older than what was done here while it was asked. So a timer added meanwhile is not taken to be gone, and one gone meanwhile is not
 * taken to be there. Thread-safe; its lock guards the timers and their states.
 */
final class TimerTable {
    /**
     * The moment at which the store is asked.
     *
     * @param number of the question
     * @param additions that the store had seen; a later one may be missing in its answer
     */
    record Question(long number, long additions) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, BeanTimer> timers = new LinkedHashMap<>();

    /** Counts additions to the store. */
    private long additions;

    private long questions;

    /** Rows that are gone here, with the last question whose answer may still have them. */
    private final Map<String, Long> leaving = new HashMap<>();

    <T> T locked(Supplier<T> body) {
        lock.lock();
        try {
            return body.get();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the lock, for who waits with {@link #condition}. */
    ReentrantLock lock() {
        return lock;
    }

    Condition condition() {
        return lock.newCondition();
    }

    @Nullable
    BeanTimer get(String id) {
        return locked(() -> timers.get(id));
    }

    /** Returns the timers in the order in which they came. */
    List<BeanTimer> all() {
        return locked(() -> List.copyOf(timers.values()));
    }

    /** Puts a timer that was read from the store, or is none of the store yet. */
    void put(BeanTimer timer) {
        lock.lock();
        try {
            timers.put(timer.row().id(), timer);
        } finally {
            lock.unlock();
        }
    }

    /** Takes back a timer that could not be kept. */
    void remove(BeanTimer timer) {
        lock.lock();
        try {
            timers.remove(timer.row().id());
        } finally {
            lock.unlock();
        }
    }

    /** Notes that this server has added a timer to the store. */
    void added(BeanTimer timer) {
        lock.lock();
        try {
            timer.added(++additions);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Forgets a timer.
     *
     * @param shared true if others may still have its row
     * @param rowStays true while its row is in the store, until {@link #rowRemoved}
     */
    void gone(BeanTimer timer, boolean shared, boolean rowStays) {
        lock.lock();
        try {
            timer.state(State.GONE);
            if (timer.row().persistent() && shared) {
                leaving.put(timer.row().id(), rowStays ? Long.MAX_VALUE : questions);
            }
            timers.remove(timer.row().id());
        } finally {
            lock.unlock();
        }
    }

    /** Notes that the row of a timer that is gone was removed from the store. */
    void rowRemoved(BeanTimer timer) {
        lock.lock();
        try {
            leaving.replace(timer.row().id(), questions);
        } finally {
            lock.unlock();
        }
    }

    /** Notes that the store is asked now. */
    Question ask() {
        return locked(() -> new Question(++questions, additions));
    }

    /**
     * Takes an answer of the store.
     *
     * @param make makes the timer of a row that is new here; null where the row is of no bean
     * @return timers that are new, or have another row
     */
    List<BeanTimer> merge(TimerStore.Changes changes, Question question, Function<TimerRow, @Nullable BeanTimer> make) {
        List<BeanTimer> moved = new ArrayList<>();
        lock.lock();
        try {
            for (TimerRow row : changes.rows()) {
                BeanTimer known = timers.get(row.id());
                boolean here = leaving.getOrDefault(row.id(), 0L) < question.number();
                if (known == null) {
                    BeanTimer made = here ? make.apply(row) : null;
                    if (made != null) {
                        timers.put(row.id(), made);
                        moved.add(made);
                    }
                } else if ((!known.firing() || known.stale()) && known.state() != State.PENDING) {
                    known.stale(false);
                    known.row(row);
                    moved.add(known);
                }
            }
            List<BeanTimer> gone = timers.values().stream()
                    .filter(each -> each.row().persistent()
                            && each.state() != State.PENDING
                            && each.added() <= question.additions()
                            && !each.early()
                            && !each.firing()
                            && !changes.present().contains(each.row().id()))
                    .toList();
            gone.forEach(each -> {
                each.state(State.GONE);
                timers.remove(each.row().id());
            });
            leaving.values().removeIf(seen -> seen <= question.number());
        } finally {
            lock.unlock();
        }
        return moved;
    }
}

package io.keelson.ejb.timer;

import io.keelson.ejb.context.CurrentBean;
import io.keelson.remoting.bean.TimerName;
import jakarta.ejb.NoMoreTimeoutsException;
import jakarta.ejb.NoSuchObjectLocalException;
import jakarta.ejb.ScheduleExpression;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerHandle;
import java.io.Serializable;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/**
 * A timer as beans see it. Equal for the same timer. Thread-safe; the lock of its owner guards its state.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 18.3 and 18.4.
 */
final class BeanTimer implements Timer {
    /** The states of a timer. */
    enum State {
        /** Made by a transaction that has not ended. */
        PENDING,
        /** Waits for its time. */
        ACTIVE,
        /** Cancelled by a transaction that has not ended. */
        CANCELLING,
        /** Gone. */
        GONE
    }

    private final ApplicationTimers owner;
    private final TimedBean bean;
    private TimerRow row;
    private State state;

    /** True while its method runs, or is about to. */
    private boolean firing;

    /** The number of the addition to the store by which it was made here; 0: it was read from there. */
    private long added;

    /** True while its row is another than that of the store, which has to be read first. */
    private boolean stale;

    /** True while its row has to wait for the store of the cluster. */
    private volatile boolean early;

    /** The exception of its last firing that failed here, with the time; empty: none did. */
    private volatile String failure = "";

    BeanTimer(ApplicationTimers owner, TimedBean bean, TimerRow row, State state) {
        this.owner = owner;
        this.bean = bean;
        this.row = row;
        this.state = state;
    }

    TimedBean bean() {
        return bean;
    }

    TimerRow row() {
        return row;
    }

    void row(TimerRow next) {
        row = next;
    }

    State state() {
        return state;
    }

    void state(State next) {
        state = next;
    }

    boolean firing() {
        return firing;
    }

    void firing(boolean now) {
        firing = now;
    }

    long added() {
        return added;
    }

    void added(long number) {
        added = number;
    }

    boolean stale() {
        return stale;
    }

    boolean stale(boolean now) {
        stale = now;
        return now;
    }

    boolean early() {
        return early;
    }

    void early(boolean now) {
        early = now;
    }

    String failure() {
        return failure;
    }

    void failed(String why) {
        failure = why;
    }

    private TimerRow alive() {
        CurrentBean.requireTimers("a method of Timer");
        owner.look(this);
        return owner.locked(() -> {
            if (state == State.GONE || state == State.CANCELLING) {
                throw new NoSuchObjectLocalException("the timer " + row.id() + " of " + row.bean()
                        + " was cancelled or has fired for the last time");
            }
            return row;
        });
    }

    @Override
    public void cancel() {
        alive();
        owner.cancel(this);
    }

    @Override
    public long getTimeRemaining() {
        return getNextTimeout().getTime() - owner.now();
    }

    @Override
    public Date getNextTimeout() {
        TimerRow now = alive();
        long next = owner.locked(() -> firing) ? now.next(now.due()) : now.due();
        if (next < 0 || next == Long.MAX_VALUE) { // a schedule may have no time at all
            throw new NoMoreTimeoutsException(
                    "the timer " + now.id() + " of " + now.bean() + " fires for the last time");
        }
        return new Date(next);
    }

    @Override
    public ScheduleExpression getSchedule() {
        TimerRow now = alive();
        if (now.schedule() == null) {
            throw new IllegalStateException("the timer " + now.id() + " of " + now.bean() + " has no schedule");
        }
        return now.schedule().expression();
    }

    @Override
    public boolean isPersistent() {
        return alive().persistent();
    }

    @Override
    public boolean isCalendarTimer() {
        return alive().schedule() != null;
    }

    @Override
    public @Nullable Serializable getInfo() {
        return alive().info();
    }

    @Override
    public TimerHandle getHandle() {
        TimerRow now = alive();
        if (!now.persistent()) {
            throw new IllegalStateException("the timer " + now.id() + " of " + now.bean() + " is not persistent");
        }
        return new TimerName(now.id());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BeanTimer timer
                && timer.owner == owner
                && timer.row.id().equals(row.id());
    }

    @Override
    public int hashCode() {
        return row.id().hashCode();
    }

    @Override
    public String toString() {
        return "timer " + row.id() + " of " + row.bean();
    }
}

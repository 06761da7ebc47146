package io.keelson.remoting.bean;

import jakarta.ejb.NoSuchObjectLocalException;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerHandle;
import jakarta.ejb.TimerService;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The handle of a persistent timer. It holds the timer's identity, by which a bean of the same application finds it again, so that an
 * application may write it into a stream of its own. Immutable and thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 13.4.3 TimerHandle Interface.
 */
public final class TimerName implements TimerHandle {
    private static final long serialVersionUID = 1L;
    /** The name below which a bean finds the timers of its module. A stateful bean, which has no timer service, finds them, too. */
    public static final String TIMERS = "java:comp/TimersOfModule";

    private final String id;

    /**
     * Makes a handle.
     *
     * @param id the identity of the timer
     */
    public TimerName(String id) {
        this.id = id;
    }

    /**
     * Finds the timer among those of the module of the calling thread's bean.
     *
     * @throws NoSuchObjectLocalException when there is none any more
     * @throws IllegalStateException when the thread works for no bean, or for one that may not use timers now
     */
    @Override
    public Timer getTimer() {
        for (Timer each : service().getAllTimers()) {
            if (isOf(each)) {
                return each;
            }
        }
        throw new NoSuchObjectLocalException("the timer " + id + " was cancelled or has fired for the last time");
    }

    private boolean isOf(Timer timer) {
        try {
            return timer.isPersistent() && equals(timer.getHandle());
        } catch (NoSuchObjectLocalException e) {
            return false; // it has ended meanwhile
        }
    }

    @SuppressWarnings("BanJNDI") // a name of the component
    private static TimerService service() {
        try {
            return (TimerService) new InitialContext().lookup(TIMERS);
        } catch (NamingException e) {
            throw new IllegalStateException("a timer is found again by a thread that works for a bean", e);
        }
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        if (id == null) {
            throw new InvalidObjectException("the handle of a timer has no identity");
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TimerName name && name.id.equals(id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return "handle of timer " + id;
    }
}

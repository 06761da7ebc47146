package io.keelson.ejb.timer;

import jakarta.ejb.Timer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A bean as its timers know it. Thread-safe. */
public interface TimedBean {
    /** Returns the module and the bean: {@code shop.jar#Clock}. */
    String id();

    /** Returns true if it has a method with that signature for automatic timers; null: a time-out method. */
    boolean hasMethod(@Nullable String method);

    /**
     * Calls the method of a timer that is due, in the transaction that the method asks for.
     *
     * @param method the signature; null: the time-out method
     * @param key the text of the primary key of the entity object that has the timer; null: the bean has none
     * @param mayCommit asked before the commit: the timer still belongs to this server
     * @return false if its transaction was rolled back
     * @throws OrphanedTimerException when the entity object is not there any more
     * @throws Throwable what the call failed with
     */
    boolean fire(@Nullable String method, @Nullable String key, Timer timer, BooleanSupplier mayCommit)
            throws Throwable;

    /** Hands work to the application's execute threads; returns false if they take no more now. */
    boolean offer(Runnable work);
}

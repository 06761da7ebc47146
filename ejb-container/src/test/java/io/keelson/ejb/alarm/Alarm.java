package io.keelson.ejb.alarm;

import jakarta.ejb.EJBLocalObject;

/** An entity object with timers. */
public interface Alarm extends EJBLocalObject {
    /** Sets a timer. */
    void set(long millis, String info);

    /** Returns the infos of its timers, in order. */
    String infos();

    /** Returns the number of timers of the module. */
    int all();

    /** Finds each of its timers again by its handle, and returns how many are the same. */
    int handles();
}

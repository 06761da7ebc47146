package io.keelson.jms.broker;

/** Wakes the server. At most one time is set: a new one replaces it. */
public interface Alarm {
    /** Has {@link JmsServer#tick} called after so many milliseconds. */
    void after(long millis);
}

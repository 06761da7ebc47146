package io.keelson.examples.clock;

import java.io.Serializable;

/**
 * The figures of the clock.
 *
 * @param ticks how many seconds the timer has fired for
 * @param lastDue the last of them, in seconds of the epoch
 * @param owner the process that fired it
 * @param missed how many seconds it has left out
 * @param doubled how many firings were for a second that had been fired for
 */
public record Ticks(long ticks, long lastDue, String owner, long missed, long doubled) implements Serializable {
    private static final long serialVersionUID = 1L;
}

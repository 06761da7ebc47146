package io.keelson.ejb.timer;

import java.io.IOException;
import java.util.List;

/**
 * Keeps the rows of persistent timers of one application. Thread-safe.
 *
 * <ol>
 *   <li>What {@link #put} and {@link #remove} did MUST be there after a crash once they have returned.
 *   <li>A row that cannot be read MUST be told in the log and left alone; the others are loaded.
 * </ol>
 */
public interface TimerStore {
    /** Returns all rows that can be read. */
    List<TimerRow> load() throws IOException;

    /** Adds a row, or puts it in the place of the one with its id. */
    void put(TimerRow row) throws IOException;

    /** Removes a row; one that is not there is no error. */
    void remove(String id) throws IOException;
}

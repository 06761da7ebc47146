package io.keelson.ejb.timer;

/** The primary key of an entity object that has timers. Thread-safe. */
public interface TimedKey {
    /** Returns its text, as rows keep it. */
    String text();

    /** Returns true if the text of a row is that of this key; equal keys may have several texts. */
    boolean matches(String text);
}

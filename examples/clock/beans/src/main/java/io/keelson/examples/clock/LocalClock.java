package io.keelson.examples.clock;

/** The clock for callers on its server. */
public interface LocalClock {
    /** Returns its figures. */
    Ticks ticks();
}

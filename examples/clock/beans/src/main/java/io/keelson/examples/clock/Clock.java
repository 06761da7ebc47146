package io.keelson.examples.clock;

/** The clock of the cluster. */
public interface Clock {
    /** Returns its figures. */
    Ticks ticks();
}

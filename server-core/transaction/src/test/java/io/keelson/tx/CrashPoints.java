package io.keelson.tx;

import java.util.concurrent.atomic.AtomicInteger;

/** Moments at which a process of the crash matrix is halted: one is armed, and ends the process when it comes for the n-th time. */
class CrashPoints {
    /** How a halted process ends. */
    static final int HALTED = 77;

    private final AtomicInteger left = new AtomicInteger();
    private volatile String armed = "";

    void arm(String point, int times) {
        left.set(times);
        armed = point;
    }

    void at(String point) {
        if (point.equals(armed) && left.decrementAndGet() <= 0) {
            Runtime.getRuntime().halt(HALTED);
        }
    }
}

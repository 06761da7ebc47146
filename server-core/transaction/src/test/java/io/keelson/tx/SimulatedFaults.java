package io.keelson.tx;

import java.util.Random;

/** Kills a simulated server in the middle of what it does, and lets calls fail, as a seed says. */
final class SimulatedFaults {
    /** The end of the simulated process: nobody catches it. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1;

        Crash() {
            super("crash", null, false, false);
        }
    }

    final Random random;
    private int stepsLeft = Integer.MAX_VALUE;
    private double failing;
    private boolean dead;
    private int steps;
    private String died = "";

    SimulatedFaults(long seed) {
        random = new Random(seed);
    }

    void crashAfter(int steps) {
        stepsLeft = steps;
    }

    void failing(double probability) {
        failing = probability;
    }

    boolean isDead() {
        return dead;
    }

    /** Returns how many moments there were. */
    int steps() {
        return steps;
    }

    /** Returns the moment in which the process has ended last; empty where it has not. */
    String died() {
        return died;
    }

    void revive() {
        dead = false;
        stepsLeft = Integer.MAX_VALUE;
    }

    /** A moment in which the process may end; one that is dead does nothing more. */
    void step() {
        step("");
    }

    /** A moment with a name, in which the process may end. */
    void step(String moment) {
        steps++;
        if (dead || --stepsLeft <= 0) {
            died = dead ? died : moment;
            dead = true;
            throw new Crash();
        }
    }

    boolean fails() {
        return random.nextDouble() < failing;
    }
}

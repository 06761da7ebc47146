package io.keelson.admin.cli;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Place where a command line shows how far it is: one line of a terminal, in which one thing at a time is drawn. What a command does
 * as a whole comes before the requests that it consists of. Thread-safe.
 */
final class ProgressPlace {
    /** The root of a command line, which has one place for all of its commands. */
    interface Owner {
        /** Returns the place where its commands show how far they are. */
        ProgressPlace progress();
    }

    private final BooleanSupplier terminal;
    private final AtomicBoolean taken = new AtomicBoolean();

    /**
     * One of a command line.
     *
     * @param terminal whether there is a terminal whose cursor can be moved
     */
    ProgressPlace(BooleanSupplier terminal) {
        this.terminal = terminal;
    }

    /** Takes it, where somebody looks at it and nothing else is drawn there. */
    boolean take() {
        return terminal.getAsBoolean() && taken.compareAndSet(false, true);
    }

    /** Gives it back; for whoever has taken it. */
    void leave() {
        taken.set(false);
    }
}

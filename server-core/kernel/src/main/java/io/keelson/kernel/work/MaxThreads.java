package io.keelson.kernel.work;

import io.keelson.base.time.Ticker;

/**
 * A max-threads constraint: so many pieces of its work managers have a thread, or are next in line for one; the rest wait before it and
 * hold no thread. Who goes in next is decided by the weights of the request classes that wait. See {@link Admission}.
 */
final class MaxThreads extends Admission {
    /** The limit of a constraint that the configuration no longer has. */
    static final int UNLIMITED = Integer.MAX_VALUE;

    private final String name;

    MaxThreads(String name, Ticker ticker, int count) {
        super(ticker, count);
        this.name = name;
    }

    String name() {
        return name;
    }

    @Override
    void pass(Task task, long charge) {
        ((BoundTask) task).charged(charge);
        task.lane().manager().stage().admit(task);
    }
}

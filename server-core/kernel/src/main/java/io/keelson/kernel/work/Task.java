package io.keelson.kernel.work;

/** One piece of work that has a place in its work manager, which keeps to no constraint beside its own capacity. */
class Task {
    private final Lane lane;
    private final Runnable body;

    Task(Lane lane, Runnable body) {
        this.lane = lane;
        this.body = body;
    }

    /** Returns whose work it is. */
    final Lane lane() {
        return lane;
    }

    /** Returns what to run. */
    final Runnable body() {
        return body;
    }
}

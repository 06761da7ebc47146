package io.keelson.kernel.work;

import java.util.List;

/** Executor of pieces of work: the execute threads, or virtual threads. Thread-safe. */
interface Stage {
    /** The queue name that its threads carry. */
    String name();

    /** Takes a piece that has its place, through its max-threads constraint where it has one. */
    default void submit(Task task) {
        BoundTask.Entrance entrance = task instanceof BoundTask bound ? bound.entrance() : null;
        if (entrance != null) {
            entrance.constraint().enter(task, entrance.flow());
        } else {
            admit(task);
        }
    }

    /** Takes a piece that no constraint holds back. */
    void admit(Task task);

    /** Returns where its pieces wait. */
    FairQueues queues();

    void register(PooledWorkManager manager);

    void unregister(PooledWorkManager manager);

    /** The work managers whose work it runs, those that are closed until their last piece has run. */
    List<PooledWorkManager> managers();

    /** Returns how many pieces of a work manager run now. */
    int running(PooledWorkManager manager);

    /** Notes that a work manager has a min-threads constraint. */
    void guarantee(MinThreads constraint);

    /** Notes that a work manager has no longer that min-threads constraint. */
    void forget(MinThreads constraint);

    /** Calls {@code visitor} for each thread that is at work. */
    void visit(ThreadVisitor visitor);

    /** Sees threads at work; each call is about one moment. */
    interface ThreadVisitor {
        /**
         * Sees a thread.
         *
         * @param piece differs from piece to piece of one thread
         */
        void at(Thread thread, PooledWorkManager manager, long piece);
    }
}

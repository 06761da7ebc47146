package io.keelson.kernel.watch;

import java.util.List;

/** The threads that do not come back, for the management room. Provided by the kernel. Thread-safe. */
public interface HangingThreads {
    /** Those that hang at the last look, with where they stand now. */
    List<HungThread> hanging();

    /** Returns how many hang. Quick: for muxer threads too. */
    int count();

    /** Returns true if a thread hangs that clients depend on. */
    boolean clientsWait();

    /** Adds who is told when a thread begins to hang or has come back. It runs on the thread that looks, and must not block it for long. */
    void addListener(Runnable listener);
}

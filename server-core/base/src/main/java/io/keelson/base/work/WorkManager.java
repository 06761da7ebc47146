package io.keelson.base.work;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A named place where work is queued for the execute threads, with limits of its own. Thread-safe. */
public interface WorkManager {
    /** The name, unique in the server. */
    String name();

    /**
     * Hands over one piece of work at once. It runs on an execute thread, after the pieces that this work manager was
     * given before, possibly beside them. To hand over from an event loop use {@link WorkBatch}.
     *
     * @return false when the work manager is at its capacity, suspended or closed; the work then never runs and the caller must
     *     answer for it
     */
    boolean offer(Runnable work);

    /** Returns how much is queued and running now. */
    int load();

    /**
     * Returns true if its request class is by context, so that {@link #forCaller} is worth asking. Cheap; may change with the
     * configuration.
     */
    default boolean asksForCaller() {
        return false;
    }

    /**
     * This work manager as it is for a caller: the same name, limits and load, and the queue of the caller's request class.
     * Cheap enough for each request, and safe on an event loop; give the result to {@link WorkBatch#add} or call
     * {@link #offer} on it, and do not keep it.
     *
     * <p>Work is queued before it runs, so the caller must be known before: a servlet container knows the user of a session that the
     * request brings, or of a client certificate, but not one who logs in with this very request. Nothing of the request that is not yet
     * verified should be given here. Work keeps its class when the caller changes while it runs.
     *
     * @param user the name of the user; null when nobody has been authenticated
     * @param groups the groups that the user is in; {@code everyone}, and {@code users} for who has logged in, need not be among them
     */
    default WorkManager forCaller(@Nullable String user, Set<String> groups) {
        return this;
    }
}

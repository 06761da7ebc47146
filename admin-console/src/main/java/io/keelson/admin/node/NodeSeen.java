package io.keelson.admin.node;

import org.jspecify.annotations.Nullable;

/**
 * A server as the node manager shows it; {@link io.keelson.admin.rest.RuntimeJson} makes JSON of it.
 *
 * @param name its name
 * @param state its state, as it and the node manager say
 * @param pid its process; null where it does not run
 * @param watched whether it is started again when it crashes
 * @param restarts how often it was started again within restart-interval
 * @param restartMax how often it may be
 * @param why why it is in that state; empty where there is nothing to say
 * @param kept whether the disk has what is known
 */
public record NodeSeen(
        String name,
        String state,
        @Nullable Long pid,
        boolean watched,
        int restarts,
        int restartMax,
        String why,
        boolean kept) {}

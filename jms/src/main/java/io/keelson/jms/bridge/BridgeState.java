package io.keelson.jms.bridge;

import org.jspecify.annotations.Nullable;

/**
 * State of a bridge on one server.
 *
 * @param phase what it does
 * @param forwarded messages since the start of the server
 * @param expired messages since then that were over before they could be sent
 * @param failures since then
 * @param lastFailure why it failed last; null: it has not
 * @param since when the phase began, in milliseconds since the epoch
 */
public record BridgeState(
        Phase phase,
        long forwarded,
        long expired,
        long failures,
        @Nullable String lastFailure,
        long since) {
    /** The phases of a bridge. */
    public enum Phase {
        /** An operator, or the configuration, has stopped it. */
        STOPPED,
        /** Another server runs it, or it is not decided which one does. */
        STANDBY,
        /** Connects. */
        CONNECTING,
        /** Takes messages. */
        RUNNING,
        /** Has failed and waits for the next attempt. */
        RETRYING
    }
}

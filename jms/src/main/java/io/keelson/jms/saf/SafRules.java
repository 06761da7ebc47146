package io.keelson.jms.saf;

import io.keelson.jms.message.DestinationName;
import org.jspecify.annotations.Nullable;

/**
 * Rules by which an agent treats the messages of a local queue. Immutable.
 *
 * @param context the name of the remote context
 * @param local the queue in which messages wait
 * @param remote the destination that gets them
 * @param window messages on their way at most
 * @param timeToLive milliseconds that a message may wait; 0: as long as it says itself
 * @param late what becomes of messages that have waited longer
 * @param errorDestination to which they go where they are redirected; null: they are discarded
 */
public record SafRules(
        String context,
        DestinationName local,
        DestinationName remote,
        int window,
        long timeToLive,
        Late late,
        @Nullable DestinationName errorDestination) {
    /** The end of a message that has waited too long. */
    public enum Late {
        /** Goes without a word. */
        DISCARD,
        /** Goes, and the log says so. */
        LOG,
        /** Goes to the error destination. */
        REDIRECT
    }
}

package io.keelson.ee.stomp;

import io.keelson.jms.message.DestinationName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Destinations as frames name them. Stateless. */
final class DestinationNames {
    private static final String QUEUE = "/queue/";
    private static final String TOPIC = "/topic/";
    private static final String TEMPORARY_QUEUE = "/temp-queue/";
    private static final String TEMPORARY_TOPIC = "/temp-topic/";

    private DestinationNames() {}

    /**
     * Returns the destinations that a text may mean, the likely one first.
     *
     * @throws FrameException where it names none
     */
    static List<DestinationName> meant(String text) throws FrameException {
        DestinationName said = said(text);
        if (said != null) {
            return List.of(said);
        }
        if (text.isEmpty()) {
            throw new FrameException("a destination has no name");
        }
        return List.of(DestinationName.queue(text), DestinationName.topic(text));
    }

    /** Returns the destination of a text that says which kind it is; null: it does not. */
    private static @Nullable DestinationName said(String text) throws FrameException {
        for (String each : List.of(QUEUE, "queue://", TOPIC, "topic://")) {
            if (text.startsWith(each)) {
                if (text.length() == each.length()) {
                    throw new FrameException("a destination has no name behind " + each);
                }
                return new DestinationName(each.contains("topic"), text.substring(each.length()));
            }
        }
        return null;
    }

    /** Returns true for a text that names a temporary destination of the connection. */
    static boolean isTemporary(String text) {
        return text.startsWith(TEMPORARY_QUEUE) || isTemporaryTopic(text);
    }

    static boolean isTemporaryTopic(String text) {
        return text.startsWith(TEMPORARY_TOPIC);
    }

    /** Returns a destination as a client may name it. */
    static String text(DestinationName name) {
        return (name.topic() ? TOPIC : QUEUE) + name.name();
    }
}

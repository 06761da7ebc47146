package io.keelson.jms;

import io.keelson.base.measure.Described;
import io.keelson.jms.broker.DestinationState;

/** Figures of a destination at this moment, for management. */
public record JmsDestinationRuntime(
        @Described(
                "The destination; of a subscription with its name behind a slash; of a server that is gone with @ and that.")
        String name,

        @Described("queue or topic.") String type,
        @Described("Messages that consumers can have.") int ready,
        @Described("Messages that wait for their time.") int delayed,

        @Described("Messages that consumers have and have not acknowledged.")
        int inFlight,

        @Described("Bytes that the messages have, those of bodies that are out of memory included.")
        long bytes,

        @Described("Messages whose bodies are out of memory.")
        int pagedMessages,

        @Described("Bytes of bodies that are out of memory.")
        long pagedBytes,

        @Described("Consumers.") int consumers,
        @Described("Sends that wait for room.") int blocked,

        @Described(value = "Messages received since the start.", grows = true)
        long received,

        @Described(value = "Deliveries since the start.", grows = true)
        long delivered,

        @Described(value = "Messages acknowledged since the start.", grows = true)
        long acknowledged,

        @Described("Messages received within the last hour.")
        long receivedLastHour,

        @Described("Messages acknowledged within the last hour.")
        long acknowledgedLastHour,

        @Described(value = "Messages that have expired since the start.", grows = true)
        long expired,

        @Described(value = "Messages since the start that were delivered as often as they may.", grows = true)
        long exhausted,

        @Described("True if nobody may send.") boolean productionPaused,
        @Described("True if nobody gets messages.") boolean consumptionPaused,

        @Described("True while producers are slowed down.") boolean aboveThreshold) {
    /** Returns the same of the JMS server of a member that is gone. */
    JmsDestinationRuntime on(String server) {
        return new JmsDestinationRuntime(
                name + "@" + server,
                type,
                ready,
                delayed,
                inFlight,
                bytes,
                pagedMessages,
                pagedBytes,
                consumers,
                blocked,
                received,
                delivered,
                acknowledged,
                receivedLastHour,
                acknowledgedLastHour,
                expired,
                exhausted,
                productionPaused,
                consumptionPaused,
                aboveThreshold);
    }

    static JmsDestinationRuntime of(DestinationState state) {
        return new JmsDestinationRuntime(
                state.subscription().isEmpty()
                        ? state.name().name()
                        : state.name().name() + "/" + state.subscription(),
                state.name().topic() ? "topic" : "queue",
                state.ready(),
                state.delayed(),
                state.inFlight(),
                state.bytes(),
                state.pagedMessages(),
                state.pagedBytes(),
                state.consumers(),
                state.blocked(),
                state.received(),
                state.delivered(),
                state.acknowledged(),
                state.receivedLastHour(),
                state.acknowledgedLastHour(),
                state.expired(),
                state.exhausted(),
                state.productionPaused(),
                state.consumptionPaused(),
                state.aboveThreshold());
    }
}

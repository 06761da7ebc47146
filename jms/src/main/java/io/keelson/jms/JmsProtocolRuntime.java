package io.keelson.jms;

import io.keelson.base.measure.Described;
import io.keelson.jms.protocol.MessagingProtocol;

/** Connections by a protocol of others, as AMQP and STOMP, for management. */
public record JmsProtocolRuntime(
        @Described("The protocol: amqp or stomp.") String name,
        @Described("Connections that are open.") int connections,

        @Described(value = "Connections since the start of the server.", grows = true)
        long accepted,

        @Described(
                value =
                        "Connections since then that were closed at once: too many were open, or the server did not run.",
                grows = true)
        long refused) {
    static JmsProtocolRuntime of(String name, MessagingProtocol.Opened protocol) {
        MessagingProtocol.Figures figures = protocol.figures();
        return new JmsProtocolRuntime(name, figures.open(), figures.accepted(), figures.refused());
    }
}

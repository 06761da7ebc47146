package io.keelson.jms;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import io.keelson.jms.broker.DestinationRules;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A topic of the domain.
 *
 * @param jndiNames names in the server tree; where none is given, jms/ and the topic's own
 * @param servers the servers that have it; empty: all
 * @param forwardingPolicy which of its servers get a message that is published on one of them
 * @param messagesMaximum messages that it holds; -1: no limit
 * @param bytesMaximum memory that its messages take; null: no limit
 * @param blockingSendPolicy who goes first where sends wait for room
 * @param maxMessageSize the largest body; null: no limit
 * @param redeliveryLimit how often a message is delivered again; -1: without limit
 * @param redeliveryDelay after which a message that came back is delivered again
 * @param expirationPolicy what becomes of messages that are over
 * @param errorDestination the queue for messages that cannot be delivered; null: they are discarded
 * @param messagesThresholdHigh at how many messages producers slow down; -1: at none
 * @param messagesThresholdLow at how many they are let go; -1: half of the high one
 * @param bytesThresholdHigh at how many bytes producers slow down; null: at none
 * @param bytesThresholdLow at how many they are let go; null: half of the high one
 * @param destinationKeys by which its messages are sorted
 */
@Section(
        value = "jms-topics.*",
        help = "A topic of the JMS servers. On several servers it is distributed: each has subscriptions of its own.")
public record JmsTopicSettings(
        @Setting(
                help = "Names in the server tree, as jms/orders; without any jms/ and the topic's own name.",
                change = Change.LIVE)
        List<String> jndiNames,

        @Setting(
                help = "Servers that have it; without any all servers of the cluster.",
                reference = "servers",
                change = Change.LIVE)
        List<String> servers,

        @Setting(
                help =
                        "What becomes of a message that is published on one of several servers: replicated, it goes to the"
                                + " subscribers of all; partitioned, to those of this server.",
                defaultValue = "replicated",
                change = Change.LIVE)
        ForwardingPolicy forwardingPolicy,

        @Setting(
                help = "Messages that it holds at most, those that consumers have included; -1: no limit. Then senders"
                        + " wait for room as long as send-timeout of their connection factory says.",
                defaultValue = "-1",
                min = "-1",
                change = Change.LIVE)
        long messagesMaximum,

        @Setting(help = "Memory that its messages take at most; without it no limit.", change = Change.LIVE) @Nullable
        DataSize bytesMaximum,

        @Setting(
                help = "Who goes first where sends wait for room: fifo, who came first; preemptive, whoever fits.",
                defaultValue = "fifo",
                change = Change.LIVE)
        BlockingSendPolicy blockingSendPolicy,

        @Setting(help = "The largest body of a message; without it no limit.", change = Change.LIVE) @Nullable
        DataSize maxMessageSize,

        @Setting(
                help = "How often a message is delivered again before it goes to the error destination; -1: without"
                        + " limit.",
                defaultValue = "-1",
                min = "-1",
                change = Change.LIVE)
        int redeliveryLimit,

        @Setting(
                help = "How long a message waits that was rolled back or recovered before it is delivered again.",
                defaultValue = "0s",
                min = "0s",
                max = "7d",
                change = Change.LIVE)
        Duration redeliveryDelay,

        @Setting(
                help = "What becomes of messages that are over: discard, log, or redirect to the error destination.",
                defaultValue = "discard",
                change = Change.LIVE)
        DestinationRules.Expired expirationPolicy,

        @Setting(
                help = "The queue of jms-queues to which messages go that were delivered as often as redelivery-limit"
                        + " says; without it they are discarded, and the log says so.",
                reference = "jms-queues",
                change = Change.LIVE)
        @Nullable
        String errorDestination,

        @Setting(
                help = "At how many messages producers begin to be slowed down, as flow-maximum and the like of their"
                        + " connection factory say; -1: they are not.",
                defaultValue = "-1",
                min = "-1",
                change = Change.LIVE)
        long messagesThresholdHigh,

        @Setting(
                help = "At how many messages producers are let go again; -1: at half of messages-threshold-high.",
                defaultValue = "-1",
                min = "-1",
                change = Change.LIVE)
        long messagesThresholdLow,

        @Setting(
                help = "At how many bytes of messages producers begin to be slowed down; without it they are not.",
                change = Change.LIVE)
        @Nullable
        DataSize bytesThresholdHigh,

        @Setting(
                help = "At how many bytes producers are let go again; without it at half of bytes-threshold-high.",
                change = Change.LIVE)
        @Nullable
        DataSize bytesThresholdLow,

        @Setting(
                help = "Sort keys, as JMSPriority:Descending or price:Ascending; without any by priority, then first in"
                        + " first out. A queue that has messages keeps its keys until the server starts again.")
        List<String> destinationKeys) {
    /** Choice of the topic's servers that get a message published on one of them. */
    public enum ForwardingPolicy {
        /** All. */
        REPLICATED,
        /** The one on which it is published. */
        PARTITIONED
    }

    public JmsTopicSettings {
        jndiNames = List.copyOf(jndiNames);
        servers = List.copyOf(servers);
        destinationKeys = List.copyOf(destinationKeys);
        DestinationForm.check(jndiNames, destinationKeys);
        DestinationRules.Thresholds unused = DestinationForm.thresholds(
                messagesThresholdHigh, messagesThresholdLow, bytesThresholdHigh, bytesThresholdLow);
    }

    boolean isOn(String server) {
        return servers.isEmpty() || servers.contains(server);
    }

    DestinationForm form(String name) {
        return new DestinationForm(
                jndiNames.isEmpty() ? List.of("jms/" + name) : jndiNames,
                DestinationForm.rules(
                        messagesMaximum,
                        bytesMaximum,
                        blockingSendPolicy,
                        maxMessageSize,
                        redeliveryLimit,
                        redeliveryDelay,
                        expirationPolicy,
                        errorDestination,
                        DestinationForm.thresholds(
                                messagesThresholdHigh, messagesThresholdLow, bytesThresholdHigh, bytesThresholdLow),
                        destinationKeys));
    }
}

package io.keelson.jms;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import io.keelson.base.config.SettingException;
import io.keelson.jms.client.FactorySettings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A connection factory of the domain. The name DefaultJMSConnectionFactory means the default one.
 *
 * @param jndiNames names in the server tree; where none is given, jms/ and the factory's own
 * @param clientId that each of its connections gets; null: none
 * @param messagesMaximum messages that are on their way to a consumer at most; -1: bounded by bytes; auto: found out
 * @param prefetchMode true if synchronous consumers get messages ahead of time, too
 * @param oneWaySendMode to which destinations non-persistent messages are sent without waiting
 * @param oneWaySendWindowSize after how many of them a send waits
 * @param sendTimeout how long a sender waits for room
 * @param reconnectTimeout how long a connection that was lost is tried again, and a new one waits for a JMS server that starts
 * @param flowMaximum messages a second of a producer whose destination has passed its threshold; 0: it is not slowed down
 * @param flowMinimum to how many that is lowered
 * @param flowInterval in which time
 * @param flowSteps in how many steps
 */
@Section(value = "jms-connection-factories.*", help = "A connection factory, by which applications connect to JMS.")
public record JmsFactorySettings(
        @Setting(
                help = "Names in the server tree, as jms/factory; without any jms/ and the factory's own name.",
                change = Change.LIVE)
        List<String> jndiNames,

        @Setting(
                help = "Client id of each of its connections, of which there can be one at a time then.",
                change = Change.LIVE)
        @Nullable
        String clientId,

        @Setting(
                help =
                        "Messages that are on their way to a consumer at most (the pipeline): 1 to 1000000, where 1 switches it off;"
                                + " -1, as many as there is memory for; auto, as many as the round trip and the consumer's work need.",
                defaultValue = "10",
                pattern = "auto|-1|[1-9][0-9]{0,6}",
                change = Change.LIVE)
        String messagesMaximum,

        @Setting(
                help =
                        "Whether synchronous consumers have the pipeline, too: each receive that finds nothing asks for as"
                                + " many as messages-maximum.",
                defaultValue = "false",
                change = Change.LIVE)
        boolean prefetchMode,

        @Setting(
                help = "To which destinations non-persistent messages outside of transactions are sent without waiting:"
                        + " disabled, queue, topic, queue-and-topic. Where a quota holds them back they wait in the "
                        + "server; a message that it refuses fails a"
                        + " later send. What is under way when the connection is lost may be lost unnoticed.",
                defaultValue = "disabled",
                change = Change.LIVE)
        OneWaySendMode oneWaySendMode,

        @Setting(
                help = "After how many one-way sends the next one waits until the server has them all.",
                defaultValue = "1",
                min = "1",
                max = "1000000",
                change = Change.LIVE)
        int oneWaySendWindowSize,

        @Setting(
                help = "How long a sender waits for room in a destination that is full; 0s: not at all.",
                defaultValue = "10s",
                min = "0s",
                max = "1d",
                change = Change.LIVE)
        Duration sendTimeout,

        @Setting(
                help = "For how long a connection to another process that was lost is made again, while its calls wait;"
                        + " 0s: not at all. After that its ExceptionListener is called. A new connection waits as long for"
                        + " a JMS server that no server has yet.",
                defaultValue = "2m",
                min = "0s",
                max = "1d",
                change = Change.LIVE)
        Duration reconnectTimeout,

        @Setting(
                help =
                        "Messages a second with which flow control begins for a producer, once its destination is above a"
                                + " threshold (messages-threshold-high, bytes-threshold-high); 0: producers are not slowed down.",
                defaultValue = "500",
                min = "0",
                max = "1000000",
                change = Change.LIVE)
        int flowMaximum,

        @Setting(
                help = "Messages a second to which a producer is slowed down at most.",
                defaultValue = "50",
                min = "1",
                max = "1000000",
                change = Change.LIVE)
        int flowMinimum,

        @Setting(
                help = "How long it takes from flow-maximum to flow-minimum while the destination stays above, and back"
                        + " once it is below.",
                defaultValue = "60s",
                min = "1s",
                max = "1d",
                change = Change.LIVE)
        Duration flowInterval,

        @Setting(
                help = "In how many steps of the same length that is.",
                defaultValue = "10",
                min = "1",
                max = "1000",
                change = Change.LIVE)
        int flowSteps) {
    /** To which destinations messages are sent without waiting. */
    public enum OneWaySendMode {
        /** To none. */
        DISABLED,
        /** To queues. */
        QUEUE,
        /** To topics. */
        TOPIC,
        /** To all. */
        QUEUE_AND_TOPIC
    }

    public JmsFactorySettings {
        jndiNames = List.copyOf(jndiNames);
        DestinationForm.check(jndiNames, List.of());
        if (flowMaximum > 0 && flowMinimum > flowMaximum) {
            throw new SettingException(
                    "flow-minimum",
                    flowMinimum + " is more than the flow-maximum of " + flowMaximum + "; make it less");
        }
    }

    List<String> names(String own) {
        return jndiNames.isEmpty() ? List.of("jms/" + own) : jndiNames;
    }

    FactorySettings client(String name) {
        boolean both = oneWaySendMode == OneWaySendMode.QUEUE_AND_TOPIC;
        return new FactorySettings(
                name,
                clientId,
                FactorySettings.parseMessagesMaximum(messagesMaximum),
                prefetchMode,
                both || oneWaySendMode == OneWaySendMode.QUEUE,
                both || oneWaySendMode == OneWaySendMode.TOPIC,
                oneWaySendWindowSize,
                sendTimeout.toMillis(),
                reconnectTimeout.toMillis(),
                flowMaximum,
                flowMinimum,
                flowInterval.toMillis(),
                flowSteps);
    }
}

package io.keelson.jms;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import io.keelson.jms.client.FactorySettings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A connection factory of the domain. The name DefaultJMSConnectionFactory means the default one.
 *
 * @param jndiNames names in the server tree; where none is given, jms/ and the factory's own
 * @param clientId that each of its connections gets; null: none
 * @param messagesMaximum messages that are on their way to a consumer at most
 * @param prefetchMode true if synchronous consumers get messages ahead of time, too
 * @param oneWaySendMode to which destinations non-persistent messages are sent without waiting
 * @param oneWaySendWindowSize after how many of them a send waits
 * @param sendTimeout how long a sender waits for room
 * @param reconnectTimeout how long a connection that was lost is tried again
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
                help = "Messages that are on their way to a consumer at most (the pipeline); 1 switches it off.",
                defaultValue = "10",
                min = "1",
                max = "1000000",
                change = Change.LIVE)
        int messagesMaximum,

        @Setting(
                help =
                        "Whether synchronous consumers have the pipeline, too: each receive that finds nothing asks for as"
                                + " many as messages-maximum.",
                defaultValue = "false",
                change = Change.LIVE)
        boolean prefetchMode,

        @Setting(
                help = "To which destinations non-persistent messages outside of transactions are sent without waiting:"
                        + " disabled, queue, topic, queue-and-topic. A message may then be lost unnoticed.",
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
                        + " 0s: not at all. After that its ExceptionListener is called.",
                defaultValue = "2m",
                min = "0s",
                max = "1d",
                change = Change.LIVE)
        Duration reconnectTimeout) {
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
    }

    List<String> names(String own) {
        return jndiNames.isEmpty() ? List.of("jms/" + own) : jndiNames;
    }

    FactorySettings client(String name) {
        boolean both = oneWaySendMode == OneWaySendMode.QUEUE_AND_TOPIC;
        return new FactorySettings(
                name,
                clientId,
                messagesMaximum,
                prefetchMode,
                both || oneWaySendMode == OneWaySendMode.QUEUE,
                both || oneWaySendMode == OneWaySendMode.TOPIC,
                oneWaySendWindowSize,
                sendTimeout.toMillis(),
                reconnectTimeout.toMillis());
    }
}

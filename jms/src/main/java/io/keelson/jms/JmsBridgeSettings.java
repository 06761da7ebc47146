package io.keelson.jms;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import io.keelson.base.config.SettingException;
import io.keelson.jms.bridge.QualityOfService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A bridge: takes messages from one destination and sends them to another, of which either may be another provider's.
 *
 * @param source from which messages come
 * @param target to which they go
 * @param qualityOfService what a failure may do to a message
 * @param selector of the messages that are taken; null: all
 * @param clientId of the source's connection; null: none
 * @param subscription the name of a durable subscription of a source that is a topic; null: what is published while the bridge is away is
 *     lost
 * @param batchSize messages that one transaction takes at most
 * @param retryDelayMinimum after which a bridge that has failed is tried again for the first time
 * @param retryDelayMaximum to which that delay doubles
 * @param replyDestinations by the name of a reply destination of the source: that of the target that takes its place
 * @param started true if it begins by itself
 * @param servers that may run it; empty: all
 */
@Section(
        value = "bridges.*",
        help = "A bridge for messages between two destinations, of which either may be another JMS provider's. One"
                + " server at a time runs it.")
public record JmsBridgeSettings(
        @Setting(help = "From where messages come.", required = true, change = Change.LIVE)
        JmsBridgeEnd source,

        @Setting(help = "Where they go.", required = true, change = Change.LIVE)
        JmsBridgeEnd target,

        @Setting(
                help =
                        "What a failure may do to a message: exactly-once, nothing, which needs XA of the other provider;"
                                + " duplicates-okay, it may come twice; at-most-once, it may be lost.",
                defaultValue = "exactly-once",
                change = Change.LIVE)
        QualityOfService qualityOfService,

        @Setting(help = "Message selector: only such messages are taken.", change = Change.LIVE) @Nullable
        String selector,

        @Setting(help = "Client id of the connection to the source.", change = Change.LIVE) @Nullable
        String clientId,

        @Setting(
                help =
                        "Name of a durable subscription, for a source that is a topic. Without it what is published while"
                                + " the bridge is away is not taken.",
                change = Change.LIVE)
        @Nullable
        String subscription,

        @Setting(
                help = "Messages that one transaction takes at most.",
                defaultValue = "10",
                min = "1",
                max = "1000",
                change = Change.LIVE)
        int batchSize,

        @Setting(
                help = "How long a bridge waits that has failed before it is tried again; each time twice as long.",
                defaultValue = "1s",
                min = "50ms",
                max = "1h",
                change = Change.LIVE)
        Duration retryDelayMinimum,

        @Setting(
                help = "The longest that it waits.",
                defaultValue = "60s",
                min = "50ms",
                max = "1d",
                change = Change.LIVE)
        Duration retryDelayMaximum,

        @Setting(
                help = "By the name of a reply destination (JMSReplyTo) of the source: the one of the target that takes"
                        + " its place, named as the target's destination is. Others do not travel.",
                change = Change.LIVE)
        Map<String, String> replyDestinations,

        @Setting(
                help = "False if it waits for keelson jms start-bridge after each start of a server.",
                defaultValue = "true",
                change = Change.LIVE)
        boolean started,

        @Setting(
                help = "Servers that may run it; without any all of the cluster. One of them does.",
                reference = "servers",
                change = Change.LIVE)
        List<String> servers) {
    public JmsBridgeSettings {
        replyDestinations = Map.copyOf(replyDestinations);
        servers = List.copyOf(servers);
        if (retryDelayMaximum.compareTo(retryDelayMinimum) < 0) {
            throw new SettingException(
                    "retry-delay-maximum", "is less than retry-delay-minimum; make it at least as long");
        }
        if (source.equals(target)) {
            throw new SettingException("target", "is the source, too: messages would go round; choose another one");
        }
        if (subscription != null && clientId == null) {
            throw new SettingException("client-id", "is missing: a durable subscription belongs to a client id");
        }
        if (subscription != null && source.local() && !source.topic()) {
            throw new SettingException("subscription", "is for topics, and the source is a queue");
        }
    }

    boolean isOn(String server) {
        return servers.isEmpty() || servers.contains(server);
    }
}

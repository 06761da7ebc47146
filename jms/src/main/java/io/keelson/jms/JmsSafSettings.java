package io.keelson.jms;

import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import io.keelson.base.config.SettingException;
import io.keelson.jms.broker.DestinationRules;
import io.keelson.jms.engine.QueueRules;
import io.keelson.jms.engine.SortKey;
import io.keelson.jms.message.DestinationName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A remote domain to which messages are stored and forwarded.
 *
 * @param providerUrl addresses of its servers
 * @param user that logs in there
 * @param password of that user
 * @param passwordFile a file whose first line is the password, relative to the domain
 * @param destinations of the remote domain, by their local names
 * @param windowSize messages on their way at most, for each destination
 * @param retryDelayMinimum after which an attempt that has failed is repeated for the first time
 * @param retryDelayMaximum to which that delay doubles
 * @param servers that have the local queues; empty: all
 */
@Section(
        value = "saf.*",
        help =
                "Store and forward to another Keelson domain: messages for its destinations wait in local queues until it"
                        + " can be reached, and arrive there once.")
public record JmsSafSettings(
        @Setting(
                help = "Addresses of the remote domain's servers, as keelson://a:7001,b:7001.",
                required = true,
                pattern = "keelsons?://.+",
                change = Change.LIVE)
        String providerUrl,

        @Setting(help = "User of the remote domain.", change = Change.LIVE) @Nullable
        String user,

        @Setting(
                help = "Password of that user; better password-file, or a variable of the environment that overrides"
                        + " this.",
                secret = true,
                change = Change.LIVE)
        @Nullable
        String password,

        @Setting(
                help = "File whose first line is the password, relative to the domain. It is read for each connection.",
                change = Change.LIVE)
        @Nullable
        Path passwordFile,

        @Setting(help = "Destinations of the remote domain, by their local names.", change = Change.LIVE)
        Map<String, JmsSafDestination> destinations,

        @Setting(
                help = "Messages that are on their way at a time, for each destination.",
                defaultValue = "100",
                min = "1",
                max = "10000",
                change = Change.LIVE)
        int windowSize,

        @Setting(
                help = "How long it waits after a failure before it tries again; each time twice as long.",
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
                help = "Servers that have the local queues; without any all servers.",
                reference = "servers",
                change = Change.LIVE)
        List<String> servers) {
    /** First in, first out, whatever the priority: no message has such a property. */
    private static final QueueRules IN_ORDER = new QueueRules(-1, 0, List.of(new SortKey("JMS_Keelson_None", false)));

    public JmsSafSettings {
        destinations = Map.copyOf(destinations);
        servers = List.copyOf(servers);
        if (retryDelayMaximum.compareTo(retryDelayMinimum) < 0) {
            throw new SettingException(
                    "retry-delay-maximum", "is less than retry-delay-minimum; make it at least as long");
        }
    }

    boolean isOn(String server) {
        return servers.isEmpty() || servers.contains(server);
    }

    /** Returns the rules of the local queue of a destination. */
    static DestinationForm form(String name, JmsSafDestination destination) {
        String error = destination.errorDestination();
        return new DestinationForm(
                destination.jndiNames().isEmpty() ? List.of("jms/" + name) : destination.jndiNames(),
                new DestinationRules(
                        IN_ORDER,
                        -1,
                        -1,
                        false,
                        -1,
                        switch (destination.errorHandling()) {
                            case DISCARD -> DestinationRules.Expired.DISCARD;
                            case LOG -> DestinationRules.Expired.LOG;
                            case REDIRECT -> DestinationRules.Expired.REDIRECT;
                        },
                        error == null ? null : DestinationName.queue(error)));
    }

    @Override
    public String toString() {
        return "JmsSafSettings[" + providerUrl + ", " + destinations.keySet() + "]"; // never the password
    }
}

package io.keelson.jms;

import io.keelson.base.config.Setting;
import io.keelson.base.config.Setting.Change;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One end of a bridge: a destination of the domain, or one of another provider.
 *
 * @param destination the name of a queue or topic of the domain; with a connection factory its name in the provider's JNDI
 * @param topic true if a destination of the domain is a topic
 * @param connectionFactory the provider's connection factory in its JNDI; null: the destination is the domain's
 * @param jndiProperties the environment of the provider's JNDI
 * @param user for JNDI and the connection; null: none is said
 * @param password of that user
 * @param passwordFile a file whose first line is the password, relative to the domain
 */
public record JmsBridgeEnd(
        @Setting(
                help = "Name of a queue or topic of the domain; with connection-factory the destination's name in the"
                        + " JNDI of the other provider.",
                required = true,
                change = Change.LIVE)
        String destination,

        @Setting(help = "True if a destination of the domain is a topic.", defaultValue = "false", change = Change.LIVE)
        boolean topic,

        @Setting(
                help = "Name of a connection factory in the JNDI of another provider; without it the destination is the"
                        + " domain's.",
                change = Change.LIVE)
        @Nullable
        String connectionFactory,

        @Setting(
                help = "Environment of the other provider's JNDI, as java.naming.factory.initial. Not for passwords: it"
                        + " is shown.",
                change = Change.LIVE)
        Map<String, String> jndiProperties,

        @Setting(help = "User for the other provider's JNDI and its connections.", change = Change.LIVE) @Nullable
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
        Path passwordFile) {
    public JmsBridgeEnd {
        jndiProperties = Map.copyOf(jndiProperties);
    }

    /** Returns true if the destination is the domain's. */
    boolean local() {
        return connectionFactory == null;
    }

    /** Returns how messages name it. */
    String shown() {
        return local()
                ? (topic ? "topic " : "queue ") + destination
                : destination + " of " + jndiProperties.getOrDefault("java.naming.provider.url", "another provider");
    }

    @Override
    public String toString() {
        return "JmsBridgeEnd[" + shown() + "]"; // never the password
    }
}

package io.keelson.jms;

import io.keelson.jms.client.ClientConnectionFactory;
import io.keelson.jms.client.FactorySettings;
import io.keelson.jms.wire.Link;
import io.keelson.kernel.config.NearestName;
import io.keelson.kernel.spi.resource.ResourceMaker;
import java.util.Set;
import java.util.TreeSet;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** Makes the connection factories that applications define (Jakarta EE Platform 11, 5.17). Thread-safe. */
final class JmsFactoryMaker implements ResourceMaker {
    private static final Set<String> KNOWN = Set.of(
            "interface-name",
            "class-name",
            "resource-adapter",
            "user",
            "password",
            "client-id",
            "transactional",
            "max-pool-size",
            "min-pool-size");
    private static final Set<String> PROPERTIES = Set.of(
            "messages-maximum",
            "prefetch-mode",
            "one-way-send-mode",
            "one-way-send-window-size",
            "send-timeout",
            "reconnect-timeout",
            "flow-maximum",
            "flow-minimum",
            "flow-interval",
            "flow-steps");

    private final Link.Connector connector;
    private final ServerTransactions transactions;
    private final ServerTransactions none;

    JmsFactoryMaker(Link.Connector connector, ServerTransactions transactions, ServerTransactions none) {
        this.connector = connector;
        this.transactions = transactions;
        this.none = none;
    }

    @Override
    public String kind() {
        return "jms-connection-factory";
    }

    @Override
    public Made make(Definition definition) throws NamingException {
        Definitions.check(definition, KNOWN, PROPERTIES);
        FactorySettings standard = FactorySettings.STANDARD;
        String mode = definition.properties().getOrDefault("one-way-send-mode", "disabled");
        if (!Set.of("disabled", "queue", "topic", "queue-and-topic").contains(mode)) {
            throw Definitions.wrong(
                    definition,
                    "has the one-way-send-mode '" + mode + "'; expected disabled, queue, topic or queue-and-topic");
        }
        String clientId = definition.setting("client-id");
        FactorySettings settings = new FactorySettings(
                definition.application() + "/" + definition.name(),
                clientId == null || clientId.isBlank() ? null : clientId,
                messagesMaximum(definition, standard),
                Boolean.parseBoolean(definition.properties().get("prefetch-mode")),
                mode.startsWith("queue"),
                mode.endsWith("topic"),
                Definitions.number(definition, "one-way-send-window-size", standard.oneWayWindow()),
                Definitions.number(definition, "send-timeout", (int) standard.sendTimeout()),
                Definitions.number(definition, "reconnect-timeout", (int) standard.reconnectTimeout()),
                Definitions.number(definition, "flow-maximum", standard.flowMaximum()),
                Definitions.number(definition, "flow-minimum", standard.flowMinimum()),
                Definitions.number(definition, "flow-interval", (int) standard.flowInterval()),
                Definitions.number(definition, "flow-steps", standard.flowSteps()));
        boolean transactional = !"false".equals(trimmed(definition.setting("transactional")));
        ClientConnectionFactory factory =
                new ClientConnectionFactory(connector, () -> settings, transactional ? transactions : none);
        return new Made() {
            @Override
            public Object value() {
                return factory;
            }

            @Override
            public void close() {}
        };
    }

    private static int messagesMaximum(Definition definition, FactorySettings standard) throws NamingException {
        String text = trimmed(definition.properties().get("messages-maximum"));
        try {
            return text == null ? standard.messagesMaximum() : FactorySettings.parseMessagesMaximum(text);
        } catch (IllegalArgumentException e) {
            throw Definitions.wrong(definition, "has a wrong property: " + e.getMessage());
        }
    }

    private static @Nullable String trimmed(@Nullable String text) {
        return text == null ? null : text.trim();
    }

    /** Checks both makers' definitions. A property that resembles none of ours is another server's and is left out. */
    static final class Definitions {
        private Definitions() {}

        static NamingException wrong(Definition definition, String what) {
            return new NamingException(
                    "the JMS resource " + definition.name() + " (" + definition.place() + ") " + what);
        }

        static void check(Definition definition, Set<String> settings, Set<String> properties) throws NamingException {
            Set<String> unknown = new TreeSet<>(definition.settings().keySet());
            unknown.removeAll(settings);
            if (!unknown.isEmpty()) {
                throw wrong(definition, "has the settings " + unknown + ", which it does not have");
            }
            Set<String> unknownProperties =
                    new TreeSet<>(definition.properties().keySet());
            unknownProperties.removeAll(properties);
            for (String unknownProperty : unknownProperties) {
                if (NearestName.of(unknownProperty, properties) != null) {
                    throw wrong(
                            definition,
                            "has the property " + unknownProperty + "; it has " + new TreeSet<>(properties));
                }
            }
            if (!unknownProperties.isEmpty()) {
                JmsLog.LOG.otherServersProperties(definition.application(), definition.name(), unknownProperties);
            }
        }

        static int number(Definition definition, String property, int otherwise) throws NamingException {
            String text = definition.properties().get(property);
            if (text == null) {
                return otherwise;
            }
            try {
                int number = Integer.parseInt(text.trim());
                if (number >= 1 || number == 0 && (property.endsWith("-timeout") || property.equals("flow-maximum"))) {
                    return number;
                }
                throw wrong(definition, "has the " + property + " " + number + ", which is too small");
            } catch (NumberFormatException e) {
                throw wrong(definition, "has the " + property + " '" + text + "', which is no whole number");
            }
        }
    }
}

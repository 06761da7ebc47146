package io.keelson.ejb.message;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The activation configuration of a message-driven bean. Names of properties count without regard to case.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 5.7.1 to 5.7.4; Jakarta Messaging 3.1, 13.1.
 *
 * @param destination the name of the queue or topic
 * @param topic true for a topic; null: as the destination itself is
 * @param connectionFactory the name of the connection factory
 * @param selector of the messages that it gets; null: all
 * @param subscription the name of a subscription; null: none
 * @param durable true if the subscription goes on while the bean is away
 * @param shared true if several receivers have the subscription
 * @param clientId of its connections; null: none
 * @param receivers how many messages are handled at a time, at least 1
 * @param duplicatesAllowed true if messages outside of transactions may be acknowledged late
 */
public record Activation(
        String destination,
        @Nullable Boolean topic,
        String connectionFactory,
        @Nullable String selector,
        @Nullable String subscription,
        boolean durable,
        boolean shared,
        @Nullable String clientId,
        int receivers,
        boolean duplicatesAllowed) {
    private static final String DEFAULT_FACTORY = "java:comp/DefaultJMSConnectionFactory";
    private static final int DEFAULT_RECEIVERS = 16;
    private static final int MOST_RECEIVERS = 1000;
    private static final Set<String> KNOWN = Set.of(
            "destinationlookup",
            "destination",
            "destinationtype",
            "connectionfactorylookup",
            "connectionfactoryjndiname",
            "messageselector",
            "subscriptionname",
            "subscriptiondurability",
            "sharesubscriptions",
            "clientid",
            "acknowledgemode",
            "maxsession",
            "maxsessions");

    /**
     * Reads a configuration.
     *
     * @param properties as annotation and descriptor give them
     * @param mapped the name that the bean is mapped to; null: none
     * @throws IllegalArgumentException when it is wrong; the message says how
     */
    public static Activation of(Map<String, String> properties, @Nullable String mapped) {
        Map<String, String> given = new TreeMap<>();
        properties.forEach((name, value) -> given.put(name.toLowerCase(Locale.ROOT), value.trim()));
        String destination = first(given, "destinationlookup", "destination");
        if (destination == null) {
            destination = mapped;
        }
        if (destination == null) {
            throw new IllegalArgumentException(
                    "no destination is named: expected the activation property destinationLookup");
        }
        String subscription = first(given, "subscriptionname");
        boolean durable = oneOf(given, "subscriptiondurability", "NonDurable", "Durable");
        if (durable && subscription == null) {
            throw new IllegalArgumentException("subscriptionDurability is Durable, and subscriptionName is not given");
        }
        String factory = first(given, "connectionfactorylookup", "connectionfactoryjndiname");
        return new Activation(
                destination,
                topic(given),
                factory == null ? DEFAULT_FACTORY : factory,
                first(given, "messageselector"),
                subscription,
                durable,
                oneOf(given, "sharesubscriptions", "false", "true"),
                first(given, "clientid"),
                receivers(given),
                oneOf(given, "acknowledgemode", "Auto-acknowledge", "Dups-ok-acknowledge"));
    }

    /** Returns the names of properties that mean nothing here. */
    public static Set<String> unknown(Map<String, String> properties) {
        Set<String> unknown = new TreeSet<>(properties.keySet());
        unknown.removeIf(name -> KNOWN.contains(name.toLowerCase(Locale.ROOT)));
        return unknown;
    }

    private static @Nullable String first(Map<String, String> given, String... names) {
        for (String name : names) {
            String value = given.get(name);
            if (value != null && !value.isEmpty()) {
                return value;
            }
        }
        return null;
    }

    private static @Nullable Boolean topic(Map<String, String> given) {
        String type = first(given, "destinationtype");
        if (type == null) {
            return null;
        }
        return switch (type.substring(type.lastIndexOf('.') + 1)) {
            case "Queue" -> false;
            case "Topic" -> true;
            default ->
                throw new IllegalArgumentException(
                        "destinationType is '" + type + "'; expected jakarta.jms.Queue or jakarta.jms.Topic");
        };
    }

    private static boolean oneOf(Map<String, String> given, String name, String no, String yes) {
        String value = first(given, name);
        if (value == null || value.equalsIgnoreCase(no)) {
            return false;
        }
        if (value.equalsIgnoreCase(yes)) {
            return true;
        }
        throw new IllegalArgumentException(name + " is '" + value + "'; expected " + no + " or " + yes);
    }

    private static int receivers(Map<String, String> given) {
        String value = first(given, "maxsession", "maxsessions");
        if (value == null) {
            return DEFAULT_RECEIVERS;
        }
        try {
            int receivers = Integer.parseInt(value);
            if (receivers >= 1 && receivers <= MOST_RECEIVERS) {
                return receivers;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("maxSession is '" + value + "'; expected a whole number", e);
        }
        throw new IllegalArgumentException("maxSession is " + value + "; expected 1 to " + MOST_RECEIVERS);
    }

    /** Returns how many receivers there may be: one where they would get the same messages, or may not be several. */
    int most(boolean toTopic) {
        return toTopic && !shared ? 1 : receivers;
    }
}

package io.keelson.jms.message;

import java.io.Serializable;

/**
 * The name of a queue or a topic. Immutable.
 *
 * @param topic true for a topic
 * @param name as it is configured, or as the server made it for a temporary destination
 */
public record DestinationName(boolean topic, String name) implements Serializable, Comparable<DestinationName> {
    /** Begins the names of temporary destinations, which nobody may configure. */
    public static final String TEMPORARY = "$tmp.";

    public DestinationName {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a destination has no empty name");
        }
    }

    /** Returns the name of a queue. */
    public static DestinationName queue(String name) {
        return new DestinationName(false, name);
    }

    /** Returns the name of a topic. */
    public static DestinationName topic(String name) {
        return new DestinationName(true, name);
    }

    /** Returns true if the destination lives as long as the connection that made it. */
    public boolean temporary() {
        return name.startsWith(TEMPORARY);
    }

    @Override
    public int compareTo(DestinationName other) {
        int kind = Boolean.compare(topic, other.topic);
        return kind != 0 ? kind : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return (topic ? "topic " : "queue ") + name;
    }
}

package io.keelson.jms.broker;

import io.keelson.jms.message.DestinationName;

/**
 * Demand at the queues of a JMS server: which of them have consumers without messages, or messages without consumers. Thread-safe.
 */
public final class QueueDemand {
    private final JmsServer server;

    QueueDemand(JmsServer server) {
        this.server = server;
    }

    /** Returns how many consumers a queue has, those that forward not counted; 0 where it is not there. */
    long consumers(DestinationName name) {
        Destination known = server.destinations.get(name);
        if (known == null || !known.configured || name.topic()) {
            return 0;
        }
        Node node = known.node();
        return node.queue.paused()
                ? 0
                : server.consumers.values().stream()
                        .filter(each -> each.node() == node && !each.forwarding())
                        .count();
    }

    /** Returns true if a queue has no consumers, those that forward not counted. */
    public boolean hasNoDemand(DestinationName name) {
        server.lock.lock();
        try {
            return server.isOpen() && consumers(name) == 0;
        } finally {
            server.unlock();
        }
    }

    /** Returns true if a queue has messages that can be had, and nobody who wants them. */
    public boolean isStranded(DestinationName name) {
        return isStranded(name, false);
    }

    /**
     * Returns true if a queue has messages that can be had, and nobody who wants them.
     *
     * @param withoutUnits true if messages of units of order do not count
     */
    public boolean isStranded(DestinationName name, boolean withoutUnits) {
        server.lock.lock();
        try {
            Destination known = server.destinations.get(name);
            return server.isOpen()
                    && known != null
                    && !name.topic()
                    && known.node().queue.readyCount()
                                    - (withoutUnits ? known.node().queue.readyInUnits() : 0)
                            > 0
                    && !known.node().queue.paused()
                    && consumers(name) == 0;
        } finally {
            server.unlock();
        }
    }

    /** Returns true if a queue has messages of units of order that can be had, and no consumer. */
    public boolean hasIdleUnits(DestinationName name) {
        server.lock.lock();
        try {
            Destination known = server.destinations.get(name);
            return server.isOpen()
                    && known != null
                    && !name.topic()
                    && known.node().queue.readyInUnits() > 0
                    && !known.node().queue.paused()
                    && consumers(name) == 0;
        } finally {
            server.unlock();
        }
    }
}

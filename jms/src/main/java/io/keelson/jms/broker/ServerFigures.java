package io.keelson.jms.broker;

import io.keelson.jms.store.StoreFigures;
import java.util.ArrayList;
import java.util.List;

/**
 * Figures of a JMS server as they are now: its destinations, connections, sessions, consumers and its store. Thread-safe.
 */
public final class ServerFigures {
    private final JmsServer server;

    ServerFigures(JmsServer server) {
        this.server = server;
    }

    /** Returns what each destination and subscription does. */
    public List<DestinationState> states() {
        server.lock.lock();
        try {
            List<DestinationState> states = new ArrayList<>();
            for (Destination each : server.destinations.values()) {
                for (Node node : each.nodes) {
                    states.add(state(each, node));
                }
                if (each.nodes.isEmpty()) {
                    states.add(idle(each));
                }
            }
            return states;
        } finally {
            server.unlock();
        }
    }

    private DestinationState state(Destination each, Node node) {
        Subscription subscription = node.subscription;
        return new DestinationState(
                each.name,
                subscription == null ? "" : subscription.shown(),
                node.queue.readyCount(),
                node.queue.delayedCount(),
                node.queue.inFlightCount(),
                node.queue.bytes(),
                node.queue.pagedMessages(),
                node.queue.pagedBytes(),
                node.queue.consumers(),
                each.blocked.size(),
                each.received,
                each.delivered,
                each.acknowledged,
                each.receivedLastHour.lastHour(server.now()),
                each.acknowledgedLastHour.lastHour(server.now()),
                each.expired,
                each.exhausted,
                node.queue.firstTimestamp(),
                each.productionPaused,
                node.queue.paused(),
                each.above);
    }

    /** A topic without server.subscriptions. */
    private DestinationState idle(Destination each) {
        return new DestinationState(
                each.name,
                "",
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                each.blocked.size(),
                each.received,
                0,
                0,
                each.receivedLastHour.lastHour(server.now()),
                0,
                0,
                0,
                0,
                each.productionPaused,
                false,
                each.above);
    }

    /** Returns what each connection does. */
    public List<ConnectionState> connectionStates() {
        server.lock.lock();
        try {
            return server.connections.stream().map(ServerConnection::state).toList();
        } finally {
            server.unlock();
        }
    }

    /** Returns what each session does that has consumed or sent. */
    public List<SessionState> sessionStates() {
        server.lock.lock();
        try {
            return server.connections.stream()
                    .flatMap(each -> each.sessionStates().stream())
                    .toList();
        } finally {
            server.unlock();
        }
    }

    /** Returns what each consumer does. */
    public List<ConsumerState> consumerStates() {
        server.lock.lock();
        try {
            return server.connections.stream()
                    .flatMap(each -> each.consumerStates().stream())
                    .toList();
        } finally {
            server.unlock();
        }
    }

    /** Returns how many connections there are. */
    public int connections() {
        server.lock.lock();
        try {
            return server.connections.size();
        } finally {
            server.unlock();
        }
    }

    /** Returns what the store does. */
    public StoreFigures store() {
        return server.stored.figures();
    }
}

package io.keelson.jms.broker;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.selector.Selector;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Messages that the topics of a JMS server keep for other members of a distributed topic. Thread-safe.
 */
public final class TopicForwarding {
    private final JmsServer server;

    TopicForwarding(JmsServer server) {
        this.server = server;
    }

    /**
     * Keeps what is published on a topic for other members of it, from now on.
     *
     * @param members those that are to get it
     * @param gone true if what others have not got is not theirs any more
     */
    public void replicate(DestinationName topic, Set<String> members, boolean gone) {
        server.locked(() -> {
            Destination known = server.destinations.get(topic);
            if (known == null || !server.isOpen()) {
                return;
            }
            for (Node each : List.copyOf(known.nodes)) {
                Subscription of = each.subscription;
                if (gone && of != null && of.forwards() && !members.contains(of.member())) {
                    server.drop(of);
                }
            }
            for (String member : members) {
                String key = Subscription.forwardingKey(topic, member);
                Subscription before = server.subscriptions.get(key);
                if (before != null && before.topic != known) { // the topic was taken away meanwhile
                    server.drop(before);
                }
                if (known.configured && !server.subscriptions.containsKey(key)) {
                    Subscription made = new Subscription(
                            key,
                            known,
                            Subscription.FORWARDING,
                            topic.name() + "\n" + member,
                            true,
                            false,
                            Selector.ALL,
                            false,
                            server.nextNumber());
                    known.nodes.add(made.node);
                    server.subscriptions.put(key, made);
                    server.stored.append(List.of(Subscribing.change(made)));
                }
            }
        });
    }

    /** Returns the topics that have messages for another member. */
    public Set<DestinationName> waitingFor(String member) {
        server.lock.lock();
        try {
            Set<DestinationName> all = new LinkedHashSet<>();
            for (Subscription each : server.isOpen() ? server.subscriptions.values() : List.<Subscription>of()) {
                if (each.forwards()
                        && each.member().equals(member)
                        && each.node.queue.readyCount() > 0
                        && !each.node.queue.paused()) {
                    all.add(each.topic.name);
                }
            }
            return all;
        } finally {
            server.unlock();
        }
    }

    /** Returns the members for which there are subscriptions of theirs. */
    public Set<String> membersServed() {
        server.lock.lock();
        try {
            Set<String> all = new LinkedHashSet<>();
            server.subscriptions.values().stream()
                    .filter(Subscription::forwards)
                    .forEach(each -> all.add(each.member()));
            return all;
        } finally {
            server.unlock();
        }
    }
}

package io.keelson.jms.broker;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.selector.Selector;
import org.jspecify.annotations.Nullable;

/** A subscription to a topic. Guarded by the server's lock. */
final class Subscription {
    /** Key made of its client and its name; an unnamed one has a key that nobody else can have. */
    final String key;

    final Destination topic;
    final @Nullable String clientId;
    final @Nullable String name;
    final boolean durable;
    final boolean shared;
    final Selector selector;
    final boolean noLocal;

    /** The record of the store; 0: none. */
    final long record;

    final Node node;

    /** The connection of an unnamed subscription without a client id. */
    String origin = "";

    Subscription(
            String key,
            Destination topic,
            @Nullable String clientId,
            @Nullable String name,
            boolean durable,
            boolean shared,
            Selector selector,
            boolean noLocal,
            long record) {
        this.key = key;
        this.topic = topic;
        this.clientId = clientId;
        this.name = name;
        this.durable = durable;
        this.shared = shared;
        this.selector = selector;
        this.noLocal = noLocal;
        this.record = record;
        this.node = new Node("s:" + key, topic, this, durable);
    }

    /** Returns true if the subscription is to have the message. */
    boolean wants(MessageData message) {
        return selector.matches(message) && !(noLocal && localTo(message));
    }

    private boolean localTo(MessageData message) {
        return clientId != null
                ? message.origin().equals(clientId)
                : message.origin().equals(origin);
    }

    boolean sameAs(Destination other, Selector otherSelector, boolean otherNoLocal) {
        return topic == other && selector.text().equals(otherSelector.text()) && noLocal == otherNoLocal;
    }

    /** The client id of subscriptions that are not a client's: each is what another member of a distributed topic is to get. */
    static final String FORWARDING = "$forwarding";

    /** The key of the subscription of another member. */
    static String forwardingKey(DestinationName topic, String member) {
        return Subscribing.durableKey(FORWARDING, topic.name() + "\n" + member);
    }

    /** Returns true if it is another member's. */
    boolean forwards() {
        return FORWARDING.equals(clientId);
    }

    /** Returns the member whose it is; empty: it is a client's. */
    String member() {
        return forwards() && name != null ? name.substring(name.lastIndexOf('\n') + 1) : "";
    }

    /** Returns how management names it. */
    String shown() {
        if (forwards()) {
            return "forwarding to " + member();
        }
        String plain = name == null ? "(not named)" : name;
        return clientId == null ? plain : clientId + "." + plain;
    }
}

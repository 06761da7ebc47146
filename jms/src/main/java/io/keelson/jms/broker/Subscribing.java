package io.keelson.jms.broker;

import io.keelson.jms.message.DestinationName;
import io.keelson.jms.selector.Selector;
import io.keelson.jms.store.MessageStore;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Request;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds or makes the subscription of a consumer. Runs under the server's lock.
 *
 * <p>Specification: Jakarta Messaging 3.1, 8.3 Creating consumers on a topic.
 */
final class Subscribing {
    private final JmsServer server;
    private final @Nullable String clientId;

    Subscribing(JmsServer server, @Nullable String clientId) {
        this.server = server;
        this.clientId = clientId;
    }

    /** The key of a durable subscription, shared or not: the two may not have the same name. */
    static String durableKey(@Nullable String clientId, String name) {
        return "d:" + (clientId == null ? "" : clientId) + "\n" + name;
    }

    /**
     * Subscribes a consumer.
     *
     * @param attach adds the consumer to the subscription
     */
    void subscribe(
            Request.Consume request,
            Destination topic,
            Selector selector,
            Consumer<Subscription> attach,
            Outcome outcome)
            throws JmsFailure {
        Request.Subscription asked = request.subscription();
        String name = asked.name();
        if (name == null) {
            attach.accept(make("n:" + server.nextNumber(), topic, request, selector, 0));
            outcome.done();
            return;
        }
        if (topic.name.temporary() && asked.durable()) {
            throw new JmsFailure(JmsFailure.Code.INVALID_DESTINATION, "a temporary topic has no durable subscriptions");
        }
        String key =
                asked.durable() ? durableKey(clientId, name) : "s:" + (clientId == null ? "" : clientId) + "\n" + name;
        Subscription known = server.subscriptions.get(key);
        if (known != null && !known.sameAs(topic, selector, request.noLocal())
                || known != null && known.shared != asked.shared()) {
            refuseActive(known, name);
            server.drop(known);
            known = null;
        }
        if (known != null) {
            if (!known.shared && known.node.queue.consumers() > 0) {
                throw new JmsFailure(
                        JmsFailure.Code.ILLEGAL_STATE,
                        "the durable subscription '" + name
                                + "' has a consumer already; only a shared one may have several");
            }
            attach.accept(known);
            outcome.done();
            return;
        }
        long record = asked.durable() ? server.nextNumber() : 0;
        Subscription made = make(key, topic, request, selector, record);
        attach.accept(made);
        server.deliverer.whenStored(record == 0 ? List.of() : List.of(change(made)), outcome);
    }

    private static void refuseActive(Subscription known, String name) throws JmsFailure {
        if (known.node.queue.consumers() > 0 || known.node.queue.inFlightCount() > 0) {
            throw new JmsFailure(
                    JmsFailure.Code.ILLEGAL_STATE,
                    "the subscription '" + name
                            + "' is in use with another topic, selector or kind; close its consumers"
                            + " first, or choose another name");
        }
    }

    private Subscription make(String key, Destination topic, Request.Consume request, Selector selector, long record) {
        Request.Subscription asked = request.subscription();
        Subscription made = new Subscription(
                key,
                topic,
                clientId,
                asked.name(),
                asked.durable(),
                asked.shared(),
                selector,
                request.noLocal(),
                record);
        made.origin = request.origin();
        topic.nodes.add(made.node);
        server.subscriptions.put(key, made);
        return made;
    }

    /** The change that keeps a subscription. */
    static MessageStore.Change change(Subscription made) {
        String name = made.name;
        DestinationName topic = made.topic.name;
        return new MessageStore.Put(
                made.record,
                new StoredForm.Subscribed(
                                made.key,
                                topic.name(),
                                made.clientId,
                                name == null ? "" : name,
                                made.shared,
                                made.selector.text(),
                                made.noLocal)
                        .bytes());
    }
}

package io.keelson.jms.broker;

import io.keelson.jms.engine.QueueEvent;
import io.keelson.jms.engine.QueuedMessage;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.selector.Selector;
import io.keelson.jms.selector.SelectorException;
import io.keelson.jms.store.MessageStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes subscriptions, messages and branches of what a store had. Runs under the server's lock, once. */
final class StoreRecovery {
    private final JmsServer server;
    private final String name;
    private final Map<String, Node> nodes = new HashMap<>();
    private final SortedMap<Long, StoredForm> forms = new TreeMap<>();
    private final Map<Long, Integer> attempts = new HashMap<>();
    private final Map<Long, Long> attemptRecords = new HashMap<>();
    private final Map<Long, InFlight> byRecord = new HashMap<>();
    private final List<MessageStore.Change> changes = new ArrayList<>();

    /** By the record of a message whose body was left in the store: its size. */
    private final Map<Long, Integer> left = new HashMap<>();

    /** Bytes of bodies for which memory has room. */
    private long room;

    StoreRecovery(JmsServer server, String name) {
        this.server = server;
        this.room = server.paging.limit();
        this.name = name;
    }

    /**
     * Returns the first number that was never given: what other servers know of messages by their numbers, as those that were forwarded to
     * them, outlives the messages here.
     */
    long recover(MessageStore.Recovered recovered) throws IOException {
        String cut = recovered.cut();
        if (cut != null) {
            BrokerLog.LOG.cut(name, cut);
        }
        read(recovered.records());
        boolean clean = forms.remove(StoredMessages.CLEAN) != null;
        if (clean) {
            changes.add(new MessageStore.Remove(StoredMessages.CLEAN));
        }
        forms.forEach((record, form) -> {
            if (form instanceof StoredForm.Subscribed subscribed) {
                subscription(record, subscribed);
            } else if (form instanceof StoredForm.Attempts tried) {
                attempts.put(tried.message(), tried.count());
                attemptRecords.put(tried.message(), record);
            } else if (form instanceof StoredForm.Requests requests) {
                server.windows.recovered(record, requests);
            }
        });
        forms.forEach((record, form) -> message(record, form, clean));
        for (Map.Entry<Long, StoredForm> each : forms.entrySet()) {
            if (each.getValue() instanceof StoredForm.Branch branch) {
                branch(each.getKey(), branch);
            } else if (each.getValue() instanceof StoredForm.Shared && !server.stored.isShared(each.getKey())) {
                changes.add(new MessageStore.Remove(each.getKey()));
            }
        }
        attemptRecords.values().forEach(each -> changes.add(new MessageStore.Remove(each)));
        server.stored.append(changes);
        say(clean);
        long free = recovered.records().isEmpty() ? 1 : recovered.records().last() + 1;
        return Math.max(
                1,
                forms.get(StoredMessages.NUMBERS) instanceof StoredForm.Numbers given
                        ? Math.max(free, given.below())
                        : free);
    }

    private void read(SortedSet<Long> records) throws IOException {
        for (long each : records) {
            byte[] bytes = server.stored.read(each);
            if (bytes == null) {
                throw new IOException("the message store of the JMS server " + name + " has lost the record " + each);
            }
            try {
                forms.put(each, withoutBody(each, StoredForm.read(bytes)));
            } catch (IllegalArgumentException e) {
                throw new IOException(
                        "the message store of the JMS server " + name + " has the record " + each
                                + ", which this version cannot read: " + e.getMessage(),
                        e);
            }
        }
    }

    /** Leaves the body of a message in the store, where memory has enough of them already. */
    private StoredForm withoutBody(long record, StoredForm form) {
        MessageData message = StoredMessages.message(form);
        if (message == null || message.bodySize() < Paging.SMALLEST) {
            return form;
        }
        if (message.bodySize() <= room) {
            room -= message.bodySize();
            return form;
        }
        left.put(record, message.bodySize());
        MessageData head = message.withBody(null);
        return form instanceof StoredForm.Message of
                ? new StoredForm.Message(of.node(), head)
                : new StoredForm.Shared(head);
    }

    private void subscription(long record, StoredForm.Subscribed form) {
        Destination topic = server.destination(DestinationName.topic(form.topic()), DestinationRules.STANDARD);
        Selector selector;
        try {
            selector = Selector.of(form.selector());
        } catch (SelectorException e) {
            throw new IllegalStateException("a selector that was compiled cannot be any more", e);
        }
        Subscription subscription = new Subscription(
                form.key(), topic, form.clientId(), form.name(), true, form.shared(), selector, form.noLocal(), record);
        topic.nodes.add(subscription.node);
        server.subscriptions.put(subscription.key, subscription);
    }

    private @Nullable Node node(String key) {
        return nodes.computeIfAbsent(key, absent -> {
            if (absent.startsWith("q:")) {
                return server.destination(DestinationName.queue(absent.substring(2)), DestinationRules.STANDARD)
                        .node();
            }
            Subscription subscription = server.subscriptions.get(absent.substring(2));
            return subscription == null ? null : subscription.node;
        });
    }

    private void message(long record, StoredForm form, boolean clean) {
        if (form instanceof StoredForm.Message message) {
            arrive(record, message.node(), message.message(), left.get(record), clean);
        } else if (form instanceof StoredForm.Reference reference) {
            if (forms.get(reference.shared()) instanceof StoredForm.Shared shared
                    && arrive(record, reference.node(), shared.message(), left.get(reference.shared()), clean)) {
                server.stored.share(record, reference.shared());
            }
        }
    }

    /** Has a message arrive; its body was left in the store where {@code bodySize} is there. */
    private boolean arrive(long record, String key, MessageData message, @Nullable Integer bodySize, boolean clean) {
        Node node = node(key);
        if (node == null) {
            changes.add(new MessageStore.Remove(record)); // its subscription is gone
            return false;
        }
        QueuedMessage queued = bodySize == null
                ? new QueuedMessage(record, message, record)
                : QueuedMessage.paged(record, message, record, bodySize);
        Long attemptRecord = attemptRecords.remove(record);
        if (attemptRecord != null) {
            queued.recordAttemptsAt(attemptRecord);
        }
        QueuedMessage marked = queued.attempted(attempts.getOrDefault(record, 0), !clean);
        byRecord.put(record, new InFlight(node, marked));
        server.step(node, new QueueEvent.Arrived(marked));
        return true;
    }

    private void branch(long record, StoredForm.Branch form) throws IOException {
        List<InFlight> taken = new ArrayList<>();
        for (long each : form.taken()) {
            InFlight known = byRecord.get(each);
            if (known != null) {
                load(known);
                taken.add(known);
                server.step(known.node(), new QueueEvent.Withheld(List.of(known.message())));
            }
        }
        server.branches.put(form.id(), new PreparedBranch(form.id(), record, form.sends(), taken));
    }

    /** Brings the body of a message that a branch has taken back: it counts as in flight. */
    private void load(InFlight taken) throws IOException {
        QueuedMessage message = taken.message();
        byte[] body = message.paged() ? server.stored.body(server.stored.recordOf(message)) : null;
        if (body != null) {
            taken.node().queue.pageIn(message, body);
        }
    }

    private void say(boolean clean) {
        int messages = byRecord.size();
        BrokerLog.LOG.open(name, messages, server.subscriptions.size(), server.branches.size());
        if (!clean && messages > 0) {
            BrokerLog.LOG.unclean(name, messages);
        }
        for (Destination each : server.destinations.values()) {
            if (!each.configured && each.messages() > 0) {
                BrokerLog.LOG.notConfigured(name, (int) each.messages(), each.name.toString());
            }
        }
    }
}

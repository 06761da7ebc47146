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

    StoreRecovery(JmsServer server, String name) {
        this.server = server;
        this.name = name;
    }

    /** Returns the first number that is free. */
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
        forms.forEach((record, form) -> {
            if (form instanceof StoredForm.Branch branch) {
                branch(record, branch);
            } else if (form instanceof StoredForm.Shared && !server.stored.isShared(record)) {
                changes.add(new MessageStore.Remove(record));
            }
        });
        attemptRecords.values().forEach(each -> changes.add(new MessageStore.Remove(each)));
        server.stored.append(changes);
        say(clean);
        return recovered.records().isEmpty()
                ? 1
                : Math.max(1, recovered.records().lastKey() + 1);
    }

    private void read(SortedMap<Long, byte[]> records) throws IOException {
        for (Map.Entry<Long, byte[]> each : records.entrySet()) {
            try {
                forms.put(each.getKey(), StoredForm.read(each.getValue()));
            } catch (IllegalArgumentException e) {
                throw new IOException(
                        "the message store of the JMS server " + name + " has the record " + each.getKey()
                                + ", which this version cannot read: " + e.getMessage(),
                        e);
            }
        }
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
            arrive(record, message.node(), message.message(), clean);
        } else if (form instanceof StoredForm.Reference reference) {
            if (forms.get(reference.shared()) instanceof StoredForm.Shared shared
                    && arrive(record, reference.node(), shared.message(), clean)) {
                server.stored.share(record, reference.shared());
            }
        }
    }

    private boolean arrive(long record, String key, MessageData message, boolean clean) {
        Node node = node(key);
        if (node == null) {
            changes.add(new MessageStore.Remove(record)); // its subscription is gone
            return false;
        }
        QueuedMessage queued = new QueuedMessage(record, message, record);
        Long attemptRecord = attemptRecords.remove(record);
        if (attemptRecord != null) {
            queued.recordAttemptsAt(attemptRecord);
        }
        QueuedMessage marked = queued.attempted(attempts.getOrDefault(record, 0), !clean);
        byRecord.put(record, new InFlight(node, marked));
        server.step(node, new QueueEvent.Arrived(marked));
        return true;
    }

    private void branch(long record, StoredForm.Branch form) {
        List<InFlight> taken = new ArrayList<>();
        for (long each : form.taken()) {
            InFlight known = byRecord.get(each);
            if (known != null) {
                taken.add(known);
                server.step(known.node(), new QueueEvent.Withheld(List.of(known.message())));
            }
        }
        server.branches.put(form.id(), new PreparedBranch(form.id(), record, form.sends(), taken));
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

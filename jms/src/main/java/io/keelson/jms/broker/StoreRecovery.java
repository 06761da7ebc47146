package io.keelson.jms.broker;

import io.keelson.jms.engine.QueueEvent;
import io.keelson.jms.engine.QueuedMessage;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.selector.Selector;
import io.keelson.jms.selector.SelectorException;
import io.keelson.jms.store.Ahead;
import io.keelson.jms.store.MessageStore;
import io.keelson.jms.store.RecordMap;
import io.keelson.jms.store.RecordNumbers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes subscriptions, messages and branches of what a store had. Records are read once, in their order, in which a subscription comes
 * before its messages, and a message before what is known of its deliveries. Messages leave memory again meanwhile, as they do later. Runs
 * under the server's lock, once.
 */
final class StoreRecovery {
    /** After how many messages memory is looked at. */
    private static final int TOGETHER = 1000;

    private static final long BYTES_TOGETHER = 4 << 20;

    /** Number of records from which on they are read by a thread of its own. */
    private static final int MANY = 2000;

    /** Number of records, and of their bytes, that are handed over at once. */
    private static final int PIECE = 256;

    private static final long PIECE_BYTES = 1 << 20;

    /** After how many changes they are given to the store. */
    private static final int MOST_CHANGES = 10_000;

    private final JmsServer server;
    private final String name;
    private final Map<String, Node> nodes = new HashMap<>();

    /** By the record of a message: those that are in memory. */
    private final Map<Long, InFlight> here = new HashMap<>();

    /** By their records: by how much their number is greater than that of the message, and how often it was delivered. */
    private final RecordMap attempts = new RecordMap(2);

    /** Those whose number is greater by more than an integer has. */
    private final Map<Long, StoredForm.Attempts> farAttempts = new HashMap<>();

    /** By the record of a message: how often it was delivered before the server ended in good order. */
    private final RecordMap delivered = new RecordMap(1);

    private final Map<Long, StoredForm.Branch> branches = new HashMap<>();
    private final RecordMap sharedOnes = new RecordMap(1);
    private final List<MessageStore.Change> changes = new ArrayList<>();
    private long lastShared;
    private @Nullable MessageData lastSharedMessage;
    private boolean clean;
    private long given;
    private int messages;
    private int since;
    private long bytesSince;

    StoreRecovery(JmsServer server, String name) {
        this.server = server;
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
        RecordNumbers records = recovered.records();
        Ahead.run(
                records.size() < MANY ? null : "keelson.jms: opening of " + name,
                to -> readAll(records, to),
                (List<Found> piece) -> {
                    for (Found each : piece) {
                        take(each.record(), each.form());
                    }
                });
        for (long each : attempts.numbers()) {
            int[] known = attempts.get(each);
            if (known != null) {
                attempted(each, new StoredForm.Attempts(each - known[0], known[1]));
            }
        }
        for (Map.Entry<Long, StoredForm.Attempts> each : farAttempts.entrySet()) {
            attempted(each.getKey(), each.getValue());
        }
        for (Map.Entry<Long, StoredForm.Branch> each : branches.entrySet()) {
            branch(each.getKey(), each.getValue());
        }
        for (long each : sharedOnes.numbers()) {
            if (!server.stored.isShared(each)) {
                change(new MessageStore.Remove(each));
            }
        }
        server.stored.append(changes);
        say();
        long free = records.isEmpty() ? 1 : records.last() + 1;
        return Math.max(1, Math.max(free, given));
    }

    /** A record that was read. */
    private record Found(long record, StoredForm form) {}

    /** Puts records together that were read. */
    private final class Pieces implements MessageStore.Receiver {
        private final Ahead.Taker<List<Found>> to;
        private List<Found> piece = new ArrayList<>(PIECE);
        private long size;

        Pieces(Ahead.Taker<List<Found>> to) {
            this.to = to;
        }

        @Override
        public void take(long record, byte @Nullable [] bytes) throws IOException {
            piece.add(new Found(record, form(record, bytes)));
            size += bytes == null ? 0 : bytes.length;
            if (piece.size() >= PIECE || size >= PIECE_BYTES) {
                end();
            }
        }

        void end() throws IOException {
            to.take(piece);
            piece = new ArrayList<>(PIECE);
            size = 0;
        }
    }

    /** Reads all records in their order, on a thread of its own where there are many. */
    private void readAll(RecordNumbers records, Ahead.Taker<List<Found>> to) throws IOException {
        Pieces pieces = new Pieces(to);
        server.stored.readEach(records.iterator(), pieces);
        pieces.end();
    }

    private StoredForm read(long record) throws IOException {
        return form(record, server.stored.read(record));
    }

    private StoredForm form(long record, byte @Nullable [] bytes) throws IOException {
        if (bytes == null) {
            throw new IOException("the message store of the JMS server " + name + " has lost the record " + record);
        }
        try {
            return StoredForm.read(bytes);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "the message store of the JMS server " + name + " has the record " + record
                            + ", which this version cannot read: " + e.getMessage(),
                    e);
        }
    }

    private void take(long record, StoredForm form) throws IOException {
        if (form instanceof StoredForm.Message message) {
            boolean unused = arrive(record, message.node(), message.message());
        } else if (form instanceof StoredForm.Reference reference) {
            reference(record, reference);
        } else if (form instanceof StoredForm.Shared shared) {
            int[] unused = sharedOnes.put(record, 0);
            lastShared = record;
            lastSharedMessage = shared.message();
        } else if (form instanceof StoredForm.Subscribed subscribed) {
            subscription(record, subscribed);
        } else if (form instanceof StoredForm.Attempts tried) {
            attempts(record, tried);
        } else if (form instanceof StoredForm.Delivered before) {
            for (long each : before.messages()) {
                int[] unused = delivered.put(each, before.count());
            }
            change(new MessageStore.Remove(record));
        } else if (form instanceof StoredForm.Branch branch) {
            branches.put(record, branch);
        } else if (form instanceof StoredForm.Requests requests) {
            server.windows.recovered(record, requests);
        } else if (form instanceof StoredForm.Numbers numbers) {
            given = numbers.below();
        } else {
            clean = true;
            change(new MessageStore.Remove(record));
        }
    }

    private void attempts(long record, StoredForm.Attempts form) {
        long difference = record - form.message();
        if (difference == (int) difference) {
            int[] unused = attempts.put(record, (int) difference, form.count());
        } else {
            farAttempts.put(record, form);
        }
    }

    private void change(MessageStore.Change change) {
        changes.add(change);
        if (changes.size() >= MOST_CHANGES) {
            server.stored.append(changes);
            changes.clear();
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

    /** Returns the node of a key; null: its subscription is gone, or the one of that name is younger. */
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

    private void reference(long record, StoredForm.Reference form) throws IOException {
        MessageData message = shared(form.shared());
        if (message != null && arrive(record, form.node(), message)) {
            server.stored.share(record, form.shared());
        }
    }

    private @Nullable MessageData shared(long record) throws IOException {
        if (record != lastShared) {
            lastSharedMessage = sharedOnes.contains(record) && read(record) instanceof StoredForm.Shared found
                    ? found.message()
                    : null;
            lastShared = record;
        }
        return lastSharedMessage;
    }

    private boolean arrive(long record, String key, MessageData message) {
        Node node = node(key);
        if (node == null) {
            change(new MessageStore.Remove(record));
            return false;
        }
        if (isOver(node, message)) {
            change(new MessageStore.Remove(record));
            return false;
        }
        QueuedMessage queued = new QueuedMessage(record, message, record).attempted(delivered.get(record, 0), !clean);
        here.put(record, new InFlight(node, queued));
        server.step(node, new QueueEvent.Arrived(queued));
        messages++;
        relieve(message);
        return true;
    }

    /** Has messages leave memory when some have come. */
    private void relieve(MessageData message) {
        since++;
        bytesSince += message.bodySize();
        if (since >= TOGETHER || bytesSince >= BYTES_TOGETHER) {
            since = 0;
            bytesSince = 0;
            long before = server.paging.movedOut();
            server.relieve();
            if (server.paging.movedOut() != before) {
                here.values().removeIf(each -> !each.node().queue.waits(each.message()));
            }
        }
    }

    /** Returns true if a message has expired and goes nowhere: it would take memory until recovery ends. */
    private boolean isOver(Node node, MessageData message) {
        DestinationRules.Expired rule = node.destination.rules.expired();
        if (message.expiration() == 0
                || message.expiration() > server.now()
                || rule == DestinationRules.Expired.REDIRECT) {
            return false;
        }
        node.destination.expired++;
        if (rule == DestinationRules.Expired.LOG) {
            BrokerLog.LOG.expired(message.id(), node.destination.name.toString());
        }
        return true;
    }

    /** Returns a message, in memory; null where it is not waiting. */
    private @Nullable InFlight find(long record) throws IOException {
        InFlight known = here.get(record);
        if (known != null && known.node().queue.waits(known.message())) {
            return known;
        }
        byte[] bytes = server.stored.read(record);
        StoredForm form = bytes == null ? null : read(record);
        Node node = form instanceof StoredForm.Message of
                ? node(of.node())
                : form instanceof StoredForm.Reference of ? node(of.node()) : null;
        MessageData message = form instanceof StoredForm.Message of
                ? of.message()
                : form instanceof StoredForm.Reference of ? shared(of.shared()) : null;
        if (node == null || message == null) {
            return null;
        }
        InFlight found = new InFlight(node, new QueuedMessage(record, message, record).attempted(0, !clean));
        if (!node.queue.recall(found.message())) {
            return null;
        }
        here.put(record, found);
        return found;
    }

    private void attempted(long record, StoredForm.Attempts form) throws IOException {
        InFlight found = find(form.message());
        if (found == null || found.message().attemptsRecord() != 0) {
            change(new MessageStore.Remove(record));
            return;
        }
        QueuedMessage unused = found.message().attempted(delivered.get(form.message(), form.count()), !clean);
        found.message().recordAttemptsAt(record);
        relieve(found.message().message());
    }

    private void branch(long record, StoredForm.Branch form) throws IOException {
        List<InFlight> taken = new ArrayList<>();
        for (long each : form.taken()) {
            InFlight known = find(each);
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

    private void say() {
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

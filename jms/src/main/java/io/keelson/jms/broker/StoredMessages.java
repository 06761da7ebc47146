package io.keelson.jms.broker;

import io.keelson.jms.engine.MessageRun;
import io.keelson.jms.engine.QueuedMessage;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.store.MessageStore;
import io.keelson.jms.store.MessageStore.Change;
import io.keelson.jms.store.RecordMap;
import io.keelson.jms.store.StoreFigures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The records of the store that belong to messages, and who shares them. Guarded by the server's lock. */
final class StoredMessages {
    /** The record that says that the server has ended in good order. */
    static final long CLEAN = 0;

    /** The record that says which numbers may have been given. */
    static final long NUMBERS = -1;

    /** The first record of deliveries of messages that were out of memory at the end; others have smaller numbers. */
    private static final long DELIVERED = -2;

    private final MessageStore store;
    private Consumer<QueuedMessage> gone = message -> {};
    private final LongSupplier numbers;

    /** By the record of a reference: by how much its number is greater than that of the message. */
    private final RecordMap sharedOf = new RecordMap(1);

    /** By the record of a message: how many references there are. */
    private final RecordMap shares = new RecordMap(1);

    /** The same of references whose removal is on its way into the store. */
    private final Map<Long, Long> leaving = new HashMap<>();

    private final List<Change> attempts = new ArrayList<>();

    StoredMessages(MessageStore store, LongSupplier numbers) {
        this.store = store;
        this.numbers = numbers;
    }

    /** Sets who hears of messages that are removed for good. */
    void whenGone(Consumer<QueuedMessage> hears) {
        gone = hears;
    }

    /** Returns the record that has the body of a message that is kept. */
    long recordOf(QueuedMessage message) {
        return message.stored() - sharedOf.get(message.stored(), 0);
    }

    /** Reads a record; null where there is none. Waits for the disk; for any thread. */
    byte @Nullable [] read(long record) throws IOException {
        return store.read(record);
    }

    /** Shows records one after the other, see {@link MessageStore#readEach}. For any thread. */
    void readEach(PrimitiveIterator.OfLong records, MessageStore.Receiver receiver) throws IOException {
        store.readEach(records, receiver);
    }

    /** Reads the body that a record has; null where there is no such record. Waits for the disk; for any thread. */
    byte @Nullable [] body(long record) throws IOException {
        byte[] bytes = store.read(record);
        if (bytes == null) {
            return null;
        }
        try {
            MessageData message = message(StoredForm.read(bytes));
            byte[] body = message == null ? null : message.body();
            if (body == null) {
                throw new IOException("the record " + record + " has no body");
            }
            return body;
        } catch (IllegalArgumentException e) {
            throw new IOException("the record " + record + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Reads the messages of a run, those that are there still. Waits for the disk; for any thread.
     *
     * @param records their numbers
     * @param marked true if they may have been delivered before
     */
    List<QueuedMessage> read(long[] records, boolean marked) throws IOException {
        Map<Long, byte[]> found = store.read(records);
        Map<Long, StoredForm> forms = new LinkedHashMap<>();
        SortedSet<Long> elsewhere = new TreeSet<>();
        for (long each : records) {
            byte[] bytes = found.remove(each);
            if (bytes != null) {
                StoredForm form = form(each, bytes);
                forms.put(each, form);
                if (form instanceof StoredForm.Reference reference) {
                    elsewhere.add(reference.shared());
                }
            }
        }
        Map<Long, byte[]> shared = elsewhere.isEmpty()
                ? Map.of()
                : store.read(elsewhere.stream().mapToLong(Long::longValue).toArray());
        List<QueuedMessage> all = new ArrayList<>(forms.size());
        for (Map.Entry<Long, StoredForm> each : forms.entrySet()) {
            MessageData message = message(each.getValue());
            if (each.getValue() instanceof StoredForm.Reference reference) {
                byte[] bytes = shared.get(reference.shared());
                message = bytes == null ? null : message(form(reference.shared(), bytes));
            }
            if (message != null) {
                long record = each.getKey();
                all.add(new QueuedMessage(record, message, record).attempted(0, marked));
            }
        }
        return all;
    }

    private static StoredForm form(long record, byte[] bytes) throws IOException {
        try {
            return StoredForm.read(bytes);
        } catch (IllegalArgumentException e) {
            throw new IOException("the record " + record + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Returns the message that a record has; null: it has none. */
    static @Nullable MessageData message(StoredForm form) {
        if (form instanceof StoredForm.Message message) {
            return message.message();
        }
        return form instanceof StoredForm.Shared shared ? shared.message() : null;
    }

    MessageStore.Recovered open(long epoch) throws IOException {
        return store.open(epoch);
    }

    StoreFigures figures() {
        return store.figures();
    }

    void close() {
        store.close();
    }

    /** Returns the change that keeps up to where numbers may have been given; it goes before records with such numbers. */
    static Change numbersBelow(long below) {
        return new MessageStore.Put(NUMBERS, new StoredForm.Numbers(below).bytes());
    }

    /** Keeps changes that nobody waits for. */
    void append(List<Change> changes) {
        if (!changes.isEmpty()) {
            store.append(List.copyOf(changes), error -> {});
        }
    }

    void append(List<Change> changes, MessageStore.Completion completion) {
        store.append(changes, completion);
    }

    /** Makes the messages of a message in nodes, with the changes that keep it. */
    List<InFlight> route(MessageData message, Collection<Node> nodes, List<Change> changes) {
        List<InFlight> arrivals = new ArrayList<>(nodes.size());
        long keeping = message.persistent()
                ? nodes.stream().filter(each -> each.stored).count()
                : 0;
        long shared = 0;
        if (keeping > 1) {
            shared = numbers.getAsLong();
            changes.add(new MessageStore.Put(shared, new StoredForm.Shared(message).bytes()));
        }
        for (Node each : nodes) {
            long sequence = numbers.getAsLong();
            boolean kept = keeping > 0 && each.stored;
            arrivals.add(new InFlight(each, new QueuedMessage(sequence, message, kept ? sequence : 0)));
            if (kept && shared != 0) {
                changes.add(new MessageStore.Put(sequence, new StoredForm.Reference(shared, each.key).bytes()));
                share(sequence, shared);
            } else if (kept) {
                changes.add(new MessageStore.Put(sequence, new StoredForm.Message(each.key, message).bytes()));
            }
        }
        return arrivals;
    }

    void share(long reference, long shared) {
        sharedOf.put(reference, Math.toIntExact(reference - shared));
        shares.put(shared, shares.get(shared, 0) + 1);
    }

    boolean isShared(long record) {
        return shares.contains(record);
    }

    /** Adds the changes that remove a message for good. */
    void remove(QueuedMessage message, List<Change> changes) {
        take(message, changes);
        removed(message);
        gone.accept(message);
    }

    /** Adds the changes that remove a message. What becomes of them is said by {@link #removed} or {@link #restore}. */
    void take(QueuedMessage message, List<Change> changes) {
        if (message.stored() == 0) {
            return;
        }
        long shared = take(message.stored(), changes);
        if (message.attemptsRecord() != 0) {
            changes.add(new MessageStore.Remove(message.attemptsRecord()));
        }
        if (shared != 0) {
            leaving.put(message.stored(), shared);
        }
    }

    /** Adds the changes that remove a record for good. Returns the record of the message; 0: it is not shared. */
    long take(long record, List<Change> changes) {
        changes.add(new MessageStore.Remove(record));
        int[] difference = sharedOf.remove(record);
        if (difference == null) {
            return 0;
        }
        long shared = record - difference[0];
        int left = shares.get(shared, 1) - 1;
        if (left == 0) {
            shares.remove(shared);
            changes.add(new MessageStore.Remove(shared));
        } else {
            shares.put(shared, left);
        }
        return shared;
    }

    /** Says that the changes of {@link #take} are kept. */
    void removed(QueuedMessage message) {
        leaving.remove(message.stored());
    }

    /** Says that the changes of {@link #take} are not kept: the message stays. */
    void restore(QueuedMessage message) {
        Long shared = leaving.remove(message.stored());
        if (shared == null) {
            return;
        }
        boolean last = !shares.contains(shared);
        share(message.stored(), shared);
        if (last) { // the other references have taken the message with them
            message.pin(); // should the store refuse this, too, the body is in memory only
            append(List.of(new MessageStore.Put(shared, new StoredForm.Shared(message.message()).bytes())));
        }
    }

    /** Notes that a message is delivered, so that a server that dies of it knows. */
    void attempted(QueuedMessage message) {
        if (message.stored() != 0) {
            if (message.attemptsRecord() == 0) {
                message.recordAttemptsAt(numbers.getAsLong());
            }
            attempts.add(new MessageStore.Put(
                    message.attemptsRecord(), new StoredForm.Attempts(message.stored(), message.deliveries()).bytes()));
        }
    }

    void flushAttempts() {
        if (!attempts.isEmpty()) {
            append(attempts);
            attempts.clear();
        }
    }

    /** Says that the server has ended in good order, and which messages were delivered before. */
    void markClean(Collection<Destination> destinations) {
        List<Change> changes = new ArrayList<>();
        long next = DELIVERED;
        for (Destination destination : destinations) {
            for (Node node : destination.nodes) {
                for (MessageRun each : node.queue.runsAway()) {
                    if (each.deliveries() > 0) {
                        long[] messages = each.sequences();
                        Arrays.sort(messages);
                        byte[] form = new StoredForm.Delivered(each.deliveries(), messages).bytes();
                        append(List.of(new MessageStore.Put(next--, form)));
                    }
                }
            }
        }
        changes.add(new MessageStore.Put(CLEAN, new StoredForm.Clean().bytes()));
        for (Destination destination : destinations) {
            for (Node node : destination.nodes) {
                List<QueuedMessage> all = new ArrayList<>(node.queue.ready());
                all.addAll(node.queue.delayed());
                all.stream().filter(each -> each.deliveries() > 0).forEach(this::attempted);
            }
        }
        changes.addAll(attempts);
        attempts.clear();
        append(changes);
    }
}

package io.keelson.jms.broker;

import io.keelson.base.time.Ticker;
import io.keelson.jms.engine.MessageRun;
import io.keelson.jms.engine.QueueEffects;
import io.keelson.jms.engine.QueueEvent;
import io.keelson.jms.engine.QueuedMessage;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.selector.Selector;
import io.keelson.jms.selector.SelectorException;
import io.keelson.jms.store.MessageStore;
import io.keelson.jms.store.MessageStore.Change;
import io.keelson.jms.store.PagingFiles;
import io.keelson.jms.wire.BranchId;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.kernel.config.NearestName;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A JMS server: hosts destinations over one store. {@code lock} guards everything below it; nothing blocks while it is held, and
 * completions
 * of the store take it on the store's thread. A message of a persistent send can be had when the store has it.
 */
public final class JmsServer implements AutoCloseable, Link.Connector {
    /** The origin of consumers that take messages for another member of a distributed queue. */
    public static final String FORWARDING = "$forwarding";

    /** For how long the server does not look at the clock while something is to happen: it may be put forward. */
    private static final long LONGEST_SLEEP_MILLIS = 30_000;

    /** Bytes of one-way sends that may wait for room. */
    private static final long MOST_HELD = 64 << 20;

    /** Memory that a message takes beside its own bytes: its names, its places in the queue and in the store's index. */
    private static final long ENTRY = 600;

    /** Memory of a message that is out of memory: its number in a run and its place in the store's index. */
    private static final long ENTRY_AWAY = 13;

    /** For how many numbers at a time the store keeps that they may have been given. */
    private static final long NUMBERS_TOGETHER = 1 << 20;

    final ReentrantLock lock = new ReentrantLock();
    final Map<DestinationName, Destination> destinations = new TreeMap<>();
    final Map<String, Subscription> subscriptions = new TreeMap<>();
    final Map<BranchId, PreparedBranch> branches = new LinkedHashMap<>();
    final Map<String, ServerConnection> clientIds = new HashMap<>();
    final Map<Long, ServerConsumer> consumers = new HashMap<>();
    final StoredMessages stored;
    final RequestWindows windows;
    final Deliverer deliverer;
    final Paging paging = new Paging(this);

    private final String name;
    private final Ticker ticker;
    private final Alarm alarm;
    final Set<ServerConnection> connections = new LinkedHashSet<>();
    private final Set<Destination> crowded = new LinkedHashSet<>();
    private final Set<Node> touched = new LinkedHashSet<>();
    private final Map<ServerConsumer, List<Delivery>> outgoing = new LinkedHashMap<>();
    private final ArrayDeque<Runnable> aftermath = new ArrayDeque<>();
    private final String run = Long.toString(new java.security.SecureRandom().nextLong() >>> 1, 36);

    /** Memory that the messages of all destinations may take; -1: no limit. */
    private long bytesMaximum = -1;

    /** Memory that the messages take; a message in several subscriptions counts in each. */
    private long bytes;

    /** Of those: what messages in memory take beside their bodies. */
    private long heads;

    /** Bytes on their way into the store. */
    long reservedBytes;

    /** Bytes of one-way sends that wait for room. */
    private long heldBytes;

    private long next = 1;

    /** Numbers below this are given, as far as the store knows. */
    private long given = Long.MAX_VALUE;

    private long armed = Long.MAX_VALUE;
    private boolean open;

    /** Makes a server that is closed. */
    public JmsServer(String name, MessageStore store, Ticker ticker, Alarm alarm) {
        this.name = name;
        this.ticker = ticker;
        this.alarm = alarm;
        this.stored = new StoredMessages(store, this::nextNumber);
        stored.whenGone(paging::forget);
        this.windows = new RequestWindows(stored, this::nextNumber, ticker);
        this.deliverer = new Deliverer(this);
    }

    /**
     * Opens the store and takes what is in it.
     *
     * @param epoch that of the lease; 0: the server needs none
     * @param configured the destinations, but for temporary ones
     * @throws IOException when the store cannot be opened; says where it is damaged
     */
    public void open(long epoch, Map<DestinationName, DestinationRules> configured) throws IOException {
        lock.lock();
        try {
            configured.forEach(this::configure);
            next = new StoreRecovery(this, name).recover(stored.open(epoch));
            given = next;
            open = true;
        } finally {
            unlock();
        }
    }

    /**
     * Has bodies leave memory. Before {@link #open}.
     *
     * @param files for bodies that the store does not have; whoever closes the server has the pager run until it is done
     * @param bufferSize how many bytes of bodies may stay in memory
     */
    public void pageTo(PagingFiles files, Pager pager, long bufferSize) {
        locked(() -> paging.begin(files, pager, bufferSize));
    }

    /** Returns how many bytes of bodies there is room for beside everything else that messages take. */
    long roomForBodies() {
        return bytesMaximum < 0
                ? Long.MAX_VALUE
                : bytesMaximum - bytesMaximum / 4 - (bytes - paging.bodies) - reservedBytes;
    }

    /**
     * Returns how many bytes messages in memory may take beside their bodies, before those that wait for long leave it whole: a quarter of
     * the memory of all messages, and less where the others take more than half of it.
     */
    long roomForHeads() {
        return bytesMaximum < 0
                ? Long.MAX_VALUE
                : Math.max(
                        bytesMaximum / 16,
                        Math.min(bytesMaximum / 4, bytesMaximum - bytesMaximum / 4 - (bytes - paging.bodies - heads)));
    }

    /** Returns what messages in memory take beside their bodies. */
    long heads() {
        return heads;
    }

    /** Counts what has changed since the last time, and has messages leave memory where they take too much. */
    void relieve() {
        count();
        paging.relieve();
        count();
    }

    /** Sets how much memory the messages of all destinations may take before senders wait; -1: no limit. */
    public void bytesMaximum(long most) {
        locked(() -> bytesMaximum = most);
    }

    /** Returns true if the server has room for messages, whatever their destinations have. */
    boolean hasRoom(Collection<MessageData> messages) {
        return bytesMaximum < 0 || bytes + reservedBytes + memory(messages) <= bytesMaximum;
    }

    /** Returns false if the server had no room for messages even if it had no others. */
    boolean mayHaveRoom(Collection<MessageData> messages) {
        return bytesMaximum < 0 || memory(messages) <= bytesMaximum;
    }

    private static long memory(Collection<MessageData> messages) {
        return messages.stream().mapToLong(MessageData::size).sum() + ENTRY * messages.size();
    }

    /** Says what it has room for. */
    String room() {
        return "the JMS server " + name + " has no room: its messages take " + (bytes + reservedBytes)
                + " bytes of memory, with a bytes-maximum of " + bytesMaximum
                + (paging.failure() == null ? "" : "; bodies cannot leave memory: " + paging.failure());
    }

    /** Takes account of a node that has ended with what it has. */
    void ended(Node node) {
        node.gone = true;
        touched.add(node);
        paging.forget(node);
    }

    /** Takes account of a node after a step. */
    void touch(Node node) {
        touched.add(node);
    }

    /** Counts what has changed since the last time. */
    void count() {
        for (Node each : touched) {
            long bodies = each.gone ? 0 : each.queue.residentBodies();
            long away = each.gone ? 0 : each.queue.messagesAway();
            long resident = each.gone ? 0 : each.queue.residentBytes() + ENTRY * (each.queue.messages() - away);
            long now = resident + ENTRY_AWAY * away;
            bytes += now - each.counted;
            heads += resident - bodies - each.countedHeads;
            each.countedHeads = resident - bodies;
            each.counted = now;
            paging.bodies += bodies - each.countedBodies;
            each.countedBodies = bodies;
        }
    }

    /** Returns its name. */
    public String name() {
        return name;
    }

    // ---- the lock --------------------------------------------------------------------------------------------------

    /** Does something under the lock, and what follows from it. */
    void locked(Runnable what) {
        lock.lock();
        try {
            what.run();
        } finally {
            unlock();
        }
    }

    void unlock() {
        try {
            if (lock.getHoldCount() == 1) {
                settle();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Does what follows from steps: redirects, sends that have room now, deliveries, the next alarm. */
    private void settle() {
        do {
            while (!aftermath.isEmpty()) {
                aftermath.remove().run();
            }
            relieve();
            admit();
            paging.readAhead();
        } while (!aftermath.isEmpty());
        count();
        stored.flushAttempts();
        if (!outgoing.isEmpty()) {
            outgoing.forEach((consumer, batch) -> consumer.connection().deliver(consumer.client(), batch));
            outgoing.clear();
        }
        paging.delivered();
        long due = Long.MAX_VALUE;
        for (Node each : touched) {
            due = Math.min(due, each.queue.nextDue());
            thresholds(each.destination);
        }
        touched.clear();
        if (due < armed) {
            arm(due);
        }
    }

    /** Tells producers when a destination passes a threshold. */
    private void thresholds(Destination of) {
        boolean before = of.above;
        of.above = of.rules.thresholds().above(before, of.messages(), of.bytes());
        if (before != of.above) {
            if (of.above) {
                BrokerLog.LOG.above(of.name.toString(), of.messages(), of.bytes());
            } else {
                BrokerLog.LOG.below(of.name.toString(), of.messages(), of.bytes());
                connections.forEach(each -> each.below(of.name));
            }
        }
    }

    private void arm(long due) {
        armed = due;
        if (due != Long.MAX_VALUE) {
            alarm.after(Math.min(LONGEST_SLEEP_MILLIS, Math.max(0, due - now())));
        }
    }

    /** Lets what is due happen. Called by the alarm. */
    public void tick() {
        locked(() -> {
            if (!open) {
                return;
            }
            long now = now();
            armed = Long.MAX_VALUE;
            for (Destination each : List.copyOf(destinations.values())) {
                for (Node node : List.copyOf(each.nodes)) {
                    touched.add(node);
                    if (node.queue.nextDue() <= now) {
                        step(node, new QueueEvent.Ticked());
                    }
                }
            }
            refuseLate();
        });
    }

    long now() {
        return ticker.currentTimeMillis();
    }

    /** Returns what no other run of the server has in its names. */
    String run() {
        return run;
    }

    long nextNumber() {
        if (next >= given) { // before the record that gets it
            given = next + NUMBERS_TOGETHER;
            stored.append(List.of(StoredMessages.numbersBelow(given)));
        }
        return next++;
    }

    /** Returns the number that is given next. */
    long nextUnused() {
        return next;
    }

    void requireOpen() throws JmsFailure {
        if (!open) {
            throw new JmsFailure(JmsFailure.Code.CLOSED, "the JMS server " + name + " is closed");
        }
    }

    // ---- steps -----------------------------------------------------------------------------------------------------

    /** Takes a step of a node and notes what follows. */
    void step(Node node, QueueEvent event) {
        touched.add(node);
        node.queue.step(event, now(), new Effects(node));
    }

    /** Sends a message to its consumer, at the end of what is going on. */
    void send(ServerConsumer consumer, QueuedMessage message) {
        outgoing.computeIfAbsent(consumer, c -> new ArrayList<>())
                .add(new Delivery(message.sequence(), message.message(), message.deliveries(), message.redelivered()));
    }

    /** Does something after what is going on, under the same lock. */
    void later(Runnable what) {
        aftermath.add(what);
    }

    private final class Effects implements QueueEffects {
        private final Node node;

        Effects(Node node) {
            this.node = node;
        }

        @Override
        public void deliver(long id, QueuedMessage message) {
            ServerConsumer consumer = consumers.get(id);
            if (consumer == null) {
                throw new IllegalStateException("a message for a consumer that is gone: " + id);
            }
            node.destination.delivered++;
            consumer.figures().delivered(now());
            if (node.queue.rules().redeliveryLimit() >= 0) {
                stored.attempted(message);
            }
            InFlight delivery = new InFlight(node, message, consumer.figures().session());
            consumer.connection().inFlight.put(message.sequence(), delivery);
            if (!paging.holdsBack(consumer, delivery)) {
                send(consumer, message);
            }
        }

        @Override
        public void wanted(MessageRun run) {
            paging.read(node, run);
        }

        @Override
        public void expired(QueuedMessage message) {
            node.destination.expired++;
            aftermath.add(() -> deliverer.over(node, message));
        }

        @Override
        public void exhausted(QueuedMessage message) {
            node.destination.exhausted++;
            aftermath.add(() -> deliverer.exhausted(node, message));
        }
    }

    // ---- sends that wait for room ----------------------------------------------------------------------------------

    void block(Destination destination, BlockedSend send) {
        destination.blocked.add(send);
        heldBytes += send.oneWay() ? send.bytes() : 0;
        crowded.add(destination);
        long left = TimeUnit.NANOSECONDS.toMillis(send.deadline() - ticker.nanoTime()) + 1;
        long due = now() + Math.max(1, left);
        if (due < armed) {
            arm(due);
        }
    }

    /** Returns true if one-way sends may wait here for room, so that their memory is bounded, too. */
    boolean holds(Collection<MessageData> messages) {
        long more = messages.stream().mapToLong(MessageData::size).sum();
        return heldBytes + more <= (bytesMaximum < 0 ? MOST_HELD : Math.min(MOST_HELD, bytesMaximum / 4));
    }

    long deadline(long millis) {
        return ticker.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.min(millis, TimeUnit.DAYS.toMillis(365)));
    }

    private void admit() {
        for (Destination each : List.copyOf(crowded)) {
            if (each.rules.preemptive()) {
                List.copyOf(each.blocked).stream()
                        .filter(send -> deliverer.isDue(each, send))
                        .forEach(send -> tryAgain(each, send));
            } else {
                admitInOrder(each);
            }
            if (each.blocked.isEmpty()) {
                crowded.remove(each);
            }
        }
    }

    private void admitInOrder(Destination destination) {
        for (int tries = destination.blocked.size(); tries > 0; tries--) {
            BlockedSend first = destination.blocked.peek();
            if (first == null || !deliverer.isDue(destination, first)) {
                break;
            }
            tryAgain(destination, first);
        }
    }

    private void tryAgain(Destination destination, BlockedSend send) {
        unblock(destination, send);
        send.retry().accept(send);
    }

    private void unblock(Destination destination, BlockedSend send) {
        if (destination.blocked.remove(send)) {
            heldBytes -= send.oneWay() ? send.bytes() : 0;
        }
    }

    private void refuseLate() {
        long nearest = Long.MAX_VALUE;
        for (Destination each : List.copyOf(crowded)) {
            for (BlockedSend send : List.copyOf(each.blocked)) {
                long left = send.deadline() - ticker.nanoTime();
                if (left <= 0) {
                    unblock(each, send);
                    send.refuse().accept(deliverer.full(each));
                } else {
                    nearest = Math.min(nearest, now() + TimeUnit.NANOSECONDS.toMillis(left) + 1);
                }
            }
        }
        if (nearest < armed) {
            arm(nearest);
        }
    }

    void refuseAll(Predicate<BlockedSend> which, JmsFailure why) {
        for (Destination each : List.copyOf(crowded)) {
            for (BlockedSend send : List.copyOf(each.blocked)) {
                if (which.test(send)) {
                    unblock(each, send);
                    send.refuse().accept(why);
                }
            }
        }
    }

    // ---- destinations ----------------------------------------------------------------------------------------------

    /** Adds a destination, or gives it other rules. */
    public void configure(DestinationName destination, DestinationRules rules) {
        locked(() -> {
            Destination known = destination(destination, rules);
            known.configured = true;
            known.rules = rules;
            for (Node each : known.nodes) {
                touched.add(each);
                each.queue.rules(rules.queue());
            }
        });
    }

    /**
     * Takes a destination away.
     *
     * @return false where it has messages: those stay in the store, and nobody gets them
     */
    public boolean remove(DestinationName name) {
        lock.lock();
        try {
            Destination known = destinations.get(name);
            if (known == null) {
                return true;
            }
            known.configured = false;
            if (known.messages() > 0) {
                return false;
            }
            destinations.remove(name);
            return true;
        } finally {
            unlock();
        }
    }

    /** Returns a destination, made where it is missing; not yet configured then. */
    Destination destination(DestinationName name, DestinationRules rules) {
        return destinations.computeIfAbsent(name, absent -> {
            Destination made = new Destination(absent, rules);
            if (!absent.topic()) {
                made.nodes.add(new Node("q:" + absent.name(), made, null, !absent.temporary()));
            }
            return made;
        });
    }

    /** Returns a destination that can be used. */
    Destination usable(DestinationName name) throws JmsFailure {
        Destination known = destinations.get(name);
        if (known == null || !known.configured) {
            throw new JmsFailure(
                    JmsFailure.Code.INVALID_DESTINATION,
                    "there is no " + name + " on the JMS server " + this.name
                            + (name.temporary() ? "; it is gone with its connection" : nearest(name)));
        }
        return known;
    }

    private String nearest(DestinationName wanted) {
        List<String> names = destinations.values().stream()
                .filter(each -> each.configured && !each.name.temporary() && each.name.topic() == wanted.topic())
                .map(each -> each.name.name())
                .toList();
        String nearest = NearestName.of(wanted.name(), names);
        return nearest == null ? "; it has " + names : "; did you mean '" + nearest + "'?";
    }

    void drop(Subscription subscription) {
        subscriptions.remove(subscription.key);
        subscription.topic.nodes.remove(subscription.node);
        subscription.node.gone = true;
        List<Change> changes = new ArrayList<>();
        if (subscription.record != 0) {
            changes.add(new MessageStore.Remove(subscription.record));
        }
        List<QueuedMessage> left = new ArrayList<>(subscription.node.queue.ready());
        left.addAll(subscription.node.queue.delayed());
        left.forEach(each -> stored.remove(each, changes));
        step(subscription.node, new QueueEvent.Withdrawn(left));
        stored.append(changes);
        remove(new ArrayDeque<>(subscription.node.queue.withdrawAway()), () -> {});
    }

    /**
     * Removes messages that have left their queue, and were not in memory, from the store: one run after the other.
     *
     * @param then told at the end, unless the server is closed meanwhile
     */
    void remove(ArrayDeque<MessageRun> runs, Runnable then) {
        if (runs.isEmpty()) {
            then.run();
            return;
        }
        List<Change> changes = new ArrayList<>();
        MessageRun next = runs.remove();
        for (long each : next.sequences()) {
            long unused = stored.take(each, changes);
        }
        for (long each : next.attempts()) {
            changes.add(new MessageStore.Remove(each));
        }
        stored.append(
                changes,
                error -> locked(() -> {
                    if (open) {
                        remove(runs, then);
                    }
                }));
    }

    // ---- connections -----------------------------------------------------------------------------------------------

    @Override
    public Link connect(@Nullable String user, @Nullable String password, Link.Handler handler) throws JmsFailure {
        lock.lock();
        try {
            requireOpen();
            ServerConnection made = new ServerConnection(this, nextNumber(), handler);
            connections.add(made);
            return made;
        } finally {
            unlock();
        }
    }

    void forget(ServerConnection connection) {
        connections.remove(connection);
    }

    // ---- what others do with it ------------------------------------------------------------------------------------

    /** Returns the figures of this server. */
    public ServerFigures figures() {
        return new ServerFigures(this);
    }

    /** Returns the work of operators on its messages. */
    public MessageAdministration messages() {
        return new MessageAdministration(this);
    }

    /** Returns the demand at its queues. */
    public QueueDemand demand() {
        return new QueueDemand(this);
    }

    /** Returns the messages that its topics keep for other members. */
    public TopicForwarding forwarding() {
        return new TopicForwarding(this);
    }

    static Selector selector(@Nullable String text) throws JmsFailure {
        try {
            return Selector.of(text);
        } catch (SelectorException e) {
            throw new JmsFailure(JmsFailure.Code.INVALID_SELECTOR, String.valueOf(e.getMessage()), e);
        }
    }

    // ---- the end ---------------------------------------------------------------------------------------------------

    /** Ends all connections, and closes the store in good order. */
    @Override
    public void close() {
        close(true);
    }

    /** Ends all connections, and closes a store that somebody else owns by now: nothing is said in it. */
    public void abandon() {
        close(false);
    }

    private void close(boolean owned) {
        lock.lock();
        try {
            if (!open) {
                return;
            }
            JmsFailure why = new JmsFailure(JmsFailure.Code.CLOSED, "the JMS server " + name + " is closed");
            List.copyOf(connections).forEach(each -> each.end(why));
            settle();
            open = false;
            paging.close();
            if (owned) {
                stored.markClean(destinations.values());
            }
        } finally {
            unlock();
        }
        stored.close();
    }

    boolean isOpen() {
        return open;
    }
}

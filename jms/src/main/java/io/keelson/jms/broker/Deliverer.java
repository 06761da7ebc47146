package io.keelson.jms.broker;

import io.keelson.jms.engine.QueueEvent;
import io.keelson.jms.engine.QueuedMessage;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.store.MessageStore;
import io.keelson.jms.store.MessageStore.Change;
import io.keelson.jms.wire.BranchId;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Request;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes messages into destinations: checks, quota, store, arrival. Everything runs under the server's lock. */
final class Deliverer {
    /** Bytes of messages that are moved before the store has to have them. */
    private static final long REDIRECTED_TOGETHER = 1 << 20;

    private final JmsServer server;

    Deliverer(JmsServer server) {
        this.server = server;
    }

    /** A set of sends and acknowledgements that is done whole or not at all. */
    record Work(
            ServerConnection connection,
            List<MessageData> sends,
            List<InFlight> taken,
            long timeout,
            Request.@Nullable RequestId id,
            long session) {
        /** Returns true if nobody waits for it. */
        boolean oneWay() {
            return timeout == Request.Send.ONE_WAY;
        }
    }

    // ---- checks ----------------------------------------------------------------------------------------------------

    private void check(List<MessageData> messages) throws JmsFailure {
        for (MessageData each : messages) {
            Destination destination = server.usable(each.destination());
            if (destination.productionPaused) {
                throw new JmsFailure(
                        JmsFailure.Code.ILLEGAL_STATE,
                        "the " + destination.name + " takes no messages: its production is paused");
            }
            byte[] body = each.body();
            long limit = destination.rules.maxMessageSize();
            if (limit >= 0 && body != null && body.length > limit) {
                throw new JmsFailure(
                        JmsFailure.Code.RESOURCE_ALLOCATION,
                        "a message of " + body.length + " bytes is too large for the " + destination.name
                                + ", whose max-message-size is " + limit);
            }
        }
    }

    /** Returns true if a send that waits has room now, or never will: it is tried again then. */
    boolean isDue(Destination destination, BlockedSend send) {
        return hasRoom(destination, send.messages()) && (send.relieves() || server.hasRoom(send.messages()))
                || !mayHaveRoom(destination, send.messages(), send.relieves());
    }

    boolean hasRoom(Destination destination, Collection<MessageData> messages) {
        Amount more = Amount.of(destination, messages);
        return more.fits(destination.rules, destination.messages(), destination.bytes());
    }

    /** Returns false if messages have no room even where there are no others: they would wait in vain, and in the way. */
    private boolean mayHaveRoom(Destination destination, Collection<MessageData> messages, boolean relieves) {
        return Amount.of(destination, messages).fits(destination.rules, 0, 0)
                && (relieves || server.mayHaveRoom(messages));
    }

    /** Number and size of messages for one destination. */
    private record Amount(long messages, long bytes) {
        static Amount of(Destination destination, Collection<MessageData> messages) {
            long count = 0;
            long bytes = 0;
            for (MessageData each : messages) {
                if (each.destination().equals(destination.name)) {
                    count++;
                    bytes += each.size();
                }
            }
            return new Amount(count, bytes);
        }

        boolean fits(DestinationRules rules, long messagesThere, long bytesThere) {
            return (rules.messagesMaximum() < 0 || messagesThere + messages <= rules.messagesMaximum())
                    && (rules.bytesMaximum() < 0 || bytesThere + bytes <= rules.bytesMaximum());
        }
    }

    /** Returns a destination that has no room; null: all have. */
    private @Nullable Destination crowded(List<MessageData> messages, boolean waited) {
        Set<DestinationName> seen = new HashSet<>();
        for (MessageData each : messages) {
            Destination destination = server.destinations.get(each.destination());
            if (destination != null && seen.add(destination.name)) {
                boolean others = !waited && !destination.rules.preemptive() && !destination.blocked.isEmpty();
                if (others || !hasRoom(destination, messages)) {
                    return destination;
                }
            }
        }
        return null;
    }

    JmsFailure full(Destination destination) {
        if (destination.rules.messagesMaximum() < 0 && destination.rules.bytesMaximum() < 0) {
            return new JmsFailure(
                    JmsFailure.Code.RESOURCE_ALLOCATION,
                    server.room() + ". Consume faster, or raise it in the settings of jms");
        }
        return new JmsFailure(
                JmsFailure.Code.RESOURCE_ALLOCATION,
                "the " + destination.name + " has no room: it holds " + destination.messages() + " messages with "
                        + destination.bytes() + " bytes, with a messages-maximum of "
                        + destination.rules.messagesMaximum() + " and a bytes-maximum of "
                        + destination.rules.bytesMaximum()
                        + ". Consume faster, raise the quota or the send-timeout");
    }

    private JmsFailure tooMuch(Destination destination, List<MessageData> messages) {
        Amount more = Amount.of(destination, messages);
        if (more.fits(destination.rules, 0, 0)) {
            return new JmsFailure(
                    JmsFailure.Code.RESOURCE_ALLOCATION,
                    messages.size() + " messages with "
                            + messages.stream().mapToLong(MessageData::size).sum()
                            + " bytes are more than the JMS server ever has room for: " + server.room()
                            + ". Send less in one transaction, or raise it in the settings of jms");
        }
        return new JmsFailure(
                JmsFailure.Code.RESOURCE_ALLOCATION,
                more.messages() + " messages with " + more.bytes() + " bytes are more than the " + destination.name
                        + " ever has room for, with a messages-maximum of " + destination.rules.messagesMaximum()
                        + " and a bytes-maximum of " + destination.rules.bytesMaximum()
                        + ". Send less in one transaction, or raise the quota");
    }

    // ---- work ------------------------------------------------------------------------------------------------------

    /** Does a work, or has it wait for room. */
    void submit(Work work, Outcome outcome) throws JmsFailure {
        attempt(work, outcome, null);
    }

    /**
     * Does a work, or has it wait.
     *
     * @param before how it has waited so far, whose deadline counts; null: not yet
     */
    private void attempt(Work work, Outcome outcome, @Nullable BlockedSend before) throws JmsFailure {
        check(work.sends());
        for (MessageData each : work.sends()) {
            work.connection().sendsTo(server.usable(each.destination()));
        }
        Destination crowded = crowded(work.sends(), before != null);
        // What takes messages, too, is let in: the server would not be relieved otherwise.
        if (crowded == null && !work.sends().isEmpty() && work.taken().isEmpty() && !server.hasRoom(work.sends())) {
            crowded = server.destinations.get(work.sends().get(0).destination());
        }
        if (crowded == null) {
            work.connection().sent(work.session(), work.sends().size());
            for (InFlight each : work.taken()) {
                work.connection().inFlight.remove(each.message().sequence());
            }
            perform(work, List.of(), outcome, () -> giveBack(work.taken(), true));
            return;
        }
        boolean relieves = !work.taken().isEmpty();
        if (!mayHaveRoom(crowded, work.sends(), relieves)) {
            throw tooMuch(crowded, work.sends());
        }
        if (work.timeout() <= 0) {
            throw full(crowded);
        }
        if (work.oneWay() && !server.holds(work.sends())) {
            throw full(crowded);
        }
        server.block(
                crowded,
                new BlockedSend(
                        work.connection(),
                        work.sends(),
                        relieves,
                        work.oneWay(),
                        before == null ? server.deadline(work.timeout()) : before.deadline(),
                        waited -> again(work, outcome, waited),
                        outcome::failed));
    }

    private void again(Work work, Outcome outcome, BlockedSend waited) {
        try {
            attempt(work, outcome, waited);
        } catch (JmsFailure e) {
            outcome.failed(e);
        }
    }

    /**
     * Stores a work and lets it happen.
     *
     * @param further changes that belong to it
     * @param failed told, before the sender, that the store did not take it
     */
    private void perform(Work work, List<Change> further, Outcome outcome, Runnable failed) {
        List<Change> changes = new ArrayList<>(further);
        List<InFlight> arrivals = new ArrayList<>();
        for (MessageData each : work.sends()) {
            Destination destination = server.destinations.get(each.destination());
            if (destination != null) {
                destination.received(server.now());
                arrivals.addAll(server.stored.route(each, targets(destination, each), changes));
            }
        }
        work.taken().forEach(each -> server.stored.take(each.message(), changes));
        if (changes.isEmpty()) {
            happen(arrivals, work.taken());
            outcome.done();
            return;
        }
        if (work.id() != null) {
            server.windows.keep(work.id(), changes);
        }
        reserve(work.sends(), 1);
        server.stored.append(
                changes,
                error -> server.locked(() -> {
                    reserve(work.sends(), -1);
                    if (error == null) {
                        happen(arrivals, work.taken());
                        outcome.done();
                    } else {
                        work.taken().forEach(each -> server.stored.restore(each.message()));
                        failed.run();
                        outcome.failed(
                                new JmsFailure(JmsFailure.Code.STORE, String.valueOf(error.getMessage()), error));
                    }
                }));
    }

    /** Takes a message of another member of a distributed queue or topic, with what is known of its deliveries. */
    void forwarded(Request.Forward forward, Outcome outcome) throws JmsFailure {
        Delivery delivery = forward.message();
        MessageData message = delivery.message();
        List<MessageData> one = List.of(message);
        Destination destination;
        if (message.destination().topic()) {
            destination = server.destinations.get(message.destination());
            if (destination == null || destination.nodes.isEmpty()) {
                outcome.done(); // nobody subscribes here
                return;
            }
        } else {
            check(one);
            destination = server.usable(message.destination());
        }
        if (!hasRoom(destination, one)) {
            throw full(destination);
        }
        destination.received(server.now());
        List<Change> changes = new ArrayList<>();
        List<Node> wanting = new ArrayList<>(targets(destination, message));
        wanting.removeIf(
                each -> each.subscription != null && each.subscription.forwards()); // its first server does that
        List<InFlight> arrivals = server.stored.route(message, wanting, changes);
        for (InFlight each : arrivals) {
            QueuedMessage unused = each.message().attempted(delivery.deliveries(), delivery.redelivered());
            if (delivery.deliveries() > 0) {
                server.stored.attempted(each.message());
            }
        }
        if (changes.isEmpty()) {
            happen(arrivals, List.of());
            outcome.done();
            return;
        }
        server.windows.keep(forward.id(), changes);
        reserve(one, 1);
        server.stored.append(
                changes,
                error -> server.locked(() -> {
                    reserve(one, -1);
                    if (error == null) {
                        happen(arrivals, List.of());
                        outcome.done();
                    } else {
                        outcome.failed(
                                new JmsFailure(JmsFailure.Code.STORE, String.valueOf(error.getMessage()), error));
                    }
                }));
    }

    private void reserve(List<MessageData> messages, int sign) {
        for (MessageData each : messages) {
            Destination destination = server.destinations.get(each.destination());
            if (destination != null) {
                destination.reservedMessages = Math.max(0, destination.reservedMessages + sign);
                server.reservedBytes = Math.max(0, server.reservedBytes + (long) sign * each.size());
                destination.reservedBytes = Math.max(0, destination.reservedBytes + sign * each.size());
            }
        }
    }

    private static Collection<Node> targets(Destination destination, MessageData message) {
        if (!destination.name.topic()) {
            return destination.nodes;
        }
        List<Node> wanting = new ArrayList<>(destination.nodes.size());
        for (Node each : destination.nodes) {
            if (each.subscription != null && each.subscription.wants(message)) {
                wanting.add(each);
            }
        }
        return wanting;
    }

    private void happen(List<InFlight> arrivals, List<InFlight> taken) {
        for (InFlight each : taken) {
            each.node().destination.acknowledged(server.now());
            server.stored.removed(each.message());
            server.step(each.node(), new QueueEvent.Acknowledged(List.of(each.message())));
        }
        for (InFlight each : arrivals) {
            if (each.node().gone) {
                List<Change> changes = new ArrayList<>();
                server.stored.remove(each.message(), changes);
                server.stored.append(changes);
            } else {
                server.step(each.node(), new QueueEvent.Arrived(each.message()));
            }
        }
    }

    /** Gives deliveries back to their nodes. */
    void giveBack(Collection<InFlight> deliveries, boolean seen) {
        for (InFlight each : deliveries) {
            each.node().destination.returned++;
            if (each.node().gone) {
                List<Change> changes = new ArrayList<>();
                server.stored.remove(each.message(), changes);
                server.stored.append(changes);
                server.step(each.node(), new QueueEvent.Acknowledged(List.of(each.message())));
            } else {
                server.step(each.node(), new QueueEvent.Returned(List.of(each.message()), seen));
            }
        }
    }

    /** Acknowledges deliveries. They stay in flight until that is kept, and go back where it cannot be. */
    void acknowledge(List<InFlight> deliveries, Outcome outcome) {
        List<Change> changes = new ArrayList<>();
        deliveries.forEach(each -> server.stored.take(each.message(), changes));
        if (changes.isEmpty()) {
            happen(List.of(), deliveries);
            outcome.done();
            return;
        }
        server.stored.append(
                changes,
                error -> server.locked(() -> {
                    if (error == null) {
                        happen(List.of(), deliveries);
                        outcome.done();
                    } else {
                        deliveries.forEach(each -> server.stored.restore(each.message()));
                        giveBack(deliveries, true);
                        outcome.failed(
                                new JmsFailure(JmsFailure.Code.STORE, String.valueOf(error.getMessage()), error));
                    }
                }));
    }

    /** Stores changes that have happened already, and answers then. */
    void whenStored(List<Change> changes, Outcome outcome) {
        if (changes.isEmpty()) {
            outcome.done();
            return;
        }
        server.stored.append(changes, error -> {
            if (error == null) {
                outcome.done();
            } else {
                outcome.failed(new JmsFailure(JmsFailure.Code.STORE, String.valueOf(error.getMessage()), error));
            }
        });
    }

    // ---- branches --------------------------------------------------------------------------------------------------

    void prepare(BranchId id, Work work, Outcome outcome) throws JmsFailure {
        check(work.sends());
        if (server.branches.containsKey(id)) {
            throw new JmsFailure(JmsFailure.Code.ILLEGAL_STATE, "the branch " + id + " is prepared already");
        }
        work.connection().sent(work.session(), work.sends().size());
        List<Long> taken = new ArrayList<>();
        for (InFlight each : work.taken()) {
            work.connection().inFlight.remove(each.message().sequence());
            if (each.message().stored() != 0) {
                taken.add(each.message().stored());
            }
        }
        boolean kept = !taken.isEmpty() || work.sends().stream().anyMatch(MessageData::persistent);
        long record = kept ? server.nextNumber() : 0;
        server.branches.put(id, new PreparedBranch(id, record, work.sends(), work.taken()));
        if (!kept) {
            outcome.done();
            return;
        }
        List<MessageData> persistent =
                work.sends().stream().filter(MessageData::persistent).toList();
        List<Change> changes =
                List.of(new MessageStore.Put(record, new StoredForm.Branch(id, persistent, taken).bytes()));
        server.stored.append(
                changes,
                error -> server.locked(() -> {
                    if (error == null) {
                        outcome.done();
                    } else {
                        server.branches.remove(id);
                        giveBack(work.taken(), true);
                        outcome.failed(
                                new JmsFailure(JmsFailure.Code.ROLLED_BACK, String.valueOf(error.getMessage()), error));
                    }
                }));
    }

    void decide(BranchId id, boolean commit, ServerConnection connection, Outcome outcome) throws JmsFailure {
        PreparedBranch branch = server.branches.get(id);
        if (branch == null) {
            throw new JmsFailure(JmsFailure.Code.ILLEGAL_STATE, "there is no prepared branch " + id);
        }
        server.branches.remove(id);
        List<Change> changes = branch.record() == 0 ? List.of() : List.of(new MessageStore.Remove(branch.record()));
        if (commit) {
            Work work = new Work(connection, branch.sends(), branch.taken(), 0, null, 0);
            perform(work, changes, outcome, () -> server.branches.put(id, branch));
        } else {
            giveBack(branch.taken(), true);
            whenStored(changes, outcome);
        }
    }

    // ---- messages that are over ------------------------------------------------------------------------------------

    void over(Node node, QueuedMessage message) {
        Destination error = errorDestination(node);
        switch (node.destination.rules.expired()) {
            case DISCARD -> discard(message);
            case LOG -> {
                BrokerLog.LOG.expired(message.message().id(), node.destination.name.toString());
                discard(message);
            }
            case REDIRECT -> redirectOrDiscard(node, message, error);
        }
    }

    void exhausted(Node node, QueuedMessage message) {
        Destination error = errorDestination(node);
        BrokerLog.LOG.exhausted(
                message.message().id(),
                node.destination.name.toString(),
                message.deliveries(),
                error == null ? "nowhere, as there is no error destination" : error.name.toString());
        redirectOrDiscard(node, message, error);
    }

    private @Nullable Destination errorDestination(Node node) {
        DestinationName name = node.destination.rules.errorDestination();
        Destination error = name == null ? null : server.destinations.get(name);
        return error != null && error.configured && error != node.destination ? error : null;
    }

    private void redirectOrDiscard(Node node, QueuedMessage message, @Nullable Destination error) {
        DestinationName wanted = node.destination.rules.errorDestination();
        if (error != null) {
            redirect(node, message, error, () -> {});
            return;
        }
        if (wanted != null) {
            BrokerLog.LOG.noErrorDestination(
                    message.message().id(), node.destination.name.toString(), wanted.toString());
        }
        discard(message);
    }

    private void discard(QueuedMessage message) {
        List<Change> changes = new ArrayList<>();
        server.stored.remove(message, changes);
        server.stored.append(changes);
    }

    /**
     * Puts messages that have left their queue into another destination, in their order and as many at a time as memory should take: the
     * next ones when the store has these.
     *
     * @param then told at the end
     */
    void redirectAll(Node from, ArrayDeque<QueuedMessage> left, Destination to, Runnable then) {
        List<QueuedMessage> some = new ArrayList<>();
        long bytes = 0;
        while (!left.isEmpty() && bytes < REDIRECTED_TOGETHER) {
            QueuedMessage next = left.remove();
            bytes += next.size();
            some.add(next);
        }
        if (some.isEmpty()) {
            then.run();
            return;
        }
        Countdown bodies = new Countdown(some.size(), () -> {
            Countdown kept = new Countdown(some.size(), () -> server.later(() -> redirectAll(from, left, to, then)));
            some.forEach(each -> redirect(from, each, to, kept));
        });
        for (QueuedMessage each : some) {
            if (each.paged()) {
                server.paging.load(from, each, bodies);
            } else {
                bodies.run();
            }
        }
    }

    /** Does something when it was run so often. */
    private static final class Countdown implements Runnable {
        private final Runnable last;
        private int left;

        Countdown(int times, Runnable last) {
            this.left = times;
            this.last = last;
        }

        @Override
        public void run() {
            if (--left == 0) {
                last.run();
            }
        }
    }

    /**
     * Puts a message that has left its queue into another destination, in one step for the store.
     *
     * @param then told when that is done, or has failed
     */
    private void redirect(Node from, QueuedMessage message, Destination to, Runnable then) {
        if (message.paged()) {
            server.paging.load(from, message, () -> redirect(from, message, to, then));
            return;
        }
        MessageData next = message.message().redirected(to.name);
        List<Change> changes = new ArrayList<>();
        server.stored.remove(message, changes);
        to.received(server.now());
        List<InFlight> arrivals = server.stored.route(next, targets(to, next), changes);
        if (changes.isEmpty()) {
            happen(arrivals, List.of());
            then.run();
            return;
        }
        server.stored.append(
                changes,
                error -> server.locked(() -> {
                    if (error == null) {
                        happen(arrivals, List.of());
                    }
                    then.run();
                }));
    }
}

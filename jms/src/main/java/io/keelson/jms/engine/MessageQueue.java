package io.keelson.jms.engine;

import io.keelson.jms.message.MessageData;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A queue of messages as a state machine: the order of messages, consumers with their credit, redelivery, delays, expiration, units of
 * order. Deterministic: the same events at the same times have the same effects. Not thread-safe: its owner has the lock.
 *
 * <p>A message is READY (in {@code ready}), DELAYED (in {@code delayed}), or IN_FLIGHT (in {@code inFlight}), in just one of them. A
 * message
 * that comes back takes its old place. Consumers with credit take turns.
 *
 * <p>Of messages that are ready some may be out of memory, in {@code runs}, whose places do not overlap. No consumer is shown a message
 * before the runs that begin before it are back. The same holds for messages that wait for their time, in {@code delayedRuns}: the queue
 * asks for a run when the first of it is due.
 */
public final class MessageQueue {
    private static final Comparator<QueuedMessage> BY_DUE =
            Comparator.comparingLong(QueuedMessage::due).thenComparingLong(QueuedMessage::sequence);
    private static final Comparator<QueuedMessage> BY_EXPIRATION = Comparator.<QueuedMessage>comparingLong(
                    each -> each.message().expiration())
            .thenComparingLong(QueuedMessage::sequence);
    private static final Comparator<MessageRun> RUNS_BY_EXPIRATION =
            Comparator.comparingLong(MessageRun::expiration).thenComparing(Comparator.naturalOrder());

    private static final class Consumer {
        final long id;
        final Predicate<MessageData> wanted;
        final boolean selective;
        final QueueEvent.@Nullable Required required;
        int credit;

        /** The turn in which it got a message the last time. */
        long turn;

        /** True once there was nothing for it, and nothing has come since then. */
        boolean idle;

        /** No message before this one is for the consumer; null: nothing is known. */
        @Nullable
        QueuedMessage seen;

        /** True if that one is not for the consumer either. */
        boolean past;

        /** The first message that it was not given as another consumer had its unit; null: none. */
        @Nullable
        QueuedMessage passed;

        Consumer(QueueEvent.Attached attached) {
            this.id = attached.consumer();
            this.wanted = attached.wanted();
            this.selective = attached.selective();
            this.required = attached.required();
        }

        void seen(QueuedMessage until, boolean thatToo) {
            seen = until;
            past = thatToo;
        }
    }

    private final Comparator<QueuedMessage> order;
    private final NavigableSet<QueuedMessage> ready;
    private final NavigableSet<QueuedMessage> delayed = new TreeSet<>(BY_DUE);
    private final NavigableSet<QueuedMessage> expiring = new TreeSet<>(BY_EXPIRATION);
    private final Set<QueuedMessage> inFlight = new HashSet<>();

    /** Messages that are ready and out of memory. */
    private final NavigableSet<MessageRun> runs = new TreeSet<>();

    /** Messages that wait for their time and are out of memory. */
    private final NavigableSet<MessageRun> delayedRuns = new TreeSet<>();

    /** Those of them that nobody has asked for. */
    private final NavigableSet<MessageRun> dueRuns = new TreeSet<>();

    /** Those of the runs that have messages which expire, and that nobody has asked for. */
    private final NavigableSet<MessageRun> expiringRuns = new TreeSet<>(RUNS_BY_EXPIRATION);

    private final UnitsOfOrder units = new UnitsOfOrder();

    private final Map<Long, Consumer> consumers = new HashMap<>();
    private final ConsumerIndex<Consumer> index = new ConsumerIndex<>();

    /** Consumers that have credit and for which there may be something; the one whose last turn was first is the first. */
    private final NavigableSet<Consumer> eager =
            new TreeSet<>(Comparator.<Consumer>comparingLong(each -> each.turn).thenComparingLong(each -> each.id));

    private long turns;

    private QueueRules rules;
    private boolean paused;
    private long bytes;
    private long bodies;
    private long pagedBytes;
    private int pagedMessages;
    private int readyInUnits;
    private int readyAway;
    private int delayedAway;
    private long headsAway;

    /** The message whose delivery has the next run come back; null: none. */
    @Nullable
    private QueuedMessage askAt;

    /** With its rules. */
    public MessageQueue(QueueRules rules) {
        this.rules = rules;
        this.order = order(rules.keys());
        this.ready = new TreeSet<>(order);
    }

    private static Comparator<QueuedMessage> order(List<SortKey> keys) {
        Comparator<QueuedMessage> bySequence = Comparator.comparingLong(QueuedMessage::sequence);
        if (keys.isEmpty()) {
            return Comparator.<QueuedMessage>comparingInt(
                            each -> -each.message().priority())
                    .thenComparing(bySequence);
        }
        Comparator<MessageData> byKeys = keys.get(0);
        for (SortKey each : keys.subList(1, keys.size())) {
            byKeys = byKeys.thenComparing(each);
        }
        Comparator<MessageData> sorted = byKeys;
        return ((Comparator<QueuedMessage>) (a, b) -> sorted.compare(a.message(), b.message()))
                .thenComparing(bySequence);
    }

    /** Replaces the rules but for the sort keys, which a queue keeps. */
    public void rules(QueueRules next) {
        this.rules = new QueueRules(next.redeliveryLimit(), next.redeliveryDelay(), rules.keys());
    }

    /** Returns the rules in force. */
    public QueueRules rules() {
        return rules;
    }

    // ---- events ----------------------------------------------------------------------------------------------------

    /**
     * Takes an event.
     *
     * @param now milliseconds since the epoch
     * @throws IllegalStateException when the event cannot happen: a message is acknowledged that is not in flight
     */
    public void step(QueueEvent event, long now, QueueEffects effects) {
        if (event instanceof QueueEvent.Arrived arrived) {
            arrive(arrived.message(), now, effects);
        } else if (event instanceof QueueEvent.Credited credited) {
            credit(credited.consumer(), credited.more());
        } else if (event instanceof QueueEvent.Acknowledged acknowledged) {
            acknowledged.messages().forEach(this::acknowledge);
        } else if (event instanceof QueueEvent.Returned returned) {
            returned.messages().forEach(each -> comeBack(each, returned.seen(), now, effects));
        } else if (event instanceof QueueEvent.Attached attached) {
            attach(attached);
        } else if (event instanceof QueueEvent.Detached detached) {
            detach(detached.consumer());
        } else if (event instanceof QueueEvent.Revoked revoked) {
            revoke(revoked.consumer());
        } else if (event instanceof QueueEvent.Withheld withheld) {
            withheld.messages().forEach(this::withhold);
        } else if (event instanceof QueueEvent.Withdrawn withdrawn) {
            withdraw(withdrawn.messages());
        } else if (event instanceof QueueEvent.CameBack back) {
            bringBack(back.run(), back.messages());
        } else if (event instanceof QueueEvent.Paused changed) {
            paused = changed.paused();
        }
        timePasses(now, effects);
        dispatch(effects);
    }

    private void attach(QueueEvent.Attached attached) {
        Consumer consumer = new Consumer(attached);
        if (consumers.putIfAbsent(consumer.id, consumer) != null) {
            throw new IllegalStateException("the consumer " + consumer.id + " is there already");
        }
        index.add(consumer, consumer.required);
    }

    private void detach(long id) {
        Consumer gone = consumers.remove(id);
        if (gone != null) {
            eager.remove(gone);
            index.remove(gone, gone.required);
        }
    }

    private void arrive(QueuedMessage message, long now, QueueEffects effects) {
        if (message.state() != QueuedMessage.State.NEW) {
            throw new IllegalStateException("a message arrives twice: " + message.message());
        }
        bytes += message.size();
        bodies += message.bodySize();
        paged(message, 1);
        if (message.expired(now)) {
            forget(message);
            effects.expired(message);
            return;
        }
        if (message.message().expiration() != 0) {
            expiring.add(message);
        }
        if (message.message().deliveryTime() > now) {
            message.delayed(message.message().deliveryTime(), false);
            delayed.add(message);
        } else {
            ready(message);
        }
    }

    private void ready(QueuedMessage message) {
        message.ready();
        ready.add(message);
        readyInUnits += message.unit() == null ? 0 : 1;
        for (Consumer each : index.candidates(message.message())) {
            if ((each.seen != null || each.idle) && (!each.selective || each.wanted.test(message.message()))) {
                if (each.seen != null && order.compare(message, each.seen) < (each.past ? 1 : 0)) {
                    each.seen(message, false);
                }
                rouse(each);
            }
        }
    }

    /** There may be something for a consumer. */
    private void rouse(Consumer consumer) {
        consumer.idle = false;
        if (consumer.credit > 0) {
            eager.add(consumer);
        }
    }

    /** There may be something for a consumer, if the queue has anything. */
    private void rouseIfAny(Consumer consumer) {
        if (ready.isEmpty() && runs.isEmpty()) {
            consumer.idle = true;
        } else {
            rouse(consumer);
        }
    }

    private void unready(QueuedMessage message) {
        ready.remove(message);
        readyInUnits -= message.unit() == null ? 0 : 1;
    }

    private void credit(long id, int more) {
        Consumer consumer = consumers.get(id);
        if (consumer != null && more > 0) {
            consumer.credit = (int) Math.min(Integer.MAX_VALUE, (long) consumer.credit + more);
            rouseIfAny(consumer);
        }
    }

    private void revoke(long id) {
        Consumer consumer = consumers.get(id);
        if (consumer != null) {
            eager.remove(consumer);
            consumer.credit = 0;
        }
    }

    private void acknowledge(QueuedMessage message) {
        if (!inFlight.remove(message)) {
            throw new IllegalStateException("not in flight: " + message.message());
        }
        freed(units.left(message.unit()));
        forget(message);
    }

    /** Messages of a unit that was passed over are to be looked at again. */
    private void freed(boolean unitIsFree) {
        if (unitIsFree) {
            for (Consumer each : consumers.values()) {
                if (each.passed != null) {
                    if (each.seen != null && order.compare(each.passed, each.seen) <= 0) {
                        each.seen(each.passed, false);
                    }
                    each.passed = null;
                    rouse(each);
                }
            }
        }
    }

    private void forget(QueuedMessage message) {
        if (message.message().expiration() != 0) {
            expiring.remove(message);
        }
        message.gone();
        bytes -= message.size();
        bodies -= message.bodySize();
        paged(message, -1);
    }

    private void paged(QueuedMessage message, int sign) {
        if (message.paged()) {
            pagedMessages += sign;
            pagedBytes += (long) sign * message.bodySize();
        }
    }

    private void comeBack(QueuedMessage message, boolean seen, long now, QueueEffects effects) {
        if (!inFlight.remove(message)) {
            throw new IllegalStateException("not in flight: " + message.message());
        }
        boolean unitIsFree = units.left(message.unit());
        if (!seen) {
            message.unseen();
        } else if (rules.redeliveryLimit() >= 0 && message.deliveries() > rules.redeliveryLimit()) {
            forget(message);
            freed(unitIsFree);
            effects.exhausted(message);
            return;
        }
        if (message.message().expiration() != 0) {
            expiring.add(message);
        }
        if (seen && rules.redeliveryDelay() > 0) {
            message.delayed(now + rules.redeliveryDelay(), true);
            delayed.add(message);
            units.waits(message.unit());
        } else {
            ready(message);
        }
        freed(unitIsFree);
    }

    private void withhold(QueuedMessage message) {
        if (message.state() == QueuedMessage.State.READY) {
            unready(message);
        } else if (message.state() == QueuedMessage.State.DELAYED) {
            delayed.remove(message);
        } else {
            throw new IllegalStateException("has not just arrived: " + message.message());
        }
        expiring.remove(message);
        message.held(0);
        inFlight.add(message);
        units.taken(message.unit(), 0);
    }

    private void withdraw(Collection<QueuedMessage> messages) {
        for (QueuedMessage each : messages) {
            if (each.state() == QueuedMessage.State.READY) {
                unready(each);
                forget(each);
            } else if (each.state() == QueuedMessage.State.DELAYED) {
                undelay(each);
                forget(each);
            }
        }
    }

    private void undelay(QueuedMessage message) {
        delayed.remove(message);
        if (message.retrying()) {
            freed(units.waitedEnough(message.unit()));
        }
    }

    private void timePasses(long now, QueueEffects effects) {
        while (!delayed.isEmpty() && delayed.first().due() <= now) {
            QueuedMessage message = delayed.first();
            undelay(message);
            ready(message);
        }
        while (!expiring.isEmpty() && expiring.first().expired(now)) {
            QueuedMessage message = expiring.first();
            withdraw(List.of(message));
            effects.expired(message);
        }
        while (!expiringRuns.isEmpty() && expiringRuns.first().expiration() <= now) {
            ask(expiringRuns.first(), effects);
        }
        while (!dueRuns.isEmpty() && dueRuns.first().due() <= now) {
            ask(dueRuns.first(), effects);
        }
    }

    // ---- dispatch --------------------------------------------------------------------------------------------------

    private void dispatch(QueueEffects effects) {
        while (!paused && !eager.isEmpty() && !(ready.isEmpty() && runs.isEmpty())) {
            Consumer each = eager.first();
            eager.remove(each);
            QueuedMessage message = next(each, effects);
            if (message == null) {
                each.idle = true;
            } else {
                each.turn = ++turns;
                take(each, message, effects);
                rouseIfAny(each);
            }
        }
    }

    private @Nullable QueuedMessage next(Consumer consumer, QueueEffects effects) {
        NavigableSet<QueuedMessage> candidates =
                consumer.seen == null ? ready : ready.tailSet(consumer.seen, !consumer.past);
        MessageRun away = away(consumer.seen, !consumer.past);
        QueuedMessage last = null;
        for (QueuedMessage each : candidates) {
            if (away != null && away.beginsBefore(each)) {
                break;
            }
            last = each;
            if (!consumer.selective || consumer.wanted.test(each.message())) {
                if (units.free(each.unit(), consumer.id)) {
                    if (consumer.selective || consumer.passed != null) {
                        consumer.seen(each, true);
                    } else {
                        consumer.seen = null;
                    }
                    return each;
                }
                if (consumer.passed == null || order.compare(each, consumer.passed) < 0) {
                    consumer.passed = each;
                }
            }
        }
        if (last != null) {
            consumer.seen(last, true);
        }
        if (away != null) {
            ask(away, effects);
        }
        return null;
    }

    private void take(Consumer consumer, QueuedMessage message, QueueEffects effects) {
        unready(message);
        if (message.message().expiration() != 0) {
            expiring.remove(message);
        }
        message.deliveredTo(consumer.id);
        inFlight.add(message);
        units.taken(message.unit(), consumer.id);
        consumer.credit--;
        effects.deliver(consumer.id, message);
        if (message == askAt) { // the next run is read while this one is consumed
            askAt = null;
            MessageRun next = away(message, false);
            if (next != null) {
                ask(next, effects);
            }
        }
    }

    // ---- messages that are out of memory ---------------------------------------------------------------------------

    /**
     * Takes messages out of memory that are in the store: those that wait for their time, the last one first, those that no consumer
     * wants, then those that consumers get last.
     *
     * @param most how many at most
     * @return how many
     */
    public int moveOut(int most) {
        int out = moveOut(delayed.descendingIterator(), most, true);
        if (!rules.keys().isEmpty()) {
            return out; // runs of messages that are ready are in the order of priorities
        }
        QueuedMessage unwanted = seenByAll();
        if (unwanted != null) {
            out += moveOut(ready.headSet(unwanted, false).descendingIterator(), most - out, false);
        }
        return out + moveOut(ready.descendingIterator(), most - out, false);
    }

    private NavigableSet<MessageRun> runs(boolean ofDelayed) {
        return ofDelayed ? delayedRuns : runs;
    }

    /** Returns the message before which there is none for any consumer; null: nothing is known. */
    private @Nullable QueuedMessage seenByAll() {
        QueuedMessage first = null;
        for (Consumer each : consumers.values()) {
            if (each.seen == null || !each.selective) {
                return null;
            }
            first = first == null || order.compare(each.seen, first) < 0 ? each.seen : first;
        }
        return first;
    }

    private int moveOut(Iterator<QueuedMessage> backwards, int most, boolean ofDelayed) {
        int out = 0;
        List<QueuedMessage> group = new ArrayList<>();
        MessageRun kind = null;
        MessageRun below = null;
        long groupBodies = 0;
        while (out < most && backwards.hasNext()) {
            QueuedMessage each = backwards.next();
            MessageRun before = each.isMovable() ? runs(ofDelayed).floor(MessageRun.place(each, ofDelayed)) : null;
            if (!each.isMovable() || before != null && before.spans(each)) {
                continue;
            }
            if (kind != null
                    && (before != below
                            || !kind.isLike(each)
                            || group.size() == MessageRun.MOST
                            || groupBodies + each.bodySize() > MessageRun.MOST_BODIES)) {
                moveOut(group, below, ofDelayed);
                group.clear();
                groupBodies = 0;
            }
            if (group.isEmpty()) {
                kind = new MessageRun(List.of(each), ofDelayed);
            }
            below = before;
            group.add(each);
            groupBodies += each.bodySize();
            backwards.remove();
            out++;
        }
        moveOut(group, below, ofDelayed);
        return out;
    }

    private void moveOut(List<QueuedMessage> backwards, @Nullable MessageRun below, boolean ofDelayed) {
        if (backwards.isEmpty()) {
            return;
        }
        List<QueuedMessage> group = new ArrayList<>(backwards);
        Collections.reverse(group);
        boolean next = below != null && isNext(below, group.get(0));
        long groupBodies = 0;
        for (QueuedMessage each : group) {
            expiring.remove(each);
            each.gone();
            if (!each.paged()) {
                pagedMessages++;
                pagedBytes += each.bodySize();
            }
            groupBodies += each.bodySize();
            headsAway += each.size() - each.bodySize();
        }
        countAway(group.size(), ofDelayed);
        if (below != null && next && below.takes(group.size(), groupBodies)) {
            expiringRuns.remove(below);
            below.append(group);
            addByTime(below);
        } else {
            MessageRun made = new MessageRun(group, ofDelayed);
            runs(ofDelayed).add(made);
            addByTime(made);
        }
    }

    private void countAway(int more, boolean ofDelayed) {
        readyAway += ofDelayed ? 0 : more;
        delayedAway += ofDelayed ? more : 0;
    }

    /** Returns true if a run can go on with a message: it is like those of the run, and none in memory is between. */
    private boolean isNext(MessageRun run, QueuedMessage message) {
        QueuedMessage between = (run.delayed ? delayed : ready).lower(message);
        return run.isLike(message) && (between == null || !run.endsBefore(between));
    }

    private void addByTime(MessageRun run) {
        if (run.asked()) {
            return;
        }
        if (run.expiration() != Long.MAX_VALUE) {
            expiringRuns.add(run);
        }
        if (run.delayed) {
            dueRuns.add(run);
        }
    }

    private void ask(MessageRun run, QueueEffects effects) {
        if (asks(run)) {
            effects.wanted(run);
        }
    }

    /** Notes that somebody brings a run back, or has. Returns false where it is known. */
    public boolean asks(MessageRun run) {
        expiringRuns.remove(run);
        dueRuns.remove(run);
        return run.ask();
    }

    /** Returns the first run of which a message comes after one; null: there is none. */
    public @Nullable MessageRun away(@Nullable QueuedMessage after) {
        return away(after, false);
    }

    /** Returns the first run of messages that wait for their time of which one is due after one; null: there is none. */
    public @Nullable MessageRun delayedAway(@Nullable QueuedMessage after) {
        return away(after, false, true);
    }

    /** Returns the first run of which a message comes after one, or may be that. */
    private @Nullable MessageRun away(@Nullable QueuedMessage after, boolean thatToo) {
        return away(after, thatToo, false);
    }

    private @Nullable MessageRun away(@Nullable QueuedMessage after, boolean thatToo, boolean ofDelayed) {
        NavigableSet<MessageRun> of = runs(ofDelayed);
        if (after == null || of.isEmpty()) {
            return of.isEmpty() ? null : of.first();
        }
        MessageRun place = MessageRun.place(after, ofDelayed);
        MessageRun before = of.floor(place);
        return before != null && before.endsBehind(after, thatToo) ? before : of.higher(place);
    }

    /** Returns the run that has to come back before it is known if there is a message for a consumer; null: none. */
    public @Nullable MessageRun awaited(long id) {
        Consumer consumer = consumers.get(id);
        return consumer == null || consumer.credit == 0 || paused ? null : away(consumer.seen, !consumer.past);
    }

    /** Returns true if a message has its place behind the first one of a run. */
    public boolean isBehind(QueuedMessage message, MessageRun run) {
        return run.beginsBefore(message);
    }

    /** Returns the run that has a message, or could have it; null: none has. */
    public @Nullable MessageRun awayWith(long sequence) {
        for (MessageRun each : runs) {
            if (each.spans(sequence)) {
                return each;
            }
        }
        return null;
    }

    private void bringBack(MessageRun run, List<QueuedMessage> messages) {
        if (runs(run.delayed).floor(run) != run) {
            return; // it was withdrawn meanwhile
        }
        removeRun(run);
        List<QueuedMessage> found = run.restore(messages);
        found.forEach(this::restore);
        if (!run.delayed) {
            askAt = found.isEmpty() ? null : found.get(0);
        }
    }

    private void removeRun(MessageRun run) {
        takeRun(run);
        uncount(run, run.count(), run.bytes(), run.bodies());
    }

    private void takeRun(MessageRun run) {
        consumers.values().forEach(this::rouse);
        runs(run.delayed).remove(run);
        expiringRuns.remove(run);
        dueRuns.remove(run);
    }

    private void uncount(MessageRun of, int count, long size, long sizeOfBodies) {
        countAway(-count, of.delayed);
        headsAway -= size - sizeOfBodies;
        bytes -= size;
        bodies -= sizeOfBodies;
        pagedMessages -= count;
        pagedBytes -= sizeOfBodies;
    }

    private void restore(QueuedMessage message) {
        bytes += message.size();
        bodies += message.bodySize();
        paged(message, 1);
        if (message.message().expiration() != 0) {
            expiring.add(message);
        }
        if (message.state() == QueuedMessage.State.DELAYED) {
            delayed.add(message);
        } else {
            message.ready(); // consumers have not passed its place, or have seen it
            ready.add(message);
        }
    }

    /**
     * Takes one message back into memory, of which more is known than a run has.
     *
     * @param message the message as the store has it
     * @return false where it is in no run
     */
    public boolean recall(QueuedMessage message) {
        MessageRun place = runs.floor(MessageRun.place(message, false));
        if (place != null && place.spans(message) && recall(place, message)) {
            return true;
        }
        for (MessageRun each : delayedRuns) {
            if (each.spans(message.sequence()) && each.has(message.sequence())) {
                return recall(each, message);
            }
        }
        return false;
    }

    private boolean recall(MessageRun run, QueuedMessage message) {
        takeRun(run);
        boolean found = run.remove(message);
        if (run.count() > 0) {
            runs(run.delayed).add(run);
            addByTime(run);
        }
        if (found) {
            uncount(run, 1, message.size(), message.bodySize());
            restore(message);
        }
        return found;
    }

    /** Withdraws all messages that are out of memory, and returns them. */
    public List<MessageRun> withdrawAway() {
        List<MessageRun> all = runsAway();
        all.forEach(this::removeRun);
        return all;
    }

    /** Returns all messages that are out of memory. A copy. */
    public List<MessageRun> runsAway() {
        List<MessageRun> all = new ArrayList<>(runs);
        all.addAll(delayedRuns);
        return all;
    }

    /** Returns how many messages are out of memory. */
    public int messagesAway() {
        return readyAway + delayedAway;
    }

    /** Returns about how many bytes the messages take that are in memory. */
    public long residentBytes() {
        return bytes - pagedBytes - headsAway;
    }

    // ---- bodies that are out of memory -----------------------------------------------------------------------------

    /** Takes the body of a message that waits out of memory. Neither order nor deliveries change. */
    public void pageOut(QueuedMessage message) {
        if (!waits(message) || message.paged()) {
            throw new IllegalStateException("does not wait with its body: " + message.message());
        }
        message.pageOut();
        paged(message, 1);
    }

    /** Takes the body of a message back into memory, also where the message has left the queue. */
    public void pageIn(QueuedMessage message, byte[] body) {
        if (message.paged()) {
            if (message.state() != QueuedMessage.State.GONE) {
                paged(message, -1);
            }
            message.pageIn(body);
        }
    }

    /** Returns true if a message is here and no consumer has it. */
    public boolean waits(QueuedMessage message) {
        return message.state() == QueuedMessage.State.READY || message.state() == QueuedMessage.State.DELAYED;
    }

    /**
     * Returns messages whose bodies may leave memory, the one first that consumers get last.
     *
     * @param most about how many bytes of bodies
     * @param smallest bodies that are smaller stay
     * @param which further condition
     */
    public List<QueuedMessage> pageable(long most, int smallest, Predicate<QueuedMessage> which) {
        List<QueuedMessage> found = new ArrayList<>();
        long left = most;
        for (NavigableSet<QueuedMessage> from : List.of(delayed, ready)) {
            Iterator<QueuedMessage> last = from.descendingIterator();
            while (left > 0 && last.hasNext()) {
                QueuedMessage each = last.next();
                if (each.pageable(smallest) && which.test(each)) {
                    found.add(each);
                    left -= each.bodySize();
                }
            }
        }
        return found;
    }

    /**
     * Returns the messages that consumers get next; empty where selectors decide.
     *
     * @param most about how many bytes of bodies
     * @param count how many messages at most
     */
    public List<QueuedMessage> next(long most, int count) {
        if (consumers.isEmpty() || consumers.values().stream().anyMatch(each -> each.selective)) {
            return List.of();
        }
        List<QueuedMessage> found = new ArrayList<>();
        long left = most;
        MessageRun away = away(null);
        for (QueuedMessage each : ready) {
            left -= each.bodySize();
            if (left < 0 && !found.isEmpty() || found.size() == count || away != null && away.beginsBefore(each)) {
                break;
            }
            found.add(each);
        }
        return found;
    }

    /** Returns how many messages have their bodies out of memory. */
    public int pagedMessages() {
        return pagedMessages;
    }

    /** Returns how many bytes of bodies are out of memory. */
    public long pagedBytes() {
        return pagedBytes;
    }

    /** Returns how many bytes of bodies are in memory. */
    public long residentBodies() {
        return bodies - pagedBytes;
    }

    // ---- what there is ---------------------------------------------------------------------------------------------

    /** Returns when something is due by itself, in milliseconds since the epoch; {@code Long.MAX_VALUE}: never. */
    public long nextDue() {
        long due = delayed.isEmpty() ? Long.MAX_VALUE : delayed.first().due();
        due = dueRuns.isEmpty() ? due : Math.min(due, dueRuns.first().due());
        due = expiringRuns.isEmpty() ? due : Math.min(due, expiringRuns.first().expiration());
        return expiring.isEmpty()
                ? due
                : Math.min(due, expiring.first().message().expiration());
    }

    /**
     * Returns the messages that are ready and in memory and come after one, which need not be here any more; null: all. A view. Those of
     * {@link #away} are between them.
     */
    public Collection<QueuedMessage> readyAfter(@Nullable QueuedMessage last) {
        return Collections.unmodifiableCollection(last == null ? ready : ready.tailSet(last, false));
    }

    /** Returns the messages that are ready and in memory, in order. A copy. */
    public List<QueuedMessage> ready() {
        return new ArrayList<>(ready);
    }

    /** Returns when the first message that is ready was sent; 0: there is none. */
    public long firstTimestamp() {
        MessageRun away = away(null);
        if (ready.isEmpty() || away != null && away.beginsBefore(ready.first())) {
            return away == null ? 0 : away.timestamp();
        }
        return ready.first().message().timestamp();
    }

    /** Returns the messages that wait for their time and are in memory, the first that is due first. A copy. */
    public List<QueuedMessage> delayed() {
        return new ArrayList<>(delayed);
    }

    /** Returns the messages that wait for their time, are in memory and are due after one, which need not wait any more; null: all. */
    public Collection<QueuedMessage> delayedAfter(@Nullable QueuedMessage last) {
        return Collections.unmodifiableCollection(last == null ? delayed : delayed.tailSet(last, false));
    }

    /** Returns the messages that consumers have. A copy, in no order. */
    public List<QueuedMessage> inFlight() {
        return new ArrayList<>(inFlight);
    }

    /** Returns the messages that a consumer has. */
    public List<QueuedMessage> inFlightOf(long consumer) {
        return inFlight.stream()
                .filter(each -> each.holder() == consumer)
                .sorted(order)
                .toList();
    }

    /** Returns how many messages there are, those in flight included. */
    public int messages() {
        return readyCount() + delayedCount() + inFlight.size();
    }

    /** Returns how many messages are ready, in memory or not. */
    public int readyCount() {
        return ready.size() + readyAway;
    }

    /** Returns how many messages of units of order are ready. */
    public int readyInUnits() {
        return readyInUnits;
    }

    /** Returns how many messages wait for their time, in memory or not. */
    public int delayedCount() {
        return delayed.size() + delayedAway;
    }

    /** Returns how many messages consumers have. */
    public int inFlightCount() {
        return inFlight.size();
    }

    /** Returns about how many bytes the messages have, those of bodies that are out of memory included. */
    public long bytes() {
        return bytes;
    }

    /** Returns how many messages a consumer can take beside those that it has; 0 where it is not there. */
    public int creditOf(long consumer) {
        Consumer known = consumers.get(consumer);
        return known == null ? 0 : known.credit;
    }

    /** Returns how many consumers there are. */
    public int consumers() {
        return consumers.size();
    }

    /** Returns true if consumption is paused. */
    public boolean paused() {
        return paused;
    }
}

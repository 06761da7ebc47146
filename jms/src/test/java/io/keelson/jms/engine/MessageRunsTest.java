package io.keelson.jms.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.jms.message.BodyKind;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Queues of which messages leave memory and come back at any time, beside a model that has all of them. A delivery is always of the first
 * message of all that the consumer wants and that its unit allows; none is lost, delivered twice or kept from a consumer for ever; counts
 * and sizes are those of the model. {@code -Dseed} and {@code -Druns} repeat and prolong it.
 */
class MessageRunsTest {
    private static final DestinationName QUEUE = DestinationName.queue("q");
    private static final byte[] SMALL = new byte[600];
    private static final byte[] LARGE = new byte[400_000];

    @Test
    void deliversInOrderWhateverLeavesMemory() {
        long first = Long.getLong("seed", 1);
        int runs = Integer.getInteger("runs", 1000);
        long[] sums = new long[2];
        for (long seed = first; seed < first + runs; seed++) {
            try {
                Run run = new Run(seed);
                run.go();
                sums[0] += run.movedOut;
                sums[1] += run.broughtBack;
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(sums[0]).as("messages that left memory").isGreaterThan(5L * runs);
        assertThat(sums[1]).as("runs that came back").isGreaterThan(runs / 2L);
    }

    private enum State {
        READY,
        DELAYED,
        IN_FLIGHT
    }

    /** A message as the model has it. */
    private static final class Known {
        final long sequence;
        final MessageData data;
        State state = State.READY;
        long holder;
        boolean delivered;
        boolean retrying;
        int deliveries;
        long attemptsRecord;

        /** True while it waits for its time out of memory: it is not ready before it is back. */
        boolean away;

        QueuedMessage queued;

        Known(QueuedMessage queued) {
            this.sequence = queued.sequence();
            this.data = queued.message();
            this.queued = queued;
        }

        boolean expired(long now) {
            return data.expiration() != 0 && data.expiration() <= now;
        }
    }

    private record Consumer(long id, boolean selective, int remainder, boolean indexed) {
        QueueEvent.@Nullable Required required() {
            return selective && indexed
                    ? new QueueEvent.Required(
                            "r",
                            (double) remainder,
                            message -> message.properties().get("r"))
                    : null;
        }

        boolean wants(MessageData message) {
            return !selective || (Integer) message.properties().get("n") % 3 == remainder;
        }
    }

    private static final class Run implements QueueEffects {
        private static final Comparator<Known> ORDER =
                Comparator.<Known>comparingInt(each -> -each.data.priority()).thenComparingLong(each -> each.sequence);

        private final Random random;
        private final MessageQueue queue;
        private final boolean units;
        private final Map<Long, Known> all = new TreeMap<>();
        private final Map<Long, Consumer> consumers = new LinkedHashMap<>();
        private final Map<Long, Integer> credit = new HashMap<>();
        private final ArrayDeque<MessageRun> wanted = new ArrayDeque<>();
        private final Set<MessageRun> everWanted = new HashSet<>();
        private long now = 1000;
        private long next = 1;
        private long nextConsumer = 1;
        private long movedOut;
        private long broughtBack;

        Run(long seed) {
            random = new Random(seed);
            units = random.nextInt(3) == 0;
            queue = new MessageQueue(new QueueRules(-1, random.nextInt(3) == 0 ? random.nextInt(60) : 0, List.of()));
        }

        void go() {
            for (int i = 0; i < 200; i++) {
                act();
                check();
            }
            new ArrayList<>(consumers.keySet()).forEach(this::detach);
            giveAllBack();
            attach(false);
            now += 10_000;
            credit(nextConsumer - 1, 100_000);
            for (int i = 0; i < 10_000 && !wanted.isEmpty(); i++) {
                bringBack();
            }
            check();
            assertThat(all.values()).allMatch(each -> each.state == State.IN_FLIGHT);
            acknowledge(List.copyOf(all.values()));
            assertThat(queue.messages()).isZero();
            assertThat(queue.bytes()).isZero();
            assertThat(queue.pagedBytes()).isZero();
            assertThat(queue.pagedMessages()).isZero();
            assertThat(queue.residentBytes()).isZero();
        }

        private void step(QueueEvent event) {
            queue.step(event, now, this);
        }

        private void act() {
            now += random.nextInt(3);
            switch (random.nextInt(16)) {
                case 0, 1, 2 -> {
                    for (int more = random.nextInt(6); more >= 0; more--) {
                        arrive();
                    }
                }
                case 3 -> credit(anyConsumer(), random.nextInt(5) + 1);
                case 4 -> acknowledge(some(State.IN_FLIGHT));
                case 5 -> giveBack(some(State.IN_FLIGHT), random.nextBoolean());
                case 6, 7, 8 -> moveOut();
                case 9, 10, 11 -> bringBack();
                case 12 -> {
                    if (consumers.size() < 3) {
                        attach(random.nextBoolean());
                    } else {
                        detach(anyConsumer());
                    }
                }
                case 13 -> withdraw();
                case 14 -> recall();
                default -> now += 20;
            }
            step(new QueueEvent.Ticked());
        }

        private void moveOut() {
            movedOut += queue.moveOut(1 + random.nextInt(12));
            Set<Long> here = new HashSet<>();
            queue.delayed().forEach(each -> here.add(each.sequence()));
            for (Known each : all.values()) {
                each.away = each.state == State.DELAYED && !here.contains(each.sequence);
            }
        }

        private void arrive() {
            int number = (int) next;
            boolean unit = units && random.nextInt(3) == 0;
            MessageData data = new MessageData(
                    "m" + number,
                    QUEUE,
                    now,
                    3 + random.nextInt(3) / 2,
                    true,
                    random.nextInt(10) == 0 ? now + 1 + random.nextInt(40) : 0,
                    random.nextInt(6) == 0 ? now + 1 + random.nextInt(80) : 0,
                    null,
                    null,
                    null,
                    unit
                            ? Map.of("n", number, "r", number % 3.0, MessageData.GROUP, "u" + random.nextInt(2))
                            : Map.of("n", number, "r", number % 3.0),
                    BodyKind.BYTES,
                    random.nextInt(4) == 0 ? LARGE : SMALL,
                    "");
            QueuedMessage message = new QueuedMessage(next++, data, random.nextInt(10) == 0 ? 0 : number)
                    .attempted(0, random.nextInt(8) == 0);
            Known known = new Known(message);
            known.state = data.deliveryTime() > now ? State.DELAYED : State.READY;
            all.put(known.sequence, known);
            step(new QueueEvent.Arrived(message));
        }

        private long anyConsumer() {
            List<Long> ids = List.copyOf(consumers.keySet());
            return ids.isEmpty() ? 0 : ids.get(random.nextInt(ids.size()));
        }

        private void attach(boolean selective) {
            Consumer made = new Consumer(nextConsumer++, selective, random.nextInt(3), random.nextBoolean());
            consumers.put(made.id(), made);
            credit.put(made.id(), 0);
            step(new QueueEvent.Attached(made.id(), made::wants, selective, made.required()));
        }

        private void detach(long id) {
            if (consumers.remove(id) != null) {
                credit.remove(id);
                step(new QueueEvent.Detached(id));
            }
        }

        private void credit(long id, int more) {
            if (consumers.containsKey(id)) {
                credit.merge(id, more, Integer::sum);
                step(new QueueEvent.Credited(id, more));
            }
        }

        private List<Known> some(State state) {
            List<Known> some = new ArrayList<>();
            for (Known each : all.values()) {
                if (each.state == state && random.nextBoolean()) {
                    some.add(each);
                }
            }
            return some;
        }

        private void acknowledge(List<Known> some) {
            some.forEach(each -> all.remove(each.sequence));
            step(new QueueEvent.Acknowledged(
                    some.stream().map(each -> each.queued).toList()));
        }

        private void giveAllBack() {
            giveBack(
                    all.values().stream()
                            .filter(each -> each.state == State.IN_FLIGHT)
                            .toList(),
                    true);
        }

        private void giveBack(List<Known> some, boolean seen) {
            for (Known each : some) { // one by one: the model is to be right when others are delivered
                boolean waits = seen && queue.rules().redeliveryDelay() > 0;
                each.state = waits ? State.DELAYED : State.READY;
                each.retrying = waits;
                each.holder = 0;
                each.deliveries -= seen ? 0 : 1;
                step(new QueueEvent.Returned(List.of(each.queued), seen));
            }
        }

        private void withdraw() {
            if (random.nextInt(4) == 0) {
                for (MessageRun run : queue.withdrawAway()) {
                    for (long each : run.sequences()) {
                        assertThat(all.remove(each)).isNotNull();
                    }
                }
                return;
            }
            List<QueuedMessage> here = queue.ready();
            here.addAll(queue.delayed());
            here.removeIf(each -> random.nextInt(4) > 0);
            here.forEach(each -> all.remove(each.sequence()));
            step(new QueueEvent.Withdrawn(here));
        }

        private void recall() {
            List<Known> waiting = some(random.nextBoolean() ? State.READY : State.DELAYED);
            if (!waiting.isEmpty()) {
                Known one = waiting.get(0);
                boolean away = queue.ready().stream().noneMatch(each -> each.sequence() == one.sequence)
                        && queue.delayed().stream().noneMatch(each -> each.sequence() == one.sequence);
                QueuedMessage again = again(one);
                assertThat(queue.recall(again)).isEqualTo(away);
                one.away = false;
                one.queued = away ? again : one.queued;
            }
        }

        private static QueuedMessage again(Known known) {
            return new QueuedMessage(known.sequence, known.data, known.sequence)
                    .attempted(0, known.queued.redelivered());
        }

        private void bringBack() {
            if (wanted.isEmpty()) {
                return;
            }
            MessageRun run = wanted.remove();
            broughtBack++;
            List<QueuedMessage> messages = new ArrayList<>();
            for (long each : run.sequences()) {
                Known known = all.get(each);
                if (known != null && known.state != State.IN_FLIGHT) { // else it was withdrawn or called back meanwhile
                    QueuedMessage again = again(known);
                    assertThat(again.redelivered()).isEqualTo(run.redelivered());
                    if (away(known.sequence)) { // else it was called back
                        known.queued = again;
                        known.away = false;
                    }
                    messages.add(again);
                }
            }
            step(new QueueEvent.CameBack(run, messages));
        }

        private boolean away(long sequence) {
            return queue.ready().stream().noneMatch(each -> each.sequence() == sequence)
                    && queue.delayed().stream().noneMatch(each -> each.sequence() == sequence);
        }

        // ---- effects and the model ---------------------------------------------------------------------------------

        private boolean unitIsFree(Known message, long consumer) {
            String unit = message.data.unit();
            return unit == null
                    || all.values().stream()
                            .filter(each -> unit.equals(each.data.unit()))
                            .noneMatch(each -> each.state == State.IN_FLIGHT && each.holder != consumer
                                    || each.state == State.DELAYED && each.retrying);
        }

        /** Makes messages ready whose time has come: the queue does so before it delivers. */
        private void pass() {
            for (Known each : all.values()) {
                long due = each.queued.due();
                if (each.state == State.DELAYED && !each.away && due <= now && due != 0) {
                    each.state = State.READY;
                    each.retrying = false;
                }
            }
        }

        private List<Known> deliverable(Consumer to) {
            TreeSet<Known> found = new TreeSet<>(ORDER);
            for (Known each : all.values()) {
                if (each.state == State.READY && to.wants(each.data) && unitIsFree(each, to.id())) {
                    found.add(each);
                }
            }
            return List.copyOf(found);
        }

        @Override
        public void deliver(long id, QueuedMessage message) {
            pass();
            Known known = all.get(message.sequence());
            assertThat(known).as("delivered and gone: %s", message.message()).isNotNull();
            assertThat(known.state).as("state of %s", message.message()).isEqualTo(State.READY);
            assertThat(known.expired(now)).as("expired: %s", message.message()).isFalse();
            assertThat(message.message().body()).hasSameSizeAs(known.data.body());
            assertThat(credit.merge(id, -1, Integer::sum)).isNotNegative();
            Consumer to = consumers.get(id);
            assertThat(deliverable(to).get(0).sequence)
                    .as("the first message for the consumer %s", to)
                    .isEqualTo(message.sequence());
            assertThat(message.deliveries())
                    .as("deliveries of %s", message.message())
                    .isEqualTo(++known.deliveries);
            assertThat(message.attemptsRecord()).isEqualTo(known.attemptsRecord);
            if (known.attemptsRecord == 0 && random.nextInt(3) == 0) {
                known.attemptsRecord = 1_000_000 + known.sequence;
                message.recordAttemptsAt(known.attemptsRecord);
            }
            known.state = State.IN_FLIGHT;
            known.holder = id;
            known.queued = message;
        }

        @Override
        public void expired(QueuedMessage message) {
            Known gone = all.remove(message.sequence());
            assertThat(gone).as("expired twice: %s", message.message()).isNotNull();
            assertThat(gone.state).isNotEqualTo(State.IN_FLIGHT);
            assertThat(gone.expired(now)).isTrue();
        }

        @Override
        public void exhausted(QueuedMessage message) {
            throw new AssertionError("there is no limit");
        }

        @Override
        public void wanted(MessageRun run) {
            assertThat(everWanted.add(run)).as("asked for once").isTrue();
            wanted.add(run);
        }

        private void check() {
            pass();
            assertThat(queue.messages()).isEqualTo(all.size());
            assertThat(queue.bytes())
                    .isEqualTo(all.values().stream()
                            .mapToLong(each -> each.queued.size())
                            .sum());
            Set<Long> here = new HashSet<>();
            queue.ready().forEach(each -> here.add(each.sequence()));
            queue.delayed().forEach(each -> here.add(each.sequence()));
            queue.inFlight().forEach(each -> here.add(each.sequence()));
            long away = all.values().stream()
                    .filter(each -> !here.contains(each.sequence))
                    .mapToLong(each -> each.data.bodySize())
                    .sum();
            assertThat(queue.messagesAway()).isEqualTo(all.size() - here.size());
            assertThat(queue.pagedBytes()).isEqualTo(away);
            List<MessageRun> pending = List.copyOf(wanted);
            if (pending.isEmpty()) { // nobody waits but for good reason
                assertThat(all.values().stream().filter(each -> each.away && each.queued.due() <= now))
                        .as("due, and nobody has asked for it")
                        .isEmpty();
                for (Consumer each : consumers.values()) {
                    if (credit.get(each.id()) > 0) {
                        assertThat(deliverable(each).stream().filter(one -> !one.expired(now)))
                                .as("kept from %s", each)
                                .isEmpty();
                    }
                }
            }
        }
    }
}

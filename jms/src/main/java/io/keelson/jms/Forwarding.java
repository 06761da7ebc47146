package io.keelson.jms;

import io.keelson.base.thread.Threads;
import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Forwards messages between the members of distributed destinations. What is on a member of a queue without consumers
 * goes to a member with some. What is published on a member of a replicated topic goes to all others, for each of which
 * there is a subscription. A message is taken by a consumer that does not count, given to the other member under its own
 * number, which takes it once, and acknowledged then. Each queue or topic is forwarded by a thread of its own, as long
 * as there is something to do.
 */
final class Forwarding implements AutoCloseable {
    private static final int WINDOW = 200;
    private static final long ANSWER_SECONDS = 30;
    private static final long IDLE_MILLIS = 200;
    private static final long CONSUMER = 1;

    /** Number of times that there may be nothing to forward of a topic before its forwarding ends: a minute of them. */
    private static final int TOPIC_IDLE = 300;

    /** Messages that may leave their member although units of order are placed. */
    private static final String WITHOUT_UNIT =
            MessageData.UNIT_OF_ORDER + " IS NULL AND " + MessageData.GROUP + " IS NULL";

    /** For how many looks units of order may wait without a consumer until that is said: for a minute. */
    private static final int UNITS_IDLE = 120;

    /** For how many looks the forwarding of a topic rests that has failed. */
    private static final int REST = 4;

    private final JmsServers servers;

    /** Queues that are being forwarded, each with its JMS server. */
    private final Set<String> running = ConcurrentHashMap.newKeySet();

    /** Found stranded at the last look. */
    private Set<String> before = new HashSet<>();

    /** For how many looks the units of order of a queue, with its JMS server, have had no consumer. */
    private final Map<String, Integer> idleUnits = new HashMap<>();

    /** Topics whose forwarding has failed, with the look from which on it is tried again. */
    private final Map<String, Long> resting = new ConcurrentHashMap<>();

    private volatile long looks;
    private volatile boolean closed;

    Forwarding(JmsServers servers) {
        this.servers = servers;
    }

    /** Begins to forward what was stranded at the last look, too: a consumer may be on its way. */
    void look() {
        Set<String> now = new HashSet<>();
        List<DestinationName> queues = servers.distributed();
        for (JmsHost host : servers.open()) {
            JmsServer server = host.ifOpen();
            for (DestinationName queue : queues) {
                String key = host.name() + "/" + queue.name();
                boolean placed = servers.placesUnits(queue);
                if (server != null) {
                    idle(key, placed && server.demand().hasIdleUnits(queue), host, queue);
                }
                if (server != null && !running.contains(key) && server.demand().isStranded(queue, placed)) {
                    now.add(key);
                    if (before.contains(key) && running.add(key)) {
                        Threads.daemon("keelson.jms: forwarding of " + key, () -> run(key, host, queue))
                                .start();
                    }
                }
            }
        }
        before = now;
        lookAtTopics();
    }

    /** Says once that units of order wait where nobody consumes, as they are not forwarded. */
    private void idle(String key, boolean is, JmsHost host, DestinationName queue) {
        int looked = is ? idleUnits.merge(key, 1, Integer::sum) : 0;
        if (!is) {
            idleUnits.remove(key);
        } else if (looked == UNITS_IDLE) {
            JmsLog.LOG.idleUnits(queue.toString(), host.name());
        }
    }

    /** Begins to forward topics that have messages for members that are there. */
    private void lookAtTopics() {
        looks = looks + 1;
        boolean known = servers.knowsRoster();
        for (JmsHost host : servers.open()) {
            host.replicate(known);
            JmsServer server = host.ifOpen();
            for (String member :
                    server == null ? Set.<String>of() : server.forwarding().membersServed()) {
                if (server == null || !servers.isThere(member)) {
                    continue;
                }
                for (DestinationName topic : server.forwarding().waitingFor(member)) {
                    String key = host.name() + "/" + topic.name() + " to " + member;
                    if (resting.getOrDefault(key, 0L) <= looks && running.add(key)) {
                        Threads.daemon("keelson.jms: forwarding of " + key, () -> run(key, host, server, topic, member))
                                .start();
                    }
                }
            }
        }
    }

    private void run(String key, JmsHost from, JmsServer server, DestinationName topic, String member) {
        Link target = null;
        try {
            target = servers.open(member, new Nothing());
            new Run(from, server, topic, target)
                    .run(
                            new Request.Subscription(member, true, false),
                            null,
                            () -> servers.isThere(member) && from.ifOpen() == server,
                            TOPIC_IDLE);
            resting.remove(key);
        } catch (JmsFailure e) {
            if (e.code() != JmsFailure.Code.LOST && e.code() != JmsFailure.Code.CLOSED && !resting.containsKey(key)) {
                JmsLog.LOG.notForwarded(topic.toString(), from.name(), member, String.valueOf(e.getMessage()));
            }
            resting.put(key, looks + REST);
        } finally {
            if (target != null) {
                target.close();
            }
            running.remove(key);
        }
    }

    private void run(String key, JmsHost from, DestinationName queue) {
        try {
            for (String to : targets(from)) {
                if (closed || forwarded(from, queue, to)) {
                    return;
                }
            }
        } finally {
            running.remove(key);
        }
    }

    /** Those of this server first. */
    private List<String> targets(JmsHost from) {
        List<String> all = new ArrayList<>();
        servers.open().forEach(each -> all.add(each.name()));
        servers.roster().stream().filter(each -> !all.contains(each)).forEach(all::add);
        all.remove(from.name());
        return all;
    }

    /** Forwards to a member, if it has consumers. Returns true if it had. */
    private boolean forwarded(JmsHost from, DestinationName queue, String to) {
        Link target = null;
        try {
            target = servers.open(to, new Nothing());
            if (!(answer(target.request(new Request.Demand(queue))) instanceof Reply.Number demand)
                    || demand.number() == 0) {
                return false;
            }
            JmsServer server = from.ifOpen();
            if (server != null) {
                new Run(from, server, queue, target)
                        .run(
                                Request.Subscription.PLAIN,
                                servers.placesUnits(queue) ? WITHOUT_UNIT : null,
                                () -> server.demand().hasNoDemand(queue),
                                1);
            }
            return true;
        } catch (JmsFailure e) {
            if (e.code() != JmsFailure.Code.LOST && e.code() != JmsFailure.Code.CLOSED) {
                JmsLog.LOG.notForwarded(queue.toString(), from.name(), to, String.valueOf(e.getMessage()));
            }
            return false;
        } finally {
            if (target != null) {
                target.close();
            }
        }
    }

    private static Reply answer(CompletableFuture<Reply> reply) throws JmsFailure {
        try {
            return reply.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof JmsFailure failure
                    ? failure
                    : new JmsFailure(JmsFailure.Code.LOST, String.valueOf(e.getCause()), e);
        } catch (TimeoutException e) {
            throw new JmsFailure(JmsFailure.Code.LOST, "no answer within " + ANSWER_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JmsFailure(JmsFailure.Code.CLOSED, "interrupted", e);
        }
    }

    /** Hears of a link without consumers. */
    private static final class Nothing implements Link.Handler {
        @Override
        public void delivered(long consumer, List<Delivery> batch) {}

        @Override
        public void ended(JmsFailure why) {}
    }

    /** Forwards one queue, or one topic, to one member. */
    private final class Run implements Link.Handler {
        private final JmsServer server;
        private final DestinationName destination;
        private final Link target;
        private final String origin;
        private final LinkedBlockingQueue<Delivery> taken = new LinkedBlockingQueue<>();

        /** On their way, by number, which is the order in which they are answered. */
        private final TreeMap<Long, CompletableFuture<Reply>> going = new TreeMap<>();

        private CompletableFuture<Reply> acknowledged = CompletableFuture.completedFuture(Reply.Done.DONE);
        /** The smallest number of those that are being acknowledged. */
        private long unsure;

        private volatile boolean over;

        Run(JmsHost from, JmsServer server, DestinationName destination, Link target) {
            this.server = server;
            this.destination = destination;
            this.target = target;
            this.origin =
                    (destination.topic() ? "forward topic\n" : "forward\n") + from.name() + "\n" + destination.name();
        }

        @Override
        public void delivered(long consumer, List<Delivery> batch) {
            taken.addAll(batch);
        }

        @Override
        public void ended(JmsFailure why) {
            over = true;
        }

        /**
         * Forwards as long as there is something to do.
         *
         * @param subscription of a topic, with the member as its name
         * @param selector of the messages; null: all
         * @param wanted returns false where it is to end
         * @param idle how often there may be nothing
         */
        void run(Request.Subscription subscription, @Nullable String selector, BooleanSupplier wanted, int idle)
                throws JmsFailure {
            Link source = server.connect(null, null, this);
            try {
                Reply unused = answer(source.request(new Request.Consume(
                        CONSUMER, destination, selector, false, JmsServer.FORWARDING, subscription)));
                Reply unusedCredit = answer(source.request(new Request.Credit(CONSUMER, WINDOW)));
                pass(source, wanted, idle);
            } finally {
                giveBack(source);
                source.close();
            }
        }

        private void pass(Link source, BooleanSupplier wanted, int most) throws JmsFailure {
            int idle = 0;
            while (!over && !closed && wanted.getAsBoolean()) {
                Delivery next = poll();
                if (next == null) {
                    settle(source, 0);
                    idle = taken.isEmpty() ? idle + 1 : 0;
                    if (idle >= most) {
                        return;
                    }
                    continue;
                }
                idle = 0;
                long number = next.tag();
                long smallest = going.isEmpty() ? number : Math.min(number, going.firstKey());
                if (!acknowledged.isDone()) { // a crash now would have these handed over again
                    smallest = Math.min(smallest, unsure);
                }
                going.put(
                        number,
                        target.request(new Request.Forward(
                                new Delivery(
                                        number,
                                        next.message(),
                                        next.deliveries() - 1,
                                        next.redelivered() || next.deliveries() > 1),
                                new Request.RequestId(origin, number, smallest))));
                settle(source, WINDOW / 2);
            }
            settle(source, 0);
        }

        private @Nullable Delivery poll() throws JmsFailure {
            try {
                return taken.poll(going.isEmpty() ? IDLE_MILLIS : 0, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new JmsFailure(JmsFailure.Code.CLOSED, "interrupted", e);
            }
        }

        /** Acknowledges what the other member has taken, until no more than so many are on their way. */
        private void settle(Link source, int most) throws JmsFailure {
            while (going.size() > most) {
                List<Long> done = new ArrayList<>();
                while (!going.isEmpty()
                        && (done.isEmpty() || going.firstEntry().getValue().isDone())) {
                    Reply unused = answer(going.firstEntry().getValue());
                    done.add(going.pollFirstEntry().getKey());
                }
                Reply unused = answer(acknowledged);
                unsure = done.get(0);
                acknowledged = source.request(new Request.Acknowledge(
                        done.stream().mapToLong(Long::longValue).toArray()));
                var unusedMore = source.request(new Request.Credit(CONSUMER, done.size()));
            }
        }

        /** Returns unanswered messages to their queue: those that nobody else has got unmarked, those that somebody may have got marked. */
        private void giveBack(Link source) {
            var unusedRevoked = source.request(new Request.Revoke(CONSUMER));
            long[] unsent = taken.stream().mapToLong(Delivery::tag).toArray();
            long[] unknown = going.keySet().stream().mapToLong(Long::longValue).toArray();
            var unusedBack = source.request(new Request.Return(unsent, false));
            var unusedMarked = source.request(new Request.Return(unknown, true));
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}

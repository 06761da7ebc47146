package io.keelson.jms;

import io.keelson.base.thread.Threads;
import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import java.util.ArrayList;
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
import org.jspecify.annotations.Nullable;

/**
 * Leaves no message stranded: what is on a member of a distributed queue without consumers goes to a member with some. A message is taken by a
 * consumer that does not count, given to the other member under its own number, which takes it once, and acknowledged then. Each queue is
 * forwarded by a thread of its own, as long as there is something to do.
 */
final class Forwarding implements AutoCloseable {
    private static final int WINDOW = 50;
    private static final long ANSWER_SECONDS = 30;
    private static final long IDLE_MILLIS = 200;
    private static final long CONSUMER = 1;

    private final JmsServers servers;

    /** Queues that are being forwarded, each with its JMS server. */
    private final Set<String> running = ConcurrentHashMap.newKeySet();

    /** Found stranded at the last look. */
    private Set<String> before = new HashSet<>();

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
                if (server != null && !running.contains(key) && server.isStranded(queue)) {
                    now.add(key);
                    if (before.contains(key) && running.add(key)) {
                        Threads.daemon("keelson.jms: forwarding of " + key, () -> run(key, host, queue))
                                .start();
                    }
                }
            }
        }
        before = now;
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
            new Run(from, queue, target).run();
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

    /** Forwards one queue to one member. */
    private final class Run implements Link.Handler {
        private final JmsHost from;
        private final DestinationName queue;
        private final Link target;
        private final LinkedBlockingQueue<Delivery> taken = new LinkedBlockingQueue<>();

        /** On their way, by number, which is the order in which they are answered. */
        private final Map<Long, CompletableFuture<Reply>> going = new TreeMap<>();

        private volatile boolean over;

        Run(JmsHost from, DestinationName queue, Link target) {
            this.from = from;
            this.queue = queue;
            this.target = target;
        }

        @Override
        public void delivered(long consumer, List<Delivery> batch) {
            taken.addAll(batch);
        }

        @Override
        public void ended(JmsFailure why) {
            over = true;
        }

        void run() throws JmsFailure {
            JmsServer server = from.ifOpen();
            if (server == null) {
                return;
            }
            Link source = server.connect(null, null, this);
            try {
                Reply unused = answer(source.request(new Request.Consume(
                        CONSUMER, queue, null, false, JmsServer.FORWARDING, Request.Subscription.PLAIN)));
                pass(server, source);
            } finally {
                giveBack(source);
                source.close();
            }
        }

        private void pass(JmsServer server, Link source) throws JmsFailure {
            Reply unused = answer(source.request(new Request.Credit(CONSUMER, WINDOW)));
            while (!over && !closed && server.hasNoDemand(queue)) {
                Delivery next = poll();
                if (next == null) {
                    settle(source, 0);
                    if (taken.isEmpty()) {
                        return;
                    }
                    continue;
                }
                long number = next.tag();
                long smallest = going.isEmpty()
                        ? number
                        : Math.min(number, going.keySet().iterator().next());
                going.put(
                        number,
                        target.request(new Request.Forward(
                                new Delivery(
                                        number,
                                        next.message(),
                                        next.deliveries() - 1,
                                        next.redelivered() || next.deliveries() > 1),
                                new Request.RequestId(
                                        "forward\n" + from.name() + "\n" + queue.name(), number, smallest))));
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
                long number = going.keySet().iterator().next();
                CompletableFuture<Reply> reply = going.get(number);
                if (reply != null) {
                    Reply unused = answer(reply);
                }
                going.remove(number);
                Reply unusedDone = answer(source.request(new Request.Acknowledge(new long[] {number})));
                Reply unusedMore = answer(source.request(new Request.Credit(CONSUMER, 1)));
            }
        }

        /** What has not been answered goes back: what nobody else has got unmarked, what somebody may have got marked. */
        private void giveBack(Link source) {
            long[] unsent = taken.stream().mapToLong(Delivery::tag).toArray();
            long[] unknown = going.keySet().stream().mapToLong(Long::longValue).toArray();
            var unusedRevoked = source.request(new Request.Revoke(CONSUMER));
            var unusedBack = source.request(new Request.Return(unsent, false));
            var unusedMarked = source.request(new Request.Return(unknown, true));
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}

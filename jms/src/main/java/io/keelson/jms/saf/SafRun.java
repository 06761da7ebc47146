package io.keelson.jms.saf;

import io.keelson.base.time.Ticker;
import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Hands the messages of a local queue over to a remote JMS server as long as there are some. Each send has the message's own number in
 * the local store, under a name that this store alone has, so that the remote server does it once, however often it is made again.
 *
 * <p>Invariant: a request names as unanswered the smallest number whose message the local store may still have and that was sent. For
 * that the queue is first in, first out, and a number counts until its acknowledgement is sure. Confined to one thread, but for what
 * links call.
 */
public final class SafRun implements Link.Handler {
    private static final long CONSUMER = 1;
    private static final long POLL_MILLIS = 200;
    private static final long SEND_TIMEOUT = 10_000;

    /** Number of times that there may be nothing to send before it ends. */
    private static final int IDLE = 25;

    private final SafRules rules;
    private final JmsServer server;
    private final Link remote;
    private final String origin;
    private final Ticker ticker;
    private final BooleanSupplier wanted;
    private final IntConsumer forwarded;
    private final LinkedBlockingQueue<Delivery> taken = new LinkedBlockingQueue<>();

    /** On their way, by number. */
    private final TreeMap<Long, CompletableFuture<Reply>> going = new TreeMap<>();

    /** Numbers that the remote server has done and the local store may still have. */
    private final TreeSet<Long> unsure = new TreeSet<>();

    private CompletableFuture<Reply> acknowledged = CompletableFuture.completedFuture(Reply.Done.DONE);
    private volatile boolean over;

    /**
     * Makes a run.
     *
     * @param server that has the queue
     * @param remote that gets the messages; whoever opened it closes it
     * @param store the name of the local store, which no other has had
     * @param wanted false where it is to end
     * @param forwarded told how many messages the remote server has taken
     */
    public SafRun(
            SafRules rules,
            JmsServer server,
            Link remote,
            String store,
            Ticker ticker,
            BooleanSupplier wanted,
            IntConsumer forwarded) {
        this.rules = rules;
        this.server = server;
        this.remote = remote;
        this.origin = "saf\n" + store + "\n" + rules.local().name();
        this.ticker = ticker;
        this.wanted = wanted;
        this.forwarded = forwarded;
    }

    @Override
    public void delivered(long consumer, List<Delivery> batch) {
        taken.addAll(batch);
    }

    @Override
    public void ended(JmsFailure why) {
        over = true;
    }

    /** Hands messages over until there is none for five seconds, it is not wanted any more, or something fails. */
    public void run() throws JmsFailure {
        Link source = server.connect(null, null, this);
        try {
            Reply unused = answer(source.request(new Request.Consume(
                    CONSUMER, rules.local(), null, false, JmsServer.FORWARDING, Request.Subscription.PLAIN)));
            Reply unusedCredit = answer(source.request(new Request.Credit(CONSUMER, rules.window())));
            pass(source);
        } finally {
            giveBack(source);
            source.close();
        }
    }

    private void pass(Link source) throws JmsFailure {
        int idle = 0;
        while (!over && wanted.getAsBoolean() && idle < IDLE) {
            Delivery next = poll();
            if (next == null) {
                settle(source, 0);
                idle = taken.isEmpty() ? idle + 1 : 0;
                continue;
            }
            idle = 0;
            if (isLate(next)) {
                settle(source, 0);
                giveUp(source, next);
                continue;
            }
            send(next);
            settle(source, Math.max(1, rules.window() / 2));
        }
        settle(source, 0);
        Reply unused = answer(acknowledged);
    }

    private void send(Delivery next) {
        long number = next.tag();
        long smallest = number;
        if (!going.isEmpty()) {
            smallest = Math.min(smallest, going.firstKey());
        }
        if (acknowledged.isDone() && !acknowledged.isCompletedExceptionally()) {
            unsure.clear();
        } else if (!unsure.isEmpty()) {
            smallest = Math.min(smallest, unsure.first());
        }
        MessageData message = next.message().sentTo(rules.remote());
        going.put(
                number,
                remote.request(new Request.Send(
                        List.of(message), SEND_TIMEOUT, new Request.RequestId(origin, number, smallest), 0)));
    }

    private boolean isLate(Delivery next) {
        return rules.timeToLive() > 0
                && next.message().timestamp() + rules.timeToLive() < ticker.currentTimeMillis()
                && next.deliveries() <= 1; // what may have been sent before is sent again, as it may have been done
    }

    /** Ends a message that has waited too long, in one step of the local store. */
    private void giveUp(Link source, Delivery late) throws JmsFailure {
        MessageData message = late.message();
        List<MessageData> redirected = List.of();
        switch (rules.late()) {
            case DISCARD -> {}
            case LOG -> SafLog.LOG.late(message.id(), rules.local().toString(), rules.context());
            case REDIRECT -> {
                if (rules.errorDestination() == null) {
                    SafLog.LOG.late(message.id(), rules.local().toString(), rules.context());
                } else {
                    redirected = List.of(message.redirected(rules.errorDestination()));
                }
            }
        }
        Reply unused = answer(source.request(new Request.Commit(redirected, new long[] {late.tag()}, SEND_TIMEOUT)));
        Reply unusedMore = answer(source.request(new Request.Credit(CONSUMER, 1)));
    }

    private @Nullable Delivery poll() throws JmsFailure {
        try {
            return taken.poll(going.isEmpty() ? POLL_MILLIS : 0, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JmsFailure(JmsFailure.Code.CLOSED, "interrupted", e);
        }
    }

    /** Acknowledges what the remote server has done, until no more than so many are on their way. */
    private void settle(Link source, int most) throws JmsFailure {
        while (going.size() > most) {
            TreeSet<Long> done = new TreeSet<>();
            while (!going.isEmpty()
                    && (done.isEmpty() || going.firstEntry().getValue().isDone())) {
                Reply unused = answer(going.firstEntry().getValue());
                done.add(going.pollFirstEntry().getKey());
            }
            Reply unused = answer(acknowledged);
            unsure.clear();
            unsure.addAll(done);
            acknowledged = source.request(new Request.Acknowledge(
                    done.stream().mapToLong(Long::longValue).toArray()));
            var unusedMore = source.request(new Request.Credit(CONSUMER, done.size()));
            forwarded.accept(done.size());
        }
    }

    /** Returns messages to the local queue: those that were not sent unmarked, those that may have been done marked. */
    private void giveBack(Link source) {
        var unusedRevoked = source.request(new Request.Revoke(CONSUMER));
        long[] unsent = taken.stream().mapToLong(Delivery::tag).toArray();
        long[] unknown = going.keySet().stream().mapToLong(Long::longValue).toArray();
        var unusedBack = source.request(new Request.Return(unsent, false));
        var unusedMarked = source.request(new Request.Return(unknown, true));
    }

    private static Reply answer(CompletableFuture<Reply> reply) throws JmsFailure {
        try {
            return reply.get(SEND_TIMEOUT + 30_000, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof JmsFailure failure
                    ? failure
                    : new JmsFailure(JmsFailure.Code.LOST, String.valueOf(e.getCause()), e);
        } catch (TimeoutException e) {
            throw new JmsFailure(JmsFailure.Code.LOST, "no answer within 40 s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JmsFailure(JmsFailure.Code.CLOSED, "interrupted", e);
        }
    }
}

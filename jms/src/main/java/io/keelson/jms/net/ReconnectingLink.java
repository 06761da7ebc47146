package io.keelson.jms.net;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.jms.message.DestinationName;
import io.keelson.jms.message.MessageData;
import io.keelson.jms.wire.Delivery;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import io.keelson.jms.wire.Request.RequestId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A link that survives the loss of the link below it: it opens another, makes its consumers there again and sends what had no answer.
 *
 * <ul>
 *   <li>A send or commit whose outcome is unknown is made again under its number; the server does it once.
 *   <li>A tag has the generation of its link in its upper 16 bits. Acknowledgements of an older one are passed over, as the message comes
 *       again; a commit that has one is refused as rolled back.
 *   <li>Credit that a consumer has not used is given again.
 * </ul>
 *
 * <p>Thread-safe. {@code lock} guards which link there is; no link is called while it is held, as a link's handler may hold the lock of a
 * JMS server.
 */
public final class ReconnectingLink implements Link {
    private static final long FIRST_PAUSE = 50;
    private static final long LONGEST_PAUSE = 2_000;
    private static final long REPLAY_SECONDS = 30;
    private static final int TAG_BITS = 48;
    private static final long TAG = (1L << TAG_BITS) - 1;

    /** A tag that no server gives. */
    private static final long NO_TAG = -1;

    /** Opens links. */
    public interface Attempts {
        /**
         * Opens one.
         *
         * @throws JmsFailure where that fails; of {@link JmsFailure.Code#SECURITY} or {@link JmsFailure.Code#PROTOCOL} where it will go on
         *     to fail
         */
        Link attempt(Handler handler) throws JmsFailure;
    }

    /** A request that has no answer. */
    private static final class Pending {
        final long number;
        final Request request;
        final CompletableFuture<Reply> reply = new CompletableFuture<>();

        /** The generation of the link on which it was made last; 0: on none. */
        final AtomicInteger made = new AtomicInteger();

        Pending(long number, Request request) {
            this.number = number;
            this.request = request;
        }
    }

    private record Consumer(Request.Consume request, AtomicInteger credit) {}

    private record Live(int generation, Link link) {}

    private final Attempts attempts;
    private final Handler handler;
    private final String name;
    private final String origin;
    private final long timeout;
    private final Ticker ticker;
    private final AtomicLong numbers = new AtomicLong();
    private final ConcurrentSkipListMap<Long, Pending> pending = new ConcurrentSkipListMap<>();
    private final Map<Long, Consumer> consumers = new ConcurrentSkipListMap<>();
    private final Map<DestinationName, Boolean> temporaries = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private @Nullable Live live;
    private int generation;
    private boolean closed;
    private @Nullable JmsFailure end;
    private volatile @Nullable String clientId;

    private ReconnectingLink(
            Attempts attempts, Handler handler, String name, String origin, long timeout, Ticker ticker) {
        this.attempts = attempts;
        this.handler = handler;
        this.name = name;
        this.origin = origin;
        this.timeout = timeout;
        this.ticker = ticker;
    }

    /**
     * Opens a link.
     *
     * @param name for messages
     * @param origin the connection's own name, under which its requests are numbered
     * @param timeout for how many milliseconds it tries to connect again; 0: not at all
     * @throws JmsFailure where the first connection fails
     */
    public static ReconnectingLink open(
            Attempts attempts, Handler handler, String name, String origin, long timeout, Ticker ticker)
            throws JmsFailure {
        return open(attempts, handler, name, origin, timeout, ticker, 0);
    }

    /**
     * Opens a link, and waits for a JMS server that is not open yet.
     *
     * @param name for messages
     * @param origin the connection's own name, under which its requests are numbered
     * @param timeout for how many milliseconds it tries to connect again; 0: not at all
     * @param firstTimeout for how many milliseconds the first connection is tried again while servers answer and none of them has the
     *     JMS server; 0: not at all. Where no server answers it fails at once
     * @throws JmsFailure where the first connection fails
     */
    public static ReconnectingLink open(
            Attempts attempts,
            Handler handler,
            String name,
            String origin,
            long timeout,
            Ticker ticker,
            long firstTimeout)
            throws JmsFailure {
        ReconnectingLink made = new ReconnectingLink(attempts, handler, name, origin, timeout, ticker);
        made.first(firstTimeout);
        return made;
    }

    /** Returns the first link that can be opened in time. */
    private Link attempted(Handler incoming, long most) throws JmsFailure {
        long begin = ticker.nanoTime();
        long pause = FIRST_PAUSE;
        while (true) {
            try {
                return attempts.attempt(incoming);
            } catch (JmsFailure e) {
                if (e.code() != JmsFailure.Code.ELSEWHERE) {
                    throw e;
                }
                long left = most - TimeUnit.NANOSECONDS.toMillis(ticker.nanoTime() - begin);
                if (left <= 0) {
                    throw new JmsFailure(
                            JmsFailure.Code.LOST,
                            most == 0
                                    ? String.valueOf(e.getMessage())
                                    : "no server had the JMS server within " + most + " ms: " + e.getMessage(),
                            e);
                }
                try {
                    TimeUnit.MILLISECONDS.sleep(Math.min(pause, left));
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    throw new JmsFailure(
                            JmsFailure.Code.CLOSED, "interrupted while it waited for the JMS server of " + name, e);
                }
                pause = Math.min(LONGEST_PAUSE, 2 * pause);
            }
        }
    }

    private void first(long timeoutOfFirst) throws JmsFailure {
        generation = 1;
        Incoming incoming = new Incoming(1);
        Link opened = attempted(incoming, timeoutOfFirst);
        lock.lock();
        try {
            live = new Live(1, opened);
        } finally {
            lock.unlock();
        }
        JmsFailure lost = incoming.ended;
        if (lost != null) {
            lost(1, lost);
        }
    }

    // ---- what comes ------------------------------------------------------------------------------------------------

    /** Hears of one link. */
    private final class Incoming implements Handler {
        private final int of;
        private volatile @Nullable JmsFailure ended;

        Incoming(int of) {
            this.of = of;
        }

        @Override
        public void delivered(long consumer, List<Delivery> batch) {
            Consumer known = consumers.get(consumer);
            if (known != null) {
                known.credit().addAndGet(-batch.size());
            }
            List<Delivery> marked = new ArrayList<>(batch.size());
            for (Delivery each : batch) {
                marked.add(new Delivery(
                        (long) of << TAG_BITS | each.tag(), each.message(), each.deliveries(), each.redelivered()));
            }
            handler.delivered(consumer, marked);
        }

        @Override
        public void refused(long sender, JmsFailure why) {
            handler.refused(sender, why);
        }

        @Override
        public void flow(DestinationName destination, boolean above) {
            handler.flow(destination, above);
        }

        @Override
        public void ended(JmsFailure why) {
            ended = why;
            lost(of, why);
        }
    }

    private void lost(int of, JmsFailure why) {
        lock.lock();
        try {
            Live was = live;
            if (was == null || was.generation() != of || closed || end != null) {
                return;
            }
            live = null;
            if (timeout > 0 && why.code() != JmsFailure.Code.PROTOCOL) {
                Threads.daemon("keelson.jms: reconnect of " + name, () -> reconnect(why))
                        .start();
                return;
            }
            end = why;
        } finally {
            lock.unlock();
        }
        finish(why);
    }

    private void finish(JmsFailure why) {
        failAll(why);
        handler.ended(why);
    }

    private void failAll(JmsFailure why) {
        for (Pending each : List.copyOf(pending.values())) {
            pending.remove(each.number);
            boolean unused = each.reply.completeExceptionally(why);
        }
    }

    // ---- connecting again ------------------------------------------------------------------------------------------

    private void reconnect(JmsFailure why) {
        long begin = ticker.nanoTime();
        long pause = FIRST_PAUSE;
        JmsFailure last = why;
        while (TimeUnit.NANOSECONDS.toMillis(ticker.nanoTime() - begin) < timeout) {
            int next;
            lock.lock();
            try {
                if (closed) {
                    return;
                }
                next = ++generation;
            } finally {
                lock.unlock();
            }
            try {
                if (renew(next)) {
                    NetLog.LOG.again(
                            name,
                            String.valueOf(why.getMessage()),
                            TimeUnit.NANOSECONDS.toMillis(ticker.nanoTime() - begin));
                    return;
                }
            } catch (JmsFailure e) {
                last = e;
                if (e.code() == JmsFailure.Code.SECURITY || e.code() == JmsFailure.Code.PROTOCOL) {
                    break;
                }
            }
            if (pause(pause)) {
                return;
            }
            pause = Math.min(LONGEST_PAUSE, 2 * pause);
        }
        JmsFailure over = new JmsFailure(
                last.code() == JmsFailure.Code.SECURITY ? last.code() : JmsFailure.Code.CLOSED,
                "the connection was lost (" + why.getMessage() + ") and could not be made again within " + timeout
                        + " ms: " + last.getMessage(),
                last);
        lock.lock();
        try {
            if (closed) {
                return;
            }
            end = over;
        } finally {
            lock.unlock();
        }
        finish(over);
    }

    /** Waits. Returns true when it was closed meanwhile. */
    private boolean pause(long millis) {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(millis);
            while (left > 0 && !closed) {
                left = changed.awaitNanos(left);
            }
            return closed;
        } catch (InterruptedException e) {
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Opens another link and makes everything there again. Returns false where it was lost at once. */
    private boolean renew(int next) throws JmsFailure {
        Incoming incoming = new Incoming(next);
        Link opened = attempts.attempt(incoming);
        boolean done = false;
        handler.flowUnknown(); // the server tells with the next send
        try {
            String id = clientId;
            if (id != null) {
                replay(opened, new Request.Identify(id));
            }
            for (Map.Entry<DestinationName, Boolean> each : temporaries.entrySet()) {
                replay(
                        opened,
                        new Request.MakeTemporary(each.getValue(), each.getKey().name()));
            }
            for (Map.Entry<Long, Consumer> each : consumers.entrySet()) {
                replay(opened, each.getValue().request());
                credit(each.getKey(), each.getValue(), next, opened);
            }
            done = resend(next, opened);
            JmsFailure lost = incoming.ended;
            if (done && lost != null) {
                lost(next, lost); // it told so before it was the one
            }
            return done;
        } finally {
            if (!done) {
                opened.close();
            }
        }
    }

    /** Gives a consumer what credit it has left, and answers the requests by which it got that. */
    private void credit(long number, Consumer consumer, int next, Link opened) throws JmsFailure {
        int thrown = handler.renewed(number);
        List<Pending> part = new ArrayList<>();
        int more;
        lock.lock();
        try {
            more = consumer.credit().addAndGet(thrown);
            for (Pending each : pending.values()) {
                if (each.request instanceof Request.Credit credit && credit.consumer() == number) {
                    each.made.set(next);
                    part.add(each);
                }
            }
        } finally {
            lock.unlock();
        }
        if (more > 0) {
            replay(opened, new Request.Credit(number, more));
        }
        part.forEach(each -> done(each, Reply.Done.DONE));
    }

    private static void replay(Link over, Request request) throws JmsFailure {
        try {
            Reply unused = over.request(request).get(REPLAY_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof JmsFailure failure
                    ? failure
                    : new JmsFailure(JmsFailure.Code.LOST, String.valueOf(e.getCause()), e);
        } catch (TimeoutException e) {
            throw new JmsFailure(JmsFailure.Code.LOST, "no answer within " + REPLAY_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JmsFailure(JmsFailure.Code.LOST, "interrupted", e);
        }
    }

    /** Makes what had no answer again, in its order, until nothing is left; from then on callers do so themselves. */
    private boolean resend(int next, Link opened) {
        while (true) {
            List<Pending> left = new ArrayList<>();
            lock.lock();
            try {
                if (closed) {
                    return false;
                }
                pending.values().stream()
                        .filter(each -> each.made.get() != next)
                        .forEach(left::add);
                if (left.isEmpty()) {
                    live = new Live(next, opened);
                    return true;
                }
            } finally {
                lock.unlock();
            }
            for (Pending each : left) {
                make(each, next, opened);
            }
        }
    }

    // ---- requests --------------------------------------------------------------------------------------------------

    @Override
    public CompletableFuture<Reply> request(Request request) {
        Live over;
        Pending made;
        lock.lock();
        try {
            JmsFailure why = end;
            if (why != null || closed) {
                return CompletableFuture.failedFuture(
                        why == null ? new JmsFailure(JmsFailure.Code.CLOSED, "the connection is closed") : why);
            }
            made = new Pending(numbers.incrementAndGet(), request);
            pending.put(made.number, made);
            note(request);
            over = live;
        } finally {
            lock.unlock();
        }
        if (over != null) {
            make(made, over.generation(), over.link());
        }
        return made.reply;
    }

    /** Notes what has to be made again on another link. */
    private void note(Request request) {
        if (request instanceof Request.Credit credit) {
            Consumer known = consumers.get(credit.consumer());
            if (known != null) {
                known.credit().addAndGet(credit.more());
            }
        } else if (request instanceof Request.Revoke revoke) {
            Consumer known = consumers.get(revoke.consumer());
            if (known != null) {
                known.credit().set(0);
            }
        } else if (request instanceof Request.EndConsumer gone) {
            consumers.remove(gone.consumer());
        } else if (request instanceof Request.DropTemporary drop) {
            temporaries.remove(drop.destination());
        }
    }

    /** Makes a request on a link, unless another thread has done so. */
    private void make(Pending what, int on, Link link) {
        int before = what.made.get();
        if (before >= on || !what.made.compareAndSet(before, on)) {
            return;
        }
        boolean again = before != 0;
        Request request = what.request;
        if (again && isOver(request)) {
            done(what, Reply.Done.DONE);
            return;
        }
        if (again && request instanceof Request.Prepare) {
            fail(
                    what,
                    new JmsFailure(
                            JmsFailure.Code.ROLLED_BACK,
                            "the connection was lost while the branch was prepared; the transaction is rolled back"));
            return;
        }
        Request said = translated(what, on, again);
        if (said == null) {
            fail(
                    what,
                    new JmsFailure(
                            JmsFailure.Code.ROLLED_BACK,
                            "the connection was lost after the transaction had consumed messages; they are delivered again"));
            return;
        }
        CompletableFuture<Reply> answer;
        try {
            answer = link.request(said);
        } catch (RuntimeException | OutOfMemoryError e) {
            fail(
                    what,
                    new JmsFailure(JmsFailure.Code.RESOURCE_ALLOCATION, "the request could not be written: " + e, e));
            return;
        }
        var unused = answer.whenComplete((reply, error) -> {
            if (error == null) {
                succeeded(what, request, reply);
            } else if (!isLost(error)) {
                refused(what, request, error, again);
            } // else it is made again, or all fail
        });
    }

    /** Returns true where another link has nothing to do for a request. */
    private static boolean isOver(Request request) {
        return request instanceof Request.Acknowledge
                || request instanceof Request.Return
                || request instanceof Request.Forget;
    }

    private static boolean isLost(Throwable error) {
        return error instanceof JmsFailure failure
                && (failure.code() == JmsFailure.Code.LOST || failure.code() == JmsFailure.Code.CLOSED);
    }

    private void succeeded(Pending what, Request request, Reply reply) {
        if (request instanceof Request.Consume consume) {
            consumers.put(consume.consumer(), new Consumer(consume, new AtomicInteger()));
        } else if (request instanceof Request.Identify identify) {
            clientId = identify.clientId();
        } else if (request instanceof Request.MakeTemporary make && reply instanceof Reply.Named named) {
            temporaries.put(new DestinationName(make.topic(), named.name()), make.topic());
        }
        done(what, reply);
    }

    private void refused(Pending what, Request request, Throwable error, boolean again) {
        if (again
                && request instanceof Request.Decide
                && error instanceof JmsFailure failure
                && failure.code() == JmsFailure.Code.ILLEGAL_STATE) {
            done(what, Reply.Done.DONE); // it was decided before
            return;
        }
        if (again && request instanceof Request.EndConsumer) {
            done(what, Reply.Done.DONE); // it is not there
            return;
        }
        fail(what, error);
    }

    private void done(Pending what, Reply reply) {
        pending.remove(what.number);
        boolean unused = what.reply.complete(reply);
    }

    private void fail(Pending what, Throwable why) {
        pending.remove(what.number);
        boolean unused = what.reply.completeExceptionally(why);
    }

    private RequestId id(Pending what) {
        Map.Entry<Long, Pending> first = pending.firstEntry();
        return new RequestId(origin, what.number, first == null ? what.number : Math.min(first.getKey(), what.number));
    }

    /** Returns a request as this link's server is to hear it; null where it names deliveries of a link that is lost. */
    private @Nullable Request translated(Pending what, int on, boolean again) {
        Request request = what.request;
        if (request instanceof Request.Send send) {
            return send.id() != null
                    ? send
                    : new Request.Send(send.messages(), send.timeout(), id(what), send.session());
        } else if (request instanceof Request.Commit commit) {
            long[] tags = current(commit.acknowledged(), on);
            RequestId id = commit.id() == null ? id(what) : commit.id();
            if (tags.length == commit.acknowledged().length) {
                return new Request.Commit(commit.sends(), tags, commit.timeout(), id, commit.session());
            }
            // Only the server knows whether it was done before; where it was not it misses the delivery.
            return again
                    ? new Request.Commit(commit.sends(), new long[] {NO_TAG}, commit.timeout(), id, commit.session())
                    : null;
        } else if (request instanceof Request.Prepare prepare) {
            long[] tags = current(prepare.acknowledged(), on);
            return tags.length == prepare.acknowledged().length
                    ? new Request.Prepare(prepare.branch(), prepare.sends(), tags, prepare.timeout(), prepare.session())
                    : null;
        } else if (request instanceof Request.Acknowledge acknowledge) {
            return new Request.Acknowledge(current(acknowledge.tags(), on));
        } else if (request instanceof Request.Return back) {
            return new Request.Return(current(back.tags(), on), back.seen());
        } else if (request instanceof Request.EndConsumer gone) {
            return new Request.EndConsumer(gone.consumer(), current(gone.unseen(), on));
        }
        return request;
    }

    /** Returns the tags of one link as its server knows them. */
    private static long[] current(long[] tags, int on) {
        return Arrays.stream(tags)
                .filter(tag -> tag >>> TAG_BITS == on)
                .map(tag -> tag & TAG)
                .toArray();
    }

    @Override
    public void sendOneWay(long sender, List<MessageData> messages) {
        Live over;
        lock.lock();
        try {
            over = live;
        } finally {
            lock.unlock();
        }
        if (over != null) {
            over.link().sendOneWay(sender, messages);
        } else { // held back until there is a link again
            var unused = request(new Request.Send(messages, Request.Send.ONE_WAY, null, sender))
                    .whenComplete((reply, error) -> {
                        if (error instanceof JmsFailure failure) {
                            handler.refused(sender, failure);
                        }
                    });
        }
    }

    @Override
    public void close() {
        Live was;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            was = live;
            live = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (was != null) {
            var unused = was.link().request(new Request.Forget(origin));
            was.link().close();
        }
        failAll(new JmsFailure(JmsFailure.Code.CLOSED, "the connection is closed"));
        if (attempts instanceof MemberLinks sockets) {
            Threads.daemon("keelson.jms: end of " + name, sockets::close).start();
        }
    }
}

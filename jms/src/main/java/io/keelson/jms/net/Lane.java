package io.keelson.jms.net;

import io.keelson.base.time.Ticker;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one connection to one other JMS server while the link there is being opened, or while the server is away: they keep their
 * order. A request that may wait does so until its time is over. Thread-safe: {@code lock} guards the fields; nothing is called while it is
 * held.
 */
final class Lane {
    private static final long PAUSE_MILLIS = 100;

    /** A request that fails when the server cannot be reached. */
    private static final long AT_ONCE = Long.MIN_VALUE;

    /** Knows the link to the server. */
    interface Way {
        /** Returns the link, which is opened where it is not; it may fail. */
        CompletableFuture<Link> link();

        /** Returns true if the server can be reached, as far as is known. */
        boolean isThere();

        /** Returns true if the connection is closed. */
        boolean closed();
    }

    /**
     * A request that waits.
     *
     * @param until when it fails while the server is away, by the ticker's nanoseconds; {@link #AT_ONCE}: it does not wait for that
     */
    private record Waiting(Request request, CompletableFuture<Reply> reply, long until) {}

    private final String server;
    private final Way way;
    private final Executor blocking;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    /** True while somebody passes on what waits, or will do so. */
    private boolean busy;

    Lane(String server, Way way, Executor blocking, Ticker ticker) {
        this.server = server;
        this.way = way;
        this.blocking = blocking;
        this.ticker = ticker;
    }

    /**
     * Makes a request, after those that wait.
     *
     * @param wait for how many milliseconds it may wait for a server that is away; negative: not at all
     */
    CompletableFuture<Reply> request(Request request, long wait) {
        long until = wait < 0 ? AT_ONCE : ticker.nanoTime() + TimeUnit.MILLISECONDS.toNanos(wait);
        Link direct = direct(until != AT_ONCE);
        if (direct != null) {
            return direct.request(request);
        }
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        boolean first;
        lock.lock();
        try {
            waiting.add(new Waiting(request, reply, until));
            first = !busy;
            busy = true;
        } finally {
            lock.unlock();
        }
        if (first) {
            pass(null);
        }
        return reply;
    }

    /**
     * Returns the link where nothing waits for it; null: what comes has to wait, too.
     *
     * @param holds true for what waits while the server is away
     */
    @Nullable
    Link direct(boolean holds) {
        CompletableFuture<Link> link = way.link();
        if (!link.isDone() || link.isCompletedExceptionally() || holds && !way.isThere()) {
            return null;
        }
        lock.lock();
        try {
            return busy ? null : link.join();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Passes on what can be passed on; the first that has to wait goes on later.
     *
     * @param awaited the link that was waited for; null: none was
     */
    private void pass(@Nullable CompletableFuture<Link> awaited) {
        while (true) {
            Waiting next;
            lock.lock();
            try {
                next = waiting.peek();
                if (next == null) {
                    busy = false;
                    return;
                }
            } finally {
                lock.unlock();
            }
            if (way.closed()) {
                fail(next, new JmsFailure(JmsFailure.Code.CLOSED, "the connection is closed"));
                continue;
            }
            boolean waits = next.until() != AT_ONCE && next.until() - ticker.nanoTime() > 0;
            if (next.until() != AT_ONCE && !way.isThere()) {
                if (waits) {
                    later();
                    return;
                }
                fail(next, away("is away"));
                continue;
            }
            CompletableFuture<Link> link = awaited == null ? way.link() : awaited;
            if (!link.isDone()) {
                var unused = link.whenComplete((opened, error) -> soon(link));
                return;
            }
            if (!link.isCompletedExceptionally()) {
                lock.lock();
                try {
                    waiting.remove();
                } finally {
                    lock.unlock();
                }
                passed(link.join().request(next.request()), next.reply());
            } else if (waits) {
                later();
                return;
            } else {
                fail(next, away("cannot be reached: " + reason(link)));
            }
        }
    }

    private static String reason(CompletableFuture<Link> failed) {
        String[] reason = new String[1];
        var unused = failed.whenComplete((link, error) -> reason[0] = error == null ? "" : error.getMessage());
        return String.valueOf(reason[0]);
    }

    /** A failure that says that the link is lost would have a client wait for a link of its own. */
    private JmsFailure away(String why) {
        return new JmsFailure(
                JmsFailure.Code.RESOURCE_ALLOCATION,
                "the JMS server " + server + ", which has the destination, " + why + "; try again later");
    }

    private static void passed(CompletableFuture<Reply> from, CompletableFuture<Reply> to) {
        var unused = from.whenComplete((done, refused) -> {
            boolean unusedDone = refused == null ? to.complete(done) : to.completeExceptionally(refused);
        });
    }

    private void fail(Waiting which, JmsFailure why) {
        lock.lock();
        try {
            waiting.remove(which);
        } finally {
            lock.unlock();
        }
        boolean unused = which.reply().completeExceptionally(why);
    }

    private void later() {
        CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS).execute(() -> soon(null));
    }

    private void soon(@Nullable CompletableFuture<Link> awaited) {
        try {
            blocking.execute(() -> pass(awaited));
        } catch (RejectedExecutionException e) {
            later();
        }
    }
}

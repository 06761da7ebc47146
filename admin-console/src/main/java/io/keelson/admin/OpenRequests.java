package io.keelson.admin;

import io.keelson.admin.rest.Addresses;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.base.work.WorkManager;
import io.keelson.http.HttpExchange;
import io.keelson.http.RequestBodyException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Receives the requests that need no login (login, set-up, enrolment), so that nobody holds them up for others.
 *
 * <p>A body is received on the muxer thread and holds no other one. It has {@link #DEADLINE} to be whole. A network address and the
 * server have a limited number of requests; at the limit the newest takes the place of the one that has waited longest for its body, so
 * that a client which sends slowly never keeps out one that does not. Whole requests are worked on by a few threads, in order.
 *
 * <p>Guarded by this object; nothing blocks while holding it.
 */
final class OpenRequests {
    /** Requests at a time. */
    static final int MOST = 64;

    /** Requests of one network address at a time. */
    static final int MOST_OF_ONE = 8;

    /** Threads that work on them at a time. */
    static final int WORKERS = 4;

    /** Time that a body may take. */
    static final Duration DEADLINE = Duration.ofSeconds(5);

    private final WorkManager workManager;
    private final ScheduledExecutorService scheduler;
    private final BiConsumer<HttpExchange, Problem> refusals;
    private final Set<Request> receiving = new LinkedHashSet<>();
    private final Deque<Request> whole = new ArrayDeque<>();
    private final Set<Request> working = new LinkedHashSet<>();

    /**
     * Nothing is received yet.
     *
     * @param workManager whose threads work on whole requests
     * @param scheduler ends what takes too long; belongs to the caller
     * @param refusals answers a request on the muxer thread whose body cannot be taken
     */
    OpenRequests(
            WorkManager workManager, ScheduledExecutorService scheduler, BiConsumer<HttpExchange, Problem> refusals) {
        this.workManager = workManager;
        this.scheduler = scheduler;
        this.refusals = refusals;
    }

    /** Works on a request with its whole body, on an execute thread. */
    @FunctionalInterface
    interface Work {
        void with(byte[] body);
    }

    /** A request; {@code receive} runs on the muxer thread of its connection only. */
    private final class Request {
        final HttpExchange exchange;
        final Work work;
        final String network;
        final ByteArrayOutputStream body = new ByteArrayOutputStream(256);

        @Nullable
        ScheduledFuture<?> deadline;

        Request(HttpExchange exchange, Work work) {
            this.exchange = exchange;
            this.work = work;
            network = Addresses.network(exchange.remoteAddress().getAddress());
        }

        /** Takes what has come, and returns true if that was the rest. */
        boolean receive() throws Problem, IOException {
            byte[] buffer = new byte[4096];
            int n = exchange.body().poll(buffer, 0, buffer.length);
            while (n > 0) {
                body.write(buffer, 0, n);
                if (body.size() > Call.MOST_JSON) {
                    throw Call.tooLarge(Call.MOST_JSON);
                }
                n = exchange.body().poll(buffer, 0, buffer.length);
            }
            return n < 0;
        }
    }

    /** Takes a request, on the muxer thread within {@code HttpHandler.handle}. */
    void take(HttpExchange exchange, Work work) {
        Request request = new Request(exchange, work);
        if (!admit(request)) {
            exchange.overloaded();
            return;
        }
        receive(request);
    }

    private void receive(Request request) {
        try {
            if (request.receive()) {
                received(request);
            } else {
                request.exchange.body().onReadable(() -> receive(request));
            }
        } catch (Problem problem) {
            if (remove(request)) {
                refusals.accept(request.exchange, problem);
            }
        } catch (RequestBodyException e) {
            if (remove(request)) {
                refusals.accept(
                        request.exchange,
                        Problem.notDone(e.status(), "Body not accepted", String.valueOf(e.getMessage()), List.of()));
            }
        } catch (IOException e) {
            if (remove(request)) {
                request.exchange.abort(e);
            }
        }
    }

    private boolean admit(Request request) {
        List<Request> dropped = new ArrayList<>(2);
        boolean admitted;
        synchronized (this) {
            admitted = place(request.network, MOST_OF_ONE, dropped) && place(null, MOST, dropped);
            if (admitted) {
                receiving.add(request);
                request.deadline = scheduler.schedule(() -> late(request), DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
        dropped.forEach(one -> one.exchange.abort(new IOException("others wait, and its body has not come")));
        return admitted;
    }

    /**
     * Makes place for one more request.
     *
     * @param network the address whose requests count; null for all
     * @return false where all of them are whole, so that their clients have done what they could
     */
    private boolean place(@Nullable String network, int most, List<Request> dropped) {
        if (count(network) < most) {
            return true;
        }
        for (Iterator<Request> oldest = receiving.iterator(); oldest.hasNext(); ) {
            Request one = oldest.next();
            if (network == null || one.network.equals(network)) {
                oldest.remove();
                cancel(one);
                dropped.add(one);
                return true;
            }
        }
        return false;
    }

    private long count(@Nullable String network) {
        long count = 0;
        for (Iterable<Request> all : List.of(receiving, whole, working)) {
            for (Request one : all) {
                if (network == null || one.network.equals(network)) {
                    count++;
                }
            }
        }
        return count;
    }

    private void late(Request request) {
        if (remove(request)) {
            request.exchange.abort(new IOException("its body has not come within " + DEADLINE.toSeconds() + " s"));
        }
    }

    /** Returns true if it was received still: the caller then has the exchange for itself. */
    private synchronized boolean remove(Request request) {
        cancel(request);
        return receiving.remove(request);
    }

    private static void cancel(Request request) {
        ScheduledFuture<?> deadline = request.deadline;
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    private void received(Request request) {
        synchronized (this) {
            if (!receiving.remove(request)) {
                return; // it has been dropped meanwhile
            }
            cancel(request);
            if (working.size() == WORKERS) {
                whole.add(request);
                return;
            }
            working.add(request);
        }
        begin(request);
    }

    private void begin(Request request) {
        if (!workManager.offer(() -> work(request))) {
            request.exchange.overloaded();
            ended(request);
        }
    }

    private void work(Request request) {
        try {
            request.work.with(request.body.toByteArray());
        } finally {
            ended(request);
        }
    }

    private void ended(Request request) {
        Request next;
        synchronized (this) {
            working.remove(request);
            next = whole.poll();
            if (next != null) {
                working.add(next);
            }
        }
        if (next != null) {
            begin(next);
        }
    }
}

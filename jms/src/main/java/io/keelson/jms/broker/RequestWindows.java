package io.keelson.jms.broker;

import io.keelson.base.time.Ticker;
import io.keelson.jms.store.MessageStore;
import io.keelson.jms.store.MessageStore.Change;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request.RequestId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The requests of each origin that were done lately, so that one which is made again is done once. A window goes from the smallest number
 * that the origin has had no answer to, and is kept in one record of the store, in the batch of each request that has one. Guarded by the
 * server's lock.
 */
final class RequestWindows {
    private static final int MOST = 10_000;
    private static final long IDLE = TimeUnit.MINUTES.toNanos(30);

    /** Prefix of the origins of agents that make requests again after any time. */
    static final String PATIENT = "saf\n";

    private static final long PATIENCE = TimeUnit.DAYS.toNanos(60);

    /** The requests of one origin. */
    private static final class Window {
        final long record;

        /** By number: the outcome, complete or not. Failed ones are not there. */
        final NavigableMap<Long, CompletableFuture<Reply>> requests = new TreeMap<>();

        long used;
        boolean stored;

        Window(long record) {
            this.record = record;
        }

        long[] numbers() {
            return requests.keySet().stream().mapToLong(Long::longValue).toArray();
        }
    }

    private final StoredMessages store;
    private final LongSupplier numbers;
    private final Ticker ticker;

    /** By origin, the one that was used last at the end. */
    private final Map<String, Window> windows = new LinkedHashMap<>(16, 0.75f, true);

    RequestWindows(StoredMessages store, LongSupplier numbers, Ticker ticker) {
        this.store = store;
        this.numbers = numbers;
        this.ticker = ticker;
    }

    /**
     * Begins a request, unless it was begun before: then the outcome follows that of the first time.
     *
     * @return what is told how it ended; null: there is nothing to do
     */
    @Nullable
    Outcome begin(RequestId id, Outcome outcome) {
        Window window = windows.get(id.origin());
        if (window == null) {
            tidy();
            window = new Window(numbers.getAsLong());
            windows.put(id.origin(), window);
        }
        window.used = ticker.nanoTime();
        window.requests.headMap(Math.min(id.unanswered(), id.number())).clear();
        CompletableFuture<Reply> known = window.requests.get(id.number());
        if (known != null) {
            follow(known, outcome);
            return null;
        }
        CompletableFuture<Reply> made = new CompletableFuture<>();
        window.requests.put(id.number(), made);
        Window of = window;
        var unused = made.whenComplete((reply, error) -> {
            if (error != null) {
                of.requests.remove(id.number(), made);
                if (of.stored) {
                    store.append(List.of(record(id.origin(), of)));
                }
            }
        });
        follow(made, outcome);
        return new Outcome(made);
    }

    private static void follow(CompletableFuture<Reply> first, Outcome outcome) {
        CompletableFuture<Reply> unusedFuture = first.whenComplete((reply, error) -> {
            if (error == null) {
                boolean unused = outcome.reply().complete(reply);
            } else {
                boolean unused = outcome.reply().completeExceptionally(error);
            }
        });
    }

    /** Adds the change that keeps a window to those of a request of its. */
    void keep(RequestId id, List<Change> changes) {
        Window window = windows.get(id.origin());
        if (window != null) {
            window.stored = true;
            changes.add(record(id.origin(), window));
        }
    }

    private static Change record(String origin, Window window) {
        return new MessageStore.Put(window.record, new StoredForm.Requests(origin, window.numbers()).bytes());
    }

    /** Takes a window from the store. */
    void recovered(long record, StoredForm.Requests form) {
        Window window = new Window(record);
        window.stored = true;
        window.used = ticker.nanoTime();
        for (long each : form.numbers()) {
            window.requests.put(each, CompletableFuture.completedFuture(Reply.Done.DONE));
        }
        windows.put(form.origin(), window);
    }

    /** Ends a window: no request of it is made again. */
    void forget(String origin) {
        Window window = windows.remove(origin);
        if (window != null && window.stored) {
            store.append(List.of(new MessageStore.Remove(window.record)));
        }
    }

    /** Ends windows that nobody has used for long, and the oldest where there are too many. */
    private void tidy() {
        long now = ticker.nanoTime();
        List<String> over = new ArrayList<>();
        Iterator<Map.Entry<String, Window>> oldest = windows.entrySet().iterator();
        int most = windows.size() - MOST;
        while (oldest.hasNext()) {
            Map.Entry<String, Window> next = oldest.next();
            if (next.getKey().startsWith(PATIENT)) {
                if (now - next.getValue().used > PATIENCE) {
                    over.add(next.getKey());
                }
                continue;
            }
            if (over.size() >= most && now - next.getValue().used < IDLE) {
                break;
            }
            over.add(next.getKey());
        }
        over.forEach(this::forget);
    }
}

package io.keelson.session.cluster;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The questions of requests that have no answer yet. Thread-safe. */
final class Tickets {
    private final Map<Long, CompletableFuture<Answer>> open = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /** The number of a question whose answer comes through the future, on any thread. */
    long issue(CompletableFuture<Answer> answer) {
        long ticket = numbers.incrementAndGet();
        open.put(ticket, answer);
        return ticket;
    }

    /** Answers a question when the turn ends; nothing where it has been answered. */
    void answer(long ticket, Answer answer, Turn turn) {
        CompletableFuture<Answer> waiting = open.remove(ticket);
        if (waiting != null) {
            turn.later(() -> waiting.complete(answer));
        }
    }

    /** Nobody will answer any more. */
    void end() {
        open.values().forEach(waiting -> waiting.complete(new Answer.Unreachable("the server stops")));
    }
}

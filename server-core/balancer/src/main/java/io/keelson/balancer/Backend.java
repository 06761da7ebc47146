package io.keelson.balancer;

import io.keelson.http.OutgoingLoop.Destination;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * A server behind the balancer, and what is known of it. Thread-safe: what is known is one volatile word, changed by its
 * {@link HealthCheck} and by whoever finds out earlier.
 */
final class Backend {
    private final String name;
    private final Destination destination;
    private final AtomicInteger active = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final LongAdder requests = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private volatile Condition condition = Condition.UNKNOWN;
    private volatile boolean silent;
    private volatile String route = "";
    private volatile Runnable look = () -> {};

    Backend(String name, Destination destination) {
        this.name = name;
        this.destination = destination;
    }

    /** State of a server as the balancer knows it. */
    enum Condition {
        /** Has not been asked yet. */
        UNKNOWN,
        /** Takes requests. */
        READY,
        /** Is there but says that it is not ready: only requests of its own sessions. */
        DRAINING,
        /**
         * Is there, but has not run for a while and does not know yet whether others have taken its sessions over: requests that
         * nobody else takes.
         */
        DOUBTING,
        /** Is there, and has refused a request. */
        REFUSING,
        /** Does not answer. */
        DOWN
    }

    String name() {
        return name;
    }

    Destination destination() {
        return destination;
    }

    Condition condition() {
        return condition;
    }

    /** The number by which session cookies name it; empty while it has not said. */
    String route() {
        return route;
    }

    void route(String number) {
        route = number;
    }

    /** Says who looks at the server again when somebody has found out something. */
    void onSuspicion(Runnable lookAgain) {
        look = lookAgain;
    }

    /** Returns whether a request of one of its sessions is worth a try. */
    boolean servesItsSessions() {
        Condition now = condition;
        return now == Condition.READY || now == Condition.DRAINING || now == Condition.UNKNOWN;
    }

    /** Doubts what it knows of its sessions. Returns whether that is news. */
    boolean doubts() {
        silent = false;
        Condition before = condition;
        condition = Condition.DOUBTING;
        return before != Condition.DOUBTING;
    }

    /** The server has said how it is. Returns whether that is news. */
    boolean answered(boolean ready) {
        silent = false;
        Condition before = condition;
        // A server that refuses goes on doing so until it is ready again.
        condition = ready ? Condition.READY : before == Condition.REFUSING ? before : Condition.DRAINING;
        return before != condition;
    }

    /** The server does not answer. Returns whether that is news. */
    boolean lost() {
        silent = true;
        Condition before = condition;
        condition = Condition.DOWN;
        return before != Condition.DOWN;
    }

    /** Returns whether it has not answered when it was asked last: what waits for an answer of it may wait in vain. */
    boolean silent() {
        return silent;
    }

    /** A request could not reach it. */
    void unreachable() {
        failures.increment();
        condition = Condition.DOWN;
        look.run();
    }

    /** A request was not served because the server takes none any more. */
    void refused() {
        if (condition != Condition.DOWN) {
            condition = Condition.REFUSING;
        }
        look.run();
    }

    /** A connection with a request under way has broken. */
    void broke() {
        failures.increment();
        look.run();
    }

    // ---- figures

    void begins() {
        active.incrementAndGet();
        requests.increment();
    }

    void ends() {
        active.decrementAndGet();
    }

    int active() {
        return active.get();
    }

    long requests() {
        return requests.sum();
    }

    long failures() {
        return failures.sum();
    }

    /** Takes a place for one more connection. */
    boolean takeConnection(int most) {
        if (connections.incrementAndGet() > most) {
            connections.decrementAndGet();
            return false;
        }
        return true;
    }

    void connectionEnded() {
        connections.decrementAndGet();
    }

    int connections() {
        return connections.get();
    }
}

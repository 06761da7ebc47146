package io.keelson.balancer;

import io.keelson.balancer.Backend.Condition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The servers behind the balancer: who gets a request. Thread-safe. */
final class Backends {
    private static final Duration SAY_AGAIN = Duration.ofSeconds(10);

    private volatile List<Backend> all;
    private final BalancingMethod method;
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicReference<@Nullable Long> saidAt = new AtomicReference<>();

    Backends(List<Backend> all, BalancingMethod method) {
        this.all = List.copyOf(all);
        this.method = method;
    }

    List<Backend> all() {
        return all;
    }

    /** Other servers are behind the balancer from now on. */
    void become(List<Backend> now) {
        all = List.copyOf(now);
    }

    /**
     * The server for a request: the first of the hints that is there, else any that is ready, else one that doubts.
     *
     * @param hints numbers of servers that the request names
     * @param tried those that it has been tried on
     * @return null where there is none
     */
    @Nullable
    Backend choose(List<String> hints, Set<Backend> tried) {
        Backend named = named(hints, b -> b.servesItsSessions() && !tried.contains(b));
        if (named != null) {
            return named;
        }
        Backend ready = balanced(b -> b.condition() == Condition.READY && !tried.contains(b));
        // Before the first answers nobody is known to be ready; a try costs little, as nothing is sent in vain.
        Backend next = ready != null ? ready : balanced(b -> b.condition() == Condition.UNKNOWN && !tried.contains(b));
        return next != null ? next : doubting(hints, tried);
    }

    /** Returns a server that is in doubt: where all have been paused, as on one machine that slept, there is nobody else. */
    private @Nullable Backend doubting(List<String> hints, Set<Backend> tried) {
        Predicate<Backend> candidate = b -> b.condition() == Condition.DOUBTING && !tried.contains(b);
        Backend named = named(hints, candidate);
        return named != null ? named : balanced(candidate);
    }

    private @Nullable Backend named(List<String> hints, Predicate<Backend> candidate) {
        for (String hint : hints) {
            for (Backend backend : all) {
                if (backend.route().equals(hint) && candidate.test(backend)) {
                    return backend;
                }
            }
        }
        return null;
    }

    /** Has the log say, now and then, that nobody takes requests. */
    void nobody(long nanos) {
        Long before = saidAt.get();
        if ((before == null || nanos - before > SAY_AGAIN.toNanos()) && saidAt.compareAndSet(before, nanos)) {
            BalancerLog.LOG.nobody();
        }
    }

    private @Nullable Backend balanced(Predicate<Backend> candidate) {
        List<Backend> candidates = new ArrayList<>();
        for (Backend backend : all) {
            if (candidate.test(backend)) {
                candidates.add(backend);
            }
        }
        if (candidates.isEmpty()) {
            return null;
        }
        if (method == BalancingMethod.LEAST_CONNECTIONS) {
            int least = candidates.stream()
                    .min(Comparator.comparingInt(Backend::active))
                    .orElseThrow()
                    .active();
            candidates.removeIf(b -> b.active() > least);
        }
        return candidates.isEmpty() ? null : candidates.get(Math.floorMod(turn.getAndIncrement(), candidates.size()));
    }

    /** Returns what management shows. */
    List<BalancedServer> state() {
        return all.stream().map(BalancedServer::of).toList();
    }
}

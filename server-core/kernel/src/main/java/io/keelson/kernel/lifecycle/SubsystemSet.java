package io.keelson.kernel.lifecycle;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.Subsystem;
import io.keelson.base.time.Deadline;
import io.keelson.kernel.lifecycle.DependencyGraph.Node;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * The subsystems of one server and the steps that they take together. Owned by the server; used by the holder of its
 * transition lock, {@link #times} apart.
 */
final class SubsystemSet {
    private final DependencyGraph graph;
    private final KernelServices services;
    private final CutTicker clock;
    private final Duration grace;
    private final Map<Node, Subsystem> started = new ConcurrentHashMap<>();
    private final Map<Node, Times> times = new ConcurrentHashMap<>();

    SubsystemSet(DependencyGraph graph, KernelServices services, CutTicker clock, Duration grace) {
        this.graph = graph;
        this.services = services;
        this.clock = clock;
        this.grace = grace;
        graph.nodes().forEach(node -> times.put(node, new Times()));
    }

    // Written by the thread of a step, read by whoever asks.
    private static final class Times {
        volatile Duration start = Duration.ZERO;
        volatile Duration administer = Duration.ZERO;
        volatile Duration resume = Duration.ZERO;
    }

    List<SubsystemTime> times() {
        return graph.nodes().stream()
                .map(node -> {
                    Times taken = timesOf(node);
                    return new SubsystemTime(node.name(), taken.start, taken.administer, taken.resume);
                })
                .toList();
    }

    <T> Optional<T> find(Class<T> service) {
        return services.find(service);
    }

    Phase start(BooleanSupplier giveUp, Duration patience) {
        Phase phase = phase("start", Phase.Order.REQUIRED_FIRST, node -> {
            long begin = clock.nanoTime();
            Subsystem subsystem = node.factory().create(services.viewOf(node.factory()));
            subsystem.start();
            started.put(node, subsystem);
            services.checkPublished(node.factory());
            timesOf(node).start = since(begin);
        });
        phase.runUntilFailure(graph.nodes(), giveUp, patience);
        return phase;
    }

    Phase administer(BooleanSupplier giveUp, Duration patience) {
        Phase phase = phase("become reachable for administration", Phase.Order.REQUIRED_FIRST, node -> {
            long begin = clock.nanoTime();
            subsystem(node).administer();
            timesOf(node).administer = since(begin);
        });
        phase.runUntilFailure(graph.nodes(), giveUp, patience);
        return phase;
    }

    Phase resume(BooleanSupplier giveUp, Duration patience) {
        Phase phase = phase("resume", Phase.Order.REQUIRED_LAST, node -> {
            long begin = clock.nanoTime();
            subsystem(node).resume();
            timesOf(node).resume = since(begin);
        });
        phase.runUntilFailure(graph.nodes(), giveUp, patience);
        return phase;
    }

    /** Closes the doors of {@code nodes}. A subsystem that did not return in time takes no further step. */
    Phase suspend(Collection<Node> nodes, Deadline deadline) {
        Phase phase = phase(
                "suspend", Phase.Order.REQUIRED_FIRST, node -> subsystem(node).suspend(deadline));
        phase.runAll(nodes, deadline.remaining().plus(grace));
        phase.hanging().forEach(started::remove);
        return phase;
    }

    Phase suspend(Deadline deadline) {
        return suspend(inOrder(), deadline);
    }

    /** Stops what has started. */
    Phase stop(Deadline deadline) {
        Phase phase =
                phase("stop", Phase.Order.REQUIRED_LAST, node -> subsystem(node).stop(deadline));
        phase.runAll(inOrder(), deadline.remaining().plus(grace));
        started.clear();
        return phase;
    }

    /** Lets every subsystem prepare, then commit; rolls all back when one refuses. */
    void apply(Configuration next) throws ServerException {
        prepare(next);
        ServerException broken = new ServerException("the new configuration is in force, but not everywhere; restart");
        inOrder().forEach(node -> guarded(node, "committed", subsystem(node)::commit, broken));
        if (broken.getSuppressed().length > 0) {
            throw broken;
        }
    }

    /** Lets every subsystem prepare, and rolls all back: nothing changes. */
    void rehearse(Configuration next) throws ServerException {
        Deque<Node> prepared = prepare(next);
        ServerException broken = new ServerException("a subsystem could not go back; restart");
        prepared.forEach(node -> guarded(node, "rolled back", subsystem(node)::rollback, broken));
        if (broken.getSuppressed().length > 0) {
            throw broken;
        }
    }

    /** Lets every subsystem prepare; rolls all back when one refuses. Returns those that have prepared, the last first. */
    private Deque<Node> prepare(Configuration next) throws ServerException {
        Deque<Node> prepared = new ArrayDeque<>();
        for (Node node : inOrder()) {
            try {
                subsystem(node).prepare(next);
                prepared.push(node);
            } catch (Exception e) { // any reason is a refusal
                ServerException refusal = new ServerException(
                        "nothing was changed: the subsystem '" + node.name() + "' refuses the new configuration: "
                                + Phase.reason(e),
                        e);
                prepared.forEach(one -> guarded(one, "rolled back", subsystem(one)::rollback, refusal));
                throw refusal;
            }
        }
        return prepared;
    }

    private static void guarded(Node node, String step, Runnable action, ServerException sum) {
        try {
            action.run();
        } catch (RuntimeException e) { // the others must still hear of it
            LifecycleLog.LOG.configurationFailed(e, node.name(), step);
            sum.addSuppressed(e);
        }
    }

    private Phase phase(String verb, Phase.Order order, Phase.Step step) {
        return new Phase(verb, order, clock, grace, step);
    }

    private Set<Node> inOrder() {
        Set<Node> nodes = new LinkedHashSet<>(graph.nodes());
        nodes.retainAll(started.keySet());
        return nodes;
    }

    private Subsystem subsystem(Node node) {
        Subsystem subsystem = started.get(node);
        if (subsystem == null) {
            throw new IllegalStateException("the subsystem '" + node.name() + "' has not started");
        }
        return subsystem;
    }

    private Times timesOf(Node node) {
        return times.computeIfAbsent(node, none -> new Times());
    }

    private Duration since(long begin) {
        return Duration.ofNanos(clock.nanoTime() - begin);
    }
}

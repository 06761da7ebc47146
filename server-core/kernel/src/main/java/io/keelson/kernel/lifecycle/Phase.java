package io.keelson.kernel.lifecycle;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.kernel.lifecycle.DependencyGraph.Node;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One step of the life cycle, taken by several subsystems: in the order of their dependencies or against it, in parallel
 * where there are none. Each step has a thread of its own, so that one that hangs can be named and left behind. Used
 * once, by one thread.
 */
final class Phase {
    private static final long LOOK_MILLIS = 50;

    private final String verb;
    private final Order order;
    private final Step step;
    private final CutTicker clock;
    private final Duration grace;
    private final BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
    private final Map<Node, Set<Node>> waiting = new LinkedHashMap<>();
    private final Map<Node, Thread> underWay = new LinkedHashMap<>();
    private final Map<Node, Throwable> failures = new LinkedHashMap<>();
    private final Set<Node> succeeded = new LinkedHashSet<>();
    private final Set<Node> hanging = new LinkedHashSet<>();
    private @Nullable Deadline limit;
    private boolean cutSeen;

    /**
     * A phase.
     *
     * @param verb what the subsystems do, for the log: start, stop
     * @param clock when it is cut, what is under way is interrupted and has {@code grace} left
     * @param grace what those have who come after one that was left behind
     */
    Phase(String verb, Order order, CutTicker clock, Duration grace, Step step) {
        this.verb = verb;
        this.order = order;
        this.clock = clock;
        this.grace = grace;
        this.step = step;
    }

    /** Action of a subsystem in the phase. */
    interface Step {
        void run(Node node) throws Exception;
    }

    /** Order of a subsystem and those that it requires. */
    enum Order {
        REQUIRED_FIRST,
        REQUIRED_LAST
    }

    private record Ended(Node node, @Nullable Throwable failure) {}

    /**
     * Takes the step with every subsystem until one fails or {@code giveUp} says so; what is then under way has
     * {@code patience} to end.
     */
    void runUntilFailure(Collection<Node> nodes, BooleanSupplier giveUp, Duration patience) {
        prepare(nodes);
        while (true) {
            if (failures.isEmpty() && !giveUp.getAsBoolean()) {
                begin();
            } else if (limit == null) {
                limit = clock.uncut(patience);
            }
            if (underWay.isEmpty()) {
                return;
            }
            turn();
        }
    }

    /** Takes the step with every subsystem, whatever fails; what is under way after {@code longest} is left behind. */
    void runAll(Collection<Node> nodes, Duration longest) {
        cutSeen = clock.isCut();
        limit = clock.uncut(cutSeen ? grace : longest);
        prepare(nodes);
        begin();
        while (!underWay.isEmpty()) {
            turn();
            begin();
        }
    }

    /** Those that took the step, in the order in which they ended. */
    Set<Node> succeeded() {
        return succeeded;
    }

    /** Returns what those threw that failed. */
    Map<Node, Throwable> failures() {
        return failures;
    }

    /** Those that were left behind. */
    Set<Node> hanging() {
        return hanging;
    }

    private void prepare(Collection<Node> nodes) {
        nodes.forEach(node -> waiting.put(node, new HashSet<>()));
        for (Node node : nodes) {
            for (Node required : node.requires()) {
                Node first = order == Order.REQUIRED_FIRST ? required : node;
                Set<Node> waitsFor = waiting.get(order == Order.REQUIRED_FIRST ? node : required);
                if (waitsFor != null && waiting.containsKey(first)) {
                    waitsFor.add(first);
                }
            }
        }
    }

    private void begin() {
        List<Node> ready = waiting.entrySet().stream()
                .filter(entry -> entry.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
        for (Node node : ready) {
            waiting.remove(node);
            Thread thread = Threads.daemon("keelson.lifecycle: " + verb + " " + node.name(), () -> take(node));
            underWay.put(node, thread);
            thread.start();
        }
    }

    private void take(Node node) {
        Throwable failure = null;
        try {
            step.run(node);
        } catch (Throwable e) { // also an Error, a missing class for one: it is told as the subsystem's failure
            failure = e;
        }
        ended.add(new Ended(node, failure));
    }

    private void turn() {
        Ended one = next();
        if (one != null) {
            end(one);
        } else if (limit != null && limit.passed()) {
            leaveBehind();
            limit = clock.uncut(grace);
        }
        if (!cutSeen && clock.isCut()) {
            cutSeen = true;
            underWay.values().forEach(Thread::interrupt);
            limit = clock.uncut(grace);
        }
    }

    private @Nullable Ended next() {
        try {
            return ended.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) { // whoever runs the life cycle is to hurry: so are the subsystems
            underWay.values().forEach(Thread::interrupt);
            return null;
        }
    }

    private void end(Ended one) {
        if (underWay.remove(one.node()) == null) {
            return; // it was left behind before
        }
        release(one.node());
        Throwable failure = one.failure();
        if (failure == null) {
            succeeded.add(one.node());
        } else {
            failures.put(one.node(), failure);
            LifecycleLog.LOG.subsystemFailed(failure, one.node().name(), verb, reason(failure));
        }
    }

    private void release(Node node) {
        waiting.values().forEach(waitsFor -> waitsFor.remove(node));
    }

    private void leaveBehind() {
        underWay.forEach((node, thread) -> {
            hanging.add(node);
            StringBuilder stack = new StringBuilder();
            for (StackTraceElement frame : thread.getStackTrace()) {
                stack.append(System.lineSeparator()).append("\tat ").append(frame);
            }
            LifecycleLog.LOG.subsystemHangs(node.name(), verb, stack.toString());
            thread.interrupt();
            release(node);
        });
        underWay.clear();
    }

    /** The message of an exception; an error is named, because its message alone says little. */
    static String reason(Throwable failure) {
        String message = failure.getMessage();
        return message == null || !(failure instanceof Exception) ? failure.toString() : message;
    }
}

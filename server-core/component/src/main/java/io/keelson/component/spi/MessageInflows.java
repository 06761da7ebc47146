package io.keelson.component.spi;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Brings message-driven beans and the resource adapters that have messages for them together, in whatever order they
 * come and go. One a server, published by the component subsystem. Thread-safe; the lock orders pairing, and adapters
 * must not call back into this while it activates.
 *
 * <p>Specification: Connectors 2.1, 13.4 Endpoint Deployment; Enterprise Beans 4.0 Core, 5.4.2 and 5.4.4.
 */
public final class MessageInflows {
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<MessageSource> sources = new LinkedHashSet<>();
    private final Map<MessageTarget, @Nullable Feeding> targets = new HashMap<>();

    private record Feeding(MessageSource by, AutoCloseable activation) {}

    /** Something that was added; closing it ends it. */
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }

    /** Adds a source; targets that wait for it are activated before this returns. */
    public Registration add(MessageSource source) {
        lock.lock();
        try {
            sources.add(source);
            for (MessageTarget target : Set.copyOf(targets.keySet())) {
                if (targets.get(target) == null) {
                    activate(source, target);
                }
            }
        } finally {
            lock.unlock();
        }
        return () -> remove(source);
    }

    /** Adds a target; it is activated before this returns where a source for it is there. */
    public Registration add(MessageTarget target) {
        lock.lock();
        try {
            targets.put(target, null);
            for (MessageSource source : sources) {
                if (activate(source, target)) {
                    break;
                }
            }
            if (targets.get(target) == null) {
                target.waiting();
            }
        } finally {
            lock.unlock();
        }
        return () -> remove(target);
    }

    /** Returns true if a source that is there has messages for a target. */
    public boolean feeds(MessageTarget target) {
        lock.lock();
        try {
            return sources.stream().anyMatch(source -> source.feeds(target));
        } finally {
            lock.unlock();
        }
    }

    private boolean activate(MessageSource source, MessageTarget target) {
        if (!source.feeds(target)) {
            return false;
        }
        try {
            targets.put(target, new Feeding(source, source.activate(target)));
        } catch (Exception | LinkageError e) {
            target.failed(source.name(), e);
        }
        return true;
    }

    private void remove(MessageSource source) {
        lock.lock();
        try {
            sources.remove(source);
            targets.replaceAll((target, feeding) -> {
                if (feeding == null || !feeding.by().equals(source)) {
                    return feeding;
                }
                end(target, feeding);
                return null;
            });
        } finally {
            lock.unlock();
        }
    }

    private void remove(MessageTarget target) {
        lock.lock();
        try {
            Feeding feeding = targets.remove(target);
            if (feeding != null) {
                end(target, feeding);
            }
        } finally {
            lock.unlock();
        }
    }

    private static void end(MessageTarget target, Feeding feeding) {
        try {
            feeding.activation().close();
        } catch (Exception | LinkageError e) {
            target.failed(feeding.by().name(), e);
        }
    }
}

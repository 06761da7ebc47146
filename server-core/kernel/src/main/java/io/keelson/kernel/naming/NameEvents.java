package io.keelson.kernel.naming;

import io.keelson.base.thread.Threads;
import io.keelson.kernel.context.InvocationContext;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import javax.naming.Binding;
import javax.naming.event.EventContext;
import javax.naming.event.NamespaceChangeListener;
import javax.naming.event.NamingEvent;
import javax.naming.event.NamingListener;
import javax.naming.event.ObjectChangeListener;
import org.jspecify.annotations.Nullable;

/**
 * Listeners of a tree, and the thread that notifies them. It notifies of one change at a time and in their order, each listener in the
 * invocation context in which it was registered. The thread exists while somebody listens or has listened; {@link #close} ends it.
 * Thread-safe.
 */
final class NameEvents {
    private final String server;
    private final List<Registered> listeners = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Thread thread; // guarded by the lock
    private boolean closed; // guarded by the lock

    NameEvents(String server) {
        this.server = server;
    }

    /**
     * A listener.
     *
     * @param target what it listens to
     * @param base the context by which it was registered; names in events are relative to that
     * @param scope one of the scopes of {@link EventContext}
     * @param context what it is called in; null: no context
     * @param owner with whom it goes
     */
    record Registered(
            NamingListener listener,
            EventContext source,
            Path base,
            Path target,
            int scope,
            @Nullable InvocationContext context,
            NameOwner owner) {

        boolean concerns(Path path) {
            return switch (scope) {
                case EventContext.OBJECT_SCOPE -> path.equals(target);
                case EventContext.ONELEVEL_SCOPE -> path.size() == target.size() + 1 && path.startsWith(target);
                default -> path.startsWith(target);
            };
        }

        Binding binding(Path path, @Nullable Object value) {
            Path relative = path.startsWith(base) ? path.from(base.size()) : path;
            Binding binding = new Binding(relative.toString(), value, path.startsWith(base));
            return binding;
        }
    }

    void add(Registered registered) {
        lock.lock();
        try {
            if (!closed) {
                listeners.add(registered);
                if (thread == null) {
                    thread = Threads.daemon("keelson.naming: events of " + server, this::deliver);
                    thread.start();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    void remove(NamingListener listener) {
        listeners.removeIf(each -> each.listener() == listener);
    }

    /** Those that were registered by a context that is closed. */
    void removeAll(EventContext source) {
        listeners.removeIf(each -> each.source() == source);
    }

    void removeAll(NameOwner owner) {
        listeners.removeIf(each -> each.owner() == owner);
    }

    void bound(Path path, @Nullable Bound before, @Nullable Bound now) {
        if (before == null) {
            tell(path, NamingEvent.OBJECT_ADDED, null, value(now));
        } else {
            tell(path, NamingEvent.OBJECT_CHANGED, before.value(), value(now));
        }
    }

    /** The value was replaced by another server. */
    void replaced(Path path) {
        tell(path, NamingEvent.OBJECT_CHANGED, null, null);
    }

    void unbound(Path path, @Nullable Bound before) {
        tell(path, NamingEvent.OBJECT_REMOVED, value(before), null);
    }

    void created(Path path) {
        tell(path, NamingEvent.OBJECT_ADDED, null, null);
    }

    void destroyed(Path path) {
        tell(path, NamingEvent.OBJECT_REMOVED, null, null);
    }

    /** Notifies listeners of a renaming; a listener that only one of both names concerns hears that the value was added or removed. */
    void renamed(Path from, Path to, Bound moved) {
        for (Registered each : listeners) {
            boolean had = each.concerns(from);
            boolean has = each.concerns(to);
            Binding before = had ? each.binding(from, moved.value()) : null;
            Binding now = has ? each.binding(to, moved.value()) : null;
            if (had && has) {
                post(each, NamingEvent.OBJECT_RENAMED, before, now);
            } else if (has) {
                post(each, NamingEvent.OBJECT_ADDED, null, now);
            } else if (had) {
                post(each, NamingEvent.OBJECT_REMOVED, before, null);
            }
        }
    }

    private static @Nullable Object value(@Nullable Bound bound) {
        return bound == null ? null : bound.value();
    }

    private void tell(Path path, int type, @Nullable Object before, @Nullable Object now) {
        for (Registered each : listeners) {
            if (each.concerns(path)) {
                post(
                        each,
                        type,
                        type == NamingEvent.OBJECT_ADDED ? null : each.binding(path, before),
                        type == NamingEvent.OBJECT_REMOVED ? null : each.binding(path, now));
            }
        }
    }

    private void post(Registered to, int type, @Nullable Binding before, @Nullable Binding now) {
        boolean hears = type == NamingEvent.OBJECT_CHANGED
                ? to.listener() instanceof ObjectChangeListener
                : to.listener() instanceof NamespaceChangeListener;
        if (hears) {
            NamingEvent event = new NamingEvent(to.source(), type, now, before, null);
            queue.add(() -> dispatch(to, event));
        }
    }

    private void dispatch(Registered to, NamingEvent event) {
        if (!listeners.contains(to)) {
            return; // it was removed meanwhile
        }
        try {
            InvocationContext context = to.context();
            if (context == null) {
                event.dispatch(to.listener());
            } else {
                context.copy().call(() -> {
                    event.dispatch(to.listener());
                    return true;
                });
            }
        } catch (Exception | LinkageError e) { // the others must hear of it too
            NamingLog.LOG.listenerFailed(to.listener().getClass().getName(), String.valueOf(to.owner()), e);
        }
    }

    private void deliver() {
        try {
            while (true) {
                queue.take().run();
            }
        } catch (InterruptedException ended) {
            // close() asks for it
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            listeners.clear();
            queue.clear();
            if (thread != null) {
                thread.interrupt();
                thread = null;
            }
        } finally {
            lock.unlock();
        }
    }
}

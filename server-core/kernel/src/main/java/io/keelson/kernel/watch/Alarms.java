package io.keelson.kernel.watch;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Failures that last, by the part of the server that has them: {@code caches}. They are shown by {@code keelson status} and named by the
 * health check. A failure does not make the server unready. Provided by the kernel. Thread-safe.
 */
public final class Alarms {
    private final Map<String, String> failures = new ConcurrentSkipListMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /** Makes it, without an alarm. */
    public Alarms() {}

    /**
     * Sets or ends the alarm of a part. Listeners run on the caller's thread if that changes something.
     *
     * @param part in kebab case
     * @param failure one line for operators, without secrets; null ends the alarm
     */
    public void set(String part, @Nullable String failure) {
        String before = failure == null ? failures.remove(part) : failures.put(part, failure);
        if (failure == null ? before != null : !failure.equals(before)) {
            listeners.forEach(Runnable::run);
        }
    }

    /** Returns the failures by their parts, in the order of the names. */
    public Map<String, String> failures() {
        return new TreeMap<>(failures);
    }

    /** Adds a listener to changes. It must not block for long. */
    public void addListener(Runnable listener) {
        listeners.add(listener);
    }
}

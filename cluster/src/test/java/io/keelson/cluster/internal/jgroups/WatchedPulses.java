package io.keelson.cluster.internal.jgroups;

import io.keelson.base.thread.Pulse;
import io.keelson.base.thread.ThreadWatch;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** A watch that keeps the pulses that are watched now, with their names, and all names that there were. */
final class WatchedPulses implements ThreadWatch {
    final Map<Pulse, String> pulses = new ConcurrentHashMap<>();
    final Map<String, Role> names = new ConcurrentHashMap<>();

    @Override
    public void tasks(Role role, String name, Executor tasks) {
        throw new UnsupportedOperationException("no thread of a channel runs tasks in order");
    }

    @Override
    public void pulse(Role role, String name, Pulse pulse) {
        pulses.put(pulse, name);
        names.put(name, role);
    }

    @Override
    public void forget(Pulse pulse) {
        pulses.remove(pulse);
    }
}

package io.keelson.cluster.internal.jgroups;

import io.keelson.base.thread.Pulse;
import io.keelson.base.thread.ThreadWatch;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/** A watch that keeps the pulses that are watched now, with their names, and all names that there were. */
final class WatchedPulses implements ThreadWatch {
    final Map<Pulse, String> pulses = new ConcurrentHashMap<>();
    final Map<String, Role> names = new ConcurrentHashMap<>();
    final List<Executor> timers = new CopyOnWriteArrayList<>();

    @Override
    public void tasks(Role role, String name, Executor tasks) {
        timers.add(tasks);
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

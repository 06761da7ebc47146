package io.keelson.ee.concurrency.context;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The modules of this JVM that run, by keys that stand for them in serialised proxies. A module that is deployed again has the key that it
 * had. Thread-safe: its own monitor guards the map. One, as a stream has no server.
 */
final class RunningModules {
    static final RunningModules INSTANCE = new RunningModules();

    private final Map<String, WeakReference<ModuleScope>> modules = new HashMap<>();

    private RunningModules() {}

    /** Adds a module and returns its key: its name, with a number where another server of this JVM has a module of that name. */
    synchronized String add(String name, ModuleScope module) {
        String key = name;
        for (int i = 2; find(key) != null; i++) {
            key = name + " " + i;
        }
        modules.put(key, new WeakReference<>(module));
        return key;
    }

    synchronized void remove(String key, ModuleScope module) {
        if (find(key) == module) {
            modules.remove(key);
        }
    }

    /** Returns the module of a key; null where none runs. */
    synchronized @Nullable ModuleScope find(String key) {
        WeakReference<ModuleScope> found = modules.get(key);
        return found == null ? null : found.get();
    }
}

package io.keelson.admin.rolling;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Clusters that are being restarted or scaled: one of both at a time. Thread-safe. */
public final class ClusterWork {
    private final Map<String, String> under = new ConcurrentHashMap<>();

    /** Begins; returns what is under way instead where something is. */
    Optional<String> begin(String cluster, String what) {
        return Optional.ofNullable(under.putIfAbsent(cluster, what));
    }

    /** Returns what is under way; empty where nothing is. */
    Optional<String> now(String cluster) {
        return Optional.ofNullable(under.get(cluster));
    }

    void end(String cluster) {
        under.remove(cluster);
    }
}

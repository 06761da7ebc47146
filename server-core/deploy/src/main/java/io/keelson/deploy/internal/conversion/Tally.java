package io.keelson.deploy.internal.conversion;

import java.util.Map;
import java.util.TreeMap;

/** Counts of a conversion. Mutable; confined to one thread. */
final class Tally {
    int classes;
    int texts;
    int libraries;
    int fromCache;
    long bytes;

    /** Paths in the application of classes that its own converted ones refer to, with the tool's paths of them. */
    final Map<String, String> companions = new TreeMap<>();

    void converted(String path) {
        if (path.endsWith(".class")) {
            classes++;
        } else {
            texts++;
        }
    }
}

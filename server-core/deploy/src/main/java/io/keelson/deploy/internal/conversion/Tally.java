package io.keelson.deploy.internal.conversion;

import java.util.Set;
import java.util.TreeSet;

/** What a conversion did. Mutable; confined to one thread. */
final class Tally {
    int classes;
    int texts;
    int libraries;
    int fromCache;
    long bytes;

    /** Paths in the application of classes that its own converted ones refer to. */
    final Set<String> companions = new TreeSet<>();

    void converted(String path) {
        if (path.endsWith(".class")) {
            classes++;
        } else {
            texts++;
        }
    }
}

package io.keelson.deploy.internal.conversion;

/** What a conversion did. Mutable; confined to one thread. */
final class Tally {
    int classes;
    int texts;
    int libraries;
    int fromCache;
    long bytes;

    void converted(String path) {
        if (path.endsWith(".class")) {
            classes++;
        } else {
            texts++;
        }
    }
}

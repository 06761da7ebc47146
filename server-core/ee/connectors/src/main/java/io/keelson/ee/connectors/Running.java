package io.keelson.ee.connectors;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The parts of a running adapter that were opened: ended once, the last first, whatever fails. Confined to deploying
 * threads, one at a time.
 */
final class Running {
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    void add(AutoCloseable each) {
        opened.push(each);
    }

    void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception | LinkageError e) {
                ConnectorsLog.LOG.stopFailed("a resource adapter", e);
            }
        }
    }
}

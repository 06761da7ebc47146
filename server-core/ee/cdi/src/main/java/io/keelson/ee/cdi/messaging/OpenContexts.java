package io.keelson.ee.cdi.messaging;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jboss.logging.Logger;

/** The contexts that were opened within a transaction or a request, closed at its end. Thread-safe: a request may have several threads. */
class OpenContexts {
    private static final Logger LOG = Logger.getLogger(OpenContexts.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<ContextKey, JMSContext> open = new LinkedHashMap<>(); // guarded by the lock

    /** Returns the context of a key, which is opened at the first call. */
    JMSContext get(ContextKey key) {
        lock.lock();
        try {
            return open.computeIfAbsent(key, ContextKey::open);
        } finally {
            lock.unlock();
        }
    }

    /** Closes all. Does not throw. */
    void close() {
        lock.lock();
        try {
            for (JMSContext each : open.values()) {
                try {
                    each.close();
                } catch (JMSRuntimeException e) {
                    LOG.debugf(e, "an injected JMSContext could not be closed");
                }
            }
            open.clear();
        } finally {
            lock.unlock();
        }
    }
}

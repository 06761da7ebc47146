package io.keelson.jms.client;

import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;

/**
 * Decides whether the synchronous consumers of a session prefetch: at the first receive, which switches it off for the rest of the
 * session where that is part of a global transaction, or where the session has several consumers by then. For the thread of the session.
 */
final class Prefetching {
    private final FactorySettings settings;
    private final boolean transacted;
    private boolean on;
    private boolean off;

    Prefetching(FactorySettings settings, boolean transacted) {
        this.settings = settings;
        this.transacted = transacted;
    }

    /** Returns true once a consumer has begun to prefetch. */
    boolean isOn() {
        return on;
    }

    /**
     * Returns how many messages a consumer asks for.
     *
     * @throws JMSException when prefetch is on and one of its rules is broken
     */
    int window(boolean inTransaction, int consumers) throws JMSException {
        if (!settings.prefetch() || off) {
            return 1;
        }
        boolean global = inTransaction && !transacted;
        if (on) {
            if (global) {
                throw new IllegalStateException(
                        "the session prefetches, so that it cannot receive in a global transaction; begin with a receive in a"
                                + " transaction, or switch prefetch-mode off",
                        "PREFETCH");
            }
            return settings.window();
        }
        if (global || consumers > 1) {
            off = true;
            return 1;
        }
        on = true;
        return settings.window();
    }
}

package io.keelson.jms.broker;

import io.keelson.jms.selector.Selector;

/** Figures of a consumer for management only. Guarded by the server's lock. */
final class ConsumerFigures {
    final Selector selector;

    /** Milliseconds since the epoch. */
    final long since;

    long delivered;
    final HourlyCount lastHour = new HourlyCount();

    ConsumerFigures(Selector selector, long since) {
        this.selector = selector;
        this.since = since;
    }
}

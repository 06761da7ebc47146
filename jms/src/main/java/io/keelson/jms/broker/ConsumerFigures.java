package io.keelson.jms.broker;

import io.keelson.jms.selector.Selector;
import org.jspecify.annotations.Nullable;

/** Figures of a consumer for management only. Guarded by the server's lock. */
final class ConsumerFigures {
    final Selector selector;

    /** Milliseconds since the epoch. */
    final long since;

    long delivered;
    final HourlyCount lastHour = new HourlyCount();

    private final @Nullable SessionFigures session;

    /** With the figures of its session; null: it belongs to none. */
    ConsumerFigures(Selector selector, long since, @Nullable SessionFigures session) {
        this.selector = selector;
        this.since = since;
        this.session = session;
    }

    /** Returns the client's number of the session; 0: none. */
    long session() {
        return session == null ? 0 : session.number;
    }

    /** Counts a delivery. */
    void delivered(long now) {
        delivered++;
        lastHour.add(now);
        if (session != null) {
            session.received++;
            session.receivedLastHour.add(now);
        }
    }
}

package io.keelson.jms.broker;

/** Figures of a session for management only. Guarded by the server's lock. */
final class SessionFigures {
    /** The client's number. */
    final long number;

    /** Milliseconds since the epoch. */
    final long since;

    long sent;
    final HourlyCount sentLastHour = new HourlyCount();
    long received;
    final HourlyCount receivedLastHour = new HourlyCount();

    SessionFigures(long number, long since) {
        this.number = number;
        this.since = since;
    }

    /** Counts messages that were sent. */
    void sent(int messages, long now) {
        sent += messages;
        sentLastHour.add(messages, now);
    }
}

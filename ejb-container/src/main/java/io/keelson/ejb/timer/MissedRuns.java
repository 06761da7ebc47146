package io.keelson.ejb.timer;

/** Treatment of the due times that a persistent timer has missed while the server was away. */
public enum MissedRuns {
    /** One firing for all of them. */
    ONCE,
    /** A firing for each. */
    ALL,
    /** None; a single-action timer fires all the same. */
    SKIP;

    /** Returns a timer as it goes on after an absence that ends now. */
    TimerRow after(TimerRow row, long now) {
        if (row.due() > now || this == ALL) {
            return row;
        }
        if (this == SKIP) {
            long next = row.next(now);
            return next < 0 ? row : row.due(next);
        }
        // The last of those that were missed stands for all of them.
        if (row.interval() > 0) {
            return row.due(row.due() + (now - row.due()) / row.interval() * row.interval());
        }
        return row.schedule() == null ? row : row.due(now);
    }
}

package io.keelson.base.log;

import java.util.function.Supplier;

/** Sees every record that is logged; see {@link Logging#tap}. */
@FunctionalInterface
public interface LogTap {
    /** A tap that is open. */
    interface Registration extends AutoCloseable {
        /** Ends it. Idempotent. */
        @Override
        void close();
    }

    /**
     * A record was logged. Runs on the thread that logged, so it must be quick, must not block and must not log.
     *
     * @param severity how much it matters
     * @param weight how many characters it holds, about: a tap that keeps records bounds them by that, as one may have a stack trace
     * @param json the record as one JSON object, made when it is asked for, on whatever thread and at whatever time
     */
    void logged(Severity severity, int weight, Supplier<String> json);
}

package io.keelson.base.log;

/** Receiver of reports about troubles of a log. Called on that log's writer thread. */
interface LogTroubles {
    /** Records were dropped because the queue was full. */
    void dropped(String log, long count);

    /** Writing fails; told when that begins and then once a minute. */
    void failed(String log, Exception cause, long failures);

    /** Writing works again. */
    void resumed(String log);

    /** Older files could not be moved out of the way. */
    void notRotated(String log, Exception cause);

    /** Tells the server log, which is the console too. */
    enum ToServerLog implements LogTroubles {
        /** There is one server log. */
        INSTANCE;

        @Override
        public void dropped(String log, long count) {
            BaseLog.LOG.recordsDropped(count, log);
        }

        @Override
        public void failed(String log, Exception cause, long failures) {
            BaseLog.LOG.notWritten(log, String.valueOf(cause.getMessage()), failures);
            BaseLog.LOG.debugf(cause, "writing the %s log", log);
        }

        @Override
        public void resumed(String log) {
            BaseLog.LOG.writtenAgain(log);
        }

        @Override
        public void notRotated(String log, Exception cause) {
            BaseLog.LOG.notRotated(log, String.valueOf(cause));
        }
    }
}

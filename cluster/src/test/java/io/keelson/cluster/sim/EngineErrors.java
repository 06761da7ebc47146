package io.keelson.cluster.sim;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * What the log's engine and the leases report as mistakes: both go on after one, so that only the server's log knows. That
 * a disk failed is none.
 */
final class EngineErrors extends Handler implements AutoCloseable {
    private final List<Logger> loggers =
            List.of(Logger.getLogger("io.microraft"), Logger.getLogger("io.keelson.cluster.lease"));
    private final List<String> mistakes = new ArrayList<>();

    EngineErrors() {
        for (Logger logger : loggers) {
            logger.setLevel(Level.SEVERE);
            logger.setUseParentHandlers(false);
            logger.addHandler(this);
        }
    }

    /** What was reported since the last call. */
    List<String> take() {
        List<String> taken = List.copyOf(mistakes);
        mistakes.clear();
        return taken;
    }

    @Override
    public void publish(LogRecord record) {
        if (record.getLevel().intValue() < Level.SEVERE.intValue()) {
            return;
        }
        Throwable root = record.getThrown();
        while (root != null && root.getCause() != null) {
            root = root.getCause();
        }
        boolean expected = root instanceof IOException
                || root == null && record.getMessage().contains("below match index")
                || root == null && record.getMessage().contains("bigger than current snapshot index");
        if (!expected) {
            mistakes.add(record.getLoggerName() + ": " + record.getMessage() + " " + root);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        for (Logger logger : loggers) {
            logger.removeHandler(this);
            logger.setUseParentHandlers(true);
            logger.setLevel(null);
        }
    }
}

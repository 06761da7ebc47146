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

    /** Returns what was reported since the last call. */
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
        if (!(root instanceof IOException) && !isHarmless(record.getMessage(), root)) {
            mistakes.add(record.getLoggerName() + ": " + record.getMessage() + " " + root);
        }
    }

    private static boolean isHarmless(String message, Throwable root) {
        if (root == null) {
            return message.contains("below match index")
                    || message.contains("bigger than current snapshot index")
                    // It lost the lead while it handed it over, which failed that, and has it again.
                    || message.contains("no leadership transfer state for target endpoint");
        }
        // A voter that was taken out is still sent entries: it ought to drop them, and trips over them.
        return root instanceof IllegalStateException
                && String.valueOf(root.getMessage()).endsWith("since already TERMINATED");
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

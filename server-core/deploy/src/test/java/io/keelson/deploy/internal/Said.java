package io.keelson.deploy.internal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;

/** What a logger says while this is open. */
final class Said implements AutoCloseable {
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final Handler listener = new Listener(messages);
    private final Logger logger;

    Said(String name) {
        logger = Logger.getLogger(name);
        logger.addHandler(listener);
    }

    List<String> messages() {
        return messages;
    }

    @Override
    public void close() {
        logger.removeHandler(listener);
    }

    private static final class Listener extends Handler {
        private final List<String> messages;

        Listener(List<String> messages) {
            this.messages = messages;
        }

        @Override
        public void publish(LogRecord record) {
            messages.add(record instanceof ExtLogRecord ext ? ext.getFormattedMessage() : record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}

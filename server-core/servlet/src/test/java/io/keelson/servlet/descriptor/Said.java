package io.keelson.servlet.descriptor;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;

/** Collects what the servlet room says in the log. */
final class Said extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger("io.keelson.servlet");
    private final List<String> messages = new CopyOnWriteArrayList<>();

    Said() {
        logger.addHandler(this);
    }

    @Override
    public void publish(LogRecord record) {
        messages.add(ExtLogRecord.wrap(record).getFormattedMessage());
    }

    List<String> messages() {
        return messages;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}

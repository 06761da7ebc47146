package io.keelson.session.marshal;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.ExtLogRecord;

/** Collects what the room says in the log. */
public final class Said extends Handler implements AutoCloseable {
    private final Logger logger = Logger.getLogger("io.keelson.session");
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final List<Throwable> places = new CopyOnWriteArrayList<>();

    public Said() {
        logger.addHandler(this);
    }

    @Override
    public void publish(LogRecord record) {
        if (record.getThrown() != null) {
            places.add(record.getThrown());
        }
        messages.add(ExtLogRecord.wrap(record).getFormattedMessage());
    }

    /** Returns what was thrown along with it. */
    List<Throwable> places() {
        return places;
    }

    public List<String> messages() {
        return messages;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}

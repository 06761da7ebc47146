package io.keelson.base.log;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jboss.logmanager.ExtHandler;
import org.jboss.logmanager.ExtLogRecord;

/** Takes every record of the log manager, whatever interface it was logged through, and queues it. Thread-safe. */
final class LogHandler extends ExtHandler {
    /**
     * One destination.
     *
     * @param queue its queue
     * @param troublesOnly whether it gets the messages of the log itself only
     */
    record Destination(LogQueue<LogEvent> queue, boolean troublesOnly) {}

    private static final String TROUBLES = BaseLog.class.getPackageName();
    private final Logging owner;
    private final List<Destination> destinations;
    private final List<LogTap> taps = new CopyOnWriteArrayList<>();
    private final List<RecordTap> recordTaps = new CopyOnWriteArrayList<>();

    LogHandler(Logging owner, List<Destination> destinations) {
        this.owner = owner;
        this.destinations = List.copyOf(destinations);
    }

    Logging owner() {
        return owner;
    }

    LogTap.Registration tap(LogTap tap) {
        taps.add(tap);
        return () -> taps.remove(tap);
    }

    LogTap.Registration tap(RecordTap tap) {
        recordTaps.add(tap);
        return () -> recordTaps.remove(tap);
    }

    @Override
    protected void doPublish(ExtLogRecord record) {
        LogEvent event = LogEvent.of(record);
        for (Destination destination : destinations) {
            if (!destination.troublesOnly || event.logger().equals(TROUBLES)) {
                destination.queue.offer(event);
            }
        }
        for (LogTap tap : taps) {
            tap.logged(event.severity(), event.weight(), () -> json(event));
        }
        for (RecordTap tap : recordTaps) {
            tap.logged(record, event.message());
        }
    }

    private static String json(LogEvent event) {
        StringBuilder json = new StringBuilder(256);
        new LogJson().append(event, json);
        return json.toString();
    }

    /** Returns false: the place of the call that logs is not written, so no stack is walked for it. */
    @Override
    public boolean isCallerCalculationRequired() {
        return false;
    }
}

package io.keelson.admin.targets;

import io.keelson.admin.change.ChangeException;
import io.keelson.admin.change.ChangeException.Kind;
import io.keelson.admin.change.PlainJson;
import io.keelson.admin.events.Events;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which applications of the domain somebody does something with: one operation on one application at a time. Thread-safe. */
final class OperationsUnderWay {
    /**
     * An operation that is under way.
     *
     * @param step receiving, staging or starting
     * @param bytes those of the upload that have come
     * @param of how many there will be; -1 where that is not known
     */
    record Operation(String step, String by, long bytes, long of) {}

    private final Events events;
    private final Map<String, Operation> running = new ConcurrentHashMap<>();

    OperationsUnderWay(Events events) {
        this.events = events;
    }

    /** Those of now, by application. */
    Map<String, Operation> all() {
        return Map.copyOf(running);
    }

    /** Takes the name for an operation, until {@link #end}. */
    void begin(String name, String by, long of) throws ChangeException {
        Operation other = running.putIfAbsent(name, new Operation("receiving", by, 0, of));
        if (other != null) {
            throw new ChangeException(
                    Kind.BUSY,
                    "Application '" + name + "' is being deployed, started or stopped by " + other.by()
                            + "; wait until that has ended");
        }
        tell(name, "receiving");
    }

    /** Says how many bytes of an upload have come. */
    void received(String name, long bytes) {
        running.computeIfPresent(name, (same, now) -> new Operation(now.step(), now.by(), bytes, now.of()));
    }

    /** Gives the name free. */
    void end(String name) {
        running.remove(name);
        tell(name, "ended");
    }

    /** Says what it is at. */
    void step(String name, String step) {
        running.computeIfPresent(name, (same, now) -> new Operation(step, now.by(), now.bytes(), now.of()));
        tell(name, step);
    }

    private void tell(String name, String step) {
        events.publish(Events.DEPLOYMENT, PlainJson.object(PlainJson.ordered("name", name, "step", step)));
    }
}

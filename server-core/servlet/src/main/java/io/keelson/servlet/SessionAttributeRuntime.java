package io.keelson.servlet;

import io.keelson.servlet.container.WebApplication;
import io.keelson.servlet.spi.AttributeCost;
import java.util.Comparator;
import java.util.List;

/**
 * What one attribute of an application's sessions has cost, for management.
 *
 * @param application the deployment
 * @param attribute its name
 * @param type the class that it had when it was last written
 * @param set how often it was serialised, because a request had set it
 * @param changed how often its bytes were others than before: only then they are written, or sent
 * @param bytes how many bytes these were together
 * @param unchangedBytes how many bytes were serialised that turned out to be as before, and so were not sent
 * @param largest the most bytes that it had
 * @param marshallingMicros how long its serialisation took altogether, in microseconds
 * @param changedInPlace how often it was found to have been changed in place and not set again
 */
public record SessionAttributeRuntime(
        String application,
        String attribute,
        String type,
        long set,
        long changed,
        long bytes,
        long unchangedBytes,
        long largest,
        long marshallingMicros,
        long changedInPlace) {
    /** Those of an application, the dearest first. */
    static List<SessionAttributeRuntime> of(WebApplication application) {
        return application.sessions().store().costs().stream()
                .sorted(Comparator.comparingLong(AttributeCost::bytes).reversed())
                .map(cost -> new SessionAttributeRuntime(
                        application.sessions().keptAs(application.name()),
                        cost.attribute(),
                        cost.type(),
                        cost.set(),
                        cost.changed(),
                        cost.bytes(),
                        cost.unchangedBytes(),
                        cost.largest(),
                        cost.marshallingMicros(),
                        cost.changedInPlace()))
                .toList();
    }
}

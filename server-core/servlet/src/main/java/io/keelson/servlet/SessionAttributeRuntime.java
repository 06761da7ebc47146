package io.keelson.servlet;

import io.keelson.base.measure.Described;
import io.keelson.servlet.container.WebApplication;
import io.keelson.servlet.spi.AttributeCost;
import java.util.Comparator;
import java.util.List;

/** Cost of one attribute of an application's sessions, for management. */
public record SessionAttributeRuntime(
        @Described("The deployment.") String application,
        @Described("The name of the attribute.") String attribute,

        @Described("The class that it had when it was last written.")
        String type,

        @Described(value = "How often the attribute was serialised, because a request had set it.", grows = true)
        long set,

        @Described(
                value = "How often the attribute's bytes were others than before: only then they are written, or sent.",
                grows = true)
        long changed,

        @Described(
                value = "Bytes of the attribute that were others than before.",
                grows = true,
                unit = Described.Unit.BYTES)
        long bytes,

        @Described(
                value =
                        "Bytes of the attribute that were serialised and turned out to be as before, and so were not sent.",
                grows = true,
                unit = Described.Unit.BYTES)
        long unchangedBytes,

        @Described(value = "The most bytes that the attribute had.", unit = Described.Unit.BYTES)
        long largest,

        @Described(value = "How long the attribute's serialisation took altogether, in microseconds.", grows = true)
        long marshallingMicros,

        @Described(
                value = "How often the attribute was found to have been changed in place and not set again.",
                grows = true)
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

package io.keelson.boot;

import io.keelson.kernel.serial.ManagementObjects;
import java.io.ObjectInputFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Recognises the streams of Java objects that the JDK's RMI reads, and filters them: they may contain {@link ManagementObjects}. One kind
 * belongs to the connector for JMX that somebody opens who attaches to the process; the JDK gives it no filter by itself. The other belongs
 * to the server's own connector, which has a filter beside this. Nothing else in the server uses the JDK's RMI. Stateless and thread-safe.
 * See docs/design/jmx.md.
 */
final class ManagementStreams {
    private static final String TRANSPORT = "sun.rmi.transport.";

    private ManagementStreams() {}

    /** Made when the first of these streams is read. */
    private static final class Made {
        static final ObjectInputFilter FILTER = ObjectInputFilter.Config.createFilter(ManagementObjects.TAKEN);
    }

    /**
     * Returns true if a stream is one of these.
     *
     * @param makers the code that makes it, the innermost first, all of it the JDK's
     */
    static boolean isOne(List<Class<?>> makers) {
        return makers.stream().anyMatch(type -> type.getName().startsWith(TRANSPORT));
    }

    /** Returns what counts for such a stream: the process-wide filter, if there is one, and this one. */
    static ObjectInputFilter filter(@Nullable ObjectInputFilter processWide) {
        ObjectInputFilter merged = ObjectInputFilter.merge(Made.FILTER, processWide);
        return merged == null ? Made.FILTER : merged;
    }
}

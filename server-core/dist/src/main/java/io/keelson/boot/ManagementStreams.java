package io.keelson.boot;

import io.keelson.kernel.serial.ManagementObjects;
import java.io.ObjectInputFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which streams of Java objects the JDK's RMI reads, and that they may contain {@link ManagementObjects}: those of the connector for JMX that
 * somebody opens who attaches to the process, to which the JDK gives no filter by itself, and those of the server's own connector, which
 * have one beside this. Nothing else in the server uses the JDK's RMI. Stateless and thread-safe. See docs/design/jmx.md.
 */
final class ManagementStreams {
    private static final String TRANSPORT = "sun.rmi.transport.";

    private ManagementStreams() {}

    /** Made when the first of these streams is read. */
    private static final class Made {
        static final ObjectInputFilter FILTER = ObjectInputFilter.Config.createFilter(ManagementObjects.TAKEN);
    }

    /**
     * Whether a stream is one of these.
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

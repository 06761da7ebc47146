package io.keelson.boot;

import java.io.ObjectInputFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What streams of Java objects may contain that the JDK's own connector for JMX reads, which somebody opens who attaches to the process: names of
 * beans, attributes, open data, filters of notifications, and little else. The JDK gives these streams no filter by itself. Nothing
 * else in the server uses the JDK's RMI. Stateless and thread-safe. See docs/design/jmx.md.
 */
final class ManagementStreams {
    private static final String TRANSPORT = "sun.rmi.transport.";

    private static final String TAKEN = String.join(
            ";",
            "maxdepth=20",
            "maxrefs=20000",
            "maxbytes=1048576",
            "maxarray=10000",
            // Its reading calls methods of what it holds.
            "!javax.management.BadAttributeValueExpException",
            "javax.management.*",
            "javax.management.openmbean.*",
            "javax.security.auth.Subject",
            "java.rmi.MarshalledObject",
            "java.rmi.server.ObjID",
            "java.rmi.server.UID",
            "java.rmi.dgc.Lease",
            "java.rmi.dgc.VMID",
            "java.lang.Object",
            "java.lang.String",
            "java.lang.Number",
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Character",
            "java.lang.Short",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Float",
            "java.lang.Double",
            "java.math.BigInteger",
            "java.math.BigDecimal",
            "java.util.Date",
            "java.util.ArrayList",
            "java.util.Vector",
            "java.util.HashMap",
            "java.util.LinkedHashMap",
            "java.util.HashSet",
            "java.util.TreeMap",
            "!*");

    private ManagementStreams() {}

    /** Made when the first of these streams is read. */
    private static final class Made {
        static final ObjectInputFilter FILTER = ObjectInputFilter.Config.createFilter(TAKEN);
    }

    /**
     * Whether a stream is one of these.
     *
     * @param makers the code that makes it, the innermost first, all of it the JDK's
     */
    static boolean isOne(List<Class<?>> makers) {
        return makers.stream().anyMatch(type -> type.getName().startsWith(TRANSPORT));
    }

    /** What counts for such a stream: the process-wide filter, if there is one, and this one. */
    static ObjectInputFilter filter(@Nullable ObjectInputFilter processWide) {
        ObjectInputFilter merged = ObjectInputFilter.merge(Made.FILTER, processWide);
        return merged == null ? Made.FILTER : merged;
    }
}

package io.keelson.kernel.serial;

/**
 * Types that a client of JMX may send: names of beans, attributes, open data, filters of notifications, the wrappers of numbers, some
 * collections, and nothing else. See docs/design/jmx.md.
 */
public final class ManagementObjects {
    /** Types that may be read, as a pattern of {@link java.io.ObjectInputFilter.Config#createFilter}. */
    public static final String TAKEN = String.join(
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

    /** Types that may be read from a client that is not logged in: a name and a password. */
    public static final String CREDENTIALS = "maxdepth=2;maxrefs=16;maxbytes=8192;maxarray=2;java.lang.String;!*";

    private ManagementObjects() {}
}

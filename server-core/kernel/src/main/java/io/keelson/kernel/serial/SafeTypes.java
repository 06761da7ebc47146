package io.keelson.kernel.serial;

import java.util.Set;

/** The JDK's classes that are read from a store: values and collections, none that does something by being read. */
final class SafeTypes {
    private static final Set<String> PACKAGES = Set.of(
            "java.math",
            "java.text",
            "java.time",
            "java.time.chrono",
            "java.time.temporal",
            "java.time.zone",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "java.util.concurrent.locks",
            "java.util.regex");

    private static final Set<String> CLASSES = Set.of(
            "java.beans.PropertyChangeSupport",
            "java.beans.VetoableChangeSupport",
            "java.io.File",
            "java.lang.invoke.SerializedLambda",
            "java.net.Inet4Address",
            "java.net.Inet6Address",
            "java.net.InetAddress",
            "java.net.InetSocketAddress",
            "java.net.URI",
            "java.sql.Date",
            "java.sql.Time",
            "java.sql.Timestamp",
            "sun.util.calendar.ZoneInfo"); // what a TimeZone is

    /** Whose code runs while they are read, or who start something. */
    private static final Set<String> NOT = Set.of(
            "java.util.concurrent.ForkJoinTask",
            "java.util.concurrent.ForkJoinPool",
            "java.util.concurrent.ThreadPoolExecutor");

    private SafeTypes() {}

    static boolean contains(Class<?> type) {
        String name = type.getName();
        String in = type.getPackageName();
        if (in.equals("java.lang") || Throwable.class.isAssignableFrom(type) && name.startsWith("java.")) {
            // Numbers, text, exceptions and their traces: nothing there is serializable that does more.
            return true;
        }
        return (PACKAGES.contains(in) || CLASSES.contains(name)) && !NOT.contains(name);
    }
}

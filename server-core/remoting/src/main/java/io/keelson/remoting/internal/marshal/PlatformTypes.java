package io.keelson.remoting.internal.marshal;

import java.util.Set;

/** The classes that every application may read: values of the JDK, collections of them, and exceptions. */
final class PlatformTypes {
    private static final Set<String> VALUES = Set.of(
            // Names of messaging, and settings of its connection factories.
            "io.keelson.jms.client.ClientDestination",
            "io.keelson.jms.client.ClientDestination$OfQueue",
            "io.keelson.jms.client.ClientDestination$OfTopic",
            "io.keelson.jms.client.FactorySettings",
            "io.keelson.jms.client.RemoteFactory",
            "io.keelson.jms.message.DestinationName",
            // Failures of calls that an object made of another one.
            "io.keelson.remoting.CallRefusedException",
            "io.keelson.remoting.CallTimedOutException",
            "io.keelson.remoting.ConnectionLostException",
            "io.keelson.remoting.RequestNotSentException",
            // Handles and descriptions of homes: what they lead to is a reference.
            "io.keelson.remoting.bean.EntityMetaData",
            "io.keelson.remoting.bean.ObjectName",
            "io.keelson.remoting.bean.SessionHandle",
            "io.keelson.remoting.bean.SessionHomeHandle",
            "io.keelson.remoting.bean.SessionMetaData",
            "java.lang.Boolean",
            "java.lang.Byte",
            "java.lang.Character",
            "java.lang.Class",
            "java.lang.Double",
            "java.lang.Enum",
            "java.lang.Float",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Number",
            "java.lang.Object",
            "java.lang.Record",
            "java.lang.Short",
            "java.lang.StackTraceElement",
            "java.lang.String",
            "java.lang.StringBuffer",
            "java.lang.StringBuilder",
            "java.lang.Throwable",
            "java.math.BigDecimal",
            "java.math.BigInteger",
            "java.math.MathContext",
            "java.math.RoundingMode",
            "java.net.Inet4Address",
            "java.net.Inet6Address",
            "java.net.InetAddress",
            "java.net.InetSocketAddress",
            "java.net.URI",
            "java.security.Principal",
            "java.sql.Date",
            "java.sql.Time",
            "java.sql.Timestamp",
            "javax.naming.CompositeName",
            "javax.naming.CompoundName",
            "javax.naming.LinkRef",
            "javax.naming.NameClassPair");

    private static final Set<String> UTILITIES = Set.of(
            "java.util.AbstractMap$SimpleEntry",
            "java.util.AbstractMap$SimpleImmutableEntry",
            "java.util.ArrayDeque",
            "java.util.ArrayList",
            "java.util.Arrays$ArrayList",
            "java.util.BitSet",
            "java.util.Calendar",
            "java.util.CollSer",
            "java.util.Collections$CopiesList",
            "java.util.Collections$EmptyList",
            "java.util.Collections$EmptyMap",
            "java.util.Collections$EmptySet",
            "java.util.Collections$ReverseComparator",
            "java.util.Collections$SetFromMap",
            "java.util.Collections$SingletonList",
            "java.util.Collections$SingletonMap",
            "java.util.Collections$SingletonSet",
            "java.util.Collections$SynchronizedCollection",
            "java.util.Collections$SynchronizedList",
            "java.util.Collections$SynchronizedMap",
            "java.util.Collections$SynchronizedRandomAccessList",
            "java.util.Collections$SynchronizedSet",
            "java.util.Collections$UnmodifiableCollection",
            "java.util.Collections$UnmodifiableList",
            "java.util.Collections$UnmodifiableMap",
            "java.util.Collections$UnmodifiableRandomAccessList",
            "java.util.Collections$UnmodifiableSet",
            "java.util.Collections$UnmodifiableSortedMap",
            "java.util.Collections$UnmodifiableSortedSet",
            "java.util.Currency",
            "java.util.Date",
            "java.util.EnumMap",
            "java.util.EnumSet",
            "java.util.EnumSet$SerializationProxy",
            "java.util.GregorianCalendar",
            "java.util.HashMap",
            "java.util.HashSet",
            "java.util.Hashtable",
            "java.util.IdentityHashMap",
            "java.util.JumboEnumSet",
            "java.util.LinkedHashMap",
            "java.util.LinkedHashSet",
            "java.util.LinkedList",
            "java.util.Locale",
            "java.util.Map$Entry",
            "java.util.PriorityQueue",
            "java.util.Properties",
            "java.util.RegularEnumSet",
            "java.util.SimpleTimeZone",
            "java.util.Stack",
            "java.util.TimeZone",
            "java.util.TreeMap",
            "java.util.TreeSet",
            "java.util.UUID",
            "java.util.Vector",
            "java.util.concurrent.ArrayBlockingQueue",
            "java.util.concurrent.ConcurrentHashMap",
            "java.util.concurrent.ConcurrentHashMap$Segment",
            "java.util.concurrent.ConcurrentLinkedDeque",
            "java.util.concurrent.ConcurrentLinkedQueue",
            "java.util.concurrent.ConcurrentSkipListMap",
            "java.util.concurrent.ConcurrentSkipListSet",
            "java.util.concurrent.CopyOnWriteArrayList",
            "java.util.concurrent.CopyOnWriteArraySet",
            "java.util.concurrent.LinkedBlockingDeque",
            "java.util.concurrent.LinkedBlockingQueue",
            "java.util.concurrent.TimeUnit",
            "java.util.concurrent.atomic.AtomicBoolean",
            "java.util.concurrent.atomic.AtomicInteger",
            "java.util.concurrent.atomic.AtomicLong",
            "java.util.concurrent.atomic.AtomicReference",
            "java.util.concurrent.locks.AbstractOwnableSynchronizer",
            "java.util.concurrent.locks.AbstractQueuedSynchronizer",
            "java.util.concurrent.locks.ReentrantLock",
            "java.util.concurrent.locks.ReentrantLock$NonfairSync",
            "java.util.concurrent.locks.ReentrantLock$Sync",
            "java.util.regex.Pattern",
            "sun.util.calendar.ZoneInfo");

    /** Packages whose exceptions are read; nothing else of them is. */
    private static final Set<String> OF_EXCEPTIONS = Set.of(
            "jakarta.ejb",
            "jakarta.persistence",
            "jakarta.transaction",
            "java.io",
            "java.lang",
            "java.net",
            "java.nio.file",
            "java.rmi",
            "java.rmi.server",
            "java.security",
            "java.sql",
            "java.text",
            "java.time",
            "java.time.format",
            "java.util",
            "java.util.concurrent",
            "javax.naming",
            "javax.security.auth.login",
            "javax.transaction.xa");

    private PlatformTypes() {}

    static boolean contain(String className) {
        if (VALUES.contains(className) || UTILITIES.contains(className)) {
            return true;
        }
        int dot = className.lastIndexOf('.');
        String simple = className.substring(dot + 1);
        String of = dot < 0 ? "" : className.substring(0, dot);
        if (of.startsWith("java.time")) {
            // Values only; they are written by java.time.Ser and its like.
            return true;
        }
        boolean exception = simple.endsWith("Exception") || simple.endsWith("Error");
        // An exception of RMI's that holds another object, and one that runs code of it, are none of ours.
        return exception && OF_EXCEPTIONS.contains(of);
    }
}

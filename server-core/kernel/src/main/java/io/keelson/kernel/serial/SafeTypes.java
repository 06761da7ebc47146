package io.keelson.kernel.serial;

import java.io.Serializable;
import java.security.Key;
import java.security.cert.CertPath;
import java.security.cert.Certificate;
import java.util.List;
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

    /**
     * Single classes. A stream names the serializable superclasses of an object as well, so these stand here too, and classes that the
     * objects of a factory have.
     */
    private static final Set<String> CLASSES = Set.of(
            "com.sun.org.apache.xerces.internal.jaxp.datatype.DurationImpl", // a javax.xml.datatype.Duration
            "com.sun.org.apache.xerces.internal.jaxp.datatype.DurationImpl$DurationStream",
            "com.sun.org.apache.xerces.internal.jaxp.datatype.XMLGregorianCalendarImpl",
            "java.awt.Color",
            "java.awt.Dimension",
            "java.awt.Insets",
            "java.awt.Point",
            "java.awt.Rectangle",
            "java.awt.geom.Point2D$Double",
            "java.awt.geom.Point2D$Float",
            "java.awt.geom.Rectangle2D$Double",
            "java.awt.geom.Rectangle2D$Float",
            "java.beans.PropertyChangeSupport",
            "java.beans.VetoableChangeSupport",
            "java.io.File",
            "java.lang.invoke.SerializedLambda",
            "java.lang.reflect.Proxy", // the superclass of each dynamic proxy
            "java.net.Inet4Address",
            "java.net.Inet6Address",
            "java.net.InetAddress",
            "java.net.InetSocketAddress",
            "java.net.SocketAddress", // its superclass
            "java.net.URI",
            "java.net.URL",
            "java.security.KeyPair",
            "java.security.KeyRep", // what a key is in a stream
            "java.security.KeyRep$Type",
            "java.security.cert.Certificate$CertificateRep",
            "java.security.cert.CertPath$CertPathRep",
            "java.sql.Date",
            "java.sql.Time",
            "java.sql.Timestamp",
            "java.util.logging.Level",
            "javax.crypto.spec.SecretKeySpec",
            "javax.management.ObjectName",
            "javax.naming.CompositeName",
            "javax.naming.CompoundName",
            "javax.naming.directory.BasicAttribute",
            "javax.naming.directory.BasicAttributes",
            "javax.naming.ldap.LdapName",
            "javax.naming.ldap.Rdn",
            "javax.security.auth.Subject",
            "javax.security.auth.Subject$SecureSet",
            "javax.security.auth.kerberos.KerberosPrincipal",
            "javax.security.auth.x500.X500Principal",
            "javax.xml.namespace.QName",
            "sun.util.calendar.ZoneInfo"); // what a TimeZone is

    /** The packages of exceptions that are values like others: text, a cause, a trace. */
    private static final List<String> EXCEPTIONS = List.of(
            "java.",
            "javax.crypto.",
            "javax.naming.",
            "javax.net.",
            "javax.script.",
            "javax.security.",
            "javax.sql.",
            "javax.xml.");

    /** Classes whose code runs while they are read, or which start something. */
    private static final Set<String> NOT = Set.of(
            "java.util.concurrent.ForkJoinTask",
            "java.util.concurrent.ForkJoinPool",
            "java.util.concurrent.ThreadPoolExecutor");

    private SafeTypes() {}

    /** Returns true if objects of a class of the JDK may be read, or if the class can be named in a stream but has no objects there. */
    static boolean contains(Class<?> type) {
        String name = type.getName();
        String in = type.getPackageName();
        if (in.equals("java.lang")
                || Throwable.class.isAssignableFrom(type) && EXCEPTIONS.stream().anyMatch(name::startsWith)) {
            // Numbers, text, exceptions and their traces: nothing there is serializable that does more.
            return true;
        }
        if (type.isInterface() || !Serializable.class.isAssignableFrom(type)) {
            return true; // the element of an array, the interface of a proxy, or a Class as a value
        }
        if (Key.class.isAssignableFrom(type)
                || Certificate.class.isAssignableFrom(type)
                || CertPath.class.isAssignableFrom(type)) {
            return true; // made by the provider of the JDK of what KeyRep and its like have
        }
        return (PACKAGES.contains(in) || CLASSES.contains(name)) && !NOT.contains(name);
    }
}

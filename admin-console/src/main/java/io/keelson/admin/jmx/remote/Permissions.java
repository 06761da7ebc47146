package io.keelson.admin.jmx.remote;

import io.keelson.admin.jmx.ManagedBeans;
import io.keelson.kernel.management.Role;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Roles that are needed for what is asked of the MBean server from elsewhere. Each is the role of the same operation of REST,
 * wherever there is one; so who may do what is written down once. What is not named here nobody may. Thread-safe.
 */
final class Permissions {
    /** Operation of REST whose role looking at anything needs. */
    static final String LOOK = "GET server/runtime";

    /** Operation of REST whose role setting an attribute of the configuration needs. */
    static final String SET = "PUT edit/value";

    /** Operation of REST whose role those operations of the bean of threads need that look at threads. */
    static final String THREADS = "GET server/threads";

    private static final Set<String> LOOKING = Set.of(
            "getAttribute",
            "getAttributes",
            "getDefaultDomain",
            "getDomains",
            "getMBeanCount",
            "getMBeanInfo",
            "getObjectInstance",
            "isInstanceOf",
            "isRegistered",
            "queryMBeans",
            "queryNames",
            // Asked for by the JDK's connector itself; no client can.
            "getClassLoaderFor",
            "getClassLoaderRepository");

    /** Operations that look; jconsole shows threads by them. */
    private static final Set<String> LOOKING_AT_THREADS = Set.of(
            "dumpAllThreads",
            "findDeadlockedThreads",
            "findMonitorDeadlockedThreads",
            "getThreadAllocatedBytes",
            "getThreadCpuTime",
            "getThreadInfo",
            "getThreadUserTime");

    /** Operations that load libraries and write files wherever somebody says; what is needed of it REST has. */
    private static final Set<String> DIAGNOSTICS = Set.of("DiagnosticCommand", "HotSpotDiagnostic");

    private final ManagedBeans beans;
    private final Function<String, Role> roles;
    private final MBeanServer server;

    /**
     * Those of a server.
     *
     * @param beans the beans that are the server's own
     * @param roles the role that an operation of REST needs, by its method and address
     * @param server where all beans are
     */
    Permissions(ManagedBeans beans, Function<String, Role> roles, MBeanServer server) {
        this.beans = beans;
        this.roles = roles;
        this.server = server;
    }

    /**
     * The least role for a call.
     *
     * @param method of {@link MBeanServer}
     * @return empty where nobody may
     */
    Optional<Role> least(String method, @Nullable Object[] arguments) {
        if (LOOKING.contains(method)) {
            return Optional.of(roles.apply(LOOK));
        }
        boolean sets = method.equals("setAttribute") || method.equals("setAttributes");
        if (!sets && !method.equals("invoke") || !(arguments[0] instanceof ObjectName name)) {
            return Optional.empty();
        }
        if (beans.has(name)) {
            // What a bean does not have it says itself.
            return Optional.of(roles.apply(
                    sets ? SET : beans.route(name, String.valueOf(arguments[1])).orElse(LOOK)));
        }
        if (untouchable(name)) {
            return Optional.empty();
        }
        return Optional.of(!sets && looksAtThreads(arguments) ? roles.apply(THREADS) : Role.ADMIN);
    }

    /** Returns whether an operation that is invoked is one of those which look at threads. */
    static boolean looksAtThreads(@Nullable Object[] arguments) {
        return arguments[0] instanceof ObjectName name
                && is(name, "java.lang", "Threading")
                && LOOKING_AT_THREADS.contains(String.valueOf(arguments[1]));
    }

    /** Also what loads classes, as an MLet does, whoever has registered it. */
    private boolean untouchable(ObjectName name) {
        if (DIAGNOSTICS.stream().anyMatch(type -> is(name, "com.sun.management", type))) {
            return true;
        }
        try {
            return server.isInstanceOf(name, ClassLoader.class.getName());
        } catch (InstanceNotFoundException e) {
            return false;
        }
    }

    /** Returns whether that is the JVM's own bean of that type. */
    static boolean is(ObjectName name, String domain, String type) {
        return name.getDomain().equals(domain) && type.equals(name.getKeyProperty("type"));
    }
}

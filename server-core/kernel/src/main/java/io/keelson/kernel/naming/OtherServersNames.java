package io.keelson.kernel.naming;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Translates names that applications look up because another server has them, to names that this server may have. A name is translated only
 * where a lookup of it found nothing, so that whatever is bound by such a name goes first. Immutable.
 */
public final class OtherServersNames {
    private static final String DATA_SOURCE = "java:comp/DefaultDataSource";
    private static final String FACTORY = "java:comp/DefaultJMSConnectionFactory";
    private static final String MAIL = "java:comp/DefaultMailSession";
    private static final String EXECUTOR = "java:comp/DefaultManagedExecutorService";
    private static final String SCHEDULER = "java:comp/DefaultManagedScheduledExecutorService";
    private static final String THREADS = "java:comp/DefaultManagedThreadFactory";
    private static final String CONTEXTS = "java:comp/DefaultContextService";
    private static final String USER = "java:comp/UserTransaction";
    private static final String REGISTRY = "java:comp/TransactionSynchronizationRegistry";
    private static final String MANAGER = "jakarta.transaction.TransactionManager";

    /** Resources that a server installs by itself, by the name without {@code java:} and slashes behind that. */
    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            // WildFly
            Map.entry("jboss/datasources/ExampleDS", DATA_SOURCE),
            Map.entry("ExampleDS", DATA_SOURCE),
            Map.entry("DefaultDS", DATA_SOURCE),
            Map.entry("jboss/DefaultDataSource", DATA_SOURCE),
            Map.entry("jboss/DefaultJMSConnectionFactory", FACTORY),
            Map.entry("JmsXA", FACTORY),
            Map.entry("ConnectionFactory", FACTORY),
            Map.entry("jms/RemoteConnectionFactory", FACTORY),
            Map.entry("jboss/exported/jms/RemoteConnectionFactory", FACTORY),
            Map.entry("jboss/mail/Default", MAIL),
            Map.entry("jboss/ee/concurrency/executor/default", EXECUTOR),
            Map.entry("jboss/ee/concurrency/scheduler/default", SCHEDULER),
            Map.entry("jboss/ee/concurrency/factory/default", THREADS),
            Map.entry("jboss/ee/concurrency/context/default", CONTEXTS),
            Map.entry("jboss/UserTransaction", USER),
            Map.entry("UserTransaction", USER),
            Map.entry("jboss/TransactionManager", MANAGER),
            Map.entry("TransactionManager", MANAGER),
            Map.entry("jboss/TransactionSynchronizationRegistry", REGISTRY),
            // GlassFish and Payara
            Map.entry("jdbc/__default", DATA_SOURCE),
            Map.entry("jdbc/__TimerPool", DATA_SOURCE),
            Map.entry("jms/__defaultConnectionFactory", FACTORY),
            Map.entry("mail/__defaultMailSession", MAIL),
            Map.entry("concurrent/__defaultManagedExecutorService", EXECUTOR),
            Map.entry("concurrent/__defaultManagedScheduledExecutorService", SCHEDULER),
            Map.entry("concurrent/__defaultManagedThreadFactory", THREADS),
            Map.entry("concurrent/__defaultContextService", CONTEXTS),
            Map.entry("appserver/TransactionManager", MANAGER),
            Map.entry("pm/TransactionManager", MANAGER),
            // Open Liberty
            Map.entry("concurrent/executorSvc", EXECUTOR),
            Map.entry("concurrent/scheduledExecutorSvc", SCHEDULER),
            Map.entry("concurrent/threadFactory", THREADS),
            // WebLogic, and the names from before Jakarta EE
            Map.entry("jdbc/DefaultDataSource", DATA_SOURCE),
            Map.entry("weblogic.jms.XAConnectionFactory", FACTORY),
            Map.entry("weblogic.jms.ConnectionFactory", FACTORY),
            Map.entry("weblogic.transaction.TransactionManager", MANAGER),
            Map.entry("javax.transaction.TransactionManager", MANAGER),
            Map.entry("javax.transaction.UserTransaction", USER));

    /** Places in which a server keeps what this one keeps by its name alone. */
    private static final List<String> PLACES = List.of(
            "jboss/exported/", "jboss/datasources/", "jboss/jdbc/", "jboss/jms/", "jboss/resources/", "jboss/", "");

    /** The spaces of this server's own names below {@code java:}. */
    private static final Set<String> OWN = Set.of("comp", "module", "app", "global");

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):.*");

    private OtherServersNames() {}

    /**
     * Returns the names that this server may have for a name of another server, the best first; none where it is no other server's. Any
     * thread.
     *
     * @param name as an application looks it up, as {@code java:jboss/datasources/ExampleDS}
     */
    public static List<String> meant(String name) {
        Matcher scheme = SCHEME.matcher(name);
        return meant(name, scheme.matches() ? scheme.group(1) : null);
    }

    /** Returns true if a server installs something by that name by itself. Any thread. */
    public static boolean isDefault(String name) {
        return DEFAULTS.containsKey(plain(name.startsWith("java:") ? name.substring("java:".length()) : name));
    }

    /**
     * Returns the names that may be meant, the best first; none where the name is no other server's.
     *
     * @param name as an application looks it up
     * @param lost the tree in which nothing was found by it, without its colon: {@code java}; null where it has no scheme
     */
    static List<String> meant(String name, @Nullable String lost) {
        boolean java = "java".equals(lost);
        String plain = plain(java ? name.substring(name.indexOf(':') + 1) : name);
        if (java && OWN.contains(plain.substring(0, Math.max(0, plain.indexOf('/'))))) {
            return List.of();
        }
        List<String> meant = new ArrayList<>();
        String known = DEFAULTS.get(plain);
        if (known != null) {
            meant.add(known);
        }
        if (java) {
            for (String place : PLACES) {
                String rest = plain.substring(plain.startsWith(place) ? place.length() : 0);
                if (plain.startsWith(place) && !rest.isEmpty() && !meant.contains(rest)) {
                    meant.add(rest);
                    if (place.equals("jboss/datasources/")) {
                        meant.add("jdbc/" + rest);
                    }
                }
            }
        }
        if (lost == null) {
            meant.add("java:" + plain); // names without a scheme are relative to java: there
        }
        return meant;
    }

    /**
     * Returns a name without {@code java:} and slashes behind that; null where it is one of this server's own spaces, or of another
     * scheme.
     */
    static @Nullable String plainOf(String name) {
        Matcher scheme = SCHEME.matcher(name);
        boolean java = scheme.matches() && scheme.group(1).equals("java");
        if (scheme.matches() && !java) {
            return null;
        }
        String plain = plain(java ? name.substring("java:".length()) : name);
        boolean own = java && OWN.contains(plain.substring(0, Math.max(0, plain.indexOf('/'))));
        return own || plain.isEmpty() || plain.endsWith("/") ? null : plain;
    }

    private static String plain(String name) {
        String rest = name;
        while (rest.startsWith("/")) {
            rest = rest.substring(1);
        }
        return rest;
    }
}

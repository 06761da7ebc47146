package io.keelson.kernel.naming;

import io.keelson.kernel.config.NearestName;
import io.keelson.kernel.spi.resource.ResourceMaker;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Resources in place of those that an administrator of another server would have made: applications declare them by a name and a type, and
 * nobody defines the name. The default of the type takes the place, or a queue, a topic or a mail session is made. Only where names of
 * other servers are translated, and only when a lookup found nothing. Thread-safe; {@link #lock} guards all state.
 */
public final class StandIns {
    private static final String SESSION = "jakarta.mail.Session";

    /** The kind of those that are made, by type. */
    private static final Map<String, String> MADE = Map.of(
            "jakarta.jms.Queue", "jms-destination", "jakarta.jms.Topic", "jms-destination", SESSION, "mail-session");

    private static final Map<String, String> DEFAULTS = Map.of(
            "javax.sql.DataSource", "java:comp/DefaultDataSource",
            "jakarta.jms.ConnectionFactory", "java:comp/DefaultJMSConnectionFactory",
            "jakarta.jms.QueueConnectionFactory", "java:comp/DefaultJMSConnectionFactory",
            "jakarta.jms.TopicConnectionFactory", "java:comp/DefaultJMSConnectionFactory",
            "jakarta.enterprise.concurrent.ManagedExecutorService", "java:comp/DefaultManagedExecutorService",
            "jakarta.enterprise.concurrent.ManagedScheduledExecutorService",
                    "java:comp/DefaultManagedScheduledExecutorService",
            "jakarta.enterprise.concurrent.ManagedThreadFactory", "java:comp/DefaultManagedThreadFactory",
            "jakarta.enterprise.concurrent.ContextService", "java:comp/DefaultContextService");

    private final Naming naming;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Expected> all = new HashMap<>();

    StandIns(Naming naming) {
        this.naming = naming;
    }

    /** A name that applications declare, and what has been made for it. */
    private static final class Expected {
        final String type;
        final String application;
        final Set<Object> users = new HashSet<>();
        ResourceMaker.@Nullable Made made;
        boolean said;

        Expected(String type, String application) {
            this.type = type;
            this.application = application;
        }
    }

    /**
     * Notes that an application declares a resource by that name. Nothing is made before it is looked up and is not there.
     *
     * @param name as the application would look it up; one of its own spaces, as {@code java:app/}, is left out
     * @param type of the resource; one that has no stand-in is left out
     * @param user on whose behalf; hand it to {@link #release}
     * @return true if a lookup finds a stand-in where it finds nothing else
     */
    public boolean expect(String name, String type, String application, Object user) {
        String plain = OtherServersNames.plainOf(name);
        if (plain == null || !DEFAULTS.containsKey(type) && !MADE.containsKey(type)) {
            return false;
        }
        lock.lock();
        try {
            all.computeIfAbsent(plain, absent -> new Expected(type, application))
                    .users
                    .add(user);
            return naming.translates();
        } finally {
            lock.unlock();
        }
    }

    /** Forgets what is declared on behalf of that user, and ends what nobody else declares. Does not throw. */
    public void release(Object user) {
        Set<ResourceMaker.Made> ended = new HashSet<>();
        lock.lock();
        try {
            all.values().removeIf(expected -> {
                boolean last = expected.users.remove(user) && expected.users.isEmpty();
                if (last && expected.made != null) {
                    ended.add(expected.made);
                }
                return last;
            });
        } finally {
            lock.unlock();
        }
        ended.forEach(ResourceMaker.Made::close);
    }

    /** A stand-in: another name that leads to it, or its value. */
    record StandIn(@Nullable String name, @Nullable Object value) {}

    /** Returns the stand-in for a name that was looked up and is not bound; null where there is none. */
    @Nullable
    StandIn of(String name) {
        String plain = OtherServersNames.plainOf(name);
        if (plain == null || !naming.translates()) {
            return null;
        }
        lock.lock();
        try {
            Expected expected = all.get(plain);
            if (expected == null || isMisspelt(plain)) {
                return null;
            }
            String standard = DEFAULTS.get(expected.type);
            StandIn found = standard == null ? new StandIn(null, made(plain, expected)) : new StandIn(standard, null);
            return standard == null && found.value() == null ? null : found;
        } finally {
            lock.unlock();
        }
    }

    /** Says once that a stand-in serves a name. */
    void served(String name) {
        String plain = OtherServersNames.plainOf(name);
        lock.lock();
        try {
            Expected expected = all.get(plain);
            if (plain == null || expected == null || expected.said) {
                return;
            }
            expected.said = true;
            NamingLog.LOG.standsIn(
                    expected.application,
                    TrustedFactories.printable(plain),
                    expected.type,
                    DEFAULTS.getOrDefault(expected.type, "a new one"),
                    TrustedFactories.printable(yaml(plain, expected.type)));
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Object made(String plain, Expected expected) {
        ResourceMaker maker = naming.maker(MADE.getOrDefault(expected.type, "")).orElse(null);
        if (expected.made == null && maker != null) {
            try {
                expected.made = maker.make(new ResourceMaker.Definition(
                        expected.application,
                        plain,
                        expected.type.equals(SESSION)
                                ? Map.of("host", "localhost")
                                : Map.of("interface-name", expected.type, "destination-name", last(plain)),
                        Map.of(),
                        StandIns.class.getClassLoader(),
                        "a declaration of " + expected.application));
            } catch (NamingException e) {
                NamingLog.LOG.debugf(e, "%s has no stand-in", plain);
            }
        }
        return expected.made == null ? null : expected.made.value();
    }

    /** Returns what an administrator would write into domain.yaml. */
    private static String yaml(String plain, String type) {
        String simple = type.substring(type.lastIndexOf('.') + 1);
        String section = switch (simple) {
            case "DataSource" -> "data-sources";
            case "Queue" -> "jms-queues";
            case "Topic" -> "jms-topics";
            case "Session" -> "mail-sessions";
            default ->
                simple.endsWith("ConnectionFactory")
                        ? "jms-connection-factories"
                        : simple.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT) + "s";
        };
        String more = section.equals("data-sources") ? "url: ..., " : "";
        return section + ": {" + last(plain) + ": {" + more + "jndi-names: [" + plain + "]}}";
    }

    /** A queue of other servers is known by the last part of its JNDI name: {@code orders} of {@code jms/queue/orders}. */
    private static String last(String plain) {
        return plain.substring(plain.lastIndexOf('/') + 1);
    }

    /** Returns true if a name beside it is so similar that it is probably meant. */
    private boolean isMisspelt(String plain) {
        return NearestName.of(last(plain), naming.beside(plain)) != null;
    }
}

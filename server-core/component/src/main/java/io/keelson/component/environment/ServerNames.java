package io.keelson.component.environment;

import io.keelson.kernel.config.NearestName;
import io.keelson.kernel.naming.ComponentNames;
import io.keelson.kernel.naming.StandIns;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.naming.LinkRef;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Names as the declarations of a module use them: what they lead to here, and which of the server's it relies on. Something may take the
 * place of a resource of the server that nobody has defined. Thread-safe.
 */
final class ServerNames {
    /** Applications name queues and factories below {@code jms/} that administrators make, and have no other sign of that. */
    private static final String MESSAGING = "jakarta.jms.";

    private static final List<String> OF_APPLICATIONS =
            List.of("java:comp/", "java:module/", "java:app/", "java:global/");

    private final String application;
    private final ComponentNames names;
    private final StandIns standIns;
    private final Object user;
    private final boolean foreign;

    /**
     * Makes them for an environment.
     *
     * @param user for whom names are expected, until that is released
     * @param foreign whether the application was written for another server, whose administrator makes what it names
     */
    ServerNames(String application, ComponentNames names, StandIns standIns, Object user, boolean foreign) {
        this.application = application;
        this.names = names;
        this.standIns = standIns;
        this.user = user;
        this.foreign = foreign;
    }

    /** Returns true if something is bound to the name itself, also where its value cannot be had now, or by applications only. */
    boolean has(String name) {
        try {
            names.injectionContext().lookupLink(name);
            return true;
        } catch (NamingException e) {
            return beside(name).contains(name.substring(name.lastIndexOf('/') + 1));
        }
    }

    /** Returns true if a name is one of the server's, which no module of the application binds below its own spaces. */
    static boolean isOfServer(String name) {
        if (!name.startsWith("java:")) {
            return name.indexOf(':') < 0;
        }
        return OF_APPLICATIONS.stream().noneMatch(name::startsWith);
    }

    /** Returns the end of a message about a name that leads to nothing: the nearest that is bound beside it. */
    String hint(String name) {
        int last = name.lastIndexOf('/') + 1;
        String nearest = NearestName.of(name.substring(last), beside(name));
        return nearest == null ? "" : "; did you mean " + name.substring(0, last) + nearest + "?";
    }

    /** Returns the names that are bound in the context of a name; none where there is no such context. */
    private Set<String> beside(String name) {
        Set<String> beside = new TreeSet<>();
        try {
            NamingEnumeration<? extends NameClassPair> bound =
                    names.injectionContext().list(name.substring(0, Math.max(0, name.lastIndexOf('/'))));
            while (bound.hasMore()) {
                beside.add(bound.next().getName());
            }
        } catch (NamingException absent) {
            return Set.of();
        }
        return beside;
    }

    /** Returns the value of a name; null where it is not bound itself. One that is a link to nothing is an error. */
    @Nullable
    Object bound(String name) throws NamingException {
        try {
            names.injectionContext().lookupLink(name);
        } catch (NameNotFoundException e) {
            return null;
        }
        return names.injectionContext().lookup(name);
    }

    /** Returns the value of a name. */
    Object value(String name) throws NamingException {
        return names.injectionContext().lookup(name);
    }

    /** Returns the value of a product's own name; null where there is nothing of that name and type: it may be another product's. */
    @Nullable
    Object ofType(String name, Class<?> type) {
        try {
            Object value = names.injectionContext().lookup(name);
            return type.isPrimitive() || type.isInstance(value) ? value : null;
        } catch (NamingException e) {
            EnvironmentLog.LOG.debugf(e, "the mappedName %s in %s", name, application);
            return null;
        }
    }

    /** Returns what a server's descriptor leads to: a URL that it spells out, or the value of a name; null: nothing of that type. */
    @Nullable
    Object ofTarget(@Nullable String target, Class<?> type) {
        URL url = target != null && type.equals(URL.class) ? url(target) : null;
        return url != null || target == null ? url : ofType(target, type);
    }

    /** Returns a link to a name of the server, which does not go while the application declares that it uses it. */
    LinkRef link(String name) {
        names.relies(name);
        return new LinkRef(name);
    }

    /** Returns a text as a URL; null where it is none: then it is a name that leads to one. */
    static @Nullable URL url(String text) {
        try {
            return new URL(text);
        } catch (MalformedURLException e) {
            return null;
        }
    }

    /** Notes a name as {@link Environment#expect} does. */
    boolean expect(String name, @Nullable String type) {
        return type != null && standIns.expect(name, type, application, user);
    }

    /** Notes a name as {@link Environment#expectNamed} does. */
    boolean expectNamed(String name, @Nullable String type) {
        return (foreign || type != null && type.startsWith(MESSAGING) && name.startsWith("jms/")) && expect(name, type);
    }
}

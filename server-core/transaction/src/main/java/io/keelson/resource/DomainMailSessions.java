package io.keelson.resource;

import io.keelson.base.config.Configuration;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.naming.ProvidedObject;
import io.keelson.kernel.spi.resource.ResourceMaker;
import io.keelson.kernel.spi.resource.ResourceMaker.Definition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;

/**
 * The mail sessions of the domain on one server: bound, changed and taken away as the configuration says. A session is made at each lookup,
 * by the part {@code mail}, which the application that looks it up has opened: so none keeps classes of an application, and nothing is
 * opened where nobody sends mail. The kernel's calls come one after the other and own the fields.
 */
final class DomainMailSessions {
    private static final String KIND = "mail-session";

    private final Naming naming;

    /** By the name in the server tree: the session's own name. */
    private Map<String, String> bound = Map.of();

    private volatile Map<String, MailSessionSettings> settings = Map.of();

    DomainMailSessions(Naming naming) {
        this.naming = naming;
    }

    /**
     * Refuses a configuration with a name that is taken.
     *
     * @throws IllegalArgumentException the message has the name and who has it
     */
    void check(Configuration next) {
        Map<String, String> names = new TreeMap<>();
        next.all(MailSessionSettings.class)
                .forEach((own, each) -> each.names(own).forEach(name -> {
                    String other = names.put(name, own);
                    if (other != null) {
                        throw new IllegalArgumentException(
                                "the mail sessions " + other + " and " + own + " have the name '" + name + "' both");
                    }
                }));
        for (String name : names.keySet()) {
            if (!bound.containsKey(name)) {
                try {
                    naming.checkFree(name);
                } catch (NamingException e) {
                    throw new IllegalArgumentException(
                            "the mail session " + names.get(name) + " cannot be bound: " + e.getMessage(), e);
                }
            }
        }
    }

    /** Applies a configuration. What cannot be bound is said in the log. */
    void apply(Configuration configuration) {
        Map<String, MailSessionSettings> next = configuration.all(MailSessionSettings.class);
        Map<String, String> names = new LinkedHashMap<>();
        next.forEach((own, each) -> each.names(own).forEach(name -> names.putIfAbsent(name, own)));
        settings = Map.copyOf(next);
        Map<String, String> now = new TreeMap<>(bound);
        bound.forEach((name, own) -> {
            if (!own.equals(names.get(name))) {
                now.remove(name);
                unbind(name);
            }
        });
        names.forEach((name, own) -> {
            if (!now.containsKey(name) && bind(name, own)) {
                now.put(name, own);
            }
        });
        bound = now;
    }

    private boolean bind(String name, String own) {
        ProvidedObject provided = () -> session(name, own);
        try {
            Context names = naming.context();
            Object unused = names.addToEnvironment("weblogic.jndi.createIntermediateContexts", "true");
            names.bind(name, provided);
            return true;
        } catch (NamingException e) {
            ResourceLog.LOG.mailSessionNotBound(own, name, String.valueOf(e.getMessage()));
            return false;
        }
    }

    private void unbind(String name) {
        try {
            naming.unbind(name);
        } catch (NamingException e) {
            ResourceLog.LOG.debugf(e, "'%s' was not bound any more", name);
        }
    }

    private Object session(String name, String own) throws NamingException {
        MailSessionSettings described = settings.get(own);
        if (described == null) {
            throw new NameNotFoundException("the mail session " + own + " is gone");
        }
        ResourceMaker maker = naming.maker(KIND)
                .orElseThrow(() -> new NamingException("'" + name + "' is a mail session of the domain, and no"
                        + " application here uses Jakarta Mail: none of them refers to its classes"));
        try {
            return maker.make(new Definition(
                            "the domain",
                            name,
                            described.elements(),
                            described.properties(),
                            DomainMailSessions.class.getClassLoader(),
                            "mail-sessions." + own))
                    .value();
        } catch (IllegalArgumentException e) {
            NamingException wrong = new NamingException("the mail session " + own + ": " + e.getMessage());
            wrong.setRootCause(e);
            throw wrong;
        }
    }
}

package io.keelson.component.executor;

import io.keelson.base.config.Configuration;
import io.keelson.deploy.targets.Assignment;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.naming.ProvidedObject;
import io.keelson.kernel.spi.resource.ResourceMaker;
import io.keelson.kernel.spi.resource.ResourceMaker.Definition;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import javax.naming.Context;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The executors, thread factories and context services of the domain on one server: bound, changed and taken away as the configuration
 * says. The result of a lookup belongs to the module that looks it up: it is made by the part {@code concurrency}, which that module has
 * opened, runs tasks in the module's context and ends with it. The kernel's calls come one after the other and own the fields. See
 * docs/design/concurrency.md.
 */
public final class DomainExecutors {
    /** Marks definitions of the domain for their maker, which makes one a module. */
    public static final String OF_DOMAIN = "of-domain";

    private final Naming naming;
    private final String server;

    /** By the name in the server tree. */
    private Map<String, Bound> bound = Map.of();

    /**
     * A record of the domain.
     *
     * @param path where it stands in {@code domain.yaml}
     * @param context the name in the server tree of its context service; null: the application's default
     */
    private record Bound(
            String path, Described described, @Nullable String context) {}

    /**
     * Makes them; nothing is bound yet.
     *
     * @param server the name of this server
     */
    public DomainExecutors(Naming naming, String server) {
        this.naming = naming;
        this.server = server;
    }

    /**
     * Refuses a configuration with a name that is taken, or a context service that is not there.
     *
     * @throws IllegalArgumentException the message has the place and the name
     */
    public void check(Configuration next) {
        Map<String, Bound> names = names(next);
        for (Map.Entry<String, Bound> each : names.entrySet()) {
            if (!bound.containsKey(each.getKey())) {
                try {
                    naming.checkFree(each.getKey());
                } catch (NamingException e) {
                    throw new IllegalArgumentException(
                            each.getValue().path() + " cannot be bound: " + e.getMessage(), e);
                }
            }
        }
    }

    /**
     * Applies a configuration. A name that cannot be bound is said in the log.
     *
     * @throws IllegalArgumentException as {@link #check}
     */
    public void apply(Configuration configuration) {
        Map<String, Bound> names = names(configuration);
        Map<String, Bound> now = new TreeMap<>(bound);
        bound.forEach((name, each) -> {
            if (!each.equals(names.get(name))) {
                now.remove(name);
                unbind(name);
            }
        });
        names.forEach((name, each) -> {
            if (!now.containsKey(name) && bind(name, each)) {
                now.put(name, each);
            }
        });
        bound = now;
    }

    private Map<String, Bound> names(Configuration configuration) {
        String cluster =
                configuration instanceof DomainConfiguration domain ? Assignment.cluster(domain, server) : null;
        Map<String, ContextServiceSettings> contexts = configuration.all(ContextServiceSettings.class);
        Map<String, Bound> names = new LinkedHashMap<>();
        contexts.forEach((own, each) -> add(names, "context-services." + own, own, each, contexts, cluster));
        configuration
                .all(ManagedExecutorSettings.class)
                .forEach((own, each) -> add(names, "managed-executors." + own, own, each, contexts, cluster));
        configuration
                .all(ManagedThreadFactorySettings.class)
                .forEach((own, each) -> add(names, "managed-thread-factories." + own, own, each, contexts, cluster));
        return names;
    }

    private void add(
            Map<String, Bound> names,
            String path,
            String own,
            Described described,
            Map<String, ContextServiceSettings> contexts,
            @Nullable String cluster) {
        if (!described.isOn(server, cluster)) {
            return;
        }
        String wanted = described.contextService();
        ContextServiceSettings context = wanted == null ? null : contexts.get(wanted);
        if (wanted != null && (context == null || !context.isOn(server, cluster))) {
            throw new IllegalArgumentException(path + ".context-service: there is no context service '" + wanted
                    + "' on the server " + server + "; there are " + contexts.keySet());
        }
        Bound one = new Bound(
                path,
                described,
                wanted == null || context == null ? null : context.names(wanted).get(0));
        for (String name : described.names(own)) {
            Bound other = names.put(name, one);
            if (other != null) {
                throw new IllegalArgumentException(
                        path + " and " + other.path() + " have the name '" + name + "' both");
            }
        }
    }

    private boolean bind(String name, Bound each) {
        ProvidedObject provided = () -> made(name, each);
        try {
            Context names = naming.context();
            Object unused = names.addToEnvironment("weblogic.jndi.createIntermediateContexts", "true");
            names.bind(name, provided);
            return true;
        } catch (NamingException e) {
            ExecutorLog.LOG.notBound(each.path(), name, String.valueOf(e.getMessage()));
            return false;
        }
    }

    private void unbind(String name) {
        try {
            naming.unbind(name);
        } catch (NamingException e) {
            ExecutorLog.LOG.debugf(e, "'%s' was not bound any more", name);
        }
    }

    private Object made(String name, Bound each) throws NamingException {
        InvocationContext caller = InvocationContext.current();
        if (caller == null || caller.application() == null) {
            throw new NamingException(
                    "'" + name + "' (" + each.path() + ") is for applications: its tasks run in the context of one,"
                            + " and this thread works for none");
        }
        ResourceMaker maker = naming.maker(each.described().kind())
                .orElseThrow(() ->
                        new NamingException("'" + name + "' (" + each.path() + ") needs the part 'concurrency', and no"
                                + " application here refers to classes of Jakarta Concurrency"));
        Map<String, String> settings = new HashMap<>(each.described().elements());
        settings.put(OF_DOMAIN, "true");
        if (each.context() != null) {
            settings.put("context-service-ref", each.context());
        }
        return maker.make(new Definition("the domain", name, settings, Map.of(), caller.classLoader(), each.path()))
                .value();
    }
}

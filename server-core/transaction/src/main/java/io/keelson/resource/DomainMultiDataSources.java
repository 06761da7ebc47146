package io.keelson.resource;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.kernel.naming.NameUse;
import io.keelson.kernel.naming.Naming;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.naming.Context;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The multi data sources of the domain on one server: bound, changed and taken away as the configuration says. The kernel's calls come one
 * after the other and own the fields; the map of what is there is replaced as a whole, for those who look.
 */
final class DomainMultiDataSources {
    private final ServerIdentity server;
    private final Naming naming;
    private final Supplier<Map<String, ManagedDataSource>> sources;

    /** By the name in the server tree: the name of the entry. */
    private Map<String, String> bound = Map.of();

    private volatile Map<String, MultiDataSource> known = Map.of();

    DomainMultiDataSources(ServerIdentity server, Naming naming, Supplier<Map<String, ManagedDataSource>> sources) {
        this.server = server;
        this.naming = naming;
        this.sources = sources;
    }

    private Map<String, MultiDataSourceSettings> here(Configuration configuration) {
        Map<String, MultiDataSourceSettings> here =
                new LinkedHashMap<>(configuration.all(MultiDataSourceSettings.class));
        here.values().removeIf(each -> !each.isOn(server.name()));
        return here;
    }

    // ---- a change --------------------------------------------------------------------------------------------------

    /**
     * Refuses a configuration that cannot be applied.
     *
     * @throws IllegalArgumentException the message has all reasons
     */
    void check(Configuration next) {
        List<String> reasons = new ArrayList<>();
        Map<String, DataSourceSettings> all = next.all(DataSourceSettings.class);
        next.all(MultiDataSourceSettings.class).forEach((name, each) -> members(name, each, all, reasons));
        Map<String, MultiDataSourceSettings> here = here(next);
        names(here, all, reasons);
        gone(here, reasons);
        if (!reasons.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", reasons));
        }
    }

    private static void members(
            String name, MultiDataSourceSettings each, Map<String, DataSourceSettings> all, List<String> reasons) {
        Map<Protocol, String> protocols = new TreeMap<>();
        for (String member : each.members()) {
            DataSourceSettings described = all.get(member);
            if (described == null) {
                reasons.add("multi-data-sources." + name + ": there is no data source '" + member + "'");
                continue;
            }
            protocols.putIfAbsent(described.protocol(), member);
            for (String server : each.servers()) {
                if (!described.isOn(server)) {
                    reasons.add("multi-data-sources." + name + " is on " + server + ", and its member " + member
                            + " is not");
                }
            }
            if (each.servers().isEmpty() && !described.servers().isEmpty()) {
                reasons.add("multi-data-sources." + name + " is on all servers, and its member " + member + " on "
                        + String.join(", ", described.servers()) + " only; give both the same servers");
            }
        }
        if (protocols.size() > 1) {
            reasons.add("multi-data-sources." + name + ": its members take part in transactions differently: "
                    + protocols.entrySet().stream()
                            .map(one -> one.getValue() + " " + one.getKey())
                            .collect(Collectors.joining(", "))
                    + "; give all the same global-transactions-protocol");
        }
        if (protocols.containsKey(Protocol.LOGGING_LAST_RESOURCE)) {
            reasons.add("multi-data-sources." + name + ": the member " + protocols.get(Protocol.LOGGING_LAST_RESOURCE)
                    + " is a logging last resource, which keeps decisions in its own database; a member of several"
                    + " cannot");
        }
    }

    private void names(
            Map<String, MultiDataSourceSettings> here, Map<String, DataSourceSettings> all, List<String> reasons) {
        Map<String, String> taken = new TreeMap<>();
        all.forEach((name, each) -> {
            if (each.isOn(server.name())) {
                each.names(name).forEach(as -> taken.put(normal(as), "data-sources." + name));
            }
        });
        here.forEach((name, each) -> each.names(name).forEach(as -> {
            String other = taken.put(normal(as), "multi-data-sources." + name);
            if (other != null) {
                reasons.add("multi-data-sources." + name + " is to be bound as " + as + ", as " + other
                        + " is; give one of them other jndi-names");
            } else if (!bound.containsKey(as) && !isOfDataSource(as)) {
                free(name, as, reasons);
            }
        }));
    }

    /** A name that a data source gives up with this change. */
    private boolean isOfDataSource(String as) {
        return sources.get().values().stream()
                .anyMatch(source -> source.identity().jndiNames().contains(as));
    }

    private void free(String name, String as, List<String> reasons) {
        try {
            naming.checkFree(as);
        } catch (NamingException e) {
            reasons.add("multi-data-sources." + name + " cannot be bound as " + as + ": " + e.getMessage());
        }
    }

    private static String normal(String name) {
        return name.replaceAll("/+", "/").replaceAll("^/|/$", "");
    }

    private void gone(Map<String, MultiDataSourceSettings> here, List<String> reasons) {
        Set<String> kept = new HashSet<>();
        here.forEach((name, each) -> kept.addAll(each.names(name)));
        bound.forEach((as, name) -> {
            if (!kept.contains(as)) {
                Set<String> users =
                        naming.uses(as).stream().map(NameUse::by).collect(Collectors.toCollection(TreeSet::new));
                if (!users.isEmpty()) {
                    reasons.add("multi-data-sources." + name + " cannot give up the name " + as
                            + " while it is used by " + String.join(", ", users) + "; undeploy what uses it first");
                }
            }
        });
    }

    /** Takes away what is bound and not in a configuration, so that others may have the names. */
    void release(Configuration next) {
        Map<String, MultiDataSourceSettings> wanted = here(next);
        Map<String, String> now = new TreeMap<>(bound);
        bound.forEach((as, name) -> {
            MultiDataSourceSettings each = wanted.get(name);
            if (each == null || !each.names(name).contains(as)) {
                now.remove(as);
                unbind(as);
            }
        });
        bound = now;
    }

    /** Applies a configuration, once its data sources are there. What cannot be bound is said in the log. */
    void apply(Configuration configuration) {
        release(configuration);
        Map<String, MultiDataSource> before = known;
        Map<String, MultiDataSource> next = new LinkedHashMap<>();
        Map<String, String> now = new TreeMap<>(bound);
        here(configuration).forEach((name, each) -> {
            MultiDataSource there = before.get(name);
            MultiDataSource made = there == null ? new MultiDataSource(name, each, sources) : there;
            made.apply(each);
            next.put(name, made);
            for (String as : each.names(name)) {
                if (!now.containsKey(as) && bind(made, name, as)) {
                    now.put(as, name);
                }
            }
            if (there == null) {
                ResourceLog.LOG.multiMade(name, String.join(", ", each.names(name)), String.join(", ", each.members()));
            }
        });
        bound = now;
        known = next;
    }

    private boolean bind(MultiDataSource made, String name, String as) {
        try {
            Context names = naming.context();
            Object unused = names.addToEnvironment("weblogic.jndi.createIntermediateContexts", "true");
            names.bind(as, made);
            return true;
        } catch (NamingException e) {
            ResourceLog.LOG.notBound(name, as, String.valueOf(e.getMessage()));
            return false;
        }
    }

    private void unbind(String as) {
        try {
            naming.unbind(as);
        } catch (NamingException e) {
            ResourceLog.LOG.debugf(e, "'%s' was not bound any more", as);
        }
    }

    // ---- those who look --------------------------------------------------------------------------------------------

    /** Returns the one that is called so, or bound so; null where there is none. */
    @Nullable
    String find(String name) {
        for (Map.Entry<String, MultiDataSource> each : known.entrySet()) {
            if (each.getKey().equals(name)
                    || each.getValue().runtime().jndiNames().contains(name)) {
                return each.getKey();
            }
        }
        return null;
    }

    List<MultiDataSourceRuntime> runtimes() {
        return known.values().stream()
                .map(MultiDataSource::runtime)
                .sorted(Comparator.comparing(MultiDataSourceRuntime::name))
                .toList();
    }
}

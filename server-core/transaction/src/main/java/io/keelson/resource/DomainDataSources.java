package io.keelson.resource;

import io.keelson.base.config.Configuration;
import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.ResourceSize;
import io.keelson.base.work.WorkManagers;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.transaction.TransactionControl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import javax.naming.Context;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The data sources of the domain on one server: makes, binds, changes and removes them as the configuration says. The kernel's calls come
 * one after the other and own all fields; {@link #all} and {@link #find} are for every thread. See docs/design/data-sources.md.
 */
final class DomainDataSources {
    /** The data source of {@code java:comp/DefaultDataSource}. */
    static final String DEFAULT = "DefaultDataSource";

    private final ServerIdentity server;
    private final Ticker ticker;
    private final Naming naming;
    private final WorkManagers work;
    private final Connectors connectors;
    private final ScheduledExecutorService leakWatch;
    private final @Nullable TransactionControl transactions;
    private final Map<String, ResourceSize> sizes = new HashMap<>();
    private final Set<ManagedDataSource> leaving = ConcurrentHashMap.newKeySet();

    /** Settings of the described data sources, by entry; without the default one where nobody describes that. */
    private Map<String, DataSourceSettings> described = Map.of();

    private volatile Map<String, ManagedDataSource> known = Map.of();
    private boolean suspended;

    DomainDataSources(
            ServerIdentity server,
            Ticker ticker,
            Naming naming,
            WorkManagers work,
            Connectors connectors,
            ScheduledExecutorService leakWatch,
            @Nullable TransactionControl transactions) {
        this.server = server;
        this.ticker = ticker;
        this.naming = naming;
        this.work = work;
        this.connectors = connectors;
        this.leakWatch = leakWatch;
        this.transactions = transactions;
    }

    /** Those of this server in a configuration. */
    Map<String, DataSourceSettings> here(Configuration configuration) {
        Map<String, DataSourceSettings> here = new LinkedHashMap<>(configuration.all(DataSourceSettings.class));
        here.values().removeIf(each -> !each.isOn(server.name()));
        return here;
    }

    Map<String, DataSourceSettings> described() {
        return described;
    }

    /** Returns what is there now, and what was removed and waits for its connections. */
    List<ManagedDataSource> all() {
        Map<String, ManagedDataSource> now = known;
        List<ManagedDataSource> all = new ArrayList<>(now.values());
        leaving.stream()
                .filter(each -> !now.containsKey(each.identity().name()))
                .forEach(all::add);
        return all;
    }

    /** Data sources that are there now, by name. */
    Map<String, ManagedDataSource> byName() {
        return known;
    }

    /** The same with what was removed and has a successor of its name by now. */
    List<ManagedDataSource> everything() {
        List<ManagedDataSource> everything = new ArrayList<>(known.values());
        everything.addAll(leaving);
        return everything;
    }

    /** By one of its names in the server tree, else by its entry; null where there is none. */
    @Nullable
    ManagedDataSource find(String name) {
        Map<String, ManagedDataSource> now = known;
        for (ManagedDataSource each : now.values()) {
            if (each.identity().jndiNames().contains(name)) {
                return each;
            }
        }
        return now.get(name);
    }

    // ---- the start -------------------------------------------------------------------------------------------------

    /** Makes and binds all, and the default one. What cannot be is said in the log: the server starts whatever a data source is like. */
    void start(Configuration configuration) {
        Map<String, DataSourceSettings> here = here(configuration);
        Map<String, ManagedDataSource> made = new LinkedHashMap<>();
        here.forEach((name, each) -> made.put(name, make(name, each, connectors.of(each))));
        if (!made.containsKey(DEFAULT)) {
            made.put(
                    DEFAULT,
                    new ManagedDataSource(
                            connectors.embeddedIdentity(),
                            Plan.EMBEDDED,
                            connectors.embedded(),
                            ticker,
                            leakWatch,
                            transactions));
        }
        known = made;
        described = here;
        here.forEach((name, each) -> begin(name, each, Objects.requireNonNull(made.get(name))));
        naming.addDefault(DEFAULT, Objects.requireNonNull(made.get(DEFAULT)));
    }

    private ManagedDataSource make(String name, DataSourceSettings each, Connectors.Making making) {
        return new ManagedDataSource(identity(name, each), Plan.of(each), making, ticker, leakWatch, transactions);
    }

    private static ManagedDataSource.Identity identity(String name, DataSourceSettings each) {
        return new ManagedDataSource.Identity(name, each.names(name), null, Connector.shown(each.url()));
    }

    private void begin(String name, DataSourceSettings each, ManagedDataSource made) {
        sizes.put(name, work.dataSource(name, made.maximum()));
        each.names(name).forEach(as -> bind(made, as));
        made.startIfIdle();
        ResourceLog.LOG.made(
                name,
                String.join(", ", each.names(name)),
                made.maximum(),
                made.identity().url());
    }

    private void bind(ManagedDataSource made, String as) {
        try {
            Context names = naming.context();
            names.addToEnvironment("weblogic.jndi.createIntermediateContexts", "true");
            names.bind(as, made);
        } catch (NamingException e) {
            ResourceLog.LOG.notBound(made.identity().name(), as, String.valueOf(e.getMessage()));
        }
    }

    private void unbind(ManagedDataSource made, Collection<String> names) {
        for (String as : names) {
            try {
                if (naming.context().lookup(as) == made) { // at the start it may have been taken
                    naming.unbind(as);
                }
            } catch (NamingException e) {
                ResourceLog.LOG.debugf(
                        e, "%s was not bound as %s", made.identity().name(), as);
            }
        }
    }

    // ---- a change --------------------------------------------------------------------------------------------------

    /**
     * Changes that a configuration would make here.
     *
     * @param wanted all that is described then
     * @param makings what makes connections, of those that are new or connect otherwise
     */
    record Change(Map<String, DataSourceSettings> wanted, Map<String, Connectors.Making> makings) {}

    /** Returns whether it is new, or connects otherwise than it does now: then it needs a pool of its own. */
    boolean needsPool(String name, DataSourceSettings next) {
        DataSourceSettings now = described.get(name);
        ManagedDataSource source = known.get(name);
        return now == null || !now.connectsAs(next) || source == null || source.isBroken();
    }

    /** Makes it so. Names are given back before others take them. */
    void commit(Change change) {
        Map<String, DataSourceSettings> before = described;
        Map<String, ManagedDataSource> next = new LinkedHashMap<>();
        before.forEach((name, was) -> {
            DataSourceSettings is = change.wanted().get(name);
            List<String> gone = new ArrayList<>(was.names(name));
            gone.removeAll(is == null ? List.of() : is.names(name));
            unbind(Objects.requireNonNull(known.get(name)), gone);
        });
        change.wanted().forEach((name, is) -> next.put(name, become(name, before.get(name), is, change)));
        known.forEach((name, source) -> {
            if (name.equals(DEFAULT)) {
                next.putIfAbsent(name, source);
            }
        });
        Map<String, ManagedDataSource> then = known;
        known = next;
        described = change.wanted();
        before.forEach((name, was) -> {
            if (!change.wanted().containsKey(name)) {
                remove(name, was, Objects.requireNonNull(then.get(name)));
            }
        });
        change.wanted().forEach((name, is) -> appear(name, before.get(name), is));
    }

    /** Returns what is there, as it is to be; a new one where there is none yet. */
    private ManagedDataSource become(
            String name, @Nullable DataSourceSettings was, DataSourceSettings is, Change change) {
        ManagedDataSource source = known.get(name);
        Connectors.Making making = change.makings().get(name);
        if (source == null) {
            ManagedDataSource made = make(name, is, making == null ? connectors.of(is) : making);
            if (suspended) {
                made.suspendNew();
            }
            return made;
        }
        if (making != null) {
            source.replace(identity(name, is), Plan.of(is), making, true, is.drainTimeout());
            ResourceLog.LOG.replaced(name, is.maxCapacity(), source.identity().url());
        } else if (!is.equals(was)) {
            Plan plan = Plan.of(is);
            if (was == null || !plan.equals(Plan.of(was))) {
                source.apply(plan);
                ResourceLog.LOG.resized(name, is.maxCapacity());
            }
            source.called(is.names(name));
        }
        ResourceSize size = sizes.get(name);
        if (size != null) {
            size.resize(is.maxCapacity());
        }
        return source;
    }

    /** Binds what is not bound yet, and opens what is new. */
    private void appear(String name, @Nullable DataSourceSettings was, DataSourceSettings is) {
        ManagedDataSource source = Objects.requireNonNull(known.get(name));
        if (was == null) {
            begin(name, is, source);
            return;
        }
        List<String> fresh = new ArrayList<>(is.names(name));
        fresh.removeAll(was.names(name));
        fresh.forEach(as -> bind(source, as));
        if (!is.names(name).equals(was.names(name))) {
            ResourceLog.LOG.renamed(name, String.join(", ", is.names(name)));
        }
    }

    private void remove(String name, DataSourceSettings was, ManagedDataSource source) {
        ResourceSize size = sizes.remove(name);
        if (size != null) {
            size.close();
        }
        Duration drain = was.drainTimeout();
        ResourceLog.LOG.removed(name, drain.toSeconds());
        if (name.equals(DEFAULT)) { // components have it all their life: it is the embedded one again
            source.replace(connectors.embeddedIdentity(), Plan.EMBEDDED, connectors.embedded(), false, drain);
        } else {
            leaving.add(source);
            source.leave(drain, () -> leaving.remove(source));
        }
    }

    // ---- the life of the server ------------------------------------------------------------------------------------

    void resume() {
        suspended = false;
        Map<String, ManagedDataSource> now = known;
        now.values().forEach(ManagedDataSource::resume);
        described.keySet().forEach(name -> Objects.requireNonNull(now.get(name)).startIfIdle());
    }

    void suspend(Deadline deadline) throws InterruptedException {
        suspended = true;
        for (ManagedDataSource each : everything()) {
            each.suspend(deadline);
        }
    }

    /** Gives back what others know of it; the data sources are closed by whoever has {@link #everything}. */
    void stop() {
        sizes.values().forEach(ResourceSize::close);
        sizes.clear();
    }
}

package io.keelson.kernel.naming;

import io.keelson.kernel.spi.lease.StaleFence;
import io.keelson.kernel.spi.membership.ClusterNames;
import java.io.Serializable;
import java.rmi.Remote;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import javax.naming.Context;
import javax.naming.LinkRef;
import javax.naming.NameAlreadyBoundException;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.OperationNotSupportedException;
import javax.naming.Reference;
import javax.naming.Referenceable;
import org.jspecify.annotations.Nullable;

/**
 * The server tree: what this server has bound itself, then what the cluster has. A name that both have is this server's here.
 * What is bound for all to see is decided by the cluster first, and kept here as it is, so that its own server meets the very
 * object. Thread-safe.
 */
final class ServerSpace implements Space {
    private final String server;
    private final NameTree own;
    private final NameOwner others;
    private volatile @Nullable ClusterNames cluster;
    private volatile Predicate<Object> keptHere = value -> false;

    ServerSpace(String server, NameTree own) {
        this.server = server;
        this.own = own;
        this.others = new NameOwner("another member of the cluster", null, owner -> {});
    }

    @Override
    public @Nullable NameEvents events() {
        return own.events();
    }

    @Override
    public String fullName(Path path) {
        return own.fullName(path);
    }

    // ---- read ------------------------------------------------------------------------------------------------------

    @Override
    public Found find(Path path) throws NamingException {
        try {
            return own.find(path);
        } catch (NameNotFoundException e) {
            Found found = inCluster(path);
            if (found == null) {
                throw e;
            }
            return found;
        }
    }

    /** Returns who has bound a name of this server's; null where it has none. */
    @Nullable
    NameOwner boundBy(Path path) {
        Bound bound = own.value(path);
        return bound == null ? null : bound.owner();
    }

    private @Nullable Found inCluster(Path path) throws NamingException {
        ClusterNames names = cluster;
        if (names == null) {
            return null;
        }
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Object value = names.lookup(path.toString(), loader == null ? ServerSpace.class.getClassLoader() : loader);
        if (value != null) {
            return new Found(new Bound(value, others, true), Path.ROOT);
        }
        return below(names, path).isEmpty() ? null : Found.CONTEXT;
    }

    /** Returns what the cluster has directly below a path. */
    private static Map<String, Listed> below(ClusterNames names, Path path) throws NamingException {
        Map<String, Listed> found = new TreeMap<>();
        for (ClusterNames.Entry entry : names.entries()) {
            Path of = Path.parse(entry.name());
            if (of.size() > path.size() && of.startsWith(path)) {
                boolean value = of.size() == path.size() + 1;
                String name = of.part(path.size());
                found.put(name, new Listed(name, null, value ? entry.className() : Context.class.getName()));
            }
        }
        return found;
    }

    @Override
    public List<Listed> list(Path path) throws NamingException {
        ClusterNames names = cluster;
        if (names == null) {
            return own.list(path);
        }
        Map<String, Listed> all = below(names, path);
        try {
            own.list(path).forEach(listed -> all.put(listed.name(), listed));
        } catch (NameNotFoundException e) {
            if (all.isEmpty()) {
                throw e;
            }
        }
        return new ArrayList<>(all.values());
    }

    // ---- change ----------------------------------------------------------------------------------------------------

    @Override
    public void bind(Path path, Object value, Change change) throws NamingException {
        boolean share = change.share() && canTravel(value) && !keptHere.test(value);
        Change decided = new Change(change.owner(), change.replace(), share, change.parents());
        ClusterNames names = cluster;
        if (names == null || !share) {
            own.bind(path, value, decided);
            publishLate(path, share && names == null);
            return;
        }
        own.check(path, decided);
        names.bind(path.toString(), value, change.owner().fence(), change.replace());
        try {
            own.bind(path, value, decided);
        } catch (NamingException e) {
            takeBack(names, path, change.owner(), e);
            throw e;
        }
        if (!isOurs(names, path)) {
            own.forget(path); // another member has replaced it meanwhile, and we heard of that before it was here
        }
    }

    /** Refuses what {@link #bind} would refuse here now; what a cluster has does not count. */
    void check(Path path, Change change) throws NamingException {
        own.check(path, change);
    }

    /** Unbinds what only this server has, with the contexts that were made for it. */
    void unbindWhole(Path path, NameOwner owner) throws NamingException {
        own.unbindWhole(path, owner);
    }

    /** The server has joined a cluster while the name was bound, and may have looked at what there is to publish before. */
    private void publishLate(Path path, boolean concerned) throws NamingException {
        ClusterNames joined = cluster;
        Bound bound = concerned && joined != null ? own.value(path) : null;
        if (joined != null && bound != null) {
            publish(joined, path, bound);
        }
    }

    private boolean isOurs(ClusterNames names, Path path) {
        String name = path.toString();
        return names.entries().stream()
                .anyMatch(entry -> entry.name().equals(name) && entry.member().equals(server));
    }

    private static void takeBack(ClusterNames names, Path path, NameOwner owner, NamingException why) {
        try {
            names.unbind(path.toString(), owner.fence());
        } catch (NamingException e) {
            why.addSuppressed(e);
        }
    }

    /** References and links mean something here only. */
    private static boolean canTravel(Object value) {
        return (value instanceof Remote || value instanceof Serializable)
                && !(value instanceof Reference)
                && !(value instanceof Referenceable)
                && !(value instanceof LinkRef)
                && !(value instanceof Context);
    }

    @Override
    public void unbind(Path path, NameOwner owner) throws NamingException {
        ClusterNames names = cluster;
        Bound present = own.value(path);
        if (names != null && (present == null || present.shared())) {
            names.unbind(path.toString(), owner.fence());
        }
        if (names == null || present != null) {
            own.unbind(path, owner);
        }
    }

    @Override
    public void rename(Path from, Path to, NameOwner owner) throws NamingException {
        ClusterNames names = cluster;
        Bound present = own.value(from);
        if (names == null || (present != null && !present.shared())) {
            own.rename(from, to, owner);
            return;
        }
        if (present == null) {
            throw new OperationNotSupportedException(
                    fullName(from) + " is not bound by this server; only its own server can rename it");
        }
        bind(to, present.value(), new Change(owner, false, true, false));
        unbind(from, owner);
    }

    @Override
    public void createSubcontext(Path path, NameOwner owner) throws NamingException {
        own.createSubcontext(path, owner);
    }

    @Override
    public void destroySubcontext(Path path, NameOwner owner) throws NamingException {
        own.destroySubcontext(path, owner);
    }

    void keepHere(Predicate<Object> values) {
        keptHere = values;
    }

    // ---- the cluster -----------------------------------------------------------------------------------------------

    /** Shows the cluster's names from now on, and the cluster what is bound here for all to see. */
    ClusterNames.Registration join(ClusterNames names) {
        if (cluster != null) {
            throw new IllegalStateException("the names of " + server + " have joined a cluster already");
        }
        ClusterNames.Registration heard = names.listen(this::changed);
        cluster = names;
        own.forEach((path, bound) -> publish(names, path, bound));
        return () -> {
            cluster = null;
            heard.close();
        };
    }

    private void publish(ClusterNames names, Path path, Bound bound) {
        if (bound.shared()) {
            try {
                names.bind(path.toString(), bound.value(), bound.owner().fence(), false);
            } catch (NamingException e) {
                if (e instanceof NameAlreadyBoundException && isOurs(names, path)) {
                    return; // it was bound while this server joined, and has been published by whoever bound it
                }
                own.alone(path);
                NamingLog.LOG.notShared(fullName(path), String.valueOf(bound.owner()), String.valueOf(e.getMessage()));
            }
        }
    }

    /**
     * Forgets the local value of a name that another member has replaced or removed, and notifies listeners. Changes are heard of late, so
     * what counts is what the cluster has now.
     */
    private void changed(ClusterNames.Kind kind, ClusterNames.Entry entry) {
        ClusterNames names = cluster;
        try {
            Path path = Path.parse(entry.name());
            boolean gone = false;
            if (kind == ClusterNames.Kind.LOST) {
                if (own.alone(path)) {
                    NamingLog.LOG.lost(entry.name(), entry.member());
                }
            } else if (names != null && !isOurs(names, path)) {
                gone = own.forget(path);
            }
            NameEvents events = own.events();
            if (events != null
                    && own.value(path) == null
                    && (gone || !entry.member().equals(server))) {
                tell(events, kind, path);
            }
        } catch (NamingException e) {
            NamingLog.LOG.debugf(e, "a change of %s", entry.name());
        }
    }

    private static void tell(NameEvents events, ClusterNames.Kind kind, Path path) {
        switch (kind) {
            case BOUND -> events.bound(path, null, null);
            case REPLACED, LOST -> events.replaced(path);
            case UNBOUND -> events.unbound(path, null);
        }
    }

    /** Removes what an owner has bound, in the cluster too. */
    void removeAll(NameOwner owner) {
        ClusterNames names = cluster;
        own.removeAll(owner).forEach((path, bound) -> {
            if (names != null && bound.shared()) {
                try {
                    names.unbind(path.toString(), owner.fence());
                } catch (StaleFence e) {
                    NamingLog.LOG.debugf(e, "%s has gone from the cluster with its lease", path);
                } catch (NamingException e) {
                    NamingLog.LOG.notRemoved(fullName(path), String.valueOf(owner), String.valueOf(e.getMessage()));
                }
            }
        });
    }

    void close() {
        own.close();
    }
}

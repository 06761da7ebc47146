package io.keelson.kernel.work;

import io.keelson.base.work.WorkDefinitions;
import io.keelson.base.work.WorkManager;
import io.keelson.base.work.WorkManagerDefinition;
import io.keelson.base.work.WorkManagers;
import io.keelson.base.work.WorkScope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The work managers of an application or of a module. All scopes of a server are guarded by the lock of its work managers. */
final class KernelScope implements WorkScope {
    private final KernelWorkManagers server;
    private final String name;
    private final @Nullable KernelScope outer;
    private final WorkDefinitions definitions;
    private final Constraints constraints;
    private final Map<String, PooledWorkManager> managers = new HashMap<>();
    private final List<KernelScope> inner = new ArrayList<>();
    private final Set<String> missed = new HashSet<>();
    private final PooledWorkManager standard;
    private boolean closed;

    /**
     * Makes a scope and the work managers that it declares. The caller holds the lock.
     *
     * @throws IllegalArgumentException when a definition cannot be made; nothing is left behind then
     */
    KernelScope(
            KernelWorkManagers server,
            String name,
            @Nullable KernelScope outer,
            WorkDefinitions definitions,
            Constraints constraints) {
        this.server = server;
        this.name = name;
        this.outer = outer;
        this.definitions = definitions;
        this.constraints = constraints;
        constraints.define(definitions);
        Map<String, WorkLimits> limits = new HashMap<>();
        try {
            definitions.requestClasses().forEach((own, declared) -> lookup().check(own, declared));
            definitions.workManagers().forEach((own, declared) -> limits.put(own, limits(own, declared)));
        } catch (IllegalArgumentException e) {
            constraints.close();
            throw e;
        }
        limits.forEach((own, of) -> managers.put(own, server.make(name + '/' + own, of)));
        PooledWorkManager declared = managers.get(WorkManagers.DEFAULT);
        if (declared != null) {
            standard = declared;
        } else {
            standard = outer != null ? outer.standard : server.make(name, server.standardLimits());
        }
    }

    private LimitsLookup lookup() {
        return lookup(server.domain());
    }

    private LimitsLookup lookup(DomainWork domain) {
        return new LimitsLookup(this, domain, server.constraints());
    }

    private WorkLimits limits(String own, WorkManagerDefinition declared) {
        return lookup().limits(own, declared);
    }

    @Nullable
    KernelScope outer() {
        return outer;
    }

    WorkDefinitions definitions() {
        return definitions;
    }

    Constraints constraints() {
        return constraints;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public WorkManager standard() {
        return standard.lane();
    }

    @Override
    public WorkManager named(String wanted) {
        synchronized (server.lock()) {
            PooledWorkManager found = wanted.equals(WorkManagers.DEFAULT) ? standard : find(wanted);
            if (found != null) {
                return found.lane();
            }
            if (missed.add(wanted)) {
                WorkLog.LOG.unknownWorkManager(wanted, name, standard.name());
            }
            return standard.lane();
        }
    }

    private @Nullable PooledWorkManager find(String wanted) {
        PooledWorkManager own = managers.get(wanted);
        if (own != null) {
            return own;
        }
        if (outer != null) {
            return outer.find(wanted);
        }
        if (!server.domain().managers().containsKey(wanted)) {
            return null;
        }
        PooledWorkManager instance = server.make(name + '/' + wanted, server.globalLimits(wanted));
        if (closed) {
            instance.close();
        }
        managers.put(wanted, instance);
        return instance;
    }

    @Override
    public WorkScope inner(String module, WorkDefinitions declared) {
        synchronized (server.lock()) {
            if (closed) {
                throw new IllegalStateException("the work managers of " + name + " are closed");
            }
            KernelScope scope = new KernelScope(server, name + '/' + module, this, declared, server.noConstraints());
            inner.add(scope);
            return scope;
        }
    }

    /**
     * Checks that all that is declared here and within can be made with another domain.
     *
     * @throws IllegalArgumentException when a name that is looked up in the domain is not there any more
     */
    void check(DomainWork next) {
        LimitsLookup lookup = lookup(next);
        definitions.requestClasses().forEach(lookup::check);
        definitions.workManagers().forEach(lookup::check);
        inner.forEach(scope -> scope.check(next));
    }

    /** Takes the limits of a changed domain. The caller holds the lock. */
    void apply() {
        if (outer == null && standard != managers.get(WorkManagers.DEFAULT)) {
            standard.limits(server.standardLimits());
        }
        managers.forEach((own, manager) -> {
            WorkManagerDefinition declared = definitions.workManagers().get(own);
            if (declared != null) {
                manager.limits(limits(own, declared));
            } else if (server.domain().managers().containsKey(own)) {
                manager.limits(server.globalLimits(own));
            } else {
                WorkLog.LOG.unknownWorkManager(own, name, WorkManagers.DEFAULT);
                manager.limits(server.standardLimits());
            }
        });
        inner.forEach(KernelScope::apply);
    }

    @Override
    public void close() {
        synchronized (server.lock()) {
            if (!closed) {
                closed = true;
                managers.values().forEach(PooledWorkManager::close);
                constraints.close();
                if (outer == null) {
                    standard.close();
                    server.forget(this);
                } else {
                    outer.inner.remove(this);
                }
                List.copyOf(inner).forEach(KernelScope::close);
            }
        }
    }
}

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
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The work managers of an application or of a module. All scopes of a server are guarded by the lock of its work managers. */
final class KernelScope implements WorkScope {
    private final KernelWorkManagers server;
    private final String name;
    private final @Nullable KernelScope outer;
    private final WorkDefinitions definitions;
    private final Map<String, PooledWorkManager> managers = new HashMap<>();
    private final List<KernelScope> inner = new ArrayList<>();
    private final Set<String> missed = new HashSet<>();
    private final PooledWorkManager standard;
    private boolean closed;

    /** A scope whose definitions are whole; the caller holds the lock. */
    KernelScope(KernelWorkManagers server, String name, @Nullable KernelScope outer, WorkDefinitions definitions) {
        this.server = server;
        this.name = name;
        this.outer = outer;
        this.definitions = definitions;
        Map<String, WorkLimits> limits = new HashMap<>();
        definitions.workManagers().forEach((own, declared) -> limits.put(own, server.limits(this, own, declared)));
        limits.forEach((own, of) -> managers.put(own, server.make(name + '/' + own, of)));
        PooledWorkManager declared = managers.get(WorkManagers.DEFAULT);
        if (declared != null) {
            standard = declared;
        } else {
            standard = outer != null ? outer.standard : server.make(name, server.standardLimits());
        }
    }

    @Nullable
    KernelScope outer() {
        return outer;
    }

    WorkDefinitions definitions() {
        return definitions;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public WorkManager standard() {
        return standard;
    }

    @Override
    public WorkManager named(String wanted) {
        synchronized (server.lock()) {
            PooledWorkManager found = wanted.equals(WorkManagers.DEFAULT) ? standard : find(wanted);
            if (found != null) {
                return found;
            }
            if (missed.add(wanted)) {
                WorkLog.LOG.unknownWorkManager(wanted, name, standard.name());
            }
            return standard;
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
        WorkLimits global = server.globalLimits(wanted);
        if (global == null) {
            return null;
        }
        PooledWorkManager instance = server.make(name + '/' + wanted, global);
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
            KernelScope scope = new KernelScope(server, name + '/' + module, this, declared);
            inner.add(scope);
            return scope;
        }
    }

    /** Takes the limits of a changed domain. The caller holds the lock. */
    void apply() {
        if (outer == null && standard != managers.get(WorkManagers.DEFAULT)) {
            standard.limits(server.standardLimits());
        }
        managers.forEach((own, manager) -> manager.limits(limits(own)));
        inner.forEach(KernelScope::apply);
    }

    private WorkLimits limits(String own) {
        WorkManagerDefinition declared = definitions.workManagers().get(own);
        if (declared != null) {
            return server.limits(this, own, declared);
        }
        return Objects.requireNonNullElseGet(server.globalLimits(own), server::standardLimits);
    }

    @Override
    public void close() {
        synchronized (server.lock()) {
            if (!closed) {
                closed = true;
                managers.values().forEach(PooledWorkManager::close);
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

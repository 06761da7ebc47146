package io.keelson.kernel.work;

import io.keelson.base.work.RequestClassDefinition;
import io.keelson.base.work.RequestClassDefinition.ByContext;
import io.keelson.base.work.RequestClassDefinition.FairShare;
import io.keelson.base.work.WorkManagerDefinition;
import io.keelson.base.work.WorkManagers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds what the names in a definition mean: in a scope, then outwards, then in the domain. Used under the lock of the
 * server's work managers.
 *
 * @param scope where it begins; null for the domain's own work managers
 * @param domain what the domain says
 * @param shared the constraints of the domain
 */
record LimitsLookup(@Nullable KernelScope scope, DomainWork domain, Constraints shared) {

    /** Returns what a work manager of the domain means. */
    WorkLimits limits(WorkManagerSettings settings) {
        RequestClassDefinition declared = domain.requestClass(settings);
        return new WorkLimits(
                base(declared),
                cases(declared),
                settings.capacity(),
                settings.capacityConstraint() == null ? null : shared.capacity(settings.capacityConstraint()),
                settings.minThreadsConstraint() == null ? null : shared.minThreads(settings.minThreadsConstraint()),
                settings.maxThreadsConstraint() == null ? null : shared.maxThreads(settings.maxThreadsConstraint()),
                settings.shutdownTrigger().trigger(),
                settings.ignoreStuckThreads(),
                settings.virtualThreads());
    }

    /**
     * Returns the limits that a work manager of a descriptor declares.
     *
     * @throws IllegalArgumentException when a name in it is defined nowhere, or it asks for what the JDK does not have
     */
    WorkLimits limits(String name, WorkManagerDefinition declared) {
        check(name, declared);
        RequestClassDefinition requestClass =
                declared.requestClass() == null ? FairShare.STANDARD : requestClass(declared.requestClass());
        if (requestClass == null) {
            throw missing(name, "request class", declared.requestClass());
        }
        return new WorkLimits(
                base(requestClass),
                cases(requestClass),
                domain.manager(WorkManagers.DEFAULT).capacity(),
                find(declared.capacity(), Constraints::capacity),
                find(declared.minThreadsConstraint(), Constraints::minThreads),
                find(declared.maxThreadsConstraint(), Constraints::maxThreads),
                declared.shutdownTrigger(),
                declared.ignoreStuckThreads(),
                declared.virtualThreads());
    }

    private static RequestClassDefinition base(RequestClassDefinition declared) {
        return declared instanceof ByContext ? FairShare.STANDARD : declared;
    }

    private List<WorkLimits.Case> cases(RequestClassDefinition declared) {
        List<WorkLimits.Case> cases = new ArrayList<>();
        if (declared instanceof ByContext context) {
            for (RequestClassDefinition.Case each : context.cases()) {
                RequestClassDefinition of = requestClass(each.requestClass());
                if (of != null) {
                    cases.add(new WorkLimits.Case(each.user(), each.group(), each.requestClass(), of));
                }
            }
        }
        return cases;
    }

    private interface Finder<T> {
        @Nullable
        T in(Constraints constraints, String name);
    }

    private <T> @Nullable T find(@Nullable String name, Finder<T> finder) {
        if (name == null) {
            return null;
        }
        for (KernelScope at = scope; at != null; at = at.outer()) {
            T own = finder.in(at.constraints(), name);
            if (own != null) {
                return own;
            }
        }
        return finder.in(shared, name);
    }

    private @Nullable RequestClassDefinition requestClass(String name) {
        for (KernelScope at = scope; at != null; at = at.outer()) {
            RequestClassDefinition own = at.definitions().requestClasses().get(name);
            if (own != null) {
                return own;
            }
        }
        RequestClassSettings global = domain.requestClasses().get(name);
        return global == null ? null : global.definition();
    }

    /** Checks that the cases of a request class of the scope name shares and goals. */
    void check(String name, RequestClassDefinition declared) {
        if (declared instanceof ByContext context) {
            for (RequestClassDefinition.Case each : context.cases()) {
                RequestClassDefinition of = requestClass(each.requestClass());
                if (of == null || of instanceof ByContext) {
                    throw new IllegalArgumentException("the request class '" + name + "' of " + where()
                            + " names the class '" + each.requestClass() + "', which "
                            + (of == null ? "is defined nowhere" : "is by context itself; name a share or a goal"));
                }
            }
        }
    }

    /** Checks that all names in a definition of the scope are defined, and that the JDK has what it asks for. */
    void check(String name, WorkManagerDefinition declared) {
        if (declared.virtualThreads() && !VirtualThreads.available()) {
            throw new IllegalArgumentException(
                    "the work manager '" + name + "' of " + where() + ": " + VirtualThreads.missing());
        }
        if (declared.requestClass() != null && requestClass(declared.requestClass()) == null) {
            throw missing(name, "request class", declared.requestClass());
        }
        check(
                name,
                "min-threads constraint",
                declared.minThreadsConstraint(),
                at -> at.definitions().minThreadsConstraints().keySet(),
                domain.minThreads().keySet());
        check(
                name,
                "max-threads constraint",
                declared.maxThreadsConstraint(),
                at -> at.definitions().maxThreadsConstraints().keySet(),
                domain.maxThreads().keySet());
        check(
                name,
                "capacity",
                declared.capacity(),
                at -> at.definitions().capacities().keySet(),
                domain.capacities().keySet());
    }

    private void check(
            String name,
            String what,
            @Nullable String wanted,
            Function<KernelScope, Set<String>> of,
            Set<String> global) {
        if (wanted == null || global.contains(wanted)) {
            return;
        }
        for (KernelScope at = scope; at != null; at = at.outer()) {
            if (of.apply(at).contains(wanted)) {
                return;
            }
        }
        throw missing(name, what, wanted);
    }

    private IllegalArgumentException missing(String name, String what, @Nullable String wanted) {
        return new IllegalArgumentException("the work manager '" + name + "' of " + where() + " names the " + what
                + " '" + wanted + "', which neither the application nor the domain defines");
    }

    private String where() {
        return scope == null ? "the domain" : scope.name();
    }
}

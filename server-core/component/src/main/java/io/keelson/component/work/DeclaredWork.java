package io.keelson.component.work;

import io.keelson.base.work.RequestClassDefinition;
import io.keelson.base.work.ShutdownTrigger;
import io.keelson.base.work.ThreadLimit;
import io.keelson.base.work.WorkDefinitions;
import io.keelson.base.work.WorkManagerDefinition;
import io.keelson.component.descriptor.Location;
import io.keelson.component.work.WorkManagerDescriptor.Context;
import io.keelson.component.work.WorkManagerDescriptor.Count;
import io.keelson.component.work.WorkManagerDescriptor.FairShare;
import io.keelson.component.work.WorkManagerDescriptor.Limit;
import io.keelson.component.work.WorkManagerDescriptor.NamedClass;
import io.keelson.component.work.WorkManagerDescriptor.NamedLimit;
import io.keelson.component.work.WorkManagerDescriptor.PoolSize;
import io.keelson.component.work.WorkManagerDescriptor.RequestClass;
import io.keelson.component.work.WorkManagerDescriptor.ResponseTime;
import io.keelson.deploy.spi.DeploymentException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link WorkDefinitions} of the {@code work-manager} elements of a descriptor. What stands inline is known to the
 * whole descriptor by its {@code name}; what has none gets one that no descriptor can write.
 *
 * <p>Specification: weblogic.xml, work-manager.
 */
final class DeclaredWork {
    /** Owner of constraints and request classes that stand beside the work managers; they have names of their own. */
    private static final String ENTERPRISE = "";

    private final Named<RequestClassDefinition> classes = new Named<>("request class");
    private final Named<Integer> minimums = new Named<>("min-threads-constraint");
    private final Named<ThreadLimit> maximums = new Named<>("max-threads-constraint");
    private final Named<Integer> capacities = new Named<>("capacity");
    private final Map<String, WorkManagerDefinition> managers = new LinkedHashMap<>();

    private DeclaredWork() {}

    /** @throws DeploymentException when two inline definitions of one name differ */
    static WorkDefinitions of(List<WorkManagerDescriptor> declared) throws DeploymentException {
        DeclaredWork work = new DeclaredWork();
        for (WorkManagerDescriptor each : declared) {
            work.add(each);
        }
        return work.definitions();
    }

    /** @throws DeploymentException when two definitions of one name differ */
    static WorkDefinitions of(EnterpriseWork declared) throws DeploymentException {
        DeclaredWork work = new DeclaredWork();
        for (RequestClass each : declared.classes()) {
            work.requestClass(ENTERPRISE, each);
        }
        for (Limit each : declared.minThreads()) {
            count(work.minimums, ENTERPRISE, each);
        }
        for (Limit each : declared.maxThreads()) {
            work.maximum(ENTERPRISE, each);
        }
        for (Limit each : declared.capacities()) {
            count(work.capacities, ENTERPRISE, each);
        }
        for (WorkManagerDescriptor each : declared.workManagers()) {
            work.add(each);
        }
        return work.definitions();
    }

    private WorkDefinitions definitions() {
        return new WorkDefinitions(classes.values, minimums.values, maximums.values, capacities.values, managers);
    }

    private void add(WorkManagerDescriptor declared) throws DeploymentException {
        String owner = declared.name();
        WorkManagerDescriptor.ShutdownTrigger trigger = declared.shutdownTrigger();
        managers.put(
                owner,
                new WorkManagerDefinition(
                        requestClass(owner, declared.requestClass()),
                        count(minimums, owner, declared.minThreads()),
                        maximum(owner, declared.maxThreads()),
                        count(capacities, owner, declared.capacity()),
                        trigger == null ? null : trigger(trigger),
                        declared.ignoreStuckThreads(),
                        false));
    }

    private static ShutdownTrigger trigger(WorkManagerDescriptor.ShutdownTrigger declared) {
        Duration after = declared.after();
        return new ShutdownTrigger(after == null ? Duration.ZERO : after, declared.threads(), declared.resume());
    }

    private @Nullable String requestClass(String owner, @Nullable RequestClass declared) throws DeploymentException {
        if (declared == null) {
            return null;
        }
        if (declared instanceof NamedClass named) {
            return named.name();
        }
        RequestClassDefinition definition;
        if (declared instanceof FairShare fair) {
            definition = new RequestClassDefinition.FairShare(fair.share());
        } else if (declared instanceof ResponseTime time) {
            definition = new RequestClassDefinition.ResponseTimeGoal(time.goal());
        } else {
            definition = new RequestClassDefinition.ByContext(((Context) declared)
                    .cases().stream()
                            .map(c -> new RequestClassDefinition.Case(c.user(), c.group(), c.requestClass()))
                            .toList());
        }
        return classes.put(owner, declared.name(), definition, declared.location());
    }

    private static @Nullable String count(Named<Integer> among, String owner, @Nullable Limit declared)
            throws DeploymentException {
        if (declared instanceof NamedLimit named) {
            return named.name();
        }
        return declared instanceof Count count ? among.put(owner, count.name(), count.count(), count.location()) : null;
    }

    private @Nullable String maximum(String owner, @Nullable Limit declared) throws DeploymentException {
        if (declared == null) {
            return null;
        }
        if (declared instanceof NamedLimit named) {
            return named.name();
        }
        if (declared instanceof PoolSize pool) {
            return maximums.put(owner, pool.name(), new ThreadLimit.DataSource(pool.pool()), pool.location());
        }
        Count count = (Count) declared;
        return maximums.put(owner, count.name(), new ThreadLimit.Count(count.count()), count.location());
    }

    /** Definitions of one kind by name. */
    private static final class Named<T> {
        private final String kind;
        private final Map<String, T> values = new LinkedHashMap<>();
        private final Map<String, Location> places = new HashMap<>();

        Named(String kind) {
            this.kind = kind;
        }

        /** Adds a definition and returns the name that it is known by. */
        String put(String owner, @Nullable String name, T value, Location place) throws DeploymentException {
            String known = name == null ? "of work-manager " + owner : name;
            T other = values.putIfAbsent(known, value);
            if (other != null && !other.equals(value)) {
                throw new DeploymentException(place + ": the " + kind + " '" + known + "' is defined otherwise at "
                        + places.get(known) + "; give one of them another name");
            }
            places.putIfAbsent(known, place);
            return known;
        }
    }
}

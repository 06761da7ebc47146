package io.keelson.kernel.work;

import io.keelson.base.config.Configuration;
import io.keelson.base.work.RequestClassDefinition;
import io.keelson.base.work.RequestClassDefinition.ByContext;
import java.util.Map;

/**
 * Settings of the domain about work. Immutable; its references are whole.
 *
 * @param requestClasses the request classes
 * @param minThreads the min-threads constraints
 * @param maxThreads the max-threads constraints
 * @param capacities the capacities with a name
 * @param managers the work managers
 */
record DomainWork(
        Map<String, RequestClassSettings> requestClasses,
        Map<String, MinThreadsSettings> minThreads,
        Map<String, MaxThreadsSettings> maxThreads,
        Map<String, CapacitySettings> capacities,
        Map<String, WorkManagerSettings> managers) {
    DomainWork {
        requestClasses = Map.copyOf(requestClasses);
        minThreads = Map.copyOf(minThreads);
        maxThreads = Map.copyOf(maxThreads);
        capacities = Map.copyOf(capacities);
        managers = Map.copyOf(managers);
        for (Map.Entry<String, RequestClassSettings> each : requestClasses.entrySet()) {
            for (RequestClassSettings.CaseSettings one : each.getValue().context()) {
                RequestClassSettings target = requestClasses.get(one.requestClass());
                if (target == null || target.definition() instanceof ByContext) {
                    throw new IllegalArgumentException("request-classes." + each.getKey() + " names the class '"
                            + one.requestClass() + "', which "
                            + (target == null ? "is not defined" : "is by context itself; name a share or a goal"));
                }
            }
        }
    }

    /** One with nothing but work managers. */
    static DomainWork of(Map<String, WorkManagerSettings> managers) {
        return new DomainWork(Map.of(), Map.of(), Map.of(), Map.of(), managers);
    }

    /**
     * Returns the settings of a configuration.
     *
     * @throws IllegalArgumentException when a case of a class by context names a class that is by context too
     */
    static DomainWork of(Configuration configuration) {
        return new DomainWork(
                configuration.all(RequestClassSettings.class),
                configuration.all(MinThreadsSettings.class),
                configuration.all(MaxThreadsSettings.class),
                configuration.all(CapacitySettings.class),
                configuration.all(WorkManagerSettings.class));
    }

    /** The work manager of that name, or what one has that is not described. */
    WorkManagerSettings manager(String name) {
        return managers.getOrDefault(name, WorkManagerSettings.DEFAULTS);
    }

    RequestClassDefinition requestClass(WorkManagerSettings settings) {
        if (settings.requestClass() != null) {
            RequestClassSettings named = requestClasses.get(settings.requestClass());
            if (named != null) {
                return named.definition();
            }
        }
        if (settings.responseTimeGoal() != null) {
            return new RequestClassDefinition.ResponseTimeGoal(settings.responseTimeGoal());
        }
        return settings.fairShare() == null
                ? RequestClassDefinition.FairShare.STANDARD
                : new RequestClassDefinition.FairShare(settings.fairShare());
    }
}

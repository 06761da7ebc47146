package io.keelson.kernel.work;

import io.keelson.base.time.Ticker;
import io.keelson.base.work.ThreadLimit;
import io.keelson.base.work.WorkDefinitions;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The constraints of a scope or of the domain, by name: each is one object for all work managers that name it. Guarded by the lock of
 * the server's work managers.
 */
final class Constraints {
    private final Ticker ticker;
    private final DataSources dataSources;
    private final Map<String, MinThreads> minThreads = new HashMap<>();
    private final Map<String, MaxThreads> maxThreads = new HashMap<>();
    private final Map<String, SharedCapacity> capacities = new HashMap<>();

    /** None. */
    Constraints(Ticker ticker, DataSources dataSources) {
        this.ticker = ticker;
        this.dataSources = dataSources;
    }

    @Nullable
    MinThreads minThreads(String name) {
        return minThreads.get(name);
    }

    @Nullable
    MaxThreads maxThreads(String name) {
        return maxThreads.get(name);
    }

    @Nullable
    SharedCapacity capacity(String name) {
        return capacities.get(name);
    }

    /**
     * Makes those of a descriptor.
     *
     * @throws IllegalArgumentException when a data source is not there; nothing is bound then
     */
    void define(WorkDefinitions definitions) {
        definitions.maxThreadsConstraints().values().forEach(limit -> {
            if (limit instanceof ThreadLimit.DataSource of) {
                dataSources.connections(of.name());
            }
        });
        definitions.maxThreadsConstraints().forEach((name, limit) -> maxThreads.put(name, make(name, limit)));
        definitions.minThreadsConstraints().forEach((name, count) -> minThreads.put(name, new MinThreads(name, count)));
        definitions.capacities().forEach((name, most) -> capacities.put(name, new SharedCapacity(name, most)));
    }

    private MaxThreads make(String name, ThreadLimit limit) {
        if (limit instanceof ThreadLimit.DataSource of) {
            MaxThreads made = new MaxThreads(name, ticker, dataSources.connections(of.name()));
            dataSources.bind(of.name(), made);
            return made;
        }
        return new MaxThreads(name, ticker, ((ThreadLimit.Count) limit).threads());
    }

    /** Gives back what is bound to data sources. */
    void close() {
        maxThreads.values().forEach(dataSources::unbind);
    }

    /** Makes, changes and forgets constraints as the domain says; one that is forgotten holds nothing back any more. */
    void apply(DomainWork domain) {
        domain.maxThreads().forEach((name, settings) -> {
            MaxThreads constraint =
                    maxThreads.computeIfAbsent(name, key -> new MaxThreads(key, ticker, settings.threads()));
            dataSources.unbind(constraint);
            constraint.limit(settings.threads());
            if (settings.dataSource() != null) {
                dataSources.bind(settings.dataSource(), constraint);
            }
        });
        domain.minThreads()
                .forEach((name, settings) -> minThreads
                        .computeIfAbsent(name, key -> new MinThreads(key, settings.count()))
                        .count(settings.count()));
        domain.capacities()
                .forEach((name, settings) -> capacities
                        .computeIfAbsent(name, key -> new SharedCapacity(key, settings.count()))
                        .most(settings.count()));
        maxThreads.entrySet().removeIf(each -> {
            boolean gone = !domain.maxThreads().containsKey(each.getKey());
            if (gone) {
                dataSources.unbind(each.getValue());
                each.getValue().limit(MaxThreads.UNLIMITED);
            }
            return gone;
        });
        minThreads.entrySet().removeIf(each -> {
            boolean gone = !domain.minThreads().containsKey(each.getKey());
            if (gone) {
                each.getValue().count(0);
            }
            return gone;
        });
        capacities.keySet().retainAll(domain.capacities().keySet());
    }
}

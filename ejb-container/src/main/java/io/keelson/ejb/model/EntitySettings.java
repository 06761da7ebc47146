package io.keelson.ejb.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an entity bean's pool, cache and concurrency.
 *
 * @param initialFree instances that are made when the bean starts
 * @param mostFree the most instances without identity that are kept
 * @param mostCached the most instances with identity that are kept between transactions
 * @param strategy how transactions share an entity object
 * @param readTimeoutSeconds the age at which a read-only instance is loaded anew; 0: never
 * @param cacheBetweenTransactions true if an instance's state counts in the next transaction too
 * @param delayUpdates true if changes are written before the commit, not after each call
 * @param findersLoad true if a finder of a container-managed bean reads the state of what it finds
 * @param isolation of connections that join a transaction after the bean, as JDBC numbers it; 0: that of the data source
 * @param isModified the method of the bean class that tells if it has changed; null: it is always stored
 * @param invalidationTargets the read-only beans of the module whose instances a change makes stale
 */
public record EntitySettings(
        int initialFree,
        int mostFree,
        int mostCached,
        ConcurrencyStrategy strategy,
        int readTimeoutSeconds,
        boolean cacheBetweenTransactions,
        boolean delayUpdates,
        boolean findersLoad,
        int isolation,
        @Nullable String isModified,
        List<String> invalidationTargets) {
    /** The settings of a bean of which nothing says any. */
    public static final EntitySettings DEFAULT =
            new EntitySettings(0, 1000, 1000, ConcurrencyStrategy.DATABASE, 600, false, true, true, 0, null, List.of());

    public EntitySettings {
        invalidationTargets = List.copyOf(invalidationTargets);
    }
}

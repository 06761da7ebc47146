package io.keelson.ee.jcache;

import java.util.function.Supplier;
import javax.cache.expiry.Duration;
import javax.cache.expiry.ExpiryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Ends of entries in milliseconds of the clock, by the policy of a cache. A policy that throws counts as one that says nothing.
 *
 * <p>Specification: JCache 1.1, 4.3 Expiry Policies.
 */
record Lifespans(ExpiryPolicy policy) {
    /** The end of an entry that has none. */
    static final long NEVER = Long.MAX_VALUE;

    /** Returns the end of an entry that is made now. */
    long created(long now) {
        return end(policy::getExpiryForCreation, now, NEVER);
    }

    /** Returns the end of an entry that is read now. */
    long accessed(long now, long before) {
        return end(policy::getExpiryForAccess, now, before);
    }

    /** Returns the end of an entry that is changed now. */
    long updated(long now, long before) {
        return end(policy::getExpiryForUpdate, now, before);
    }

    private static long end(Supplier<@Nullable Duration> said, long now, long otherwise) {
        Duration duration;
        try {
            duration = said.get();
        } catch (RuntimeException e) {
            JcacheLog.LOG.debugf(e, "an expiry policy failed");
            return otherwise;
        }
        if (duration == null) {
            return otherwise;
        }
        return duration.isEternal() ? NEVER : duration.getAdjustedTime(now);
    }
}

package io.keelson.security;

import io.keelson.base.time.Ticker;
import io.keelson.security.SecuritySettings.LockoutSettings;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counts failed logins and locks users, or whatever else is named: addresses. Names that no user has are treated alike, so that a lock
 * does not tell who exists; of those only the most recent are remembered. All state is guarded by this object; nothing blocks while
 * holding it.
 */
public final class Lockout {
    private static final int MOST_UNKNOWN = 10_000;

    private final LockoutSettings settings;
    private final Ticker ticker;
    private final Map<String, Failures> known = new HashMap<>();
    private final Map<String, Failures> unknown = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > MOST_UNKNOWN;
        }
    };

    /** The last failed logins of one name, oldest overwritten first. */
    private static final class Failures {
        final long[] at;
        int count;
        boolean locked;
        long lockedUntil;

        Failures(int threshold) {
            at = new long[threshold];
        }
    }

    /** Nobody is locked yet. */
    public Lockout(LockoutSettings settings, Ticker ticker) {
        this.settings = settings;
        this.ticker = ticker;
    }

    /**
     * Returns true if that name is locked now.
     *
     * @param exists whether it is one of a bounded number of names, such as users; of others only the latest are remembered
     */
    public synchronized boolean locked(String name, boolean exists) {
        Map<String, Failures> failures = exists ? known : unknown;
        Failures f = failures.get(name);
        if (f == null || !f.locked) {
            return false;
        }
        if (ticker.nanoTime() - f.lockedUntil < 0) {
            return true;
        }
        failures.remove(name);
        return false;
    }

    /** Counts a failed login. Returns whether that locked the user. */
    public synchronized boolean failed(String name, boolean exists) {
        if (!settings.enabled()) {
            return false;
        }
        Failures f = (exists ? known : unknown).computeIfAbsent(name, n -> new Failures(settings.threshold()));
        if (f.locked) {
            return false;
        }
        long now = ticker.nanoTime();
        int place = f.count++ % f.at.length;
        f.at[place] = now;
        // The oldest of the last failures lies behind the newest one in the ring.
        long oldest = f.at[(place + 1) % f.at.length];
        if (f.count >= f.at.length && now - oldest <= settings.resetDuration().toNanos()) {
            f.locked = true;
            f.lockedUntil = now + settings.duration().toNanos();
            return true;
        }
        return false;
    }

    /** Forgets the failures of a user who has logged in. */
    public synchronized void succeeded(@Nullable String name) {
        known.remove(name);
    }

    /** Forgets the failures of a name, whoever has it: it is unlocked. */
    public synchronized void forget(String name) {
        known.remove(name);
        unknown.remove(name);
    }

    /** For how long somebody is locked, in seconds. */
    public long seconds() {
        return TimeUnit.NANOSECONDS.toSeconds(settings.duration().toNanos());
    }

    /** Returns how many failures lock somebody. */
    public int threshold() {
        return settings.threshold();
    }
}

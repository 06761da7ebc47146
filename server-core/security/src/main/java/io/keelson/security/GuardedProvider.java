package io.keelson.security;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.context.Caller;
import io.keelson.security.RealmProviderSettings.WhenAway;
import java.security.Principal;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One provider of a realm, as the realm asks it: remembers for a while which users it knew, and once it could not be asked refuses at
 * once until a probe finds it back, so that logins do not wait for its time-outs one after the other.
 *
 * <p>Thread-safe. {@code this} guards the change between running and away, and nothing slow is done in it.
 */
final class GuardedProvider {
    /** The provider that is always there, and always asked first. */
    static final String FILE = "file";

    /** For how long a password that was right is remembered where the users are in the domain's own file. */
    static final Duration FILE_LOGINS = Duration.ofMinutes(5);

    private static final int MOST_CACHED = 10_000;

    private final String name;
    private final String type;
    private final RealmProvider provider;
    private final boolean local;
    private final WhenAway whenAway;
    private final Duration cacheTime;
    private final String groupPrefix;
    private final Ticker ticker;
    private final ConcurrentHashMap<String, Known> cache = new ConcurrentHashMap<>();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder failures = new LongAdder();
    private volatile @Nullable ProviderAwayException away;
    private volatile @Nullable String lastFailure;
    private volatile long since;

    /** A user that the provider knew, and until when that counts. */
    private record Known(Account account, long until) {}

    /** A user's name as a principal. */
    private record UserPrincipal(String getName) implements Principal {
        @Override
        public String toString() {
            return getName;
        }
    }

    private GuardedProvider(
            String name,
            String type,
            RealmProvider provider,
            WhenAway whenAway,
            Duration cacheTime,
            @Nullable String groupPrefix,
            Ticker ticker) {
        this.name = name;
        this.type = type;
        this.provider = provider;
        this.local = provider instanceof FileUsers;
        this.whenAway = whenAway;
        this.cacheTime = cacheTime;
        this.groupPrefix = groupPrefix == null ? "" : groupPrefix;
        this.ticker = ticker;
        this.since = ticker.nanoTime();
    }

    /** The domain's own file, which is in memory. */
    static GuardedProvider file(FileUsers users, Ticker ticker) {
        return new GuardedProvider(FILE, FILE, users, WhenAway.REFUSE, FILE_LOGINS, null, ticker);
    }

    /** A provider of the configuration. */
    static GuardedProvider of(String name, RealmProviderSettings settings, RealmProvider provider, Ticker ticker) {
        return new GuardedProvider(
                name,
                settings.type().name().toLowerCase(Locale.ROOT),
                provider,
                settings.whenAway(),
                settings.cacheTime(),
                settings.groupPrefix(),
                ticker);
    }

    String name() {
        return name;
    }

    RealmProvider provider() {
        return provider;
    }

    /** Returns whether its users are in memory, and it is never away. */
    boolean local() {
        return local;
    }

    boolean skippedWhileAway() {
        return whenAway == WhenAway.SKIP;
    }

    /** For how long it counts that a password was right. */
    Duration cacheTime() {
        return cacheTime;
    }

    /** The user of that name, as the provider has it now. */
    Optional<Account> ask(String user) throws ProviderAwayException {
        if (local) {
            return provider.find(user);
        }
        checkThere();
        try {
            Optional<Account> found = provider.find(user);
            found.ifPresentOrElse(account -> remember(user, account), () -> cache.remove(user));
            return found;
        } catch (ProviderAwayException e) {
            throw gone(e);
        }
    }

    /** The user of that name, as it was at most the cache's time ago. */
    Optional<Account> known(String user) throws ProviderAwayException {
        Optional<Account> remembered = remembered(user);
        return remembered.isPresent() ? remembered : ask(user);
    }

    /** The user of that name where that can be told at once; empty says nothing, unless the provider is local. */
    Optional<Account> remembered(String user) {
        if (local) {
            try {
                return provider.find(user);
            } catch (ProviderAwayException e) {
                throw new IllegalStateException("what is in memory is never away", e);
            }
        }
        Known known = cache.get(user);
        if (known == null) {
            return Optional.empty();
        }
        if (ticker.nanoTime() - known.until >= 0) {
            cache.remove(user, known);
            return Optional.empty();
        }
        return Optional.of(known.account);
    }

    private void remember(String user, Account account) {
        if (cacheTime.isZero()) {
            return;
        }
        Iterator<String> any = cache.keySet().iterator();
        while (cache.size() >= MOST_CACHED && any.hasNext()) {
            any.next();
            any.remove();
        }
        cache.put(user, new Known(account, ticker.nanoTime() + cacheTime.toNanos()));
    }

    /** Returns whether this is the password of its user. */
    boolean matches(Account account, char[] password) throws ProviderAwayException {
        if (!local) {
            checkThere();
        }
        try {
            return account.matches(password);
        } catch (ProviderAwayException e) {
            throw gone(e);
        }
    }

    /** Costs what a wrong password costs, besides hashing. */
    void pretend(char[] password) {
        if (away == null) {
            provider.pretend(password);
        }
    }

    /** Costs what looking for a user costs. */
    void pretendToAsk(String user) {
        try {
            ask(user);
        } catch (ProviderAwayException e) {
            SecurityLog.LOG.debugf("nobody decides by this: %s", e.getMessage());
        }
    }

    /** Looks whether the provider can be asked. */
    void probe() {
        if (local) {
            return;
        }
        try {
            provider.probe();
            back();
        } catch (ProviderAwayException e) {
            gone(e);
        }
    }

    private void checkThere() throws ProviderAwayException {
        ProviderAwayException reason = away;
        if (reason != null) {
            throw new ProviderAwayException(String.valueOf(reason.getMessage()), reason);
        }
    }

    private ProviderAwayException gone(ProviderAwayException reason) {
        failures.increment();
        lastFailure = reason.getMessage();
        boolean first;
        synchronized (this) {
            first = away == null;
            away = reason;
            if (first) {
                since = ticker.nanoTime();
            }
        }
        if (first) {
            SecurityLog.LOG.providerAway(name, String.valueOf(reason.getMessage()));
        }
        return reason;
    }

    private void back() {
        boolean was;
        synchronized (this) {
            was = away != null;
            away = null;
            if (was) {
                since = ticker.nanoTime();
            }
        }
        if (was) {
            SecurityLog.LOG.providerBack(name);
        }
    }

    /** Returns what others see of a user. */
    Caller caller(Account account) {
        Set<String> groups = account.groups();
        if (!groupPrefix.isEmpty()) {
            Set<String> named = new HashSet<>();
            groups.forEach(group -> named.add(groupPrefix + group));
            groups = named;
        }
        return new Caller(new UserPrincipal(account.name()), groups);
    }

    void count(boolean letIn) {
        (letIn ? accepted : refused).increment();
    }

    void refresh() {
        cache.clear();
        provider.refresh();
    }

    ProviderRuntime runtime(int position) {
        synchronized (this) {
            return new ProviderRuntime(
                    name,
                    type,
                    position,
                    away == null ? ProviderRuntime.State.RUNNING : ProviderRuntime.State.AWAY,
                    Duration.ofNanos(Math.max(0, ticker.nanoTime() - since)),
                    whenAway.name().toLowerCase(Locale.ROOT),
                    provider.editor().isPresent(),
                    accepted.sum(),
                    refused.sum(),
                    failures.sum(),
                    cache.size(),
                    lastFailure);
        }
    }
}

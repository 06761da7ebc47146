package io.keelson.security;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.context.Caller;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.Principal;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A realm in a file of the domain (see {@link RealmEditor} for its changes and docs/design/security.md). The file is looked
 * at again at most once a second, when somebody logs in; a line that cannot be understood leaves out its user only.
 *
 * <p>Thread-safe: the users are an immutable snapshot that is replaced as a whole.
 */
public final class FileRealm implements Realm {
    private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();
    private static final int LONGEST_PASSWORD = 1024;

    private final String name;
    private final Path file;
    private final int iterations;
    private final Ticker ticker;
    private final SecureRandom random = new SecureRandom();
    private final Lockout lockout;
    private final ScramVerifier nobody;
    private final Set<DigestAlgorithm> digests;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile Users users;
    private volatile long lookAt;

    /** One state of the file with the logins that it let in. */
    private record Users(
            RealmFile.@Nullable Stamp stamp, boolean read, Map<String, RealmUser> byName, RecentLogins logins) {}

    /** A user's name as a principal. */
    private record UserPrincipal(String getName) implements Principal {
        @Override
        public String toString() {
            return getName;
        }
    }

    /**
     * Opens the realm and reads its file. A file that is missing or cannot be read is reported and is a realm without
     * users.
     *
     * @param domain the domain's directory, against which the file is resolved
     */
    public FileRealm(SecuritySettings settings, Path domain, Ticker ticker) {
        this.name = settings.realmName();
        this.file = domain.resolve(settings.realmFile());
        this.iterations = settings.iterations();
        this.ticker = ticker;
        this.lockout = new Lockout(settings.lockout(), ticker);
        // An EnumSet is in the order of the enum, which is that of preference.
        Set<DigestAlgorithm> enabled = EnumSet.noneOf(DigestAlgorithm.class);
        enabled.addAll(settings.digestAlgorithms());
        this.digests = Collections.unmodifiableSet(enabled);
        byte[] keys = new byte[32];
        random.nextBytes(keys);
        this.nobody = new ScramVerifier(iterations, new byte[16], keys, keys);
        this.users = load(new Users(null, false, Map.of(), new RecentLogins(random, ticker)));
        this.lookAt = ticker.nanoTime() + LOOK_NANOS;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Optional<Caller> find(String user) {
        return Optional.ofNullable(lookUp(current(), user)).map(FileRealm::caller);
    }

    @Override
    public Optional<Caller> authenticate(String user, char[] password) {
        if (password.length == 0 || password.length > LONGEST_PASSWORD || user.length() > LONGEST_PASSWORD) {
            return Optional.empty();
        }
        Users now = current();
        RealmUser found = lookUp(now, user);
        String who = found == null ? user : found.name();
        if (lockout.locked(who, found != null)) {
            return Optional.empty();
        }
        if (found == null) {
            // The same work as for a user, so that the time does not tell that there is none.
            nobody.matches(password);
            return failed(who, false);
        }
        ByteBuffer fingerprint = now.logins.fingerprint(found, password);
        Caller caller = now.logins.find(fingerprint);
        if (caller == null) {
            if (!found.verifier().matches(password)) {
                return failed(who, true);
            }
            caller = caller(found);
            now.logins.remember(fingerprint, caller);
            lockout.succeeded(who);
        }
        return Optional.of(caller);
    }

    @Override
    public Set<DigestAlgorithm> digests() {
        return digests;
    }

    @Override
    public Optional<Caller> authenticate(String user, DigestAlgorithm algorithm, Predicate<String> proof) {
        if (!digests.contains(algorithm) || user.length() > LONGEST_PASSWORD) {
            return Optional.empty();
        }
        RealmUser found = lookUp(current(), user);
        String who = found == null ? user : found.name();
        if (lockout.locked(who, found != null)) {
            return Optional.empty();
        }
        DigestVerifier verifier = found == null ? null : found.digest(algorithm, name);
        // For a name that nobody has the same is computed, with a hash that is nobody's.
        boolean right = proof.test(verifier == null ? randomHash(algorithm) : verifier.ha1());
        if (!right || found == null || verifier == null) {
            return failed(who, found != null);
        }
        lockout.succeeded(who);
        return Optional.of(caller(found));
    }

    @Override
    public ScramVerifier scramVerifier(String user) {
        RealmUser found = user.length() > LONGEST_PASSWORD ? null : lookUp(current(), user);
        return found == null ? nobody.withSaltOf(user, iterations) : found.verifier();
    }

    @Override
    public Optional<Caller> authenticateByScram(String user, Predicate<ScramVerifier> proof) {
        if (user.length() > LONGEST_PASSWORD) {
            return Optional.empty();
        }
        RealmUser found = lookUp(current(), user);
        String who = found == null ? user : found.name();
        if (lockout.locked(who, found != null)) {
            return Optional.empty();
        }
        boolean right = proof.test(found == null ? nobody : found.verifier());
        if (!right || found == null) {
            return failed(who, found != null);
        }
        lockout.succeeded(who);
        return Optional.of(caller(found));
    }

    private String randomHash(DigestAlgorithm algorithm) {
        byte[] hash = new byte[algorithm.digest().getDigestLength()];
        random.nextBytes(hash);
        return HexFormat.of().formatHex(hash);
    }

    private Optional<Caller> failed(String user, boolean exists) {
        SecurityLog.LOG.debugf("login of '%s' failed", user);
        if (lockout.failed(user, exists)) {
            SecurityLog.LOG.userLocked(user, lockout.seconds(), lockout.threshold());
        }
        return Optional.empty();
    }

    private static Caller caller(RealmUser user) {
        return new Caller(new UserPrincipal(user.name()), user.groups());
    }

    private static @Nullable RealmUser lookUp(Users users, String given) {
        RealmUser user = users.byName.get(given);
        if (user != null) {
            return user;
        }
        try {
            return users.byName.get(RealmUser.name(given));
        } catch (IllegalArgumentException notAName) {
            return null;
        }
    }

    @Override
    public void refresh() {
        lookAt = ticker.nanoTime();
    }

    private Users current() {
        if (ticker.nanoTime() - lookAt >= 0 && reading.tryLock()) {
            try {
                lookAt = ticker.nanoTime() + LOOK_NANOS;
                users = load(users);
            } finally {
                reading.unlock();
            }
        }
        return users;
    }

    private Users load(Users before) {
        try {
            RealmFile.Stamp stamp = RealmFile.stamp(file);
            if (before.read && Objects.equals(stamp, before.stamp)) {
                return before;
            }
            Map<String, RealmUser> byName = stamp == null ? none() : users(RealmFile.read(file));
            if (stamp != null) {
                if (RealmFile.openToOthers(file)) {
                    SecurityLog.LOG.readableByOthers(file);
                }
                SecurityLog.LOG.realmRead(name, byName.size(), file);
                tellWhoHasNoDigest(byName);
            }
            lockout.clear();
            return new Users(stamp, true, byName, new RecentLogins(random, ticker));
        } catch (IOException e) {
            return notRead(before, e);
        }
    }

    private void tellWhoHasNoDigest(Map<String, RealmUser> byName) {
        for (DigestAlgorithm algorithm : digests) {
            long without = byName.values().stream()
                    .filter(user -> user.digest(algorithm, name) == null)
                    .count();
            if (without > 0) {
                SecurityLog.LOG.noDigest(without, byName.size(), algorithm.token(), name);
            }
        }
    }

    private Map<String, RealmUser> none() {
        SecurityLog.LOG.noFile(file);
        return Map.of();
    }

    private Map<String, RealmUser> users(List<RealmFile.Line> lines) {
        Map<String, RealmUser> byName = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            RealmFile.Line line = lines.get(i);
            if (line.problem() != null) {
                SecurityLog.LOG.badLine(file, i + 1, line.problem());
            }
            RealmUser user = line.user();
            if (user != null) {
                byName.put(user.name(), user);
            }
        }
        return Map.copyOf(byName);
    }

    /** Keeps the users that there were, and complains once a version of the file. */
    private Users notRead(Users before, IOException cause) {
        SecurityLog.LOG.notRead(file, cause.toString());
        RealmFile.Stamp stamp = null;
        try {
            stamp = RealmFile.stamp(file);
        } catch (IOException e) {
            SecurityLog.LOG.debugf(e, "looking at %s", file);
        }
        return new Users(stamp, true, before.byName, before.logins);
    }
}
